//! The commands that the life-cycle keys name (S-15, S-41).

use crate::status::StatusWord;

/// A command that a life-cycle key may name (S-15, S-41).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// `discuss-phase`
    Discuss,
    /// `plan-phase`
    Plan,
    /// `execute-phase`
    Execute,
    /// `verify-phase`
    Verify,
}

impl Action {
    /// Every action, in the order of the phase loop.
    pub const ALL: [Self; 4] = [Self::Discuss, Self::Plan, Self::Execute, Self::Verify];

    /// The word that is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Discuss => "discuss-phase",
            Self::Plan => "plan-phase",
            Self::Execute => "execute-phase",
            Self::Verify => "verify-phase",
        }
    }

    /// The action that `text` is; `None` for anything else.
    #[must_use]
    pub fn from_word(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.as_str() == text)
    }

    /// The stage that stands in `status` while the command runs (S-41).
    #[must_use]
    pub fn stage(self) -> StatusWord {
        match self {
            Self::Discuss => StatusWord::Discussing,
            Self::Plan => StatusWord::Planning,
            Self::Execute => StatusWord::Executing,
            Self::Verify => StatusWord::Verifying,
        }
    }
}
