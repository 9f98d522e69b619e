//! One writer at a time (msd-tools section 4, roundfix 3.4).
//!
//! Two layers. Our own processes exclude each other by an advisory lock on an open folder: the kernel releases it when
//! the holder dies, and it leaves nothing behind. Inside it a lock file is created exclusively that holds the decimal
//! process id: that is what the reference implementation and people look at.

mod holder;
mod lock_file;
mod queue;

use crate::fs::{Errno, Fs as _, RealFs, Root};
use crate::{Interrupt, VaultError};
use cairn_plan::RelativePath;
use lock_file::{Attempt, LockFile, LockPlace, Patience};
use queue::Waited;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

type Dir = <RealFs as crate::Fs>::Dir;

pub(crate) use holder::{Holder, Processes};
pub(crate) use lock_file::read_holder;

/// Proof that its owner may write. Every protocol of this crate asks for one and looks at it again before the step that
/// cannot be taken back.
pub trait Exclusive {
    /// [`VaultError::LockLost`] when someone took the lock away meanwhile.
    fn confirm(&self) -> Result<(), VaultError>;

    /// What the lock covers is on the disk, and nothing more will be written under it: whoever waits may go on while the rest is
    /// put in order. A holder that has more to do keeps the lock.
    fn let_go(&self) {}
}

/// How long a command waits for its locks, all of them together, and who may end the waiting. Clones share the time.
#[derive(Clone, Debug)]
pub struct Waiting {
    limit: Duration,
    interrupt: Interrupt,
    /// Spent on the locks that are had, or given up.
    waited: Arc<Mutex<Duration>>,
}

impl Waiting {
    /// [`VaultError::Locked`] after `limit`; zero tries once. `interrupt` is looked at while waiting.
    pub fn new(limit: Duration, interrupt: Interrupt) -> Self {
        Self { limit, interrupt, waited: Arc::default() }
    }

    fn left(&self) -> Duration {
        self.limit.saturating_sub(*locked(&self.waited))
    }

    fn spend(&self, time: Duration) {
        let mut waited = locked(&self.waited);
        *waited = waited.saturating_add(time);
    }
}

/// Between two looks, where there is no queue. Short against the five milliseconds that a write takes, long against a look's microseconds; spread
/// by process so that those who wait do not look in step.
fn pause() -> Duration {
    Duration::from_micros(1500 + u64::from(std::process::id() % 16) * 125)
}

/// A held lock. Released when dropped, or by [`Lock::release`], which can say that it failed.
#[derive(Debug)]
pub struct Lock {
    place: LockPlace,
    /// `None` after [`Exclusive::let_go`].
    held: Mutex<Option<Held>>,
    /// What giving it back brought.
    failed: Mutex<Option<VaultError>>,
}

/// Both layers, held.
#[derive(Debug)]
struct Held {
    file: LockFile,
    /// The kernel's lock. It belongs to everything that shares the open folder, which a child process does between its
    /// beginning and its first program; so it is given back by a call and not by closing this handle alone.
    folder: Dir,
}

impl Lock {
    /// The lock of the STATE.md in `base`, a folder below `root` (`None`: the root itself): `STATE.md.lock`.
    pub fn of_state(root: &Root, base: Option<&RelativePath>, waiting: &Waiting) -> Result<Self, VaultError> {
        let (dir, path) = match base {
            Some(base) => (root.folder(base)?, root.full(base)),
            None => (root.dir().clone(), root.path().to_owned()),
        };
        Self::take(LockPlace { dir, name: STATE_LOCK.to_vec(), folder: path }, waiting)
    }

    /// The lock of a repository, shared by its linked worktrees: `lock` in the folder `home`, which is
    /// `<common git directory>/cairn` and is made when it is missing.
    pub fn of_repository(home: &Path, waiting: &Waiting) -> Result<Self, VaultError> {
        let dir = RealFs.make_absolute(home).map_err(|errno| VaultError::io("make", home, errno))?;
        let place = LockPlace { dir, name: REPOSITORY_LOCK.to_vec(), folder: home.into() };
        Self::take(place, waiting)
    }

