//! The one pass over a body.

use super::container::{Containers, LineStart, indentation};
use super::fence::Fence;
use super::markup::MarkupScanner;
use super::{Details, Heading, Outline, Region, RegionKind, heading};
use crate::lines::{Line, Lines, lines_in};
use crate::patch::Same;
use crate::span::Span;

pub(super) fn scan(source: &[u8], body: Span) -> Outline {
    let body = Span::new(body.start.min(source.len()), body.end.min(source.len()));
    let mut scanner = Scanner::new(source, body);
    let mut lines = lines_in(source, body);
    loop {
        scanner.pass_items(&mut lines);
        match lines.next() {
            Some(line) => scanner.read(line),
            None => return scanner.finish(body),
        }
    }
}

/// Scans `body`, whose bytes from `same.new` on are those of an earlier source from `same.old` on, up to the first heading behind
/// there at which nothing is open; the rest is taken over. `None` when there is no such heading.
pub(super) fn scan_anew(source: &[u8], body: Span, earlier: &Outline, same: Same) -> Option<(Outline, Same)> {
    let mut scanner = Scanner::new(source, body);
    let mut lines = lines_in(source, body).peekable();
    for (index, heading) in earlier.headings.iter().enumerate() {
        let old = heading.line.content.start;
        // Its line has to begin behind a line end that is the same one.
        if old <= same.old || earlier.details_around(old).is_some() {
            continue;
        }
        let at = Same { old, new: same.moved(Span::at(old)).start };
        if source.get(at.new) != Some(&b'#') {
            continue;
        }
        while let Some(line) = lines.next_if(|line| line.content.start < at.new) {
            scanner.read(line);
        }
        if scanner.is_between_blocks(at.new) {
            scanner.take_over(earlier, index, at);
            return Some((scanner.finish(body), at));
        }
    }
    None
}

struct Scanner<'s> {
    source: &'s [u8],
    markup: MarkupScanner<'s>,
    containers: Containers,
    /// The open fence and where its region begins.
    fence: Option<(Fence, usize)>,
    /// Offset behind the last comment; in front of all, the start of the body.
    hidden_to: usize,
    headings: Vec<Heading>,
    regions: Vec<Region>,
}

impl<'s> Scanner<'s> {
    fn new(source: &'s [u8], body: Span) -> Self {
        Self {
            source,
            markup: MarkupScanner::new(source, body.end),
            containers: Containers::default(),
            fence: None,
            hidden_to: body.start,
            headings: Vec::new(),
            regions: Vec::new(),
        }
    }

    /// Whether nothing reaches over `offset`, the start of a line, and it is in the body. Lists may: a heading at the margin ends
    /// them.
    fn is_between_blocks(&self, offset: usize) -> bool {
        self.fence.is_none() && self.hidden_to <= offset && self.markup.innermost().is_none()
    }

    /// Everything that `earlier` found from its heading with this index on.
    fn take_over(&mut self, earlier: &Outline, heading: usize, at: Same) {
        let (Some(headings), first) = (
            earlier.headings.get(heading..),
            earlier.regions.partition_point(|found| found.span.end <= at.old),
        ) else {
            return;
        };
        let (before, known) = (earlier.details_before(at.old), self.markup.details.len());
        let moved = |index: usize| index.saturating_sub(before).saturating_add(known);
        self.headings.extend(headings.iter().map(|found| Heading {
            line: at.moved_line(found.line),
            text: at.moved(found.text),
            details: found.details.map(moved),
            ..*found
        }));
        let regions = earlier.regions.get(first..).unwrap_or_default();
        self.regions.extend(regions.iter().map(|found| Region { span: at.moved(found.span), ..*found }));
        let details = earlier.details.get(before..).unwrap_or_default();
        self.markup.details.extend(details.iter().map(|found| Details {
            span: at.moved(found.span),
            summary: found.summary.map(|summary| at.moved(summary)),
            parent: found.parent.map(moved),
            ..*found
        }));
        let behind = earlier.details_borders.iter().skip_while(|(from, _)| *from <= at.old);
        let borders = behind.map(|(from, index)| (at.moved(Span::at(*from)).start, index.map(moved)));
        self.markup.borders.extend(borders);
    }

    /// Passes over list items of plain text: what most lines of a large file are.
    fn pass_items(&mut self, lines: &mut Lines<'_>) {
        let at = lines.offset();
        if self.fence.is_none()
            && self.hidden_to <= at
            && lines.pass(self.markup.next_angle.place(self.source, at), Containers::is_item)
        {
            self.containers.enter_item();
        }
    }

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
