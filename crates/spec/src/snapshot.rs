//! Everything an archive or a cancel is decided on, as data (architecture: *decide purely, act once*).
//!
//! Taken by others in one go. The few questions whose answers depend on the decision itself (what stands at a promotion's place,
//! which commit a locator names) are asked through [`HomeRepository`], which answers from the same moment.

use cairn_plan::RelativePath;
use jiff::civil::Date;

use crate::Slug;
use crate::folder::SpecFolder;
use crate::prd::Prd;
use crate::preconditions::{Refused, active_spec};
use crate::presence::Presence;
use crate::roots::Roots;
use crate::standing::Standings;

/// The home repository, asked while deciding. Every answer is about the moment of the snapshot.
pub trait HomeRepository {
    /// What stands at a path of the work tree, links not followed.
    fn presence(&self, path: &RelativePath) -> Presence;

    /// Whether git would ignore a new file at a path, so that it could be lost (check `destination`).
    fn would_ignore(&self, path: &RelativePath) -> bool;

    /// The commit that a git locator for a path names: rows 1 to 3 of roundfix 9. `None` when no reachable commit holds it.
    fn commit_holding(&self, path: &RelativePath) -> Option<String>;
}

/// The moment an archive or a cancel is decided on.
pub struct Snapshot<'a> {
    /// Which Spec.
    pub slug: Slug,
    /// Where Specs and records live.
    pub roots: Roots,
    /// The work tree of the home repository, absolute; only for what is printed.
    pub home: std::path::PathBuf,
    /// What stands at the Spec folder.
    pub folder_presence: Presence,
    /// The Spec folder.
    pub folder: SpecFolder,
    /// HEAD, the full commit id.
    pub head: String,
    /// What git says of the Spec folder.
    pub git: FolderGit,
    /// Every file of the home repository that may cite the Spec ([`crate::relink::mentions`] tells), and for an external root those
    /// of the other repository.
    pub files: Vec<SearchedFile>,
    /// Where every other Spec stands.
    pub standings: Standings,
    /// The active Specs that require this one.
    pub required_by: Vec<Slug>,
    /// Paths that are staged already; looked at only for a commit.
    pub staged: Vec<RelativePath>,
    /// The git operation that is under way, such as `rebase`; looked at only for a commit.
    pub operation: Option<String>,
    /// Today, local.
    pub today: Date,
    /// The pull request that exactly one local ref of a pull request head names (roundfix 4.8).
    pub pull_request: Option<u64>,
    /// Whether HEAD is reachable from the default branch; `None` when no default branch is known.
    pub merged: Option<bool>,
    /// The home repository.
    pub repository: &'a dyn HomeRepository,
}

/// What git says of the Spec folder; paths are relative to the home repository.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FolderGit {
    /// Paths that differ from HEAD, each with how.
    pub changes: Vec<(RelativePath, ChangeKind)>,
    /// Paths with the assume-unchanged or skip-worktree flag.
    pub hidden: Vec<RelativePath>,
    /// Every untracked file that git ignores, also inside ignored folders.
    pub ignored: Vec<RelativePath>,
}

/// How a path of the Spec folder differs from HEAD.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeKind {
    /// Its content or mode differs, whatever git's status says.
    Modified,
    /// It differs in the index.
    Staged,
    /// It is gone.
    Deleted,
    /// It was renamed.
    Renamed,
    /// Git does not know it.
    Untracked,
    /// A filter program such as git-lfs keeps its content, so that git alone does not give it back.
    Filtered,
    /// Its content is not in this clone.
    NotHere,
}

impl ChangeKind {
    /// How messages call it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Modified => "modified",
            Self::Staged => "staged, not committed",
            Self::Deleted => "deleted",
            Self::Renamed => "renamed, not committed",
            Self::Untracked => "untracked",
            Self::Filtered => {
                "kept by a filter program (such as git-lfs), so git alone does not give its content back"
            }
            Self::NotHere => "its content is not in this clone, which is partial or damaged",
        }
    }
}

/// A regular file that may cite the Spec.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchedFile {
    /// Where, relative to its repository.
    pub path: RelativePath,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Whether git tracks it.
    pub tracked: bool,
    /// Whether it differs from HEAD, staged or not.
    pub dirty: bool,
    /// Whether it is in the home repository; a file elsewhere only gets warnings (roundfix 8.6).
    pub home: bool,
}

impl Snapshot<'_> {
    /// The Spec folder, relative to the home repository.
    pub fn at(&self) -> RelativePath {
        self.roots.folder(&self.slug)
    }

    /// Check 4.
    ///
    /// # Errors
    /// See [`crate::preconditions::active_spec`].
    pub fn active_spec(&self) -> Result<Prd, Refused> {
        active_spec(&self.slug, &self.at(), self.folder_presence, &self.folder)
    }

    /// The record, relative to the home repository.
    pub fn record(&self) -> RelativePath {
        self.roots.record(&self.slug)
    }

    /// The Spec folder as output calls it.
    pub fn source(&self) -> String {
        String::from_utf8_lossy(self.at().as_bytes()).into_owned()
    }
}
