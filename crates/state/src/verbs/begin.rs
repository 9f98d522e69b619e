//! `state begin --action A --phase N`: an orchestrator command begins (S-14, S-41, D20).

use cairn_text::frontmatter::NewValue;

use super::Verb;
use super::lifecycle::LifeCycle;
use crate::answer::{Answer, Value};
use crate::document::StateDocument;
use crate::facts::PlanningFile;
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::phase_id::PhaseId;
use crate::schema::{Action, Key};
use crate::verbs::json::from_stored;
use crate::writing::write;

/// Sets the active phase and the stage, and clears the recommendation.
#[derive(Debug, Clone)]
pub struct Begin {
    /// The command that begins.
    pub action: Action,
    /// The phase it works on.
    pub phase: PhaseId,
}

impl Verb for Begin {
    fn name(&self) -> &'static str {
        "begin"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let description = format!("state begin {} {}", self.action.as_str(), self.phase.as_str());
        let outcome = write(input, description, |_, draft| {
            LifeCycle::active(&self.phase).set(draft);
            draft.set_key(Key::Status, NewValue::Text(self.action.stage().as_str().to_owned()));
            Ok(Answer::new())
        })?;
        Ok(with_keys(input, outcome))
    }
}

/// The answer of `begin` and `idle`: the keys as they are stored now.
pub(super) fn with_keys(input: &StateInput<'_>, mut outcome: VerbOutcome) -> VerbOutcome {
    let bytes = outcome.content(PlanningFile::State).or(input.document).unwrap_or_default().to_vec();
    let document = StateDocument::parse(&bytes);
    for key in [Key::ActivePhase, Key::Status, Key::NextAction, Key::NextPhases] {
        let value = document.entry(key).map_or(Value::Null, |entry| from_stored(entry.value()));
        outcome.answer.push(key.name(), value);
    }
    outcome
}
