//! Many files, all or none (reliability.md, roundfix 4.2 and 15).
//!
//! A plan becomes steps that know both sides of everything they touch. They go into a journal, the journal is committed, the
//! steps are carried out stage by stage, and the journal goes. A crash before the commit changes nothing; after it the next
//! writer of the same scope goes on forward or takes everything back, by the kind of the transaction. A place that holds
//! neither side stops that: it is left alone and named, with every version kept.

mod apply;
mod files;
mod journal;
mod overlay;
mod preview;
mod recover;
mod run;
mod stages;

use crate::fs::{Fs, Root};
use crate::operations::{Direction, OperationLog, OperationNote, Pending, Reversal};
use crate::orphan::clear_beside_all;
use crate::step::Step;
use crate::{VaultError, Writer};
use apply::{StepFailure, Unflushed, apply};
use cairn_plan::{Plan, RelativePath};
pub(crate) use journal::{Found, Purpose, find, numbers};
use journal::{Journal, Progress};
pub(crate) use overlay::{Overlay, There};
pub use preview::GitSource;
pub use recover::{BegunRemoval, Outcome, Recovered, begun_removals};
use run::{Stop, back, forward};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What a crash in the middle means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TransactionKind {
    /// A verb over several files: rolled forward.
    Verb,
    /// Undone as long as nothing of the removed folder is gone, then nothing is undone (roundfix 15).
    Archive,
    /// Like an archive.
    Cancel,
    /// Always undone.
    Unarchive,
    /// An undo or redo: rolled forward.
    Reversal,
}

impl TransactionKind {
    /// A removal that failed or was cut short keeps what was written before it.
    pub(crate) fn keeps_writes(self) -> bool {
        matches!(self, Self::Archive | Self::Cancel)
    }
}

/// How to carry out a plan.
#[derive(Clone, Copy)]
pub struct Commit<'commit> {
    /// What a crash means.
    pub kind: TransactionKind,
    /// For the log; `None` for what is not recorded (`init`, `resolve` of the merge driver).
    pub note: Option<&'commit OperationNote>,
    /// Files whose bytes git holds, so that the log and the journal need not: the removed folder of an archive, the
    /// restored one of an `unarchive`.
    pub in_git: GitSource<'commit>,
}

impl<'commit> Commit<'commit> {
    /// A verb with a record, nothing of it in git.
    pub fn verb(note: &'commit OperationNote) -> Self {
        Self { kind: TransactionKind::Verb, note: Some(note), in_git: &|_| None }
    }
}

/// What became of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Committed {
    /// Did anything change?
    pub changed: bool,
    /// False when something changed and a record was wanted but could not be written.
    pub undoable: bool,
    /// The number of the operation in the log.
    pub operation: Option<u64>,
}

/// Why a plan was not carried out, and what that left.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommitError {
    /// Everything is as it was.
    #[error(transparent)]
    NotDone(#[from] VaultError),
    /// It failed, and taking it back failed as well.
    #[error("{cause}; these could not be restored: {}", list(.left))]
    LeftChanged {
        /// Why it failed.
        cause: VaultError,
        /// Every place that is not as it was.
        left: Vec<RelativePath>,
        /// Where the old and the new contents are kept.
        journal: PathBuf,
    },
    /// Everything was written, the folder could not be removed; it may be partly gone.
    #[error("cannot remove `{folder}`: {cause}")]
    DeletionFailed {
        /// The first thing that failed.
        cause: VaultError,
        /// The folder.
        folder: RelativePath,
        /// What the log says of it.
        committed: Committed,
    },
}

fn list(paths: &[RelativePath]) -> String {
    paths.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ")
}

