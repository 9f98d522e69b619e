//! Outline: what the body of a document is made of, from one pass: headings and sections, fenced code, HTML comments, `<details>`.
//!
//! This is the one fence and comment scanner of the product (D17): whoever reads lines of a document reads them through
//! [`Outline::lines`]. It keeps a record a heading, a fence, a comment and a `<details>`, none a line, and borrows nothing.
//! It knows no field, list or table, and it reads no frontmatter: the body begins behind it.

mod body_line;
mod container;
mod fence;
mod heading;
mod markup;
mod scan;
mod section;
#[cfg(test)]
mod tests;

pub use body_line::{BodyLine, BodyLines, LineClass};
pub use container::{is_rule, line_indentation as indentation, list_marker};
pub(crate) use fence::Fence;
pub use heading::level as heading_level;
pub use section::Section;

use crate::frontmatter::body_start;
use crate::lines::Line;
use crate::patch::Same;
use crate::span::Span;
use std::borrow::Cow;

/// One heading, `## Text`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Number of marks, 1 to 6.
    pub level: u8,
    /// Its line.
    pub line: Line,
    /// Its text: no marks in front, no closing marks, no blanks and no comments at the ends.
    pub text: Span,
    /// Offset behind its section: the start of the next heading of the same or a higher level, or the end of the body.
    pub section_end: usize,
    /// Index in [`Outline::details`] of the innermost block it stands in.
    pub details: Option<usize>,
}

/// What a [`Region`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionKind {
    /// Fenced code: whole lines, both fences included.
    Fence,
    /// An HTML comment: from `<!--` to behind `-->`.
    Comment,
}

/// Bytes of the body that are no text of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Fence or comment.
    pub kind: RegionKind,
    /// Where.
    pub span: Span,
    /// Whether its end is written; an open one reaches to the end of the body.
    pub closed: bool,
}

/// A `<details>` block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Details {
    /// From `<details` to behind `</details>`; to the end of the body when that is missing.
    pub span: Span,
    /// The text between `<summary>` and `</summary>`.
    pub summary: Option<Span>,
    /// Index of the block around it.
    pub parent: Option<usize>,
    /// Whether `</details>` is there.
    pub closed: bool,
}

/// The structure of one document's body. All spans point into the source that was parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    body: Span,
    headings: Vec<Heading>,
    regions: Vec<Region>,
    details: Vec<Details>,
    /// Which of `details` is the innermost from an offset on, ascending.
    details_borders: Vec<(usize, Option<usize>)>,
}

impl Outline {
    /// Reads the body of `source`: everything behind its frontmatter. Never fails; linear.
    pub fn parse(source: &[u8]) -> Self {
        Self::parse_body(source, Span::new(body_start(source), source.len()))
    }

    /// Reads `body` alone, for texts that are not a whole document.
    pub fn parse_body(source: &[u8], body: Span) -> Self {
        scan::scan(source, body)
    }

    /// Reads the body of `source`, which holds from `same.new` on what the source of this outline holds from `same.old` on. As
    /// [`Outline::parse`] would, but of what both have in common only so much as has to be; and from where it did not.
    pub fn parse_anew(&self, source: &[u8], same: Same) -> (Self, Option<Same>) {
        let body = Span::new(body_start(source).min(source.len()), source.len());
        match scan::scan_anew(source, body, self, same) {
            Some((outline, same)) => (outline, Some(same)),
            None => (scan::scan(source, body), None),
        }
    }

    /// What was read: the source behind byte-order mark and frontmatter.
    pub fn body(&self) -> Span {
        self.body
    }

    /// All headings, in order.
    pub fn headings(&self) -> &[Heading] {
        &self.headings
    }

    /// All fences and comments, in order, none overlapping another.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// All `<details>` blocks, in the order in which they open.
    pub fn details(&self) -> &[Details] {
        &self.details
    }

    /// The innermost `<details>` block around `offset`.
    pub fn details_around(&self, offset: usize) -> Option<&Details> {
        let border = self.details_borders.partition_point(|(from, _)| *from <= offset).checked_sub(1)?;
        let (_, index) = self.details_borders.get(border)?;
        self.details.get((*index)?)
    }

    /// How many `<details>` end in front of `offset`, where none is open.
    fn details_before(&self, offset: usize) -> usize {
        self.details.partition_point(|details| details.span.end <= offset)
    }

    /// The fence or comment that the byte at `offset` lies in.
    pub fn region_around(&self, offset: usize) -> Option<&Region> {
        let place = self.regions.partition_point(|region| region.span.end <= offset);
        self.regions.get(place).filter(|region| region.span.contains(offset))
    }

    /// The lines of `span`, each with its class and comments.
    pub fn lines<'a>(&'a self, source: &'a [u8], span: Span) -> BodyLines<'a> {
        BodyLines::new(self, source, span)
    }

    /// The bytes of `span` without those that lie in comments.
    pub fn text<'s>(&self, source: &'s [u8], span: Span) -> Cow<'s, [u8]> {
        body_line::without_comments(self.regions_in(span), source, span)
    }

    /// The regions that share a byte with `span`.
    pub(crate) fn regions_in(&self, span: Span) -> &[Region] {
        let first = self.regions.partition_point(|region| region.span.end <= span.start);
        let rest = self.regions.get(first..).unwrap_or_default();
        let count = rest.partition_point(|region| region.span.start < span.end);
        rest.get(..count).unwrap_or_default()
    }
}
