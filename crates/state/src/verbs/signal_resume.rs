//! `state signal-resume`: the answer is there (contract 12).

use cairn_plan::Receipt;

use super::{Needs, Verb};
use crate::answer::Answer;
use crate::facts::PlanningFile;
use crate::failure::Failure;
use crate::input::{FileEdit, StateInput, VerbOutcome};
use crate::writing::check_state;

/// Removes `WAITING.json`.
#[derive(Debug, Clone, Copy, Default)]
pub struct SignalResume;

impl Verb for SignalResume {
    fn name(&self) -> &'static str {
        "signal-resume"
    }

    fn needs(&self) -> Needs {
        Needs { waiting: true, ..Needs::default() }
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        check_state(input)?;
        let is_waiting = input.project.file(PlanningFile::Waiting).is_some();
        let removal = FileEdit { file: PlanningFile::Waiting, content: None };
        let names = is_waiting.then(|| input.project.path_of(PlanningFile::Waiting));
        Ok(VerbOutcome {
            description: "state signal-resume".to_owned(),
            files: is_waiting.then_some(removal).into_iter().collect(),
            receipt: Some(Receipt::of(names.into_iter().collect())),
            answer: Answer::new().with("resumed", true).with("removed", is_waiting),
            ..VerbOutcome::default()
        })
    }
}
