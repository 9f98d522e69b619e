//! How far the Tasks of a Spec are, read from its Markdown files alone.

use cairn_plan::RelativePath;
use cairn_spec::folder::{FolderEntry, FolderFile, SpecFolder};
use cairn_spec::graph::{self, TaskGraph};
use cairn_spec::presence::Presence;
use cairn_spec::task::TaskStatus;
use cairn_spec::{Cause, Slug};
use cairn_vault::Kind;

use super::places::{presence, text};
use super::repository::SpecRepository;

/// Tasks of a graph that keeps every rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskCounts {
    /// All of them.
    pub total: usize,
    /// The completed ones.
    pub completed: usize,
}

impl SpecRepository<'_> {
    /// Counts the Tasks of an active Spec; `None` as long as it has no Task Graph.
    ///
    /// # Errors
    /// Every broken rule of the Task Graph, paths relative to the Spec folder.
    pub fn task_counts(&self, slug: &Slug) -> Result<Option<TaskCounts>, Vec<Cause>> {
        let folder = self.markdown_of(slug);
        if folder.get(graph::FILE).is_none() && self.has_no_graph(slug) {
            return Ok(None);
        }
        let graph = TaskGraph::load(&folder, slug)?;
        let completed = graph.tasks.iter().filter(|task| task.status == TaskStatus::Completed).count();
        Ok(Some(TaskCounts { total: graph.tasks.len(), completed }))
    }

    /// A link or a folder of that name is a broken graph, not a missing one.
    fn has_no_graph(&self, slug: &Slug) -> bool {
        let at = self.roots.folder(slug).join(graph::FILE);
        at.is_ok_and(|at| presence(&self.root, &at) == Presence::Absent)
    }

    /// The Markdown files of a Spec folder: evidence and pictures say nothing about Tasks.
    fn markdown_of(&self, slug: &Slug) -> SpecFolder {
        let at = self.roots.folder(slug);
        let mut folder = SpecFolder::new();
        let mut ahead: Vec<RelativePath> = vec![at.clone()];
        while let Some(here) = ahead.pop() {
            for entry in self.root.list(Some(&here)).unwrap_or_default() {
                let Ok(path) = here.join(&entry.name) else { continue };
                match entry.kind {
                    Kind::Folder => ahead.push(path),
                    Kind::File if entry.name.ends_with(b".md") => {
                        if let (Some(below), Ok(Some(bytes))) = (path.below(&at), text(&self.root, &path)) {
                            folder.insert(below, FolderEntry::File(FolderFile::new(bytes, false)));
                        }
                    }
                    Kind::File | Kind::Link | Kind::Other => {}
                }
            }
        }
        folder
    }
}
