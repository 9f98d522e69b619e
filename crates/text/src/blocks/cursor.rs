//! A place in a line, in bytes and in columns: tabs reach to the next multiple of four, and a container may take part of one.

use crate::span::Span;

/// Columns that a tab stop is wide.
const TAB: usize = 4;

/// Reads one line from left to right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'d> {
    line: &'d [u8],
    /// Where the line begins in its document.
    start: usize,
    at: usize,
    /// Column of the next blank that is not taken; inside a tab when part of it is.
    column: usize,
}

impl<'d> Cursor<'d> {
    /// At the start of `content`, the line without its end.
    pub(super) fn new(document: &'d [u8], content: Span) -> Self {
        Self { line: content.of(document), start: content.start, at: 0, column: 0 }
    }

    /// What is left of the line, the rest of a tab that was taken in part included.
    pub(super) fn rest(&self) -> &'d [u8] {
        self.line.get(self.at..).unwrap_or_default()
    }

    /// The next byte.
    pub(super) fn peek(&self) -> Option<u8> {
        self.line.get(self.at).copied()
    }

    /// Offset of the next byte in the document.
    pub(super) fn offset(&self) -> usize {
        self.start + self.at
    }

    /// Columns up to the next character that is no blank.
    pub(super) fn indent(&self) -> usize {
        let mut ahead = *self;
        ahead.skip_blanks();
        ahead.column - self.column
    }

    /// Whether nothing but blanks is left.
    pub(super) fn is_blank(&self) -> bool {
        self.rest().iter().all(|byte| crate::span::is_blank(*byte))
    }

    /// Takes `count` bytes that are no tabs.
    pub(super) fn skip_bytes(&mut self, count: usize) {
        self.at = (self.at + count).min(self.line.len());
        self.column += count;
    }

    /// Takes at most `count` columns of blanks; part of a tab, if need be.
    pub(super) fn skip_columns(&mut self, count: usize) {
        let target = self.column + count;
        while self.column < target {
            match self.peek() {
                Some(b' ') => self.skip_bytes(1),
                Some(b'\t') => {
                    let stop = self.column - self.column % TAB + TAB;
                    self.column = stop.min(target);
                    self.at += usize::from(stop <= target);
                }
                _ => return,
            }
        }
    }

    /// Takes all blanks.
    pub(super) fn skip_blanks(&mut self) {
        self.skip_columns(usize::MAX - self.column);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tab reaches to the next stop; a container may take one column of it and leave the others.
    #[test]
    fn tabs_are_columns() {
        for (line, skipped, indent, rest) in [
            ("  a", 1, 1, " a"),
            ("\ta", 1, 3, "\ta"),
            (" \ta", 2, 2, "\ta"),
            ("\ta", 4, 0, "a"),
            ("\t\ta", 6, 2, "\ta"),
            ("a", 3, 0, "a"),
        ] {
            let mut cursor = Cursor::new(line.as_bytes(), Span::whole(line.as_bytes()));
            cursor.skip_columns(skipped);
            assert_eq!((cursor.indent(), cursor.rest()), (indent, rest.as_bytes()), "{line:?}");
        }
    }
}