    fn take(place: LockPlace, waiting: &Waiting) -> Result<Self, VaultError> {
        let held = Mutex::new(Some(Held::take(&place, waiting)?));
        Ok(Self { place, held, failed: Mutex::default() })
    }

    /// Let it go. Dropping does the same in silence.
    pub fn release(self) -> Result<(), VaultError> {
        self.let_go();
        locked(&self.failed).take().map_or(Ok(()), Err)
    }

    /// The lock file.
    pub fn path(&self) -> PathBuf {
        self.place.full()
    }
}

impl Held {
    fn take(place: &LockPlace, waiting: &Waiting) -> Result<Self, VaultError> {
        let started = Instant::now();
        let taken = Self::take_within(waiting.left(), started, place, waiting);
        waiting.spend(started.elapsed());
        taken
    }

    fn take_within(
        limit: Duration,
        started: Instant,
        place: &LockPlace,
        waiting: &Waiting,
    ) -> Result<Self, VaultError> {
        let left = || limit.saturating_sub(started.elapsed());
        let mut patience = Patience::default();
        // A handle of its own: the lock belongs to the open folder, and another part of this process may have it open.
        let folder = RealFs.open_dir(&place.dir, b".").map_err(place.io("open"))?;
        let (mut alone, mut has_queue) = (false, true);
        loop {
            waiting.interrupt.check()?;
            alone = alone || advisory(&folder);
            let in_line = left();
            if !alone && has_queue && !in_line.is_zero() {
                let waited = queue::wait(&folder, in_line, &waiting.interrupt)?;
                (alone, has_queue) = (waited == Waited::Taken, waited != Waited::NoQueue);
            }
            let holder = if alone {
                match place.attempt(&mut patience)? {
                    Attempt::Taken(file) => return Ok(Self { file, folder }),
                    Attempt::Held(pid) => pid,
                }
            } else {
                place.named_holder()
            };
            let left = left();
            if left.is_zero() {
                return Err(VaultError::Locked { path: place.full(), pid: holder });
            }
            std::thread::sleep(pause().min(left));
        }
    }

    /// The file goes first, then the kernel's lock.
    fn give_back(&self) -> Result<(), VaultError> {
        let removed = self.file.remove();
        RealFs.unlock_dir(&self.folder);
        removed
    }
}

/// What a thread that failed left is as good as any.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Exclusive for Lock {
    fn confirm(&self) -> Result<(), VaultError> {
        let is_ours = locked(&self.held).as_ref().is_some_and(|held| held.file.is_ours());
        if is_ours { Ok(()) } else { Err(VaultError::LockLost(self.path())) }
    }

    fn let_go(&self) {
        // The handles are closed when others can go on already.
        let held = locked(&self.held).take();
        if let Some(Err(error)) = held.as_ref().map(Held::give_back) {
            locked(&self.failed).get_or_insert(error);
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.let_go();
    }
}

/// Several locks held together, taken in one order by everyone: by path.
#[derive(Debug, Default)]
pub struct Locks(Vec<Lock>);

impl Locks {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// One more.
    pub fn push(&mut self, lock: Lock) {
        self.0.push(lock);
    }

    /// Lets all of them go, the last one first; the first failure is told. Dropping does the same in silence.
    pub fn release(self) -> Result<(), VaultError> {
        let released = self.0.into_iter().rev().map(Lock::release);
        released.fold(Ok(()), Result::and)
    }
}

impl Exclusive for Locks {
    fn confirm(&self) -> Result<(), VaultError> {
        self.0.iter().try_for_each(Exclusive::confirm)
    }

    fn let_go(&self) {
        self.0.iter().rev().for_each(Exclusive::let_go);
    }
}

/// The name that the reference implementation uses too.
pub(crate) const STATE_LOCK: &[u8] = b"STATE.md.lock";
/// In `<common git directory>/cairn`.
pub(crate) const REPOSITORY_LOCK: &[u8] = b"lock";

/// True also where the file system knows no advisory locks: there the lock file alone decides.
fn advisory(folder: &Dir) -> bool {
    !matches!(RealFs.try_lock_dir(folder), Ok(false) | Err(Errno::INTR))
}

#[cfg(test)]
mod tests;
