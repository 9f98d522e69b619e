//! Three versions of one thing, and the choice between them that needs no knowledge of what they are.

/// One thing as it stands in the base and on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Three<T> {
    pub(super) base: T,
    pub(super) ours: T,
    pub(super) theirs: T,
}

/// One of the two sides of a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side the result is written to: its line ends, its order, its bytes where both say the same.
    Ours,
    /// The other one.
    Theirs,
}

/// What three versions come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Ours,
    Theirs,
    Conflict,
}

impl Side {
    /// The name of the side in results.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Theirs => "theirs",
        }
    }
}

impl<T> Three<T> {
    pub(super) fn of(&self, side: Side) -> &T {
        match side {
            Side::Ours => &self.ours,
            Side::Theirs => &self.theirs,
        }
    }

    pub(super) fn as_ref(&self) -> Three<&T> {
        Three { base: &self.base, ours: &self.ours, theirs: &self.theirs }
    }

    pub(super) fn map<U>(self, mut change: impl FnMut(T) -> U) -> Three<U> {
        Three { base: change(self.base), ours: change(self.ours), theirs: change(self.theirs) }
    }
}

impl<T: PartialEq> Three<T> {
    /// Both alike, or one side changed: that one. Absence is a value like another (`Option`).
    pub(super) fn choose(&self) -> Choice {
        if self.ours == self.theirs || self.base == self.theirs {
            Choice::Ours
        } else if self.base == self.ours {
            Choice::Theirs
        } else {
            Choice::Conflict
        }
    }
}

impl From<Side> for Choice {
    fn from(side: Side) -> Self {
        match side {
            Side::Ours => Self::Ours,
            Side::Theirs => Self::Theirs,
        }
    }
}
