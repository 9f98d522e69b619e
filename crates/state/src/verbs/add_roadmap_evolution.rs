//! `state add-roadmap-evolution --note T [--phase N] [--action A] [--after N] [--urgent]` (contract 12).

use super::Verb;
use super::add_decision::with_outcome;
use crate::answer::Answer;
use crate::arguments::one_text;
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::list_section::List;
use crate::phase_id::PhaseId;
use crate::writing::write;

/// Notes how the roadmap changed: `- Phase N ACTION: note`.
#[derive(Debug, Clone)]
pub struct AddRoadmapEvolution {
    /// What changed and why.
    pub note: String,
    /// The phase that changed.
    pub phase: Option<PhaseId>,
    /// What was done to it: `added`, `inserted`, `removed`.
    pub action: Option<String>,
    /// The phase it stands behind.
    pub after: Option<PhaseId>,
    /// Whether it cannot wait.
    pub urgent: bool,
}

impl Verb for AddRoadmapEvolution {
    fn name(&self) -> &'static str {
        "add-roadmap-evolution"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let note = one_text("note", &self.note)?;
        let action = self.action.as_deref().map(|text| one_text("action", text)).transpose()?;
        let line = format!("- {}{note}{}", self.subject(action), if self.urgent { " (URGENT)" } else { "" });
        write(input, "state add-roadmap-evolution", |reading, draft| {
            let addition = List::RoadmapEvolution.add(reading, draft, &line)?;
            let answer = Answer::new().with("added", addition.is_added).with("entry", line.as_str());
            Ok(with_outcome(answer, addition))
        })
    }
}

impl AddRoadmapEvolution {
    /// `Phase N ACTION after Phase M: `, with the parts that were given.
    fn subject(&self, action: Option<&str>) -> String {
        let parts = [
            self.phase.as_ref().map(|phase| format!("Phase {}", phase.as_str())),
            action.map(str::to_owned),
            self.after.as_ref().map(|after| format!("after Phase {}", after.as_str())),
        ];
        let known: Vec<String> = parts.into_iter().flatten().collect();
        if known.is_empty() { String::new() } else { format!("{}: ", known.join(" ")) }
    }
}
