//! `roadmap update-plan-progress N`: ROADMAP.md says what the disk has of one phase (section 15).

use super::decision::{Decision, StateStep, check_writable, edit_roadmap};
use super::{phase_not_in, wanted_roadmap};
use crate::answer::Answer;
use crate::failure::Failure;
use crate::phase_id::PhaseId;
use crate::planning::{Focus, MilestoneView, PlanningSnapshot};
use crate::roadmap::edit::PlanTally;

/// What must be read for it.
pub fn focus(stored: Option<&str>, phase: &PhaseId) -> Vec<Focus> {
    super::find_phase::focus(stored, phase)
}

/// Progress row, `Plans` line, and the boxes of exactly the plans of this phase that have a summary.
///
/// # Errors
/// `roadmap_not_found`, `phase_not_found`; refusals of the file.
pub fn run(
    snapshot: &PlanningSnapshot,
    stored: Option<&str>,
    id: &PhaseId,
    date: &str,
) -> Result<Decision, Failure> {
    let path = snapshot.from_root("ROADMAP.md");
    let source = wanted_roadmap(snapshot)?;
    let view = MilestoneView::new(snapshot, stored);
    let found = view.phase(id).and_then(|phase| Some((phase, phase.roadmap.as_ref()?)));
    let (Some((phase, planned)), Some(roadmap), Some(window)) = (found, &view.roadmap, &view.window) else {
        return Err(phase_not_in(&view, id, format!("`{path}` has no phase `{id}` in this milestone")));
    };
    check_writable(&path, source)?;
    let tally = PlanTally::of(&phase.plans);
    let mut edits = roadmap.tick_plans(window, planned, &phase.plans);
    edits.extend(roadmap.set_plans_line(planned, &tally));
    edits.extend(roadmap.set_progress_row(planned, view.milestone.version.as_deref(), &tally, date));
    let mut after = snapshot.clone();
    let changes = edit_roadmap(snapshot, &mut after, edits)?;
    // The contract knows three words here; a phase that has no plans yet is as planned as one without summaries.
    let status = if tally.total == 0 { "Planned" } else { tally.status() };
    let answer = Answer::new()
        .with("phase", phase.id.as_str())
        .with("plan_count", tally.total)
        .with("summary_count", tally.completed)
        .with("status", status)
        .with("complete", tally.is_complete);
    Ok(Decision {
        description: format!("roadmap update-plan-progress {}", phase.id),
        changes: changes.into_iter().collect(),
        after,
        step: StateStep::Nothing,
        answer,
        raw: Some(format!("{} {status}", tally.fraction())),
        warnings: view.warnings(),
        tail: Answer::new(),
        moved: Vec::new(),
    })
}
