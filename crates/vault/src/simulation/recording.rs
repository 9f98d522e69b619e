//! What a command hands to the vault on the real file system, written down, to be done again on a simulated one.
//!
//! The crash explorer looks at commands whose deciding half reads a real project. Their writing half is what they hand to
//! [`crate::Writer`] and [`Root::replace`]: exactly that is kept here, with every byte, and [`Act::replay`] hands it over
//! again. Recording is per thread, and this module is part of test builds alone.

use crate::fs::{Fs, Root};
use crate::operations::{Direction, OperationNote, Reversal};
use crate::transaction::{Commit, TransactionKind};
use crate::{CommitError, Decision, OperationLog, Writer};
use cairn_plan::{Change, Plan, RelativePath};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;

/// One thing that was handed over.
#[derive(Clone, Debug)]
pub struct Act {
    /// The root that it was about.
    pub root: PathBuf,
    /// Where log and journals live.
    pub home: Option<PathBuf>,
    /// The name of what the lock covered.
    pub scope: String,
    /// What was to be done.
    pub task: Task,
}

/// What was to be done.
#[derive(Clone, Debug)]
pub enum Task {
    /// [`Writer::commit`].
    Commit {
        /// The whole plan.
        plan: Plan,
        /// What a crash means.
        kind: TransactionKind,
        /// For the log.
        note: Option<OperationNote>,
        /// Revision and path of what git holds.
        in_git: HashMap<RelativePath, (String, RelativePath)>,
    },
    /// [`Writer::rewrite`] with what the verb made of the file.
    Rewrite {
        /// The file.
        path: RelativePath,
        /// What the verb was given.
        before: Vec<u8>,
        /// What it made of it.
        after: Vec<u8>,
        /// For the log.
        note: OperationNote,
    },
    /// [`Writer::commit_reversal`].
    Reversal {
        /// Which way.
        direction: Direction,
        /// Of how many operations.
        count: usize,
    },
    /// [`Root::replace`].
    Replace {
        /// The file.
        path: RelativePath,
        /// What it held.
        before: Vec<u8>,
        /// What it is to hold.
        after: Vec<u8>,
    },
}

thread_local! {
    static ACTS: RefCell<Option<Vec<Act>>> = const { RefCell::new(None) };
}

/// Runs `act` and gives what it handed to the vault from this thread, in order.
pub fn record<T>(act: impl FnOnce() -> T) -> (T, Vec<Act>) {
    ACTS.set(Some(Vec::new()));
    let answer = act();
    (answer, ACTS.take().unwrap_or_default())
}

fn keep(act: impl FnOnce() -> Act) {
    ACTS.with_borrow_mut(|acts| {
        if let Some(acts) = acts {
            acts.push(act());
        }
    });
}

impl<F: Fs> Writer<'_, F> {
    fn act(&self, task: Task) -> Act {
        Act {
            root: self.root.path().to_owned(),
            home: self.home.map(|home| home.folder().to_owned()),
            scope: self.scope.to_owned(),
            task,
        }
    }

    pub(crate) fn keep_commit(&self, plan: &Plan, how: &Commit<'_>) {
        keep(|| {
            let known = |path: RelativePath| (how.in_git)(&path).map(|source| (path, source));
            self.act(Task::Commit {
                plan: plan.clone(),
                kind: how.kind,
                note: how.note.cloned(),
                in_git: plan.changes.iter().flat_map(places).filter_map(known).collect(),
            })
        });
    }

    pub(crate) fn keep_rewrite(
        &self,
        path: &RelativePath,
        before: &[u8],
        after: &[u8],
        note: &OperationNote,
    ) {
        let (path, before, after, note) = (path.clone(), before.to_vec(), after.to_vec(), note.clone());
        keep(|| self.act(Task::Rewrite { path, before, after, note }));
    }

    pub(crate) fn keep_reversal(&self, reversal: &Reversal) {
        let (direction, count) = (reversal.direction, reversal.operations.len());
        keep(|| self.act(Task::Reversal { direction, count }));
    }
}

impl<F: Fs> Root<F> {
    pub(crate) fn keep_replace(&self, path: &RelativePath, before: &[u8], after: &[u8]) {
        keep(|| Act {
            root: self.path().to_owned(),
            home: None,
            scope: String::new(),
            task: Task::Replace { path: path.clone(), before: before.to_vec(), after: after.to_vec() },
        });
    }
}

/// The places of a change, those in a removed folder too.
fn places(change: &Change) -> Vec<RelativePath> {
    let mut places: Vec<RelativePath> = change.paths().cloned().collect();
    if let Change::RemoveTree { path, entries } = change {
        places.extend(entries.iter().filter_map(|entry| path.join(&entry.path).ok()));
    }
    places
}

/// The content of a blob by revision and path.
pub type BlobSource<'source> = &'source dyn Fn(&str, &RelativePath) -> Option<Vec<u8>>;

impl Act {
    /// Hands the same over to `writer`, which stands for the same root and home on another file system.
    ///
    /// Where a file holds something else than when it was recorded, a rewriting verb decides about that: here it adds a line.
    ///
    /// # Errors
    /// What the command would say; a removal that did not come to its end is `deletion failed`.
    pub fn replay<F: Fs>(&self, writer: &Writer<'_, F>, blobs: BlobSource<'_>) -> Result<(), String> {
        match &self.task {
            Task::Commit { plan, kind, note, in_git } => {
                let git = |path: &RelativePath| in_git.get(path).cloned();
                let how = Commit { kind: *kind, note: note.as_ref(), in_git: &git };
                match writer.commit(plan, &how) {
                    Ok(_) => Ok(()),
                    Err(CommitError::DeletionFailed { .. }) => Err("deletion failed".to_owned()),
                    Err(error) => Err(error.to_string()),
                }
            }
            Task::Rewrite { path, before, after, note } => {
                let verb = |bytes: &[u8]| {
                    let put = |bytes: Vec<u8>| Decision::Put {
                        bytes: bytes.into(),
                        fields: Vec::new(),
                        answer: (),
                    };
                    Ok::<_, String>(match bytes {
                        bytes if bytes == before => put(after.clone()),
                        bytes if bytes == after => Decision::Keep(()),
                        other => put([other, b"the verb once more\n"].concat()),
                    })
                };
                writer.rewrite(path, u64::MAX, note, verb).map(drop).map_err(|error| error.to_string())
            }
            Task::Reversal { direction, count } => reverse(writer, *direction, *count, blobs),
            Task::Replace { path, before, after } => {
                let read = writer.root.read(path, u64::MAX).map_err(|error| error.to_string())?;
                if *read.bytes != **before {
                    return Err("it holds something else".to_owned());
                }
                writer.root.replace(path, &read, after).map_err(|error| error.to_string())
            }
        }
    }
}

/// Takes the newest operations back, or does them again.
///
/// # Errors
/// Why not.
pub fn reverse<F: Fs>(
    writer: &Writer<'_, F>,
    direction: Direction,
    count: usize,
    blobs: BlobSource<'_>,
) -> Result<(), String> {
    let home = writer.home.ok_or("no home")?;
    let log = OperationLog::open(home).map_err(|error| error.to_string())?.ok_or("no log")?;
    let mut blobs = |revision: &str, path: &RelativePath| blobs(revision, path);
    let planned = log
        .plan_reversal(writer.root, direction, count, &mut blobs)
        .map_err(|error| error.to_string())?
        .map_err(|refusal| format!("{refusal:?}"))?;
    writer.commit_reversal(&planned).map_err(|error| error.to_string())
}
