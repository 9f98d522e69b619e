//! What was read of a planning tree.

use super::{MILESTONES_FOLDER, PHASES_FOLDER, archive_folder, path_in};
use crate::phase_files::FileHead;
use crate::phase_id::{PhaseId, read_folder_name};
use crate::roadmap::Roadmap;
use std::collections::{BTreeMap, BTreeSet};

/// A document that may be missing or unreadable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Document {
    /// There is none.
    #[default]
    Absent,
    /// It is there and cannot be read.
    Unreadable,
    /// Its bytes.
    Read(Vec<u8>),
}

impl Document {
    /// The bytes, when they were read.
    pub fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Read(bytes) => Some(bytes),
            _ => None,
        }
    }
}

/// The configuration keys that this half of the product obeys (section 3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanningConfig {
    /// `milestone`.
    pub milestone: Option<String>,
    /// `milestone_name`.
    pub milestone_name: Option<String>,
    /// `workflow.require_verification`.
    pub require_verification: bool,
    /// `workflow.auto_prune_state`.
    pub auto_prune_state: bool,
    /// `project_code`: prefix of new phase folders.
    pub project_code: Option<String>,
}

/// The content of one folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listing {
    /// There is none.
    Absent,
    /// It is there and cannot be read.
    Unreadable,
    /// Its entries, in any order. Names that are no UTF-8 are left out: no name of the contract has them.
    Entries(Vec<FolderEntry>),
}

/// One entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderEntry {
    /// Its name.
    pub name: String,
    /// Whether it is a real folder; a link to one is none.
    pub is_folder: bool,
}

impl FolderEntry {
    /// A folder.
    pub fn folder(name: impl Into<String>) -> Self {
        Self { name: name.into(), is_folder: true }
    }

    /// A file, or anything else that is no folder.
    pub fn file(name: impl Into<String>) -> Self {
        Self { name: name.into(), is_folder: false }
    }
}

/// A phase folder by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseFolder {
    /// Its phase.
    pub id: PhaseId,
    /// Its name: `02-core-engine`.
    pub name: String,
    /// The part behind the id: `core-engine`.
    pub slug: String,
    /// The folder it stands in: `phases`, or `milestones/V-phases`.
    pub parent: String,
}

impl PhaseFolder {
    /// Its path below the base folder.
    pub fn path(&self) -> String {
        path_in(&self.parent, &self.name)
    }
}

/// What was read of a planning tree; see the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanningSnapshot {
    /// The base folder from the root: `.planning`, or `.planning/workstreams/NAME`.
    pub base: String,
    /// `ROADMAP.md`.
    pub roadmap: Document,
    /// `REQUIREMENTS.md`.
    pub requirements: Document,
    /// `MILESTONES.md`.
    pub milestones: Document,
    /// Configuration.
    pub config: PlanningConfig,
    pub(super) listings: BTreeMap<String, Listing>,
    pub(super) heads: BTreeMap<String, FileHead>,
}

impl PlanningSnapshot {
    /// A snapshot that knows the documents and nothing of the folders yet.
    pub fn new(base: impl Into<String>, roadmap: Document, config: PlanningConfig) -> Self {
        Self { base: base.into(), roadmap, config, ..Self::default() }
    }

