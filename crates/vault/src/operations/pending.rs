//! An operation under way: recorded and flushed before anything is changed, kept or dropped afterwards.

use super::{Facts, KEPT, Marks, OperationLog, OperationNote, file_name, ids_in};
use crate::VaultError;
use crate::fs::{Errno, Fs, Listed, Root, write_all};
use crate::orphan::clear_beside_all;
use crate::step::{FileState, Observed, Step, encode, observe};
use cairn_plan::{ContentHash, RelativePath};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A record that is not yet an operation. Dropping it drops the record.
pub(crate) struct Pending<'log, F: Fs> {
    log: &'log OperationLog<F>,
    id: u64,
    /// Its advisory lock tells that this process is still at it.
    _file: F::File,
    /// The folder of the log as it was when the number was given. What others have added since is theirs to put in order.
    seen: Vec<Listed>,
    done: bool,
}

/// The folder of the log, taken for the moment in which a number is given or marks are changed.
pub(super) struct Turn<F: Fs> {
    _dir: F::Dir,
}

/// Others hold the folder for a few system calls; whoever does not get it in this time writes without a record.
const LONGEST_TURN: Duration = Duration::from_secs(2);

impl<F: Fs> OperationLog<F> {
    pub(super) fn take_turn(&self) -> Result<Turn<F>, VaultError> {
        let io = |operation| move |errno| VaultError::io(operation, self.root.path(), errno);
        let dir = self.root.fs().open_dir(self.root.dir(), b".").map_err(io("open"))?;
        let started = Instant::now();
        loop {
            match self.root.fs().try_lock_dir(&dir) {
                // A file system without advisory locks: numbers are still given by exclusive creation.
                Ok(true) | Err(_) => return Ok(Turn { _dir: dir }),
                Ok(false) if started.elapsed() > LONGEST_TURN => return Err(io("lock")(Errno::WOULDBLOCK)),
                Ok(false) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// Record what is about to be done; on the disk when this returns.
    pub(crate) fn begin(
        &self,
        note: &OperationNote,
        steps: &[Step],
        transaction: Option<u64>,
    ) -> Result<Pending<'_, F>, VaultError> {
        self.record(self.next_number(|_| false)?, note, steps, transaction)
    }

    /// The same for an operation of its own, after records whose owner is gone were decided about ([`Self::settle`]).
    pub(crate) fn begin_after_crashes<G: Fs>(
        &self,
        root: &Root<G>,
        unfinished: impl FnOnce() -> Vec<u64>,
        note: &OperationNote,
        steps: &[Step],
    ) -> Result<Pending<'_, F>, VaultError> {
        let number = self.next_number(|seen| {
            // Nearly always there are none, and the folder has just been listed.
            let pending = ids_in(seen, &[PENDING]);
            // What cannot be settled now is settled later.
            !pending.is_empty() && self.settle_these(root, unfinished, pending).unwrap_or(true)
        })?;
        self.record(number, note, steps, None)
    }

    fn record(
        &self,
        (id, mut file, seen): (u64, F::File, Vec<Listed>),
        note: &OperationNote,
        steps: &[Step],
        transaction: Option<u64>,
    ) -> Result<Pending<'_, F>, VaultError> {
        let io = |operation| {
            move |errno| VaultError::io(operation, self.root.path().join(file_name(id, PENDING)), errno)
        };
        let fs = self.root.fs();
        let recorded =
            encode(&Facts { id, transaction, note: note.clone() }, steps).map_err(|source| VaultError::Io {
                operation: "write",
                path: self.root.path().join(file_name(id, PENDING)),
                source: source.into(),
            });
        let written = recorded.and_then(|bytes| {
            write_all(fs, &mut file, &bytes).map_err(io("write"))?;
            fs.sync_file(&file).map_err(io("flush"))?;
            fs.sync_dir(self.root.dir()).map_err(io("flush the folder of"))
        });
        let pending = Pending { log: self, id, _file: file, seen, done: false };
        written.map(|()| pending)
    }

