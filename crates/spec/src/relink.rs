//! Relink (roundfix 8, A-10 to A-15): what becomes of every citation of a Spec folder that goes.
//!
//! Decides promotions, rewrites Live Documents, adapts the links of copied text, and collects the warnings. All finding and writing
//! of links is `cairn_text::links`; here is only what a target becomes. Nothing is refused here: the checks look at the result.

pub mod copy;
pub mod live;
mod past;
pub mod promotion;
mod target;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use cairn_plan::RelativePath;
use cairn_text::links::{Citations, Entry, Folder, Mentions, RepositoryPath};

use crate::folder::{FolderEntry, SpecFolder};
use crate::snapshot::{SearchedFile, Snapshot};
use crate::warning::{CITATION, Warning, in_order};

pub use copy::{CopiedText, Copier};
pub use past::{Past, PastDocument};
pub use promotion::{CitedBy, Promotion};
pub use target::Targets;

/// A Live Document with new destinations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewrittenDocument {
    /// Where, relative to the home repository.
    pub path: RelativePath,
    /// Its bytes before.
    pub before: Vec<u8>,
    /// Its bytes afterwards.
    pub after: Vec<u8>,
    /// Whether it differs from HEAD, so that the rewrite is refused.
    pub dirty: bool,
    /// Every change, in the order of the document.
    pub changes: Vec<RelinkedDestination>,
}

/// One destination that changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelinkedDestination {
    /// 1-based line.
    pub line: usize,
    /// What stands there.
    pub old: String,
    /// What will stand there.
    pub new: String,
}

/// The whole relink of one archive or cancel.
#[derive(Debug, Clone)]
pub struct Relink {
    /// What is promoted, sorted by the path below the Spec folder.
    pub promotions: Vec<Promotion>,
    /// The documents that change, sorted by path.
    pub documents: Vec<RewrittenDocument>,
    /// Citations that stay, and what the copies could not keep; sorted by path and line.
    pub warnings: Vec<Warning>,
    /// The Spec folder, as the link scanner sees it.
    pub folders: [Folder; 1],
    /// Where everything in it goes.
    pub targets: Targets,
}

/// The filter for files that may cite the Spec at `at`: what it refuses need not be in the snapshot.
pub fn mentions(at: &RelativePath) -> Mentions {
    Mentions::of(&[repository_path(at)])
}

/// The Spec folder as the link scanner sees it.
pub fn link_folder(at: &RelativePath, folder: &SpecFolder) -> Folder {
    let entries = folder.entries().map(|(path, entry)| {
        let kind = match entry {
            FolderEntry::File(_) => Entry::File,
            FolderEntry::Folder => Entry::Directory,
            // What git does not keep is cited like a link: never rewritten.
            FolderEntry::Link(_) | FolderEntry::Odd(_) => Entry::Symlink,
        };
        (path.as_bytes().to_vec(), kind)
    });
    Folder::new(repository_path(at), entries)
}

/// A checked path as the link scanner takes it. A relative path never leaves the repository, so the fallback is never taken.
pub(crate) fn repository_path(path: &RelativePath) -> RepositoryPath {
    RepositoryPath::new(path.as_bytes()).unwrap_or_default()
}

