//! Tables of a report (roundfix 6.3): a header line, a separator line, rows; each starts and ends with a pipe.
//!
//! The table reader is that of `cairn_text`, which is content with pipes anywhere; lines without a pipe at both ends are no rows of a
//! report, and do not end its table either, so that no row below them is overlooked.

use bstr::ByteSlice;
use cairn_text::{Span, table};

use crate::document::Document;

/// One table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The cells of the header, trimmed.
    pub header: Vec<String>,
    /// The data rows.
    pub rows: Vec<TableRow>,
}

/// One data row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// 1-based line.
    pub line: usize,
    /// The cells, trimmed; escaped pipes are pipes.
    pub cells: Vec<String>,
}

impl Table {
    /// The index of a column by its header text, case ignored.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|cell| cell.eq_ignore_ascii_case(name))
    }
}

/// Every table of a span, fenced code left out.
pub fn tables(document: &Document<'_>, span: Span) -> Vec<Table> {
    let source = document.source();
    let cells = |row: &table::Row| -> Option<Vec<String>> {
        let cells = row.cells.iter().map(|cell| cell.value(source).to_str_lossy().into_owned());
        is_closed(row.line.content.of(source)).then(|| cells.collect())
    };
    let closed = |found: table::Table| {
        let rows = found.rows.iter().filter_map(|row| {
            Some(TableRow { line: document.line(row.line.content.start), cells: cells(row)? })
        });
        Some(Table { header: cells(&found.header)?, rows: rows.collect() })
    };
    table::tables(document.outline(), source, span).into_iter().filter_map(closed).collect()
}

/// Whether a line starts and ends with a pipe that is not escaped.
fn is_closed(line: &[u8]) -> bool {
    let line = line.trim();
    line.len() > 1 && line.starts_with(b"|") && line.ends_with(b"|") && !line.ends_with(b"\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    type Expected<'a> = (&'a [&'a str], &'a [(usize, &'a [&'a str])]);

    fn check(text: &str, expected: &[Expected<'_>]) {
        let document = Document::new(text.as_bytes());
        let found = tables(&document, document.body());
        let own = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let expected: Vec<_> = expected
            .iter()
            .map(|(header, rows)| Table {
                header: own(header),
                rows: rows.iter().map(|(line, cells)| TableRow { line: *line, cells: own(cells) }).collect(),
            })
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }

    /// Roundfix 6.3: what a table is.
    #[test]
    fn shapes() {
        check(
            "| a | b |\n| - | :-: |\n| 1 | 2 |\n|3||\n",
            &[(&["a", "b"], &[(3, &["1", "2"]), (4, &["3", ""])])],
        );
        check("  | a |  \n  | --- |\n\n| not |\n", &[(&["a"], &[])]);
        check("| a |\n| x |\n", &[]);
        check("a | b\n- | -\n1 | 2\n", &[]);
        check("| a |\n| - |\n| no end\n| 1 |\n", &[(&["a"], &[(4, &["1"])])]);
        check("| a |\n| - |\n|\n| 1 |\n", &[(&["a"], &[(4, &["1"])])]);
        check("```\n| a |\n| - |\n```\n", &[]);
        check("|\n|\n", &[]);
    }

    /// Archive-109: an escaped pipe does not split a cell, and does not end a line.
    #[test]
    fn escaped_pipes() {
        check("| a |\n| - |\n| `x \\| y` |\n", &[(&["a"], &[(3, &["`x | y`"])])]);
        check("| a |\n| - |\n| x \\|\n", &[(&["a"], &[])]);
    }
}
