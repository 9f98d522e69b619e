//! Who waits, who takes over, what is left behind.

use super::*;
use std::os::unix::process::parent_id;

fn waiting(milliseconds: u64) -> Waiting {
    Waiting::new(Duration::from_millis(milliseconds), Interrupt::new())
}

struct Base {
    folder: tempfile::TempDir,
    root: Root,
}

impl Base {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::open(folder.path()).unwrap();
        Self { folder, root }
    }

    fn lock_file(&self) -> PathBuf {
        self.folder.path().join("STATE.md.lock")
    }

    fn take(&self, milliseconds: u64) -> Result<Lock, VaultError> {
        Lock::of_state(&self.root, None, &waiting(milliseconds))
    }

    fn with_content(content: &str) -> Self {
        let base = Self::new();
        std::fs::write(base.lock_file(), content).unwrap();
        base
    }

    /// Taken within the limit, ours while held, nothing left after it.
    fn check_taken(&self, milliseconds: u64) {
        let lock = self.take(milliseconds).unwrap();
        lock.confirm().unwrap();
        assert_eq!(std::fs::read_to_string(self.lock_file()).unwrap(), std::process::id().to_string());
        drop(lock);
        assert_eq!(std::fs::read_dir(self.folder.path()).unwrap().count(), 0);
    }

    fn check_held(&self, milliseconds: u64, expected: Option<u32>) {
        match self.take(milliseconds) {
            Err(VaultError::Locked { path, pid }) => {
                assert_eq!((path, pid), (self.lock_file(), expected));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn free() {
    Base::new().check_taken(0);
}

/// Fault kind "locks of others", S-25: dead, another process under the same number, our own number.
#[test]
fn what_the_dead_left_is_taken_over_at_once() {
    Base::with_content("999999999").check_taken(0);
    Base::with_content("4999999").check_taken(0);
    Base::with_content(&std::process::id().to_string()).check_taken(0);
    let base = Base::with_content(&parent_id().to_string());
    let long_ago = std::time::SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
    std::fs::File::options().write(true).open(base.lock_file()).unwrap().set_modified(long_ago).unwrap();
    base.check_taken(0);
}

/// A living holder is never robbed, and the message names path and process.
#[test]
fn the_living_are_waited_for() {
    let base = Base::with_content(&parent_id().to_string());
    let started = Instant::now();
    base.check_held(60, Some(parent_id()));
    assert!(started.elapsed() >= Duration::from_millis(60));
    let message = base.take(0).unwrap_err().to_string();
    assert!(message.contains("STATE.md.lock") && message.contains(&parent_id().to_string()), "{message}");
}

/// Empty or unreadable content: as live for one second, then taken over.
#[test]
fn a_lock_file_without_a_number() {
    for content in ["", "not a number"] {
        let base = Base::with_content(content);
        base.check_held(100, None);
        let started = Instant::now();
        base.check_taken(3000);
        assert!(started.elapsed() >= Duration::from_millis(900));
    }
}

#[test]
fn two_handles_of_one_process_exclude_each_other() {
    let base = Base::new();
    let first = base.take(0).unwrap();
    base.check_held(20, Some(std::process::id()));
    drop(first);
    base.check_taken(0);
}

#[test]
fn a_lock_that_was_taken_away_is_noticed_and_left_alone() {
    let base = Base::new();
    let lock = base.take(0).unwrap();
    std::fs::remove_file(base.lock_file()).unwrap();
    std::fs::write(base.lock_file(), "1").unwrap();
    assert!(matches!(lock.confirm(), Err(VaultError::LockLost(_))));
    lock.release().unwrap();
    assert_eq!(std::fs::read_to_string(base.lock_file()).unwrap(), "1");
}

#[test]
fn interrupted_while_waiting() {
    let base = Base::with_content(&parent_id().to_string());
    let waiting = waiting(60_000);
    let interrupt = waiting.interrupt.clone();
    let asking = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        interrupt.set();
    });
    assert!(matches!(Lock::of_state(&base.root, None, &waiting), Err(VaultError::Interrupted)));
    asking.join().unwrap();
}

/// G3: nobody gets in while someone is in.
#[test]
fn many_threads_one_at_a_time() {
    let base = Base::new();
    let inside = std::sync::atomic::AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let lock = base.take(20_000).unwrap();
                    assert_eq!(inside.fetch_add(1, std::sync::atomic::Ordering::SeqCst), 0);
                    std::thread::sleep(Duration::from_micros(200));
                    inside.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                    lock.release().unwrap();
                }
            });
        }
    });
}

#[test]
fn the_lock_of_a_repository() {
    let base = Base::new();
    let home = base.folder.path().join(".git/cairn");
    let lock = Lock::of_repository(&home, &waiting(0)).unwrap();
    assert_eq!(std::fs::read_to_string(home.join("lock")).unwrap(), std::process::id().to_string());
    assert!(matches!(Lock::of_repository(&home, &waiting(10)), Err(VaultError::Locked { .. })));
    drop(lock);
    assert!(!home.join("lock").exists());
}

/// A child process shares every open folder until its program begins: whoever waits does not wait for that.
#[test]
fn released_also_for_those_who_share_the_handle() {
    let base = Base::new();
    let lock = base.take(0).unwrap();
    let shared = locked(&lock.held).as_ref().unwrap().folder.try_clone().unwrap();
    drop(lock);
    base.check_taken(0);
    drop(shared);
}

/// G3: who has nothing more to write lets the next one go on, and writes nothing more.
#[test]
fn let_go_before_the_end() {
    let base = Base::new();
    let lock = base.take(0).unwrap();
    lock.confirm().unwrap();
    lock.let_go();
    assert!(matches!(lock.confirm(), Err(VaultError::LockLost(_))));
    let next = base.take(0).unwrap();
    lock.release().unwrap();
    next.confirm().unwrap();
}

/// D1, msd-tools 4: the limit is one for all locks of a command. What one took is gone for the next, which is tried all the same.
#[test]
fn several_locks_share_the_time() {
    let limit = Duration::from_millis(30);
    let (held, free) = (Base::with_content(&parent_id().to_string()), Base::new());
    let waiting = Waiting::new(limit, Interrupt::new());
    let first = Lock::of_state(&free.root, None, &waiting).unwrap();
    drop(first);
    assert!(matches!(Lock::of_state(&held.root, None, &waiting), Err(VaultError::Locked { .. })));
    assert_eq!(waiting.clone().left(), Duration::ZERO);
    assert!(matches!(Lock::of_state(&held.root, None, &waiting), Err(VaultError::Locked { .. })));
    Lock::of_state(&free.root, None, &waiting).unwrap().release().unwrap();
    assert_eq!(Waiting::new(limit, Interrupt::new()).left(), limit);
}
