//! Where the frontmatter block stands (6.1): an optional byte-order mark, a first line that is exactly `---`, up to the next line
//! that begins with `---`.

use crate::encoding::content_start;
use crate::lines::{Line, lines_in};
use crate::span::Span;

/// The fence that opens and closes a block.
pub(crate) const FENCE: &[u8] = b"---";

/// The place of a frontmatter block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The line `---` at the start.
    pub opening: Line,
    /// All lines between the fences, with their line ends.
    pub content: Span,
    /// The line that begins with `---`; `None` when the block is never closed.
    pub closing: Option<Line>,
}

impl Block {
    /// The block of `source`, closed or not; `None` when its first line is not exactly `---`.
    pub fn locate(source: &[u8]) -> Option<Self> {
        Self::locate_at(source, content_start(source))
    }

    /// The block whose opening line begins at `start`.
    pub(crate) fn locate_at(source: &[u8], start: usize) -> Option<Self> {
        let mut lines = lines_in(source, Span::new(start, source.len()));
        let opening = lines.next().filter(|line| line.content.of(source) == FENCE)?;
        let closing = lines.find(|line| line.content.of(source).starts_with(FENCE));
        let end = closing.map_or(source.len(), |line| line.content.start);
        Some(Self { opening, content: Span::new(opening.full().end, end), closing })
    }

    /// Offset of the first byte behind the block; `None` when it is not closed.
    pub fn end(&self) -> Option<usize> {
        self.closing.map(|line| line.full().end)
    }
}

/// Offset at which the body of a document begins: behind the frontmatter block when there is a closed one, else behind the
/// byte-order mark.
pub fn body_start(source: &[u8]) -> usize {
    Block::locate(source).and_then(|block| block.end()).unwrap_or_else(|| content_start(source))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, content: Option<&str>, body: &str) {
        let bytes = source.as_bytes();
        let found = Block::locate(bytes).map(|block| block.content.of(bytes));
        assert_eq!(found, content.map(str::as_bytes), "{source:?}");
        assert_eq!(&source[body_start(bytes)..], body, "{source:?}");
    }

    /// 6.1: the block.
    #[test]
    fn first_line_is_exactly_the_fence() {
        check("---\na: 1\n---\nbody", Some("a: 1\n"), "body");
        check("\u{feff}---\r\na: 1\r\n---\r\nbody", Some("a: 1\r\n"), "body");
        check("---\n---\n---\n", Some(""), "---\n");
        check("---\na: 1\n--- end\nbody", Some("a: 1\n"), "body");
        check("---\na: 1\n---", Some("a: 1\n"), "");
        check("--- \na: 1\n---\n", None, "--- \na: 1\n---\n");
        check("\n---\na: 1\n---\n", None, "\n---\na: 1\n---\n");
        check("---\na: 1\n", Some("a: 1\n"), "---\na: 1\n");
        check("---", Some(""), "---");
        check("", None, "");
    }
}
