//! The lines of a block, prepared for the line grammar.

use super::scalar::is_comment;
use crate::lines::{Line, lines_in};
use crate::span::Span;

/// What a line of the block is at first sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowKind {
    Blank,
    /// A full-line comment.
    Comment,
    Text,
}

/// One line of the block, or the part of one behind a list marker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) line: Line,
    /// Blanks and tabs in front of the text.
    pub(super) indent: usize,
    /// From the first to behind the last character that is no blank.
    pub(super) text: Span,
    pub(super) kind: RowKind,
}

/// The rows of `content`.
pub(super) fn rows(source: &[u8], content: Span) -> Vec<Row> {
    lines_in(source, content).map(|line| row(source, line)).collect()
}

fn row(source: &[u8], line: Line) -> Row {
    let text = line.content.trim(source);
    let indent = text.start.saturating_sub(line.content.start);
    let bytes = text.of(source);
    let kind = match bytes.first() {
        None => RowKind::Blank,
        // Unlike a comment behind a value, one at the start of a line needs no blank: `#note`.
        Some(b'#') => RowKind::Comment,
        Some(_) => RowKind::Text,
    };
    Row { line, indent, text, kind }
}

/// Whether `text` is a list item: `-` and then a blank or nothing.
pub(super) fn is_item(text: &[u8]) -> bool {
    text.strip_prefix(b"-").is_some_and(|rest| rest.first().is_none_or(|byte| crate::span::is_blank(*byte)))
}

/// Where the key of an entry ends.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) span: Span,
    pub(super) name: String,
    /// Offset behind the colon.
    pub(super) colon_end: usize,
}

/// Reads `text` as the beginning of an entry, `key:` and then a blank or nothing.
pub(super) fn key(source: &[u8], text: Span) -> Option<Key> {
    let bytes = text.of(source);
    match bytes.first()? {
        b'"' | b'\'' => quoted_key(source, text),
        // What begins like this is a list, a conflict marker or the like, whatever colons it holds.
        b'[' | b']' | b'{' | b'}' | b',' | b'|' | b'<' | b'>' | b'=' if !bytes.starts_with(b"<<:") => None,
        _ if is_item(bytes) || is_comment(bytes) => None,
        _ => plain_key(source, text),
    }
}

fn quoted_key(source: &[u8], text: Span) -> Option<Key> {
    let Some(quoted) = super::scalar::quoted(text.of(source)) else { return plain_key(source, text) };
    let span = Span::new(text.start, text.start.saturating_add(quoted.length));
    let behind = Span::new(span.end, text.end).trim(source);
    match behind.of(source).strip_prefix(b":") {
        Some(rest) if rest.first().is_none_or(|byte| crate::span::is_blank(*byte)) => {
            Some(Key { span, name: quoted.text, colon_end: behind.start.saturating_add(1) })
        }
        // A whole quoted text is a value, whatever colons it holds.
        _ if behind.is_empty() || is_comment(behind.of(source)) => None,
        _ => plain_key(source, text),
    }
}

fn plain_key(source: &[u8], text: Span) -> Option<Key> {
    let bytes = text.of(source);
    let colon = memchr::memchr_iter(b':', bytes)
        .find(|colon| bytes.get(colon.saturating_add(1)).is_none_or(|byte| crate::span::is_blank(*byte)))?;
    let span = Span::new(text.start, text.start.saturating_add(colon)).trim(source);
    let name = String::from_utf8_lossy(span.of(source)).into_owned();
    let colon_end = text.start.saturating_add(colon).saturating_add(1);
    (!name.is_empty()).then_some(Key { span, name, colon_end })
}
