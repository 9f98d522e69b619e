//! `state begin-phase N [--name] [--plans K]`: the execution of a phase begins (S-61, contract 13).

use super::Verb;
use super::lifecycle::LifeCycle;
use super::transition::{FieldCount, PhaseText, check_milestone_open, set_activity, set_phase_labels};
use crate::answer::Answer;
use crate::arguments::one_text;
use crate::body_field::BodyField;
use crate::draft::Draft;
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::phase_id::PhaseId;
use crate::position;
use crate::writing::{Reading, write};

/// Writes the position of a phase that starts; on one that runs already nothing in flight is reset.
#[derive(Debug, Clone)]
pub struct BeginPhase {
    /// The phase.
    pub phase: PhaseId,
    /// Its name, when ROADMAP.md is not to say it.
    pub name: Option<String>,
    /// How many plans it has, when the disk is not to say it.
    pub plans: Option<u32>,
}

const FIELDS: &[BodyField] = &[BodyField::Phase, BodyField::Plan, BodyField::Status, BodyField::LastActivity];

impl Verb for BeginPhase {
    fn name(&self) -> &'static str {
        "begin-phase"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let name = self.name.as_deref().map(|name| one_text("name", name)).transpose()?;
        write(input, format!("state begin-phase {}", self.phase.as_str()), |reading, draft| {
            check_milestone_open(reading, Some(&self.phase))?;
            let phase = PhaseText::of(reading, &self.phase, name, self.plans);
            if is_running(reading, &self.phase) {
                let text = format!("Phase {} execution resumed", phase.id.as_str());
                set_activity(reading, draft, &text)?;
            } else {
                start(reading, draft, &phase)?;
            }
            LifeCycle::active(&phase.id).set_when_opted_in(reading, draft);
            Ok(Answer::new()
                .with("phase", phase.id.as_str())
                .with("phase_name", phase.name.clone())
                .with("plan_count", phase.plans))
        })
    }
}

/// Whether `Status` says that this phase is executed already.
fn is_running(reading: &Reading<'_>, phase: &PhaseId) -> bool {
    let status = reading.document.text(BodyField::Status).unwrap_or_default().to_lowercase();
    status.strip_prefix("executing phase ").and_then(PhaseId::parse).is_some_and(|running| running == *phase)
}

fn start(reading: &Reading<'_>, draft: &mut Draft<'_, '_>, phase: &PhaseText) -> Result<(), Failure> {
    let id = phase.id.as_str();
    let total = phase.plan_total();
    let mut fields = FieldCount::default();
    fields.note(draft.set(BodyField::Phase, &format!("{} — EXECUTING", phase.position()))?);
    fields.note(draft.set(BodyField::Plan, &format!("1 of {total}"))?);
    fields.note(draft.set_at_border(BodyField::Status, &format!("Executing Phase {id}"))?);
    fields.note(set_activity(reading, draft, &format!("Phase {id} execution started"))?);
    fields.note(draft.set(BodyField::CurrentFocus, &phase.focus())?);
    fields.note(set_phase_labels(draft, phase)?);
    let plan = reading.document.text(BodyField::CurrentPlan).unwrap_or_default();
    let names_total = position::read_plan(plan.as_bytes()).is_some();
    let first = if names_total { format!("1 of {total}") } else { "1".to_owned() };
    fields.note(draft.set(BodyField::CurrentPlan, &first)?);
    draft.given.phase_name.clone_from(&phase.name);
    fields.check(reading, FIELDS)
}
