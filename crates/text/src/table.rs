//! Pipe tables: header, separator, rows, cells, and the edits of cells and rows.
//!
//! A table is a line with pipes above a separator line (`|---|:-:|`), and every line with a pipe below it up to the first without.
//! A pipe behind a backslash is text. Columns are found by their header, never by their place (D24).

use crate::caseless::same;
use crate::lines::{Line, insert_lines};
use crate::outline::{LineClass, Outline};
use crate::patch::Edit;
use crate::span::{Span, is_blank};
use bstr::ByteSlice;
use std::borrow::Cow;
use unicode_width::UnicodeWidthStr;

/// One cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Everything between its two pipes.
    pub raw: Span,
    /// Its text, without blanks; empty at its place when there is none.
    pub text: Span,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its line.
    pub line: Line,
    /// Its cells, from the left.
    pub cells: Vec<Cell>,
}

/// One table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns.
    pub header: Row,
    /// The line below them.
    pub separator: Line,
    /// The rows below that.
    pub rows: Vec<Row>,
}

/// The tables of `span`, in the order of the file. Lines in fences and comments are none of a table.
pub fn tables(outline: &Outline, source: &[u8], span: Span) -> Vec<Table> {
    let mut tables = Vec::new();
    let mut table: Option<Table> = None;
    let mut above: Option<Row> = None;
    for line in outline.lines(source, span) {
        let row = if line.class == LineClass::Text { row(line.line, &line.masked()) } else { None };
        let Some(row) = row else {
            tables.extend(table.take());
            above = None;
            continue;
        };
        if let Some(table) = &mut table {
            table.rows.push(row);
        } else if let Some(header) = above.take().filter(|header| is_separator(source, &row, header)) {
            table = Some(Table { header, separator: row.line, rows: Vec::new() });
        } else {
            above = Some(row);
        }
    }
    tables.extend(table);
    tables
}

/// Reads a line that holds a pipe.
fn row(line: Line, text: &[u8]) -> Option<Row> {
    let inner = Span::whole(text).trim(text);
    let start = if inner.of(text).starts_with(b"|") { inner.start.saturating_add(1) } else { inner.start };
    let base = line.content.start;
    let mut cells = Vec::new();
    let mut cell_start = start;
    let mut push = |from: usize, to: usize| {
        let raw = Span::new(from, to);
        let moved = |span: Span| Span::new(base.saturating_add(span.start), base.saturating_add(span.end));
        cells.push(Cell { raw: moved(raw), text: moved(raw.trim(text)) });
    };
    let pipes = memchr::memchr_iter(b'|', text).filter(|pipe| !is_escaped(text, *pipe));
    for pipe in pipes.skip_while(|pipe| *pipe < start) {
        push(cell_start, pipe);
        cell_start = pipe.saturating_add(1);
    }
    // A line without a pipe is no row; a last cell needs none behind it.
    let is_open = start > inner.start && cell_start == start;
    if is_open || (cell_start < inner.end && cell_start > inner.start) {
        push(cell_start, inner.end.max(cell_start));
    }
    (!cells.is_empty()).then_some(Row { line, cells })
}

fn is_escaped(text: &[u8], pipe: usize) -> bool {
    pipe.checked_sub(1).and_then(|before| text.get(before)) == Some(&b'\\')
}

/// Whether `row` is the separator of `header`: dashes with colons at most. Without pipes at the margin both have as many cells.
fn is_separator(source: &[u8], row: &Row, header: &Row) -> bool {
    let is_closed = row.line.content.trim(source).of(source).starts_with(b"|");
    let dashes = row.cells.iter().all(|cell| {
        let text = cell.text.of(source);
        let text = text.strip_prefix(b":").unwrap_or(text);
        let text = text.strip_suffix(b":").unwrap_or(text);
        !text.is_empty() && text.iter().all(|byte| *byte == b'-')
    });
    dashes && (is_closed || row.cells.len() == header.cells.len())
}

impl Table {
    /// Everything from the header's line to behind the last row.
    pub fn span(&self) -> Span {
        let last = self.rows.last().map_or(self.separator, |row| row.line);
        Span::new(self.header.line.content.start, last.full().end)
    }

    /// Index of the first column whose header is `name`, in any case.
    pub fn column(&self, source: &[u8], name: &str) -> Option<usize> {
        self.header.cells.iter().position(|cell| same(&cell.value(source), name.as_bytes()))
    }

