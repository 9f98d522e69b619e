//! Lines of a body as readers of fields, lists and tables see them: classified, with the comments inside them marked.

use super::{Outline, Region, RegionKind};
use crate::lines::{Line, Lines, lines_in};
use crate::look_ahead::LookAhead;
use crate::span::Span;
use std::borrow::Cow;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineClass {
    /// Text of the document, blank lines included; parts of it may lie in comments.
    Text,
    /// A line of fenced code, its fences included.
    Fence,
    /// A line all of whose characters that are no blanks lie in comments.
    Comment,
}

/// One line of a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyLine<'a> {
    /// Where it stands.
    pub line: Line,
    /// What it is.
    pub class: LineClass,
    source: &'a [u8],
    regions: &'a [Region],
}

impl<'a> BodyLine<'a> {
    /// Its content as it stands in the source.
    pub fn bytes(&self) -> &'a [u8] {
        self.line.content.of(self.source)
    }

    /// Its content with a blank for every byte that lies in a comment, so that offsets stay.
    pub fn masked(&self) -> Cow<'a, [u8]> {
        let content = self.line.content;
        let bytes = content.of(self.source);
        if self.regions.is_empty() {
            return Cow::Borrowed(bytes);
        }
        let mut masked = bytes.to_vec();
        for region in self.regions.iter().filter(|region| region.kind == RegionKind::Comment) {
            let start = region.span.start.saturating_sub(content.start);
            let end = region.span.end.saturating_sub(content.start).min(masked.len());
            if let Some(hidden) = masked.get_mut(start.min(end)..end) {
                hidden.fill(b' ');
            }
        }
        Cow::Owned(masked)
    }

    /// Whether it is text and holds nothing but blanks.
    pub fn is_blank(&self) -> bool {
        self.line.is_blank(self.source)
    }
}

/// Iterator over the lines of a span; see [`Outline::lines`].
#[derive(Clone, Debug)]
pub struct BodyLines<'a> {
    source: &'a [u8],
    lines: Lines<'a>,
    /// The regions that end behind the start of the next line.
    regions: &'a [Region],
}

impl<'a> BodyLines<'a> {
    /// Passes over lines that lie in front of the next mark and of the next region and begin as `is_passed` says.
    pub(crate) fn pass(&mut self, next_mark: &mut LookAhead, is_passed: impl Fn(&[u8]) -> bool) {
        let mark = next_mark.place(self.source, self.lines.offset());
        let region = self.regions.first().map_or(mark, |region| region.span.start);
        self.lines.pass(mark.min(region), is_passed);
    }

    pub(super) fn new(outline: &'a Outline, source: &'a [u8], span: Span) -> Self {
        Self { source, lines: lines_in(source, span), regions: outline.regions_in(span) }
    }
}

impl<'a> Iterator for BodyLines<'a> {
    type Item = BodyLine<'a>;

    fn next(&mut self) -> Option<BodyLine<'a>> {
        let line = self.lines.next()?;
        let (start, end) = (line.content.start, line.full().end);
        while let Some((first, rest)) = self.regions.split_first()
            && first.span.end <= start
        {
            self.regions = rest;
        }
        let count = self.regions.iter().take_while(|region| region.span.start < end).count();
        let regions = self.regions.get(..count).unwrap_or_default();
        let class = classify(self.source, line, regions);
        Some(BodyLine { line, class, source: self.source, regions })
    }
}

fn classify(source: &[u8], line: Line, regions: &[Region]) -> LineClass {
    if regions.is_empty() {
        return LineClass::Text;
    }
    if regions.iter().any(|region| region.kind == RegionKind::Fence) {
        return LineClass::Fence;
    }
    let mut visible = line.content.start;
    for region in regions {
        if !Span::new(visible, region.span.start).trim(source).is_empty() {
            return LineClass::Text;
        }
        visible = region.span.end.max(visible);
    }
    let rest = Span::new(visible.min(line.content.end), line.content.end);
    if rest.trim(source).is_empty() { LineClass::Comment } else { LineClass::Text }
}

pub(super) fn without_comments<'s>(regions: &[Region], source: &'s [u8], span: Span) -> Cow<'s, [u8]> {
    let mut comments = regions.iter().filter(|region| region.kind == RegionKind::Comment).peekable();
    if comments.peek().is_none() {
        return Cow::Borrowed(span.of(source));
    }
    let mut text = Vec::with_capacity(span.len());
    let mut from = span.start;
    for comment in comments {
        text.extend_from_slice(Span::new(from, comment.span.start).of(source));
        from = comment.span.end.clamp(from, span.end);
    }
    text.extend_from_slice(Span::new(from, span.end).of(source));
    Cow::Owned(text)
}
