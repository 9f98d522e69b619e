//! What is wrong with a frontmatter block, as values that the validator turns into findings and the verbs into refusals.

use crate::span::Span;
use std::fmt;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What.
    pub kind: ProblemKind,
    /// Where: the line, key or comment that it is about.
    pub span: Span,
}

/// Kinds of problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The opening `---` has no closing line.
    UnclosedBlock,
    /// A list or map whose bracket is not closed inside the block.
    UnclosedBracket {
        /// The key it is the value of.
        key: String,
    },
    /// The opening `---` stands below blank or comment lines (S-54).
    NotFirst,
    /// Blanks behind the opening `---` (S-54).
    BlanksBehindFence,
    /// A second block right behind the first; it is body text.
    SecondBlock,
    /// A key that an earlier line has too; the last one wins.
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// A full-line comment inside a nested map, which loses the rest of the map for simpler readers (S-54).
    CommentInMap {
        /// The key of the map.
        key: String,
    },
    /// A line of the block that is no entry and belongs to none.
    UnreadLine,
}

impl Problem {
    /// Whether the file must not be written and its frontmatter not be trusted (`frontmatter_unparseable`).
    pub fn is_blocking(&self) -> bool {
        use ProblemKind::{BlanksBehindFence, NotFirst, UnclosedBlock, UnclosedBracket};
        matches!(self.kind, UnclosedBlock | UnclosedBracket { .. } | NotFirst | BlanksBehindFence)
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnclosedBlock => write!(out, "the frontmatter block has no closing `---`"),
            Self::UnclosedBracket { key } => {
                write!(out, "the bracket of `{key}` is not closed inside the frontmatter block")
            }
            Self::NotFirst => {
                write!(out, "the frontmatter block does not begin at the first byte of the file")
            }
            Self::BlanksBehindFence => write!(out, "blanks stand behind the opening `---`"),
            Self::SecondBlock => write!(out, "a second frontmatter block stands behind the first"),
            Self::DuplicateKey { key } => write!(out, "the key `{key}` stands twice; the last one counts"),
            Self::CommentInMap { key } => write!(out, "a comment line stands inside `{key}`"),
            Self::UnreadLine => write!(out, "the line is no `key: value`"),
        }
    }
}
