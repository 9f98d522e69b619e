//! What the next command makes of a crash, on the real file system (roundfix 15, reliability.md).

use super::super::journal::Journal;
use super::super::recover::{BegunRemoval, begun_removals};
use super::super::run::forward;
use super::reversals::archive;
use super::*;
use crate::leftovers::{About, Leftover, unfinished_transactions};

/// Carry out `changes` and crash before look number `crash_at`; the journal stays as it is.
fn crash(project: &Project, kind: TransactionKind, changes: &[Change], crash_at: usize) {
    let plan = Plan { description: "d".into(), changes: changes.to_vec() };
    let steps = preview::preview(&project.root, &plan, &|_| None).unwrap();
    let mut journal = Journal::stage(&project.home, kind, "d", "s", Vec::new(), steps).unwrap();
    let looks = RefCell::new(0);
    let look = || {
        *looks.borrow_mut() += 1;
        if *looks.borrow() == crash_at { Err(VaultError::Interrupted) } else { Ok(()) }
    };
    assert!(forward(&project.root, &mut journal, 0, &look).is_err(), "crashed at look {crash_at}");
}

fn recover(project: &Project) -> Vec<Outcome> {
    let recovered = project.with(None, |writer| writer.recover().unwrap());
    recovered.into_iter().map(|found| found.outcome).collect()
}

/// The looks of a renumbering, none of them in a removal that has begun.
const LOOKS: usize = 8;

/// Those of an archive: three folders, two copies, one document; the last one is before the removal.
const ARCHIVE_LOOKS: usize = 7;

#[test]
fn a_verb_is_rolled_forward() {
    let (done, changes) = renumbering();
    done.commit(TransactionKind::Verb, &changes).unwrap();
    for look in 1..=LOOKS {
        let (project, changes) = renumbering();
        crash(&project, TransactionKind::Verb, &changes, look);
        assert_eq!(recover(&project), [Outcome::RolledForward]);
        assert_eq!(project.snapshot(), done.snapshot(), "look {look}");
        assert!(project.is_settled());
        assert_eq!(recover(&project), []);
    }
}

#[test]
fn an_archive_is_undone_while_the_folder_is_whole() {
    let (before, _) = archive();
    for look in 1..=ARCHIVE_LOOKS {
        let (project, changes) = archive();
        crash(&project, TransactionKind::Archive, &changes, look);
        assert_eq!(recover(&project), [Outcome::RolledBack]);
        assert_eq!(project.snapshot(), before.snapshot(), "look {look}");
        assert!(project.is_settled());
    }
}

/// Roundfix 15: removal had begun: nothing is undone, nothing more is removed; once the folder is gone, the journal is
/// dropped.
#[test]
fn an_archive_whose_removal_had_begun() {
    let (project, changes) = archive();
    crash(&project, TransactionKind::Archive, &changes, ARCHIVE_LOOKS);
    // What a killed removal leaves: the journal one stage further, a file less.
    let tx =
        fs::read_dir(project.folder.path().join("home/cairn/tx")).unwrap().next().unwrap().unwrap().path();
    assert!(tx.join("forward-1").exists());
    fs::remove_file(project.at("s/m/l.md")).unwrap();
    let halfway = project.snapshot();
    let begun = Outcome::RemovalBegun { folder: path("s"), foreign: vec![] };
    let looked_at = || begun_removals(&project.root, &project.home).unwrap();
    let cut = |foreign: Vec<RelativePath>| BegunRemoval { journal: tx.clone(), folder: path("s"), foreign };
    assert_eq!(looked_at(), [cut(vec![])]);
    for _ in 0..2 {
        assert_eq!(recover(&project).as_slice(), std::slice::from_ref(&begun));
        assert_eq!(project.snapshot(), halfway);
    }
    project.put("s/mine", "a new file");
    let foreign = Outcome::RemovalBegun { folder: path("s"), foreign: vec![path("s/mine")] };
    assert_eq!(looked_at(), [cut(vec![path("s/mine")])]);
    assert_eq!(recover(&project), [foreign]);
    fs::remove_dir_all(project.at("s")).unwrap();
    assert_eq!(looked_at(), []);
    assert_eq!(recover(&project), [Outcome::RolledForward]);
    assert!(project.is_settled());
}

