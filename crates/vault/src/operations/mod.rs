//! The operation log (cairn.md section 8): what was written, and how to take it back to the byte.
//!
//! One file an operation, `<id>.op`, self-checking; while the operation is under way it is called `<id>.pending` and held
//! by an advisory lock, so that after a crash the next writer finds it ownerless, looks at the files and keeps or drops it.
//! Marks (undone, committed) stand in a file of their own. What an operation left in a file, for the difference shown when
//! someone changed it since, stands in its record when it is short; `<id>-<hash>.left` keeps a longer one until an operation
//! starts from it, or its record goes. It is a comfort, not needed to undo.
//! Files that do not read back exactly are no operations: they are passed over, never a reason to fail.

mod images;
mod marks;
mod pending;
mod reversal;

use crate::VaultError;
use crate::fs::{Fs, Listed, RealFs, Root};
use crate::home::{Part, StateHome};
use crate::step::{Step, decode};
use cairn_plan::RelativePath;
pub(crate) use marks::{MarkChange, Marks};
pub(crate) use pending::Pending;
pub use reversal::{Blobs, ChangedFile, Direction, Reversal, ReversalRefusal};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// How many are kept.
const KEPT: usize = 200;

/// A record longer than this is not read: nothing we write comes near it.
const LONGEST_RECORD: u64 = 1 << 32;

/// What a command says about itself for the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperationNote {
    /// The moment, UTC with milliseconds: `2026-10-07T12:00:00.000Z`.
    pub time: String,
    /// The words as given, quoted for the shell, without control characters.
    pub command: String,
    /// The receipt's `updated`; filled in by whoever knows it last.
    pub fields: Vec<String>,
}

/// One entry of the log.
#[derive(Clone, Debug)]
pub struct Operation {
    /// A growing number.
    pub id: u64,
    /// What the command said.
    pub note: OperationNote,
    /// The places it changed, as they are named from the root.
    pub files: Vec<RelativePath>,
    /// Taken back, and not done again.
    pub undone: bool,
    /// It made a commit of its own.
    pub committed: bool,
    pub(crate) steps: Vec<Step>,
}

impl Operation {
    /// Could `undo` reach it: neither taken back already nor committed?
    pub fn is_undoable(&self) -> bool {
        !self.undone && !self.committed
    }
}

#[derive(Serialize, Deserialize)]
struct Facts {
    id: u64,
    /// The transaction that it is part of, by the number of its journal.
    transaction: Option<u64>,
    #[serde(flatten)]
    note: OperationNote,
}

/// The log of one project.
#[derive(Clone, Debug)]
pub struct OperationLog<F: Fs = RealFs> {
    root: Root<F>,
}

impl<F: Fs> OperationLog<F> {
    /// The log in `home`; `None` when nothing was ever recorded.
    pub fn open(home: &StateHome<F>) -> Result<Option<Self>, VaultError> {
        Ok(home.part(Part::Operations)?.map(|root| Self { root }))
    }

    /// The log in `home`, made when it is missing.
    pub fn make(home: &StateHome<F>) -> Result<Self, VaultError> {
        home.make_part(Part::Operations).map(|root| Self { root })
    }

    /// What stands in the way of the marks, if anything does: nothing can be taken back or done again then.
    pub fn obstacle(&self) -> Option<PathBuf> {
        marks::stands_a_folder(&self.root).then(|| self.root.path().join(marks::FILE))
    }

    /// The file of the marks, when it does not read back.
    pub fn damaged_marks(&self) -> Option<PathBuf> {
        marks::are_damaged(&self.root).then(|| self.root.path().join(marks::FILE))
    }

    /// Every operation, newest first.
    pub fn list(&self) -> Result<Vec<Operation>, VaultError> {
        let marks = Marks::read(&self.root);
        let ids = self.ids(".op")?;
        Ok(ids.into_iter().rev().filter_map(|id| self.read(id, &marks)).collect())
    }

    /// Mark an operation as committed by the command itself: it is taken back with git, not by `undo`.
    pub fn mark_committed(&self, id: u64) -> Result<(), VaultError> {
        self.change_marks(|marks| marks.commit(id))
    }

    pub(crate) fn change_marks(&self, change: impl FnOnce(&mut Marks)) -> Result<(), VaultError> {
        let _turn = self.take_turn()?;
        let kept = self.ids(".op")?;
        let mut marks = Marks::read(&self.root);
        change(&mut marks);
        marks.write(&self.root, &kept)
    }

    pub(crate) fn marks(&self) -> Marks {
        Marks::read(&self.root)
    }

    /// The highest number of a finished operation.
    pub(crate) fn newest(&self) -> Result<u64, VaultError> {
        Ok(self.ids(".op")?.last().copied().unwrap_or(0))
    }

    fn read(&self, id: u64, marks: &Marks) -> Option<Operation> {
        let (facts, steps) = self.decoded(id, ".op")?;
        let mut files: Vec<RelativePath> = Vec::new();
        for path in steps.iter().flat_map(Step::paths) {
            if !files.contains(path) {
                files.push(path.clone());
            }
        }
        let (undone, committed) = (marks.is_undone(id), marks.is_committed(id));
        Some(Operation { id, note: facts.note, files, undone, committed, steps })
    }

    /// A record, when it reads back exactly.
    fn decoded(&self, id: u64, ending: &str) -> Option<(Facts, Vec<Step>)> {
        let path = RelativePath::new(file_name(id, ending)).ok()?;
        decode(&self.root.read(&path, LONGEST_RECORD).ok()?.bytes)
    }

    /// The numbers of the files with this ending, ascending.
    fn ids(&self, ending: &str) -> Result<Vec<u64>, VaultError> {
        Ok(ids_in(&self.root.list(None)?, &[ending]))
    }
}

/// The numbers of the files in a listing that have one of these endings, ascending.
fn ids_in(entries: &[Listed], endings: &[&str]) -> Vec<u64> {
    let named = |name: &[u8]| endings.iter().find_map(|ending| number(name, ending));
    let mut ids: Vec<u64> = entries.iter().filter_map(|entry| named(&entry.name)).collect();
    ids.sort_unstable();
    ids
}

fn file_name(id: u64, ending: &str) -> String {
    format!("{id:010}{ending}")
}

fn number(name: &[u8], ending: &str) -> Option<u64> {
    let digits = name.strip_suffix(ending.as_bytes()).filter(|digits| !digits.is_empty())?;
    digits.iter().try_fold(0_u64, |number, byte| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    })
}

#[cfg(test)]
mod tests;
