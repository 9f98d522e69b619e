//! `progress` and `stats`: how far the milestone is (section 16).

use super::Report;
use crate::answer::{Answer, Value};
use crate::facts::Counters;
use crate::planning::{Focus, MilestoneView, PhaseView, PlanningSnapshot};
use crate::progress::percent;
use crate::progress_bar::bar;
use crate::roadmap::edit::PlanTally;

/// What STATE.md knows that the reports show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredProgress {
    /// The stored milestone.
    pub milestone: Option<String>,
    /// The stored name of the milestone; shown when ROADMAP.md gives none.
    pub milestone_name: Option<String>,
    /// The stored counters; shown while the scope cannot be trusted.
    pub counters: Option<Counters>,
    /// `last_activity`.
    pub last_activity: Option<String>,
}

/// What `--raw` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressForm {
    /// The JSON.
    Json,
    /// `[███░░░░░░░] 33%`
    Bar,
    /// A Markdown table.
    Table,
}

/// What must be read for both.
pub fn focus(stored: Option<&str>) -> Vec<Focus> {
    vec![Focus::Stored(stored.map(str::to_owned))]
}

/// `progress`.
pub fn run(snapshot: &PlanningSnapshot, stored: &StoredProgress, form: ProgressForm) -> Report {
    let view = MilestoneView::new(snapshot, stored.milestone.as_deref());
    let answer = progress_answer(&view, stored);
    Report { answer, raw: raw(&view, stored, form), warnings: view.progress_warnings() }
}

/// `stats`: the same, with totals.
pub fn stats(snapshot: &PlanningSnapshot, stored: &StoredProgress, form: ProgressForm) -> Report {
    let view = MilestoneView::new(snapshot, stored.milestone.as_deref());
    let counters = shown_counters(&view, stored.counters);
    let plan_percent = percent((counters.completed_plans, counters.total_plans), (0, 0));
    let answer = progress_answer(&view, stored)
        .with("phases_completed", counters.completed_phases)
        .with("phases_total", counters.total_phases)
        .with("plan_percent", Value::from(plan_percent))
        .with("last_activity", Value::from(stored.last_activity.clone()));
    Report { answer, raw: raw(&view, stored, form), warnings: view.progress_warnings() }
}

/// The numbers that every command shows (D18): derived ones, or while the scope cannot be trusted those that are stored and kept.
pub fn shown_counters(view: &MilestoneView<'_>, stored: Option<Counters>) -> Counters {
    if view.scope.is_trusted() { view.counters } else { stored.unwrap_or_default() }
}

fn progress_answer(view: &MilestoneView<'_>, stored: &StoredProgress) -> Answer {
    let counters = shown_counters(view, stored.counters);
    let phases: Vec<Value> = view.phases.iter().map(phase_answer).collect();
    Answer::new()
        .with("milestone_version", Value::from(view.milestone.version.clone()))
        .with("milestone_name", Value::from(milestone_name(view, stored)))
        .with("phases", Value::List(phases))
        .with("total_plans", counters.total_plans)
        .with("total_summaries", counters.completed_plans)
        .with("percent", Value::from(counters.percent))
        .with("phase_scope", view.scope.as_str())
}

fn phase_answer(phase: &PhaseView) -> Value {
    Answer::new()
        .with("number", phase.id.as_str())
        .with("name", Value::from(shown_name(phase)))
        .with("plans", phase.plans.total())
        .with("summaries", phase.plans.completed())
        .with("status", PlanTally::of(&phase.plans).status())
        .into_map()
}

fn milestone_name(view: &MilestoneView<'_>, stored: &StoredProgress) -> Option<String> {
    view.milestone.name.clone().or_else(|| stored.milestone_name.clone())
}

/// The name in ROADMAP.md, else the folder's slug.
fn shown_name(phase: &PhaseView) -> Option<String> {
    phase.name().map(str::to_owned).or_else(|| phase.folder.as_ref().map(|folder| folder.slug.clone()))
}

fn raw(view: &MilestoneView<'_>, stored: &StoredProgress, form: ProgressForm) -> Option<String> {
    let counters = shown_counters(view, stored.counters);
    match form {
        ProgressForm::Json => None,
        ProgressForm::Bar => Some(bar(counters.percent.unwrap_or_default())),
        ProgressForm::Table => Some(table(view, stored, &counters)),
    }
}

fn table(view: &MilestoneView<'_>, stored: &StoredProgress, counters: &Counters) -> String {
    let title: Vec<String> =
        view.milestone.version.clone().into_iter().chain(milestone_name(view, stored)).collect();
    let mut lines: Vec<String> = Vec::new();
    if !title.is_empty() {
        lines.extend([format!("# {}", title.join(" ")), String::new()]);
    }
    lines.push(format!(
        "{} · {}/{} phases · {}/{} plans",
        bar(counters.percent.unwrap_or_default()),
        counters.completed_phases,
        counters.total_phases,
        counters.completed_plans,
        counters.total_plans
    ));
    lines.extend([
        String::new(),
        "| Phase | Name | Plans | Status |".to_owned(),
        "|-------|------|-------|--------|".to_owned(),
    ]);
    lines.extend(view.phases.iter().map(|phase| {
        let name = shown_name(phase).unwrap_or_default().replace('|', "\\|");
        let tally = PlanTally::of(&phase.plans);
        format!("| {} | {name} | {} | {} |", phase.id, tally.fraction(), tally.status())
    }));
    lines.join("\n")
}
