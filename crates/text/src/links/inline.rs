//! Running text: code spans, markup, wiki links, inline links and images, and which brackets are labels of references.
//!
//! One pass with a stack of open brackets, as CommonMark describes it. Emphasis has no bearing on destinations and is not read.

use super::backticks::{Backticks, run};
use super::markup::Markup;
use super::piece::{Piece, push_region};
use super::scan::{Context, Form, Kind};
use crate::blocks::{label, tail};
use crate::span::Span;
use std::collections::HashSet;

/// The labels that the document defines, normalised.
pub(super) type Labels = HashSet<Vec<u8>>;

/// Adds the pieces of `text`, in order.
pub(super) fn scan(text: &[u8], labels: &Labels, pieces: &mut Vec<Piece>) {
    let mut scanner = Scanner {
        text,
        labels,
        pieces,
        openers: Vec::new(),
        inactive: 0,
        escaped: 0,
        backticks: None,
        markup: Markup::default(),
    };
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        at = scanner.read(*byte, at);
    }
}

/// A bracket that may turn out to begin a link or an image.
#[derive(Clone, Copy, Debug)]
struct Opener {
    at: usize,
    is_image: bool,
    /// Whether another bracket stands behind it: what holds brackets is no label.
    holds_brackets: bool,
    /// How many pieces there were when it was read.
    pieces: usize,
}

struct Scanner<'t, 'p> {
    text: &'t [u8],
    labels: &'t Labels,
    pieces: &'p mut Vec<Piece>,
    openers: Vec<Opener>,
    /// How many of the first `openers` stand in front of a link: those of links can no longer become one, as links do not nest.
    inactive: usize,
    /// Offset behind the last character that a backslash took the meaning from.
    escaped: usize,
    backticks: Option<Backticks>,
    markup: Markup,
}

impl Scanner<'_, '_> {
    /// Reads what begins with `byte` at `at`; gives the offset to go on at.
    fn read(&mut self, byte: u8, at: usize) -> usize {
        match byte {
            b'\\' => self.escape(at),
            b'`' => self.code_span(at),
            b'<' => self.markup.read(self.text, at, self.pieces).unwrap_or(at + 1),
            b'[' => self.open(at),
            b']' => self.close(at),
            _ => at + 1,
        }
    }

    fn escape(&mut self, at: usize) -> usize {
        if !tail::is_escape(self.text, at) {
            return at + 1;
        }
        self.escaped = at + 2;
        at + 2
    }

    fn code_span(&mut self, at: usize) -> usize {
        let length = run(self.text, at);
        let behind = at + length;
        let backticks = self.backticks.get_or_insert_with(|| Backticks::collect(self.text));
        let Some(close) = backticks.next(length, at) else { return behind };
        self.pieces.push(Piece::Region(Context::CodeSpan, Span::new(behind, close)));
        close + length
    }

    fn open(&mut self, at: usize) -> usize {
        if let Some(end) = self.wiki_link(at) {
            self.pieces.push(Piece::Region(Context::WikiLink, Span::new(at, end)));
            return end;
        }
        if let Some(last) = self.openers.last_mut() {
            last.holds_brackets = true;
        }
        let before = at.checked_sub(1).and_then(|before| self.text.get(before));
        let is_image = before == Some(&b'!') && self.escaped != at;
        self.openers.push(Opener { at, is_image, holds_brackets: false, pieces: self.pieces.len() });
        at + 1
    }

    /// Offset behind the wiki link at `at`. `[[1]](dest)` is none: it is a link whose text is `[1]`.
    fn wiki_link(&self, at: usize) -> Option<usize> {
        let content = self.text.get(at..)?.strip_prefix(b"[[")?;
        let length = memchr::memchr3(b'[', b']', b'\n', content)?;
        let (target, behind) = content.split_at_checked(length)?;
        let end = at + 2 + length + 2;
        let is_wiki_link = !target.is_empty() && !target.contains(&b'`') && behind.starts_with(b"]]");
        (is_wiki_link && tail::tail(self.text, end).is_none()).then_some(end)
    }

    fn close(&mut self, at: usize) -> usize {
        let behind = at + 1;
        let Some(opener) = self.openers.pop() else { return behind };
        let depth = self.openers.len();
        let is_inactive = depth < self.inactive && !opener.is_image;
        self.inactive = self.inactive.min(depth);
        if is_inactive {
            return behind;
        }
        let end = self.inline_link(opener, behind).or_else(|| self.reference(opener, at));
        if end.is_some() && !opener.is_image {
            self.inactive = depth;
        }
        end.unwrap_or(behind)
    }

    /// The inline link whose text ends in front of `at`.
    fn inline_link(&mut self, opener: Opener, at: usize) -> Option<usize> {
        let tail = tail::tail(self.text, at)?;
        let kind = if opener.is_image { Kind::Image } else { Kind::Link };
        let form = if tail.destination.in_angles { Form::Angle } else { Form::Bare };
        let span = tail.destination.span;
        self.pieces.push(Piece::Destination { kind, form, span, title: tail.title });
        if let Some(title) = tail.title {
            push_region(self.pieces, Context::Title, title);
        }
        Some(tail.end)
    }

    /// The reference `[text][label]`, `[label][]` or `[label]` whose text ends with the bracket at `close`. What serves as its label
    /// is a region, since a label that changes no longer finds its definition.
    fn reference(&mut self, opener: Opener, close: usize) -> Option<usize> {
        let behind = close + 1;
        let explicit = label::label(self.text, behind);
        if let Some(span) = explicit.filter(|span| !span.is_empty()) {
            self.is_defined(span).then(|| push_region(self.pieces, Context::Label, span))?;
            return Some(span.end + 1);
        }
        let span = Span::new(opener.at + 1, close);
        if opener.holds_brackets || span.len() > label::MAX_LENGTH || !self.is_defined(span) {
            return None;
        }
        self.pieces.truncate(opener.pieces);
        push_region(self.pieces, Context::Label, span);
        Some(explicit.map_or(behind, |empty| empty.end + 1))
    }

    fn is_defined(&self, label: Span) -> bool {
        label::normalise(label.of(self.text)).is_some_and(|label| self.labels.contains(&label))
    }
}
