//! `state update-progress`: bar and counters (S-17 to S-21, S-61, contract 12).

use super::Verb;
use crate::answer::Answer;
use crate::failure::{Failure, Reason};
use crate::input::{StateInput, VerbOutcome};
use crate::progress_bar;
use crate::writing::write;

/// Writes what is counted; a scope that cannot be trusted is refused.
#[derive(Debug, Clone, Copy, Default)]
pub struct UpdateProgress;

impl Verb for UpdateProgress {
    fn name(&self) -> &'static str {
        "update-progress"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let mut bar = None;
        let mut outcome = write(input, "state update-progress", |reading, draft| {
            let scope = reading.facts.scope;
            if !scope.is_trusted() {
                let message = format!(
                    "progress cannot be counted: the scope is `{}`; check the version headings of ROADMAP.md and the stored milestone",
                    scope.as_str()
                );
                return Err(Failure::new(Reason::ProgressScope, message).with("scope", scope.as_str()));
            }
            draft.always_synchronises = true;
            draft.fills_bar = true;
            let counters = reading.facts.counters;
            bar = counters.percent.map(progress_bar::bar);
            Ok(Answer::new()
                .with("percent", counters.percent)
                .with("completed", counters.completed_plans)
                .with("total", counters.total_plans)
                .with("bar", bar.clone()))
        })?;
        outcome.raw = Some(bar.unwrap_or_default());
        Ok(outcome)
    }
}
