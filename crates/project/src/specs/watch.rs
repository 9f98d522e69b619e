//! Whoever looks on while a command over Specs runs: told what happens beside its result. Always called by the thread that
//! started the command.

use cairn_plan::RelativePath;
use cairn_vault::{Outcome, Recovered};

/// An onlooker. What it does with what it hears is its own business.
pub trait Watch {
    /// A search is under way: so many of so many files were read. Told ten times a second at most, and never by a short search.
    fn searching(&self, _done: usize, _total: usize) {}

    /// The search is over.
    fn searched(&self) {}

    /// A crashed command was found, and this was done about it (roundfix 15).
    fn recovered(&self, _what: &str, _recovery: &Recovery) {}
}

/// What was done about a crashed command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recovery {
    /// Everything is as it was before it.
    TakenBack,
    /// Everything that it was about is done.
    Completed,
    /// It had begun to remove this folder: that is left as it is.
    LeftAlone(RelativePath),
}

impl Recovery {
    /// `None` for what could not be dealt with, which is refused.
    pub(super) fn of(recovered: &Recovered) -> Option<Self> {
        match &recovered.outcome {
            Outcome::RolledBack => Some(Self::TakenBack),
            Outcome::RolledForward => Some(Self::Completed),
            Outcome::RemovalBegun { folder, .. } => Some(Self::LeftAlone(folder.clone())),
            Outcome::Stopped { .. } => None,
        }
    }
}

/// Nobody looks on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Watch for Nobody {}
