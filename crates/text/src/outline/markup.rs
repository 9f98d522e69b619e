//! The two pieces of HTML that matter: comments, whose bytes are never read, and `<details>` blocks.
//!
//! A comment that opens at the start of a line ends at the next `-->`, or else with the document. One that opens inside a line
//! ends at the next `-->` of its paragraph; without one its opening is text. Code spans and escaped marks open nothing.

use super::{Details, Region, RegionKind};
use crate::lines::{Line, lines_in};
use crate::look_ahead::LookAhead;
use crate::span::{Span, is_blank};
use memchr::memmem;

const COMMENT_OPEN: &[u8] = b"<!--";
const COMMENT_CLOSE: &[u8] = b"-->";

/// Finds markup line by line; what it found so far is in its fields.
#[derive(Debug)]
pub(super) struct MarkupScanner<'s> {
    source: &'s [u8],
    end: usize,
    /// Where HTML may begin next.
    pub(super) next_angle: LookAhead,
    /// What the last search for the end of a comment found. Searches come in the order of the source.
    next_close: Option<Option<usize>>,
    /// What the last search for a blank line found.
    next_blank: Option<usize>,
    pub(super) details: Vec<Details>,
    open_details: Vec<usize>,
    /// Where the text of a `<summary>` that is not closed yet begins.
    open_summary: Option<usize>,
    /// Which `<details>` is the innermost from an offset on, ascending.
    pub(super) borders: Vec<(usize, Option<usize>)>,
}

impl<'s> MarkupScanner<'s> {
    pub(super) fn new(source: &'s [u8], end: usize) -> Self {
        Self {
            source,
            end,
            next_angle: LookAhead::new(b'<', end),
            next_close: None,
            next_blank: None,
            details: Vec::new(),
            open_details: Vec::new(),
            open_summary: None,
            borders: Vec::new(),
        }
    }

    /// Reads the part of `line` behind `from`. Comments that begin there go to `regions`. `block` is the offset at which HTML would
    /// be a block of its own.
    pub(super) fn read(&mut self, line: Line, from: usize, block: Option<usize>, regions: &mut Vec<Region>) {
        let end = line.content.end;
        if !self.next_angle.is_in(self.source, Span::new(from, end)) {
            return;
        }
        let mut spans = CodeSpans::default();
        let mut at = from;
        // Where HTML may still begin a block: at the start of the line, or right behind other HTML there.
        let mut block = block;
        while let Some(length) = memchr::memchr2(b'<', b'`', Span::new(at, end).of(self.source)) {
            let mark = at.saturating_add(length);
            let rest = Span::new(mark, end).of(self.source);
            if self.is_escaped(mark, from) {
                at = mark.saturating_add(1);
            } else if rest.starts_with(b"`") {
                at = spans.skip(self.source, mark, end);
            } else if rest.starts_with(COMMENT_OPEN) {
                let Some(comment) = self.comment(mark, line, block == Some(mark)) else {
                    at = mark.saturating_add(COMMENT_OPEN.len());
                    continue;
                };
                at = comment.span.end;
                regions.push(comment);
                if at >= end {
                    return;
                }
            } else {
                at = self.tag(mark, end, block == Some(mark));
                if block == Some(mark) && at > mark.saturating_add(1) {
                    block = Some(Span::new(at, end).trim(self.source).start);
                }
            }
        }
    }

    /// Closes what is still open at the end of the document.
    pub(super) fn finish(&mut self) {
        for index in self.open_details.drain(..) {
            if let Some(details) = self.details.get_mut(index) {
                details.span.end = self.end;
            }
        }
    }

    /// The innermost `<details>` that is open now.
    pub(super) fn innermost(&self) -> Option<usize> {
        self.open_details.last().copied()
    }

    fn is_escaped(&self, mark: usize, from: usize) -> bool {
        let before = Span::new(from, mark).of(self.source);
        before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
    }

    /// The comment that opens at `mark`; `None` when it is none.
    fn comment(&mut self, mark: usize, line: Line, is_block: bool) -> Option<Region> {
        // `<!-->` is a whole comment, so the search begins at its dashes.
        let close = self.find_close(mark.saturating_add(2));
        let behind_line = line.full().end;
        match close {
            Some(close) if is_block || close <= behind_line || self.find_blank(behind_line) >= close => {
                Some(Region { kind: RegionKind::Comment, span: Span::new(mark, close), closed: true })
            }
            None if is_block => {
                Some(Region { kind: RegionKind::Comment, span: Span::new(mark, self.end), closed: false })
            }
            _ => None,
        }
    }

    fn find_close(&mut self, from: usize) -> Option<usize> {
        if let Some(found) = self.next_close
            && found.is_none_or(|found| found >= from.saturating_add(COMMENT_CLOSE.len()))
        {
            return found;
        }
        let found = memmem::find(Span::new(from, self.end).of(self.source), COMMENT_CLOSE)
            .map(|length| from.saturating_add(length).saturating_add(COMMENT_CLOSE.len()));
        self.next_close = Some(found);
        found
    }

