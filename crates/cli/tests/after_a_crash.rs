//! What commands do after another one was killed, or when their result cannot be written (G5, G7, D1).

#![allow(clippy::disallowed_methods, reason = "a test of processes")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may say what must hold by panicking"
)]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use cairn_testkit::repository::TestRepository;
use cairn_testkit::writing::copy;
use cairn_vault::{Direction, Exclusive, Interrupt, OperationLog, Root, StateHome, VaultError, Writer};

/// A copy of a bundled sample, in no repository.
struct Project(TestRepository);

impl Project {
    fn new() -> Project {
        let project = TestRepository::folder();
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tide-table");
        copy(&sample, project.root());
        Project(project)
    }

    fn root(&self) -> &Path {
        self.0.root()
    }

    fn command(&self, program: &str, words: &[&str]) -> Command {
        self.0.command(program, words)
    }

    fn run(&self, program: &str, words: &[&str]) -> Output {
        self.command(program, words).output().unwrap()
    }

    /// Starts a command and kills it as soon as `gone` is no longer there.
    fn killed(&self, words: &[&str], gone: &str) {
        let mut child: Child =
            self.command(TOOLS, words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while child.try_wait().unwrap().is_none() && self.root().join(gone).exists() {}
        let _already_ended = child.kill();
        child.wait().unwrap();
    }

    /// Every path below the root with its content; folders with none.
    fn tree(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let mut tree = BTreeMap::new();
        let mut open = vec![self.root().to_owned()];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    open.push(path.clone());
                    tree.insert(path, None);
                } else {
                    let bytes = std::fs::read(&path).unwrap();
                    tree.insert(path, Some(bytes));
                }
            }
        }
        tree
    }
}

const TOOLS: &str = env!("CARGO_BIN_EXE_msd-tools");
const CAIRN: &str = env!("CARGO_BIN_EXE_cairn");

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

/// G5: whatever the instant of the kill, the next command, even one that only reads, finds whole files and no leftovers.
#[test]
fn g5_a_killed_workstream_create_is_finished_or_taken_back() {
    let project = Project::new();
    project.killed(&["workstream", "create", "foo"], ".planning/STATE.md");
    let seen = project.run(TOOLS, &["state", "json"]);
    assert!(seen.status.success(), "{}", String::from_utf8_lossy(&seen.stderr));
    assert_eq!(
        json(&seen)["milestone"].as_str().is_some(),
        project.root().join(".planning/STATE.md").exists()
    );
    let leftover = |path: &&PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.ends_with(".cairn-tmp") || name == "STATE.md.lock"
    };
    assert_eq!(project.tree().keys().find(leftover), None);
}

/// G5: a command that is killed and run again removes as many phases as the log has operations: never half of one, and a
/// first run that was only finished by the second is not done twice.
#[test]
fn g5_a_killed_removal_is_one_operation() {
    let project = Project::new();
    let words = ["phase", "remove", "1", "--force"];
    project.killed(&words, ".planning/phases/01-gauge-reader");
    let again = project.run(TOOLS, &words);
    assert!(again.status.success() || json(&again)["reason"] == "interrupted_before");
    let log = json(&project.run(CAIRN, &["log", "--format", "json"]));
    let operations = log["operations"].as_array().unwrap().len();
    let roadmap = std::fs::read_to_string(project.root().join(".planning/ROADMAP.md")).unwrap();
    assert_eq!(roadmap.matches("### Phase").count() + operations, 3, "{log}");
}

/// G7: what an operation made goes when it is taken back, folders too, and comes again.
#[test]
fn g7_a_workstream_comes_and_goes() {
    let project = Project::new();
    let before = project.tree();
    assert!(project.run(TOOLS, &["workstream", "create", "foo"]).status.success());
    let created = project.tree();
    assert!(project.run(CAIRN, &["undo"]).status.success());
    assert_eq!(project.tree(), before);
    assert!(project.run(CAIRN, &["redo"]).status.success());
    assert_eq!(project.tree(), created);
}

/// A lock that its owner does not outlive: the n-th look at it is the last thing the process does.
struct KilledAt {
    look: usize,
    looks: Cell<usize>,
}

