//! Tables of a roadmap: a head, the rows below it, and cells as spans (section 3).

use bstr::ByteSlice;
use cairn_text::outline::LineClass;
use cairn_text::{Line, Outline, Span};

/// A pipe table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) head: Vec<Span>,
    pub(super) rows: Vec<Row>,
    /// Offset behind its last line.
    pub(super) end: usize,
}

/// One row below the head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) line: Line,
    /// What stands between the pipes, blanks included.
    pub(super) cells: Vec<Span>,
}

impl Table {
    /// All tables of the body, in order.
    pub(super) fn read_all(outline: &Outline, source: &[u8]) -> Vec<Self> {
        let mut tables: Vec<Self> = Vec::new();
        let mut before: Option<(Line, Vec<Span>)> = None;
        let mut is_open = false;
        for line in outline.lines(source, outline.body()) {
            let text = line.masked();
            let cells = if line.class == LineClass::Text && text.contains(&b'|') {
                cells(&text, line.line.content.start)
            } else {
                Vec::new()
            };
            if cells.is_empty() {
                (before, is_open) = (None, false);
                continue;
            }
            let is_separator = cells.iter().all(|cell| is_dashes(cell.of(source).trim()));
            match before.take().filter(|_| is_separator && !is_open) {
                Some((_, head)) => {
                    tables.push(Self { head, rows: Vec::new(), end: line.line.full().end });
                    is_open = true;
                }
                None if is_open => {
                    if let Some(table) = tables.last_mut() {
                        table.end = line.line.full().end;
                        table.rows.push(Row { line: line.line, cells });
                    }
                }
                None => before = Some((line.line, cells)),
            }
        }
        tables
    }

    /// The column whose head is `name`, case-insensitive, emphasis not counted.
    pub(super) fn column(&self, source: &[u8], name: &str) -> Option<usize> {
        self.head.iter().position(|cell| plain(cell.of(source)).eq_ignore_ascii_case(name))
    }
}

/// A cell without blanks and emphasis around it.
pub(super) fn plain(cell: &[u8]) -> String {
    cell.to_str_lossy().trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`')).to_owned()
}

/// The cells of a row; pipes at both ends are optional, `\|` is text.
fn cells(line: &[u8], start: usize) -> Vec<Span> {
    let inner = Span::new(0, line.len()).trim(line);
    let text = inner.of(line);
    let mut borders: Vec<usize> = Vec::new();
    let mut escaped = false;
    for (at, byte) in text.iter().enumerate() {
        if *byte == b'|' && !escaped {
            borders.push(at);
        }
        escaped = *byte == b'\\' && !escaped;
    }
    if borders.is_empty() {
        return Vec::new();
    }
    let mut cells = Vec::with_capacity(borders.len() + 1);
    let mut from = 0;
    for border in borders.into_iter().chain(std::iter::once(text.len())) {
        let is_outside = border == 0 || from == text.len();
        if !is_outside {
            cells.push(Span::new(start + inner.start + from, start + inner.start + border));
        }
        from = border + 1;
    }
    cells
}

fn is_dashes(cell: &[u8]) -> bool {
    let dashes = cell.strip_prefix(b":").unwrap_or(cell);
    let dashes = dashes.strip_suffix(b":").unwrap_or(dashes);
    !dashes.is_empty() && dashes.iter().all(|byte| *byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 3, fault kind "fields and rows of others": columns by name, cells as bytes.
    #[test]
    fn tables() {
        let source = b"| a |\n\n| **Phase** | Plans Complete |\n|:---|---:|\n| 1 \\| x | 2/2 |\n|| |\nA | b\ntext\n| 1 | 2 |\n\nPhase | x\n--- | ---\n2 | y";
        let outline = Outline::parse(source);
        let tables = Table::read_all(&outline, source);
        let shown: Vec<Vec<Vec<&str>>> = tables
            .iter()
            .map(|table| {
                table
                    .rows
                    .iter()
                    .map(|row| row.cells.iter().map(|cell| cell.of(source).to_str().unwrap()).collect())
                    .collect()
            })
            .collect();
        assert_eq!(
            shown,
            [vec![vec![" 1 \\| x ", " 2/2 "], vec!["", " "], vec!["A ", " b"]], vec![vec!["2 ", " y"]]]
        );
        assert_eq!(tables[0].column(source, "phase"), Some(0));
        assert_eq!(tables[0].column(source, "plans complete"), Some(1));
    }
}
