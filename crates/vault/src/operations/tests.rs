//! What is kept, for how long, and what happens to files that are no records.

use super::*;
use crate::simulation::SimulatedFs;
use crate::step::FileState;
use cairn_plan::{ContentHash, FileMode};
use std::fs;

struct Home {
    folder: tempfile::TempDir,
    root: Root,
    log: OperationLog,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("p")).unwrap();
        let root = Root::open(&folder.path().join("p")).unwrap();
        let log = OperationLog::make(&StateHome::new(folder.path().join("cairn"))).unwrap();
        Self { folder, root, log }
    }

    fn names(&self) -> Vec<String> {
        self.log
            .root
            .list(None)
            .unwrap()
            .into_iter()
            .map(|entry| String::from_utf8(entry.name).unwrap())
            .collect()
    }

    fn record(&self, before: &str, after: &str) -> u64 {
        let steps = [rewritten(before, after)];
        self.log.begin(&note(before), &steps, None).unwrap().finish(&steps, &[after.as_bytes()]).unwrap()
    }
}

fn note(command: &str) -> OperationNote {
    OperationNote { time: "2026-10-07T12:00:00.000Z".into(), command: command.into(), fields: vec![] }
}

fn rewritten(before: &str, after: &str) -> Step {
    Step::rewritten("STATE.md".try_into().unwrap(), before.as_bytes(), after.as_bytes(), 0o644)
}

/// cairn.md 8: growing numbers, newest first, the newest 200 kept.
#[test]
fn newest_first_and_two_hundred() {
    let home = Home::new();
    for number in 1..=203_u64 {
        assert_eq!(home.record(&number.to_string(), &(number + 1).to_string()), number);
    }
    let ids: Vec<u64> = home.log.list().unwrap().iter().map(|operation| operation.id).collect();
    assert_eq!(ids, (4..=203).rev().collect::<Vec<_>>());
    let images = home.names().iter().filter(|name| name.ends_with(".left")).count();
    assert_eq!(images, 1, "only the newest content is kept whole");
}

/// The content that an older operation left comes from the newest image and the patches between.
#[test]
fn older_contents_are_computed() {
    let home = Home::new();
    for (before, after) in [("a\n", "b\n"), ("b\n", "c\nc\n"), ("c\nc\n", "d\n")] {
        home.record(before, after);
    }
    let operations = home.log.list().unwrap();
    for content in ["b\n", "c\nc\n", "d\n"] {
        let found = home.log.content(ContentHash::of(content.as_bytes()), &operations);
        assert_eq!(found.as_deref(), Some(content.as_bytes()));
    }
    assert_eq!(home.log.content(ContentHash::of(b"never"), &operations), None);
}

/// G10: however many files an operation rewrote, the folder of the log is listed as often.
#[test]
fn the_folder_of_kept_contents_is_listed_once() {
    let calls = |files: usize| {
        let fs = SimulatedFs::new();
        let log = OperationLog::make(&StateHome::in_fs(fs.clone(), "/cairn")).unwrap();
        let (mut steps, mut images) = (Vec::new(), Vec::new());
        for file in 0..files {
            let path = RelativePath::new(format!("{file}.md")).unwrap();
            let (before, after) = (format!("old {file}\n"), format!("new {file}\n"));
            steps.push(Step::rewritten(path, before.as_bytes(), after.as_bytes(), 0o644));
            images.push(before);
        }
        let first = log.begin(&note("x"), &[], None).unwrap();
        first.finish(&[], &images.iter().map(String::as_bytes).collect::<Vec<_>>()).unwrap();
        let second = log.begin(&note("y"), &steps, None).unwrap();
        fs.fail(None);
        second.finish(&steps, &[]).unwrap();
        let left = fs.tree().iter().filter(|(path, _)| path.ends_with(".left")).count();
        assert_eq!(left, 0, "what the second one starts from is not kept");
        fs.calls()
    };
    // One call more for each file: the removal of what was kept of it.
    assert_eq!(calls(40) - calls(1), 39);
}

/// A record without its operation is dropped, and its number given again.
#[test]
fn an_operation_that_was_not_done_leaves_nothing() {
    let home = Home::new();
    let pending = home.log.begin(&note("x"), &[rewritten("a", "b")], None).unwrap();
    assert_eq!(home.names(), ["0000000001.pending"]);
    home.log.settle(&home.root, Vec::new).unwrap();
    assert_eq!(home.names(), ["0000000001.pending"], "its owner is alive");
    drop(pending);
    assert_eq!(home.names(), Vec::<String>::new());
    assert_eq!(home.record("a", "b"), 1);
}

