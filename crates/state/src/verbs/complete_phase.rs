//! `state complete-phase [N]`, and what `phase complete N` does to STATE.md (S-42, S-43, contract 13).

use super::Verb;
use super::lifecycle::LifeCycle;
use super::transition::{
    FieldCount, PhaseText, check_milestone_open, check_one_phase, set_activity, set_phase_labels,
};
use super::{Needs, metrics};
use crate::answer::{Answer, Value};
use crate::body_field::BodyField;
use crate::draft::Draft;
use crate::failure::{Failure, Reason};
use crate::input::{StateInput, VerbOutcome};
use crate::pending_todos;
use crate::phase_id::PhaseId;
use crate::position;
use crate::schema::{ALL_PHASES_COMPLETE, Action, READY_TO_PLAN};
use crate::writing::{Reading, write};

/// Moves the position to the next phase, or says that all are complete. No gate: `phase complete` has them.
#[derive(Debug, Clone, Default)]
pub struct CompletePhase {
    /// The phase; `None` for the current one.
    pub phase: Option<PhaseId>,
}

const FIELDS: &[BodyField] = &[BodyField::Phase, BodyField::Plan, BodyField::Status, BodyField::LastActivity];

impl Verb for CompletePhase {
    fn name(&self) -> &'static str {
        "complete-phase"
    }

    fn needs(&self) -> Needs {
        Needs { pending_todos: true, ..Needs::default() }
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let mut outcome = write(input, "state complete-phase", |reading, draft| {
            check_one_phase(&reading.document)?;
            check_milestone_open(reading, self.phase.as_ref())?;
            let current = reading.document.current_phase();
            let Some(phase) = self.phase.clone().or_else(|| current.clone()) else {
                let message = "no current phase can be read; name it with `--phase N`";
                return Err(
                    Failure::new(Reason::FieldNotFound, message).with("field", BodyField::Phase.name())
                );
            };
            if current.is_some_and(|current| current != phase) {
                return Ok(Answer::new()
                    .with("phase", phase.as_str())
                    .with("next_phase", Value::Null)
                    .with("is_last_phase", false));
            }
            let completion = complete(reading, draft, &phase)?;
            Ok(Answer::new()
                .with("phase", completion.phase.as_str())
                .with("next_phase", completion.next.as_ref().map(|next| next.as_str().to_owned()))
                .with("is_last_phase", completion.next.is_none()))
        })?;
        if !outcome.is_changed() {
            outcome.answer.push("idempotent", true);
        }
        Ok(outcome)
    }
}

/// What the completion of a phase led to.
#[derive(Debug, Clone)]
pub struct Completion {
    /// The completed phase, as ROADMAP.md spells it.
    pub phase: PhaseId,
    /// The next phase; `None` behind the last.
    pub next: Option<PhaseId>,
    /// The name of the next phase.
    pub next_name: Option<String>,
}

/// The STATE.md side of `phase complete N`: like [`CompletePhase`], but a position that is at work on another open phase
/// stays where it is. The facts are those behind the completion.
///
/// # Errors
///
/// As for every write; `phase_not_found` when the milestone is closed; `progress_scope` when it cannot be told whether the phase is the last.
pub fn completion(input: &StateInput<'_>, phase: &PhaseId) -> Result<(VerbOutcome, Completion), Failure> {
    let mut completion = None;
    let outcome = write(input, format!("phase complete {}", phase.as_str()), |reading, draft| {
        check_milestone_open(reading, Some(phase))?;
        let elsewhere = reading.document.current_phase().filter(|current| current != phase);
        let is_open = |id: &PhaseId| {
            reading.facts.phase(id).is_some_and(|phase| !phase.is_complete && !phase.is_ticked)
        };
        let works_elsewhere = elsewhere.as_ref().is_some_and(is_open);
        if works_elsewhere {
            metrics::set_completed_phase(reading, draft, phase);
            pending_todos::refresh(reading, draft);
            draft.always_synchronises = true;
            completion = Some(next_of(reading, phase)?.0);
        } else {
            completion = Some(complete(reading, draft, phase)?);
        }
        Ok(Answer::new())
    })?;
    let unknown = || Failure::new(Reason::Internal, "the completion was not decided");
    Ok((outcome, completion.ok_or_else(unknown)?))
}

