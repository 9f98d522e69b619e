//! Spec folders that history deleted and that no record speaks of.

use std::collections::{BTreeMap, BTreeSet};

use cairn_git::{HistoryChange, HistoryChangeKind};
use cairn_spec::list::ListSnapshot;
use cairn_spec::{Slug, prd};

use crate::specs::repository::SpecRepository;

/// Where each folder stood, and the newest commit that deleted its PRD.
pub(super) fn without_record(
    repository: &SpecRepository<'_>,
    list: &ListSnapshot,
    history: &[HistoryChange],
) -> Vec<(String, String)> {
    let roots = &repository.roots;
    let here: BTreeSet<&Slug> = list
        .folders
        .iter()
        .chain(&list.legacy)
        .map(|folder| &folder.slug)
        .chain(list.records.iter().map(|record| &record.slug))
        .collect();
    // What was added to the archive at any time has a record, or moved there as a whole.
    let mut archived: BTreeSet<Slug> = BTreeSet::new();
    let mut deleted: BTreeMap<Slug, &HistoryChange> = BTreeMap::new();
    for change in history {
        let Some(path) = cairn_plan::RelativePath::new(change.path.as_slice()).ok() else { continue };
        match change.kind {
            HistoryChangeKind::Added => {
                let inside = path.below(&roots.archive_root);
                let first = inside.as_ref().and_then(|path| path.components().next().map(<[u8]>::to_vec));
                let name = first.as_deref().map(|name| name.strip_suffix(b".md").unwrap_or(name));
                archived.extend(name.and_then(slug));
            }
            HistoryChangeKind::Deleted => {
                let below = match &roots.spec_root {
                    Some(root) => path.below(root),
                    None => Some(path.clone()),
                };
                let Some(below) = below else { continue };
                let parts: Vec<&[u8]> = below.components().collect();
                if let [name, file] = parts.as_slice()
                    && *file == prd::FILE.as_bytes()
                    && let Some(slug) = slug(name)
                {
                    deleted.entry(slug).or_insert(change);
                }
            }
        }
    }
    let lost = deleted.into_iter().filter(|(slug, _)| !here.contains(slug) && !archived.contains(slug));
    lost.map(|(slug, change)| (roots.folder(&slug).to_string(), change.commit.to_string())).collect()
}

fn slug(name: &[u8]) -> Option<Slug> {
    Slug::new(std::str::from_utf8(name).ok()?).ok()
}
