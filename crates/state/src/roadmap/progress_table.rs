//! The Progress table: one row a phase, its columns found by name (section 3).

use super::Roadmap;
use super::table::{column, plain};
use super::title::{cell_name, read_cell};
use crate::phase_id::PhaseId;
use bstr::ByteSlice;
use cairn_text::table::{Cell, Row, Table};
use cairn_text::{Line, Span};

/// A row of a Progress table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressRow {
    /// Its phase.
    pub id: PhaseId,
    /// The bytes of the id.
    pub id_span: Span,
    /// The name behind the id.
    pub name: String,
    /// Its line.
    pub line: Line,
    /// Column `Plans Complete`, or `Plans`.
    pub plans: Option<Cell>,
    /// Column `Status`.
    pub status: Option<Cell>,
    /// Column `Completed`.
    pub completed: Option<Cell>,
    /// Text of the column `Milestone`.
    pub milestone: Option<String>,
    /// The table it stands in, counted from 0.
    pub table: usize,
}

impl Roadmap<'_> {
    /// The rows of all Progress tables that name a phase, in order.
    pub fn progress_rows(&self) -> Vec<ProgressRow> {
        let mut rows = Vec::new();
        for (index, table) in self.tables_of_progress().enumerate() {
            let column = |name: &str| column(table, self.source(), name);
            let columns = Columns {
                phase: column("Phase"),
                plans: column("Plans Complete").or_else(|| column("Plans")),
                status: column("Status"),
                completed: column("Completed"),
                milestone: column("Milestone"),
            };
            rows.extend(table.rows.iter().filter_map(|row| self.progress_row(index, row, &columns)));
        }
        rows
    }

    /// The row of a phase: of several the one whose column `Milestone` says `version`, else the last one, which is the newest.
    pub fn progress_row_of<'r>(
        &self,
        rows: &'r [ProgressRow],
        id: &PhaseId,
        version: Option<&str>,
    ) -> Option<&'r ProgressRow> {
        let mut of_phase = rows.iter().filter(|row| row.id == *id);
        let is_ours = |row: &&ProgressRow| {
            row.milestone
                .as_deref()
                .zip(version)
                .is_some_and(|(milestone, version)| super::version::holds_version(milestone, version))
        };
        of_phase.clone().find(is_ours).or_else(|| of_phase.next_back())
    }

    /// The tables inside sections `Progress`, in order.
    pub(super) fn tables_of_progress(&self) -> impl Iterator<Item = &Table> {
        let sections: Vec<Span> = self
            .outline()
            .find_all(self.source(), |_, text| is_progress(text))
            .map(|section| section.content)
            .collect();
        self.tables().iter().filter(move |table| {
            let place = table.span().start;
            let section = sections
                .partition_point(|section| section.start <= place)
                .checked_sub(1)
                .and_then(|index| sections.get(index));
            section.is_some_and(|section| section.contains(place))
        })
    }

    fn progress_row(&self, table: usize, row: &Row, columns: &Columns) -> Option<ProgressRow> {
        let source = self.source();
        let cell = |column: Option<usize>| row.cells.get(column?).copied();
        let phase = cell(columns.phase)?.text;
        let (id, range, _) = read_cell(phase.of(source))?;
        Some(ProgressRow {
            name: cell_name(phase.of(source), &range),
            id,
            id_span: Span::new(phase.start + range.start, phase.start + range.end),
            line: row.line,
            plans: cell(columns.plans),
            status: cell(columns.status),
            completed: cell(columns.completed),
            milestone: cell(columns.milestone).map(|cell| plain(&cell, source)),
            table,
        })
    }
}

struct Columns {
    phase: Option<usize>,
    plans: Option<usize>,
    status: Option<usize>,
    completed: Option<usize>,
    milestone: Option<usize>,
}

/// A heading `Progress`, with a mark or a version beside it at most.
pub(super) fn is_progress(text: &[u8]) -> bool {
    let text = text.to_str_lossy();
    let word = text.trim_matches(|c: char| !c.is_alphanumeric());
    word.eq_ignore_ascii_case("Progress") || word.eq_ignore_ascii_case("Progress Table")
}
