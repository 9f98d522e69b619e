//! The QA contract (roundfix 6): which report counts, what it says, and the one judgement of it.
//!
//! `archive`, `settle` and `qa-report` ask [`policy::judge`] and nothing else: same file, same answer. Nothing here looks at
//! modification times, at older reports, or at anything outside the report and the declarations of its PRD.

pub mod file;
pub mod newest;
pub mod policy;
pub mod reading;
pub mod rows;
pub mod table;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::Cause;
use crate::declaration::Declarations;
use crate::folder::{FolderEntry, SpecFolder};

pub use policy::{Judgement, judge};
pub use reading::{Counts, Report};
pub use rows::{Exemption, Row, RowClass};

/// The four words a report can end with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Everything was reached and passed.
    Pass,
    /// Something failed.
    Fail,
    /// Something could not be reached.
    Partial,
    /// The gate did not finish.
    Pending,
}

impl Verdict {
    /// The verdict that a word means; case matters.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "pass" => Some(Self::Pass),
            "fail" => Some(Self::Fail),
            "partial" => Some(Self::Partial),
            "pending" => Some(Self::Pending),
            _ => None,
        }
    }

    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Partial => "partial",
            Self::Pending => "pending",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

/// What the newest report of a Spec amounts to: three answers, never two (fault kind "unreadable taken for missing").
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QaState {
    /// There is no report.
    Missing,
    /// The newest report cannot be read.
    Unreadable {
        /// Its file name.
        name: String,
        /// Why; the path is relative to the Spec folder.
        cause: Cause,
    },
    /// The newest report was read and judged.
    Judged {
        /// Its file name.
        name: String,
        /// What it says.
        report: Box<Report>,
        /// What follows from it.
        judgement: Judgement,
    },
}

impl QaState {
    /// Judges the newest report of a Spec folder.
    pub fn of(folder: &SpecFolder, declarations: &Declarations) -> Self {
        match newest::candidates(folder).first() {
            None => Self::Missing,
            Some(name) => match read(folder, name) {
                Err(cause) => Self::Unreadable { name: name.clone(), cause },
                Ok(report) => {
                    let judgement = judge(&report, declarations);
                    Self::Judged { name: name.clone(), report: Box::new(report), judgement }
                }
            },
        }
    }

    /// The file name of the newest report, readable or not; `""` when there is none.
    pub fn report_name(&self) -> &str {
        match self {
            Self::Missing => "",
            Self::Unreadable { name, .. } | Self::Judged { name, .. } => name,
        }
    }

    /// The verdict of a readable report.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Self::Judged { report, .. } => Some(report.verdict),
            Self::Missing | Self::Unreadable { .. } => None,
        }
    }

    /// Whether the newest report settles the QA Task.
    pub fn is_eligible(&self) -> bool {
        matches!(self, Self::Judged { judgement, .. } if judgement.is_eligible())
    }

    /// Why it does not; `None` when it does.
    pub fn cause(&self) -> Option<String> {
        match self {
            Self::Missing => Some("no QA Report".to_owned()),
            Self::Unreadable { cause, .. } => Some(cause.message.clone()),
            Self::Judged { judgement, .. } => judgement.cause.as_ref().map(|cause| cause.message.clone()),
        }
    }
}

/// Reads one report of a Spec folder.
///
/// # Errors
/// One cause, relative to the folder.
pub fn read(folder: &SpecFolder, name: &str) -> Result<Report, Cause> {
    let path = format!("qa/{name}");
    match folder.get(&path) {
        Some(FolderEntry::File(file)) => match &file.bytes {
            Some(bytes) => Report::read(&path, bytes),
            None => Err(Cause::whole(path, "is too large to be read")),
        },
        Some(_) => Err(Cause::whole(path, "is no regular file")),
        None => Err(Cause::whole(path, "does not exist")),
    }
}
