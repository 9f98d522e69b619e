//! Rules about the file as a whole.

use bstr::ByteSlice;
use cairn_text::{BOM, Encoding, Line, Span, lines};

use super::subject::{Place, Subject};

/// The most lines of a digest (S-02).
const MOST_LINES: usize = 100;

/// A broken file may hold millions of control characters; the first ones tell it.
const MOST_FINDINGS: usize = 100;

/// D11: each line of a merge that was not finished.
pub(super) fn conflict_markers(subject: &Subject<'_>) -> Vec<Place> {
    conflict_markers_of(subject.document().conflict_lines())
}

/// The same for lines that were found.
pub(super) fn conflict_markers_of(lines: Vec<Line>) -> Vec<Place> {
    let message = "a conflict marker of a merge; nothing is written until it is resolved";
    lines.into_iter().map(|line| Place::at(line.content, message)).collect()
}

/// Control characters but tabs and line ends.
pub(super) fn control_characters(subject: &Subject<'_>) -> Vec<Place> {
    control_characters_of(subject.source())
}

/// The same for any file.
pub(super) fn control_characters_of(source: &[u8]) -> Vec<Place> {
    let is_control = |byte: u8| (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')) || byte == 0x7F;
    let found = source.iter().enumerate().filter(|(_, byte)| is_control(**byte));
    let place = |(offset, byte): (usize, &u8)| {
        let message = format!("the control character `\\u{{{byte:x}}}`; remove it");
        Place::at(Span::new(offset, offset.saturating_add(1)), message)
    };
    found.take(MOST_FINDINGS).map(place).collect()
}

/// D29: the first byte that is no UTF-8, or a wide encoding.
pub(super) fn not_utf8(subject: &Subject<'_>) -> Vec<Place> {
    not_utf8_of(subject.source())
}

/// The same for any file.
pub(super) fn not_utf8_of(source: &[u8]) -> Vec<Place> {
    if !Encoding::detect(source).is_utf8() {
        return vec![Place::whole("the file is UTF-16 or UTF-32; save it as UTF-8")];
    }
    let Err(error) = source.to_str() else { return Vec::new() };
    let start = error.valid_up_to();
    let length = error.error_len().unwrap_or_else(|| source.len().saturating_sub(start));
    let message = "bytes that are no UTF-8; they are kept, and read as U+FFFD";
    vec![Place::at(Span::new(start, start.saturating_add(length)), message)]
}

/// S-54: the status line reads no file that begins with a byte-order mark.
pub(super) fn byte_order_mark(subject: &Subject<'_>) -> Vec<Place> {
    if !subject.source().starts_with(BOM) {
        return Vec::new();
    }
    let message =
        "a byte-order mark stands in front of the frontmatter; the status line does not read such a file";
    vec![Place::whole(message).fix("cairn check --fix")]
}

/// S-02: a digest has at most 100 lines.
pub(super) fn too_long(subject: &Subject<'_>) -> Vec<Place> {
    let count = subject.line_count();
    if count <= MOST_LINES {
        return Vec::new();
    }
    let Some(line) = lines(subject.source()).nth(MOST_LINES) else { return Vec::new() };
    let message = format!("the file has {count} lines; a digest has at most {MOST_LINES}");
    vec![Place::at(line.content, message).fix("msd-tools state prune")]
}
