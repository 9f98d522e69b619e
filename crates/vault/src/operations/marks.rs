//! What happened to operations after they were recorded: taken back, committed.

use crate::VaultError;
use crate::fs::{Fs, Kind, Listed, Root};
use crate::temporary::Temporary;
use cairn_plan::RelativePath;
use serde::{Deserialize, Serialize};

pub(super) const FILE: &str = "marks.json";

/// Longer than 200 marks ever are.
const LONGEST: u64 = 1 << 20;

/// The marks of one log. A file that cannot be read counts as no marks: `undo` then looks at the files themselves and
/// refuses what is not as an operation left it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Marks {
    undone: Vec<Undone>,
    committed: Vec<u64>,
}

/// `newest` is the highest number there was when `id` was taken back. As soon as there is a higher one, a new operation
/// was recorded since, and that ends redo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Undone {
    id: u64,
    newest: u64,
}

/// A mark that belongs to a transaction; setting it twice is setting it once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MarkChange {
    Undo { id: u64, newest: u64 },
    Redo { id: u64 },
}

impl Marks {
    pub(crate) fn apply(&mut self, change: MarkChange) {
        match change {
            MarkChange::Undo { id, newest } => self.undo(id, newest),
            MarkChange::Redo { id } => self.redo(id),
        }
    }

    pub(super) fn read<F: Fs>(root: &Root<F>) -> Self {
        Self::read_exactly(root).unwrap_or_default()
    }

    fn read_exactly<F: Fs>(root: &Root<F>) -> Option<Self> {
        let file = FILE.try_into().ok().and_then(|path| root.read(&path, LONGEST).ok());
        file.and_then(|file| serde_json::from_slice(&file.bytes).ok())
    }

    /// Replace the file; marks of operations that are no longer kept are dropped.
    pub(super) fn write<F: Fs>(&mut self, root: &Root<F>, kept: &[u64]) -> Result<(), VaultError> {
        self.undone.retain(|mark| kept.contains(&mark.id));
        self.committed.retain(|id| kept.contains(id));
        let bytes = serde_json::to_vec(self).map_err(|source| VaultError::Io {
            operation: "write",
            path: root.path().join(FILE),
            source: source.into(),
        })?;
        let Ok(path) = RelativePath::new(FILE) else { return Ok(()) };
        if stands_a_folder(root) {
            return Err(VaultError::NotRegular(root.path().join(FILE)));
        }
        let mut temporary = Temporary::create(root, &root.locate(&path)?, 0o600)?;
        temporary.fill(&bytes)?;
        temporary.replace()
    }

    /// Whether a listing of the log has marks.
    pub(super) fn are_in(seen: &[Listed]) -> bool {
        seen.iter().any(|entry| entry.name == FILE.as_bytes())
    }

    /// The highest number that a mark is about. What nobody can have counted to is none.
    pub(super) fn highest(&self) -> u64 {
        const MOST: u64 = 9_999_999_999;
        let undone = self.undone.iter().flat_map(|mark| [mark.id, mark.newest]);
        undone.chain(self.committed.iter().copied()).filter(|id| *id <= MOST).max().unwrap_or(0)
    }

    pub(crate) fn is_undone(&self, id: u64) -> bool {
        self.undone.iter().any(|mark| mark.id == id)
    }

    pub(crate) fn is_committed(&self, id: u64) -> bool {
        self.committed.contains(&id)
    }

    /// The operations that `redo` may do again while `newest` is the highest number, in the order in which it would.
    pub(crate) fn redoable(&self, newest: u64) -> Vec<u64> {
        let mut ids: Vec<u64> =
            self.undone.iter().filter(|mark| mark.newest == newest).map(|mark| mark.id).collect();
        ids.sort_unstable();
        ids
    }

    fn undo(&mut self, id: u64, newest: u64) {
        self.undone.retain(|mark| mark.id != id);
        self.undone.push(Undone { id, newest });
    }

    fn redo(&mut self, id: u64) {
        self.undone.retain(|mark| mark.id != id);
    }

    pub(crate) fn commit(&mut self, id: u64) {
        if !self.committed.contains(&id) {
            self.committed.push(id);
        }
    }
}

/// Whether a folder stands where the marks belong: no operation can be taken back until someone removes it.
pub(super) fn stands_a_folder<F: Fs>(root: &Root<F>) -> bool {
    root.fs().status(root.dir(), FILE.as_bytes()).is_ok_and(|found| found.kind == Kind::Folder)
}

/// Whether the file of the marks does not read back: nothing counts as taken back or committed then, until it is written anew.
pub(super) fn are_damaged<F: Fs>(root: &Root<F>) -> bool {
    root.fs().status(root.dir(), FILE.as_bytes()).is_ok_and(|found| found.kind != Kind::Folder)
        && Marks::read_exactly(root).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G7, cairn.md 8: redo goes back up the way undo came down, until a new operation ends it.
    #[test]
    fn redo_ends_with_a_new_operation() {
        let mut marks = Marks::default();
        marks.undo(7, 7);
        marks.undo(6, 7);
        assert_eq!(marks.redoable(7), [6, 7]);
        assert!(marks.redoable(8).is_empty());
        marks.undo(8, 8);
        assert_eq!(marks.redoable(8), [8]);
        marks.redo(8);
        assert!(!marks.is_undone(8) && marks.is_undone(7));
        marks.commit(5);
        assert!(marks.is_committed(5) && !marks.is_committed(6));
    }
}
