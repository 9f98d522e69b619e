//! Undo and redo: which operations, and whether every file is still as they left it.

use super::{MarkChange, Operation, OperationLog};
use crate::VaultError;
use crate::fs::{Fs, Kind, Root};
use crate::step::{Content, EntryState, FileState, Step, TreeEntry};
use crate::transaction::{Overlay, There};
use cairn_plan::{ContentHash, RelativePath, Side, diff_of};
use std::sync::Arc;

/// The bytes that git holds at a revision under a path; `None` when it does not have them here.
pub type Blobs<'blobs> = &'blobs mut dyn FnMut(&str, &RelativePath) -> Option<Vec<u8>>;

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The newest operations that are not undone, newest first.
    Undo,
    /// The operations undone last, oldest first.
    Redo,
}

/// A checked undo or redo, ready for [`crate::Writer::commit_reversal`].
#[derive(Clone, Debug)]
pub struct Reversal {
    /// Which way.
    pub direction: Direction,
    /// Number and command of each operation, in the order in which they are taken back or done again.
    pub operations: Vec<(u64, String)>,
    /// Every place that changes, once.
    pub files: Vec<RelativePath>,
    pub(crate) steps: Vec<Step>,
    pub(crate) marks: Vec<MarkChange>,
}

/// Why nothing is taken back or done again; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReversalRefusal {
    /// Fewer operations than asked for; this many are there.
    TooFew(usize),
    /// Someone changed files since.
    ChangedSince(Vec<ChangedFile>),
    /// This operation made a commit of its own; `git revert` takes it back.
    Committed {
        /// Its number.
        id: u64,
        /// Its command.
        command: String,
    },
    /// Git no longer has what is needed here.
    BlobMissing {
        /// The operation.
        id: u64,
        /// The revision.
        revision: String,
        /// The path in it.
        path: RelativePath,
    },
}

/// A file that is not as an operation left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    /// Which.
    pub path: RelativePath,
    /// What the operation left → what is there, as a unified diff; empty where the difference is not one of content, or
    /// where the content is too large to be kept.
    pub diff: Vec<u8>,
}

impl<F: Fs> OperationLog<F> {
    /// Look whether `count` operations can be taken back or done again; writes nothing. Run it under the locks of
    /// everything that the operations touch, so that the answer stays true.
    pub fn plan_reversal<G: Fs>(
        &self,
        root: &Root<G>,
        direction: Direction,
        count: usize,
        blobs: Blobs<'_>,
    ) -> Result<Result<Reversal, ReversalRefusal>, VaultError> {
        self.wait_for_writers()?;
        let all = self.list()?;
        let newest = self.newest()?;
        let chosen: Vec<&Operation> = match direction {
            Direction::Undo => all.iter().filter(|operation| !operation.undone).take(count).collect(),
            Direction::Redo => {
                let ids = self.marks().redoable(newest);
                let found = ids.iter().filter_map(|id| all.iter().find(|operation| operation.id == *id));
                found.take(count).collect()
            }
        };
        if chosen.len() < count || count == 0 {
            return Ok(Err(ReversalRefusal::TooFew(chosen.len())));
        }
        if let Some(operation) = chosen.iter().find(|operation| operation.committed) {
            let (id, command) = (operation.id, operation.note.command.clone());
            return Ok(Err(ReversalRefusal::Committed { id, command }));
        }
        let mut check = Check {
            overlay: Overlay::new(root),
            blobs,
            log: self,
            all: &all,
            changed: Vec::new(),
            missing: None,
        };
        for operation in &chosen {
            check.take_operation(operation, direction)?;
        }
        Ok(check.verdict(&chosen, direction, newest))
    }
}

/// The steps taken one after another over the disk, each compared with what it expects.
struct Check<'check, F: Fs, G: Fs> {
    overlay: Overlay<'check, G>,
    blobs: Blobs<'check>,
    log: &'check OperationLog<F>,
    all: &'check [Operation],
    changed: Vec<ChangedFile>,
    missing: Option<(String, RelativePath)>,
}

