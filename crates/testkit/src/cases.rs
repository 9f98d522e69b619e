//! The acceptance cases: fresh folder, steps in order, what must then hold.
//!
//! A case is a TOML file. [`Case::read`] reads it, [`Runner::run`] plays it, [`Runner::run_all`] plays many on all
//! processor cores. Each case gets its own temporary folder, a frozen environment and no access to anything of the
//! user's. `tests/cases/README.md` describes the format.
//!
//! What this module refuses: unknown keys in a step. A misspelled expectation would otherwise hold for ever.

mod case;
mod expectation;
mod ledger;
pub(crate) mod process;
mod runner;
mod scene;
mod step;
mod tree;

#[cfg(test)]
mod tests;

pub use case::{Case, find};
pub use ledger::{Disputed, Ledger, Pending, Settled};
pub use runner::{Played, Runner};

/// What came of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Every step did what the case says.
    Passed,
    /// The product did something else; the text says which step and what.
    Failed(String),
    /// The case itself cannot be played: a missing fixture, a misspelled key, a preparation that does not work.
    Broken(String),
}

/// Why a step ended the case.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The product's fault.
    Failed(String),
    /// The case's fault.
    Broken(String),
}

impl Trouble {
    /// The same trouble, with the place in front of it.
    pub(crate) fn at(self, place: &str) -> Self {
        match self {
            Self::Failed(text) => Self::Failed(format!("{place}: {text}")),
            Self::Broken(text) => Self::Broken(format!("{place}: {text}")),
        }
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

/// Ends a case because the product did something else than expected.
pub(crate) fn failed<T>(text: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Failed(text.into()))
}

/// Ends a case because it cannot be played.
pub(crate) fn broken<T>(text: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Broken(text.into()))
}
