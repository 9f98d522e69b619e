//! `find-phase N` and `phase list-plans N`: the folder of one phase and its plans (section 15).

use super::{Report, phase_without_folder};
use crate::answer::Answer;
use crate::failure::Failure;
use crate::phase_files::PhasePlans;
use crate::phase_id::PhaseId;
use crate::planning::{Focus, MilestoneView, PhaseFolder, PlanningSnapshot};

/// What must be read for either.
pub fn focus(stored: Option<&str>, phase: &PhaseId) -> Vec<Focus> {
    vec![Focus::Stored(stored.map(str::to_owned)), Focus::Phase(phase.clone())]
}

/// `find-phase`.
///
/// # Errors
/// `phase_not_found`, with `found: false`.
pub fn run(snapshot: &PlanningSnapshot, stored: Option<&str>, phase: &PhaseId) -> Result<Report, Failure> {
    let found = find(snapshot, stored, phase).map_err(|failure| failure.with("found", false))?;
    let summaries: Vec<String> = found.plans.plans.iter().filter_map(|plan| plan.summary.clone()).collect();
    let directory = snapshot.from_root(&found.folder.path());
    let answer = Answer::new()
        .with("found", true)
        .with("directory", directory.as_str())
        .with("phase_number", found.number)
        .with("phase_name", found.folder.slug)
        .with("plans", plan_files(&found.plans))
        .with("summaries", summaries.clone())
        .with("plan_count", found.plans.total())
        .with("summary_count", summaries.len());
    Ok(Report { answer, raw: Some(directory), warnings: found.warnings })
}

/// `phase list-plans`.
///
/// # Errors
/// `phase_not_found`.
pub fn list_plans(
    snapshot: &PlanningSnapshot,
    stored: Option<&str>,
    phase: &PhaseId,
) -> Result<Report, Failure> {
    let found = find(snapshot, stored, phase)?;
    let files = plan_files(&found.plans);
    let answer = Answer::new()
        .with("phase", found.number)
        .with("phase_dir", snapshot.from_root(&found.folder.path()))
        .with("plan_count", files.len())
        .with("has_plans", !files.is_empty())
        .with("plans", files);
    Ok(Report { answer, raw: None, warnings: found.warnings })
}

/// One phase with its folder, in the window of the milestone or not.
pub(crate) struct FoundPhase {
    /// The id as ROADMAP.md spells it, else without padding.
    pub(crate) number: String,
    pub(crate) folder: PhaseFolder,
    pub(crate) plans: PhasePlans,
    pub(crate) warnings: Vec<crate::failure::Warning>,
}

pub(crate) fn find(
    snapshot: &PlanningSnapshot,
    stored: Option<&str>,
    phase: &PhaseId,
) -> Result<FoundPhase, Failure> {
    let view = MilestoneView::new(snapshot, stored);
    let Some(folder) = snapshot.folder_of(phase, view.milestone.version.as_deref()) else {
        return Err(phase_without_folder(snapshot, phase));
    };
    let path = folder.path();
    let files = snapshot.files_of(&path);
    let plans = PhasePlans::new(phase, &files, |file| snapshot.head(&format!("{path}/{file}")));
    let spelled = view.phase(phase).filter(|phase| phase.roadmap.is_some());
    let number = spelled.map_or_else(|| folder.id.plain(), |phase| phase.id.as_str().to_owned());
    Ok(FoundPhase { number, folder, plans, warnings: view.warnings() })
}

fn plan_files(plans: &PhasePlans) -> Vec<String> {
    plans.plans.iter().map(|plan| plan.file.clone()).collect()
}
