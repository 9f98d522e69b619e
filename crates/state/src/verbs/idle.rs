//! `state idle [--next A --phases N,…]`: no orchestrator command runs (S-14 to S-16, D20).

use super::Verb;
use super::begin::with_keys;
use super::lifecycle::LifeCycle;
use crate::answer::Answer;
use crate::failure::{Failure, Reason};
use crate::input::{StateInput, VerbOutcome};
use crate::phase_id::PhaseId;
use crate::schema::Action;
use crate::writing::write;

/// Clears the active phase and sets the recommendation, both parts of it or none.
#[derive(Debug, Clone, Default)]
pub struct Idle {
    /// The command recommended next.
    pub next: Option<Action>,
    /// The phases it is meant for.
    pub phases: Vec<PhaseId>,
}

impl Verb for Idle {
    fn name(&self) -> &'static str {
        "idle"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let phases: Vec<String> = self.phases.iter().map(|phase| phase.as_str().to_owned()).collect();
        let life_cycle = match (self.next, phases.is_empty()) {
            (Some(action), false) => LifeCycle::Idle(Some((action, phases))),
            (None, true) => LifeCycle::Idle(None),
            _ => {
                let message = "`--next` and `--phases` go together; give both or neither";
                return Err(
                    Failure::new(Reason::Usage, message).with("expected", "[--next ACTION --phases N[,N…]]")
                );
            }
        };
        let outcome = write(input, "state idle", |_, draft| {
            life_cycle.set(draft);
            Ok(Answer::new())
        })?;
        Ok(with_keys(input, outcome))
    }
}
