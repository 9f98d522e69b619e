//! The text of an HTML block: its tags and comments. Markdown has no say there, so nothing else is a destination.

use super::markup::Markup;
use super::piece::{Piece, push_region, push_tag};
use super::scan::Context;
use crate::blocks::{HtmlKind, tag};
use crate::span::Span;

/// Adds the pieces of `text`, in order. Running text between tags is no piece.
pub(super) fn scan(text: &[u8], kind: HtmlKind, pieces: &mut Vec<Piece>) {
    if matches!(kind, HtmlKind::Instruction | HtmlKind::Declaration | HtmlKind::CharacterData) {
        push_region(pieces, Context::Html, Span::whole(text));
        return;
    }
    let mut scanner = Scanner { text, markup: Markup::default(), preformatted: false, pieces };
    let mut at = 0;
    while let Some(skipped) = text.get(at..).and_then(|rest| memchr::memchr(b'<', rest)) {
        at = scanner.read(at, at + skipped);
    }
    scanner.push_text(at, text.len());
}

struct Scanner<'t, 'p> {
    text: &'t [u8],
    markup: Markup,
    /// Whether a `<pre>` is open: its text is code, its tags are tags.
    preformatted: bool,
    pieces: &'p mut Vec<Piece>,
}

impl Scanner<'_, '_> {
    /// Reads the text from `done` on and the markup at `at`; gives the offset to go on at.
    fn read(&mut self, done: usize, at: usize) -> usize {
        if let Some((context, end)) = self.markup.opaque(self.text, at) {
            self.push_text(done, at);
            push_region(self.pieces, context, Span::new(at, end));
            return end;
        }
        if self.text.get(at..).is_some_and(|rest| rest.starts_with(b"<!--")) {
            // A comment that nothing closes reaches to the end of its block.
            self.push_text(done, at);
            push_region(self.pieces, Context::Comment, Span::new(at, self.text.len()));
            return self.text.len();
        }
        let Some(tag) = tag::tag(self.text, at) else {
            self.push_text(done, at + 1);
            return at + 1;
        };
        self.push_text(done, at);
        push_tag(self.pieces, self.text, at, &tag);
        let name = tag.name.of(self.text);
        if name.eq_ignore_ascii_case(b"pre") {
            self.preformatted = !tag.is_closing;
        }
        let is_verbatim =
            [b"script".as_slice(), b"style", b"textarea"].iter().any(|raw| name.eq_ignore_ascii_case(raw));
        if !is_verbatim || tag.is_closing {
            return tag.end;
        }
        let end = self.end_of_verbatim(name, tag.end);
        push_region(self.pieces, Context::Html, Span::new(tag.end, end));
        end
    }

    /// Offset of the `</name` behind `from`, or the end of the text.
    fn end_of_verbatim(&self, name: &[u8], from: usize) -> usize {
        let rest = self.text.get(from..).unwrap_or_default();
        let mut closings = memchr::memmem::find_iter(rest, b"</");
        let closes = |at: &usize| {
            let behind = rest.get(at + 2..).and_then(|rest| rest.get(..name.len()));
            behind.is_some_and(|found| found.eq_ignore_ascii_case(name))
        };
        closings.find(closes).map_or(self.text.len(), |at| from + at)
    }

    fn push_text(&mut self, start: usize, end: usize) {
        if self.preformatted {
            push_region(self.pieces, Context::Html, Span::new(start, end));
        }
    }
}