    /// A number for a record, its file, and the folder as it was before. `put_in_order` answers whether it changed the folder; then
    /// it is looked at again.
    fn next_number(
        &self,
        put_in_order: impl FnOnce(&[Listed]) -> bool,
    ) -> Result<(u64, F::File, Vec<Listed>), VaultError> {
        let _turn = self.take_turn()?;
        let mut seen = self.root.list(None)?;
        if put_in_order(&seen) {
            seen = self.root.list(None)?;
        }
        let highest = ids_in(&seen, &[".op", PENDING]).last().copied().unwrap_or(0);
        // A mark outlives a record that someone removed: the number is not given again, else the new operation had the mark.
        let marked = if Marks::are_in(&seen) { self.marks().highest() } else { 0 };
        let id = highest.max(marked).saturating_add(1);
        let name = file_name(id, PENDING);
        let fs = self.root.fs();
        let file = fs
            .create(self.root.dir(), name.as_bytes(), 0o600)
            .map_err(|errno| VaultError::io("create", self.root.path().join(name), errno))?;
        // Before anyone else can look at it: it has an owner.
        let _without_locks_nobody_can_tell = fs.try_lock_file(&file);
        Ok((id, file, seen))
    }

    /// Decide about records whose owner is gone: kept when the files are as the operation leaves them, dropped when they
    /// are as they were before. Whoever calls this holds the lock under which `root` is written.
    /// Records of the transactions in `unfinished` wait for those.
    pub(crate) fn settle<G: Fs>(
        &self,
        root: &Root<G>,
        unfinished: impl FnOnce() -> Vec<u64>,
    ) -> Result<(), VaultError> {
        if self.ids(PENDING)?.is_empty() {
            return Ok(());
        }
        let _turn = self.take_turn()?;
        self.settle_these(root, unfinished, self.ids(PENDING)?).map(drop)
    }

    /// Answers whether there were any whose owner is gone.
    fn settle_these<G: Fs>(
        &self,
        root: &Root<G>,
        unfinished: impl FnOnce() -> Vec<u64>,
        pending: Vec<u64>,
    ) -> Result<bool, VaultError> {
        let ownerless = pending.into_iter().filter_map(|id| Some((id, self.abandoned(id)?)));
        let ownerless: Vec<_> = ownerless.collect();
        if ownerless.is_empty() {
            return Ok(false);
        }
        let unfinished = unfinished();
        for (id, _file) in ownerless {
            let keep = match self.decoded(id, PENDING) {
                // Not even written to its end: nothing was changed yet.
                None => false,
                Some((facts, _)) if facts.transaction.is_some_and(|id| unfinished.contains(&id)) => continue,
                Some((_, steps)) => {
                    clear_beside_all(root, &steps)?;
                    self.was_done(root, id, &steps)?
                }
            };
            if keep {
                self.rename_to_done(id)?;
            } else {
                let name = file_name(id, PENDING);
                let _next_time = self.root.fs().unlink(self.root.dir(), name.as_bytes());
            }
        }
        Ok(true)
    }

    /// Steps are made in order, and each is on the disk before the next: the first one decides whether anything was done,
    /// as it is the one that a taken-back or never begun operation has on its old side.
    ///
    /// Where others went on at the same place, the record of the next one says from what; the place itself holds something else by
    /// now, or by chance what was there before.
    fn was_done<G: Fs>(&self, root: &Root<G>, id: u64, steps: &[Step]) -> Result<bool, VaultError> {
        let Some(step) = steps.first() else { return Ok(false) };
        if let Step::File { path, before, after, .. } = step {
            let hash = |state: &Option<FileState>| state.as_ref().map(|state| state.hash);
            match self.next_began_from(id, path)? {
                Some(from) if from == hash(after) => return Ok(true),
                Some(from) if from == hash(before) => return Ok(false),
                _ => {}
            }
        }
        Ok(!matches!(observe(root, step)?, Observed::Before))
    }

