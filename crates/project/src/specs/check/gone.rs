//! Spec folders that history deleted and that no record speaks of.

use std::collections::{BTreeMap, BTreeSet};

use cairn_git::{HistoryChange, HistoryChangeKind, ObjectId};
use cairn_plan::RelativePath;
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
    let mut traces: BTreeMap<Slug, Trace<'_>> = BTreeMap::new();
    for change in history {
        let Ok(path) = RelativePath::new(change.path.as_slice()) else { continue };
        if let Some(slug) = archived(repository, &path, &change.kind) {
            traces.entry(slug).or_default().archive(change);
        } else if change.kind == HistoryChangeKind::Deleted
            && let Some(slug) = prd_of(repository, &path)
        {
            traces.entry(slug).or_default().delete(change);
        }
    }
    let lost = traces.into_iter().filter(|(slug, trace)| !here.contains(slug) && !trace.has_record());
    lost.filter_map(|(slug, trace)| Some((roots.folder(&slug).to_string(), trace.deleted?.to_string())))
        .collect()
}

/// What history says about one slug; changes are looked at newest first, those of one commit in any order.
#[derive(Default)]
struct Trace<'h> {
    /// The newest commit that deleted the folder.
    deleted: Option<&'h ObjectId>,
    /// Whether something was added to the archive in that commit or after it.
    added_since: bool,
    /// What happened to the archive last until that commit: `true` when something was added.
    before: Option<bool>,
    /// The commit that took something out of the archive, looked at last.
    taken_out: Option<&'h ObjectId>,
}

impl<'h> Trace<'h> {
    fn delete(&mut self, change: &'h HistoryChange) {
        if self.deleted.is_none() {
            self.deleted = Some(&change.commit);
            self.before = (self.taken_out == self.deleted).then_some(false);
        }
    }

    fn archive(&mut self, change: &'h HistoryChange) {
        let is_added = matches!(change.kind, HistoryChangeKind::Added(_));
        if self.deleted.is_none_or(|commit| *commit == change.commit) && is_added {
            self.added_since = true;
        } else if self.deleted.is_some() {
            self.before.get_or_insert(is_added);
        } else {
            self.taken_out = Some(&change.commit);
        }
    }

    /// A record that an archive wrote and `unarchive` took away again says nothing about a later deletion.
    fn has_record(&self) -> bool {
        self.added_since || self.before == Some(true)
    }
}

/// Whose record or older archive a path of the archive root is. Everything that was added counts, and of what was deleted the
/// record or the PRD alone.
fn archived(repository: &SpecRepository<'_>, path: &RelativePath, kind: &HistoryChangeKind) -> Option<Slug> {
    let inside = path.below(&repository.roots.archive_root)?;
    let parts: Vec<&[u8]> = inside.components().collect();
    match (kind, parts.as_slice()) {
        (_, [name]) => slug(name.strip_suffix(b".md").unwrap_or(name)),
        (HistoryChangeKind::Added(_), [name, ..]) => slug(name),
        (HistoryChangeKind::Deleted, [name, file]) if *file == prd::FILE.as_bytes() => slug(name),
        _ => None,
    }
}

/// Whose PRD a path of the Spec Root is.
fn prd_of(repository: &SpecRepository<'_>, path: &RelativePath) -> Option<Slug> {
    let below = match &repository.roots.spec_root {
        Some(root) => path.below(root)?,
        None => path.clone(),
    };
    let parts: Vec<&[u8]> = below.components().collect();
    match parts.as_slice() {
        [name, file] if *file == prd::FILE.as_bytes() => slug(name),
        _ => None,
    }
}

fn slug(name: &[u8]) -> Option<Slug> {
    Slug::new(std::str::from_utf8(name).ok()?).ok()
}
