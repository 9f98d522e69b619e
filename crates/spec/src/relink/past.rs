//! What an archive wrote, worked out again from its record and the folder as git holds it (roundfix 11, 11b).
//!
//! A relink is a pure function of the folder, the documents and the record, so a document or a copy that still has exactly the
//! bytes the archive wrote can be told from one that changed since. Only the commit of a locator cannot be worked out again; any
//! is accepted, and a locator without one is found this way.

use std::collections::{BTreeMap, BTreeSet};

use cairn_plan::RelativePath;
use cairn_text::links::{Citations, Entry, Folder, NewTarget, RepositoryPath};

use super::target::{CopyTarget, Targets};
use super::{link_folder, live, promotion, repository_path};
use crate::Slug;
use crate::folder::{SpecFolder, is_core_name};
use crate::graph::TaskGraph;
use crate::index::{IndexRow, ReferenceIndex, SourceType};
use crate::presence::Presence;
use crate::record::{Disposition, Record};

/// The relink of an archive that was made.
pub struct Past<'a> {
    folder: &'a SpecFolder,
    source: RelativePath,
    folders: [Folder; 1],
    targets: Targets,
    /// From the promoted copy to the file of the Spec folder.
    promoted: BTreeMap<RelativePath, RelativePath>,
    /// The entries that a cancel returned.
    pub returned: Vec<RelativePath>,
}

/// A document that an archive rewrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastDocument {
    /// Where, relative to the home repository.
    pub path: RelativePath,
    /// Its bytes at `source_revision`; `None` when that has no such file.
    pub then: Option<Vec<u8>>,
    /// Its bytes now; `None` when it is gone or no regular file.
    pub now: Option<Vec<u8>>,
}

impl<'a> Past<'a> {
    /// Works the relink out again. `folder` is the tree `source_revision:source`, `record_path` where the record stands,
    /// `documents` those that the record names.
    pub fn new(
        record: &Record,
        slug: &Slug,
        record_path: &RelativePath,
        folder: &'a SpecFolder,
        documents: &[PastDocument],
    ) -> Option<Self> {
        let source = RelativePath::new(record.source.as_str()).ok()?;
        let folders = [link_folder(&source, folder)];
        let rows = match record.disposition {
            Disposition::Cancelled => ReferenceIndex::read(folder, slug, &source, &|_| Presence::Absent).rows,
            _ => Vec::new(),
        };
        let returned: Vec<(RelativePath, RelativePath)> = rows.iter().filter_map(returned_by).collect();
        let graph = TaskGraph::load(folder, slug).ok();
        let is_core =
            |path: &[u8]| is_core_name(path) || graph.as_ref().is_some_and(|graph| graph.names(path));
        let cited = cited(documents, &folders);
        let names: BTreeSet<&[u8]> = record.promoted.iter().map(String::as_bytes).collect();
        let mut promoted: BTreeMap<RelativePath, RelativePath> = BTreeMap::new();
        for (from, _) in folder.files().filter(|(path, _)| !is_core(path.as_bytes())) {
            let Some(to) = promotion::target(from) else { continue };
            let named = names.contains(to.as_bytes());
            // Of several files with one name the cited one is the promoted one; else the first.
            if named && (cited.contains(from.as_bytes()) || !promoted.contains_key(&to)) {
                promoted.insert(to, from.clone());
            }
        }
        let moved = promoted.iter().map(|(to, from)| (from, to));
        let targets =
            Targets::new(&source, record_path, moved.chain(returned.iter().map(|(from, to)| (from, to))));
        let returned = returned.into_iter().map(|(_, to)| to).collect();
        Some(Self { folder, source, folders, targets, promoted, returned })
    }

    /// Whether a document still has exactly the bytes that the archive wrote.
    pub fn wrote(&self, document: &PastDocument) -> bool {
        let (Some(then), Some(now)) = (&document.then, &document.now) else { return false };
        let place = repository_path(&document.path);
        let citations = Citations::find(then, place.clone(), &self.folders);
        let rewrite = citations.rewrite(&place, |citation| self.targets.of_citation(citation));
        !rewrite.changes.is_empty() && rewrite.patch().apply(then) == *now
    }

