//! `state add-decision --summary T [--rationale T] [--phase N]` (S-68, D22, contract 14.1).

use super::Verb;
use crate::answer::Answer;
use crate::arguments::one_text;
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::list_section::{List, phase_of_entry};
use crate::phase_id::PhaseId;
use crate::writing::write;

/// Adds `- [Phase N]: summary — rationale` to the decisions.
#[derive(Debug, Clone)]
pub struct AddDecision {
    /// What was decided.
    pub summary: String,
    /// Why.
    pub rationale: Option<String>,
    /// The phase; `None` for the current one.
    pub phase: Option<PhaseId>,
}

impl Verb for AddDecision {
    fn name(&self) -> &'static str {
        "add-decision"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let summary = one_text("summary", &self.summary)?;
        let rationale = self.rationale.as_deref().map(|text| one_text("rationale", text)).transpose()?;
        write(input, "state add-decision", |reading, draft| {
            let prefix = phase_of_entry(&reading.document, self.phase.as_ref())
                .map(|phase| format!("[Phase {}]: ", phase.as_str()))
                .unwrap_or_default();
            let reason = rationale.map(|text| format!(" — {text}")).unwrap_or_default();
            let line = format!("- {prefix}{summary}{reason}");
            let addition = List::Decisions.add(reading, draft, &line)?;
            let answer = Answer::new().with("added", addition.is_added).with("decision", line);
            Ok(with_outcome(answer, addition))
        })
    }
}

/// The last members of every verb that adds a line: `created`, and why nothing was added.
pub(super) fn with_outcome(answer: Answer, addition: crate::list_section::Addition) -> Answer {
    let answer = answer.with("created", addition.is_created);
    if addition.is_added { answer } else { answer.with("reason", "duplicate") }
}