    /// ROADMAP.md, read; none when it is absent or unreadable.
    pub(super) fn read_roadmap(&self) -> Option<Roadmap<'_>> {
        self.roadmap.bytes().map(Roadmap::parse)
    }

    /// Answers [`super::Wanted::Folder`].
    pub fn set_listing(&mut self, folder: impl Into<String>, listing: Listing) {
        self.listings.insert(folder.into(), listing);
    }

    /// Answers [`super::Wanted::Head`].
    pub fn set_head(&mut self, file: impl Into<String>, head: FileHead) {
        self.heads.insert(file.into(), head);
    }

    /// A path below the base folder as it is named from the root.
    pub fn from_root(&self, path: &str) -> String {
        format!("{}/{path}", self.base)
    }

    /// The phase folders in `parent` with an id, in byte order of their names, which decides between two of one id.
    pub fn folders_in(&self, parent: &str) -> Vec<PhaseFolder> {
        let Some(Listing::Entries(entries)) = self.listings.get(parent) else { return Vec::new() };
        let names: BTreeSet<&str> =
            entries.iter().filter(|entry| entry.is_folder).map(|entry| entry.name.as_str()).collect();
        let folders = names.into_iter().filter_map(|name| {
            let (id, slug) = read_folder_name(name, self.config.project_code.as_deref())?;
            Some(PhaseFolder { id, slug: slug.to_owned(), name: name.to_owned(), parent: parent.to_owned() })
        });
        folders.collect()
    }

    /// The phase folders of `phases/` and, behind them, those of the archive of `version`.
    pub fn folders(&self, version: Option<&str>) -> Vec<PhaseFolder> {
        let mut folders = self.folders_in(PHASES_FOLDER);
        if let Some(version) = version {
            folders.extend(self.folders_in(&archive_folder(version)));
        }
        folders
    }

    /// The folders of closed milestones' phases, `milestones/V-phases`, as far as `milestones/` was listed.
    pub(super) fn archives(&self) -> Vec<String> {
        let Some(Listing::Entries(entries)) = self.listings.get(MILESTONES_FOLDER) else { return Vec::new() };
        let archives = entries.iter().filter(|entry| entry.is_folder && entry.name.ends_with("-phases"));
        archives.map(|entry| format!("{MILESTONES_FOLDER}/{}", entry.name)).collect()
    }

    /// The phase folders of closed milestones, as far as they were listed.
    pub fn archived_folders(&self) -> Vec<PhaseFolder> {
        self.archives().iter().flat_map(|archive| self.folders_in(archive)).collect()
    }

    /// The folder of a phase in `phases/`, else in the archive of `version`: of several the first by name.
    pub fn folder_of(&self, id: &PhaseId, version: Option<&str>) -> Option<PhaseFolder> {
        self.folders(version).into_iter().find(|folder| folder.id == *id)
    }

    /// The files of a phase folder, those of its subfolder `plans` as `plans/NAME`; empty until it was listed.
    pub fn files_of(&self, folder: &str) -> Vec<String> {
        let plain = self.names_in(folder);
        let subfolder = path_in(folder, "plans");
        let nested = self.names_in(&subfolder);
        plain.map(str::to_owned).chain(nested.map(|name| path_in("plans", name))).collect()
    }

    /// What was read of a file.
    pub fn head(&self, path: &str) -> Option<&FileHead> {
        self.heads.get(path)
    }

    /// Whether a folder could not be read.
    pub fn is_unreadable(&self, folder: &str) -> bool {
        self.listings.get(folder) == Some(&Listing::Unreadable)
    }

    /// The first thing, as it is named from the root, that is there and could not be read: what is decided without it may be
    /// wrong.
    pub fn unread(&self) -> Option<String> {
        let documents = [
            ("ROADMAP.md", &self.roadmap),
            ("REQUIREMENTS.md", &self.requirements),
            ("MILESTONES.md", &self.milestones),
        ];
        let document = documents.iter().find(|(_, document)| **document == Document::Unreadable);
        let folder = || self.listings.iter().find(|(_, listing)| **listing == Listing::Unreadable);
        let path = document.map(|(name, _)| *name).or_else(|| folder().map(|(path, _)| path.as_str()));
        path.map(|path| self.from_root(path))
    }

    /// Whether a listed folder has an entry of this name.
    pub fn has_entry(&self, folder: &str, name: &str) -> bool {
        match self.listings.get(folder) {
            Some(Listing::Entries(entries)) => entries.iter().any(|entry| entry.name == name),
            _ => false,
        }
    }

    pub(super) fn has_subfolder(&self, folder: &str, name: &str) -> bool {
        match self.listings.get(folder) {
            Some(Listing::Entries(entries)) => {
                entries.iter().any(|entry| entry.is_folder && entry.name == name)
            }
            _ => false,
        }
    }

    /// The tree with one more folder, whose content is known.
    pub(crate) fn add_folder(&mut self, folder: &str, content: Listing) {
        if let Some((parent, name)) = folder.rsplit_once('/') {
            match self.listings.entry(parent.to_owned()).or_insert(Listing::Absent) {
                Listing::Entries(entries) => entries.push(FolderEntry::folder(name)),
                absent @ Listing::Absent => *absent = Listing::Entries(vec![FolderEntry::folder(name)]),
                Listing::Unreadable => {}
            }
        }
        self.listings.insert(folder.to_owned(), content);
    }

    /// The tree without a folder.
    pub(crate) fn remove_folder(&mut self, folder: &str) {
        self.take_folder(folder);
    }

    /// The tree with a folder at another place.
    pub(crate) fn move_folder(&mut self, from: &str, to: &str) {
        let (listing, listings, heads) = self.take_folder(from);
        self.add_folder(to, listing.unwrap_or(Listing::Entries(Vec::new())));
        self.listings.extend(listings.into_iter().map(|(below, listing)| (format!("{to}/{below}"), listing)));
        self.heads.extend(heads.into_iter().map(|(below, head)| (format!("{to}/{below}"), head)));
    }

    /// Takes a folder out: its listing, and what is known below it by the path from there.
    fn take_folder(&mut self, folder: &str) -> TakenFolder {
        if let Some((parent, name)) = folder.rsplit_once('/')
            && let Some(Listing::Entries(entries)) = self.listings.get_mut(parent)
        {
            entries.retain(|entry| entry.name != name);
        }
        (
            self.listings.remove(folder),
            take_below(&mut self.listings, folder),
            take_below(&mut self.heads, folder),
        )
    }

    /// The tree with another name for a file of a folder; both may be `plans/NAME`.
    pub(crate) fn rename_file(&mut self, folder: &str, from: &str, to: &str) {
        let (old, new) = (format!("{folder}/{from}"), format!("{folder}/{to}"));
        if let (Some((place, old_name)), Some((_, new_name))) = (old.rsplit_once('/'), new.rsplit_once('/'))
            && let Some(Listing::Entries(entries)) = self.listings.get_mut(place)
        {
            for entry in entries.iter_mut().filter(|entry| entry.name == old_name) {
                entry.name = new_name.to_owned();
            }
        }
        if let Some(head) = self.heads.remove(&old) {
            self.heads.insert(new, head);
        }
    }

    fn names_in(&self, folder: &str) -> impl Iterator<Item = &str> {
        let entries = match self.listings.get(folder) {
            Some(Listing::Entries(entries)) => entries.as_slice(),
            _ => &[],
        };
        entries.iter().filter(|entry| !entry.is_folder).map(|entry| entry.name.as_str())
    }
}

/// The listing of a folder, and the listings and heads below it.
type TakenFolder = (Option<Listing>, Vec<(String, Listing)>, Vec<(String, FileHead)>);

/// Takes out everything below a folder; only that part of the map is looked at.
fn take_below<V>(map: &mut BTreeMap<String, V>, folder: &str) -> Vec<(String, V)> {
    let inside = format!("{folder}/");
    let keys: Vec<String> = map
        .range(inside.clone()..)
        .map(|(path, _)| path)
        .take_while(|path| path.starts_with(&inside))
        .cloned()
        .collect();
    keys.into_iter()
        .filter_map(|path| Some((path.strip_prefix(&inside)?.to_owned(), map.remove(&path)?)))
        .collect()
}
