//! Archives, undo and redo on the real file system.

use super::*;

pub(super) fn archive() -> (Project, Vec<Change>) {
    let project = Project::new(&[
        ("s/_prd.md", "prd\n"),
        ("s/qa/run.sh", "#!\n"),
        ("README.md", "see s\n"),
        ("s/m/l.md", "l\n"),
    ]);
    fs::set_permissions(project.at("s/qa/run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    symlink("qa/run.sh", project.at("s/latest")).unwrap();
    fs::create_dir(project.at("outside")).unwrap();
    project.put("outside/kept", "kept\n");
    symlink("../outside", project.at("s/outside")).unwrap();
    let folder = |at: &str| Entry { path: path(at), kind: EntryKind::Folder };
    let link = |at: &str, to: &str| Entry { path: path(at), kind: EntryKind::Link(to.into()) };
    let changes = vec![
        Change::create(path("docs/references/l.md"), *b"l\n"),
        write("README.md", "see s\n", "see docs\n"),
        Change::create(path("docs/history/s.md"), *b"record\n"),
        Change::RemoveTree {
            path: path("s"),
            entries: vec![
                file("_prd.md", "prd\n"),
                folder("qa"),
                file("qa/run.sh", "#!\n"),
                folder("m"),
                file("m/l.md", "l\n"),
                link("latest", "qa/run.sh"),
                link("outside", "../outside"),
            ],
        },
    ];
    (project, changes)
}

/// cairn-026, fault-119: links go as links; undo brings the folder back from git with modes and links.
#[test]
fn an_archive_and_back() {
    let (project, changes) = archive();
    let before = project.snapshot();
    project.commit(TransactionKind::Archive, &changes).unwrap();
    let after = project.snapshot();
    assert!(!after.contains_key("s") && after.contains_key("outside/kept"));
    let record = fs::read(project.folder.path().join("home/cairn/ops/0000000001.op")).unwrap();
    assert!(!record.windows(4).any(|window| window == b"prd\n"), "git has the bytes, the log need not");
    let files = project.reverse(Direction::Undo, 1, &before).unwrap();
    assert_eq!(
        files,
        [
            "README.md",
            "docs",
            "docs/history",
            "docs/history/s.md",
            "docs/references",
            "docs/references/l.md",
            "s"
        ]
    );
    assert_eq!(project.snapshot(), before);
    project.reverse(Direction::Redo, 1, &before).unwrap();
    assert_eq!(project.snapshot(), after);
    let missing = project.reverse(Direction::Undo, 1, &BTreeMap::new());
    assert!(matches!(missing, Err(ReversalRefusal::BlobMissing { id: 1, .. })), "{missing:?}");
    assert_eq!(project.snapshot(), after);
}

/// the folder cannot be removed to the end: what was written stays, the folder is named.
#[test]
fn the_last_deletion_fails() {
    let (project, changes) = archive();
    let extra = project.at("s/qa/extra");
    // The last look is the one before the removal.
    let event: Box<dyn Fn()> = Box::new(move || fs::write(&extra, "theirs").unwrap());
    let looks = {
        let (counted, changes) = archive();
        let lock = Looks { seen: RefCell::new(0), event: None };
        let note = OperationNote { time: "t".into(), command: "c".into(), fields: vec![] };
        let how = Commit { kind: TransactionKind::Archive, note: Some(&note), in_git: &|_| None };
        let interrupt = Interrupt::new();
        let writer = Writer {
            root: &counted.root,
            home: Some(&counted.home),
            lock: &lock,
            scope: "s",
            interrupt: &interrupt,
        };
        writer.commit(&Plan { description: "d".into(), changes }, &how).unwrap();
        lock.seen.into_inner()
    };
    let failed = project.commit_with(Some((looks, event)), TransactionKind::Archive, &changes);
    let Err(CommitError::DeletionFailed { folder, committed, .. }) = failed else { panic!("{failed:?}") };
    assert_eq!((folder, committed.operation), (path("s"), Some(1)));
    let now = project.snapshot();
    assert!(now.contains_key("docs/history/s.md") && now.contains_key("s/qa/extra"));
    assert!(project.is_settled());
}

/// cairn-020, cairn-021, cairn-024: several at once, all or none; changed since; a new operation ends redo.
#[test]
fn several_operations() {
    let project = Project::new(&[("a", "0\n")]);
    let none = BTreeMap::new();
    let step = |before: &str, after: &str| {
        project.commit(TransactionKind::Verb, &[write("a", before, after)]).unwrap()
    };
    step("0\n", "1\n");
    step("1\n", "2\n");
    project.commit(TransactionKind::Verb, &[Change::create(path("b"), *b"b\n")]).unwrap();
    step("2\n", "0\n");
    let four = project.snapshot();
    assert_eq!(project.reverse(Direction::Undo, 5, &none), Err(ReversalRefusal::TooFew(4)));
    assert_eq!(project.reverse(Direction::Redo, 1, &none), Err(ReversalRefusal::TooFew(0)));
    assert_eq!(project.reverse(Direction::Undo, 3, &none).unwrap(), ["a", "b"]);
    assert_eq!(fs::read_to_string(project.at("a")).unwrap(), "1\n");
    assert!(!project.at("b").exists());
    project.reverse(Direction::Redo, 3, &none).unwrap();
    assert_eq!(project.snapshot(), four);
    project.reverse(Direction::Undo, 4, &none).unwrap();
    project.reverse(Direction::Redo, 1, &none).unwrap();
    let undone: Vec<bool> = project.log().iter().map(|operation| operation.undone).collect();
    assert_eq!(undone, [true, true, true, false]);

    project.put("a", "theirs\n");
    let Err(ReversalRefusal::ChangedSince(files)) = project.reverse(Direction::Undo, 1, &none) else {
        panic!()
    };
    assert_eq!(files.len(), 1);
    assert_eq!(String::from_utf8_lossy(&files[0].diff), "--- a\n+++ a\n@@ -1 +1 @@\n-1\n+theirs\n");
    assert!(matches!(project.reverse(Direction::Redo, 1, &none), Err(ReversalRefusal::ChangedSince(_))));
    step("theirs\n", "new\n");
    assert_eq!(project.reverse(Direction::Redo, 1, &none), Err(ReversalRefusal::TooFew(0)));

    let log = OperationLog::open(&project.home).unwrap().unwrap();
    log.mark_committed(5).unwrap();
    let refused = project.reverse(Direction::Undo, 1, &none);
    assert!(matches!(refused, Err(ReversalRefusal::Committed { id: 5, .. })), "{refused:?}");
}