impl<F: Fs> Writer<'_, F> {
    /// Carry out the whole plan or nothing of it.
    ///
    /// Every place is compared with what the plan was made for before anything is written. Needs a home for the journal,
    /// unless the plan is one atomic step.
    pub fn commit(&self, plan: &Plan, how: &Commit<'_>) -> Result<Committed, CommitError> {
        #[cfg(feature = "simulation")]
        self.keep_commit(plan, how);
        self.last_look()?;
        let steps = preview::preview(self.root, plan, how.in_git)?;
        if steps.is_empty() {
            return Ok(Committed { changed: false, undoable: true, operation: None });
        }
        if is_one_step(&steps) { self.commit_one(&steps, how) } else { self.commit_many(plan, steps, how) }
    }

    /// Carry out a checked undo or redo, all of it or nothing, marks of the log included. Whoever planned it still holds
    /// the locks.
    pub fn commit_reversal(&self, reversal: &Reversal) -> Result<(), CommitError> {
        #[cfg(feature = "simulation")]
        self.keep_reversal(reversal);
        self.last_look()?;
        let home = self.home.ok_or(VaultError::NoJournal)?;
        let description = match reversal.direction {
            Direction::Undo => "undo",
            Direction::Redo => "redo",
        };
        let (marks, steps) = (reversal.marks.clone(), reversal.steps.clone());
        let mut journal =
            Journal::stage(home, TransactionKind::Reversal, description, self.scope, marks, steps)?;
        let ran = forward(self.root, &mut journal, 0, &|| self.last_look()).and_then(|()| {
            let stage = journal.stages().saturating_sub(1);
            self.set_marks(&journal).map_err(|error| Stop { failure: error.into(), stage, begun: true })
        });
        match ran {
            Ok(()) => {
                if !self.root.take_leftovers() {
                    let _next_time = journal.clear();
                }
                Ok(())
            }
            Err(stop) => Err(take_back(self.root, journal, stop)),
        }
    }

    fn commit_one(&self, steps: &[Step], how: &Commit<'_>) -> Result<Committed, CommitError> {
        let log = how.note.and_then(|_| self.log());
        let recorded = for_log(steps, how.in_git);
        let pending = begin(log.as_ref(), how.note, &recorded, None);
        let mut unflushed = Unflushed::new();
        let mut done = Vec::new();
        let ran = steps.iter().try_for_each(|step| {
            self.last_look()?;
            let applied = apply(self.root, step, &mut unflushed);
            // Whatever else fails may be half done; where something foreign stands, nothing was, and nothing is to be taken back.
            if !matches!(applied, Err(StepFailure::Foreign(_))) {
                done.push(step);
            }
            applied
        });
        let ran = ran.and_then(|()| Ok(unflushed.flush(self.root)?));
        if let Err(failure) = ran {
            let mut unflushed = Unflushed::new();
            let left =
                done.iter().rev().filter(|step| apply(self.root, &step.inverse(), &mut unflushed).is_err());
            let left: Vec<RelativePath> = left.map(|step| step.path().clone()).collect();
            let _the_first_error_counts = unflushed.flush(self.root);
            return Err(failed(failure, left, PathBuf::new()));
        }
        Ok(finish(pending, how.note, &recorded, steps))
    }

    fn commit_many(&self, plan: &Plan, steps: Vec<Step>, how: &Commit<'_>) -> Result<Committed, CommitError> {
        let home = self.home.ok_or(VaultError::NoJournal)?;
        let log = how.note.and_then(|_| self.log());
        let mut journal = Journal::stage(home, how.kind, &plan.description, self.scope, Vec::new(), steps)?;
        let recorded = for_log(&journal.steps, how.in_git);
        let pending = begin(log.as_ref(), how.note, &recorded, Some(journal.id));
        let ran = forward(self.root, &mut journal, 0, &|| self.last_look());
        match ran {
            Ok(()) => {
                let committed = finish(pending, how.note, &recorded, &journal.steps);
                // It is all done. A journal that cannot be removed is found done and removed by the next writer; so is one of
                // which something lies beside the files: the next one takes that along.
                if !self.root.take_leftovers() {
                    let _next_time = journal.clear();
                }
                Ok(committed)
            }
            Err(stop) => match removed_folder(&journal, &stop) {
                Some(folder) if how.kind.keeps_writes() => {
                    let committed = finish(pending, how.note, &recorded, &journal.steps);
                    let _next_time = journal.clear();
                    Err(CommitError::DeletionFailed { cause: stop.failure.into_error(), folder, committed })
                }
                _ => {
                    let error = take_back(self.root, journal, stop);
                    if let (CommitError::LeftChanged { .. }, Some(pending)) = (&error, pending) {
                        pending.leave();
                    }
                    Err(error)
                }
            },
        }
    }
}

