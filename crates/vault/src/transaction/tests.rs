//! Transactions on the real file system. `tests/explore.rs` runs them on the simulated one, crashes included.

use super::*;
use crate::operations::{Operation, ReversalRefusal};
use crate::{Exclusive, Interrupt, StateHome};
use cairn_plan::{Change, ContentHash, Entry, EntryKind, FileMode};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

/// A lock that nobody contests; before the n-th look at it something happens.
struct Looks {
    seen: RefCell<usize>,
    event: Option<(usize, Box<dyn Fn()>)>,
}

impl Exclusive for Looks {
    fn confirm(&self) -> Result<(), VaultError> {
        *self.seen.borrow_mut() += 1;
        if let Some((at, event)) = &self.event
            && *at == *self.seen.borrow()
        {
            event();
        }
        Ok(())
    }
}

struct Project {
    folder: tempfile::TempDir,
    root: Root,
    home: StateHome,
}

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("p")).unwrap();
        let root = Root::open(&folder.path().join("p")).unwrap();
        let home = StateHome::new(folder.path().join("home/cairn"));
        let project = Self { folder, root, home };
        files.iter().for_each(|(path, text)| project.put(path, text));
        project
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join("p").join(path)
    }

    fn put(&self, path: &str, text: &str) {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), text).unwrap();
    }

    fn snapshot(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        walk(&self.at(""), &self.at(""), &mut found);
        found
    }

    /// Nothing of a transaction is left.
    fn is_settled(&self) -> bool {
        let entries = |part| fs::read_dir(self.folder.path().join("home/cairn").join(part));
        let pending = entries("ops").map(|ops| {
            ops.filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().ends_with(".pending"))
                .count()
        });
        entries("tx").map_or(0, Iterator::count) == 0 && pending.unwrap_or(0) == 0
    }

    fn with<T>(&self, event: Option<(usize, Box<dyn Fn()>)>, act: impl FnOnce(&Writer<'_>) -> T) -> T {
        let lock = Looks { seen: RefCell::new(0), event };
        let interrupt = Interrupt::new();
        act(&Writer {
            root: &self.root,
            home: Some(&self.home),
            lock: &lock,
            scope: "s",
            interrupt: &interrupt,
        })
    }

    fn commit(&self, kind: TransactionKind, changes: &[Change]) -> Result<Committed, CommitError> {
        self.commit_with(None, kind, changes)
    }

    fn commit_with(
        &self,
        event: Option<(usize, Box<dyn Fn()>)>,
        kind: TransactionKind,
        changes: &[Change],
    ) -> Result<Committed, CommitError> {
        let note = OperationNote { time: "t".into(), command: "c".into(), fields: vec!["f".into()] };
        let in_git = |path: &RelativePath| {
            let inside = path.as_bytes().starts_with(b"s/");
            inside.then(|| ("5f0e".to_owned(), path.clone()))
        };
        let how = Commit { kind, note: Some(&note), in_git: &in_git };
        let plan = Plan { description: "d".into(), changes: changes.to_vec() };
        self.with(event, |writer| writer.commit(&plan, &how))
    }

    fn log(&self) -> Vec<Operation> {
        OperationLog::open(&self.home).unwrap().map(|log| log.list().unwrap()).unwrap_or_default()
    }

    fn reverse(
        &self,
        direction: Direction,
        count: usize,
        git: &BTreeMap<String, String>,
    ) -> Result<Vec<String>, ReversalRefusal> {
        let log = OperationLog::make(&self.home).unwrap();
        let mut blobs = |revision: &str, path: &RelativePath| {
            assert_eq!(revision, "5f0e");
            let entry = git.get(&path.to_string())?;
            entry.split_once(' ').map(|(_, text)| text.as_bytes().to_vec())
        };
        let reversal = log.plan_reversal(&self.root, direction, count, &mut blobs).unwrap()?;
        self.with(None, |writer| writer.commit_reversal(&reversal)).unwrap();
        assert!(self.is_settled());
        Ok(reversal.files.iter().map(ToString::to_string).collect())
    }
}

fn walk(top: &Path, folder: &Path, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(top).unwrap().to_str().unwrap().to_owned();
        let status = fs::symlink_metadata(&path).unwrap();
        if status.is_symlink() {
            found.insert(name, format!("-> {}", fs::read_link(&path).unwrap().display()));
        } else if status.is_dir() {
            found.insert(name, "folder".into());
            walk(top, &path, found);
        } else {
            let text = fs::read_to_string(&path).unwrap();
            found.insert(name, format!("{:o} {text}", status.permissions().mode() & 0o777));
        }
    }
}

