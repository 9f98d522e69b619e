//! Where every Spec of a project stands: active, archived, cancelled.
//!
//! One table for prerequisites, supersession and the warning of a cancel, so that they cannot differ.

use std::collections::BTreeMap;

use crate::Slug;

/// Where one Spec stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// A folder in the Spec Root with PRD status `active`.
    Active,
    /// The same with another status.
    Inactive,
    /// A record of any disposition but `cancelled`, or a legacy folder.
    Archived,
    /// A record with disposition `cancelled`.
    Cancelled,
    /// A record that cannot be read.
    Unreadable,
    /// None of these.
    Unknown,
}

impl Standing {
    /// Whether a prerequisite with this standing is met: delivered, and not cancelled.
    pub fn meets(self) -> bool {
        self == Self::Archived
    }

    /// The word `list` prints for a prerequisite (roundfix 12).
    pub fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Archived => "archived",
            Self::Cancelled => "cancelled",
            Self::Inactive | Self::Unreadable | Self::Unknown => "unknown",
        }
    }
}

/// The standing of every Spec that is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Standings(BTreeMap<Slug, Standing>);

impl Standings {
    /// The standing of one Spec.
    pub fn of(&self, slug: &Slug) -> Standing {
        self.0.get(slug).copied().unwrap_or(Standing::Unknown)
    }
}

/// A record beside a folder counts as what the record says: the folder is a leftover (roundfix 4.1).
impl FromIterator<(Slug, Standing)> for Standings {
    fn from_iter<I: IntoIterator<Item = (Slug, Standing)>>(known: I) -> Self {
        let mut standings = BTreeMap::new();
        for (slug, standing) in known {
            let place = standings.entry(slug).or_insert(standing);
            if matches!(*place, Standing::Active | Standing::Inactive) {
                *place = standing;
            }
        }
        Self(standings)
    }
}