    /// The edit that adds a row of `cells` behind the last one, in the manner of the header: with or without pipes at the margin.
    pub fn append(&self, source: &[u8], cells: &[impl AsRef<str>]) -> Edit {
        let header = self.header.line.content;
        let indent = header.trim(source).start.saturating_sub(header.start);
        let mut row = Span::new(header.start, header.start.saturating_add(indent)).of(source).to_vec();
        let cells: Vec<String> = cells.iter().map(|cell| escape_cell(cell.as_ref())).collect();
        let text = cells.join(" | ");
        if header.trim(source).of(source).starts_with(b"|") {
            row.extend_from_slice(format!("| {text} |").as_bytes());
        } else {
            row.extend_from_slice(text.as_bytes());
        }
        insert_lines(source, self.span().end, [row])
    }
}

impl Row {
    /// The text of the cell in `column`, pipes in it unescaped; `None` when the row is shorter.
    pub fn value<'s>(&self, source: &'s [u8], column: usize) -> Option<Cow<'s, [u8]>> {
        self.cells.get(column).map(|cell| cell.value(source))
    }
}

impl Cell {
    /// Its text, pipes in it unescaped.
    pub fn value<'s>(&self, source: &'s [u8]) -> Cow<'s, [u8]> {
        let text = self.text.of(source);
        match memchr::memmem::find(text, b"\\|") {
            Some(_) => Cow::Owned(text.replace(b"\\|", b"|")),
            None => Cow::Borrowed(text),
        }
    }

    /// The edit that gives it `value`, which holds no line ends; `None` when it has it already. Where the value fits, the cell
    /// keeps its width and its side; else it grows, and the blanks beside its text stay.
    pub fn set(&self, source: &[u8], value: &str) -> Option<Edit> {
        if self.value(source) == value.as_bytes() {
            return None;
        }
        let raw = self.raw.of(source);
        let (left, right) = match raw.iter().position(|byte| !is_blank(*byte)) {
            Some(left) => (left, raw.iter().rev().take_while(|byte| is_blank(**byte)).count()),
            None => (raw.len().min(1), raw.len().saturating_sub(1)),
        };
        let value = escape_cell(value);
        let room = raw.to_str_lossy().width().saturating_sub(value.width());
        // Text at the right side of a wide cell stays there.
        let (left, right) = if left > right {
            (room.saturating_sub(right).max(1), right)
        } else {
            (left, room.saturating_sub(left).max(right.min(1)))
        };
        Some(Edit::replace(self.raw, format!("{:left$}{value}{:right$}", "", "")))
    }
}

