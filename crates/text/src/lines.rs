//! Lines: content and line end of each, over any bytes.
//!
//! LF and CRLF end a line; a carriage return by itself is content. Joining the full spans of all lines gives the source back.

use crate::encoding::content_start;
use crate::patch::Edit;
use crate::span::Span;

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// Line feed.
    Lf,
    /// Carriage return and line feed.
    CrLf,
    /// Not at all: the last line of a file without a final newline.
    None,
}

impl LineEnd {
    /// Its bytes.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::None => b"",
        }
    }

    /// The line end whose line feed stands at `feed`.
    fn ending_at(source: &[u8], feed: usize) -> Self {
        let before = feed.checked_sub(1).and_then(|offset| source.get(offset));
        if before == Some(&b'\r') { Self::CrLf } else { Self::Lf }
    }
}

/// One line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line without its end.
    pub content: Span,
    /// Its end.
    pub end: LineEnd,
}

impl Line {
    /// The line with its end.
    pub fn full(self) -> Span {
        Span::new(self.content.start, self.content.end.saturating_add(self.end.bytes().len()))
    }

    /// Whether it holds nothing but blanks.
    pub fn is_blank(self, source: &[u8]) -> bool {
        self.content.trim(source).is_empty()
    }
}

/// The lines of the whole source. A byte-order mark is part of the first line's content.
pub fn lines(source: &[u8]) -> Lines<'_> {
    lines_in(source, Span::whole(source))
}

/// The lines of `span`; the first and last are cut at its borders. Nothing is yielded behind a final line end.
pub fn lines_in(source: &[u8], span: Span) -> Lines<'_> {
    Lines { source, next: span.start, end: span.end.min(source.len()) }
}

/// Iterator over lines; see [`lines`].
#[derive(Clone, Debug)]
pub struct Lines<'s> {
    source: &'s [u8],
    next: usize,
    end: usize,
}

impl Lines<'_> {
    /// Where the next line begins.
    pub(crate) fn offset(&self) -> usize {
        self.next
    }

    /// Passes over lines that begin as `is_passed` says, as long as they end in front of `limit` with a line end. Whether there
    /// were any. What a line of a large file costs that says nothing is the search for its end.
    pub(crate) fn pass(&mut self, limit: usize, is_passed: impl Fn(&[u8]) -> bool) -> bool {
        let begin = self.next;
        let reach = Span::new(begin, self.end.min(limit)).of(self.source);
        let mut rest = reach;
        while is_passed(rest)
            && let Some(feed) = memchr::memchr(b'\n', rest)
        {
            rest = rest.get(feed.saturating_add(1)..).unwrap_or_default();
        }
        self.next = begin.saturating_add(reach.len().saturating_sub(rest.len()));
        self.next > begin
    }
}

impl Iterator for Lines<'_> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        if self.next >= self.end {
            return None;
        }
        let start = self.next;
        let rest = Span::new(start, self.end).of(self.source);
        let Some(length) = memchr::memchr(b'\n', rest) else {
            self.next = self.end;
            return Some(Line { content: Span::new(start, self.end), end: LineEnd::None });
        };
        self.next = start.saturating_add(length).saturating_add(1);
        let carriage_return = rest.get(..length).is_some_and(|content| content.ends_with(b"\r"));
        let end = if carriage_return { LineEnd::CrLf } else { LineEnd::Lf };
        let content = Span::new(start, self.next.saturating_sub(end.bytes().len()));
        Some(Line { content, end })
    }
}

/// The line end that most lines of `source` have: LF or CRLF; LF when they are as many, or there is none.
pub fn prevailing_line_end(source: &[u8]) -> LineEnd {
    let (mut line_feeds, mut with_return) = (0usize, 0usize);
    for line in lines(source) {
        match line.end {
            LineEnd::Lf => line_feeds = line_feeds.saturating_add(1),
            LineEnd::CrLf => with_return = with_return.saturating_add(1),
            LineEnd::None => {}
        }
    }
    if with_return > line_feeds { LineEnd::CrLf } else { LineEnd::Lf }
}