    /// What the next operation behind `id` found at `path`; its inner `None` is nothing.
    fn next_began_from(
        &self,
        id: u64,
        path: &RelativePath,
    ) -> Result<Option<Option<ContentHash>>, VaultError> {
        for later in ids_in(&self.root.list(None)?, &[".op", PENDING]).into_iter().filter(|later| *later > id)
        {
            let found = self.steps_of(later).into_iter().find_map(|step| match step {
                Step::File { path: there, before, .. } if there == *path => {
                    Some(before.map(|state| state.hash))
                }
                _ => None,
            });
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The steps of a record, finished or not; none of what is no record.
    fn steps_of(&self, id: u64) -> Vec<Step> {
        let decoded = self.decoded(id, ".op").or_else(|| self.decoded(id, PENDING));
        decoded.map(|(_, steps)| steps).unwrap_or_default()
    }

    /// The records whose owner is gone.
    pub(crate) fn ownerless(&self) -> Result<Vec<PathBuf>, VaultError> {
        if self.ids(PENDING)?.is_empty() {
            return Ok(Vec::new());
        }
        let _turn = self.take_turn()?;
        let pending = self.ids(PENDING)?.into_iter().filter(|id| self.abandoned(*id).is_some());
        Ok(pending.map(|id| self.root.path().join(file_name(id, PENDING))).collect())
    }

    /// The file of a record whose owner is gone, locked.
    fn abandoned(&self, id: u64) -> Option<F::File> {
        let name = file_name(id, PENDING);
        let file = self.root.fs().open_file(self.root.dir(), name.as_bytes()).ok()?;
        (!matches!(self.root.fs().try_lock_file(&file), Ok(false))).then_some(file)
    }

    /// Waits until writers that have let go of their lock are done with their records too, or for so long that they never will be.
    pub(super) fn wait_for_writers(&self) -> Result<(), VaultError> {
        let started = Instant::now();
        while !self.ids(PENDING)?.is_empty() {
            let turn = self.take_turn()?;
            let pending = self.ids(PENDING)?;
            if pending.iter().all(|id| self.abandoned(*id).is_some()) || started.elapsed() > LONGEST_TURN {
                return Ok(());
            }
            drop(turn);
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    /// What the newest records are about, pending ones included: the contents that a leftover may be a copy of.
    pub(crate) fn recent_steps(&self) -> Vec<Step> {
        let newest = |ending: &'static str| {
            let ids = self.ids(ending).unwrap_or_default();
            ids.into_iter().rev().take(RECENT).filter_map(move |id| self.decoded(id, ending))
        };
        newest(PENDING).chain(newest(".op")).flat_map(|(_, steps)| steps).collect()
    }

    fn rename_to_done(&self, id: u64) -> Result<(), VaultError> {
        let (from, to) = (file_name(id, PENDING), file_name(id, ".op"));
        let dir = self.root.dir();
        self.root
            .fs()
            .rename_new(dir, from.as_bytes(), dir, to.as_bytes())
            .map_err(|errno| VaultError::io("rename", self.root.path().join(from), errno))
    }

    /// Removes what is older than the newest [`KEPT`] of the operations in `seen` and this one.
    fn prune(&self, seen: &[Listed], id: u64) {
        let mut ids = ids_in(seen, &[".op"]);
        ids.push(id);
        let Some(surplus) = ids.len().checked_sub(KEPT).and_then(|count| ids.get(..count)) else { return };
        for id in surplus {
            let _next_time = self.root.fs().unlink(self.root.dir(), file_name(*id, ".op").as_bytes());
        }
        if let Some(last) = surplus.last() {
            self.drop_images_up_to(seen, *last);
        }
    }
}

/// More records than this did not leave a temporary file: each writer clears what it finds.
const RECENT: usize = 8;

/// The ending of a record while its operation is under way.
pub(crate) const PENDING: &str = ".pending";

impl<F: Fs> Pending<'_, F> {
    /// The operation is done. `left` is what it left in rewritten files. The new name need not be flushed: a record that
    /// is found pending again after a power loss is settled by looking at the files.
    pub(crate) fn finish(mut self, steps: &[Step], left: &[&[u8]]) -> Result<u64, VaultError> {
        self.done = true;
        self.log.rename_to_done(self.id)?;
        let rewritten = steps.iter().filter_map(|step| match step {
            Step::File { before: Some(before), after: Some(_), .. } => Some(before.hash),
            _ => None,
        });
        self.log.drop_images_of(&self.seen, rewritten);
        for bytes in left {
            self.log.keep_image(self.id, bytes);
        }
        self.log.prune(&self.seen, self.id);
        Ok(self.id)
    }

    /// The transaction stays unfinished: whoever finishes it decides about the record.
    pub(crate) fn leave(mut self) {
        self.done = true;
    }
}

impl<F: Fs> Drop for Pending<'_, F> {
    fn drop(&mut self) {
        if !self.done {
            let name = file_name(self.id, PENDING);
            let _settled_later = self.log.root.fs().unlink(self.log.root.dir(), name.as_bytes());
        }
    }
}
