//! The short form of proof L4 (reliability.md): processes at one STATE.md, some killed, and two editors that ask for no lock.
//! `cargo xtask concurrency` is the long one.

#![allow(clippy::disallowed_methods, reason = "a test of processes")]
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "what was lost ends the test"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cairn_testkit::crowd::Crowd;
use cairn_testkit::writing::sample;

const CROWD: Crowd = Crowd { writers: 8, changes: 6, seed: 0 };
const TOOLS: &str = env!("CARGO_BIN_EXE_msd-tools");

/// G3, G5: every change that was confirmed is there exactly once, and nothing that was not made.
#[test]
fn g3_no_confirmed_change_is_lost() {
    let project = sample();
    let seen = CROWD.writers_alone(Path::new(TOOLS), project.root(), &project.beside("home"));
    let seen = seen.unwrap_or_else(|lost| panic!("{lost}"));
    assert_eq!(seen.confirmed + seen.killed, CROWD.writers * CROWD.changes);
}

/// G3: what an editor saved is in the file or beside it, and so is every change that was rejected.
#[test]
fn g3_no_text_of_an_editor_is_lost() {
    let project = sample();
    let seen = CROWD.with_editors(Path::new(TOOLS), project.root(), &project.beside("home"));
    let seen = seen.unwrap_or_else(|lost| panic!("{lost}"));
    assert!(seen.saved > 0 && seen.confirmed > 0, "{seen:?}");
}

/// G3, msd-tools 2: a file that two workstreams share is guarded by one lock, that of the folder it lies in, so nobody gives way.
#[test]
fn g3_one_file_of_two_workstreams() {
    const FILE: &str = ".planning/PROJECT.md";
    let project = sample();
    let home = project.beside("home");
    let run = |words: &[&str]| tools(project.root(), &home, "600", words);
    two_workstreams(run);
    let place = project.root().join(FILE);
    std::fs::write(&place, "---\nname: both\n---\n\n# Project\n").expect("a file to write into");
    std::thread::scope(|scope| {
        for writer in 0..6 {
            let (run, stream) = (&run, ["aa", "bb"][writer % 2]);
            scope.spawn(move || {
                for number in 0..8 {
                    let field = field(writer, number);
                    let set = ["frontmatter", "set", FILE, "--field", &field, "--value", "v", "--ws", stream];
                    let ended = run(&set);
                    assert!(ended.status.success(), "{ended:?}");
                }
            });
        }
    });
    let text = std::fs::read_to_string(&place).unwrap();
    for (writer, number) in (0..6).flat_map(|writer| (0..8).map(move |number| (writer, number))) {
        assert!(text.contains(&format!("{}: v\n", field(writer, number))), "{writer} {number}: {text}");
    }
    assert_eq!(versions(&place), std::slice::from_ref(&place), "nothing was laid beside it");
}

/// G3, msd-tools 2: a command has the lock of its workstream and that of the folder that holds the file; one that may write the
/// shared configuration has the lock of that.
#[test]
fn the_lock_of_the_folder_that_holds_the_file() {
    let project = sample();
    let home = project.beside("home");
    let run = |words: &[&str]| tools(project.root(), &home, "0", words);
    two_workstreams(run);
    std::fs::write(project.root().join(".planning/PROJECT.md"), "---\nname: both\n---\n").unwrap();
    let set = |file: &'static str| ["frontmatter", "set", file, "--field", "x", "--value", "v", "--ws", "aa"];
    let shared = set(".planning/PROJECT.md");
    let own = ["state", "update", "Status", "Busy", "--ws", "aa"];
    std::fs::write(project.root().join(".planning/workstreams/aa/NOTES.md"), "---\nname: own\n---\n")
        .unwrap();
    let inner = set(".planning/workstreams/aa/NOTES.md");
    let switch = ["state", "milestone-switch", "--milestone", "v9.0", "--name", "Rain", "--ws", "aa"];
    let flat = ["frontmatter", "set", ".planning/PROJECT.md", "--field", "x", "--value", "v"];
    let other = ["frontmatter", "set", ".planning/workstreams/aa/NOTES.md", "--field", "x", "--value", "v"];
    for (held, refused, done) in [
        (".planning/STATE.md.lock", vec![&shared[..], &switch], vec![&own[..], &inner]),
        (".planning/workstreams/aa/STATE.md.lock", vec![&own, &shared, &inner, &switch, &other], vec![&flat]),
    ] {
        // This process lives, so its lock is honoured.
        let lock = project.root().join(held);
        std::fs::write(&lock, std::process::id().to_string()).unwrap();
        for words in refused {
            let ended = run(words);
            let said = String::from_utf8_lossy(&ended.stdout).into_owned();
            assert!(!ended.status.success() && said.contains("\"reason\": \"locked\""), "{words:?}: {said}");
            assert!(said.contains(held), "{words:?}: {said}");
        }
        for words in done {
            let ended = run(words);
            assert!(ended.status.success(), "{held} {words:?}: {ended:?}");
        }
        std::fs::remove_file(lock).unwrap();
    }
    let ended = run(&switch);
    assert!(ended.status.success(), "{ended:?}");
}

/// Makes `aa` and `bb`; the last one is the active one.
fn two_workstreams(run: impl Fn(&[&str]) -> Output) {
    for name in ["aa", "bb"] {
        let made = run(&["workstream", "create", name]);
        assert!(made.status.success(), "{made:?}");
    }
}

fn field(writer: usize, number: usize) -> String {
    format!("w{writer}n{number}")
}

fn tools(root: &Path, home: &Path, timeout: &str, words: &[&str]) -> Output {
    let mut command = Command::new(TOOLS);
    command.args(words).args(["--lock-timeout", timeout]).current_dir(root);
    command.env_clear().envs(cairn_testkit::frozen::ENVIRONMENT).env("HOME", home);
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.output().expect("msd-tools runs")
}

/// The file and what was kept beside it.
fn versions(place: &Path) -> Vec<PathBuf> {
    let name = place.file_name().unwrap().to_string_lossy().into_owned();
    let beside = std::fs::read_dir(place.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
    beside.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with(&name)).collect()
}