impl<F: Fs, G: Fs> Check<'_, F, G> {
    fn take_operation(&mut self, operation: &Operation, direction: Direction) -> Result<(), VaultError> {
        match direction {
            Direction::Undo => operation.steps.iter().rev().try_for_each(|step| self.take(&step.inverse())),
            Direction::Redo => operation.steps.iter().try_for_each(|step| self.take(step)),
        }
    }

    fn take(&mut self, step: &Step) -> Result<(), VaultError> {
        match step {
            Step::File { .. } => self.take_file(step),
            Step::Link { path, before, after } => self.take_link(path, before, after),
            Step::Move { from, to, entries, .. } => self.take_move(from, to, entries),
            Step::Tree { path, appears: true, entries } => self.take_new_tree(path, entries),
            Step::Tree { path, appears: false, entries } => self.take_old_tree(path, entries),
            Step::Folder { path, appears: true } => {
                self.overlay.make_folders(path.ancestors().chain([path.clone()]))
            }
            Step::Folder { path, appears: false } => {
                if matches!(self.overlay.there(path, false)?, There::Folder) {
                    self.overlay.push(step.clone(), There::Nothing);
                }
                Ok(())
            }
        }
    }

    fn take_file(&mut self, step: &Step) -> Result<(), VaultError> {
        let Step::File { path, before, after, patch } = step else { return Ok(()) };
        let there = self.overlay.there(path, before.is_some() && after.is_some())?;
        let now = match (&there, before) {
            (There::Nothing, None) => None,
            (There::File(now), Some(expected)) if now.hash == expected.hash => Some(now.clone()),
            _ => return self.note_changed(path, before.as_ref(), &there),
        };
        let after = match after {
            None => None,
            Some(after) => {
                let old = now.as_ref().and_then(FileState::bytes);
                let bytes = match (old, patch) {
                    (Some(old), Some(patch)) => patch.forward(old),
                    _ => self.bytes(after),
                };
                let Some(bytes) = bytes.filter(|bytes| ContentHash::of(bytes) == after.hash) else {
                    return self.note_missing(path, after);
                };
                let mode = now.as_ref().map_or(after.mode, |now| now.mode);
                Some(FileState::new(bytes, mode))
            }
        };
        if now.is_none() && !self.overlay.free(path)? {
            return self.note_changed(path, None, &there);
        }
        let state = after.clone().map_or(There::Nothing, There::File);
        self.overlay.push(Step::File { path: path.clone(), before: now, after, patch: None }, state);
        Ok(())
    }

    fn take_link(
        &mut self,
        path: &RelativePath,
        before: &Option<Vec<u8>>,
        after: &Option<Vec<u8>>,
    ) -> Result<(), VaultError> {
        let there = self.overlay.there(path, false)?;
        let fits = match (&there, before) {
            (There::Nothing, None) => self.overlay.free(path)?,
            (There::Link(now), Some(expected)) => now == expected,
            _ => false,
        };
        if !fits {
            return self.note_changed(path, None, &there);
        }
        let state = after.clone().map_or(There::Nothing, There::Link);
        let step = Step::Link { path: path.clone(), before: before.clone(), after: after.clone() };
        self.overlay.push(step, state);
        Ok(())
    }

    /// What was moved may have got company since; what was there has to be as it was.
    fn take_move(
        &mut self,
        from: &RelativePath,
        to: &RelativePath,
        entries: &[TreeEntry],
    ) -> Result<(), VaultError> {
        let Some(status) = self.overlay.moved_status(from)? else {
            return self.note_changed(from, None, &There::Nothing);
        };
        for entry in entries {
            self.compare(from, entry)?;
        }
        let there = self.overlay.there(to, false)?;
        if !self.overlay.free(to)? {
            return self.note_changed(to, None, &there);
        }
        let inventory = if status.kind == Kind::Folder { self.overlay.inventory(from)? } else { Vec::new() };
        self.overlay.push_move(from, to, &status, inventory);
        Ok(())
    }

    /// A folder that comes back. What of it is there already (its removal had failed halfway) has to be as it was.
    fn take_new_tree(&mut self, path: &RelativePath, entries: &[TreeEntry]) -> Result<(), VaultError> {
        match self.overlay.there(path, false)? {
            There::Nothing => {
                self.overlay.make_folders(path.ancestors())?;
            }
            There::Folder => {}
            other => return self.note_changed(path, None, &other),
        }
        let mut whole = Vec::new();
        for entry in entries {
            let full = path.join(&entry.path).unwrap_or_else(|_| path.clone());
            if !matches!(self.overlay.there(&full, false)?, There::Nothing)
                && self.compare(path, entry)?.is_none()
            {
                continue;
            }
            let state = match &entry.state {
                EntryState::File(file) => {
                    match self.bytes(file).filter(|bytes| ContentHash::of(bytes) == file.hash) {
                        Some(bytes) => EntryState::File(FileState::new(bytes, file.mode)),
                        None => {
                            self.note_missing(&full, file)?;
                            continue;
                        }
                    }
                }
                other => other.clone(),
            };
            whole.push(TreeEntry { path: entry.path.clone(), state });
        }
        self.overlay.push_tree(path, whole);
        Ok(())
    }

    /// A folder that goes again: exactly as it was, and only while its bytes can still be had.
    fn take_old_tree(&mut self, path: &RelativePath, entries: &[TreeEntry]) -> Result<(), VaultError> {
        let mut whole = Vec::new();
        for entry in entries {
            if let EntryState::File(FileState { content: Content::Git { .. }, hash, .. }) = &entry.state {
                let EntryState::File(file) = &entry.state else { continue };
                if self.bytes(file).is_none_or(|bytes| ContentHash::of(&bytes) != *hash) {
                    self.note_missing(path, file)?;
                }
            }
            if let Some(state) = self.compare(path, entry)? {
                whole.push(TreeEntry { path: entry.path.clone(), state });
            }
        }
        let before = self.overlay.changed.len();
        self.overlay.push_removal(path, whole)?;
        for extra in self.overlay.changed.split_off(before) {
            if !self.changed.iter().any(|changed| changed.path == extra) {
                self.changed.push(ChangedFile { path: extra, diff: Vec::new() });
            }
        }
        Ok(())
    }

    /// What stands at an entry's place when that is what the entry says; else it is noted.
    fn compare(
        &mut self,
        folder: &RelativePath,
        entry: &TreeEntry,
    ) -> Result<Option<EntryState>, VaultError> {
        let full = folder.join(&entry.path).unwrap_or_else(|_| folder.clone());
        let there = self.overlay.there(&full, false)?;
        let fits = match (&there, &entry.state) {
            (There::File(now), EntryState::File(expected)) => now.hash == expected.hash,
            (There::Link(now), EntryState::Link(expected)) => now == expected,
            (There::Folder, EntryState::Folder) => true,
            _ => false,
        };
        if fits {
            return Ok(there.into_entry());
        }
        let expected = match &entry.state {
            EntryState::File(state) => Some(state),
            EntryState::Link(_) | EntryState::Folder => None,
        };
        self.note_changed(&full, expected, &there)?;
        Ok(None)
    }

    fn bytes(&mut self, state: &FileState) -> Option<Vec<u8>> {
        match &state.content {
            Content::Bytes(bytes) => Some(bytes.to_vec()),
            Content::Git { revision, path } => (self.blobs)(revision, path),
            Content::Elsewhere => self.log.content(state.hash, self.all),
        }
    }

    fn note_missing(&mut self, at: &RelativePath, state: &FileState) -> Result<(), VaultError> {
        if self.missing.is_none() {
            self.missing = Some(match &state.content {
                Content::Git { revision, path } => (revision.clone(), path.clone()),
                Content::Bytes(_) | Content::Elsewhere => (String::new(), at.clone()),
            });
        }
        Ok(())
    }

    fn note_changed(
        &mut self,
        path: &RelativePath,
        left: Option<&FileState>,
        there: &There,
    ) -> Result<(), VaultError> {
        let left_bytes = left.and_then(|state| self.bytes(state));
        let now: Option<&Arc<[u8]>> = match there {
            There::File(state) => state.bytes(),
            _ => None,
        };
        let diff = match (left, &left_bytes, now, there) {
            (Some(_), Some(old), Some(now), _) => diff_of(path, Side::Present(old), Side::Present(now)),
            (Some(_), Some(old), None, There::Nothing) => diff_of(path, Side::Present(old), Side::Absent),
            (None, _, Some(now), _) => diff_of(path, Side::Absent, Side::Present(now)),
            _ => Vec::new(),
        };
        if !self.changed.iter().any(|changed| changed.path == *path) {
            self.changed.push(ChangedFile { path: path.clone(), diff });
        }
        Ok(())
    }

    fn verdict(
        self,
        chosen: &[&Operation],
        direction: Direction,
        newest: u64,
    ) -> Result<Reversal, ReversalRefusal> {
        if !self.changed.is_empty() {
            return Err(ReversalRefusal::ChangedSince(self.changed));
        }
        if let Some((revision, path)) = self.missing {
            let id = chosen.first().map_or(0, |operation| operation.id);
            return Err(ReversalRefusal::BlobMissing { id, revision, path });
        }
        let mut files: Vec<RelativePath> =
            chosen.iter().flat_map(|operation| operation.files.clone()).collect();
        files.sort_unstable();
        files.dedup();
        let marks = chosen.iter().map(|operation| match direction {
            Direction::Undo => MarkChange::Undo { id: operation.id, newest },
            Direction::Redo => MarkChange::Redo { id: operation.id },
        });
        Ok(Reversal {
            direction,
            operations: chosen
                .iter()
                .map(|operation| (operation.id, operation.note.command.clone()))
                .collect(),
            files,
            marks: marks.collect(),
            steps: self.overlay.steps,
        })
    }
}
