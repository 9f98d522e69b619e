//! `state add-blocker --text T [--phase N]` (S-68, D22, contract 14.2).

use super::Verb;
use super::add_decision::with_outcome;
use crate::answer::Answer;
use crate::arguments::one_text;
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::list_section::{List, phase_of_entry};
use crate::phase_id::PhaseId;
use crate::writing::write;

/// Adds `- [Phase N] text` to the blockers.
#[derive(Debug, Clone)]
pub struct AddBlocker {
    /// What is in the way.
    pub text: String,
    /// The phase it came from; `None` for the current one.
    pub phase: Option<PhaseId>,
}

impl Verb for AddBlocker {
    fn name(&self) -> &'static str {
        "add-blocker"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let text = one_text("text", &self.text)?;
        write(input, "state add-blocker", |reading, draft| {
            let prefix = phase_of_entry(&reading.document, self.phase.as_ref())
                .map(|phase| format!("[Phase {}] ", phase.as_str()))
                .unwrap_or_default();
            let line = format!("- {prefix}{text}");
            let addition = List::Blockers.add(reading, draft, &line)?;
            let answer =
                Answer::new().with("added", addition.is_added).with("blocker", text).with("entry", line);
            Ok(with_outcome(answer, addition))
        })
    }
}
