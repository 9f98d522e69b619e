//! `state rebuild [--verbose]`: the body from derived data (contract 12, 14.4).

use super::Verb;
use crate::answer::{Answer, Value};
use crate::body_field::BodyField;
use crate::document::StateDocument;
use crate::draft::Draft;
use crate::facts::PlanningFile;
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::performance_metrics::Metrics;
use crate::phase_id::PhaseId;
use crate::schema::Key;
use crate::writing::{Reading, write};

/// Writes again what can be computed: the labels of the current phase, the table by phase, averages, trend and bar.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rebuild {
    /// Say of each mutation what it was and what it is.
    pub verbose: bool,
}

impl Verb for Rebuild {
    fn name(&self) -> &'static str {
        "rebuild"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let mut outcome = write(input, "state rebuild", |reading, draft| {
            draft.always_synchronises = true;
            draft.fills_bar = true;
            rebuild(reading, draft)?;
            Ok(Answer::new().with("rebuilt", true))
        })?;
        let mutations = self.mutations(input, &outcome);
        outcome.answer.push("mutations", Value::texts(mutations));
        Ok(outcome)
    }
}

fn rebuild(reading: &Reading<'_>, draft: &mut Draft<'_, '_>) -> Result<(), Failure> {
    let document = &reading.document;
    for (field, key) in
        [(BodyField::CurrentPhase, Key::CurrentPhase), (BodyField::CurrentPhaseName, Key::CurrentPhaseName)]
    {
        if let Some(stored) = document.key_text(key).filter(|text| !text.is_empty()) {
            draft.set(field, stored)?;
        }
    }
    let done = reading.facts.phases.iter().filter(|phase| phase.summary_count() > 0);
    let phases: Vec<(PhaseId, Option<u32>)> =
        done.map(|phase| (phase.id.clone(), Some(phase.summary_count()))).collect();
    let phases = if reading.facts.scope.is_trusted() { phases } else { Vec::new() };
    Metrics::read(document).write_summary(draft, &phases);
    Ok(())
}

impl Rebuild {
    /// The names of what changed, with old and new values when asked.
    fn mutations(&self, input: &StateInput<'_>, outcome: &VerbOutcome) -> Vec<String> {
        let names = outcome.receipt.iter().flat_map(|receipt| receipt.updated.clone());
        let (Some(before), Some(after)) = (input.document, outcome.content(PlanningFile::State)) else {
            return names.collect();
        };
        if !self.verbose {
            return names.collect();
        }
        let (before, after) = (StateDocument::parse(before), StateDocument::parse(after));
        names.map(|name| super::sync::change(&before, &after, &name)).collect()
    }
}
