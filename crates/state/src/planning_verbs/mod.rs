//! The verbs over ROADMAP.md and phase folders (sections 15 and 16), pure: a [`PlanningSnapshot`] and arguments in, a report or a
//! decision out.
//!
//! One verb a file. A verb that only reads gives a [`Report`]; one that writes gives a [`Decision`]: changes of files with paths
//! from the root, and the tree as it will be. [`Decision::with_state`] adds what STATE.md says about it, and gives one plan.

mod changed_paths;
mod decision;
pub mod find_phase;
mod follow_phases;
pub mod frontmatter_file;
pub mod milestone_complete;
mod milestones_file;
pub mod next_decimal;
pub mod phase_add;
pub mod phase_complete;
pub mod phase_remove;
pub mod phases_list;
pub mod plan_index;
pub mod progress_report;
mod relink;
mod requirements;
pub mod roadmap_analyze;
pub mod roadmap_get_phase;
pub mod slug;
mod state_side;
pub mod todos;
pub mod update_plan_progress;
pub mod workstreams;

#[cfg(test)]
mod tests;

use std::fmt;

pub use decision::{Decision, StateStep};
pub use relink::{LinkedDocument, MovedFolder};
pub use state_side::{PlannedWrite, StateSide, needs};

use crate::answer::{Answer, Value};
use crate::failure::{Failure, Reason, Warning};
use crate::phase_id::PhaseId;
use crate::planning::{Document, MilestoneView, PHASES_FOLDER, PlanningSnapshot};

/// What a verb that only reads answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The JSON.
    pub answer: Answer,
    /// The text of `--raw`; without one that is the JSON.
    pub raw: Option<String>,
    /// Warnings.
    pub warnings: Vec<Warning>,
}

/// The failure for a phase that is not there.
fn phase_not_found(id: &PhaseId, message: impl Into<String>, available: &[&PhaseId]) -> Failure {
    let available = available.iter().map(|id| id.as_str());
    Failure::new(Reason::PhaseNotFound, message)
        .with("phase", id.as_str())
        .with("available", Value::texts(available))
}

/// The failure for a phase that has no folder, with those that have one as `available`.
pub(crate) fn phase_without_folder(snapshot: &PlanningSnapshot, id: &PhaseId) -> Failure {
    let phases = snapshot.from_root(PHASES_FOLDER);
    let message =
        format!("phase `{id}` has no folder below `{phases}`: `msd-tools phases list` shows those there are");
    let folders = snapshot.folders_in(PHASES_FOLDER);
    let ids: Vec<&PhaseId> = folders.iter().map(|folder| &folder.id).collect();
    phase_not_found(id, message, &ids)
}

/// ROADMAP.md, for verbs that want one.
pub(crate) fn wanted_roadmap(snapshot: &PlanningSnapshot) -> Result<&[u8], Failure> {
    let path = snapshot.from_root("ROADMAP.md");
    match &snapshot.roadmap {
        Document::Read(bytes) => Ok(bytes),
        Document::Absent => {
            Err(Failure::new(Reason::RoadmapNotFound, format!("there is no `{path}`: write one first"))
                .with("path", path))
        }
        Document::Unreadable => {
            Err(Failure::new(Reason::Io, format!("`{path}` cannot be read: check its permissions"))
                .with("path", path))
        }
    }
}

/// The failure for a phase that the milestone does not have, with those that it has as `available`.
pub(crate) fn phase_not_in(view: &MilestoneView<'_>, id: &PhaseId, message: impl fmt::Display) -> Failure {
    let ids: Vec<&PhaseId> = view.phases.iter().map(|phase| &phase.id).collect();
    phase_not_found(id, format!("{message}: {}", known_phases(view)), &ids)
}

/// The ids a message offers instead of one that was not found.
fn known_phases(view: &MilestoneView<'_>) -> String {
    let ids: Vec<String> = view.phases.iter().map(|phase| format!("`{}`", phase.id)).collect();
    if ids.is_empty() {
        "the milestone has no phases".to_owned()
    } else {
        format!("the milestone has {}", ids.join(", "))
    }
}
