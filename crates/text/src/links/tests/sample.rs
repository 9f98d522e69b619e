//! The Spec that the tests archive: a folder `F`, and what becomes of its paths (8.2).

use crate::links::{Citation, Citations, Entry, Folder, NewTarget, RepositoryPath, Rewrite};

pub(super) const COMMIT: &str = "5f0e1d2c3b4a59687766554433221100ffeeddcc";

const FILES: &[&str] = &[
    "_prd.md",
    "_tasks.md",
    "_techspec.md",
    "task_01.md",
    "qa/qa-report-2026-10-05.md",
    "qa/evidence/1.txt",
    "measurement/list.md",
    "measurement/raw.md",
    "measurement/raw.log",
    "measurement/shot.png",
    "measurement/a_(1).txt",
    "measurement/b(.txt",
    "measurement/100%.md",
    "measurement/計測.md",
    "measurement/R&D.md",
    "my notes.md",
];

/// `docs/specs/0042-sample`.
pub(super) fn folder() -> Folder {
    let files = FILES.iter().map(|file| (*file, Entry::File));
    Folder::new(path("docs/specs/0042-sample"), files.chain([("linked.md", Entry::Symlink)]))
}

pub(super) fn path(text: &str) -> RepositoryPath {
    RepositoryPath::new(text).unwrap()
}

/// What a citation in a Live Document becomes: the record for the folder, folders in it and core files, else the promoted copy.
pub(super) fn archived(citation: &Citation) -> NewTarget {
    let below = citation.below.as_slice();
    let name = below.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    let is_core = below.starts_with(b"_") || below.starts_with(b"task_") || name.starts_with(b"qa-report-");
    match citation.entry {
        None | Some(Entry::Symlink) => NewTarget::Leave,
        Some(Entry::File) if !is_core => NewTarget::MovedTo(path("docs/references").join(name).unwrap()),
        Some(_) => NewTarget::StandsIn(path("docs/history/specs/0042-sample.md")),
    }
}

/// What a destination in a promoted copy becomes, when `measurement/list.md` and `measurement/raw.md` are promoted. No commit holds
/// what does not exist.
pub(super) fn copied(citation: &Citation) -> NewTarget {
    match citation.below.as_slice() {
        b"measurement/list.md" => NewTarget::MovedTo(path("docs/references/list.md")),
        b"measurement/raw.md" => NewTarget::MovedTo(path("docs/references/raw.md")),
        _ if citation.entry.is_none() => NewTarget::Leave,
        b"" => NewTarget::Locator(format!("docs/specs/0042-sample@{COMMIT}").into()),
        below => NewTarget::Locator([b"docs/specs/0042-sample/", below, b"@", COMMIT.as_bytes()].concat()),
    }
}

/// The document after the rewrite, and for each thing that was left its line and text.
pub(super) fn outcome(document: &str, rewrite: &Rewrite) -> (String, Vec<(usize, String)>) {
    let text = String::from_utf8(rewrite.patch().apply(document.as_bytes())).unwrap();
    let left = rewrite.left.iter().map(|left| (left.line, String::from_utf8(left.target.clone()).unwrap()));
    (text, left.collect())
}

/// Archives the Spec as far as the Live Document at `place` is concerned.
pub(super) fn relink(place: &str, document: &str) -> (String, Vec<(usize, String)>) {
    let place = path(place);
    let folders = [folder()];
    let citations = Citations::find(document.as_bytes(), place.clone(), &folders);
    let (text, left) = outcome(document, &citations.rewrite(&place, archived));
    let again = Citations::find(text.as_bytes(), place.clone(), &folders).rewrite(&place, archived);
    assert_eq!(again.changes, [], "scanning {text:?} again finds something to rewrite");
    (text, left)
}
