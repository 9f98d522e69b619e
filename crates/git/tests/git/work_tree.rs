//! Status, index and ignore rules.

use std::fs;
use std::os::unix::fs::symlink;

use cairn_git::{EntryKind, Operation, State};
use cairn_testkit::repository::TestRepository;

use crate::{ALL, at, every_format, open, with_one_file};

/// Every change below `docs`, as `word path`.
fn changes(scene: &TestRepository) -> Vec<String> {
    let changes = open(scene).status(&[at("docs")]).unwrap();
    changes.iter().map(|change| format!("{} {}", change.word(), change.path)).collect()
}

/// every way in which a path can differ from HEAD.
#[test]
fn a62_every_kind_of_change() {
    let scene = TestRepository::new();
    for name in ["modified", "staged", "deleted", "removed", "old name", "type"] {
        scene.write(&format!("docs/{name}"), format!("{name}, long enough to be recognised\n"));
    }
    scene.write("other/file", "x");
    scene.commit_all(0, "first");
    scene.write("docs/modified", "other");
    scene.write("docs/staged", "other");
    scene.git(&["add", "docs/staged"]);
    fs::remove_file(scene.root().join("docs/deleted")).unwrap();
    scene.git(&["rm", "--quiet", "docs/removed"]);
    scene.git(&["mv", "docs/old name", "docs/new name"]);
    fs::remove_file(scene.root().join("docs/type")).unwrap();
    symlink("modified", scene.root().join("docs/type")).unwrap();
    scene.write("docs/un\ntracked", "x");
    scene.write("docs/intended", "x");
    scene.git(&["add", "--intent-to-add", "docs/intended"]);
    scene.git(&["init", "--quiet", "docs/nested"]);
    scene.write("docs/nested/x", "x");
    scene.write("other/file", "changed, and not asked for");
    assert_eq!(
        changes(&scene),
        [
            "deleted docs/deleted",
            "modified docs/intended",
            "modified docs/modified",
            "untracked docs/nested",
            "renamed docs/new name",
            "deleted docs/removed",
            "staged docs/staged",
            "modified docs/type",
            "untracked docs/un\ntracked",
        ]
    );
    let repository = open(&scene);
    let all = repository.status(&[at("docs")]).unwrap();
    let renamed = all.iter().find(|change| change.word() == "renamed").unwrap();
    assert_eq!(renamed.from.as_ref().unwrap(), "docs/old name");
    let nested = all.iter().find(|change| change.path == "docs/nested").unwrap();
    assert_eq!(nested.unstaged, State::UntrackedRepository);
    assert_eq!(
        repository.staged_paths().unwrap(),
        ["docs/new name", "docs/old name", "docs/removed", "docs/staged"]
    );
}

#[test]
fn clean_and_patterns_are_literal() {
    let scene = with_one_file();
    assert!(open(&scene).status(ALL).unwrap().is_empty());
    scene.write("docs/b.md", "x");
    // A path that looks like a pattern is that path.
    assert!(open(&scene).status(&[at("docs/*.md")]).unwrap().is_empty());
    assert!(open(&scene).status(&[at(":(glob)**")]).unwrap().is_empty());
    assert_eq!(open(&scene).status(&[at("docs/b.md"), at("docs/b.md")]).unwrap().len(), 1);
}

/// More paths than one command line takes.
#[test]
fn many_paths_are_asked_in_portions() {
    let scene = with_one_file();
    let mut paths: Vec<String> =
        (0..3000).map(|number| format!("docs/{}-{number}", "x".repeat(60))).collect();
    scene.write(&paths[2999], "x");
    paths.push("docs/a.md".to_owned());
    let paths: Vec<_> = paths.iter().map(|path| at(path)).collect();
    let changes = open(&scene).status(&paths).unwrap();
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].path, paths[2999]);
    assert_eq!(open(&scene).tracked(&paths).unwrap().len(), 1);
}

#[test]
fn merges_leave_unmerged_paths() {
    let scene = with_one_file();
    scene.git(&["checkout", "--quiet", "-b", "side"]);
    scene.write("docs/a.md", "theirs\n");
    scene.commit_all(1, "side");
    scene.git(&["checkout", "--quiet", "main"]);
    scene.write("docs/a.md", "ours\n");
    scene.commit_all(2, "main");
    scene.run(3, &["merge", "side"]);
    assert_eq!(changes(&scene), ["unmerged docs/a.md"]);
    let stages: Vec<_> = open(&scene).tracked(ALL).unwrap().iter().map(|entry| entry.stage).collect();
    assert_eq!(stages, [1, 2, 3]);
    assert_eq!(open(&scene).operation().unwrap(), Some(Operation::Merge));
}

