//! The table with a row for each plan: `| Phase 2 P1 | 12min | 4 tasks | 9 files |` (contract 14.4).

use cairn_text::table::{Row, Table, escape_cell};
use cairn_text::{Edit, Span};

use crate::draft::Draft;
use crate::durations::PlanDuration;
use crate::phase_id::PhaseId;

/// The header of a new table.
pub(super) const HEADER: &str = "| Plan | Duration | Tasks | Files |";
/// The line below it.
pub(super) const SEPARATOR: &str = "|------|----------|-------|-------|";

/// What stands in a cell of which nothing is known.
pub(super) const UNKNOWN: &str = "-";

/// The table and the columns it is known by.
pub(super) struct PlanTable {
    table: Table,
    plan: usize,
    duration: usize,
    tasks: Option<usize>,
    files: Option<usize>,
}

/// One plan and how long it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlanRow {
    /// The phase it belongs to.
    pub(crate) phase: PhaseId,
    /// Its number in the phase, as spelled.
    pub(crate) plan: String,
    /// How long it took; `None` when the cell says no duration.
    pub(crate) duration: Option<PlanDuration>,
    /// The duration as written.
    pub(crate) duration_text: String,
    /// How many tasks it had.
    pub(crate) tasks: Option<u32>,
    /// How many files it changed.
    pub(crate) files: Option<u32>,
}

impl PlanRow {
    /// The cells of a new row.
    pub(super) fn cells(&self) -> Vec<String> {
        let counted = |count: Option<u32>, noun: &str| {
            count.map_or(UNKNOWN.to_owned(), |count| format!("{count} {noun}"))
        };
        let cells = [
            self.label(),
            self.duration_text.clone(),
            counted(self.tasks, "tasks"),
            counted(self.files, "files"),
        ];
        cells.iter().map(|cell| escape_cell(cell)).collect()
    }

    /// Whether both are about one plan: `05` is `5`.
    pub(super) fn is_same_plan(&self, other: &Self) -> bool {
        let number = |plan: &str| plan.trim_start_matches('0').to_lowercase();
        self.phase == other.phase && number(&self.plan) == number(&other.plan)
    }

    fn label(&self) -> String {
        format!("Phase {} P{}", self.phase.as_str(), self.plan)
    }

    fn read(plan: &str, duration: &str) -> Option<Self> {
        let words: Vec<&str> = plan.split_whitespace().collect();
        let [word, phase, number] = words.as_slice() else { return None };
        let number = number.strip_prefix(['P', 'p'])?;
        if !word.eq_ignore_ascii_case("phase") || number.is_empty() {
            return None;
        }
        Some(Self {
            phase: PhaseId::parse(phase)?,
            plan: number.to_owned(),
            duration: PlanDuration::read(duration),
            duration_text: duration.to_owned(),
            tasks: None,
            files: None,
        })
    }
}

impl PlanTable {
    /// The table, when its columns make it one.
    pub(super) fn of(source: &[u8], table: &Table) -> Option<Self> {
        let column = |name: &str| table.column(source, name);
        let (plan, duration) = (column("Plan")?, column("Duration")?);
        Some(Self { tasks: column("Tasks"), files: column("Files"), table: table.clone(), plan, duration })
    }

    /// The rows that name a plan, in the order of the file.
    pub(super) fn rows(&self, source: &[u8]) -> Vec<PlanRow> {
        self.table.rows.iter().filter_map(|row| self.read(source, row)).collect()
    }

    /// The lines above the rows, and those of the rows that `is_meant` accepts.
    pub(super) fn lines(&self, source: &[u8], is_meant: impl Fn(&PlanRow) -> bool) -> (Vec<Span>, Vec<Span>) {
        let rows =
            self.table.rows.iter().filter(|row| self.read(source, row).is_some_and(|read| is_meant(&read)));
        let above = vec![self.table.header.line.full(), self.table.separator.full()];
        (above, rows.map(|row| row.line.full()).collect())
    }

    /// Puts a row in the place of the one for the same plan, else behind the last.
    pub(super) fn put(&self, source: &[u8], draft: &mut Draft<'_, '_>, new: &PlanRow) {
        let present = self
            .table
            .rows
            .iter()
            .find(|row| self.read(source, row).is_some_and(|read| read.is_same_plan(new)));
        let cells = self.arranged(new);
        match present {
            Some(row) => {
                for (cell, value) in row.cells.iter().zip(&cells) {
                    cell.set(source, value).into_iter().for_each(|edit| draft.push(edit));
                }
            }
            None => draft.push(self.table.append(source, &cells)),
        }
    }

    fn read(&self, source: &[u8], row: &Row) -> Option<PlanRow> {
        let text = |column| row.value(source, column).map(|cell| String::from_utf8_lossy(&cell).into_owned());
        PlanRow::read(&text(self.plan)?, &text(self.duration)?)
    }

    /// The values of a row in the order of the columns of this table, unescaped.
    fn arranged(&self, row: &PlanRow) -> Vec<String> {
        let counted = |count: Option<u32>, noun: &str| {
            count.map_or(UNKNOWN.to_owned(), |count| format!("{count} {noun}"))
        };
        let value = |column: usize| match column {
            _ if column == self.plan => row.label(),
            _ if column == self.duration => row.duration_text.clone(),
            _ if Some(column) == self.tasks => counted(row.tasks, "tasks"),
            _ if Some(column) == self.files => counted(row.files, "files"),
            _ => UNKNOWN.to_owned(),
        };
        (0..self.table.header.cells.len()).map(value).collect()
    }
}

/// Removes a whole row.
pub(super) fn delete(draft: &mut Draft<'_, '_>, row: &Row) {
    draft.push(Edit::delete(row.line.full()));
}
