//! Links of Live Documents into Spec folders that are gone (roundfix 8.3, 8.4).

use std::collections::BTreeMap;

use bstr::ByteSlice;
use cairn_text::LineIndex;
use cairn_text::links::{Locator, RepositoryPath, Resolved, resolve, scan};

use super::Place;

/// The folders that records name as their source and that are gone, each with its record.
#[derive(Debug, Clone, Default)]
pub struct Sources(BTreeMap<Vec<u8>, String>);

/// A destination that leads into such a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLink {
    /// The document.
    pub path: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// The destination as it stands there.
    pub target: String,
    /// The record that tells what became of the Spec.
    pub record: String,
}

impl Sources {
    /// Folders with their records, both as paths of the repository.
    pub fn new<'s>(gone: impl IntoIterator<Item = (&'s str, &'s str)>) -> Self {
        Self(
            gone.into_iter()
                .map(|(source, record)| (source.as_bytes().to_vec(), record.to_owned()))
                .collect(),
        )
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The folders.
    #[must_use]
    pub fn paths(&self) -> Vec<RepositoryPath> {
        self.0.keys().filter_map(RepositoryPath::new).collect()
    }

    /// The links of one document that lead into one of them. Git locators lead nowhere that can die.
    #[must_use]
    pub fn dead_links(&self, path: &str, document: &[u8]) -> Vec<DeadLink> {
        let Some(place) = RepositoryPath::new(path) else { return Vec::new() };
        let (folder, index) = (place.parent(), LineIndex::new(document));
        let dead = scan(document).destinations.into_iter().filter_map(|destination| {
            let Resolved::Path(reference) = resolve(document, &destination, &folder) else { return None };
            let target = reference.path.as_bytes();
            if Locator::parse(target).is_some() {
                return None;
            }
            let record = self.record_of(target)?;
            let position = index.position(destination.span.start);
            Some(DeadLink {
                path: path.to_owned(),
                line: position.line,
                column: position.column,
                target: destination.span.of(document).to_str_lossy().into_owned(),
                record: record.to_owned(),
            })
        });
        dead.collect()
    }

    /// The record of the folder that `target` is or lies in.
    fn record_of(&self, target: &[u8]) -> Option<&str> {
        let ends = memchr_slashes(target).chain([target.len()]);
        ends.filter_map(|end| self.0.get(target.get(..end)?)).next().map(String::as_str)
    }
}

fn memchr_slashes(path: &[u8]) -> impl Iterator<Item = usize> {
    path.find_iter(b"/")
}

pub(super) fn place(dead: &DeadLink) -> Place {
    let message =
        format!("`{}` leads into a Spec folder that is gone; its record is `{}`", dead.target, dead.record);
    let mut place = Place::at(&dead.path, Some(dead.line), message);
    place.column = dead.column;
    place
}
