//! `phase complete N`: gates, ROADMAP.md, REQUIREMENTS.md (section 15, S-42, D30).

use super::decision::{Decision, StateStep, apply, check_writable, edit_roadmap, path_from_root};
use super::{phase_not_in, requirements, wanted_roadmap};
use crate::answer::{Answer, Value};
use crate::failure::{Failure, Reason};
use crate::phase_files::{FileHead, Verification};
use crate::phase_id::PhaseId;
use crate::planning::{Document, Focus, MilestoneView, PhaseView, PlanningSnapshot};
use crate::roadmap::edit::PlanTally;
use bstr::ByteSlice;
use cairn_plan::Change;
use cairn_text::Edit;

/// What must be read for it; REQUIREMENTS.md as well.
pub fn focus(stored: Option<&str>, phase: &PhaseId) -> Vec<Focus> {
    super::find_phase::focus(stored, phase)
}

/// The decision. `date` is the local day. `answer` lacks `state_updated` and `warnings`, which are known when STATE.md was looked at.
///
/// # Errors
/// `phase_not_found`; `phase_plan_coverage_incomplete`, which `force` skips; `phase_verification_incomplete`; refusals of the files.
pub fn run(
    snapshot: &PlanningSnapshot,
    stored: Option<&str>,
    id: &PhaseId,
    force: bool,
    date: &str,
) -> Result<Decision, Failure> {
    if snapshot.roadmap == Document::Unreadable {
        wanted_roadmap(snapshot)?;
    }
    let view = MilestoneView::new(snapshot, stored);
    let Some(phase) = view.phase(id) else {
        let path = snapshot.from_root("ROADMAP.md");
        return Err(phase_not_in(&view, id, format!("`{path}` has no phase `{id}` in this milestone")));
    };
    check_coverage(phase, force)?;
    check_verification(snapshot, phase)?;

    let mut after = snapshot.clone();
    let tally = PlanTally { is_complete: true, ..PlanTally::of(&phase.plans) };
    let mut changes = Vec::new();
    changes.extend(complete_in_roadmap(snapshot, &mut after, &view, phase, &tally, date)?);
    let roadmap_updated = !changes.is_empty();
    changes.extend(complete_requirements(snapshot, &mut after, &view, phase)?);

    let next = view.next_phase(&phase.id);
    let answer = Answer::new()
        .with("completed_phase", phase.id.as_str())
        .with("phase_name", Value::from(phase.name()))
        .with("plans_executed", tally.fraction())
        .with("next_phase", Value::from(next.map(|next| next.id.as_str())))
        .with("next_phase_name", Value::from(next.and_then(PhaseView::name)))
        .with("is_last_phase", next.is_none())
        .with("date", date)
        .with("roadmap_updated", roadmap_updated);
    Ok(Decision {
        description: format!("phase complete {}", phase.id),
        changes,
        after,
        step: StateStep::CompletePhase(phase.id.clone()),
        answer,
        raw: None,
        warnings: view.warnings(),
        tail: Answer::new(),
        moved: Vec::new(),
    })
}

fn check_coverage(phase: &PhaseView, force: bool) -> Result<(), Failure> {
    let outstanding: Vec<String> = phase.plans.outstanding().map(|plan| plan.file.clone()).collect();
    if outstanding.is_empty() || force {
        return Ok(());
    }
    let names = outstanding.iter().map(|file| format!("`{file}`")).collect::<Vec<_>>().join(", ");
    let message = format!(
        "phase `{}` has plans without a summary: {names}; execute them, or complete it anyway with `--force`",
        phase.id
    );
    Err(Failure::new(Reason::PhasePlanCoverageIncomplete, message).with("outstanding_plans", outstanding))
}

/// D30: only where the project asks for it; `--force` does not skip it.
fn check_verification(snapshot: &PlanningSnapshot, phase: &PhaseView) -> Result<(), Failure> {
    if !snapshot.config.require_verification {
        return Ok(());
    }
    let folder = phase.folder.as_ref().map(crate::planning::PhaseFolder::path);
    let head = |file: &str| -> Option<&FileHead> { snapshot.head(&format!("{}/{file}", folder.as_deref()?)) };
    let verification = Verification::of(&phase.id, &phase.files, head);
    let place = |file: &str| snapshot.from_root(&format!("{}/{file}", folder.as_deref().unwrap_or_default()));
    let says = match &verification {
        Verification::Passed => return Ok(()),
        Verification::Missing => format!("phase `{}` has no `*-VERIFICATION.md`: verify it first", phase.id),
        Verification::NotPassed { file, status } if status.is_empty() => {
            format!("`{}` states no `status`: it must be `passed`", place(file))
        }
        Verification::NotPassed { file, status } => {
            format!("`{}` says `status: {status}`: it must be `passed`", place(file))
        }
        Verification::Unreadable { file, line, fault } => {
            format!("`{}` cannot be read (line {line}: {fault}): mend it first", place(file))
        }
    };
    let failure = Failure::new(Reason::PhaseVerificationIncomplete, says);
    Err(failure.with("verification_status", verification.word()))
}

fn complete_in_roadmap(
    snapshot: &PlanningSnapshot,
    after: &mut PlanningSnapshot,
    view: &MilestoneView<'_>,
    phase: &PhaseView,
    tally: &PlanTally,
    date: &str,
) -> Result<Option<Change>, Failure> {
    let (Some(roadmap), Some(window), Some(planned)) = (&view.roadmap, &view.window, &phase.roadmap) else {
        return Ok(None);
    };
    check_writable(&snapshot.from_root("ROADMAP.md"), wanted_roadmap(snapshot)?)?;
    let mut edits: Vec<Edit> = roadmap.tick_phase(planned, date);
    edits.extend(roadmap.tick_plans(window, planned, &phase.plans));
    edits.extend(roadmap.set_plans_line(planned, tally));
    edits.extend(roadmap.set_progress_row(planned, view.milestone.version.as_deref(), tally, date));
    edit_roadmap(snapshot, after, edits)
}

fn complete_requirements(
    snapshot: &PlanningSnapshot,
    after: &mut PlanningSnapshot,
    view: &MilestoneView<'_>,
    phase: &PhaseView,
) -> Result<Option<Change>, Failure> {
    let (Some(roadmap), Some(planned), Document::Read(bytes)) =
        (&view.roadmap, &phase.roadmap, &snapshot.requirements)
    else {
        return Ok(None);
    };
    let Some(field) = roadmap.block(planned).and_then(|block| block.requirements) else { return Ok(None) };
    let ids = requirements::ids(&field.value.of(roadmap.source()).to_str_lossy());
    let edits = requirements::complete(bytes, &ids);
    if edits.is_empty() {
        return Ok(None);
    }
    check_writable(&snapshot.from_root("REQUIREMENTS.md"), bytes)?;
    let Some(changed) = apply(bytes, edits)? else { return Ok(None) };
    let change = Change::write(path_from_root(snapshot, "REQUIREMENTS.md")?, bytes, changed.clone());
    after.requirements = Document::Read(changed);
    Ok(Some(change))
}
