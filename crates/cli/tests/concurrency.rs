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

/// G3, msd-tools 2: a file that the locks of two workstreams are no guard of is decided about anew when the other one was faster;
/// who came too late each time says `concurrent_edit` and names the file. Nothing that was confirmed is lost.
#[test]
fn g3_one_file_under_two_locks() {
    const FILE: &str = ".planning/PROJECT.md";
    let project = sample();
    let home = project.beside("home");
    let run = |words: &[&str]| tools(project.root(), &home, words);
    for name in ["aa", "bb"] {
        let made = run(&["workstream", "create", name]);
        assert!(made.status.success(), "{made:?}");
    }
    let place = project.root().join(FILE);
    std::fs::write(&place, "---\nname: both\n---\n\n# Project\n").expect("a file to write into");
    std::thread::scope(|scope| {
        for writer in 0..6 {
            let (run, stream) = (&run, ["aa", "bb"][writer % 2]);
            scope.spawn(move || {
                for number in 0..8 {
                    let field = field(writer, number);
                    let set = ["frontmatter", "set", FILE, "--field", &field, "--value", "v", "--ws", stream];
                    loop {
                        let ended = run(&set);
                        if ended.status.success() {
                            break;
                        }
                        let said = String::from_utf8_lossy(&ended.stdout).into_owned();
                        assert!(said.contains("\"reason\": \"concurrent_edit\""), "{said}");
                        assert!(said.contains("\"path\": \".planning/PROJECT.md\""), "{said}");
                    }
                }
            });
        }
    });
    // Beside the file lies what was written within the microseconds between the two exchanges of a command that gives way.
    let all: String = versions(&place).iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    for (writer, number) in (0..6).flat_map(|writer| (0..8).map(move |number| (writer, number))) {
        assert!(all.contains(&format!("{}: v\n", field(writer, number))), "{writer} {number}: {all}");
    }
}

fn field(writer: usize, number: usize) -> String {
    format!("w{writer}n{number}")
}

fn tools(root: &Path, home: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(TOOLS);
    command.args(words).args(["--lock-timeout", "600"]).current_dir(root);
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
