//! A decision about phases together with what STATE.md says about it: one plan of all files (sections 4, 13, 15).
//!
//! The transitions themselves belong to the STATE.md verbs; here they are run on the tree as it will be, and their bytes join the
//! changes. Only the position that follows renumbered phases is decided in this file's sibling [`super::follow_phases`].

use super::decision::{Decision, StateStep, check_writable, path_from_root};
use super::follow_phases::follow_phases;
use crate::answer::{Answer, Value};
use crate::dates::Now;
use crate::document::StateDocument;
use crate::facts::{PlanningFile, ProjectFacts};
use crate::failure::{Failure, Warning};
use crate::input::{FileEdit, StateInput, VerbOutcome};
use crate::receipt;
use crate::verbs::{CompleteMilestone, Needs, Prune, Verb, completion};
use cairn_plan::{Change, Plan, Receipt, RelativePath};

/// STATE.md and what its verbs are given.
#[derive(Clone, Copy, Debug)]
pub struct StateSide<'a> {
    /// The bytes of STATE.md; `None` when there is no such file.
    pub document: Option<&'a [u8]>,
    /// What [`needs`] names, and the rest of the facts.
    pub project: &'a ProjectFacts,
    /// The clock.
    pub now: Now,
}

/// What a writing verb over phases does, all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlannedWrite {
    /// The changes; empty when all is so already.
    pub plan: Plan,
    /// `changed` and `updated`.
    pub receipt: Receipt,
    /// The JSON behind them.
    pub answer: Answer,
    /// The text of `--raw`; without one that is `true` or `false`.
    pub raw: Option<String>,
    /// Warnings.
    pub warnings: Vec<Warning>,
    /// Whether `warnings` stands in the JSON also when there is none (`phase complete`).
    pub always_lists_warnings: bool,
}

/// What must be read for the STATE.md side of a decision.
pub fn needs(step: &StateStep) -> Needs {
    Needs {
        pending_todos: matches!(step, StateStep::CompletePhase(_)),
        state_archive: matches!(step, StateStep::CompletePhase(_)),
        ..Needs::default()
    }
}

impl Decision {
    /// Adds what STATE.md says. A decision that does not concern it wants none.
    ///
    /// # Errors
    /// `state_not_found` and the refusals of a write to STATE.md; nothing is to be written then.
    pub fn with_state(mut self, side: &StateSide<'_>) -> Result<PlannedWrite, Failure> {
        if let Some(document) = side.document {
            check_writable(&side.project.state_path(), document)?;
        }
        let outcome = self.state_outcome(side)?;
        let mut names: Vec<String> = Vec::new();
        let mut files = outcome.files;
        self.relink_state(side, &mut files);
        if let (Some(before), Some(after)) = (side.document, content(&files)) {
            names = receipt::updated(&StateDocument::parse(before), &StateDocument::parse(after));
        }
        let is_state_updated = content(&files).is_some();
        for edit in files {
            let change = self.change_of(side, edit)?;
            self.changes.extend(change);
        }
        let state_path = side.project.state_path();
        names.extend(self.updated_paths().into_iter().filter(|path| *path != state_path));
        if names.is_empty() && !self.changes.is_empty() {
            names.push(state_path);
        }
        let mut warnings = outcome.warnings;
        warnings.extend(
            self.warnings.into_iter().filter(|warning| !warnings.contains(warning)).collect::<Vec<_>>(),
        );
        let is_completion =
            matches!(self.step, StateStep::CompletePhase(_) | StateStep::CompleteMilestone { .. })
                || !self.tail.members().is_empty();
        let mut answer = self.answer;
        if is_completion {
            answer.push("state_updated", is_state_updated);
        }
        self.tail
            .members()
            .iter()
            .for_each(|(name, value): &(String, Value)| answer.push(name.as_str(), value.clone()));
        Ok(PlannedWrite {
            plan: Plan { description: self.description, changes: self.changes },
            receipt: Receipt::of(names),
            answer,
            raw: self.raw,
            warnings,
            always_lists_warnings: matches!(self.step, StateStep::CompletePhase(_)),
        })
    }

