//! `state-snapshot`: the state in one answer, for programs (contract 16).

use super::Verb;
use super::json::frontmatter;
use crate::answer::{Answer, Value};
use crate::body_field::BodyField;
use crate::document::StateDocument;
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::list_entry::ListEntry;
use crate::list_section::List;
use crate::position;
use crate::schema::{Key, PROGRESS};
use crate::template_defaults::is_placeholder;
use crate::writing::Reading;

/// Shows position, progress, decisions, blockers and session.
#[derive(Debug, Clone, Copy, Default)]
pub struct StateSnapshot;

impl Verb for StateSnapshot {
    fn name(&self) -> &'static str {
        "state-snapshot"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        Ok(VerbOutcome::read("state-snapshot", snapshot(&Reading::lenient(input)?)))
    }
}

/// The answer for what was read.
pub(super) fn snapshot(reading: &Reading<'_>) -> Answer {
    let document = &reading.document;
    let derived = frontmatter(reading);
    let key = |key: Key| derived.get(key.name()).cloned().unwrap_or(Value::Null);
    let percent = match derived.get(PROGRESS) {
        Some(Value::Map(counters)) => {
            counters.iter().find(|(name, _)| name == "percent").map(|(_, value)| value.clone())
        }
        _ => None,
    };
    let plan = plan_position(document);
    let current_plan = plan.as_ref().map_or_else(|| key(Key::CurrentPlan), |plan| plan.plan.into());
    Answer::new()
        .with("current_phase", key(Key::CurrentPhase))
        .with("current_phase_name", key(Key::CurrentPhaseName))
        .with("total_phases", phase_total(document))
        .with("current_plan", current_plan)
        .with("total_plans_in_phase", plan.and_then(|plan| plan.total).or_else(|| plan_total(document)))
        .with("status", key(Key::Status))
        .with("progress_percent", percent.unwrap_or(Value::Null))
        .with("last_activity", key(Key::LastActivity))
        .with("last_activity_desc", key(Key::LastActivityDescription))
        .with("decisions", Value::List(entries(document, List::Decisions).iter().map(decision).collect()))
        .with("blockers", Value::texts(entries(document, List::Blockers).into_iter().map(|entry| entry.text)))
        .with("paused_at", key(Key::PausedAt))
        .with("session", session(document))
}

fn phase_total(document: &StateDocument<'_>) -> Option<u32> {
    let text = document.text(BodyField::Phase)?;
    position::read_phase(text.as_bytes())?.total.map(|(total, _)| total)
}

fn plan_position(document: &StateDocument<'_>) -> Option<position::PlanPosition> {
    position::read_plan(document.text(BodyField::Plan)?.as_bytes())
}

fn plan_total(document: &StateDocument<'_>) -> Option<u32> {
    position::read_plan_number(document.text(BodyField::TotalPlansInPhase)?.as_bytes())
        .map(|total| total.plan)
}

pub(super) fn entries(document: &StateDocument<'_>, list: List) -> Vec<ListEntry> {
    let items = list.items(document);
    let entries = items.iter().map(|item| ListEntry::read(document, item));
    entries.filter(|entry| !entry.is_placeholder()).collect()
}

fn decision(entry: &ListEntry) -> Value {
    let (summary, rationale) = entry.summary_and_rationale();
    Answer::new()
        .with("phase", entry.phase.as_ref().map(|phase| phase.as_str().to_owned()))
        .with("summary", summary)
        .with("rationale", rationale)
        .into_map()
}

fn session(document: &StateDocument<'_>) -> Value {
    let text = |field| document.text(field).filter(|text| !is_placeholder(text));
    Answer::new()
        .with("last_date", text(BodyField::LastSession))
        .with("stopped_at", text(BodyField::StoppedAt))
        .with("resume_file", text(BodyField::ResumeFile))
        .into_map()
}
