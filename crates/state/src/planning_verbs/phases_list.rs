//! `phases list`: the phase folders of the milestone, or the plans or summaries in them (section 15).

use super::{Report, phase_without_folder};
use crate::answer::{Answer, Value};
use crate::failure::Failure;
use crate::phase_files::{is_plan, is_summary, natural_order};
use crate::phase_id::PhaseId;
use crate::planning::{Focus, MilestoneView, PHASES_FOLDER, PhaseFolder, PlanningSnapshot};

/// `--type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// `plans`
    Plans,
    /// `summaries`
    Summaries,
}

/// What must be read for it.
pub fn focus(stored: Option<&str>, phase: Option<&PhaseId>) -> Vec<Focus> {
    let mut focus = vec![Focus::Stored(stored.map(str::to_owned))];
    focus.extend(phase.cloned().map(Focus::Phase));
    focus
}

/// The folders of the milestone when its scope can be trusted, else all folders with a phase; sentinels never.
///
/// # Errors
/// `phase_not_found` when `phase` has no folder.
pub fn run(
    snapshot: &PlanningSnapshot,
    stored: Option<&str>,
    kind: Option<FileKind>,
    phase: Option<&PhaseId>,
) -> Result<Report, Failure> {
    let view = MilestoneView::new(snapshot, stored);
    let folders = match phase {
        Some(id) => {
            let folder = snapshot.folder_of(id, view.milestone.version.as_deref());
            vec![folder.ok_or_else(|| phase_without_folder(snapshot, id))?]
        }
        None => folders(snapshot, &view),
    };
    let scope = view.scope.as_str();
    let (names, answer) = match kind {
        None => {
            let names: Vec<String> = folders.iter().map(|folder| folder.name.clone()).collect();
            (names.clone(), Answer::new().with("directories", names.clone()).with("count", names.len()))
        }
        Some(kind) => {
            let names: Vec<String> =
                folders.iter().flat_map(|folder| files(snapshot, folder, kind)).collect();
            let folder = phase.and(folders.first()).map(|folder| snapshot.from_root(&folder.path()));
            (
                names.clone(),
                Answer::new()
                    .with("files", names.clone())
                    .with("count", names.len())
                    .with("phase_dir", Value::from(folder)),
            )
        }
    };
    Ok(Report {
        answer: answer.with("phase_scope", scope),
        raw: Some(names.join("\n")),
        warnings: view.warnings(),
    })
}

fn folders(snapshot: &PlanningSnapshot, view: &MilestoneView<'_>) -> Vec<PhaseFolder> {
    if view.scope.is_trusted() {
        return view.phases.iter().filter_map(|phase| phase.folder.clone()).collect();
    }
    let mut folders = snapshot.folders_in(PHASES_FOLDER);
    folders.retain(|folder| !folder.id.is_sentinel());
    folders.sort_by(|left, right| left.id.cmp(&right.id).then_with(|| left.name.cmp(&right.name)));
    folders
}

fn files(snapshot: &PlanningSnapshot, folder: &PhaseFolder, kind: FileKind) -> Vec<String> {
    let mut files = snapshot.files_of(&folder.path());
    files.retain(|file| match kind {
        FileKind::Plans => is_plan(file),
        FileKind::Summaries => is_summary(file),
    });
    files.sort_by(|left, right| natural_order(left, right));
    files
}
