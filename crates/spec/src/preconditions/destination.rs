//! Check 12: the place of the record is free, safe and kept (D67).

use cairn_plan::{Reason, RelativePath};

use crate::presence::Presence;
use crate::situation::Situation;

/// Everything that stands in the way of the record, the copies and the returned files.
pub(super) fn destination(situation: &Situation<'_>) -> Vec<Reason> {
    let snapshot = situation.snapshot;
    let repository = snapshot.repository;
    let fail = |code: &'static str, path: &RelativePath, message: &str| {
        Reason::new("destination", code, format!("{path}: {message}")).at(path.clone())
    };
    let mut reasons = Vec::new();
    let root = &snapshot.roots.archive_root;
    for folder in root.ancestors().chain([root.clone()]) {
        match repository.presence(&folder) {
            Presence::Link => reasons.push(fail("archive_root_unsafe", &folder, "is a symbolic link")),
            Presence::File | Presence::Other => {
                reasons.push(fail("archive_root_unsafe", &folder, "is no folder"))
            }
            Presence::Absent | Presence::Folder | Presence::Blocked => {}
        }
    }
    let record = snapshot.record();
    if repository.presence(&record).exists() {
        let message = format!(
            "a record of this slug exists, beside the folder `{}`; records are never overwritten",
            snapshot.at()
        );
        reasons.push(fail("record_exists", &record, &message));
    }
    let legacy = snapshot.roots.legacy_folder(&snapshot.slug);
    if repository.presence(&legacy).exists() {
        reasons.push(fail(
            "legacy_folder_exists",
            &legacy,
            "an archive of this slug from before the records exists",
        ));
    }
    let copies = situation.relink.promotions.iter().map(|one| &one.to);
    let returned = situation.returned.iter().map(|one| &one.to);
    for path in [&record].into_iter().chain(copies).chain(returned) {
        if repository.would_ignore(path) {
            reasons.push(fail("destination_ignored", path, "git would ignore it, so it could be lost"));
        }
    }
    reasons
}
