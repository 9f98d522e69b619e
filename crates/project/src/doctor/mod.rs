//! What is wrong around a project, and the one command that repairs it (`cairn doctor`, cairn 9, G5).
//!
//! [`Examination`] is everything that was looked at, as a value; [`Examination::findings`] judges it, purely. Nothing is written.

mod examine;
mod findings;

use std::path::PathBuf;

pub use cairn_report::Severity;
use cairn_vault::Leftover;

use crate::recovery::CutRemoval;

/// Everything that was looked at.
#[derive(Debug, Clone, Default)]
pub struct Examination {
    /// The root, absolute: paths are shown from here.
    pub root: PathBuf,
    /// Whether there is a `git`.
    pub has_git: bool,
    /// The merge driver of a planning project in a git work tree.
    pub merging: Option<Merging>,
    /// The hook that an earlier `init` wrote.
    pub hook: Option<Hook>,
    /// Programs that the project's status line names and that are not there.
    pub missing_programs: Vec<MissingProgram>,
    /// What crashes left behind.
    pub leftovers: Vec<Leftover>,
    /// Those of them that no recovery takes further.
    pub cut_removals: Vec<CutRemoval>,
    /// Planning files with conflict markers: path and line.
    pub conflicts: Vec<(String, usize)>,
    /// Records that cannot be read: path and cause.
    pub broken_records: Vec<(String, String)>,
    /// Records beside their folders.
    pub left_folders: Vec<crate::specs::LeftFolder>,
    /// The place of the operation log, when it cannot be written.
    pub unwritable_log: Option<UnwritableLog>,
}

/// How planning files are merged in this clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merging {
    /// Planning files that attributes give to our driver.
    pub given: Vec<String>,
    /// The command of our driver, as git sees it.
    pub command: Option<Vec<u8>>,
}

/// The hook that an earlier `init` wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    /// The file as output calls it.
    pub target: String,
    /// How it is now.
    pub state: HookState,
}

/// How a hook of ours is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookState {
    /// As `init` left it.
    Sound,
    /// The file, or our block in it, is gone or was edited.
    Gone,
    /// Git does not run it.
    NotExecutable,
}

/// A program that the status line names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingProgram {
    /// The program.
    pub program: String,
    /// Whether it is our own, or the first word of a command that we chained.
    pub is_chained: bool,
}

/// Why the operation log cannot be written, or relied on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnwritableLog {
    /// The environment names no place for it.
    Nowhere,
    /// Its folder cannot be written.
    Folder(PathBuf),
    /// This stands where it keeps what was taken back.
    Obstacle(PathBuf),
    /// This holds what was taken back, and does not read back.
    Damaged(PathBuf),
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// A code of the table in cairn 9.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where, from the root; absolute outside it.
    pub path: Option<String>,
    /// The one command to run.
    pub repair: Option<String>,
}
