//! G8 raced: folders and files are exchanged with symbolic links that lead out of the root, as fast as the machine can,
//! while everything that the vault offers is done below it. Nothing outside is ever read, changed, created or removed.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test of the file system"
)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cairn_plan::{Change, ContentHash, FileMode, Plan, RelativePath};
use cairn_vault::{Commit, Interrupt, Lock, OperationNote, Root, StateHome, Waiting, Writer};
use rustix::fs::{CWD, Mode, OFlags, RenameFlags, renameat_with};

const ROUNDS: usize = 100_000;
/// Every so many rounds something is written, which takes flushes.
const WRITE_EVERY: usize = 25;
const SECRET: &[u8] = b"outside\n";

struct Arena {
    folder: tempfile::TempDir,
}

impl Arena {
    /// `p` is the root, `o` is outside. `p/planning` and `p/planning/STATE.md` have evil twins.
    fn new() -> Arena {
        // In memory where the system offers that: the races are what counts, not the disk.
        let memory = Path::new("/dev/shm");
        let folder =
            if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap();
        let arena = Arena { folder };
        for (path, bytes) in [
            ("p/planning/STATE.md", b"inside\n".as_slice()),
            ("p/planning/old.md", b"old\n"),
            ("o/STATE.md", SECRET),
            ("o/old.md", SECRET),
            ("o/folder/one.md", SECRET),
        ] {
            let place = arena.at(path);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(place, bytes).unwrap();
        }
        symlink(arena.at("o"), arena.at("p/twin")).unwrap();
        symlink("../../o/STATE.md", arena.at("p/planning/twin")).unwrap();
        arena
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// An exchange of two names in a folder that is opened now: whatever is exchanged above it later, this one stays meant.
    fn exchange(&self, folder: &str, one: &'static str, other: &'static str) -> impl Fn() + use<> {
        let folder =
            rustix::fs::openat(CWD, self.at(folder), OFlags::PATH | OFlags::DIRECTORY, Mode::empty());
        let folder = folder.unwrap();
        move || {
            // One of the names may be missing for an instant, while the vault replaces the file.
            let _when_there = renameat_with(&folder, one, &folder, other, RenameFlags::EXCHANGE);
        }
    }

    fn outside(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let mut tree = BTreeMap::new();
        let mut open = vec![self.at("o")];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    open.push(path.clone());
                    tree.insert(path, None);
                } else {
                    tree.insert(path.clone(), Some(fs::read(path).unwrap()));
                }
            }
        }
        tree
    }
}

fn path(text: &str) -> RelativePath {
    text.try_into().unwrap()
}

/// Everything that reads: what it finds is of inside, or it refuses.
fn reads(root: &Root, round: usize) {
    match round % 3 {
        0 => {
            if let Ok(read) = root.read(&path("planning/STATE.md"), 1 << 20) {
                assert_ne!(*read.bytes, *SECRET, "a file outside was read in round {round}");
            }
        }
        1 => {
            if let Ok(listed) = root.list(Some(&path("planning"))) {
                assert!(listed.iter().all(|entry| entry.name != b"folder"), "a folder outside was listed");
            }
        }
        _ => {
            let found = root.status(&path("planning/folder/one.md"));
            assert!(!matches!(found, Ok(Some(_))), "a file outside was looked at in round {round}");
        }
    }
}

/// Everything that writes; whether it works does not matter.
fn writes(root: &Root, home: &StateHome, round: usize) {
    let interrupt = Interrupt::new();
    let waiting = Waiting::new(Duration::ZERO, interrupt.clone());
    let Ok(lock) = Lock::of_state(root, None, &waiting) else { return };
    let writer = Writer { root, home: Some(home), lock: &lock, scope: "", interrupt: &interrupt };
    let bytes = format!("written {round}\n").into_bytes();
    let note = OperationNote { time: "t".into(), command: "c".into(), fields: vec![] };
    let create =
        |name: &str| Change::Create { path: path(name), bytes: bytes.clone(), mode: FileMode::default() };
    let changes = match round / WRITE_EVERY % 4 {
        0 => {
            if let Ok(read) = root.read(&path("planning/STATE.md"), 1 << 20) {
                let _refused_or_done = root.replace(&path("planning/STATE.md"), &read, &bytes);
            }
            return;
        }
        1 => vec![create("planning/new.md")],
        2 => vec![create("planning/new.md"), create("planning/deeper/new.md")],
        _ => vec![Change::Delete { path: path("planning/old.md"), before: ContentHash::of(b"old\n") }],
    };
    let plan = Plan { description: "a race".into(), changes };
    let _refused_or_done = writer.commit(&plan, &Commit::verb(&note));
}

/// G8: 100,000 rounds against two threads that exchange, one the folder and one the file, with links out of the root.
#[test]
fn g8_no_exchanged_link_leads_out() {
    let arena = Arena::new();
    let before = arena.outside();
    let root = Root::open(&arena.at("p")).unwrap();
    let home = StateHome::new(arena.at("home"));
    // Without a race first: both twins are refused.
    let exchanges =
        [arena.exchange("p", "planning", "twin"), arena.exchange("p/planning", "STATE.md", "twin")];
    for exchange in &exchanges {
        assert!(root.read(&path("planning/STATE.md"), 100).is_ok());
        exchange();
        assert!(root.read(&path("planning/STATE.md"), 100).is_err());
        exchange();
    }
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for exchange in exchanges {
            let ended = &ended;
            scope.spawn(move || {
                while !ended.load(Ordering::Relaxed) {
                    exchange();
                }
            });
        }
        let racing = std::panic::catch_unwind(|| {
            for round in 0..ROUNDS {
                reads(&root, round);
                if round % WRITE_EVERY == 0 {
                    writes(&root, &home, round);
                }
            }
        });
        ended.store(true, Ordering::Relaxed);
        if let Err(cause) = racing {
            std::panic::resume_unwind(cause);
        }
    });
    assert_eq!(arena.outside(), before);
}