    /// Offsets behind the locators without a commit in a promoted copy; `None` when the copy has not exactly the bytes that the
    /// archive wrote, commits of locators aside.
    pub fn bare_locators_of_copy(&self, copy: &RelativePath, now: &[u8]) -> Option<Vec<usize>> {
        let from = self.promoted.get(copy)?;
        let then = self.folder.bytes(from)?;
        if !live::is_markdown(from) || std::str::from_utf8(then).is_err() {
            return (then == now).then(Vec::new);
        }
        let old = repository_path(&self.source.join(from).ok()?);
        let citations = Citations::find(then, old, &self.folders);
        // By start: what an archive writes there, and whether a commit may follow.
        let mut pieces: BTreeMap<usize, Piece> = BTreeMap::new();
        let rewrite = citations.rewrite(&repository_path(copy), |citation| {
            match self.targets.of_copied(&citation.below) {
                CopyTarget::Moved(place) => NewTarget::MovedTo(place),
                CopyTarget::InGit(_) if citation.entry.is_none() => NewTarget::Leave,
                CopyTarget::InGit(path) => {
                    let text = citation.span.of(then).to_vec();
                    let piece = Piece { end: citation.span.end, text, locator: true };
                    pieces.insert(citation.span.start, piece);
                    NewTarget::Locator(path.as_bytes().to_vec())
                }
            }
        });
        for change in &rewrite.changes {
            let piece = pieces.entry(change.span.start).or_insert_with(|| Piece {
                end: change.span.end,
                text: Vec::new(),
                locator: false,
            });
            piece.text.clone_from(&change.new);
        }
        matched(then, &pieces, now)
    }

    /// Offsets behind the locators without a commit in the body of the record.
    pub fn bare_locators_of_record(&self, record_path: &RelativePath, bytes: &[u8]) -> Vec<usize> {
        let citations = Citations::find(bytes, repository_path(record_path), &self.folders);
        let paths = citations.iter().filter(|one| one.left.is_none() && one.entry.is_some());
        let mut found: BTreeSet<usize> = paths.map(|one| one.span.end).collect();
        for destination in &cairn_text::links::scan(bytes).destinations {
            let text = destination.span.of(bytes);
            let below = RepositoryPath::new(text)
                .filter(|path| path.as_bytes() == text)
                .and_then(|path| path.below(&repository_path(&self.source)).map(<[u8]>::to_vec));
            let exists =
                below.is_some_and(|below| self.folders.iter().any(|one| one.entry(&below).is_some()));
            if exists {
                found.insert(destination.span.end);
            }
        }
        found.into_iter().collect()
    }
}

/// What an archive wrote at one place of a copy.
struct Piece {
    end: usize,
    text: Vec<u8>,
    locator: bool,
}

/// Walks through `now` along `then` with its pieces replaced; the offsets behind locators that name no commit.
fn matched(then: &[u8], pieces: &BTreeMap<usize, Piece>, now: &[u8]) -> Option<Vec<usize>> {
    let (mut read, mut rest, mut bare) = (0, now, Vec::new());
    for (start, piece) in pieces {
        rest = rest.strip_prefix(then.get(read..*start)?)?.strip_prefix(piece.text.as_slice())?;
        if piece.locator {
            match suffix(rest) {
                0 => bare.push(now.len() - rest.len()),
                length => rest = rest.get(length..)?,
            }
        }
        read = piece.end;
    }
    (rest == then.get(read..)?).then_some(bare)
}

/// Length of `@<commit>` or `@pull/<n>` at the start of a text; 0 when neither stands there.
fn suffix(text: &[u8]) -> usize {
    let run = |text: &[u8], fits: fn(&u8) -> bool| text.iter().take_while(|byte| fits(byte)).count();
    if let Some(number) = text.strip_prefix(b"@pull/") {
        return match run(number, u8::is_ascii_digit) {
            0 => 0,
            digits => digits + 6,
        };
    }
    match text.strip_prefix(b"@").map(|rest| run(rest, u8::is_ascii_hexdigit)) {
        Some(digits @ (40 | 64)) => digits + 1,
        _ => 0,
    }
}

/// The files that the documents cited.
fn cited(documents: &[PastDocument], folders: &[Folder]) -> BTreeSet<Vec<u8>> {
    let mut cited = BTreeSet::new();
    for document in documents {
        let Some(then) = &document.then else { continue };
        let citations = Citations::find(then, repository_path(&document.path), folders);
        let files = citations.iter().filter(|one| one.left.is_none() && one.entry == Some(Entry::File));
        cited.extend(files.map(|one| one.below.clone()));
    }
    cited
}

fn returned_by(row: &IndexRow) -> Option<(RelativePath, RelativePath)> {
    row.kind.filter(|kind| *kind != SourceType::Inbox)?;
    let from = RelativePath::new(format!("references/{}", row.path)).ok()?;
    Some((from, RelativePath::new(row.source.as_str()).ok()?))
}
