//! The tree as it will be after some steps: what they wrote, over the disk seen through their moves.

use crate::VaultError;
use crate::fs::{Errno, Fs, Kind, Root, Status};
use crate::step::{Content, EntryState, FileState, Step, TreeEntry, listing};
use cairn_plan::{FileMode, RelativePath};
use std::collections::HashMap;

/// Files larger than this are not taken into a transaction.
const LARGEST: u64 = 1 << 32;

pub(crate) struct Overlay<'root, F: Fs> {
    root: &'root Root<F>,
    known: HashMap<RelativePath, There>,
    gone: Vec<Gone>,
    /// The steps taken so far.
    pub(crate) steps: Vec<Step>,
    /// Places that are not as they were expected.
    pub(crate) changed: Vec<RelativePath>,
}

/// A place that lost what stood there; to another place, or for good.
struct Gone {
    from: RelativePath,
    to: Option<RelativePath>,
}

/// What stands at a place.
#[derive(Clone, Debug)]
pub(crate) enum There {
    Nothing,
    File(FileState),
    Link(Vec<u8>),
    Folder,
    Other,
}

impl There {
    /// As an entry of a folder; `None` for nothing, and for what is never part of one.
    pub(crate) fn into_entry(self) -> Option<EntryState> {
        match self {
            Self::File(state) => Some(EntryState::File(state)),
            Self::Link(target) => Some(EntryState::Link(target)),
            Self::Folder => Some(EntryState::Folder),
            Self::Nothing | Self::Other => None,
        }
    }
}

impl<'root, F: Fs> Overlay<'root, F> {
    pub(crate) fn new(root: &'root Root<F>) -> Self {
        Self { root, known: HashMap::new(), gone: Vec::new(), steps: Vec::new(), changed: Vec::new() }
    }

    /// What will stand at `path`; a link at its end is followed only when asked.
    pub(crate) fn there(&self, path: &RelativePath, follow: bool) -> Result<There, VaultError> {
        if let Some(known) = self.known.get(path) {
            return Ok(known.clone());
        }
        let Some(origin) = self.origin(path) else { return Ok(There::Nothing) };
        let place = if follow { self.root.resolve(&origin) } else { self.root.locate(&origin) };
        let place = match place {
            Ok(place) => place,
            Err(error) if error.is_not_found() => return Ok(There::Nothing),
            Err(error) => return Err(error),
        };
        let status = match self.root.fs().status(&place.dir, &place.name) {
            Ok(status) => status,
            Err(Errno::NOENT) => return Ok(There::Nothing),
            Err(errno) => return Err(self.root.io("look at", path)(errno)),
        };
        Ok(match status.kind {
            Kind::Folder => There::Folder,
            Kind::Other => There::Other,
            Kind::Link => {
                let target = self.root.fs().read_link(&place.dir, &place.name);
                There::Link(target.map_err(self.root.io("read", path))?)
            }
            Kind::File => {
                let file = self.root.read_at(&place, LARGEST)?;
                There::File(FileState::new(file.bytes.into_vec(), FileMode::Exact(file.status.mode)))
            }
        })
    }

    /// Where the disk has now what will stand at `path`; `None` when that is nothing.
    pub(crate) fn origin(&self, path: &RelativePath) -> Option<RelativePath> {
        self.gone.iter().rev().try_fold(path.clone(), |path, gone| match &gone.to {
            Some(to) if path == *to => Some(gone.from.clone()),
            Some(to) if path.is_within(to) => gone.from.join(path.below(to)?).ok(),
            _ if path.is_within(&gone.from) => None,
            _ => Some(path),
        })
    }

    /// The place must be free; the folders it needs become steps of their own.
    pub(crate) fn free(&mut self, path: &RelativePath) -> Result<bool, VaultError> {
        if !matches!(self.there(path, false)?, There::Nothing) {
            return Ok(false);
        }
        self.make_folders(path.ancestors())?;
        Ok(true)
    }