/// "A path with a third hash stops either direction, keeps every version and names it."
#[test]
fn a_third_content_stops_it() {
    let (project, changes) = renumbering();
    crash(&project, TransactionKind::Verb, &changes, LOOKS);
    project.put("r.md", "theirs\n");
    let journal = project.folder.path().join("home/cairn/tx/1");
    let before = project.snapshot();
    for _ in 0..2 {
        let stopped = Outcome::Stopped { paths: vec![path("r.md")], journal: journal.clone() };
        assert_eq!(recover(&project), [stopped]);
        assert_eq!(project.snapshot(), before);
    }
    let about = About { kind: TransactionKind::Verb, description: "d".into(), scope: "s".into() };
    let expected = Leftover::Transaction { id: 1, about: Some(about), journal: journal.clone() };
    assert_eq!(unfinished_transactions(&project.home).unwrap(), [expected]);
    // Back to one of its two sides by hand, and it goes on.
    project.put("r.md", "5 6 7\n");
    assert_eq!(recover(&project), [Outcome::RolledForward]);

    let (project, changes) = archive();
    crash(&project, TransactionKind::Archive, &changes, ARCHIVE_LOOKS);
    project.put("README.md", "theirs\n");
    let outcomes = recover(&project);
    let [Outcome::Stopped { paths, .. }] = outcomes.as_slice() else { panic!("{outcomes:?}") };
    assert_eq!(*paths, [path("README.md")]);
    let now = project.snapshot();
    assert_eq!(now["README.md"], "644 theirs\n");
    assert!(now.contains_key("s/_prd.md") && !now.contains_key("docs"), "the rest is undone");
}

/// Only a writer of the same scope may finish it; an uncommitted one is nothing but a rest.
#[test]
fn others_are_left_alone() {
    let (project, changes) = renumbering();
    crash(&project, TransactionKind::Verb, &changes, 3);
    let before = project.snapshot();
    let lock = Looks { seen: RefCell::new(0), event: None };
    let interrupt = Interrupt::new();
    let other = Writer {
        root: &project.root,
        home: Some(&project.home),
        lock: &lock,
        scope: "another",
        interrupt: &interrupt,
    };
    assert_eq!(other.recover().unwrap(), []);
    assert_eq!(project.snapshot(), before);

    let tx = project.folder.path().join("home/cairn/tx");
    let record = fs::read_dir(tx.join("1")).unwrap().next().unwrap().unwrap().path();
    let bytes = fs::read(&record).unwrap();
    fs::write(&record, &bytes[..bytes.len() - 1]).unwrap();
    fs::create_dir(tx.join("2")).unwrap();
    fs::write(tx.join("2/staged"), "half a rec").unwrap();
    fs::create_dir(tx.join("3")).unwrap();
    fs::create_dir(tx.join("foreign")).unwrap();
    assert_eq!(recover(&project), []);
    let damaged = Leftover::Transaction { id: 1, about: None, journal: tx.join("1") };
    assert_eq!(unfinished_transactions(&project.home).unwrap(), [damaged]);
    assert!(!tx.join("2").exists() && !tx.join("3").exists() && tx.join("foreign").exists());
    assert_eq!(project.snapshot(), before);
}

/// G4: what somebody put among the journals is never removed, and stops nothing.
#[test]
fn foreign_things_among_the_journals_stay() {
    let (project, changes) = renumbering();
    let tx = project.folder.path().join("home/cairn/tx");
    fs::create_dir_all(tx.join("5/inner")).unwrap();
    fs::create_dir(tx.join("6")).unwrap();
    fs::write(tx.join("6/note"), "theirs").unwrap();
    fs::write(tx.join("7"), "a file").unwrap();
    std::os::unix::fs::symlink("..", tx.join("8")).unwrap();
    let stand = || {
        let is_link = tx.join("8").symlink_metadata().unwrap().is_symlink();
        assert!(tx.join("5/inner").is_dir() && is_link);
        assert_eq!(fs::read(tx.join("6/note")).unwrap(), b"theirs");
        assert_eq!(fs::read(tx.join("7")).unwrap(), b"a file");
    };
    assert_eq!(recover(&project), []);
    assert_eq!(unfinished_transactions(&project.home).unwrap(), []);
    stand();
    crash(&project, TransactionKind::Verb, &changes, LOOKS);
    fs::write(tx.join("9/note"), "beside the record").unwrap();
    assert_eq!(recover(&project), [Outcome::RolledForward]);
    assert_eq!(recover(&project), []);
    stand();
    let left = fs::read_dir(tx.join("9")).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(left.collect::<Vec<_>>(), ["note"]);
}