impl Relink {
    /// Decides the relink of a Spec.
    ///
    /// `requested` are the valid paths of `--promote`; `is_core` tells the core files; `returned` maps files of the Spec folder to
    /// the places that a cancel returns them to.
    pub fn decide(
        snapshot: &Snapshot<'_>,
        requested: &[RelativePath],
        is_core: &dyn Fn(&[u8]) -> bool,
        returned: &BTreeMap<RelativePath, RelativePath>,
        pull_request: Option<u64>,
    ) -> Self {
        let at = snapshot.at();
        let folders = [link_folder(&at, &snapshot.folder)];
        let archive_root = &snapshot.roots.archive_root;
        let (live, other): (Vec<&SearchedFile>, Vec<&SearchedFile>) =
            snapshot.files.iter().partition(|file| live::is_live(file, &at, archive_root));
        let found: Vec<(&SearchedFile, Citations<'_>)> = live
            .into_iter()
            .map(|file| (file, Citations::find(&file.bytes, repository_path(&file.path), &folders)))
            .collect();
        let promotions = promotion::decide(&snapshot.folder, requested, &found, is_core, returned);
        let promoted = promotions.iter().map(|one| (&one.from, &one.to));
        let targets = Targets::new(&at, &snapshot.record(), promoted.chain(returned));
        let mut documents: Vec<RewrittenDocument> = Vec::new();
        let mut warnings: Vec<Warning> = Vec::new();
        for (file, citations) in found {
            documents.extend(rewritten(file, &citations, &targets, &mut warnings));
        }
        for file in other {
            warnings.extend(cited_elsewhere(file, &at, &folders));
        }
        documents.sort_by(|one, other| one.path.cmp(&other.path));
        let mut relink = Self { promotions, documents, warnings, folders, targets };
        relink.adapt_copies(snapshot, pull_request);
        relink.warnings = in_order(std::mem::take(&mut relink.warnings));
        relink
    }

    fn adapt_copies(&mut self, snapshot: &Snapshot<'_>, pull_request: Option<u64>) {
        let copier = Copier { snapshot, folders: &self.folders, targets: &self.targets, pull_request };
        for promotion in &mut self.promotions {
            let copied = copier.promoted(promotion);
            promotion.copy = copied.bytes;
            self.warnings.extend(copied.warnings);
        }
    }

    /// The promoted copies, sorted bytewise, as records and reports name them.
    pub fn promoted(&self) -> Vec<String> {
        let mut paths: Vec<String> = self.promotions.iter().map(|one| one.to.to_string()).collect();
        paths.sort();
        paths
    }

    /// The rewritten documents, sorted bytewise.
    pub fn relinked(&self) -> Vec<String> {
        self.documents.iter().map(|document| document.path.to_string()).collect()
    }
}

/// The document with its new destinations; `None` when none changes. Citations that stay are warned about.
fn rewritten(
    file: &SearchedFile,
    citations: &Citations<'_>,
    targets: &Targets,
    warnings: &mut Vec<Warning>,
) -> Option<RewrittenDocument> {
    let rewrite = citations.rewrite(&repository_path(&file.path), |citation| targets.of_citation(citation));
    let path = file.path.to_string();
    warnings.extend(rewrite.left.iter().map(|left| citation_warning(&path, left.line, &left.target)));
    if rewrite.changes.is_empty() {
        return None;
    }
    let changes = rewrite.changes.iter().map(|change| RelinkedDestination {
        line: change.line,
        old: String::from_utf8_lossy(&change.old).into_owned(),
        new: String::from_utf8_lossy(&change.new).into_owned(),
    });
    Some(RewrittenDocument {
        path: file.path.clone(),
        before: file.bytes.clone(),
        after: rewrite.patch().apply(&file.bytes),
        dirty: file.dirty,
        changes: changes.collect(),
    })
}

/// Every citation in a file that is no Live Document.
fn cited_elsewhere(file: &SearchedFile, at: &RelativePath, folders: &[Folder]) -> Vec<Warning> {
    if file.bytes.contains(&0) || (file.home && file.path.is_within(at)) {
        return Vec::new();
    }
    let citations = if file.home && live::is_markdown(&file.path) {
        Citations::find(&file.bytes, repository_path(&file.path), folders)
    } else {
        Citations::find_in_text(&file.bytes, folders)
    };
    let path = file.path.to_string();
    citations
        .iter()
        .map(|citation| citation_warning(&path, citation.line, citations.text(citation)))
        .collect()
}

/// A citation that stays.
fn citation_warning(file: &str, line: usize, target: &[u8]) -> Warning {
    Warning {
        file: file.to_owned(),
        line: Some(line),
        code: CITATION,
        target: Some(String::from_utf8_lossy(target).into_owned()),
        message: "still cites the Spec".to_owned(),
    }
}
