//! The table by phase: `| Phase | Plans | Total | Avg/Plan |` (S-67, contract 14.4).

use cairn_text::Edit;
use cairn_text::table::{Row, Table, escape_cell};

use super::plan_table::{PlanRow, UNKNOWN, delete};
use crate::derive::number_at_start;
use crate::draft::Draft;
use crate::durations::PlanDuration;
use crate::phase_id::PhaseId;

/// The table and the columns it is known by.
pub(super) struct PhaseTable {
    table: Table,
    phase: usize,
    plans: usize,
    total: Option<usize>,
    average: Option<usize>,
}

/// What the row of one phase says.
struct Summary {
    plans: u32,
    total: Option<String>,
    average: Option<String>,
}

impl PhaseTable {
    /// The table, when its columns make it one.
    pub(super) fn of(source: &[u8], table: &Table) -> Option<Self> {
        let column = |name: &str| table.column(source, name);
        let (phase, plans) = (column("Phase")?, column("Plans")?);
        Some(Self { total: column("Total"), average: column("Avg/Plan"), table: table.clone(), phase, plans })
    }

    /// Sets the rows of `phases` and gives the sum of the column Plans. A number that is given with a phase is what the disk
    /// states; without one the rows are counted, and a larger number that stands there stays.
    pub(super) fn put(
        &self,
        source: &[u8],
        draft: &mut Draft<'_, '_>,
        phases: &[(PhaseId, Option<u32>)],
        rows: &[PlanRow],
    ) -> u64 {
        let mut free: Vec<&Row> = self.table.rows.iter().filter(|row| self.is_dashes(source, row)).collect();
        let mut plans_of: Vec<u64> = Vec::new();
        for (phase, stated) in phases {
            let present =
                self.table.rows.iter().find(|row| self.phase_of(source, row).is_some_and(|id| id == *phase));
            let summary = self.summary(source, present, phase, *stated, rows);
            plans_of.push(summary.plans.into());
            match present {
                Some(row) => self.set(source, draft, row, &summary),
                None if free.is_empty() => {
                    draft.push(self.table.append(source, &self.new_row(phase, &summary)))
                }
                None => {
                    let row = free.remove(0);
                    let cells: Vec<String> =
                        self.new_row(phase, &summary).iter().map(|cell| escape_cell(cell)).collect();
                    draft.push(Edit::replace(
                        row.line.content.trim(source),
                        format!("| {} |", cells.join(" | ")),
                    ));
                }
            }
        }
        if !phases.is_empty() {
            free.into_iter().for_each(|row| delete(draft, row));
        }
        let is_set = |row: &&Row| {
            self.phase_of(source, row).is_some_and(|id| phases.iter().any(|(phase, _)| *phase == id))
        };
        let others =
            self.table.rows.iter().filter(|row| !is_set(row)).filter_map(|row| self.plans_in(source, row));
        others.map(u64::from).chain(plans_of).sum()
    }

    fn summary(
        &self,
        source: &[u8],
        present: Option<&Row>,
        phase: &PhaseId,
        stated: Option<u32>,
        rows: &[PlanRow],
    ) -> Summary {
        let own: Vec<&PlanRow> = rows.iter().filter(|row| row.phase == *phase).collect();
        let durations: Vec<PlanDuration> = own.iter().filter_map(|row| row.duration).collect();
        let counted = u32::try_from(own.len()).unwrap_or(u32::MAX);
        let larger = present.and_then(|row| self.plans_in(source, row)).unwrap_or_default().max(counted);
        let total =
            (!durations.is_empty()).then(|| durations.iter().copied().sum::<PlanDuration>().display());
        Summary {
            plans: stated.unwrap_or(larger),
            total,
            average: PlanDuration::mean(&durations).map(PlanDuration::display),
        }
    }

    /// Sets the cells of a row; without durations the present ones stay.
    fn set(&self, source: &[u8], draft: &mut Draft<'_, '_>, row: &Row, summary: &Summary) {
        let mut set = |column: Option<usize>, value: Option<&str>| {
            let edit = column.and_then(|column| row.cells.get(column)?.set(source, value?));
            edit.into_iter().for_each(|edit| draft.push(edit));
        };
        set(Some(self.plans), Some(&summary.plans.to_string()));
        set(self.total, summary.total.as_deref());
        set(self.average, summary.average.as_deref());
    }

    fn new_row(&self, phase: &PhaseId, summary: &Summary) -> Vec<String> {
        let known = |value: &Option<String>| value.clone().unwrap_or_else(|| UNKNOWN.to_owned());
        let value = |column: usize| match column {
            _ if column == self.phase => phase.as_str().to_owned(),
            _ if column == self.plans => summary.plans.to_string(),
            _ if Some(column) == self.total => known(&summary.total),
            _ if Some(column) == self.average => known(&summary.average),
            _ => UNKNOWN.to_owned(),
        };
        (0..self.table.header.cells.len()).map(value).collect()
    }

    /// The phase of a row: `2`, `02`, `2. Tide Tables`, `Phase 2`.
    fn phase_of(&self, source: &[u8], row: &Row) -> Option<PhaseId> {
        let cell = row.value(source, self.phase)?;
        crate::position::read_phase(&cell).map(|position| position.id)
    }

    fn plans_in(&self, source: &[u8], row: &Row) -> Option<u32> {
        number_at_start(&String::from_utf8_lossy(&row.value(source, self.plans)?))
    }

    /// Whether every cell of a row is a dash: the row of a table that holds nothing yet.
    fn is_dashes(&self, source: &[u8], row: &Row) -> bool {
        let is_dash = |text: &[u8]| matches!(text, b"-" | b"--") || text == "—".as_bytes();
        !row.cells.is_empty() && row.cells.iter().all(|cell| is_dash(cell.text.of(source)))
    }
}