/// G5: what was written first and goes in the same transaction (an undo of several operations) may be gone after a crash.
#[test]
fn what_was_written_before_it_goes_is_not_missed() {
    let [project, later] =
        ["1\n", "2\n"].map(|text| Project::new(&[("a", text), ("s/b", text), ("s/c", "1\n")]));
    let steps = |project: &Project, changes| {
        let plan = Plan { description: "d".into(), changes };
        preview::preview(&project.root, &plan, &|_| None).unwrap()
    };
    let mut steps_of_both = steps(&project, vec![write("a", "1\n", "2\n"), write("s/b", "1\n", "2\n")]);
    let tree = Change::RemoveTree { path: path("s"), entries: vec![file("b", "2\n"), file("c", "1\n")] };
    let gone = Change::Delete { path: path("a"), before: ContentHash::of(b"2\n") };
    steps_of_both.extend(steps(&later, vec![tree, gone]));
    let mut journal =
        Journal::stage(&project.home, TransactionKind::Reversal, "d", "s", Vec::new(), steps_of_both)
            .unwrap();
    forward(&project.root, &mut journal, 0, &|| Ok(())).unwrap();
    drop(journal);
    assert_eq!(recover(&project), [Outcome::RolledForward]);
    assert!(project.is_settled() && project.snapshot().is_empty());
}

/// A living process keeps its journal, as long as it has it open.
#[test]
fn a_living_transaction_is_not_touched() {
    let project = Project::new(&[("a", "1\n"), ("b", "1\n")]);
    let plan =
        Plan { description: "d".into(), changes: vec![write("a", "1\n", "2\n"), write("b", "1\n", "2\n")] };
    let steps = preview::preview(&project.root, &plan, &|_| None).unwrap();
    let mut journal =
        Journal::stage(&project.home, TransactionKind::Verb, "d", "s", Vec::new(), steps).unwrap();
    assert_eq!(recover(&project), []);
    forward(&project.root, &mut journal, 0, &|| Ok(())).unwrap();
    // It cannot be at work under a lock that this writer has: nothing is written before that is understood.
    let refused = project.with(None, |writer| writer.recover().unwrap_err());
    assert!(matches!(&refused, VaultError::Io { operation: "lock", .. }), "{refused}");
    assert_eq!(unfinished_transactions(&project.home).unwrap(), []);
    drop(journal);
    assert_eq!(recover(&project), [Outcome::RolledForward]);
    assert!(project.is_settled());
}

/// G5: who looks at a journal is passed by others who look, and waited for by whoever has to finish it; what somebody else's process
/// holds is left to it at once.
#[test]
fn looking_at_a_journal_does_not_hide_it() {
    let (project, changes) = renumbering();
    crash(&project, TransactionKind::Verb, &changes, LOOKS);
    let journal = fs::File::open(project.folder.path().join("home/cairn/tx/1")).unwrap();
    journal.lock_shared().unwrap();
    assert_eq!(unfinished_transactions(&project.home).unwrap().len(), 1, "seen by two at a time");
    journal.lock().unwrap();
    assert_eq!(unfinished_transactions(&project.home).unwrap(), [], "its process lives");
    let other = project.with(None, |writer| Writer { scope: "other", ..*writer }.recover().unwrap());
    assert_eq!(other, []);
    journal.lock_shared().unwrap();
    std::thread::scope(|scope| {
        let lets_go = scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(30));
            journal.unlock().unwrap();
        });
        assert_eq!(recover(&project), [Outcome::RolledForward]);
        lets_go.join().unwrap();
    });
    assert!(project.is_settled());
}
