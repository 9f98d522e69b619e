//! The section Performance Metrics (S-67, D24, contract 14.4): per-plan rows, the table by phase, and the lines computed from
//! both.
//!
//! The per-plan rows are the only memory of durations; everything else is computed from them and written where its line
//! stands. Rows and lines of other shapes stay.

mod lines;
mod phase_table;
mod plan_table;
#[cfg(test)]
mod tests;

use cairn_text::Span;
use cairn_text::outline::Section;
use cairn_text::table::tables;

use crate::document::StateDocument;
use crate::draft::Draft;
use crate::durations::PlanDuration;
use crate::failure::Failure;
use crate::language::{self, Term};
use crate::list_section::{add_section, last_text_end};
use crate::phase_id::PhaseId;
use crate::sections;

pub(crate) use lines::is_computed_label;
use phase_table::PhaseTable;
pub(crate) use plan_table::PlanRow;
use plan_table::PlanTable;

/// The metrics of a document as they were read.
pub(crate) struct Metrics<'a, 'source> {
    document: &'a StateDocument<'source>,
    section: Option<Section>,
    plans: Option<PlanTable>,
    phases: Option<PhaseTable>,
    rows: Vec<PlanRow>,
}

impl<'a, 'source> Metrics<'a, 'source> {
    /// Reads the section.
    pub(crate) fn read(document: &'a StateDocument<'source>) -> Self {
        let source = document.source();
        let section = sections::find_term(document.outline(), source, Term::PerformanceMetrics)
            .map(|(section, _)| section);
        let found =
            section.map(|section| tables(document.outline(), source, section.content)).unwrap_or_default();
        let plans = found.iter().find_map(|table| PlanTable::of(source, table));
        let phases = found.iter().find_map(|table| PhaseTable::of(source, table));
        let rows = plans.as_ref().map(|table| table.rows(source)).unwrap_or_default();
        Self { document, section, plans, phases, rows }
    }

    /// Whether a row tells about a plan, so that there is something to compute from.
    pub(crate) fn has_plan_rows(&self) -> bool {
        !self.rows.is_empty()
    }

    /// The per-plan rows that `is_meant` accepts: heading of the section, the lines above the rows, the rows.
    pub(crate) fn plan_rows(
        &self,
        is_meant: impl Fn(&PlanRow) -> bool,
    ) -> Option<(String, Vec<Span>, Vec<Span>)> {
        let (section, table) = (self.section.as_ref()?, self.plans.as_ref()?);
        let source = self.document.source();
        let heading = self.document.outline().heading_text(source, &section.heading);
        let (above, rows) = table.lines(source, is_meant);
        Some((String::from_utf8_lossy(&heading).trim().to_owned(), above, rows))
    }

    /// Adds or replaces the row of one plan, and computes what follows. Says whether section or table had to be made.
    pub(crate) fn record(mut self, draft: &mut Draft<'_, '_>, row: PlanRow) -> Result<bool, Failure> {
        let source = self.document.source();
        let phase = row.phase.clone();
        let cells = row.cells();
        let created = match &self.plans {
            Some(table) => {
                table.put(source, draft, &row);
                false
            }
            None => {
                self.create(draft, &cells)?;
                true
            }
        };
        match self.rows.iter_mut().find(|present| present.is_same_plan(&row)) {
            Some(present) => *present = row,
            None => self.rows.push(row),
        }
        self.write_summary(draft, &[(phase, None)]);
        Ok(created)
    }

    /// Writes the table by phase for `phases`, each with the number of plans that the disk states, and the computed lines.
    pub(crate) fn write_summary(&self, draft: &mut Draft<'_, '_>, phases: &[(PhaseId, Option<u32>)]) {
        let source = self.document.source();
        let mut total_plans = u64::try_from(self.rows.len()).unwrap_or(u64::MAX);
        if let Some(table) = &self.phases {
            total_plans = table.put(source, draft, phases, &self.rows);
        }
        let durations: Vec<PlanDuration> = self.rows.iter().filter_map(|row| row.duration).collect();
        if let Some(section) = &self.section {
            lines::write(self.document, draft, section, total_plans, &durations);
        }
    }

    /// The table at the end of the section, or the section at the end of the file.
    fn create(&self, draft: &mut Draft<'_, '_>, cells: &[String]) -> Result<(), Failure> {
        let source = self.document.source();
        let row = format!("| {} |", cells.join(" | "));
        let lines = ["**Per-Plan Metrics:**", "", plan_table::HEADER, plan_table::SEPARATOR, &row];
        match &self.section {
            Some(section) => {
                let end = last_text_end(source, section.span);
                draft.insert_lines(end, std::iter::once("").chain(lines))
            }
            None => {
                let heading =
                    language::written(Term::PerformanceMetrics, self.document.sections().language());
                let end = last_text_end(source, self.document.outline().body());
                add_section(draft, end, &format!("## {heading}"), &lines)
            }
        }
    }
}
