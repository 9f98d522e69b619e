//! `state planned-phase N [--name] [--plans K]`: the plans of a phase are ready (S-61, S-66, contract 13).

use super::Verb;
use super::lifecycle::LifeCycle;
use super::transition::{FieldCount, PhaseText, check_milestone_open, set_phase_labels};
use crate::answer::Answer;
use crate::arguments::one_text;
use crate::body_field::BodyField;
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::phase_id::PhaseId;
use crate::schema::Action;
use crate::writing::write;

/// Marks a phase as ready to execute; an executor's status and activity stay.
#[derive(Debug, Clone)]
pub struct PlannedPhase {
    /// The phase.
    pub phase: PhaseId,
    /// Its name, when ROADMAP.md is not to say it.
    pub name: Option<String>,
    /// How many plans it has, when the disk is not to say it.
    pub plans: Option<u32>,
}

const FIELDS: &[BodyField] = &[BodyField::Phase, BodyField::Status, BodyField::LastActivity];

impl Verb for PlannedPhase {
    fn name(&self) -> &'static str {
        "planned-phase"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let name = self.name.as_deref().map(|name| one_text("name", name)).transpose()?;
        write(input, format!("state planned-phase {}", self.phase.as_str()), |reading, draft| {
            check_milestone_open(reading, Some(&self.phase))?;
            let phase = PhaseText::of(reading, &self.phase, name, self.plans);
            let mut fields = FieldCount::default();
            fields.note(draft.set(BodyField::Phase, &format!("{} — READY TO EXECUTE", phase.position()))?);
            fields.note(draft.set_over_default(BodyField::Status, "Ready to execute")?);
            let activity = format!("{} — Phase {} planned", reading.now.date(), phase.id.as_str());
            fields.note(draft.set_over_default(BodyField::LastActivity, &activity)?);
            fields.note(set_phase_labels(draft, &phase)?);
            draft.given.phase_name.clone_from(&phase.name);
            fields.check(reading, FIELDS)?;
            LifeCycle::next(Action::Execute, &phase.id).set_when_opted_in(reading, draft);
            Ok(Answer::new().with("phase", phase.id.as_str()).with("plan_count", phase.plans))
        })
    }
}
