//! What HEAD is in the history of its repository: merged or not, known under a pull request or not (roundfix 4.8, 9).

use cairn_git::{DefaultBranch, ObjectId, Repository};

/// HEAD in history.
#[derive(Debug, Clone)]
pub(super) struct History {
    /// The branch that work is merged into, when it is known.
    pub(super) default_branch: Option<DefaultBranch>,
    /// Whether HEAD is reachable from it.
    pub(super) merged: Option<bool>,
    /// The pull request that exactly one local reference names.
    pub(super) pull_request: Option<u64>,
}

impl History {
    /// Asks git.
    pub(super) fn of(git: &Repository, head: &ObjectId) -> Result<Self, cairn_git::Error> {
        let default_branch = git.default_branch()?;
        let merged =
            default_branch.as_ref().map(|branch| git.is_reachable(head, &branch.commit)).transpose()?;
        let pull_request = match git.pull_requests_with(head)?.as_slice() {
            [only] => Some(*only),
            _ => None,
        };
        Ok(Self { default_branch, merged, pull_request })
    }
}