    fn find_blank(&mut self, from: usize) -> usize {
        if let Some(found) = self.next_blank
            && from <= found
        {
            return found;
        }
        let mut lines = lines_in(self.source, Span::new(from, self.end));
        let found = lines.find(|line| line.is_blank(self.source)).map_or(self.end, |line| line.content.start);
        self.next_blank = Some(found);
        found
    }

    /// Takes in the tag at `mark`, if it is one that matters, and gives the offset to go on at.
    fn tag(&mut self, mark: usize, end: usize, is_block: bool) -> usize {
        let rest = Span::new(mark, end).of(self.source);
        let Some(name) = Tag::read(rest).filter(|tag| *tag != Tag::Details || is_block) else {
            return mark.saturating_add(1);
        };
        let reach = rest.get(..TAG_REACH).unwrap_or(rest);
        let length = memchr::memchr(b'>', reach).map_or(reach.len(), |close| close.saturating_add(1));
        let behind = mark.saturating_add(length);
        match name {
            Tag::Details => self.open_details(mark, end),
            Tag::DetailsEnd => self.close_details(behind),
            Tag::Summary => self.open_summary(behind, end),
            Tag::SummaryEnd => self.close_summary(mark),
        }
        behind
    }

    fn open_details(&mut self, mark: usize, end: usize) {
        let parent = self.innermost();
        self.open_details.push(self.details.len());
        self.borders.push((mark, Some(self.details.len())));
        self.details.push(Details { span: Span::new(mark, end), summary: None, parent, closed: false });
        self.open_summary = None;
    }

    fn close_details(&mut self, behind: usize) {
        let Some(index) = self.open_details.pop() else { return };
        if let Some(details) = self.details.get_mut(index) {
            details.span.end = behind;
            details.closed = true;
        }
        self.borders.push((behind, self.innermost()));
        self.open_summary = None;
    }

    /// A summary that is not closed ends with its line.
    fn open_summary(&mut self, behind: usize, end: usize) {
        if let Some(details) = self.innermost_mut().filter(|details| details.summary.is_none()) {
            details.summary = Some(Span::new(behind, end));
            self.open_summary = Some(behind);
        }
    }

    fn close_summary(&mut self, mark: usize) {
        if let Some(start) = self.open_summary.take()
            && let Some(details) = self.innermost_mut()
        {
            details.summary = Some(Span::new(start, mark));
        }
    }

    fn innermost_mut(&mut self) -> Option<&mut Details> {
        self.innermost().and_then(|index| self.details.get_mut(index))
    }
}

/// The tags that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tag {
    Details,
    DetailsEnd,
    Summary,
    SummaryEnd,
}

impl Tag {
    const NAMES: [(&'static [u8], Self); 4] = [
        (b"<details", Self::Details),
        (b"</details", Self::DetailsEnd),
        (b"<summary", Self::Summary),
        (b"</summary", Self::SummaryEnd),
    ];

    /// The tag that `text` begins with, in any case.
    fn read(text: &[u8]) -> Option<Self> {
        let is_named = |name: &[u8]| {
            let Some((head, rest)) = text.split_at_checked(name.len()) else { return false };
            let delimited = rest.first().is_none_or(|byte| is_blank(*byte) || matches!(byte, b'>' | b'/'));
            delimited && head.eq_ignore_ascii_case(name)
        };
        Self::NAMES.into_iter().find(|(name, _)| is_named(name)).map(|(_, tag)| tag)
    }
}

/// How many bytes a tag may have on its line; what is longer is no tag that a person wrote.
const TAG_REACH: usize = 1_000;

/// The runs of backticks of one line, so that a code span is skipped in a time that does not depend on how many are never closed.
#[derive(Default)]
struct CodeSpans {
    /// Length and start of every run, by length and then by place; filled at the first backtick.
    runs: Option<Vec<(usize, usize)>>,
}

impl CodeSpans {
    /// Offset behind the code span that opens at `mark`, or behind the run of backticks when nothing closes it.
    fn skip(&mut self, source: &[u8], mark: usize, end: usize) -> usize {
        let length = Span::new(mark, end).of(source).iter().take_while(|byte| **byte == b'`').count();
        let behind = mark.saturating_add(length);
        let runs = self.runs.get_or_insert_with(|| collect_runs(source, mark, end));
        let next = runs.partition_point(|run| *run <= (length, mark));
        match runs.get(next) {
            Some((found, start)) if *found == length => start.saturating_add(length),
            _ => behind,
        }
    }
}

fn collect_runs(source: &[u8], from: usize, end: usize) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut at = from;
    while let Some(skipped) = memchr::memchr(b'`', Span::new(at, end).of(source)) {
        let start = at.saturating_add(skipped);
        let length = Span::new(start, end).of(source).iter().take_while(|byte| **byte == b'`').count();
        runs.push((length, start));
        at = start.saturating_add(length);
    }
    runs.sort_unstable();
    runs
}
