//! `roadmap analyze`: what ROADMAP.md plans and what the disk has of it (section 15).

use super::progress_report::shown_counters;
use super::{Report, wanted_roadmap};
use crate::answer::{Answer, Value};
use crate::facts::Counters;
use crate::failure::Failure;
use crate::phase_id::PhaseId;
use crate::planning::{Focus, MilestoneView, PhaseView, PlanningSnapshot};
use crate::roadmap::{BlockField, PhaseBlock};
use bstr::ByteSlice;

/// How far a phase is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskStatus {
    /// All plans have a summary (S-18).
    Complete,
    /// Some plan has.
    Partial,
    /// There are plans.
    Planned,
    /// There is a research file.
    Researched,
    /// There is a context file.
    Discussed,
    /// There is a folder.
    Empty,
    /// There is none.
    NoDirectory,
}

impl DiskStatus {
    /// The status of one phase.
    pub fn of(phase: &PhaseView) -> Self {
        match phase {
            PhaseView { folder: None, .. } => Self::NoDirectory,
            PhaseView { plans, .. } if plans.is_complete() => Self::Complete,
            PhaseView { plans, .. } if plans.completed() > 0 => Self::Partial,
            PhaseView { plans, .. } if plans.total() > 0 => Self::Planned,
            phase if has_file(phase, "RESEARCH") => Self::Researched,
            phase if has_file(phase, "CONTEXT") => Self::Discussed,
            _ => Self::Empty,
        }
    }

    /// The word in the JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Partial => "partial",
            Self::Planned => "planned",
            Self::Researched => "researched",
            Self::Discussed => "discussed",
            Self::Empty => "empty",
            Self::NoDirectory => "no_directory",
        }
    }
}

/// What must be read for it.
pub fn focus(stored: Option<&str>) -> Vec<Focus> {
    vec![Focus::Stored(stored.map(str::to_owned))]
}

/// The analysis. `stored_counters` are what STATE.md stores; they are shown while the scope cannot be trusted.
///
/// # Errors
/// `roadmap_not_found`.
pub fn run(
    snapshot: &PlanningSnapshot,
    stored: Option<&str>,
    stored_counters: Option<Counters>,
) -> Result<Report, Failure> {
    let source = wanted_roadmap(snapshot)?;
    let view = MilestoneView::new(snapshot, stored);
    let counters = shown_counters(&view, stored_counters);
    let versions = view.roadmap.iter().flat_map(|roadmap| roadmap.versions());
    let milestones: Vec<Value> = versions
        .map(|heading| {
            Answer::new().with("heading", heading.text.as_str()).with("version", heading.version()).into_map()
        })
        .collect();
    let statuses: Vec<(&PhaseView, DiskStatus)> =
        view.phases.iter().map(|phase| (phase, DiskStatus::of(phase))).collect();
    let phases: Vec<Value> =
        statuses.iter().map(|(phase, status)| phase_answer(&view, source, phase, *status)).collect();
    let first = |wanted: &[DiskStatus]| {
        let found = statuses.iter().find(|(_, status)| wanted.contains(status));
        Value::from(found.map(|(phase, _)| phase.id.as_str()))
    };
    let without_block =
        view.phases.iter().filter(|phase| !phase.roadmap.as_ref().is_some_and(|phase| phase.has_block()));
    let missing: Vec<&str> = without_block.map(|phase| phase.id.as_str()).collect();
    let answer = Answer::new()
        .with("milestones", Value::List(milestones))
        .with("phases", Value::List(phases))
        .with("phase_count", counters.total_phases)
        .with("completed_phases", counters.completed_phases)
        .with("total_plans", counters.total_plans)
        .with("total_summaries", counters.completed_plans)
        .with("progress_percent", Value::from(counters.percent))
        .with("progress_scope", view.scope.as_str())
        .with("current_phase", first(&[DiskStatus::Partial, DiskStatus::Planned]))
        .with(
            "next_phase",
            first(&[
                DiskStatus::Researched,
                DiskStatus::Discussed,
                DiskStatus::Empty,
                DiskStatus::NoDirectory,
            ]),
        )
        .with("missing_phase_details", missing);
    Ok(Report { answer, raw: None, warnings: view.progress_warnings() })
}

fn phase_answer(view: &MilestoneView<'_>, source: &[u8], phase: &PhaseView, status: DiskStatus) -> Value {
    let block: Option<PhaseBlock> =
        view.roadmap.as_ref().zip(phase.roadmap.as_ref()).and_then(|(roadmap, phase)| roadmap.block(phase));
    let text = |field: Option<&BlockField>| {
        Value::from(field.map(|field| field.value.of(source).to_str_lossy().into_owned()))
    };
    Answer::new()
        .with("number", phase.id.as_str())
        .with(
            "name",
            Value::from(
                phase
                    .name()
                    .map(str::to_owned)
                    .or_else(|| phase.folder.as_ref().map(|folder| folder.slug.clone())),
            ),
        )
        .with("goal", text(block.as_ref().and_then(|block| block.goal.as_ref())))
        .with("depends_on", text(block.as_ref().and_then(|block| block.depends_on.as_ref())))
        .with("plan_count", phase.plans.total())
        .with("summary_count", phase.plans.completed())
        .with("has_context", has_file(phase, "CONTEXT"))
        .with("has_research", has_file(phase, "RESEARCH"))
        .with("disk_status", status.as_str())
        .with("roadmap_complete", phase.is_ticked())
        .into_map()
}

/// A file `WORD.md` or `ID-WORD.md`.
fn has_file(phase: &PhaseView, word: &str) -> bool {
    phase.files.iter().any(|file| {
        let front = file.strip_suffix(".md").and_then(|stem| stem.strip_suffix(word));
        front.is_some_and(|front| {
            front.is_empty() || front.strip_suffix('-').is_some_and(|id| PhaseId::parse(id).is_some())
        })
    })
}