/// flags that make git look away are told.
#[test]
fn a62_hidden_edits() {
    let scene = TestRepository::new();
    for name in ["plain", "assumed", "skipped", "both"] {
        scene.write(name, name);
    }
    scene.commit_all(0, "first");
    scene.git(&["update-index", "--assume-unchanged", "assumed", "both"]);
    scene.git(&["update-index", "--skip-worktree", "skipped", "both"]);
    scene.write("assumed", "an edit that git does not see");
    assert!(open(&scene).status(ALL).unwrap().is_empty());
    let hidden = open(&scene).hidden_edits(ALL).unwrap();
    let hidden: Vec<_> = hidden
        .iter()
        .map(|edit| (edit.path.to_string(), edit.assume_unchanged, edit.skip_work_tree))
        .collect();
    assert_eq!(
        hidden,
        [
            ("assumed".to_owned(), true, false),
            ("both".to_owned(), true, true),
            ("skipped".to_owned(), false, true)
        ]
    );
}

/// every ignored file by itself, whatever ignores it, also inside ignored folders.
#[test]
fn a40_ignored_files() {
    let scene = TestRepository::new();
    scene.write(".gitignore", "*.log\n/docs/build/\n!keep.log\n");
    scene.write("docs/forced.log", "committed all the same");
    scene.git(&["add", "--force", "docs/forced.log"]);
    scene.commit_all(0, "first");
    scene.write(".git/info/exclude", "private\n");
    for path in
        ["docs/a.log", "docs/build/deep/x", "docs/build/y", "docs/private", "docs/keep.log", "other.log"]
    {
        scene.write(path, "x");
    }
    scene.git(&["init", "--quiet", "docs/build/nested"]);
    scene.write("docs/build/nested/x", "x");
    let repository = open(&scene);
    assert_eq!(
        repository.ignored_files(&[at("docs")]).unwrap(),
        ["docs/a.log", "docs/build/deep/x", "docs/build/nested/", "docs/build/y", "docs/private"]
    );
    assert_eq!(repository.untracked_files(&[at("docs")]).unwrap(), ["docs/keep.log"]);
    let asked = [
        "docs/forced.log",
        "docs/new.log",
        "docs/keep.log",
        "docs/build/\nz",
        "docs/private",
        "docs/free",
        ":/x.log",
        "*.log",
    ];
    let asked: Vec<_> = asked.iter().map(|path| at(path)).collect();
    let rules = repository.ignore_rules(&asked).unwrap();
    let rules: Vec<_> = rules
        .iter()
        .map(|rule| format!("{}: {}:{} {}", rule.path, rule.file, rule.line, rule.pattern))
        .collect();
    assert_eq!(
        rules,
        [
            "docs/new.log: .gitignore:1 *.log",
            "docs/build/\nz: .gitignore:2 /docs/build/",
            "docs/private: .git/info/exclude:1 private",
            ":/x.log: .gitignore:1 *.log",
            "*.log: .gitignore:1 *.log",
        ]
    );
    assert!(repository.ignore_rules::<&bstr::BStr>(&[]).unwrap().is_empty());
    assert!(repository.ignore_rules(&[at("docs/free")]).unwrap().is_empty());
}

#[test]
fn tracked_files_have_kinds() {
    let scene = with_one_file();
    scene.write("run", "x");
    symlink("docs/a.md", scene.root().join("link")).unwrap();
    scene.git(&["add", "--all"]);
    scene.git(&["update-index", "--chmod=+x", "run"]);
    scene.git(&[
        "update-index",
        "--add",
        "--cacheinfo",
        &format!("160000,{},module", scene.git(&["rev-parse", "HEAD"])),
    ]);
    let tracked = open(&scene).tracked(ALL).unwrap();
    let tracked: Vec<_> = tracked.iter().map(|entry| (entry.path.to_string(), entry.kind)).collect();
    assert_eq!(
        tracked,
        [
            ("docs/a.md".to_owned(), EntryKind::File),
            ("link".to_owned(), EntryKind::Link),
            ("module".to_owned(), EntryKind::Submodule),
            ("run".to_owned(), EntryKind::Executable),
        ]
    );
}

#[test]
fn operations_under_way_are_named() {
    for scene in every_format() {
        scene.write("a", "1\n");
        scene.commit_all(0, "first");
        scene.git(&["checkout", "--quiet", "-b", "side"]);
        scene.write("a", "2\n");
        scene.commit_all(1, "side");
        scene.git(&["checkout", "--quiet", "main"]);
        scene.write("a", "3\n");
        scene.commit_all(2, "main");
        let check = |begin: &[&str], expected: Operation, end: &[&str]| {
            assert_eq!(open(&scene).operation().unwrap(), None, "{begin:?}");
            scene.run(3, begin);
            assert_eq!(open(&scene).operation().unwrap(), Some(expected), "{begin:?}");
            scene.git(end);
        };
        check(&["merge", "side"], Operation::Merge, &["merge", "--abort"]);
        check(&["rebase", "side"], Operation::Rebase, &["rebase", "--abort"]);
        check(&["rebase", "--apply", "side"], Operation::Rebase, &["rebase", "--abort"]);
        check(&["cherry-pick", "side"], Operation::CherryPick, &["cherry-pick", "--abort"]);
        check(&["revert", "HEAD~"], Operation::Revert, &["revert", "--abort"]);
        check(&["bisect", "start"], Operation::Bisect, &["bisect", "reset"]);
        scene.write("mail", scene.git(&["format-patch", "--stdout", "-1", "side"]));
        check(&["am", "mail"], Operation::ApplyMailbox, &["am", "--abort"]);
    }
}
