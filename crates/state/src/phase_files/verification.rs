//! What the verification of a phase says: passed, not passed, or unreadable (D30; fault kind "unreadable taken for missing or passed").

use super::{FileHead, natural_order, status_of};
use crate::phase_id::PhaseId;

/// The answer of a phase's `*-VERIFICATION.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verification {
    /// There is no such file.
    Missing,
    /// Its frontmatter says `status: passed`.
    Passed,
    /// It says something else, or nothing.
    NotPassed {
        /// The file name within the phase folder.
        file: String,
        /// The status as written; empty when there is none.
        status: String,
    },
    /// It cannot be read.
    Unreadable {
        /// The file name within the phase folder.
        file: String,
        /// Line of the fault, from 1.
        line: usize,
        /// What is wrong, as a lower-case fragment.
        fault: String,
    },
}

/// Whether a file of a phase folder is a verification by its name.
pub fn is_verification(file: &str) -> bool {
    file == "VERIFICATION.md" || file.ends_with("-VERIFICATION.md") && !file.contains('/')
}

impl Verification {
    /// The verification of a phase: that of its own id (`02-VERIFICATION.md`) when there is one, else the last by name.
    pub fn of<'h>(phase: &PhaseId, files: &[String], head: impl Fn(&str) -> Option<&'h FileHead>) -> Self {
        let Some(file) = verification_file(phase, files) else { return Self::Missing };
        let unreadable =
            |line, fault: &str| Self::Unreadable { file: file.to_owned(), line, fault: fault.to_owned() };
        match head(file) {
            None | Some(FileHead::Unreadable) => unreadable(1, "the file cannot be read"),
            Some(FileHead::Read(bytes)) => match status_of(bytes) {
                Ok(Some(status)) if status.eq_ignore_ascii_case("passed") => Self::Passed,
                Ok(status) => Self::NotPassed { file: file.to_owned(), status: status.unwrap_or_default() },
                Err(fault) => unreadable(fault.line, &fault.message),
            },
        }
    }

    /// The word for `verification_status`: `passed`, the status as written, `missing`, `unreadable`, `none`.
    pub fn word(&self) -> &str {
        match self {
            Self::Missing => "missing",
            Self::Passed => "passed",
            Self::NotPassed { status, .. } if status.is_empty() => "none",
            Self::NotPassed { status, .. } => status,
            Self::Unreadable { .. } => "unreadable",
        }
    }
}

/// The file that [`Verification::of`] reads.
pub fn verification_file<'f>(phase: &PhaseId, files: &'f [String]) -> Option<&'f str> {
    let mut found: Vec<&str> =
        files.iter().map(String::as_str).filter(|file| is_verification(file)).collect();
    found.sort_by(|left, right| natural_order(left, right));
    let own = found.iter().find(|file| {
        file.strip_suffix("-VERIFICATION.md").and_then(PhaseId::parse).is_some_and(|id| id == *phase)
    });
    own.or(found.last()).copied()
}
