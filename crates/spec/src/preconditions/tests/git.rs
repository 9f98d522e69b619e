//! What git keeps of the Spec folder, and what it would not give back.

use super::*;

/// Checks 5, 6 and 13, archive-053 to archive-055, archive-062 to archive-064.
#[test]
fn what_git_keeps() {
    check(
        |spec| {
            spec.change("docs/specs/0042-sample/b.md", ChangeKind::Untracked);
            spec.change("docs/specs/0042-sample/a.md", ChangeKind::Staged);
            spec.change("docs/specs/0042-sample/a.md", ChangeKind::Modified);
        },
        &["committed uncommitted F/a.md", "committed uncommitted F/b.md"],
    );
    check(
        |spec| {
            spec.git.hidden.push(path("docs/specs/0042-sample/task_01.md"));
            spec.change("docs/specs/0042-sample/task_01.md", ChangeKind::Modified);
        },
        &["committed hidden_edit F/task_01.md"],
    );
    check(
        |spec| {
            spec.git.ignored.push(path("docs/specs/0042-sample/tmp/a/b.bin"));
            spec.git.ignored.push(path("docs/specs/0042-sample/run.log"));
        },
        &["ignored ignored_file F/run.log", "ignored ignored_file F/tmp/a/b.bin"],
    );
    check(
        |spec| {
            spec.insert("pipe", FolderEntry::Odd(Odd::Fifo));
            spec.insert("vendor", FolderEntry::Odd(Odd::Repository));
        },
        &["odd-files odd_file F/pipe", "odd-files odd_file F/vendor"],
    );
    let mut odd = Scenario::finished();
    for (name, kind) in [("a", Odd::Fifo), ("b", Odd::Socket), ("c", Odd::Device), ("d", Odd::Repository)] {
        odd.insert(name, FolderEntry::Odd(kind));
    }
    let told = ["a: is a FIFO", "b: is a socket", "c: is a device", "d: is a repository of its own"];
    let expected = told.map(|one| format!("{AT}/{one}, which git does not keep"));
    assert_eq!(messages(&odd, &ArchiveRequest::default()), expected);
    let mut ignored = Scenario::finished();
    ignored.git.ignored.push(path("docs/specs/0042-sample/run.log"));
    let refused = ignored.archive(&ArchiveRequest::default()).unwrap_err();
    assert!(refused.refusal.remedies.iter().any(|step| step.contains("git add -f")), "{refused:?}");
}

/// Check 5: one line a path. What git's own status says of it comes first; that the content differs is said where nothing else is.
#[test]
fn what_is_said_of_a_change() {
    use ChangeKind::{Deleted, Filtered, Modified, NotHere, Renamed, Staged, Untracked};
    let mut scenario = Scenario::finished();
    for (name, kinds) in [
        ("a", &[Modified][..]),
        ("b", &[Modified, Staged]),
        ("c", &[Staged, Modified]),
        ("d", &[Deleted, Staged]),
        ("e", &[Renamed]),
        ("f", &[Untracked]),
        ("g", &[Filtered]),
        ("h", &[NotHere]),
    ] {
        kinds.iter().for_each(|kind| scenario.change(&format!("{AT}/{name}"), *kind));
    }
    let told = [
        "a: modified",
        "b: staged, not committed",
        "c: staged, not committed",
        "d: deleted",
        "e: renamed, not committed",
        "f: untracked",
        "g: kept by a filter program (such as git-lfs), so git alone does not give its content back",
        "h: its content is not in this clone, which is partial or damaged",
    ];
    assert_eq!(messages(&scenario, &ArchiveRequest::default()), told.map(|one| format!("{AT}/{one}")));
}
