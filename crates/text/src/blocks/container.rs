//! Containers: quotes, list items and footnotes, and how a line goes on with one or opens one.

use super::cursor::Cursor;
use crate::outline::list_marker;

/// An open container.
#[derive(Clone, Copy, Debug)]
pub(super) enum Container {
    /// `> text`.
    Quote,
    /// `- text`, `1. text`: its content begins `indent` columns into its parent.
    Item { indent: usize, has_child: bool },
    /// `[^label]: text`, with four columns of indentation on further lines.
    Footnote,
}

/// Columns that indent a further line of a footnote.
const FOOTNOTE_INDENT: usize = 4;

impl Container {
    /// Takes from `cursor` what shows that its line goes on inside this container; `false` when it does not.
    pub(super) fn continues(&self, cursor: &mut Cursor<'_>) -> bool {
        match self {
            Self::Quote => Self::take_quote_mark(cursor),
            Self::Item { has_child, .. } if cursor.is_blank() => {
                cursor.skip_blanks();
                *has_child
            }
            Self::Item { indent, .. } => Self::take_indent(cursor, *indent),
            Self::Footnote if cursor.is_blank() => {
                cursor.skip_blanks();
                true
            }
            Self::Footnote => Self::take_indent(cursor, FOOTNOTE_INDENT),
        }
    }

    /// Opens the container that begins at `cursor`, if one does; `paragraph`: the line would otherwise go on with a paragraph.
    pub(super) fn open(cursor: &mut Cursor<'_>, paragraph: bool) -> Option<Self> {
        if Self::take_quote_mark(cursor) {
            return Some(Self::Quote);
        }
        Self::open_item(cursor, paragraph).or_else(|| Self::open_footnote(cursor))
    }

    fn take_quote_mark(cursor: &mut Cursor<'_>) -> bool {
        let mut ahead = *cursor;
        if ahead.indent() > 3 {
            return false;
        }
        ahead.skip_blanks();
        if ahead.peek() != Some(b'>') {
            return false;
        }
        ahead.skip_bytes(1);
        ahead.skip_columns(1);
        *cursor = ahead;
        true
    }

    fn take_indent(cursor: &mut Cursor<'_>, indent: usize) -> bool {
        let enough = cursor.indent() >= indent;
        if enough {
            cursor.skip_columns(indent);
        }
        enough
    }

    fn open_item(cursor: &mut Cursor<'_>, paragraph: bool) -> Option<Self> {
        let mut ahead = *cursor;
        let indent = ahead.indent();
        ahead.skip_blanks();
        let mark = ahead.rest();
        let length = list_marker(mark)?;
        let number = mark.get(..length.saturating_sub(1)).unwrap_or_default();
        ahead.skip_bytes(length);
        // Only an item that holds text, and whose number is one, breaks a paragraph: prose is full of dashes and numbers.
        if paragraph && (ahead.is_blank() || !(number.is_empty() || number.iter().eq(b"1"))) {
            return None;
        }
        let blanks = ahead.indent();
        let is_empty = ahead.is_blank();
        // Five blanks and more are one blank and indented code.
        let padding = if is_empty || blanks > 4 { 1 } else { blanks };
        ahead.skip_columns(padding);
        *cursor = ahead;
        Some(Self::Item { indent: indent + length + padding, has_child: false })
    }

    fn open_footnote(cursor: &mut Cursor<'_>) -> Option<Self> {
        let mut ahead = *cursor;
        ahead.skip_blanks();
        let length = footnote_mark(ahead.rest())?;
        ahead.skip_bytes(length);
        ahead.skip_blanks();
        *cursor = ahead;
        Some(Self::Footnote)
    }
}

/// Length of `[^label]:`, if `text` begins so.
fn footnote_mark(text: &[u8]) -> Option<usize> {
    let label = text.strip_prefix(b"[^")?;
    let length = label
        .iter()
        .take(super::label::MAX_LENGTH)
        .position(|byte| matches!(byte, b'[' | b']' | b' ' | b'\t'))?;
    let closed = length > 0 && label.get(length..)?.starts_with(b"]:");
    closed.then_some(length + 4)
}