    fn state_outcome(&self, side: &StateSide<'_>) -> Result<VerbOutcome, Failure> {
        let input = StateInput {
            document: side.document,
            planning: &self.after,
            project: side.project,
            now: side.now,
        };
        match &self.step {
            StateStep::Nothing => Ok(VerbOutcome::default()),
            StateStep::Counters => follow_phases(&input, &self.description, None),
            StateStep::Renumber(renumbering) => follow_phases(&input, &self.description, Some(renumbering)),
            StateStep::CompletePhase(phase) => {
                let (outcome, _) = completion(&input, phase)?;
                if self.after.config.auto_prune_state { pruned(&input, outcome) } else { Ok(outcome) }
            }
            StateStep::CompleteMilestone { version, .. } => {
                CompleteMilestone { milestone: version.clone() }.run(&input)
            }
        }
    }

    /// The links of STATE.md follow folders that move, also when the verb left it alone otherwise.
    fn relink_state(&mut self, side: &StateSide<'_>, files: &mut Vec<FileEdit>) {
        let Some(bytes) = content(files).or(side.document).map(<[u8]>::to_vec) else { return };
        let (relinked, left) = self.relink(PlanningFile::State.name(), bytes.clone());
        self.warnings.extend(left);
        if relinked == bytes {
            return;
        }
        files.retain(|edit| edit.file != PlanningFile::State);
        files.insert(0, FileEdit { file: PlanningFile::State, content: Some(relinked.into()) });
    }

    fn change_of(&self, side: &StateSide<'_>, edit: FileEdit) -> Result<Option<Change>, Failure> {
        let path = match edit.file.is_in_base_folder() {
            true => path_from_root(&self.after, edit.file.name())?,
            false => RelativePath::new(side.project.path_of(edit.file))
                .map_err(|fault| Failure::invalid_value("path", fault.to_string()))?,
        };
        let before = match edit.file {
            PlanningFile::State => side.document,
            file => side.project.file(file),
        };
        Ok(match (before, edit.content) {
            (Some(before), Some(after)) if *before == *after => None,
            (Some(before), Some(after)) => Some(Change::write(path, before, after)),
            (None, Some(after)) => Some(Change::create(path, after)),
            (Some(before), None) => {
                Some(Change::Delete { path, before: cairn_plan::ContentHash::of(before) })
            }
            (None, None) => None,
        })
    }
}

/// `workflow.auto_prune_state`: what belongs to phases that are long done moves away in the same change.
fn pruned(input: &StateInput<'_>, completed: VerbOutcome) -> Result<VerbOutcome, Failure> {
    let document = content(&completed.files).or(input.document);
    let pruned = Prune::default().run(&StateInput { document, ..*input })?;
    if !pruned.is_changed() {
        return Ok(completed);
    }
    let mut warnings = completed.warnings;
    warnings.extend(
        pruned.warnings.into_iter().filter(|warning| !warnings.contains(warning)).collect::<Vec<_>>(),
    );
    Ok(VerbOutcome { files: pruned.files, warnings, ..completed })
}

fn content(files: &[FileEdit]) -> Option<&[u8]> {
    files.iter().find(|edit| edit.file == PlanningFile::State)?.content.as_deref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::{Document, PlanningConfig, PlanningSnapshot};

    /// D6: bytes that stay as they are make no change.
    #[test]
    fn d6_same_bytes_are_no_change() {
        let decision = Decision {
            description: String::new(),
            changes: Vec::new(),
            after: PlanningSnapshot::new(".planning", Document::Absent, PlanningConfig::default()),
            step: StateStep::Nothing,
            answer: Answer::new(),
            tail: Answer::new(),
            raw: None,
            warnings: Vec::new(),
            moved: Vec::new(),
        };
        let project = ProjectFacts { base_folder: ".planning".into(), ..ProjectFacts::default() };
        let now = Now { instant: jiff::Timestamp::UNIX_EPOCH, today: jiff::civil::date(2026, 10, 7) };
        let side = StateSide { document: Some(b"a\n"), project: &project, now };
        for (content, changes) in [(Some("a\n"), false), (Some("b\n"), true), (None, true)] {
            let content = content.map(|text| text.as_bytes().into());
            let edit = FileEdit { file: PlanningFile::State, content };
            assert_eq!(decision.change_of(&side, edit.clone()).unwrap().is_some(), changes, "{edit:?}");
        }
    }
}
