//! Why a command over Specs was not done, as a value; the command line knows the words and the exit status of each.

use std::path::{Path, PathBuf};

use cairn_plan::{Reason, Refusal, RelativePath};
use cairn_spec::preconditions::Refused;
use cairn_state::answer::Value;
use cairn_state::failure::{Failure, Reason as Cause};
use cairn_vault::{CommitError, VaultError};

/// Why a command was not done. With every one of them nothing was written, but for [`SpecFailure::LeftChanged`], which says what
/// was.
#[derive(Debug, thiserror::Error)]
pub enum SpecFailure {
    /// Checks failed before anything was written (roundfix 4.1).
    #[error("{}", reasons(&.0.refusal))]
    Refused(Box<Refused>),
    /// Another process held the lock longer than the limit.
    #[error("`{}` is held by {}", .path.display(), holder(*.pid))]
    Locked {
        /// The lock file.
        path: PathBuf,
        /// The process named in it.
        pid: Option<u32>,
    },
    /// Ctrl-C; everything is as it was.
    #[error("interrupted; everything is as it was")]
    Interrupted,
    /// Git could not be asked.
    #[error(transparent)]
    Git(#[from] cairn_git::Error),
    /// The system refused a step, and everything is as it was.
    #[error("{0}")]
    Io(VaultError),
    /// A step failed, and taking back the earlier ones failed as well.
    #[error("{cause}; these could not be restored: {}", list(.left))]
    LeftChanged {
        /// Why it failed.
        cause: VaultError,
        /// Every place that is not as it was.
        left: Vec<RelativePath>,
        /// The folder that keeps the old and the new contents.
        journal: PathBuf,
    },
}

fn reasons(refusal: &Refusal) -> String {
    refusal.reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

fn holder(pid: Option<u32>) -> String {
    pid.map_or_else(|| "another process".to_owned(), |pid| format!("process {pid}"))
}

fn list(paths: &[RelativePath]) -> String {
    paths.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ")
}

impl SpecFailure {
    /// A refusal for one reason, with the next step.
    pub fn refused(reason: Reason, step: impl Into<String>) -> Self {
        let mut refusal = Refusal::because(reason);
        refusal.remedy(step);
        Self::from(Refused::from(refusal))
    }
}

impl SpecFailure {
    /// What ended the waiting for a lock, as the planning side tells it; `None` for a failure of another kind. Paths are seen from
    /// `root`.
    pub(super) fn of_waiting(root: &Path, failure: &Failure) -> Option<Self> {
        match (failure.reason, failure.facts.get("path"), failure.facts.get("pid")) {
            (Cause::Locked, Some(Value::Text(path)), pid) => {
                let pid = match pid {
                    Some(Value::Number(pid)) => u32::try_from(*pid).ok(),
                    _ => None,
                };
                Some(Self::Locked { path: root.join(path), pid })
            }
            (Cause::Interrupted, ..) => Some(Self::Interrupted),
            _ => None,
        }
    }
}

impl From<Refused> for SpecFailure {
    fn from(refused: Refused) -> Self {
        Self::Refused(Box::new(refused))
    }
}

impl From<VaultError> for SpecFailure {
    fn from(error: VaultError) -> Self {
        match error {
            VaultError::Locked { path, pid } => Self::Locked { path, pid },
            VaultError::Interrupted => Self::Interrupted,
            other => Self::Io(other),
        }
    }
}

impl From<CommitError> for SpecFailure {
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::LeftChanged { cause, left, journal } => Self::LeftChanged { cause, left, journal },
            CommitError::NotDone(cause) | CommitError::DeletionFailed { cause, .. } => Self::from(cause),
            // The list of causes may grow; none of them is a reason to stay silent.
            other => Self::Io(VaultError::Io {
                operation: "carry out",
                path: PathBuf::from("the change"),
                source: std::io::Error::other(other.to_string()),
            }),
        }
    }
}
