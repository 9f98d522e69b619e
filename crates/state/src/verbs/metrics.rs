//! What the transitions do to the section Performance Metrics (contract 14.4).

use crate::draft::Draft;
use crate::performance_metrics::Metrics;
use crate::phase_id::PhaseId;
use crate::writing::Reading;

/// Sets the row of a completed phase to its number of summaries, and the lines computed from the table.
pub(super) fn set_completed_phase(reading: &Reading<'_>, draft: &mut Draft<'_, '_>, phase: &PhaseId) {
    let Some(facts) = reading.facts.phase(phase) else { return };
    Metrics::read(&reading.document).write_summary(draft, &[(facts.id.clone(), Some(facts.summary_count()))]);
}