/// The line end that a new line at `offset` takes: that of the line before it (D5); in front of all lines, that of the line
/// behind it; LF in a file without any.
pub fn line_end_before(source: &[u8], offset: usize) -> LineEnd {
    let (before, behind) = source.split_at(offset.min(source.len()));
    if let Some(feed) = memchr::memrchr(b'\n', before) {
        return LineEnd::ending_at(source, feed);
    }
    match memchr::memchr(b'\n', behind) {
        Some(length) => LineEnd::ending_at(source, before.len().saturating_add(length)),
        None => LineEnd::Lf,
    }
}

/// Inserts whole lines at `offset`, each with the line end of the line before them.
///
/// `offset` is the start of a line, or the end of the source. Behind a last line without a line end the new lines get theirs in
/// front, so that the file still has no final newline.
pub fn insert_lines<L: AsRef<[u8]>>(
    source: &[u8],
    offset: usize,
    lines: impl IntoIterator<Item = L>,
) -> Edit {
    let offset = offset.min(source.len());
    let end = line_end_before(source, offset).bytes();
    let at_line_start =
        offset <= content_start(source) || Span::new(offset.saturating_sub(1), offset).of(source) == b"\n";
    let mut text = Vec::new();
    for line in lines {
        if at_line_start {
            text.extend_from_slice(line.as_ref());
            text.extend_from_slice(end);
        } else {
            text.extend_from_slice(end);
            text.extend_from_slice(line.as_ref());
        }
    }
    Edit::insert(offset, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patch::Patch;
    use proptest::prelude::*;

    fn check(source: &str, expected: &[(&str, LineEnd)]) {
        let source = source.as_bytes();
        let found: Vec<_> = lines(source).map(|line| (line.content.of(source), line.end)).collect();
        let expected: Vec<_> = expected.iter().map(|(text, end)| (text.as_bytes(), *end)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn both_line_ends_and_none() {
        check("", &[]);
        check("\n", &[("", LineEnd::Lf)]);
        check("a\r\nb\nc", &[("a", LineEnd::CrLf), ("b", LineEnd::Lf), ("c", LineEnd::None)]);
        check("a\rb\r", &[("a\rb\r", LineEnd::None)]);
        check("a\r\r\n", &[("a\r", LineEnd::CrLf)]);
    }

    fn check_insert(source: &str, offset: usize, expected: &str) {
        let patch = Patch::from(insert_lines(source.as_bytes(), offset, ["x", "y"]));
        assert_eq!(String::from_utf8(patch.apply(source.as_bytes())).unwrap(), expected);
    }

    /// D5: new lines take the line end of the line before them; a missing final newline stays missing.
    #[test]
    fn new_lines_take_their_neighbours_end() {
        check_insert("a\r\nb\n", 3, "a\r\nx\r\ny\r\nb\n");
        check_insert("a\r\nb\n", 5, "a\r\nb\nx\ny\n");
        check_insert("a\r\nb", 4, "a\r\nb\r\nx\r\ny");
        check_insert("a\r\nb", 0, "x\r\ny\r\na\r\nb");
        check_insert("", 0, "x\ny\n");
        check_insert("\u{feff}a\r\n", 3, "\u{feff}x\r\ny\r\na\r\n");
        assert_eq!(prevailing_line_end(b"a\r\nb\r\nc\n"), LineEnd::CrLf);
        assert_eq!(prevailing_line_end(b"a"), LineEnd::Lf);
    }

    proptest! {
        /// Lines joined are the source, for any bytes.
        #[test]
        fn joined_lines_are_the_source(source in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), any::<u8>()], 0..200)) {
            let joined: Vec<u8> = lines(&source).flat_map(|line| line.full().of(&source).to_vec()).collect();
            prop_assert_eq!(joined, source);
        }
    }
}
