//! Sections: a heading with everything up to the next heading of the same or a higher level.

use super::{Heading, Outline};
use crate::span::Span;
use std::borrow::Cow;

/// A section of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// Index of its heading in [`Outline::headings`].
    pub index: usize,
    /// Its heading.
    pub heading: Heading,
    /// Heading and content.
    pub span: Span,
    /// Everything below the heading line, sections of deeper headings included.
    pub content: Span,
    /// What stands below the heading line, up to the next heading of any level.
    pub direct: Span,
}

impl Outline {
    /// All sections, in the order of their headings.
    pub fn sections(&self) -> impl DoubleEndedIterator<Item = Section> + '_ {
        (0..self.headings().len()).filter_map(|index| self.section(index))
    }

    /// The section of the heading at `index`.
    pub fn section(&self, index: usize) -> Option<Section> {
        let heading = *self.headings().get(index)?;
        let next = index.checked_add(1).and_then(|next| self.headings().get(next));
        let start = heading.line.content.start;
        let below = heading.line.full().end;
        let direct_end = next.map_or(heading.section_end, |next| next.line.content.start);
        Some(Section {
            index,
            heading,
            span: Span::new(start, heading.section_end),
            content: Span::new(below, heading.section_end),
            direct: Span::new(below, direct_end.min(heading.section_end)),
        })
    }

    /// The first section whose heading `matches` accepts, given the level and the text without comments.
    pub fn find(&self, source: &[u8], matches: impl FnMut(u8, &[u8]) -> bool) -> Option<Section> {
        self.find_all(source, matches).next()
    }

    /// All sections whose heading `matches` accepts.
    pub fn find_all<'a>(
        &'a self,
        source: &'a [u8],
        matches: impl FnMut(u8, &[u8]) -> bool + 'a,
    ) -> impl Iterator<Item = Section> + 'a {
        self.matching(source, 0, self.headings().len(), matches)
    }

    /// The first section inside `parent` whose heading `matches` accepts.
    pub fn find_within(
        &self,
        source: &[u8],
        parent: &Section,
        matches: impl FnMut(u8, &[u8]) -> bool,
    ) -> Option<Section> {
        let first = parent.index.saturating_add(1);
        let end = self.headings().partition_point(|heading| heading.line.content.start < parent.span.end);
        self.matching(source, first, end, matches).next()
    }

    /// The text of a heading without the comments inside it.
    pub fn heading_text<'s>(&self, source: &'s [u8], heading: &Heading) -> Cow<'s, [u8]> {
        self.text(source, heading.text)
    }

    fn matching<'a>(
        &'a self,
        source: &'a [u8],
        first: usize,
        end: usize,
        mut matches: impl FnMut(u8, &[u8]) -> bool + 'a,
    ) -> impl Iterator<Item = Section> + 'a {
        (first..end).filter_map(move |index| {
            let heading = self.headings().get(index)?;
            matches(heading.level, &self.heading_text(source, heading)).then(|| self.section(index)).flatten()
        })
    }
}