fn path(text: &str) -> RelativePath {
    RelativePath::new(text).unwrap()
}

fn file(at: &str, text: &str) -> Entry {
    Entry { path: path(at), kind: EntryKind::File(ContentHash::of(text.as_bytes())) }
}

fn write(at: &str, before: &str, after: &str) -> Change {
    Change::write(path(at), before.as_bytes(), after)
}

/// A renumbering: a folder goes, the ones behind it move down, texts follow.
fn renumbering() -> (Project, Vec<Change>) {
    let project = Project::new(&[
        ("r.md", "5 6 7\n"),
        ("p/05/.gitkeep", ""),
        ("p/06/06-PLAN.md", "phase 06\n"),
        ("p/07/07-PLAN.md", "phase 07\n"),
        ("p/07/.gitkeep", ""),
    ]);
    let moved = |from: &str, to: &str| Change::Move { from: path(from), to: path(to) };
    let changes = vec![
        Change::RemoveTree { path: path("p/05"), entries: vec![file(".gitkeep", "")] },
        moved("p/06", "p/05"),
        moved("p/05/06-PLAN.md", "p/05/05-PLAN.md"),
        moved("p/07", "p/06"),
        moved("p/06/07-PLAN.md", "p/06/06-PLAN.md"),
        write("p/05/05-PLAN.md", "phase 06\n", "phase 05\n"),
        write("p/06/06-PLAN.md", "phase 07\n", "phase 06\n"),
        write("r.md", "5 6 7\n", "5 6\n"),
        Change::Create {
            path: path("new/deep/run.sh"),
            bytes: b"#!\n".to_vec(),
            mode: FileMode::Exact(0o750),
        },
    ];
    (project, changes)
}

/// G7, cairn-025: a verb over several files is one operation, undone and redone as one, folders and modes included.
#[test]
fn a_renumbering_and_back() {
    let (project, changes) = renumbering();
    let before = project.snapshot();
    let done = project.commit(TransactionKind::Verb, &changes).unwrap();
    assert_eq!(done, Committed { changed: true, undoable: true, operation: Some(1) });
    let after = project.snapshot();
    let expected = [
        ("new", "folder"),
        ("new/deep", "folder"),
        ("new/deep/run.sh", "750 #!\n"),
        ("p", "folder"),
        ("p/05", "folder"),
        ("p/05/05-PLAN.md", "644 phase 05\n"),
        ("p/06", "folder"),
        ("p/06/.gitkeep", "644 "),
        ("p/06/06-PLAN.md", "644 phase 06\n"),
        ("r.md", "644 5 6\n"),
    ];
    let expected: BTreeMap<String, String> =
        expected.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    assert_eq!(after, expected);
    assert!(project.is_settled());
    let none = BTreeMap::new();
    for _ in 0..2 {
        project.reverse(Direction::Undo, 1, &none).unwrap();
        assert_eq!(project.snapshot(), before);
        project.reverse(Direction::Redo, 1, &none).unwrap();
        assert_eq!(project.snapshot(), after);
    }
}

/// D61: every place that is not as planned is named at once, nothing is written.
#[test]
fn a_stale_plan() {
    let (project, changes) = renumbering();
    project.put("r.md", "theirs\n");
    project.put("p/05/extra", "x");
    project.put("p/07/07-PLAN.md", "theirs\n");
    let before = project.snapshot();
    let Err(CommitError::NotDone(VaultError::ChangedMeanwhile(paths))) =
        project.commit(TransactionKind::Verb, &changes)
    else {
        panic!()
    };
    let paths: Vec<String> = paths.iter().map(ToString::to_string).collect();
    assert_eq!(paths, ["p/05/extra", "p/06/06-PLAN.md", "r.md"]);
    assert_eq!(project.snapshot(), before);
    let taken = [Change::create(path("r.md"), *b"x"), Change::create(path("z"), *b"x")];
    let taken = project.commit(TransactionKind::Verb, &taken);
    assert!(
        matches!(taken, Err(CommitError::NotDone(VaultError::Exists(path))) if path.to_string() == "r.md")
    );
    let through = [Change::create(path("r.md/x"), *b"x")];
    assert!(project.commit(TransactionKind::Verb, &through).is_err());
    assert_eq!(project.snapshot(), before);
    assert!(project.is_settled() && project.log().is_empty());
}

