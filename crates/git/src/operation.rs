//! What the user has begun and not finished.

use std::path::Path;

use crate::{Error, Repository};

/// An operation of git that is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// `git merge`, stopped before its commit.
    Merge,
    /// `git rebase`.
    Rebase,
    /// `git am`.
    ApplyMailbox,
    /// `git cherry-pick`.
    CherryPick,
    /// `git revert`.
    Revert,
    /// `git bisect`.
    Bisect,
}

impl Operation {
    /// Its name, as the user typed it: `merge`, `rebase`, `am`, `cherry-pick`, `revert`, `bisect`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Merge => "merge",
            Self::Rebase => "rebase",
            Self::ApplyMailbox => "am",
            Self::CherryPick => "cherry-pick",
            Self::Revert => "revert",
            Self::Bisect => "bisect",
        }
    }
}

impl Repository {
    /// The operation that is under way in this work tree; the innermost, should there be two.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn operation(&self) -> Result<Option<Operation>, Error> {
        let has = |name: &str| self.git_dir().join(name).symlink_metadata().is_ok();
        if has("MERGE_HEAD") {
            return Ok(Some(Operation::Merge));
        }
        // These two are references: reftable keeps no file of them.
        if has("CHERRY_PICK_HEAD") || self.reference_outside_files("CHERRY_PICK_HEAD")? {
            return Ok(Some(Operation::CherryPick));
        }
        if has("REVERT_HEAD") || self.reference_outside_files("REVERT_HEAD")? {
            return Ok(Some(Operation::Revert));
        }
        if has("rebase-apply/applying") {
            return Ok(Some(Operation::ApplyMailbox));
        }
        if has("rebase-merge") || has("rebase-apply") {
            return Ok(Some(Operation::Rebase));
        }
        // Between two commits of a series only its list is there.
        if let Some(series) = series(&self.git_dir().join("sequencer/todo")) {
            return Ok(Some(series));
        }
        Ok(has("BISECT_LOG").then_some(Operation::Bisect))
    }

    fn reference_outside_files(&self, name: &str) -> Result<bool, Error> {
        let files = !self.common_dir().join("reftable").is_dir();
        if files { Ok(false) } else { self.resolve(name).map(|found| found.is_some()) }
    }
}

/// Which series of commits the list of the sequencer is of.
fn series(list: &Path) -> Option<Operation> {
    let text = std::fs::read(list).ok()?;
    Some(if text.starts_with(b"revert") { Operation::Revert } else { Operation::CherryPick })
}
