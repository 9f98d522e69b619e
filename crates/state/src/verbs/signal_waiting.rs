//! `state signal-waiting --type T --question Q [--options "a|b"] [--phase N]`: the work waits for an answer (contract 12).

use cairn_plan::Receipt;

use super::Verb;
use crate::answer::{Answer, Value};
use crate::arguments::one_text;
use crate::facts::PlanningFile;
use crate::failure::Failure;
use crate::input::{FileEdit, StateInput, VerbOutcome};
use crate::json_text;
use crate::phase_id::PhaseId;
use crate::writing::check_state;

/// Writes `WAITING.json`.
#[derive(Debug, Clone)]
pub struct SignalWaiting {
    /// What kind of answer is waited for: `decision`, `review`.
    pub kind: String,
    /// The question.
    pub question: String,
    /// The possible answers.
    pub options: Vec<String>,
    /// The phase it is about.
    pub phase: Option<PhaseId>,
}

impl Verb for SignalWaiting {
    fn name(&self) -> &'static str {
        "signal-waiting"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        check_state(input)?;
        let options = self.options.iter().map(|option| one_text("options", option).map(str::to_owned));
        let signal = Answer::new()
            .with("status", "waiting")
            .with("type", one_text("type", &self.kind)?)
            .with("question", one_text("question", &self.question)?)
            .with("options", options.collect::<Result<Vec<String>, Failure>>()?)
            .with("since", input.now.stamp())
            .with("phase", self.phase.as_ref().map(|phase| phase.as_str().to_owned()));
        let path = input.project.path_of(PlanningFile::Waiting);
        let content = format!("{}\n", json_text::pretty(&Value::Map(signal.members().to_vec())));
        Ok(VerbOutcome {
            description: "state signal-waiting".to_owned(),
            files: vec![FileEdit { file: PlanningFile::Waiting, content: Some(content.into_bytes().into()) }],
            receipt: Some(Receipt::of(vec![path.clone()])),
            answer: Answer::new().with("signaled", true).with("path", path),
            ..VerbOutcome::default()
        })
    }
}
