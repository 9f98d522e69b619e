//! Waiting in the kernel's own queue for the lock of an open folder: who came first is served first, and nobody looks again and
//! again while others work.
//!
//! The call that waits cannot be told how long, so a thread of its own makes it. One that nobody waits for any more gives the lock
//! back in the moment in which it gets it.

use crate::fs::{Fs, FsResult, RealFs};
use crate::{Interrupt, VaultError};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

type Dir = <RealFs as Fs>::Dir;

/// What became of the waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waited {
    /// The lock is ours.
    Taken,
    /// The time is over.
    InVain,
    /// There is no queue here: no thread to be had, or a file system whose locks cannot be waited for.
    NoQueue,
}

/// Between two looks at Ctrl-C. With many in the line each look is taken from the time of the one who works.
const LOOK: Duration = Duration::from_millis(200);

/// The thread makes one system call.
const STACK: usize = 64 * 1024;

enum Turn {
    Ahead,
    Come(FsResult<()>),
    /// Nobody waits for it any more.
    Forgone,
}

/// Wait for the lock of `folder`, `limit` at most.
pub(super) fn wait(folder: &Dir, limit: Duration, interrupt: &Interrupt) -> Result<Waited, VaultError> {
    let started = Instant::now();
    let turn = Arc::new((Mutex::new(Turn::Ahead), Condvar::new()));
    let (theirs, folder) = (Arc::clone(&turn), Arc::clone(folder));
    if std::thread::Builder::new().stack_size(STACK).spawn(move || stand_in_line(&folder, &theirs)).is_err() {
        return Ok(Waited::NoQueue);
    }
    let (state, comes) = &*turn;
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if let Turn::Come(answer) = *state {
            return Ok(if answer.is_ok() { Waited::Taken } else { Waited::NoQueue });
        }
        let left = limit.saturating_sub(started.elapsed());
        let goes_on = interrupt.check();
        if left.is_zero() || goes_on.is_err() {
            *state = Turn::Forgone;
            return goes_on.map(|()| Waited::InVain);
        }
        state = comes.wait_timeout(state, left.min(LOOK)).unwrap_or_else(PoisonError::into_inner).0;
    }
}

fn stand_in_line(folder: &Dir, turn: &(Mutex<Turn>, Condvar)) {
    let answer = RealFs.lock_dir(folder);
    let (state, comes) = turn;
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    match *state {
        Turn::Forgone if answer.is_ok() => RealFs.unlock_dir(folder),
        Turn::Forgone => {}
        Turn::Ahead | Turn::Come(_) => {
            *state = Turn::Come(answer);
            drop(state);
            comes.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn opened(path: &Path) -> Dir {
        RealFs.open_absolute(path).unwrap()
    }

    /// G3: the lock comes in the moment in which it is given back.
    #[test]
    fn the_lock_comes_when_it_is_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (opened(folder.path()), opened(folder.path()));
        assert_eq!(RealFs.try_lock_dir(&first), Ok(true));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| wait(&second, Duration::from_secs(60), &Interrupt::new()).unwrap());
            std::thread::sleep(Duration::from_millis(20));
            RealFs.unlock_dir(&first);
            assert_eq!(waiting.join().unwrap(), Waited::Taken);
        });
        assert_eq!(RealFs.try_lock_dir(&first), Ok(false));
    }

    /// G3: whoever gave up holds nothing, also when the lock comes afterwards.
    #[test]
    fn who_gave_up_gets_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (opened(folder.path()), opened(folder.path()));
        assert_eq!(RealFs.try_lock_dir(&first), Ok(true));
        assert_eq!(wait(&second, Duration::from_millis(10), &Interrupt::new()).unwrap(), Waited::InVain);
        let interrupt = Interrupt::new();
        interrupt.set();
        assert!(matches!(wait(&second, Duration::from_secs(60), &interrupt), Err(VaultError::Interrupted)));
        RealFs.unlock_dir(&first);
        let third = opened(folder.path());
        assert_eq!(wait(&third, Duration::from_secs(60), &Interrupt::new()).unwrap(), Waited::Taken);
    }
}