/// G5, G7: after a crash the files tell whether the operation happened.
#[test]
fn a_dead_owner_is_settled_by_the_files() {
    for (content, kept) in [("a", false), ("b", true), ("theirs", true)] {
        let home = Home::new();
        fs::write(home.folder.path().join("p/STATE.md"), content).unwrap();
        // A crash: the handle is gone, the file is not.
        let recorded = encode_record(&[rewritten("a", "b")]);
        fs::write(home.folder.path().join("cairn/ops/0000000001.pending"), recorded).unwrap();
        home.log.settle(&home.root, Vec::new).unwrap();
        assert_eq!(home.names(), if kept { vec!["0000000001.op"] } else { vec![] }, "{content}");
    }
    let home = Home::new();
    fs::write(home.folder.path().join("cairn/ops/0000000001.pending"), "half a rec").unwrap();
    home.log.settle(&home.root, Vec::new).unwrap();
    assert_eq!(home.names(), Vec::<String>::new());
}

/// G7: where others went on from what a dead writer left, their records tell whether it was done, whatever is in the file by now.
#[test]
fn a_dead_owner_is_settled_by_who_went_on() {
    // What the next operation began from, what is in the file now, and whether the record is kept.
    for (next, content, kept) in
        [("b", "a", true), ("b", "theirs", true), ("a", "c", false), ("theirs", "c", true)]
    {
        let home = Home::new();
        let recorded = encode_record(&[rewritten("a", "b")]);
        fs::write(home.folder.path().join("cairn/ops/0000000001.pending"), recorded).unwrap();
        home.record(next, "c");
        fs::write(home.folder.path().join("p/STATE.md"), content).unwrap();
        home.log.settle(&home.root, Vec::new).unwrap();
        let ids: Vec<u64> = home.log.list().unwrap().iter().map(|operation| operation.id).collect();
        assert_eq!(ids, if kept { vec![2, 1] } else { vec![2] }, "{next} {content}");
    }
}

fn encode_record(steps: &[Step]) -> Vec<u8> {
    crate::step::encode(&Facts { id: 1, transaction: None, note: note("x") }, steps).unwrap()
}

/// G7: a number whose record someone removed is not given again while it has a mark, else the new operation would count as taken
/// back, or as committed.
#[test]
fn a_mark_without_its_record_is_nobodys() {
    let undone = |marks: &mut Marks| marks.apply(MarkChange::Undo { id: 2, newest: 2 });
    let committed = |marks: &mut Marks| marks.commit(2);
    for mark in [undone as fn(&mut Marks), committed] {
        let home = Home::new();
        home.record("a", "b");
        home.record("b", "c");
        home.log.change_marks(mark).unwrap();
        fs::remove_file(home.folder.path().join("cairn/ops/0000000002.op")).unwrap();
        assert_eq!(home.record("b", "d"), 3);
        assert!(home.log.list().unwrap()[0].is_undoable());
    }
}

/// G7: undo does not overlook the operation of a writer that has let go of its lock and is about to finish its record.
#[test]
fn undo_waits_for_records_that_are_about_to_be_finished() {
    let home = Home::new();
    fs::write(home.folder.path().join("p/STATE.md"), "b").unwrap();
    let steps = [rewritten("a", "b")];
    let pending = home.log.begin(&note("x"), &steps, None).unwrap();
    let other = OperationLog::make(&StateHome::new(home.folder.path().join("cairn"))).unwrap();
    let root = home.root.clone();
    let undone = std::thread::spawn(move || {
        let mut blobs = |_: &str, _: &RelativePath| None;
        other
            .plan_reversal(&root, Direction::Undo, 1, &mut blobs)
            .unwrap()
            .map(|reversal| reversal.operations)
    });
    std::thread::sleep(std::time::Duration::from_millis(20));
    pending.finish(&steps, &[]).unwrap();
    assert_eq!(undone.join().unwrap(), Ok(vec![(1, "x".to_owned())]));
}

/// Corrupt and foreign files are passed over.
#[test]
fn files_that_are_no_records() {
    let home = Home::new();
    home.record("a", "b");
    let ops = home.folder.path().join("cairn/ops");
    fs::write(ops.join("0000000002.op"), b"\xff\0garbage").unwrap();
    fs::write(ops.join("0000000003.op"), "").unwrap();
    fs::write(ops.join("README"), "").unwrap();
    fs::write(ops.join("99999999999999999999999.op"), "").unwrap();
    fs::write(ops.join("-1.op"), "").unwrap();
    fs::write(ops.join("marks.json"), "{").unwrap();
    fs::create_dir(ops.join("0000000005.op")).unwrap();
    let ids: Vec<u64> = home.log.list().unwrap().iter().map(|operation| operation.id).collect();
    assert_eq!(ids, [1]);
    assert_eq!(home.record("b", "c"), 6);
    home.log.mark_committed(6).unwrap();
    assert!(!home.log.list().unwrap()[0].is_undoable());
}

/// The bytes of a private file stay private.
#[test]
fn records_are_not_for_others() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::new();
    let steps = [Step::File {
        path: "a".try_into().unwrap(),
        before: Some(FileState::new(*b"secret", FileMode::Exact(0o600))),
        after: None,
        patch: None,
    }];
    home.log.begin(&note("x"), &steps, None).unwrap().finish(&steps, &[]).unwrap();
    home.record("a", "b");
    home.log.mark_committed(1).unwrap();
    for entry in fs::read_dir(home.folder.path().join("cairn/ops")).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o077, 0, "{:?}", entry.file_name());
    }
}
