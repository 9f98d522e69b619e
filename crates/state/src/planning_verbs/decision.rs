//! What a writing verb decided, and how file changes are collected for it.

use super::changed_paths::changed_paths;
use super::relink::{MovedFolder, Relinker};
use crate::answer::Answer;
use crate::document::StateDocument;
use crate::failure::{Failure, Reason, Warning, WarningCode};
use crate::phase_id::PhaseId;
use crate::planning::{Document, PlanningSnapshot};
use crate::roadmap::edit::Renumbering;
use cairn_plan::{Change, RelativePath};
use cairn_text::{Edit, Patch};

/// What a writing verb decided: files, and what becomes of STATE.md. Nothing is written yet.
#[derive(Clone, Debug)]
pub struct Decision {
    /// One line for the operation log: `phase add New Thing`.
    pub description: String,
    /// Changes of files, paths from the root, in the order in which they are made; none when all is so already.
    pub changes: Vec<Change>,
    /// The planning tree as it will be: what STATE.md is derived from behind the changes.
    pub after: PlanningSnapshot,
    /// What STATE.md says about it.
    pub step: StateStep,
    /// The JSON behind `changed` and `updated`, up to `state_updated`, which whoever edits STATE.md adds for the two completions.
    pub answer: Answer,
    /// The JSON behind that.
    pub tail: Answer,
    /// The text of `--raw`; without one that is `true` or `false`.
    pub raw: Option<String>,
    /// Warnings.
    pub warnings: Vec<Warning>,
    /// Folders that move, for the links of STATE.md.
    pub moved: Vec<MovedFolder>,
}

/// What becomes of STATE.md.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StateStep {
    /// Nothing.
    #[default]
    Nothing,
    /// The counters are derived again, and the total in `Phase: X of Y` follows.
    Counters,
    /// The same, and the position follows the numbers of the phases.
    Renumber(Renumbering),
    /// The transition of `phase complete` (section 13).
    CompletePhase(PhaseId),
    /// The transition of `milestone complete` (section 13).
    CompleteMilestone {
        /// The version.
        version: String,
        /// Its name.
        name: Option<String>,
    },
}

impl Decision {
    /// A document of the base folder that is edited behind the decision, STATE.md, with its links led to the new places, and what
    /// could not be rewritten in it.
    pub fn relink(&self, name: &str, bytes: Vec<u8>) -> (Vec<u8>, Vec<Warning>) {
        if self.moved.is_empty() {
            return (bytes, Vec::new());
        }
        let relinked = Relinker::new(&self.moved).document(&self.after.from_root(name), &bytes);
        let left =
            relinked.left.iter().map(|left| Warning::new(WarningCode::LinkNotRewritten, left.to_string()));
        (relinked.bytes.unwrap_or(bytes), left.collect())
    }

    /// The paths of the files that differ, in the order of the changes, each once: what `updated` lists beside STATE.md's own parts.
    pub fn updated_paths(&self) -> Vec<String> {
        changed_paths(&self.changes)
    }
}

/// A path below the base folder as a path from the root.
pub(crate) fn path_from_root(snapshot: &PlanningSnapshot, path: &str) -> Result<RelativePath, Failure> {
    let path = snapshot.from_root(path);
    RelativePath::new(path.as_str()).map_err(|fault| {
        Failure::invalid_value("path", format!("`{path}` is no path below the root: {fault}"))
    })
}

/// Applies edits to a document; none and edits without an effect leave it alone.
pub(crate) fn apply(bytes: &[u8], edits: Vec<Edit>) -> Result<Option<Vec<u8>>, Failure> {
    let patch = Patch::from_edits(edits)
        .map_err(|overlap| Failure::new(Reason::Internal, format!("two changes meet: {overlap}")))?;
    let changed = patch.apply(bytes);
    Ok((changed != bytes).then_some(changed))
}

/// Edits ROADMAP.md: the change, and the document in the snapshot that stands for the time behind it.
pub(crate) fn edit_roadmap(
    snapshot: &PlanningSnapshot,
    after: &mut PlanningSnapshot,
    edits: Vec<Edit>,
) -> Result<Option<Change>, Failure> {
    let Document::Read(bytes) = &snapshot.roadmap else { return Ok(None) };
    let Some(changed) = apply(bytes, edits)? else { return Ok(None) };
    let change = Change::write(path_from_root(snapshot, "ROADMAP.md")?, bytes, changed.clone());
    after.roadmap = Document::Read(changed);
    Ok(Some(change))
}

/// Refuses what must not be edited (section 4): the check of every write.
pub(crate) fn check_writable(path: &str, bytes: &[u8]) -> Result<(), Failure> {
    StateDocument::parse(bytes).check_writable(path)
}

/// A title or name from the command line: one line of text (D7).
pub(crate) fn checked_title(field: &str, title: &str) -> Result<String, Failure> {
    if let Some(control) = title.chars().find(|c| c.is_control()) {
        let shown = control.escape_default();
        return Err(Failure::invalid_value(
            field,
            format!("`{field}` holds the control character `{shown}`: write it in one line"),
        ));
    }
    let title = title.trim();
    if title.is_empty() {
        return Err(Failure::invalid_value(field, format!("`{field}` is empty: give it a text")));
    }
    Ok(title.to_owned())
}
