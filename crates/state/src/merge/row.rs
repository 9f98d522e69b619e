//! The rows of one table of one side, and what they are known by (contract 6.7).

use cairn_text::Span;
use cairn_text::outline::Outline;
use cairn_text::table::{Cell, Row, Table};

use super::text::folded;
use crate::body_field::BodyField;
use crate::dates;
use crate::phase_id::PhaseId;
use crate::roadmap::title::read_cell;

/// Heads of columns that only count.
const RUNNING: [&str; 4] = ["#", "no", "no.", "nr"];

/// What the key of a row with a phase begins with.
const BY_PHASE: &str = "phase:";

/// One table of one side.
#[derive(Clone, Debug)]
pub(super) struct TableRows<'t> {
    /// The names of the columns, which tables are known by.
    pub(super) head: String,
    /// The line with the names of the columns.
    pub(super) header: &'t [u8],
    /// The line below it.
    pub(super) rule: &'t [u8],
    pub(super) columns: Columns,
    pub(super) rows: Vec<TableRow<'t>>,
}

/// The columns that mean something to the merge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    /// Whether the first column names phases.
    pub(super) is_by_phase: bool,
    /// `Plans Complete`, or `Plans`.
    pub(super) plans: Option<usize>,
    /// `Status`.
    pub(super) status: Option<usize>,
    /// `Completed`.
    pub(super) completed: Option<usize>,
}

/// One row.
#[derive(Clone, Debug)]
pub(super) struct TableRow<'t> {
    pub(super) line: &'t [u8],
    /// Its cells, counted from the start of the line.
    row_cells: Vec<Cell>,
    /// The text of its cells, blanks folded.
    pub(super) cells: Vec<String>,
    /// The first cell or its phase.
    pub(super) key: String,
    /// All cells, which it is known by when the first one says nothing.
    pub(super) whole: String,
    pub(super) position: Option<BodyField>,
}

impl<'t> TableRows<'t> {
    /// Reads a table; `position_of` says which field of the position a line is.
    pub(super) fn read(
        outline: &Outline,
        source: &'t [u8],
        table: &Table,
        position_of: impl Fn(usize) -> Option<BodyField>,
    ) -> Self {
        let names: Vec<String> =
            table.header.cells.iter().map(|cell| plain_cell(&cell.value(source)).to_lowercase()).collect();
        let column = |name: &str| names.iter().position(|known| known == name);
        let columns = Columns {
            is_by_phase: names.first().is_some_and(|name| name == "phase"),
            plans: column("plans complete").or_else(|| column("plans")),
            status: column("status"),
            completed: column("completed"),
        };
        let is_running = names.first().is_some_and(|name| RUNNING.contains(&name.as_str()));
        let rows = table.rows.iter().map(|row| {
            let position = position_of(row.line.content.start);
            TableRow::read(outline, source, row, columns, is_running, position)
        });
        Self {
            head: names.join("|"),
            header: table.header.line.content.of(source),
            rule: table.separator.content.of(source),
            columns,
            rows: rows.collect(),
        }
    }
}

impl<'t> TableRow<'t> {
    fn read(
        outline: &Outline,
        source: &'t [u8],
        row: &Row,
        columns: Columns,
        is_running: bool,
        position: Option<BodyField>,
    ) -> Self {
        let cells: Vec<String> =
            row.cells.iter().map(|cell| folded(&outline.text(source, cell.text))).collect();
        let whole = format!("row:{}", cells.join("|"));
        let first = row.cells.first().map(|cell| outline.text(source, cell.text)).unwrap_or_default();
        let name = plain_cell(&first);
        let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        let says_nothing = name.is_empty() || dates::read_date(&name).is_some() || is_running && is_number;
        let phase = columns.is_by_phase.then(|| read_cell(&first)).flatten();
        let key = match (position, phase) {
            (Some(field), _) => format!("position:{}", field.name()),
            (None, Some((id, ..))) => format!("{BY_PHASE}{}", id.plain()),
            (None, None) if says_nothing => whole.clone(),
            (None, None) => format!("cell:{name}"),
        };
        Self {
            line: row.line.content.of(source),
            row_cells: row.cells.iter().map(|cell| from_line_start(cell, row.line.content.start)).collect(),
            cells,
            key,
            whole,
            position,
        }
    }

    /// Whether every cell is a dash: the row of a table that holds nothing yet.
    pub(super) fn is_dashes(&self) -> bool {
        self.cells.iter().all(|cell| matches!(cell.as_str(), "-" | "--" | "—"))
    }

    /// The phase of a row below a head `Phase`.
    pub(super) fn phase(&self) -> Option<PhaseId> {
        self.key.strip_prefix(BY_PHASE).and_then(PhaseId::parse)
    }

    pub(super) fn cell(&self, column: Option<usize>) -> Option<&str> {
        self.cells.get(column?).map(String::as_str)
    }

    /// The line with another text in one cell; the cell keeps its width where the text fits.
    pub(super) fn with_cell(&self, column: usize, value: &str) -> Vec<u8> {
        let edit = self.row_cells.get(column).and_then(|cell| cell.set(self.line, value));
        cairn_text::Patch::from(edit).apply(self.line)
    }
}

fn from_line_start(cell: &Cell, start: usize) -> Cell {
    let moved = |span: Span| Span::new(span.start.saturating_sub(start), span.end.saturating_sub(start));
    Cell { raw: moved(cell.raw), text: moved(cell.text) }
}

/// A cell without emphasis and code marks around it, blanks folded.
fn plain_cell(text: &[u8]) -> String {
    let text = folded(text.trim_ascii());
    text.trim_matches(|mark: char| mark.is_whitespace() || matches!(mark, '*' | '_' | '`')).to_owned()
}
