//! A span: where something stands in a file.
//!
//! Everything that this crate reads is given back as spans into the source, so that an edit can name the bytes it changes and
//! nothing else (D5). A span never owns text and never checks that it fits a source: outside of it, it is empty.

use std::fmt;

/// A half-open range of byte offsets, `start..end`, into one source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset behind the last byte; never below `start`.
    pub end: usize,
}

impl Span {
    /// The span `start..end`; an `end` below `start` gives the empty span at `start`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end: end.max(start) }
    }

    /// The empty span at `offset`: a place to insert.
    pub fn at(offset: usize) -> Self {
        Self { start: offset, end: offset }
    }

    /// The whole of `source`.
    pub fn whole(source: &[u8]) -> Self {
        Self { start: 0, end: source.len() }
    }

    /// Number of bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether it names no byte.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Whether the byte at `offset` lies in it.
    pub fn contains(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Whether all of `other` lies in it; the borders count.
    pub fn covers(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The bytes of `source` that it names; cut where the source ends.
    pub fn of(self, source: &[u8]) -> &[u8] {
        let end = self.end.min(source.len());
        source.get(self.start.min(end)..end).unwrap_or_default()
    }

    /// The smallest span that covers both.
    pub fn join(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// Without the blanks and tabs at both ends; of blanks alone, the empty span at its start.
    pub fn trim(self, source: &[u8]) -> Span {
        let bytes = self.of(source);
        let Some(first) = bytes.iter().position(|byte| !is_blank(*byte)) else { return Span::at(self.start) };
        let last = bytes.iter().rposition(|byte| !is_blank(*byte)).unwrap_or(first);
        Span::new(self.start.saturating_add(first), self.start.saturating_add(last).saturating_add(1))
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}..{}", self.start, self.end)
    }
}

/// A blank of running text: a space or a tab, or a carriage return that ends no line.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half-open, and outside of a source empty.
    #[test]
    fn borders() {
        let span = Span::new(2, 4);
        let inside: Vec<usize> = (0..6).filter(|offset| span.contains(*offset)).collect();
        assert_eq!(inside, [2, 3]);
        assert!(span.covers(span) && span.covers(Span::at(4)) && !span.covers(Span::new(2, 5)));
        assert_eq!((span.of(b"abc"), span.of(b"a")), (&b"c"[..], &b""[..]));
        assert_eq!(Span::new(4, 2), Span::at(4));
    }
}
