//! List items as containers: how far a block below an item may be indented and still be a fence or a heading of that item.

use super::heading;

/// Columns that a tab stop is wide.
const TAB: usize = 4;

/// The list items that are open at a line, as the columns at which their content begins, ascending.
#[derive(Debug, Default)]
pub(super) struct Containers {
    content: Vec<usize>,
    /// Whether the line before was blank, or something else that no paragraph goes on behind.
    interrupted: bool,
}

/// The start of a line that holds text.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineStart {
    /// Offset of the first character that is no blank, from the start of the line.
    pub(super) offset: usize,
    /// Its column, from 0.
    pub(super) column: usize,
    /// Column at which its container's content begins.
    pub(super) base: usize,
    /// Whether it stands behind a list marker on its line.
    pub(super) behind_marker: bool,
}

impl LineStart {
    /// Whether it is indented little enough to be a block of its own and not indented code.
    pub(super) fn is_block(&self) -> bool {
        self.column <= self.base.saturating_add(3)
    }
}

impl Containers {
    /// Is it an item at the margin that begins with a letter or a link?
    pub(super) fn is_item(line: &[u8]) -> bool {
        matches!(line, [b'-', b' ', first, ..] if first.is_ascii_alphabetic() || *first == b'[')
    }

    /// Takes in such an item.
    pub(super) fn enter_item(&mut self) {
        self.content.clear();
        self.content.push(2);
        self.interrupted = false;
    }

    /// Takes in the next line outside of fences and comments, and says where its text starts; `None` for a blank line.
    pub(super) fn enter(&mut self, line: &[u8]) -> Option<LineStart> {
        // What most lines of a large file look like; what is said below comes to the same.
        if Self::is_item(line) {
            self.enter_item();
            return Some(LineStart { offset: 2, column: 2, base: 2, behind_marker: true });
        }
        let Some((offset, column)) = indentation(line, 0, 0) else {
            self.interrupted = true;
            return None;
        };
        let text = line.get(offset..).unwrap_or_default();
        let rule = is_rule(text);
        let starts_block = rule || list_marker(text).is_some() || heading::level(text).is_some();
        if self.interrupted || starts_block {
            let kept = self.content.partition_point(|content| *content <= column);
            self.content.truncate(kept);
        }
        self.interrupted = false;
        let mut start = LineStart { offset, column, base: self.base(column), behind_marker: false };
        while start.is_block() && !rule {
            let Some(length) = list_marker(line.get(start.offset..).unwrap_or_default()) else { break };
            let behind = (start.offset.saturating_add(length), start.column.saturating_add(length));
            let Some((offset, column)) = indentation(line, behind.0, behind.1) else {
                self.content.push(behind.1.saturating_add(1));
                return None;
            };
            // More than four blanks behind the marker are indented code that begins one blank behind it.
            let base = if column > behind.1.saturating_add(4) { behind.1.saturating_add(1) } else { column };
            self.content.push(base);
            start = LineStart { offset, column, base, behind_marker: true };
        }
        Some(start)
    }

    fn base(&self, column: usize) -> usize {
        let inside = self.content.partition_point(|content| *content <= column);
        inside.checked_sub(1).and_then(|index| self.content.get(index)).copied().unwrap_or_default()
    }
}

/// Offset and column of the first byte at or behind `offset` that is no blank; `None` if there is none.
pub(super) fn indentation(line: &[u8], offset: usize, column: usize) -> Option<(usize, usize)> {
    let (mut offset, mut column) = (offset, column);
    loop {
        match line.get(offset)? {
            b' ' => column = column.saturating_add(1),
            b'\t' => column = column.saturating_sub(column % TAB).saturating_add(TAB),
            b'\r' => {}
            _ => return Some((offset, column)),
        }
        offset = offset.saturating_add(1);
    }
}

/// Offset and column of the first byte of `line` that is no blank; `None` if there is none.
pub fn line_indentation(line: &[u8]) -> Option<(usize, usize)> {
    indentation(line, 0, 0)
}

/// Whether `text` is a rule: three or more of `-`, `*` or `_`, with blanks at most between them.
pub fn is_rule(text: &[u8]) -> bool {
    let Some(mark) = text.first().filter(|byte| matches!(byte, b'-' | b'*' | b'_')) else { return false };
    let is_mark = |byte: &&u8| *byte == mark;
    text.iter().all(|byte| byte == mark || crate::span::is_blank(*byte))
        && text.iter().filter(is_mark).take(3).count() == 3
}

/// Length of the list marker that `text` begins with: `-`, `*`, `+`, or up to nine digits and `.` or `)`, a blank or nothing behind it.
pub fn list_marker(text: &[u8]) -> Option<usize> {
    let length = match text.first()? {
        b'-' | b'*' | b'+' => 1,
        _ => {
            let digits = text.iter().take(10).take_while(|byte| byte.is_ascii_digit()).count();
            let delimited = matches!(text.get(digits), Some(b'.' | b')'));
            if digits == 0 || digits > 9 || !delimited {
                return None;
            }
            digits.saturating_add(1)
        }
    };
    let behind = text.get(length);
    behind.is_none_or(|byte| crate::span::is_blank(*byte)).then_some(length)
}
