//! The Task Graph of `_tasks.md` and the Task files it names (roundfix 2.3).
//!
//! Judges completion, not style: titles, projection tables and verification sections are never looked at. Every broken rule is
//! reported, each with file and line.

mod load;
mod structure;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::folder::SpecFolder;
use crate::task::TaskStatus;
use crate::{Cause, Slug};

/// The file name.
pub const FILE: &str = "_tasks.md";

/// The only schema there is.
pub const SCHEMA: &str = "spec-tasks/v1";

/// A graph that keeps every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskGraph {
    /// The Tasks, in the order of the graph.
    pub tasks: Vec<Task>,
    /// Which of them is the QA Task.
    pub qa: QaDesignation,
    /// Specs that have to be delivered before; not a precondition of archiving.
    pub requires: Vec<Slug>,
    /// 1-based line of `requires`.
    pub requires_line: Option<usize>,
    /// The files of the Tasks, to be asked often.
    files: BTreeSet<String>,
}

/// One Task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Its id in the graph.
    pub id: String,
    /// Its file, relative to the Spec folder.
    pub file: String,
    /// The ids it waits for.
    pub needs: Vec<String>,
    /// Its status.
    pub status: TaskStatus,
    /// 1-based line of the status in `file`.
    pub status_line: usize,
    /// Its type, one of [`crate::task::TYPES`].
    pub kind: String,
}

/// Whether a Spec has a QA Task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QaDesignation {
    /// The Task at this index of [`TaskGraph::tasks`].
    Task(usize),
    /// `qa: declined`, with its reason.
    Declined(String),
    /// Nothing is said and no Task has the type.
    None,
}

impl TaskGraph {
    /// Reads the graph and every Task file of a Spec folder.
    ///
    /// # Errors
    /// Every broken rule; paths are relative to the folder. A missing `_tasks.md` is one of them; callers that treat it apart
    /// look for it first.
    pub fn load(folder: &SpecFolder, slug: &Slug) -> Result<Self, Vec<Cause>> {
        load::load(folder, slug)
    }

    /// The QA Task.
    pub fn qa_task(&self) -> Option<&Task> {
        match self.qa {
            QaDesignation::Task(index) => self.tasks.get(index),
            QaDesignation::Declined(_) | QaDesignation::None => None,
        }
    }

    /// Whether a path of the folder is the file of a Task, and so a core file.
    pub fn names(&self, path: &[u8]) -> bool {
        std::str::from_utf8(path).is_ok_and(|path| self.files.contains(path))
    }

    /// The Tasks that are not completed, except the QA Task when `without_qa` is set.
    pub fn unfinished(&self, without_qa: bool) -> impl Iterator<Item = &Task> {
        let qa = self.qa_task().filter(|_| without_qa).map(|task| &task.id);
        self.tasks.iter().filter(move |task| task.status != TaskStatus::Completed && Some(&task.id) != qa)
    }
}

/// What `_tasks.md` requires, as far as it can be read: for lists, which never refuse a broken graph.
pub fn requires(tasks: &[u8]) -> Vec<Slug> {
    let Ok((map, _)) = crate::frontmatter::read(FILE, tasks) else { return Vec::new() };
    let items = map.present("requires").and_then(crate::yaml::Node::list).unwrap_or_default();
    items.iter().filter_map(|item| Slug::new(item.text()?).ok()).collect()
}
