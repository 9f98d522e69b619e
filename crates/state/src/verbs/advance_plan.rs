//! `state advance-plan`: on to the next plan, or to the end of the phase (S-61, contract 13).

use cairn_text::{Edit, Span};

use super::Verb;
use super::lifecycle::LifeCycle;
use super::transition::{check_milestone_open, check_one_phase};
use crate::answer::{Answer, Value};
use crate::body_field::BodyField;
use crate::document::StateDocument;
use crate::draft::Draft;
use crate::facts::PhaseFacts;
use crate::failure::{Failure, Reason};
use crate::input::{StateInput, VerbOutcome};
use crate::position::{self, PlanPosition};
use crate::schema::Action;
use crate::writing::{Reading, write};

/// Moves the plan number on by one in place.
#[derive(Debug, Clone, Copy, Default)]
pub struct AdvancePlan;

impl Verb for AdvancePlan {
    fn name(&self) -> &'static str {
        "advance-plan"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        write(input, "state advance-plan", |reading, draft| {
            check_one_phase(&reading.document)?;
            let phase = reading.document.current_phase();
            check_milestone_open(reading, phase.as_ref())?;
            let facts = phase.as_ref().and_then(|id| reading.facts.phase(id));
            let place = Place::read(&reading.document, facts)?;
            if place.plan < place.total {
                advance(reading, draft, &place)
            } else {
                finish(reading, draft, &place, facts)
            }
        })
    }
}

/// The plan position with the fields that state it.
struct Place {
    plan: u32,
    total: u32,
    stated: Vec<(BodyField, PlanPosition)>,
}

impl Place {
    /// Reads `Current Plan` (with `Total Plans in Phase`) and `Plan`; both must agree.
    fn read(document: &StateDocument<'_>, facts: Option<&PhaseFacts>) -> Result<Self, Failure> {
        let bytes = |field| document.winner(field).map(|found| found.value.of(document.source()));
        let total_label = bytes(BodyField::TotalPlansInPhase)
            .and_then(position::read_plan_number)
            .filter(|total| total.total.is_none())
            .map(|total| total.plan);
        let mut stated = Vec::new();
        if let Some(mut current) = bytes(BodyField::CurrentPlan).and_then(position::read_plan_number) {
            current.total = current.total.or(total_label);
            stated.push((BodyField::CurrentPlan, current));
        }
        stated
            .extend(bytes(BodyField::Plan).and_then(position::read_plan).map(|plan| (BodyField::Plan, plan)));
        let Some(plan) = stated.first().map(|(_, first)| first.plan) else {
            return Err(unreadable(document, facts));
        };
        let totals: Vec<u32> = stated.iter().filter_map(|(_, position)| position.total).collect();
        let Some(total) = totals.first().copied() else { return Err(unreadable(document, facts)) };
        let agree = stated.iter().all(|(_, position)| position.plan == plan)
            && totals.iter().all(|other| *other == total);
        if !agree {
            return Err(ambiguous(document, &stated));
        }
        Ok(Self { plan, total, stated })
    }

    fn answer(&self, current: u32, is_advanced: bool) -> Answer {
        Answer::new()
            .with("advanced", is_advanced)
            .with("previous_plan", self.plan)
            .with("current_plan", current)
            .with("total_plans", self.total)
    }
}

fn advance(reading: &Reading<'_>, draft: &mut Draft<'_, '_>, place: &Place) -> Result<Answer, Failure> {
    let next = place.plan.saturating_add(1);
    let document = &reading.document;
    for (field, stated) in &place.stated {
        let Some(occurrence) = document.winner(*field) else { continue };
        let (number, digits) = stated.number(occurrence.value.of(document.source()), next);
        let start = occurrence.value.start;
        // The number alone: what stands behind it may be bytes of any kind.
        draft.push(Edit::replace(Span::new(start + number.start, start + number.end), digits));
        draft.touch(*field);
    }
    draft.set_over_default(BodyField::Status, "Ready to execute")?;
    draft.set_over_default(BodyField::LastActivity, &reading.now.date())?;
    Ok(place.answer(next, true))
}

fn finish(
    reading: &Reading<'_>,
    draft: &mut Draft<'_, '_>,
    place: &Place,
    facts: Option<&PhaseFacts>,
) -> Result<Answer, Failure> {
    if let Some(phase) = facts.filter(|phase| !phase.outstanding_plans.is_empty()) {
        return Err(outstanding(reading, phase));
    }
    draft.set_over_default(BodyField::Status, "Phase complete — ready for verification")?;
    draft.set_over_default(BodyField::LastActivity, &reading.now.date())?;
    if let Some(phase) = reading.document.current_phase() {
        LifeCycle::next(Action::Verify, &phase).set_when_opted_in(reading, draft);
    }
    Ok(place.answer(place.plan, false).with("reason", "last_plan").with("status", "ready_for_verification"))
}

fn outstanding(reading: &Reading<'_>, phase: &PhaseFacts) -> Failure {
    let folder =
        phase.folder.as_ref().map(|folder| format!("{}/phases/{folder}", reading.project.base_folder));
    let message = format!(
        "phase {} has plans without a summary: {}; execute them first",
        phase.id.as_str(),
        phase.outstanding_plans.join(", ")
    );
    Failure::new(Reason::PlansOutstanding, message)
        .with("advanced", false)
        .with("phase_dir", folder)
        .with("outstanding_plans", Value::texts(phase.outstanding_plans.clone()))
}

fn unreadable(document: &StateDocument<'_>, facts: Option<&PhaseFacts>) -> Failure {
    let fields = [BodyField::CurrentPlan, BodyField::TotalPlansInPhase, BodyField::Plan];
    let candidates: Vec<Value> = fields
        .into_iter()
        .filter_map(|field| Some(Value::Text(format!("{}: {}", field.name(), document.text(field)?))))
        .collect();
    let message = "no readable plan position; write `Plan: 2 of 3` below `## Current Position`";
    let failure =
        Failure::new(Reason::PlanPositionUnreadable, message).with("candidates", Value::List(candidates));
    match facts.filter(|phase| phase.plan_count > 0) {
        Some(phase) => {
            let current = phase.summary_count().saturating_add(1).min(phase.plan_count);
            let suggested = Answer::new().with("current_plan", current).with("total_plans", phase.plan_count);
            failure.with("suggested", suggested.into_map())
        }
        None => failure,
    }
}

fn ambiguous(document: &StateDocument<'_>, stated: &[(BodyField, PlanPosition)]) -> Failure {
    let texts = stated
        .iter()
        .map(|(field, _)| format!("{}: {}", field.name(), document.text(*field).unwrap_or_default()));
    let message = "the plan positions disagree; make them agree or remove one";
    Failure::new(Reason::AmbiguousPlanPosition, message).with("candidates", Value::texts(texts))
}
