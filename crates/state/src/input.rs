//! What every verb is given, and what every verb gives back.

use cairn_plan::Receipt;
use cairn_text::Contents;

use crate::answer::Answer;
use crate::dates::Now;
use crate::facts::{Planning, PlanningFile, ProjectFacts};
use crate::failure::Warning;

/// The snapshot that a verb decides on: bytes, facts, and the present moment.
#[derive(Clone, Copy)]
pub struct StateInput<'a> {
    /// The bytes of STATE.md; `None` when there is no such file.
    pub document: Option<&'a [u8]>,
    /// ROADMAP.md and the phase folders.
    pub planning: &'a dyn Planning,
    /// Everything else that was read.
    pub project: &'a ProjectFacts,
    /// The clock.
    pub now: Now,
}

/// The new content of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEdit {
    /// Which file.
    pub file: PlanningFile,
    /// Its whole new content; `None` removes it.
    pub content: Option<Contents>,
}

/// What a verb decided: files to write, and what to say about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VerbOutcome {
    /// One line for the operation log: `state update Status`.
    pub description: String,
    /// The files that change, all of them or none. Empty for a reading verb and for one that found nothing to do.
    pub files: Vec<FileEdit>,
    /// What differs (D6); `None` for a reading verb.
    pub receipt: Option<Receipt>,
    /// What the verb says besides `changed` and `updated`.
    pub answer: Answer,
    /// The short text of `--raw`; `None` prints the answer, or for a writing verb `changed`.
    pub raw: Option<String>,
    /// What the user should know.
    pub warnings: Vec<Warning>,
    /// Whether nothing is to be written although files are listed (`state sync --verify`).
    pub is_dry_run: bool,
}

impl VerbOutcome {
    /// The outcome of a reading verb.
    #[must_use]
    pub fn read(description: impl Into<String>, answer: Answer) -> Self {
        Self { description: description.into(), answer, ..Self::default() }
    }

    /// The new bytes of a file, when the outcome changes it.
    #[must_use]
    pub fn content(&self, file: PlanningFile) -> Option<&[u8]> {
        self.files.iter().find(|edit| edit.file == file)?.content.as_deref()
    }

    /// The new bytes of a file, taken out: they may be large.
    pub fn take_content(&mut self, file: PlanningFile) -> Option<Contents> {
        let place = self.files.iter().position(|edit| edit.file == file && edit.content.is_some())?;
        self.files.remove(place).content
    }

    /// Whether anything changes.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.receipt.as_ref().is_some_and(|receipt| receipt.changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(file: PlanningFile, content: Option<&str>) -> FileEdit {
        FileEdit { file, content: content.map(|text| text.as_bytes().into()) }
    }

    /// D6: the bytes of one file are taken out, those of the others stay; a file that goes has none to take.
    #[test]
    fn taken_content() {
        let all = [
            edit(PlanningFile::Waiting, None),
            edit(PlanningFile::StateArchive, Some("old")),
            edit(PlanningFile::State, Some("new")),
        ];
        let mut outcome = VerbOutcome { files: all.to_vec(), ..VerbOutcome::default() };
        assert_eq!(outcome.take_content(PlanningFile::State).as_deref(), Some(b"new".as_slice()));
        assert_eq!(outcome.files, all[..2]);
        for file in [PlanningFile::State, PlanningFile::Waiting, PlanningFile::Project] {
            assert_eq!(outcome.take_content(file), None, "{file:?}");
        }
        assert_eq!(outcome.files, all[..2]);
    }

    /// D6: a reading verb has its description and its answer, and changes nothing.
    #[test]
    fn reading_outcome() {
        let answer = Answer::new().with("found", true);
        let outcome = VerbOutcome::read("find-phase", answer.clone());
        assert_eq!((outcome.description.as_str(), &outcome.answer), ("find-phase", &answer));
        assert!(outcome.files.is_empty() && !outcome.is_changed());
    }
}
