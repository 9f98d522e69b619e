//! What a cited path becomes (roundfix 8.2), and what a path in copied text becomes (8.5).

use std::collections::BTreeMap;

use cairn_plan::RelativePath;
use cairn_text::links::{Citation, Entry, NewTarget, RepositoryPath};

use super::repository_path;

/// The new places of everything in a Spec folder.
#[derive(Debug, Clone)]
pub struct Targets {
    at: RelativePath,
    record: RepositoryPath,
    /// By path below the Spec folder: promoted copies and returned files.
    moved: BTreeMap<Vec<u8>, RepositoryPath>,
}

/// What a path in copied text becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CopyTarget {
    /// The file stands there now.
    Moved(RepositoryPath),
    /// It is only in git: this path of the home repository.
    InGit(RelativePath),
}

impl Targets {
    /// The targets of the Spec folder `at` with its record; `moved` are promoted and returned files, from below the folder to the
    /// home repository.
    pub fn new<'m>(
        at: &RelativePath,
        record: &RelativePath,
        moved: impl IntoIterator<Item = (&'m RelativePath, &'m RelativePath)>,
    ) -> Self {
        let moved = moved.into_iter().map(|(from, to)| (from.as_bytes().to_vec(), repository_path(to)));
        Self { at: at.clone(), record: repository_path(record), moved: moved.collect() }
    }

    /// What a citation in a Live Document becomes.
    pub fn of_citation(&self, citation: &Citation) -> NewTarget {
        match citation.entry {
            Some(Entry::Directory) => NewTarget::StandsIn(self.record.clone()),
            Some(Entry::File) => match self.moved.get(&citation.below) {
                Some(place) => NewTarget::MovedTo(place.clone()),
                // No record could name a copy of such a file, so it has none; no core file is called so.
                None if std::str::from_utf8(&citation.below).is_err() => NewTarget::Leave,
                None => NewTarget::StandsIn(self.record.clone()),
            },
            Some(Entry::Symlink) | None => NewTarget::Leave,
        }
    }

    /// What the target of a link in copied text becomes; never the record.
    pub fn of_copied(&self, below: &[u8]) -> CopyTarget {
        match self.moved.get(below) {
            Some(place) => CopyTarget::Moved(place.clone()),
            None => CopyTarget::InGit(self.at.join(below).unwrap_or_else(|_| self.at.clone())),
        }
    }
}
