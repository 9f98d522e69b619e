//! Flow lists and maps: `[a, "b"]` and `{a: 1}`, on one or more lines.

use super::MAX_DEPTH;
use super::entry::{Content, Entry, Item, Style};
use super::scalar::{self, is_comment, quoted};
use crate::span::{Span, is_blank};
use bstr::ByteSlice;

/// A list or map that was read.
#[derive(Debug)]
pub(super) struct Flow {
    /// Offset behind its closing bracket.
    pub(super) end: usize,
    pub(super) content: Content,
}

/// Reads the list or map that `span` begins with; `None` when its bracket is not closed inside `span`.
pub(super) fn read(source: &[u8], span: Span) -> Option<Flow> {
    let mut reader = Reader { source, end: span.end, at: span.start, unclosed_quote: [false; 2] };
    let content = reader.bracket(0)?;
    Some(Flow { end: reader.at, content })
}

struct Reader<'s> {
    source: &'s [u8],
    end: usize,
    at: usize,
    /// For `"` and `'`: a quote of this kind was found never to be closed, so that no later one is searched for again.
    unclosed_quote: [bool; 2],
}

impl Reader<'_> {
    fn rest(&self) -> &[u8] {
        Span::new(self.at, self.end).of(self.source)
    }

    fn skip(&mut self, length: usize) {
        self.at = self.at.saturating_add(length);
    }

    /// Passes blanks, line ends and comments, and gives the next byte.
    fn next_byte(&mut self) -> Option<u8> {
        loop {
            let rest = self.rest();
            let byte = *rest.first()?;
            if is_blank(byte) || byte == b'\n' {
                self.skip(1);
            } else if is_comment(rest) || (byte == b'#' && self.begins_line(self.at)) {
                let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                self.skip(length);
            } else {
                return Some(byte);
            }
        }
    }

    /// Whether only blanks stand between the start of a line below the bracket and `at`: a `#` there needs no blank behind it.
    fn begins_line(&self, at: usize) -> bool {
        let before = self.source.get(..at).unwrap_or_default();
        before.iter().rev().find(|byte| !is_blank(**byte)) == Some(&b'\n')
    }

    fn bracket(&mut self, depth: usize) -> Option<Content> {
        if depth >= MAX_DEPTH {
            return None;
        }
        let is_map = self.rest().first() == Some(&b'{');
        self.skip(1);
        if is_map { self.map(depth) } else { self.list(depth) }
    }

    fn list(&mut self, depth: usize) -> Option<Content> {
        let mut items = Vec::new();
        loop {
            match self.next_byte()? {
                b']' => {
                    self.skip(1);
                    return Some(Content::List(items));
                }
                b',' => self.skip(1),
                _ => {
                    let (span, content, _) = self.value(b']', depth)?;
                    items.push(Item { span, content });
                }
            }
        }
    }

    fn map(&mut self, depth: usize) -> Option<Content> {
        let mut entries = Vec::new();
        loop {
            match self.next_byte()? {
                b'}' => {
                    self.skip(1);
                    return Some(Content::Map(entries));
                }
                b',' => self.skip(1),
                _ => entries.push(self.entry(depth)?),
            }
        }
    }

    fn entry(&mut self, depth: usize) -> Option<Entry> {
        let start = self.at;
        let (key_span, key) = self.key()?;
        let colon_end = self.at;
        let empty = (Span::at(colon_end), Content::Null, Style::Empty);
        let (value_span, content, style) = match self.next_byte()? {
            b',' | b'}' => empty,
            _ => self.value(b'}', depth)?,
        };
        let span = Span::new(start, value_span.end);
        Some(Entry {
            key,
            key_span,
            colon_end,
            value_span,
            comment: None,
            below: Span::at(span.end),
            span,
            style,
            content,
        })
    }

    /// Reads a key and the colon behind it, if there is one.
    fn key(&mut self) -> Option<(Span, String)> {
        let start = self.at;
        if let Some((span, text)) = self.quoted_scalar()
            && self.next_byte().is_some_and(|next| matches!(next, b':' | b',' | b'}'))
        {
            let colon = usize::from(self.rest().starts_with(b":"));
            self.skip(colon);
            return Some((span, text));
        }
        self.at = start;
        let rest = self.rest();
        let length = rest.iter().enumerate().position(|(index, byte)| match byte {
            b',' | b'}' | b'\n' => true,
            b':' => rest
                .get(index.saturating_add(1))
                .is_none_or(|next| matches!(next, b' ' | b'\t' | b'\r' | b'\n' | b',' | b'}')),
            _ => false,
        })?;
        let span = Span::new(start, start.saturating_add(length)).trim(self.source);
        let colon = usize::from(rest.get(length) == Some(&b':'));
        let text = span.of(self.source).to_str_lossy().into_owned();
        self.skip(length.saturating_add(colon));
        Some((span, text))
    }

    /// Reads one value, up to a comma or `close`. What is not followed by one of them is plain text, whether other text follows or
    /// none: what stands on the lines below is not to decide on a bracket that is closed on its own line.
    fn value(&mut self, close: u8, depth: usize) -> Option<(Span, Content, Style)> {
        let start = self.at;
        if let Some((span, text)) = self.quoted_scalar() {
            if self.next_byte().is_some_and(|next| next == b',' || next == close) {
                let double = span.of(self.source).starts_with(b"\"");
                let style = if double { Style::DoubleQuoted } else { Style::SingleQuoted };
                return Some((span, Content::Text(text), style));
            }
            self.at = start;
        } else if let Some(b'[' | b'{') = self.rest().first() {
            let content = self.bracket(depth.saturating_add(1))?;
            let span = Span::new(start, self.at);
            if self.next_byte().is_some_and(|next| next == b',' || next == close) {
                let style = if matches!(content, Content::Map(_)) { Style::FlowMap } else { Style::FlowList };
                return Some((span, content, style));
            }
            self.at = start;
        }
        let span = self.plain_span(close)?;
        let content = scalar::plain(&folded(span.of(self.source)));
        Some((span, content, Style::Plain))
    }

    fn quoted_scalar(&mut self) -> Option<(Span, String)> {
        let quote = *self.rest().first().filter(|byte| matches!(byte, b'"' | b'\''))?;
        let known_unclosed = self.unclosed_quote.get(usize::from(quote == b'\'')).copied().unwrap_or(true);
        if known_unclosed {
            return None;
        }
        let Some(quoted) = quoted(self.rest()) else {
            if let Some(unclosed) = self.unclosed_quote.get_mut(usize::from(quote == b'\'')) {
                *unclosed = true;
            }
            return None;
        };
        let span = Span::new(self.at, self.at.saturating_add(quoted.length));
        self.skip(quoted.length);
        Some((span, quoted.text))
    }

    /// Plain text up to a comma, a comment or `close`; brackets inside it are passed in pairs.
    fn plain_span(&mut self, close: u8) -> Option<Span> {
        let start = self.at;
        let rest = self.rest();
        let mut open = 0usize;
        let mut blank_before = false;
        let length = rest.iter().enumerate().position(|(index, byte)| {
            let behind_blank = std::mem::replace(&mut blank_before, is_blank(*byte) || *byte == b'\n');
            match byte {
                b',' => open == 0,
                b'[' | b'{' => {
                    open = open.saturating_add(1);
                    false
                }
                b']' | b'}' if open > 0 => {
                    open = open.saturating_sub(1);
                    false
                }
                b'#' => {
                    (behind_blank && is_comment(rest.get(index..).unwrap_or_default()))
                        || self.begins_line(start.saturating_add(index))
                }
                _ => *byte == close,
            }
        })?;
        self.skip(length);
        let bytes = rest_trimmed(Span::new(start, start.saturating_add(length)), self.source);
        Some(bytes)
    }
}

/// `span` without blanks and line ends behind its text.
fn rest_trimmed(span: Span, source: &[u8]) -> Span {
    let kept = span.of(source).iter().rposition(|byte| !is_blank(*byte) && *byte != b'\n');
    Span::new(span.start, span.start.saturating_add(kept.map_or(0, |last| last.saturating_add(1))))
}

/// Plain text over several lines: each line end with the blanks around it is one blank.
fn folded(text: &[u8]) -> Vec<u8> {
    let lines = text.split_str(b"\n").map(|line| line.trim_with(|ch| matches!(ch, ' ' | '\t' | '\r')));
    bstr::join(b" ", lines.filter(|line| !line.is_empty()))
}
