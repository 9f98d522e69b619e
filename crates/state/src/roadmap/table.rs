//! Columns and cells of the tables of a roadmap, on top of the one table reader (section 3).

use bstr::ByteSlice;
use cairn_text::table::{Cell, Table};

/// The column whose head is `name`, case-insensitive, emphasis not counted.
pub(super) fn column(table: &Table, source: &[u8], name: &str) -> Option<usize> {
    table.header.cells.iter().position(|cell| plain(cell, source).eq_ignore_ascii_case(name))
}

/// The text of a cell without emphasis and code marks around it.
pub(super) fn plain(cell: &Cell, source: &[u8]) -> String {
    let text = cell.value(source);
    text.to_str_lossy().trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`')).to_owned()
}
