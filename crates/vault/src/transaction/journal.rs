//! The journal of one transaction: a folder `tx/<id>` with one self-checking record. The record's *name* says how far it
//! is, and every change of the name is one rename, flushed:
//!
//! ```text
//! staged        nothing was changed
//! forward-K     committed; the stages before K are done and flushed, stage K is under way
//! back-K        being taken back; the stages after K are taken back and flushed, stage K is under way
//! done          nothing is left to do
//! ```
//!
//! The folder is held by an advisory lock as long as its process lives; those who only look at it share one.

use super::TransactionKind;
use super::stages::stages;
use crate::VaultError;
use crate::fs::{Errno, Fs, Root, write_all};
use crate::home::{Part, StateHome};
use crate::operations::MarkChange;
use crate::step::{Step, decode, encode};
use cairn_plan::RelativePath;
use serde::{Deserialize, Serialize};
use std::ops::Deref;
use std::time::{Duration, Instant};

/// How far a transaction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    Staged,
    Forward(usize),
    Back(usize),
    Done,
}

/// What a journal says beside its steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Facts {
    pub(crate) kind: TransactionKind,
    pub(crate) description: String,
    /// Who may finish it: the lock under which it was begun.
    pub(crate) scope: String,
    /// Marks of the log that belong to it.
    pub(crate) marks: Vec<MarkChange>,
    pub(super) stages: Vec<usize>,
}

/// An open journal.
#[derive(Debug)]
pub(crate) struct Journal<F: Fs> {
    /// `tx`
    all: Root<F>,
    /// `tx/<id>`
    root: Held<F>,
    pub(crate) id: u64,
    pub(crate) progress: Progress,
    pub(crate) facts: Facts,
    pub(crate) steps: Vec<Step>,
}

/// What is found under a number.
pub(crate) enum Found<F: Fs> {
    /// Its process lives.
    Busy,
    /// Nothing was committed, or it ended: to be cleared away.
    Rest(Rest<F>),
    /// It has to be finished.
    Open(Journal<F>),
    /// Committed, but the record cannot be read any more.
    Damaged,
}

/// A folder without an unfinished transaction.
pub(crate) struct Rest<F: Fs> {
    all: Root<F>,
    root: Held<F>,
    id: u64,
}

/// What a journal is opened for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose<'scope> {
    /// To look at it, as others may at the same time.
    Look,
    /// To finish it, under the lock of this scope.
    Finish(&'scope str),
}

/// A journal's folder with its lock, which is given back by a call: a child process that has just begun has the open folder too.
#[derive(Debug)]
struct Held<F: Fs>(Root<F>);

impl<F: Fs> Deref for Held<F> {
    type Target = Root<F>;

    fn deref(&self) -> &Root<F> {
        &self.0
    }
}

impl<F: Fs> Drop for Held<F> {
    fn drop(&mut self) {
        self.fs().unlock_dir(self.dir());
    }
}

/// Others look for a few system calls; nothing is written as long as one does not end.
const LONGEST_LOOK: Duration = Duration::from_secs(2);

/// A record longer than this is not read.
const LONGEST: u64 = 1 << 33;

impl Progress {
    fn file(self) -> String {
        match self {
            Self::Staged => "staged".to_owned(),
            Self::Forward(stage) => format!("forward-{stage}"),
            Self::Back(stage) => format!("back-{stage}"),
            Self::Done => "done".to_owned(),
        }
    }

    fn parse(name: &[u8]) -> Option<Self> {
        let name = std::str::from_utf8(name).ok()?;
        match name.split_once('-') {
            None if name == "staged" => Some(Self::Staged),
            None if name == "done" => Some(Self::Done),
            Some(("forward", stage)) => stage.parse().ok().map(Self::Forward),
            Some(("back", stage)) => stage.parse().ok().map(Self::Back),
            _ => None,
        }
    }
}

impl<F: Fs> Journal<F> {
    /// Write down what is about to be done; on the disk, but not committed, when this returns.
    pub(crate) fn stage(
        home: &StateHome<F>,
        kind: TransactionKind,
        description: &str,
        scope: &str,
        marks: Vec<MarkChange>,
        steps: Vec<Step>,
    ) -> Result<Self, VaultError> {
        let all = home.make_part(Part::Transactions)?;
        let (id, root) = make_folder(&all)?;
        let stages = stages(&steps);
        let facts =
            Facts { kind, description: description.to_owned(), scope: scope.to_owned(), marks, stages };
        let journal = Self { all, root, id, progress: Progress::Staged, facts, steps };
        match journal.write() {
            Ok(()) => Ok(journal),
            Err(error) => {
                let _the_first_error_counts = journal.clear();
                Err(error)
            }
        }
    }

