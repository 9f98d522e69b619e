//! `state record-metric --phase P --plan N --duration D [--tasks T --files F]` (S-67, D24, contract 14.4).

use super::Verb;
use crate::answer::Answer;
use crate::arguments::one_text;
use crate::durations::PlanDuration;
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::performance_metrics::{Metrics, PlanRow};
use crate::phase_id::PhaseId;
use crate::writing::write;

/// Records how long a plan took, and computes table, averages and trend.
#[derive(Debug, Clone)]
pub struct RecordMetric {
    /// The phase.
    pub phase: PhaseId,
    /// The number of the plan in it.
    pub plan: String,
    /// How long it took: `90s`, `12min`, `1h 5m`, `1.5h`, or minutes.
    pub duration: String,
    /// How many tasks it had.
    pub tasks: Option<u32>,
    /// How many files it changed.
    pub files: Option<u32>,
}

impl Verb for RecordMetric {
    fn name(&self) -> &'static str {
        "record-metric"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let row = self.row()?;
        write(input, format!("state record-metric {} {}", row.phase.as_str(), row.plan), |reading, draft| {
            let created = Metrics::read(&reading.document).record(draft, row.clone())?;
            Ok(Answer::new()
                .with("recorded", true)
                .with("phase", row.phase.as_str())
                .with("plan", row.plan.as_str())
                .with("duration", row.duration_text.as_str())
                .with("created", created))
        })
    }
}

impl RecordMetric {
    fn row(&self) -> Result<PlanRow, Failure> {
        let plan = one_text("plan", &self.plan)?;
        let is_allowed =
            |character: char| character.is_alphanumeric() || matches!(character, '.' | '-' | '_');
        if !plan.chars().all(is_allowed) {
            return Err(Failure::invalid_value(
                "plan",
                format!("`{plan}` is no plan number; write `1` or `02-01`"),
            ));
        }
        let text = one_text("duration", &self.duration)?;
        let Some(duration) = PlanDuration::read(text) else {
            let message = format!(
                "`{text}` is no duration; write `90s`, `12min`, `1h 5m`, `1.5h` or a number of minutes"
            );
            return Err(Failure::invalid_value("duration", message));
        };
        // The text is kept, so that no second is lost in the sums; a plain number gets its unit.
        let is_plain = text.chars().all(|character| character.is_ascii_digit() || character == '.');
        let duration_text = if is_plain { format!("{text}min") } else { text.to_owned() };
        Ok(PlanRow {
            phase: self.phase.clone(),
            plan: plan.to_owned(),
            duration: Some(duration),
            duration_text,
            tasks: self.tasks,
            files: self.files,
        })
    }
}