impl Exclusive for KilledAt {
    fn confirm(&self) -> Result<(), VaultError> {
        self.looks.set(self.looks.get() + 1);
        if self.looks.get() == self.look {
            std::panic::resume_unwind(Box::new("killed"));
        }
        Ok(())
    }
}

impl Project {
    /// The folder of its log and journals.
    fn home(&self) -> PathBuf {
        let homes = std::fs::read_dir(self.0.beside(".local/state/cairn")).unwrap();
        homes.map(|entry| entry.unwrap().path()).next().unwrap()
    }

    /// `cairn undo` until the n-th look at its lock; whether it was killed.
    fn undo_killed(&self, look: usize) -> bool {
        let (root, home) = (Root::open(self.root()).unwrap(), StateHome::new(self.home()));
        let log = OperationLog::open(&home).unwrap().unwrap();
        let planned = log.plan_reversal(&root, Direction::Undo, 1, &mut |_, _| None).unwrap().unwrap();
        let (lock, interrupt) = (KilledAt { look, looks: Cell::new(0) }, Interrupt::new());
        let writer =
            Writer { root: &root, home: Some(&home), lock: &lock, scope: "reversal", interrupt: &interrupt };
        catch_unwind(AssertUnwindSafe(|| writer.commit_reversal(&planned).unwrap())).is_err()
    }

    fn decide(&self, summary: &str) {
        let words = ["state", "add-decision", "--summary", summary];
        assert!(self.run(TOOLS, &words).status.success(), "{summary}");
    }

    fn state(&self) -> String {
        std::fs::read_to_string(self.root().join(".planning/STATE.md")).unwrap()
    }

    /// The newest record as its writer left it that was killed before it was finished.
    fn unfinish(&self, id: u64) {
        let record = self.home().join(format!("ops/{id:010}.op"));
        std::fs::rename(&record, record.with_extension("pending")).unwrap();
    }

    /// Takes everything back, one by one, and compares.
    fn undo_to(&self, first: &str, count: usize) {
        for _ in 0..count {
            let undone = self.run(CAIRN, &["undo"]);
            assert!(undone.status.success(), "{undone:?}");
        }
        assert_eq!(self.state(), first);
        assert!(!self.run(CAIRN, &["undo"]).status.success());
    }
}

/// G3, G5: an undo that was cut short is finished by the next command, whatever it is, before that looks at anything.
#[test]
fn g5_an_undo_that_was_cut_short_is_finished_first() {
    let next: [(&str, &[&str]); 4] = [
        (TOOLS, &["state", "json"]),
        (TOOLS, &["state", "add-decision", "--summary", "Buoy three"]),
        (CAIRN, &["redo"]),
        (CAIRN, &["status"]),
    ];
    for (program, words) in next {
        let mut look = 1;
        loop {
            let project = Project::new();
            let first = project.state();
            project.decide("Buoy one");
            project.decide("Buoy two");
            if !project.undo_killed(look) {
                break;
            }
            let said = project.run(program, words);
            let state = project.state();
            let recovered = project.run(CAIRN, &["recover"]);
            assert!(recovered.status.success(), "{look} {words:?}: {said:?} {recovered:?}");
            assert_eq!(project.state(), state, "{look} {words:?}: {said:?}");
            assert!(project.run(CAIRN, &["doctor"]).status.success());
            let count =
                ["Buoy one", "Buoy two", "Buoy three"].iter().filter(|word| state.contains(**word)).count();
            project.undo_to(&first, count);
            look += 1;
        }
        assert!(look > 2, "the undo was never killed behind its beginning");
    }
}

/// G5: whoever runs an undo again that was cut short and is finished just now does not take back one more.
#[test]
fn g5_an_undo_is_not_done_twice() {
    let project = Project::new();
    project.decide("Buoy one");
    project.decide("Buoy two");
    let committed = (1..).take_while(|look| {
        let project = Project::new();
        project.decide("Buoy one");
        project.undo_killed(*look)
    });
    assert!(project.undo_killed(committed.last().unwrap()));
    let again = project.run(CAIRN, &["undo"]);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    assert!(project.state().contains("Buoy one") && !project.state().contains("Buoy two"));
    assert!(project.run(CAIRN, &["undo"]).status.success());
    assert!(!project.state().contains("Buoy one"));
}

