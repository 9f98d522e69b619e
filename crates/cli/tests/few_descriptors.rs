//! Commands that may open only so many files at a time: some folder or file cannot be opened just then. What cannot be read is
//! not taken for something that is not there (G5, G6): a command does everything or nothing.

#![allow(clippy::disallowed_methods, reason = "a test of processes")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may say what must hold by panicking")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cairn_testkit::repository::TestRepository;
use cairn_testkit::writing::{COMMANDS, WritingCommand, copy};

/// Verbs over several files, and what each of them lists and reads before.
const TRIED: [&str; 5] =
    ["phase complete", "phase remove", "milestone complete", "workstream create", "unarchive"];

/// Fewer than the first are not enough to begin, more than the last are enough for everything.
const LIMITS: std::ops::Range<usize> = 4..22;

#[test]
fn g5_all_or_nothing_with_few_open_files() {
    let tried: Vec<&WritingCommand> = COMMANDS.iter().filter(|one| TRIED.contains(&one.command)).collect();
    assert!(tried.len() >= TRIED.len());
    std::thread::scope(|scope| {
        for one in tried {
            scope.spawn(|| try_all(one));
        }
    });
}

fn try_all(one: &WritingCommand) {
    let template = one.prepare(&|repository, program, words| {
        let prepared = command(repository.root(), program, words, None);
        assert!(prepared.status.success(), "{program} {words:?}: {prepared:?}");
    });
    let old = tree(template.root());
    let project = copied(&template);
    assert!(command(project.root(), one.program, one.words, None).status.success());
    let new = tree(project.root());
    let (mut refused, mut done) = (0, 0);
    for limit in LIMITS {
        let project = copied(&template);
        let output = command(project.root(), one.program, one.words, Some(limit));
        let when = format!("{} with {limit} files: {output:?}", one.shown());
        let recovered = command(project.root(), "cairn", &["recover"], None);
        assert!(recovered.status.success(), "{when}: {recovered:?}");
        let now = tree(project.root());
        match output.status.code() {
            Some(0) => {
                assert!(now == new, "{when}");
                done += 1;
            }
            Some(1..=4) => {
                assert!(now == old || now == new, "{when}");
                refused += 1;
            }
            _ => panic!("{when}"),
        }
    }
    assert!(refused > 0, "{}: {done} done, {refused} refused", one.shown());
}

fn copied(template: &TestRepository) -> TestRepository {
    let project = TestRepository::folder();
    copy(template.root(), project.root());
    project
}

/// Runs a program of ours, with at most so many open files.
fn command(root: &Path, program: &str, words: &[&str], limit: Option<usize>) -> Output {
    let program = match program {
        "cairn" => env!("CARGO_BIN_EXE_cairn"),
        "roundfix" => env!("CARGO_BIN_EXE_roundfix"),
        _ => env!("CARGO_BIN_EXE_msd-tools"),
    };
    let mut command = match limit {
        None => Command::new(program),
        Some(limit) => {
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("ulimit -n {limit} && exec \"$0\" \"$@\""), program]);
            shell
        }
    };
    command.args(words).current_dir(root).env_clear().envs(cairn_testkit::frozen::ENVIRONMENT);
    command
        .env("HOME", root.with_file_name("home"))
        .env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.output().unwrap()
}

/// Every path of the project with its content; git's folder is not of it.
fn tree(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut tree = BTreeMap::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            match entry.file_type().unwrap() {
                // A version of ours that nobody could look at is kept aside and named by the doctor.
                kind if kind.is_file() && entry.file_name().to_string_lossy().contains(".rej") => {}
                kind if kind.is_file() => drop(tree.insert(path.clone(), std::fs::read(&path).unwrap())),
                kind if kind.is_dir() && entry.file_name() != ".git" => open.push(path),
                _ => {}
            }
        }
    }
    tree.into_iter().map(|(path, bytes)| (path.strip_prefix(root).unwrap().to_owned(), bytes)).collect()
}