/// "A verb that changes several files writes all or none", whenever an editor interferes.
#[test]
fn an_editor_in_between() {
    for look in 2..40 {
        let (project, changes) = renumbering();
        let edited = project.at("r.md");
        let event: Box<dyn Fn()> = Box::new(move || fs::write(&edited, "theirs\n").unwrap());
        let mut before = project.snapshot();
        let done = project.commit_with(Some((look, event)), TransactionKind::Verb, &changes);
        let now = project.snapshot();
        match done {
            Ok(_) => assert!(now.contains_key("new/deep/run.sh")),
            Err(CommitError::NotDone(VaultError::ChangedMeanwhile(paths))) => {
                assert_eq!(paths, [path("r.md")]);
                before.insert("r.md".into(), "644 theirs\n".into());
                assert_eq!(now, before, "look {look}");
            }
            // The editor wrote over what was written already, and something else then failed: not here.
            Err(other) => panic!("look {look}: {other}"),
        }
        assert!(project.is_settled());
    }
}

/// Section 2 of the msd-tools contract, `concurrent_edit`: a change of one file that came too late was never made, so nothing
/// is to be restored; the folders that it made on its way go again.
#[test]
fn an_editor_before_the_only_step() {
    let created = Change::create(path("new/deep/a"), *b"1\n");
    let deleted = Change::Delete { path: path("a"), before: ContentHash::of(b"0\n") };
    for (change, place) in [(write("a", "0\n", "1\n"), "a"), (deleted, "a"), (created, "new/deep/a")] {
        let mut seen_late = 0;
        for look in 2..8 {
            let project = Project::new(&[("a", "0\n")]);
            let edited = project.at(place);
            let event: Box<dyn Fn()> = Box::new(move || {
                fs::create_dir_all(edited.parent().unwrap()).unwrap();
                fs::write(&edited, "theirs\n").unwrap();
            });
            match project.commit_with(
                Some((look, event)),
                TransactionKind::Verb,
                std::slice::from_ref(&change),
            ) {
                Ok(done) => assert!(done.changed),
                Err(CommitError::NotDone(VaultError::ChangedMeanwhile(paths))) => {
                    seen_late += 1;
                    assert_eq!(paths, [path(place)]);
                    assert_eq!(fs::read_to_string(project.at(place)).unwrap(), "theirs\n");
                }
                Err(other) => panic!("{place}, look {look}: {other}"),
            }
            assert!(project.is_settled());
        }
        assert!(seen_late > 0, "{place}");
    }
}

/// Ctrl-C at any look: everything as before, nothing left.
#[test]
fn interrupted_anywhere() {
    for look in 1..40 {
        let (project, changes) = renumbering();
        let before = project.snapshot();
        let lock = Looks { seen: RefCell::new(0), event: None };
        let interrupt = Interrupt::new();
        struct Raise<'raise>(&'raise Looks, &'raise Interrupt, usize);
        impl Exclusive for Raise<'_> {
            fn confirm(&self) -> Result<(), VaultError> {
                self.0.confirm()?;
                if *self.0.seen.borrow() == self.2 {
                    self.1.set();
                }
                Ok(())
            }
        }
        let raise = Raise(&lock, &interrupt, look);
        let writer = Writer {
            root: &project.root,
            home: Some(&project.home),
            lock: &raise,
            scope: "s",
            interrupt: &interrupt,
        };
        let note = OperationNote { time: "t".into(), command: "c".into(), fields: vec![] };
        let plan = Plan { description: "d".into(), changes };
        match writer.commit(&plan, &Commit::verb(&note)) {
            Err(CommitError::NotDone(VaultError::Interrupted)) => assert_eq!(project.snapshot(), before),
            Ok(_) => assert!(look > 10, "look {look}"),
            Err(other) => panic!("{other}"),
        }
        assert!(project.is_settled());
    }
}

/// Without a home: one step is made without a record, several are refused.
#[test]
fn without_a_home() {
    let project = Project::new(&[("a", "0\n")]);
    fs::write(project.folder.path().join("home"), "a file in the way").unwrap();
    let one = project.commit(TransactionKind::Verb, &[write("a", "0\n", "1\n")]).unwrap();
    assert_eq!(one, Committed { changed: true, undoable: false, operation: None });
    let before = project.snapshot();
    let two = [write("a", "1\n", "2\n"), Change::create(path("b"), *b"b\n")];
    assert!(matches!(
        project.commit(TransactionKind::Verb, &two),
        Err(CommitError::NotDone(VaultError::Io { .. }))
    ));
    assert_eq!(project.snapshot(), before);
}

mod recovery;
mod reversals;