/// Writes the fields of a completed phase.
fn complete(
    reading: &Reading<'_>,
    draft: &mut Draft<'_, '_>,
    phase: &PhaseId,
) -> Result<Completion, Failure> {
    let (completion, next) = next_of(reading, phase)?;
    let id = completion.phase.as_str();
    let mut fields = FieldCount::default();
    match &next {
        Some(next) => {
            let next_id = next.id.as_str();
            fields.note(draft.set(BodyField::Phase, &next.position())?);
            fields.note(draft.set(BodyField::Plan, "Not started")?);
            fields.note(draft.set_at_border(BodyField::Status, READY_TO_PLAN)?);
            let text = format!("Phase {id} complete, transitioned to Phase {next_id}");
            fields.note(set_activity(reading, draft, &text)?);
            fields.note(draft.set(BodyField::CurrentFocus, &next.focus())?);
            draft
                .set(BodyField::StoppedAt, &format!("Phase {id} complete, ready to plan Phase {next_id}"))?;
            fields.note(set_phase_labels(draft, next)?);
            fields.note(draft.set(BodyField::CurrentPlan, "Not started")?);
            draft.given.phase_name.clone_from(&next.name);
            LifeCycle::next(Action::Discuss, &next.id).set_when_opted_in(reading, draft);
        }
        None => {
            fields.note(draft.set_at_border(BodyField::Status, ALL_PHASES_COMPLETE)?);
            fields.note(set_activity(reading, draft, &format!("Phase {id} complete"))?);
            draft.set(BodyField::StoppedAt, &format!("Phase {id} complete — all phases complete"))?;
            LifeCycle::Idle(None).set_when_opted_in(reading, draft);
        }
    }
    fields.check(reading, FIELDS)?;
    metrics::set_completed_phase(reading, draft, phase);
    pending_todos::refresh(reading, draft);
    Ok(completion)
}

/// The phase behind `phase`. Without a window that can be trusted the position's own total decides; when even that is
/// silent nothing is claimed.
fn next_of(reading: &Reading<'_>, phase: &PhaseId) -> Result<(Completion, Option<PhaseText>), Failure> {
    let facts = &reading.facts;
    let id = facts.phase(phase).map_or_else(|| phase.clone(), |known| known.id.clone());
    let next = match facts.next_phase(phase) {
        Some(next) => Some(PhaseText::of_facts(reading, next)),
        None if facts.scope.is_trusted() && !facts.phases.is_empty() => None,
        None => next_by_position(reading, phase)?,
    };
    let completion = Completion {
        phase: id,
        next: next.as_ref().map(|next| next.id.clone()),
        next_name: next.as_ref().and_then(|next| next.name.clone()),
    };
    Ok((completion, next))
}

fn next_by_position(reading: &Reading<'_>, phase: &PhaseId) -> Result<Option<PhaseText>, Failure> {
    let text = reading.document.text(BodyField::Phase).unwrap_or_default();
    let total = position::read_phase(text.as_bytes()).and_then(|position| Some(position.total?.0));
    match (phase.whole_number(), total) {
        (Some(number), Some(total)) if number < total => {
            Ok(Some(PhaseText::of(reading, &PhaseId::whole(number.saturating_add(1)), None, None)))
        }
        (Some(_), Some(_)) => Ok(None),
        _ => {
            let scope = reading.facts.scope.as_str();
            let message = format!(
                "cannot tell whether phase {} is the last: the scope is `{scope}`; check the version headings of ROADMAP.md",
                phase.as_str()
            );
            Err(Failure::new(Reason::ProgressScope, message).with("scope", scope))
        }
    }
}