    pub(crate) fn make_folders(
        &mut self,
        folders: impl Iterator<Item = RelativePath>,
    ) -> Result<(), VaultError> {
        for folder in folders {
            match self.there(&folder, true)? {
                There::Folder => {}
                There::Nothing => {
                    self.known.insert(folder.clone(), There::Folder);
                    self.steps.push(Step::Folder { path: folder, appears: true });
                }
                There::File(_) | There::Link(_) | There::Other => return Err(VaultError::Exists(folder)),
            }
        }
        Ok(())
    }

    /// A step that leaves `now` at its place.
    pub(crate) fn push(&mut self, step: Step, now: There) {
        self.known.insert(step.path().clone(), now);
        self.steps.push(step);
    }

    pub(crate) fn change(&mut self, path: &RelativePath) {
        if !self.changed.contains(path) {
            self.changed.push(path.clone());
        }
    }

    /// The file or folder that will be moved from `from`, as the disk has it now.
    pub(crate) fn moved_status(&self, from: &RelativePath) -> Result<Option<Status>, VaultError> {
        match self.origin(from) {
            Some(origin) => self.root.status(&origin),
            None => Ok(None),
        }
    }

    /// A move of what is there; `to` is free.
    pub(crate) fn push_move(
        &mut self,
        from: &RelativePath,
        to: &RelativePath,
        status: &Status,
        entries: Vec<TreeEntry>,
    ) {
        let inside: Vec<_> = self.known.keys().filter(|path| path.is_within(from)).cloned().collect();
        for path in inside {
            let moved = path.below(from).map_or_else(|| Ok(to.clone()), |rest| to.join(&rest));
            if let (Some(state), Ok(moved)) = (self.known.remove(&path), moved) {
                self.known.insert(moved, state);
            }
        }
        self.gone.push(Gone { from: from.clone(), to: Some(to.clone()) });
        let identity = Some(status.identity);
        self.steps.push(Step::Move { from: from.clone(), to: to.clone(), identity, entries });
    }

    /// What the folder holds, to be compared later: hashes without contents.
    pub(crate) fn inventory(&self, folder: &RelativePath) -> Result<Vec<TreeEntry>, VaultError> {
        let mut entries = Vec::new();
        let Some(origin) = self.origin(folder) else { return Ok(entries) };
        for (inner, _) in listing(self.root, &origin)? {
            let at = folder.join(&inner).unwrap_or_else(|_| folder.clone());
            if let Some(mut state) = self.there(&at, false)?.into_entry() {
                if let EntryState::File(file) = &mut state {
                    file.content = Content::Elsewhere;
                }
                entries.push(TreeEntry { path: inner, state });
            }
        }
        Ok(entries)
    }

    /// The folder goes with `entries`. Whatever the disk has beside them is noted as changed.
    pub(crate) fn push_removal(
        &mut self,
        path: &RelativePath,
        entries: Vec<TreeEntry>,
    ) -> Result<(), VaultError> {
        let touched = self.known.keys().any(|known| known.is_within(path));
        match self.origin(path) {
            Some(origin) if !touched => {
                let named: std::collections::HashSet<_> = entries.iter().map(|entry| &entry.path).collect();
                for (inner, _) in listing(self.root, &origin)? {
                    if !named.contains(&inner) {
                        self.changed.extend(path.join(&inner).ok());
                    }
                }
            }
            Some(_) => {}
            None => self.change(path),
        }
        self.known.retain(|known, _| !known.is_within(path));
        self.gone.push(Gone { from: path.clone(), to: None });
        self.steps.push(Step::Tree { path: path.clone(), appears: false, entries });
        Ok(())
    }

    /// The folder comes with `entries`.
    pub(crate) fn push_tree(&mut self, path: &RelativePath, entries: Vec<TreeEntry>) {
        self.known.insert(path.clone(), There::Folder);
        for entry in &entries {
            let Ok(full) = path.join(&entry.path) else { continue };
            let there = match &entry.state {
                EntryState::File(state) => There::File(state.clone()),
                EntryState::Link(target) => There::Link(target.clone()),
                EntryState::Folder => There::Folder,
            };
            self.known.insert(full, there);
        }
        self.steps.push(Step::Tree { path: path.clone(), appears: true, entries });
    }
}