/// G5, G7: the record of a writer that was killed is settled before anything is taken back, done again or written.
#[test]
fn g5_the_record_of_a_killed_writer_is_settled_first() {
    let project = Project::new();
    let first = project.state();
    project.decide("Buoy one");
    let before = project.state();
    project.decide("Buoy two");
    // Killed before the swap.
    project.unfinish(2);
    std::fs::write(project.root().join(".planning/STATE.md"), &before).unwrap();
    assert!(project.run(CAIRN, &["undo"]).status.success());
    assert_eq!(project.state(), first);
    project.decide("Buoy three");
    // Killed behind it, when the lock had been let go.
    project.decide("Buoy four");
    project.unfinish(3);
    let doctor = String::from_utf8(project.run(CAIRN, &["doctor"]).stdout).unwrap();
    assert!(doctor.contains("0000000003.pending"), "{doctor}");
    project.undo_to(&first, 2);

    let project = Project::new();
    project.decide("Buoy one");
    project.unfinish(1);
    assert!(project.run(CAIRN, &["recover"]).status.success());
    assert!(project.home().join("ops/0000000001.op").exists());
    assert!(project.run(CAIRN, &["doctor"]).status.success());
}

/// G7: whoever sees the short text is told as well that a change could not be recorded.
#[test]
fn g7_a_change_without_a_record_says_so_in_every_form() {
    for form in [&["--raw"][..], &["--pick", "changed"], &[]] {
        let project = Project::new();
        // A file where the folder of the log would be.
        std::fs::create_dir_all(project.0.beside(".local/state")).unwrap();
        std::fs::write(project.0.beside(".local/state/cairn"), "").unwrap();
        let words = [&["state", "update", "Status", "Paused"], form].concat();
        let done = project.run(TOOLS, &words);
        assert!(done.status.success(), "{done:?}");
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(said.contains("`cairn undo` cannot take it back"), "{form:?}: {said}");
        assert_eq!(String::from_utf8(done.stdout).unwrap().contains("\"undo\": false"), form.is_empty());
        let doctor = String::from_utf8(project.run(CAIRN, &["doctor"]).stdout).unwrap();
        assert!(doctor.contains("log-unwritable"), "{doctor}");
        // Several files are not changed without a journal.
        assert!(!project.run(TOOLS, &["phase", "complete", "2"]).status.success());
    }
}

/// G7: a folder where the log keeps what was taken back stops `undo` before anything is changed, and `doctor` names it.
#[test]
fn g7_a_folder_where_the_marks_belong() {
    let project = Project::new();
    project.decide("Buoy one");
    let marks = project.home().join("ops/marks.json");
    std::fs::create_dir(&marks).unwrap();
    let before = project.tree();
    for _ in 0..2 {
        let refused = project.run(CAIRN, &["undo"]);
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(!refused.status.success() && said.contains("marks.json"), "{said}");
        assert!(said.contains("no regular file"), "{said}");
    }
    assert_eq!(project.tree(), before);
    let doctor = String::from_utf8(project.run(CAIRN, &["doctor"]).stdout).unwrap();
    assert!(doctor.contains("marks.json` is a folder") && doctor.contains("log-unwritable"), "{doctor}");
    std::fs::remove_dir(&marks).unwrap();
    assert!(project.run(CAIRN, &["undo"]).status.success());
    assert!(project.run(CAIRN, &["doctor"]).status.success());
    let bytes = std::fs::read(&marks).unwrap();
    std::fs::write(&marks, &bytes[..bytes.len() - 1]).unwrap();
    let doctor = String::from_utf8(project.run(CAIRN, &["doctor"]).stdout).unwrap();
    assert!(doctor.contains("marks.json`, which says what was taken back"), "{doctor}");
    std::fs::write(&marks, bytes).unwrap();
    assert!(project.run(CAIRN, &["doctor"]).status.success());
}

/// D1, D2: a result that did not arrive is not done; a reader that went away is no failure.
#[test]
fn d1_a_result_that_cannot_be_written() {
    let project = Project::new();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ended = project.command(TOOLS, &["state", "load"]).stdout(full).output().unwrap();
    assert_eq!(ended.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ended.stderr).contains("cannot write the result"));
    let mut child = project.command(TOOLS, &["state", "load"]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}
