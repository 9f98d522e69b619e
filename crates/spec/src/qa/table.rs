//! Tables of a report (roundfix 6.3): a header line, a separator line, rows; each starts and ends with a pipe.

use cairn_text::Span;

use crate::document::{Document, TextLine};

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
    let mut found = Vec::new();
    let mut run: Vec<TableRow> = Vec::new();
    for TextLine { number, text, .. } in document.lines(span) {
        match cells(&text) {
            Some(cells) => run.push(TableRow { line: number, cells }),
            None => found.extend(table(std::mem::take(&mut run))),
        }
    }
    found.extend(table(run));
    found
}

/// The table that a run of table lines is: none without a separator as its second line.
fn table(run: Vec<TableRow>) -> Option<Table> {
    let mut lines = run.into_iter();
    let (header, separator) = (lines.next()?, lines.next()?);
    let is_separator = separator
        .cells
        .iter()
        .all(|cell| cell.contains('-') && cell.chars().all(|character| matches!(character, '-' | ':')));
    is_separator.then(|| Table { header: header.cells, rows: lines.collect() })
}

/// The cells of a line that starts and ends with a pipe.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.trim().strip_prefix('|')?;
    let mut cells = Vec::new();
    let mut cell = String::new();
    let mut characters = inner.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.peek() == Some(&'|') => {
                characters.next();
                cell.push('|');
            }
            '|' => {
                cells.push(cell.trim().to_owned());
                cell.clear();
            }
            other => cell.push(other),
        }
    }
    // Something behind the last pipe: the line does not end with one.
    (!cells.is_empty() && cell.is_empty()).then_some(cells)
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
        check("| a |\n| - |\n| no end\n| 1 |\n", &[(&["a"], &[])]);
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