/// `value` as it stands in a cell: pipes behind backslashes.
pub fn escape_cell(value: &str) -> String {
    value.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patch::Patch;
    use proptest::prelude::*;

    /// Each table as its rows, header first, cells joined by `/`.
    fn check(source: &str, expected: &[&[&str]]) {
        for source in [source.to_owned(), source.replace('\n', "\r\n")] {
            let bytes = source.as_bytes();
            let outline = Outline::parse(bytes);
            let text = |row: &Row| {
                row.cells
                    .iter()
                    .map(|cell| cell.value(bytes).to_str_lossy().into_owned())
                    .collect::<Vec<_>>()
                    .join("/")
            };
            let found: Vec<Vec<String>> = tables(&outline, bytes, outline.body())
                .iter()
                .map(|table| std::iter::once(&table.header).chain(&table.rows).map(text).collect())
                .collect();
            assert_eq!(found, expected, "{source}");
        }
    }

    #[test]
    fn tables_of_all_shapes() {
        check("| A | B |\n|---|:-:|\n| 1 |  |\n|2|3|\n\n| x | y |\n", &[&["A/B", "1/", "2/3"]]);
        check("x\nA | B\n--- | ---\n1 | 2\ntext\n", &[&["A/B", "1/2"]]);
        check("| A |\n|---|\n| a \\| b |\n", &[&["A", "a | b"]]);
        check("| A | B |\n|---|\n", &[&["A/B"]]);
        check("A | B\n---\n", &[]);
        check("| A |\n| B |\n|---|\n| 1 |\n", &[&["B", "1"]]);
        check("```\n| A |\n|---|\n```\n<!--\n| A |\n|---|\n-->\n", &[]);
        check("  | A |\n  |---|\n  | 1 | 2 |", &[&["A", "1/2"]]);
        check("| A |\n|---|\n| B |\n|---|\n", &[&["A", "B", "---"]]);
        check("| A | B |\n|---|---|\n|| 1 |\n", &[&["A/B", "/1"]]);
        check("| A |\n|---|\n|\n| 1\n", &[&["A", "", "1"]]);
    }

    fn check_set(source: &str, column: usize, value: &str, expected: &str) {
        let bytes = source.as_bytes();
        let outline = Outline::parse(bytes);
        let found = tables(&outline, bytes, outline.body());
        let cell = found[0].rows[0].cells[column];
        let result = Patch::from(cell.set(bytes, value)).apply(bytes);
        assert_eq!(result.to_str_lossy(), expected);
        let again = tables(&Outline::parse(&result), &result, Span::whole(&result))[0].rows[0].cells[column];
        assert_eq!(again.set(&result, value), None);
    }

    /// 14.4: cells keep their width where the value fits; pipes are escaped.
    #[test]
    fn cells_are_set_in_place() {
        let table = |row: &str| format!("| A | B |\n|---|---|\n{row}\n");
        let check = |row: &str, column, value, expected: &str| {
            check_set(&table(row), column, value, &table(expected))
        };
        check("| 1     | x |", 0, "22", "| 22    | x |");
        check("| 1     | x |", 0, "1234567", "| 1234567 | x |");
        check("|     1 | x |", 0, "22", "|    22 | x |");
        check("|   1| x |", 0, "22", "|  22| x |");
        check("|   1| x |", 0, "22222", "| 22222| x |");
        check("| abc | x |", 0, "y", "| y   | x |");
        check("|1|x|", 0, "22", "|22|x|");
        check("| 1 |  |", 1, "Complete", "| 1 | Complete |");
        check("| 1 ||", 1, "y", "| 1 |y|");
        check("| 1 |      |", 1, "y", "| 1 | y    |");
        check("| 1 | x |", 1, "a|b", "| 1 | a\\|b |");
        check("| 完了 | x |", 0, "ab", "| ab   | x |");
        check("| 1 | x |", 1, "x", "| 1 | x |");
    }

    #[test]
    fn rows_are_added_behind_the_last() {
        let check = |source: &str, expected: &str| {
            let found =
                tables(&Outline::parse(source.as_bytes()), source.as_bytes(), Span::whole(source.as_bytes()));
            let patch = Patch::from(found[0].append(source.as_bytes(), &["1", "a|b"]));
            assert_eq!(patch.apply(source.as_bytes()).to_str_lossy(), expected);
        };
        check("| A | B |\n|---|---|\n", "| A | B |\n|---|---|\n| 1 | a\\|b |\n");
        check(
            "  | A | B |\r\n  |---|---|\r\n  | 0 | 0 |\r\nx",
            "  | A | B |\r\n  |---|---|\r\n  | 0 | 0 |\r\n  | 1 | a\\|b |\r\nx",
        );
        check("A | B\n--|--\n0 | 0", "A | B\n--|--\n0 | 0\n1 | a\\|b");
    }

    /// Columns are found by name.
    #[test]
    fn columns_by_name() {
        let source = b"| Phase | Plans Complete |\n|---|---|\n";
        let found = tables(&Outline::parse(source), source, Span::whole(source));
        assert_eq!(found[0].column(source, "plans complete"), Some(1));
        assert_eq!(found[0].column(source, "Status"), None);
    }

    proptest! {
        #[test]
        fn set_then_get(row in "[a |\\\\\t]{0,30}", column in 0usize..3, value in "[a-z|\\\\ ]{0,10}") {
            let source = format!("| A | B |\n|---|---|\n|{row}|\n");
            let outline = Outline::parse(source.as_bytes());
            let found = tables(&outline, source.as_bytes(), outline.body());
            let value = value.trim();
            if let Some(cell) = found[0].rows[0].cells.get(column) && !value.ends_with('\\') {
                let result = Patch::from(cell.set(source.as_bytes(), value)).apply(source.as_bytes());
                let again = tables(&Outline::parse(&result), &result, Span::whole(&result));
                // An empty last cell without a pipe behind it is no cell.
                let read = again[0].rows[0].value(&result, column).unwrap_or_default().into_owned();
                prop_assert_eq!(read.as_bstr(), value.as_bytes().as_bstr());
            }
        }
    }
}
