//! A disk for tests, which fills snapshots and counts what it is asked for.

use super::{Focus, FolderEntry, Listing, PlanningSnapshot, Questions, Wanted};
use crate::phase_files::FileHead;
use std::cell::Cell;
use std::collections::BTreeMap;

/// A disk of paths below the base folder with their contents; a path that ends with `/` is an empty folder.
#[derive(Default)]
pub(crate) struct Disk {
    pub(crate) files: BTreeMap<String, String>,
    pub(crate) listed: Cell<usize>,
    pub(crate) opened: Cell<usize>,
}

impl Disk {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        Self {
            files: files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect(),
            ..Self::default()
        }
    }

    fn listing(&self, folder: &str) -> Listing {
        let prefix = format!("{folder}/");
        let mut entries: Vec<FolderEntry> = Vec::new();
        for path in self
            .files
            .range(prefix.clone()..)
            .map(|(path, _)| path)
            .take_while(|path| path.starts_with(&prefix))
        {
            let entry = match path[prefix.len()..].split_once('/') {
                Some((name, _)) => FolderEntry::folder(name),
                None => FolderEntry::file(&path[prefix.len()..]),
            };
            if !entry.name.is_empty() && !entries.contains(&entry) {
                entries.push(entry);
            }
        }
        let exists =
            self.files.range(prefix.clone()..).next().is_some_and(|(path, _)| path.starts_with(&prefix));
        if exists { Listing::Entries(entries) } else { Listing::Absent }
    }

    pub(crate) fn fill(&self, snapshot: &mut PlanningSnapshot, focus: &[Focus]) {
        let questions = Questions::new(snapshot, focus);
        loop {
            let wanted = snapshot.wanted(&questions);
            if wanted.is_empty() {
                return;
            }
            for wanted in wanted {
                match wanted {
                    Wanted::Folder(folder) => {
                        self.listed.set(self.listed.get() + 1);
                        snapshot.set_listing(folder.clone(), self.listing(&folder));
                    }
                    Wanted::Head(file) => {
                        self.opened.set(self.opened.get() + 1);
                        let head = self
                            .files
                            .get(&file)
                            .map_or(FileHead::Unreadable, |text| FileHead::Read(text.clone().into_bytes()));
                        snapshot.set_head(file, head);
                    }
                }
            }
        }
    }
}
