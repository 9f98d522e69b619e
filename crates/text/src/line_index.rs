//! From byte offsets to what people count: lines and columns from 1, columns in characters, the byte-order mark not counted.

use crate::encoding::content_start;
use crate::span::Span;
use bstr::ByteSlice;
use std::cell::{Cell, OnceCell};

/// A place as people name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// Gives the position of an offset. Costs nothing until first asked; asking in ascending order is linear in the source.
#[derive(Debug)]
pub struct LineIndex<'s> {
    source: &'s [u8],
    starts: OnceCell<Vec<usize>>,
    /// Offset and column of the last answer, from which the next one on the same line goes on.
    last: Cell<(usize, usize)>,
}

impl<'s> LineIndex<'s> {
    /// An index over `source`; nothing is read yet.
    pub fn new(source: &'s [u8]) -> Self {
        Self { source, starts: OnceCell::new(), last: Cell::new((0, 1)) }
    }

    /// Where `offset` is. Behind the end of the source: its end.
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.source.len());
        let starts = self.starts();
        let line = starts.partition_point(|start| *start <= offset);
        let start = line.checked_sub(1).and_then(|index| starts.get(index)).copied().unwrap_or_default();
        Position { line: line.max(1), column: self.column(start, offset) }
    }

    /// The line of `offset`, from 1.
    pub fn line(&self, offset: usize) -> usize {
        self.starts().partition_point(|start| *start <= offset).max(1)
    }

    /// Number of lines; a file that ends with a line end has no empty line behind it.
    pub fn line_count(&self) -> usize {
        let starts = self.starts();
        let open = starts.last().is_some_and(|start| *start >= self.source.len());
        starts.len().saturating_sub(usize::from(open))
    }

    fn starts(&self) -> &[usize] {
        self.starts.get_or_init(|| {
            let feeds = memchr::memchr_iter(b'\n', self.source);
            std::iter::once(0).chain(feeds.map(|feed| feed.saturating_add(1))).collect()
        })
    }

    fn column(&self, start: usize, offset: usize) -> usize {
        let start = if start == 0 { content_start(self.source) } else { start };
        let (known, column) = self.last.get();
        let (from, base) = if start <= known && known <= offset { (known, column) } else { (start, 1) };
        let column = base.saturating_add(Span::new(from, offset).of(self.source).chars().count());
        self.last.set((offset, column));
        column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &[u8], expected: &[(usize, usize, usize)]) {
        let index = LineIndex::new(source);
        for (offset, line, column) in expected {
            assert_eq!(index.position(*offset), Position { line: *line, column: *column }, "offset {offset}");
            assert_eq!(index.line(*offset), *line);
        }
    }

    /// Section 18: lines and columns count from 1, columns in characters, without the BOM.
    #[test]
    fn lines_and_columns_of_people() {
        check(b"", &[(0, 1, 1), (9, 1, 1)]);
        check(
            "ab\nフェ: x\n".as_bytes(),
            &[(0, 1, 1), (1, 1, 2), (3, 2, 1), (6, 2, 2), (9, 2, 3), (11, 2, 5), (1, 1, 2)],
        );
        check("\u{feff}ab\r\nc".as_bytes(), &[(3, 1, 1), (4, 1, 2), (7, 2, 1), (0, 1, 1)]);
        check(b"a\xFFb", &[(2, 1, 3)]);
    }

    #[test]
    fn lines_are_counted() {
        for (source, count) in [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2)] {
            assert_eq!(LineIndex::new(source.as_bytes()).line_count(), count, "{source:?}");
        }
    }
}
