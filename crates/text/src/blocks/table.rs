//! Rows of tables as CommonMark's paragraphs meet them: where the text of one cell ends, and a link with it.
//!
//! Whoever reads or edits a table uses [`crate::table`]; a row without a pipe is none there, and is a cell for a renderer.

use crate::span::{Span, is_blank};

/// The number of columns that `line` gives a table, when it is the line of dashes below its head.
pub(super) fn delimiter_columns(line: &[u8]) -> Option<usize> {
    if !line.iter().all(|byte| matches!(byte, b'-' | b':' | b'|') || is_blank(*byte)) {
        return None;
    }
    let cells = cells(line, Span::whole(line));
    let is_delimiter_row = !cells.is_empty() && cells.iter().all(|cell| is_delimiter(cell.of(line)));
    is_delimiter_row.then_some(cells.len())
}

fn is_delimiter(cell: &[u8]) -> bool {
    let dashes = cell.strip_prefix(b":").unwrap_or(cell);
    let dashes = dashes.strip_suffix(b":").unwrap_or(dashes);
    !dashes.is_empty() && dashes.iter().all(|byte| *byte == b'-')
}

/// The cells of `row`, without the blanks around them.
pub(super) fn cells(document: &[u8], row: Span) -> Vec<Span> {
    let row = row.trim(document);
    let bytes = row.of(document);
    let mut cells = Vec::new();
    let mut start = usize::from(bytes.starts_with(b"|"));
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'|' => {
                cells.push(Span::new(start, at));
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    if start < bytes.len() {
        cells.push(Span::new(start, bytes.len()));
    }
    cells.iter().map(|cell| Span::new(row.start + cell.start, row.start + cell.end).trim(document)).collect()
}