/// Folders on the way, then one thing: nothing that a crash could leave half done.
fn is_one_step(steps: &[Step]) -> bool {
    match steps.split_last() {
        Some((last, folders)) => {
            !matches!(last, Step::Tree { .. })
                && folders.iter().all(|step| matches!(step, Step::Folder { .. }))
        }
        None => true,
    }
}

/// The folder whose removal was under way.
fn removed_folder<F: Fs>(journal: &Journal<F>, stop: &Stop) -> Option<RelativePath> {
    if !stop.begun {
        return None;
    }
    journal
        .stage_steps(stop.stage)
        .iter()
        .find(|step| matches!(step, Step::Tree { appears: false, .. }))
        .map(|step| step.path().clone())
}

/// Undo in this same process what was carried out.
pub(crate) fn take_back<F: Fs>(root: &Root<F>, mut journal: Journal<F>, stop: Stop) -> CommitError {
    let removes = journal.stage_steps(stop.stage).iter().any(stages::is_removal);
    // A removal that was not begun has nothing to take back.
    let start = if removes && !stop.begun { stop.stage.checked_sub(1) } else { Some(stop.stage) };
    // What stopped it was not changed by it.
    let expected: &[RelativePath] = match &stop.failure {
        StepFailure::Foreign(paths) => paths,
        StepFailure::Vault(_) => &[],
    };
    // What a failed call left beside the files would keep their new folders from going.
    let mut is_tidy = clear_beside_all(root, &journal.steps).is_ok();
    root.take_leftovers();
    let ended = start.map(|start| back(root, &mut journal, start, expected)).unwrap_or_default();
    let left = ended.left;
    is_tidy &= !root.take_leftovers();
    let folder = journal.folder();
    // A journal on the way back is finished by the next command, and what lies beside the files goes then.
    if left.is_empty() && (is_tidy || !matches!(journal.progress, Progress::Back(_))) {
        let _next_time = journal.clear();
    }
    failed(stop.failure, left, folder)
}

fn failed(failure: StepFailure, left: Vec<RelativePath>, journal: PathBuf) -> CommitError {
    let cause = failure.into_error();
    if left.is_empty() {
        CommitError::NotDone(cause)
    } else {
        CommitError::LeftChanged { cause, left, journal }
    }
}

impl StepFailure {
    pub(crate) fn into_error(self) -> VaultError {
        match self {
            Self::Foreign(paths) => VaultError::ChangedMeanwhile(paths),
            Self::Vault(error) => error,
        }
    }
}

fn begin<'log, F: Fs>(
    log: Option<&'log OperationLog<F>>,
    note: Option<&OperationNote>,
    steps: &[Step],
    transaction: Option<u64>,
) -> Option<Pending<'log, F>> {
    log.zip(note).and_then(|(log, note)| log.begin(note, steps, transaction).ok())
}

fn finish<F: Fs>(
    pending: Option<Pending<'_, F>>,
    note: Option<&OperationNote>,
    recorded: &[Step],
    steps: &[Step],
) -> Committed {
    let left: Vec<&[u8]> = steps.iter().filter_map(Step::left_in_rewritten).collect();
    let operation = pending.and_then(|pending| pending.finish(recorded, &left).ok());
    Committed { changed: true, undoable: operation.is_some() || note.is_none(), operation }
}

/// The steps as the log keeps them: rewritten files as differences, what git holds as a reference.
fn for_log(steps: &[Step], in_git: GitSource<'_>) -> Vec<Step> {
    steps.iter().map(|step| step.compact(in_git)).collect()
}

#[cfg(test)]
mod tests;
