//! What the direct content of a section is made of, as the merge sees it.

use super::bullet::Bullet;
use super::row::TableRows;
use crate::body_field::BodyField;

/// One element of a section's content.
#[derive(Clone, Debug)]
pub(super) enum Token<'t> {
    Blank(&'t [u8]),
    Prose(&'t [u8]),
    /// A line that is known by its label.
    Keyed(KeyedLine<'t>),
    /// A field of the position with the lines that continue it.
    Position(PositionLines<'t>),
    /// Bullets with nothing but blank lines between them.
    List(Vec<ListEntry<'t>>),
    Table(TableRows<'t>),
}

/// A line that is known by its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyedLine<'t> {
    pub(super) label: String,
    pub(super) line: &'t [u8],
    pub(super) rule: LabelRule,
}

/// How two changes of one label line are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum LabelRule {
    /// The side that leads (other labels of position and session, computed lines).
    Leading,
    /// The later date.
    LastUpdated,
    /// A conflict, but for counts (label lines of ROADMAP.md).
    Roadmap,
}

/// A field of the position as one side has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PositionLines<'t> {
    pub(super) field: BodyField,
    pub(super) lines: Vec<&'t [u8]>,
}

/// One entry of a list.
#[derive(Clone, Debug)]
pub(super) struct ListEntry<'t> {
    /// Blank lines in front of it, from the entry before.
    pub(super) gap: usize,
    pub(super) content: EntryContent<'t>,
}

/// What an entry is.
#[derive(Clone, Debug)]
pub(super) enum EntryContent<'t> {
    /// A line that says that nothing is listed.
    Placeholder(&'t [u8]),
    Bullet(Box<Bullet<'t>>),
}

/// What tokens are compared by: lines by their bytes, everything that is merged on its own by what it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Identity<'t> {
    Blank,
    Prose(&'t [u8]),
    Keyed(String),
    Position(BodyField),
    List,
    Table(String),
}

impl<'t> Token<'t> {
    pub(super) fn identity(&self) -> Identity<'t> {
        match self {
            Self::Blank(_) => Identity::Blank,
            Self::Prose(line) => Identity::Prose(line),
            Self::Keyed(keyed) => Identity::Keyed(keyed.label.clone()),
            Self::Position(position) => Identity::Position(position.field),
            Self::List(_) => Identity::List,
            Self::Table(table) => Identity::Table(table.head.clone()),
        }
    }

    /// Whether it is merged on its own, whatever stands around it.
    pub(super) fn is_slot(&self) -> bool {
        !matches!(self, Self::Blank(_) | Self::Prose(_))
    }
}
