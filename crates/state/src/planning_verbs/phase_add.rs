//! `phase add TITLE` and `phase insert N TITLE`: a new phase in ROADMAP.md and on disk (section 15, S-17).

use super::decision::{Decision, StateStep, check_writable, checked_title, edit_roadmap, path_from_root};
use super::next_decimal::next_decimal;
use super::slug::slug;
use super::wanted_roadmap;
use crate::answer::Answer;
use crate::failure::{Failure, Reason};
use crate::phase_id::PhaseId;
use crate::planning::{Focus, FolderEntry, Listing, MilestoneView, PHASES_FOLDER, PlanningSnapshot};
use crate::roadmap::edit::NewPhase;
use cairn_plan::Change;

/// What must be read for both.
pub fn focus(stored: Option<&str>) -> Vec<Focus> {
    vec![Focus::Stored(stored.map(str::to_owned))]
}

/// `phase add`: the next whole number of the window and the disk.
///
/// # Errors
/// `roadmap_not_found`, `progress_scope` when the milestone has no window, `invalid_value`; refusals of the file.
pub fn add(snapshot: &PlanningSnapshot, stored: Option<&str>, title: &str) -> Result<Decision, Failure> {
    let title = checked_title("title", title)?;
    let view = MilestoneView::new(snapshot, stored);
    let (roadmap, window) = writable_window(snapshot, &view)?;
    let id = next_whole(snapshot, &view)?;
    let before = view.phases.last().map(|phase| phase.id.clone());
    let new = NewPhase { id: &id, title: &title, depends_on: before.as_ref(), is_inserted: false };
    let edits = roadmap.add_phase(window, view.milestone.version.as_deref(), &new);
    let mut decision = create(snapshot, &view, &id, &title, edits)?;
    decision.description = format!("phase add {id}");
    decision.raw = Some(id.padded());
    let slug = slug(&title);
    let directory = snapshot.from_root(&folder_path(snapshot, &id, &slug)?);
    decision.answer = Answer::new()
        .with("phase_number", id.as_str())
        .with("padded", id.padded())
        .with("name", title)
        .with("slug", slug)
        .with("directory", directory);
    Ok(decision)
}

/// `phase insert`: the next decimal behind `base`.
///
/// # Errors
/// As [`add`], and `phase_not_found`.
pub fn insert(
    snapshot: &PlanningSnapshot,
    stored: Option<&str>,
    base: &PhaseId,
    title: &str,
) -> Result<Decision, Failure> {
    let title = checked_title("title", title)?;
    let view = MilestoneView::new(snapshot, stored);
    let (roadmap, window) = writable_window(snapshot, &view)?;
    let found = next_decimal(snapshot, &view, base)?;
    let id = found.next;
    let new = NewPhase { id: &id, title: &title, depends_on: Some(&found.base), is_inserted: true };
    let edits = roadmap.insert_phase(window, view.milestone.version.as_deref(), &found.base, &new);
    let mut decision = create(snapshot, &view, &id, &title, edits)?;
    decision.description = format!("phase insert {id}");
    decision.raw = Some(id.as_str().to_owned());
    let slug = slug(&title);
    let directory = snapshot.from_root(&folder_path(snapshot, &id, &slug)?);
    decision.answer = Answer::new()
        .with("phase_number", id.as_str())
        .with("after_phase", found.base.as_str())
        .with("name", title)
        .with("slug", slug)
        .with("directory", directory);
    Ok(decision)
}

/// ROADMAP.md and the milestone's part of it, which a new phase goes into.
pub(super) fn writable_window<'v, 's>(
    snapshot: &PlanningSnapshot,
    view: &'v MilestoneView<'s>,
) -> Result<(&'v crate::roadmap::Roadmap<'s>, &'v crate::roadmap::Window), Failure> {
    let path = snapshot.from_root("ROADMAP.md");
    check_writable(&path, wanted_roadmap(snapshot)?)?;
    match (&view.roadmap, &view.window) {
        (Some(roadmap), Some(window)) => Ok((roadmap, window)),
        _ => {
            let milestone = view.milestone.version.as_deref().unwrap_or("none");
            let message = format!(
                "`{path}` has no heading for the milestone in work (`{milestone}`): add one, or run `msd-tools state milestone-switch`"
            );
            Err(Failure::new(Reason::ProgressScope, message).with("scope", view.scope.as_str()))
        }
    }
}

fn next_whole(snapshot: &PlanningSnapshot, view: &MilestoneView<'_>) -> Result<PhaseId, Failure> {
    let version = view.milestone.version.as_deref();
    let named = view
        .roadmap
        .as_ref()
        .zip(view.window.as_ref())
        .map(|(roadmap, window)| roadmap.phases(window))
        .unwrap_or_default();
    let on_disk = snapshot.folders(version).into_iter().map(|folder| folder.id);
    let used = named.into_iter().map(|phase| phase.id).chain(on_disk).filter(|id| !id.is_sentinel());
    let mut next = used.filter_map(|id| id.whole_number()).max().unwrap_or_default().saturating_add(1);
    // 999 is parked: nothing new is put there.
    while PhaseId::whole(next).is_sentinel() {
        next = next.saturating_add(1);
    }
    Ok(PhaseId::whole(next))
}

fn folder_path(snapshot: &PlanningSnapshot, id: &PhaseId, slug: &str) -> Result<String, Failure> {
    let code = snapshot.config.project_code.as_deref().filter(|code| !code.is_empty());
    if let Some(code) = code.filter(|code| !is_folder_prefix(code)) {
        let message = format!(
            "`project_code` in `{CONFIGURATION}` is `{code}`, which cannot begin the name of a folder; write letters and digits, such as `PROJ`"
        );
        return Err(Failure::new(Reason::ConfigInvalid, message)
            .with("field", "project_code")
            .with("path", CONFIGURATION));
    }
    let code = code.map(|code| format!("{code}-")).unwrap_or_default();
    Ok(format!("{PHASES_FOLDER}/{code}{}-{slug}", id.padded()))
}

/// Where `project_code` is configured, from the root.
const CONFIGURATION: &str = ".planning/config.json";

/// Whether a name that begins with `code` is one folder on every system, and a visible one.
fn is_folder_prefix(code: &str) -> bool {
    let is_border =
        |character: char| matches!(character, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    !code.starts_with(['.', ' '])
        && !code.chars().any(|character| character.is_control() || is_border(character))
}

fn create(
    snapshot: &PlanningSnapshot,
    view: &MilestoneView<'_>,
    id: &PhaseId,
    title: &str,
    edits: Vec<cairn_text::Edit>,
) -> Result<Decision, Failure> {
    let folder = folder_path(snapshot, id, &slug(title))?;
    let mut after = snapshot.clone();
    let mut changes: Vec<Change> = edit_roadmap(snapshot, &mut after, edits)?.into_iter().collect();
    changes.push(Change::create(path_from_root(snapshot, &format!("{folder}/.gitkeep"))?, *b""));
    after.add_folder(&folder, Listing::Entries(vec![FolderEntry::file(".gitkeep")]));
    Ok(Decision {
        description: String::new(),
        changes,
        after,
        step: StateStep::Counters,
        answer: Answer::new(),
        raw: None,
        warnings: view.warnings(),
        tail: Answer::new(),
        moved: Vec::new(),
    })
}