    fn write(&self) -> Result<(), VaultError> {
        let fs = self.root.fs();
        let name = self.progress.file();
        let io = |operation| {
            let path = self.root.path().join(&name);
            move |errno| VaultError::io(operation, path, errno)
        };
        let bytes = encode(&self.facts, &self.steps).map_err(|source| VaultError::Io {
            operation: "write",
            path: self.root.path().join(&name),
            source: source.into(),
        })?;
        let mut file = fs.create(self.root.dir(), name.as_bytes(), 0o600).map_err(io("create"))?;
        write_all(fs, &mut file, &bytes).map_err(io("write"))?;
        fs.sync_file(&file).map_err(io("flush"))?;
        fs.sync_dir(self.root.dir()).map_err(io("flush the folder of"))?;
        fs.sync_dir(self.all.dir()).map_err(|errno| VaultError::io("flush", self.all.path(), errno))
    }

    /// The journal says from now on, also after a power loss, that it is this far.
    pub(crate) fn advance(&mut self, progress: Progress) -> Result<(), VaultError> {
        let (from, to) = (self.progress.file(), progress.file());
        if from == to {
            return Ok(());
        }
        let io = |operation| {
            let path = self.root.path().join(&from);
            move |errno| VaultError::io(operation, path, errno)
        };
        let dir = self.root.dir();
        self.root.fs().rename(dir, from.as_bytes(), dir, to.as_bytes()).map_err(io("rename"))?;
        self.progress = progress;
        self.root.fs().sync_dir(dir).map_err(io("flush the folder of"))
    }

    /// Remove it. It says `done` before, unless it was never committed.
    pub(crate) fn clear(mut self) -> Result<(), VaultError> {
        if self.progress != Progress::Staged {
            self.advance(Progress::Done)?;
        }
        Rest { all: self.all, root: self.root, id: self.id }.clear()
    }

    /// The number of stages.
    pub(crate) fn stages(&self) -> usize {
        self.facts.stages.len()
    }

    /// The steps of one stage.
    pub(crate) fn stage_steps(&self, stage: usize) -> &[Step] {
        let start: usize = self.facts.stages.iter().take(stage).sum();
        let length = self.facts.stages.get(stage).copied().unwrap_or(0);
        self.steps.get(start..start + length).unwrap_or_default()
    }

    /// The folder, for messages.
    pub(crate) fn folder(&self) -> std::path::PathBuf {
        self.root.path().to_owned()
    }
}

impl<F: Fs> Rest<F> {
    pub(crate) fn clear(self) -> Result<(), VaultError> {
        let io = |errno| VaultError::io("remove", self.root.path(), errno);
        let (ours, foreign): (Vec<_>, Vec<_>) =
            self.root.list(None)?.into_iter().partition(|entry| Progress::parse(&entry.name).is_some());
        for entry in ours {
            self.root.fs().unlink(self.root.dir(), &entry.name).map_err(io)?;
        }
        // What somebody put beside the record stays, and the folder with it.
        if !foreign.is_empty() {
            return Ok(());
        }
        let name = folder_name(self.id);
        self.all.fs().remove_dir(self.all.dir(), name.as_bytes()).map_err(io)
    }
}

/// The numbers of everything in `tx`, ascending.
pub(crate) fn numbers<F: Fs>(all: &Root<F>) -> Result<Vec<u64>, VaultError> {
    let entries = all.list(None)?;
    let mut ids: Vec<u64> =
        entries.iter().filter_map(|entry| std::str::from_utf8(&entry.name).ok()?.parse().ok()).collect();
    ids.sort_unstable();
    Ok(ids)
}

/// Open what lies under a number, unless it is none of ours; the journal is ours as long as it is open, when it is opened to be finished.
///
/// # Errors
/// The folder or its record cannot be read, or somebody who looks at a journal of this scope does not end.
pub(crate) fn find<F: Fs>(
    all: &Root<F>,
    id: u64,
    purpose: Purpose<'_>,
) -> Result<Option<Found<F>>, VaultError> {
    let name = folder_name(id);
    let path = all.path().join(&name);
    let dir = match all.fs().open_dir(all.dir(), name.as_bytes()) {
        Ok(dir) => dir,
        // Something else at such a name is none of ours; it stays as it is.
        Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return Ok(None),
        Err(errno) => return Err(VaultError::io("open", path, errno)),
    };
    let root = Root::at(all.fs().clone(), dir, path);
    let Some(root) = hold(root, purpose)? else { return Ok(Some(Found::Busy)) };
    Ok(Some(match written(&root)? {
        Written::Nothing => Found::Rest(Rest { all: all.clone(), root, id }),
        Written::Foreign => return Ok(None),
        Written::Damaged => Found::Damaged,
        Written::Record(progress, facts, steps) => {
            Found::Open(Journal { all: all.clone(), root, id, progress, facts, steps })
        }
    }))
}

