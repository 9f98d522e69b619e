//! The one pass over a body.

use super::container::{Containers, LineStart, indentation};
use super::fence::Fence;
use super::markup::MarkupScanner;
use super::{Heading, Outline, Region, RegionKind, heading};
use crate::lines::{Line, lines_in};
use crate::span::Span;

pub(super) fn scan(source: &[u8], body: Span) -> Outline {
    let body = Span::new(body.start.min(source.len()), body.end.min(source.len()));
    let mut scanner = Scanner {
        source,
        markup: MarkupScanner::new(source, body.end),
        containers: Containers::default(),
        fence: None,
        hidden_to: body.start,
        headings: Vec::new(),
        regions: Vec::new(),
    };
    for line in lines_in(source, body) {
        scanner.read(line);
    }
    scanner.finish(body)
}

struct Scanner<'s> {
    source: &'s [u8],
    markup: MarkupScanner<'s>,
    containers: Containers,
    /// The open fence and where its region begins.
    fence: Option<(Fence, usize)>,
    /// Offset behind the last comment.
    hidden_to: usize,
    headings: Vec<Heading>,
    regions: Vec<Region>,
}

impl Scanner<'_> {
    fn read(&mut self, line: Line) {
        if let Some((fence, start)) = self.fence {
            self.read_code(line, fence, start);
        } else if self.hidden_to > line.content.start {
            // A line that begins inside a comment begins no block, whatever stands behind the comment's end.
            self.read_markup(line, self.hidden_to, None);
        } else {
            self.read_text(line);
        }
    }

    fn read_code(&mut self, line: Line, fence: Fence, start: usize) {
        let bytes = line.content.of(self.source);
        let Some((offset, column)) = indentation(bytes, 0, 0) else { return };
        if fence.is_closed_by(bytes.get(offset..).unwrap_or_default(), column) {
            self.regions.push(Region {
                kind: RegionKind::Fence,
                span: Span::new(start, line.full().end),
                closed: true,
            });
            self.fence = None;
        }
    }

    fn read_text(&mut self, line: Line) {
        let bytes = line.content.of(self.source);
        let Some(start) = self.containers.enter(bytes) else { return };
        let text = bytes.get(start.offset..).unwrap_or_default();
        if start.is_block()
            && let Some(fence) = Fence::open(text, start.base)
        {
            self.fence = Some((fence, line.content.start));
            return;
        }
        let block = start.is_block().then(|| line.content.start.saturating_add(start.offset));
        self.read_markup(line, line.content.start, block);
        self.read_heading(line, text, start);
    }

    fn read_markup(&mut self, line: Line, from: usize, block: Option<usize>) {
        if from >= line.content.end {
            return;
        }
        self.markup.read(line, from, block, &mut self.regions);
        if let Some(last) = self.regions.last() {
            self.hidden_to = last.span.end.max(self.hidden_to);
        }
    }

    fn read_heading(&mut self, line: Line, text: &[u8], start: LineStart) {
        // A heading inside a list item is no heading of the document.
        if start.column > 3 || start.behind_marker {
            return;
        }
        let Some(level) = heading::level(text) else { return };
        let marks = line.content.start.saturating_add(start.offset).saturating_add(usize::from(level));
        let title = self.without_comments(Span::new(marks, line.content.end));
        self.headings.push(Heading {
            level,
            line,
            text: heading::without_closing_marks(title, self.source),
            section_end: 0,
            details: self.markup.innermost(),
        });
    }

    /// `title` without blanks and comments at its ends.
    fn without_comments(&self, title: Span) -> Span {
        let mut title = title.trim(self.source);
        for comment in self.regions.iter().rev() {
            if comment.span.end < title.end || comment.span.start >= title.end {
                break;
            }
            title = Span::new(title.start, comment.span.start.max(title.start)).trim(self.source);
        }
        let first = self.regions.partition_point(|region| region.span.start < title.start);
        for comment in self.regions.iter().skip(first) {
            if comment.span.start != title.start || title.is_empty() {
                break;
            }
            title = Span::new(comment.span.end, title.end).trim(self.source);
        }
        title
    }

    fn finish(mut self, body: Span) -> Outline {
        if let Some((_, start)) = self.fence {
            self.regions.push(Region {
                kind: RegionKind::Fence,
                span: Span::new(start, body.end),
                closed: false,
            });
        }
        self.markup.finish();
        set_section_ends(&mut self.headings, body.end);
        Outline {
            body,
            headings: self.headings,
            regions: self.regions,
            details: self.markup.details,
            details_borders: self.markup.borders,
        }
    }
}

/// From the last heading to the first: a section ends at the nearest later heading of the same or a higher level.
fn set_section_ends(headings: &mut [Heading], end: usize) {
    let mut next_at_level = [end; 6];
    for heading in headings.iter_mut().rev() {
        let level = usize::from(heading.level);
        heading.section_end = next_at_level.iter().take(level).copied().min().unwrap_or(end);
        if let Some(next) = next_at_level.get_mut(level.saturating_sub(1)) {
            *next = heading.line.content.start;
        }
    }
}