/// `None` when its process lives.
fn hold<F: Fs>(root: Root<F>, purpose: Purpose<'_>) -> Result<Option<Held<F>>, VaultError> {
    let started = Instant::now();
    loop {
        let taken = match purpose {
            Purpose::Look => root.fs().try_share_dir(root.dir()),
            Purpose::Finish(_) => root.fs().try_lock_dir(root.dir()),
        };
        // Without advisory locks nobody can tell.
        if !matches!(taken, Ok(false)) {
            return Ok(Some(Held(root)));
        }
        let Purpose::Finish(scope) = purpose else { return Ok(None) };
        // A living process would have the lock of its scope, which we have: of ours, somebody only looks.
        match written(&root) {
            Ok(Written::Record(_, facts, _)) if facts.scope == scope => {}
            Err(error) if !error.is_not_found() => return Err(error),
            Ok(_) | Err(_) => return Ok(None),
        }
        if started.elapsed() > LONGEST_LOOK {
            return Err(VaultError::io("lock", root.path(), Errno::WOULDBLOCK));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// What the folder of a journal says.
enum Written {
    /// Nothing was committed, or it ended.
    Nothing,
    /// Nothing of ours, but of somebody else.
    Foreign,
    /// How far it is, and its record.
    Record(Progress, Facts, Vec<Step>),
    /// Committed, but the record does not read back.
    Damaged,
}

fn written<F: Fs>(root: &Root<F>) -> Result<Written, VaultError> {
    let entries = root.list(None)?;
    let Some(progress) = entries.iter().find_map(|entry| Progress::parse(&entry.name)) else {
        return Ok(if entries.is_empty() { Written::Nothing } else { Written::Foreign });
    };
    if matches!(progress, Progress::Staged | Progress::Done) {
        return Ok(Written::Nothing);
    }
    // A record that cannot be read just now is no damaged one: whoever passed it over would work on half of a change.
    let record = match RelativePath::new(progress.file()).map(|path| root.read(&path, LONGEST)) {
        Ok(Ok(file)) => Some(file),
        Ok(Err(error)) if !error.is_not_found() => return Err(error),
        Ok(Err(_)) | Err(_) => None,
    };
    Ok(match record.and_then(|file| decode::<Facts>(&file.bytes)) {
        Some((facts, steps)) if facts.stages.iter().sum::<usize>() == steps.len() => {
            Written::Record(progress, facts, steps)
        }
        _ => Written::Damaged,
    })
}

fn folder_name(id: u64) -> String {
    id.to_string()
}

/// A new, locked folder under the next free number.
fn make_folder<F: Fs>(all: &Root<F>) -> Result<(u64, Held<F>), VaultError> {
    let io = |operation| move |errno| VaultError::io(operation, all.path(), errno);
    let mut id = numbers(all)?.last().copied().unwrap_or(0);
    loop {
        id = id.saturating_add(1);
        let name = folder_name(id);
        match all.fs().make_dir(all.dir(), name.as_bytes()) {
            Ok(()) => {
                let dir = all.fs().open_dir(all.dir(), name.as_bytes()).map_err(io("open a folder in"))?;
                let _without_locks_nobody_can_tell = all.fs().try_lock_dir(&dir);
                return Ok((id, Held(Root::at(all.fs().clone(), dir, all.path().join(name)))));
            }
            // Another process was faster.
            Err(Errno::EXIST) => {}
            Err(errno) => return Err(io("make a folder in")(errno)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A child process that has just begun shares the open folders: a lock that is given back is nobody's, all the same.
    #[test]
    fn a_journal_that_was_looked_at_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let home = StateHome::new(folder.path().join("cairn"));
        let all = home.make_part(Part::Transactions).unwrap();
        let (id, root) = make_folder(&all).unwrap();
        let find = |purpose| find(&all, id, purpose).unwrap().unwrap();
        assert!(matches!(find(Purpose::Finish("s")), Found::Busy));
        let shared = root.dir().clone();
        drop(root);
        for purpose in [Purpose::Finish("s"), Purpose::Look] {
            let Found::Rest(rest) = find(purpose) else { panic!("nothing was written") };
            let shared = rest.root.dir().clone();
            drop(rest);
            assert!(matches!(find(Purpose::Finish("s")), Found::Rest(_)));
            drop(shared);
        }
        drop(shared);
    }
}
