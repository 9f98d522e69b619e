//! The rules of `cairn check` that ask git about history (cairn 11): `record-edited`, `record-locator-dead`,
//! `spec-left-without-record` and what they make of a revision that is not here.
//!
//! Each test is a shape that history takes: merges, reverts, renames, clones that have only a part of it, other ways to name and
//! to write things.

use std::fs;
use std::path::Path;

use cairn_project::location::Request;
use cairn_project::specs::{Nobody, SpecRepository};
use cairn_project::workplace::Workplace;
use cairn_testkit::repository::TestRepository;

use crate::scene::{RECORD, SPEC, Scene, slug};

/// Every finding seen from `folder`, as `CODE SEVERITY PATH:LINE`; the active Spec being finished is no matter here.
pub(crate) fn found_in(scene: &Scene, folder: &Path) -> Vec<String> {
    let context = scene.context_in(folder);
    let place = Workplace::find(&context, Request::default()).unwrap().unwrap();
    let findings = place.check().unwrap().findings.into_iter();
    findings
        .filter(|one| one.code != "spec-archivable")
        .map(|one| format!("{} {} {}:{}", one.code, one.severity.word(), one.path, one.line))
        .collect()
}

pub(crate) fn found(scene: &Scene) -> Vec<String> {
    found_in(scene, scene.root())
}

pub(crate) fn edited() -> String {
    format!("record-edited warning {RECORD}:1")
}

fn left() -> String {
    format!("spec-left-without-record warning {SPEC}:1")
}

/// A repository with the record of the one Spec, committed.
pub(crate) fn archived() -> Scene {
    let scene = Scene::finished();
    archive(&scene, 60);
    scene
}

pub(crate) fn archive(scene: &Scene, seconds: u64) {
    scene.archive().unwrap();
    scene.repository.commit_all(seconds, "archive");
}

/// Changes the record and nothing else.
pub(crate) fn edit(scene: &Scene) {
    let text = scene.text(RECORD);
    assert!(text.contains("qa_verdict: pass"));
    scene.repository.write(RECORD, text.replace("qa_verdict: pass", "qa_verdict: fail"));
}

pub(crate) fn remove(scene: &Scene, path: &str) {
    let place = scene.path(path);
    if place.is_dir() { fs::remove_dir_all(place).unwrap() } else { fs::remove_file(place).unwrap() }
}

fn branch(scene: &Scene, name: &str) {
    scene.repository.git(&["checkout", "--quiet", "-b", name]);
}

fn back_to_main(scene: &Scene) {
    scene.repository.git(&["checkout", "--quiet", "main"]);
}

/// Merges `name` into the current branch with a commit of its own; `change` may put something else into it.
fn merge(scene: &Scene, name: &str, change: impl FnOnce()) {
    scene.repository.write("elsewhere.md", "the branch went on\n");
    scene.repository.commit_all(500, "meanwhile");
    // Where both sides have it, the merge stops with a conflict, and `change` decides.
    scene.repository.run(600, &["merge", "--quiet", "--no-ff", "--no-commit", name]);
    change();
    scene.repository.commit_all(600, "merge");
    assert_eq!(scene.repository.git(&["rev-list", "--count", "--merges", "-1", "HEAD^!"]), "1");
}

/// A-71: an edit is seen in the work tree, staged, committed, and behind a merge of the branch that made it.
#[test]
fn a71_edited_on_a_branch() {
    let scene = archived();
    assert!(found(&scene).is_empty());
    branch(&scene, "side");
    edit(&scene);
    assert_eq!(found(&scene), [edited()], "in the work tree");
    scene.repository.git(&["add", "--all"]);
    assert_eq!(found(&scene), [edited()], "staged");
    scene.repository.commit_all(70, "edit");
    assert_eq!(found(&scene), [edited()], "committed");
    back_to_main(&scene);
    assert!(found(&scene).is_empty(), "the other branch has it as it was");
    merge(&scene, "side", || {});
    assert_eq!(found(&scene), [edited()], "merged");
}

/// A-71: git was told to overlook the edit; it is seen all the same.
#[test]
fn a71_hidden_edits() {
    for flag in ["--assume-unchanged", "--skip-worktree"] {
        let scene = archived();
        scene.repository.git(&["update-index", flag, RECORD]);
        assert!(found(&scene).is_empty(), "{flag}");
        edit(&scene);
        assert_eq!(found(&scene), [edited()], "{flag}");
    }
}

/// A-71: the merge itself adds the record, or changes it.
#[test]
fn a71_merges_that_do_more_than_merge() {
    let scene = Scene::finished();
    branch(&scene, "side");
    scene.repository.write("side.md", "x\n");
    scene.repository.commit_all(10, "side");
    back_to_main(&scene);
    // What it writes is committed by the merge.
    merge(&scene, "side", || drop(scene.archive().unwrap()));
    assert!(found(&scene).is_empty());
    edit(&scene);
    scene.repository.commit_all(700, "edit");
    assert_eq!(found(&scene), [edited()]);

    let scene = archived();
    branch(&scene, "side");
    scene.repository.write("side.md", "x\n");
    scene.repository.commit_all(70, "side");
    back_to_main(&scene);
    merge(&scene, "side", || edit(&scene));
    assert_eq!(found(&scene), [edited()]);
}

/// A-71: two branches archived the same Spec. A merge takes one of both records, whichever; a mixture of them is an edit.
#[test]
fn a71_archived_on_two_branches() {
    for (taken, expected) in [("side", vec![]), ("main", vec![]), ("mixed", vec![edited()])] {
        let scene = Scene::finished();
        branch(&scene, "side");
        scene.repository.write("side.md", "so that HEAD is another one\n");
        scene.repository.commit_all(10, "side");
        archive(&scene, 20);
        let side = scene.text(RECORD);
        back_to_main(&scene);
        archive(&scene, 30);
        let main = scene.text(RECORD);
        assert_ne!(side, main);
        let text = match taken {
            "side" => side,
            "main" => main,
            _ => main.replace("created: \"2026-10-01\"", "created: \"2026-10-02\""),
        };
        merge(&scene, "side", || scene.repository.write(RECORD, text));
        assert_eq!(found(&scene), expected, "{taken}");
    }
}

/// Cairn 11: a Spec removed on a branch that was merged, and by the merge itself; the message leads back to it.
#[test]
fn specs_removed_in_merges() {
    for by_the_merge in [false, true] {
        let scene = Scene::finished();
        branch(&scene, "side");
        scene.repository.write("side.md", "x\n");
        if !by_the_merge {
            remove(&scene, SPEC);
        }
        scene.repository.commit_all(10, "side");
        back_to_main(&scene);
        assert!(found(&scene).is_empty());
        merge(&scene, "side", || {
            if by_the_merge {
                remove(&scene, SPEC);
            }
        });
        assert_eq!(found(&scene), [left()], "{by_the_merge}");
        let context = scene.context();
        let place = Workplace::find(&context, Request::default()).unwrap().unwrap();
        let help = place.check().unwrap().findings[0].help.clone().unwrap();
        let words: Vec<&str> = help.split(' ').collect();
        assert_eq!(words[0], "git");
        scene.repository.git(&words[1..]);
        assert!(scene.exists(&format!("{SPEC}/_prd.md")), "{help}");
        assert!(found(&scene).is_empty(), "{by_the_merge}");
    }
}

/// Cairn 11: archived on a branch, or by the merge itself, is not lost, also when the record goes later.
#[test]
fn specs_archived_in_merges() {
    for by_the_merge in [false, true] {
        let scene = Scene::finished();
        branch(&scene, "side");
        scene.repository.write("side.md", "x\n");
        scene.repository.commit_all(10, "side");
        if !by_the_merge {
            archive(&scene, 20);
        }
        back_to_main(&scene);
        merge(&scene, "side", || {
            if by_the_merge {
                scene.archive().unwrap();
            }
        });
        assert!(found(&scene).is_empty());
        remove(&scene, RECORD);
        scene.repository.commit_all(700, "without the record");
        assert!(found(&scene).is_empty(), "{by_the_merge}");
    }
}

/// Cairn 11: reverts in every direction.
#[test]
fn reverts() {
    let scene = archived();
    scene.repository.git_at(70, &["revert", "--no-edit", "HEAD"]);
    assert!(scene.exists(SPEC) && !scene.exists(RECORD));
    assert!(found(&scene).is_empty(), "the archive was taken back");
    scene.repository.write("more.md", "so that HEAD is another one\n");
    scene.repository.commit_all(80, "more");
    let first = scene.repository.git(&["show", &format!("HEAD~2:{RECORD}")]);
    archive(&scene, 90);
    assert!(found(&scene).is_empty(), "archived again");
    assert_ne!(scene.text(RECORD), format!("{first}\n"));
    scene.repository.write(RECORD, format!("{first}\n"));
    scene.repository.commit_all(100, "an older record");
    assert_eq!(found(&scene), [edited()], "what a later archive replaced");
    scene.repository.git_at(110, &["revert", "--no-edit", "HEAD"]);
    assert!(found(&scene).is_empty(), "the edit was taken back");

    let scene = Scene::finished();
    remove(&scene, SPEC);
    scene.repository.commit_all(10, "gone");
    assert_eq!(found(&scene), [left()]);
    scene.repository.git_at(20, &["revert", "--no-edit", "HEAD"]);
    assert!(found(&scene).is_empty(), "the removal was taken back");
    archive(&scene, 30);
    remove(&scene, RECORD);
    scene.repository.commit_all(40, "without the record");
    assert!(found(&scene).is_empty(), "a record was added for the last removal");
}

/// Cairn 11: a record that `unarchive` took away again says nothing about a folder that is removed afterwards.
#[test]
fn removed_after_an_unarchive() {
    let scene = archived();
    scene.unarchive(false).unwrap();
    scene.repository.commit_all(70, "unarchive");
    remove(&scene, SPEC);
    scene.repository.commit_all(80, "gone");
    assert_eq!(found(&scene), [left()]);
    // Both at once, the folder that an archive could not delete and its record.
    let scene = Scene::finished();
    let folder = scene.root().join(SPEC);
    scene.archive().unwrap();
    scene.repository.git(&["checkout", "--quiet", "HEAD", "--", SPEC]);
    scene.repository.commit_all(60, "a record beside its folder");
    assert!(folder.is_dir());
    remove(&scene, SPEC);
    remove(&scene, RECORD);
    scene.repository.commit_all(70, "neither");
    assert_eq!(found(&scene), [left()]);
}

/// Cairn 11: folders that moved to a legacy place are left out; a folder that was renamed is no longer what it was called.
#[test]
fn folders_that_moved() {
    let scene = Scene::finished();
    fs::create_dir_all(scene.path("docs/history/specs")).unwrap();
    scene.repository.git(&["mv", SPEC, "docs/history/specs/0042-sample"]);
    scene.repository.commit_all(10, "an archive as it was done before records");
    assert!(found(&scene).is_empty());
    remove(&scene, "docs/history/specs/0042-sample");
    scene.repository.commit_all(20, "pruned");
    assert!(found(&scene).is_empty());

    let scene = Scene::finished();
    scene.repository.git(&["mv", SPEC, "docs/specs/0043-sample"]);
    scene.repository.commit_all(10, "renamed");
    assert_eq!(found(&scene), [left()]);
}

/// A-71: a record under another name is not the record of that Spec; the old name is not called edited.
#[test]
fn renamed_records() {
    let scene = archived();
    let other = "docs/history/specs/0043-sample.md";
    scene.repository.git(&["mv", RECORD, other]);
    scene.repository.commit_all(70, "renamed");
    assert_eq!(found(&scene), [format!("record-invalid error {other}:3")]);
    scene.repository.git(&["mv", other, RECORD]);
    scene.repository.commit_all(80, "and back");
    assert!(found(&scene).is_empty());
    edit(&scene);
    scene.repository.commit_all(90, "edit");
    assert_eq!(found(&scene), [edited()]);
}

/// A-71, roundfix 11b: a pull request that was named later is no edit, also with the locators that it completes.
#[test]
fn a71_numbers_that_come_later() {
    let scene = Scene::finished();
    scene.repository.git(&["checkout", "--quiet", "-b", "work"]);
    let report = format!("{SPEC}/qa/qa-report-2026-10-05.md");
    let text = format!("{}\n## Outcome\n\nSee [notes](../notes.md).\n", scene.text(&report));
    scene.commit(&[(&report, &text), (&format!("{SPEC}/notes.md"), "x\n")]);
    archive(&scene, 70);
    assert!(scene.text(RECORD).contains(&format!("[notes]({SPEC}/notes.md)")), "{}", scene.text(RECORD));
    let context = scene.context();
    SpecRepository::open(&context).unwrap().name_pull_request(&slug(), 7, &Nobody).unwrap();
    assert!(
        scene.text(RECORD).contains(&format!("[notes]({SPEC}/notes.md@pull/7)")),
        "{}",
        scene.text(RECORD)
    );
    assert!(found(&scene).is_empty(), "in the work tree");
    scene.repository.commit_all(80, "number");
    assert!(found(&scene).is_empty(), "committed");
    scene.repository.write(RECORD, scene.text(RECORD).replace("pull_request: \"7\"", "pull_request: \"8\""));
    assert_eq!(found(&scene), [edited()]);
}

/// A-71: line ends that a checkout writes are no edit, with a number that came later neither; an edit is one in them too.
#[test]
fn a71_converted_line_ends() {
    let repository = TestRepository::new();
    repository.git(&["config", "core.autocrlf", "true"]);
    let scene = Scene::in_repository(repository);
    archive(&scene, 60);
    scene.repository.git(&["rm", "-r", "--quiet", "--cached", "."]);
    scene.repository.git(&["reset", "--quiet", "--hard"]);
    assert!(scene.text(RECORD).contains("status: archived\r\n"), "the scene is converted");
    assert!(found(&scene).is_empty());
    let context = scene.context();
    SpecRepository::open(&context).unwrap().name_pull_request(&slug(), 7, &Nobody).unwrap();
    assert!(found(&scene).is_empty(), "in the work tree");
    scene.repository.commit_all(70, "number");
    assert!(found(&scene).is_empty(), "committed");
    scene.repository.git(&["update-index", "--assume-unchanged", RECORD]);
    assert!(found(&scene).is_empty(), "compared by its bytes");
    edit(&scene);
    assert_eq!(found(&scene), [edited()]);
    scene.repository.git(&["update-index", "--no-assume-unchanged", RECORD]);
    assert_eq!(found(&scene), [edited()]);
    scene.repository.commit_all(80, "edit");
    assert_eq!(found(&scene), [edited()]);
}

/// A-71: what a filter program would make of a record is not asked, so nothing is said about it.
#[test]
fn a71_records_behind_a_filter() {
    let scene = archived();
    scene.repository.git(&["config", "filter.shout.clean", "tr a-z A-Z"]);
    scene.repository.git(&["config", "filter.shout.smudge", "tr A-Z a-z"]);
    scene.commit(&[(".gitattributes", "*.md filter=shout\n")]);
    let later = scene.path(RECORD);
    fs::write(&later, fs::read(&later).unwrap()).unwrap();
    assert!(found(&scene).is_empty());
}

/// Roundfix 9: a locator is dead when its commit is here and does not hold the path, whatever the name.
#[test]
fn dead_locators() {
    for repository in [TestRepository::new(), TestRepository::with(&["--object-format=sha256"])] {
        let scene = Scene::in_repository(repository);
        scene.commit(&[
            ("docs/specs/0042-sample/設計 (v2).md", "x\n"),
            ("docs/specs/0042-sample/é.md", "x\n"),
        ]);
        archive(&scene, 70);
        let commit = scene.repository.git(&["rev-parse", "HEAD~1"]);
        let nowhere = "1".repeat(commit.len());
        let record = scene.text(RECORD);
        let lines = record.lines().count();
        let written = |target: &str| format!("{record}\nSee [it]({target}).\n");
        for (target, dead) in [
            (format!("docs/specs/0042-sample/設計%20%28v2%29.md@{commit}"), false),
            (format!("<docs/specs/0042-sample/設計 (v2).md@{commit}>"), false),
            (format!("docs/specs/0042-sample/%C3%A9.md@{commit}"), false),
            (format!("docs/specs/0042-sample/é.md@{}", commit.to_uppercase()), false),
            (format!("docs/specs/0042-sample@{commit}"), false),
            (format!("docs/specs/0042-sample/e.md@{commit}"), true),
            (format!("docs/specs/0042-sample/%0Aé.md@{commit}"), true),
            (format!("docs/specs/0042-sample/é.md@{nowhere}"), false),
            ("docs/specs/0042-sample/é.md@pull/7".to_owned(), false),
        ] {
            scene.repository.write(RECORD, written(&target));
            let locator = format!("record-locator-dead warning {RECORD}:{}", lines + 2);
            let expected = if dead { vec![edited(), locator] } else { vec![edited()] };
            assert_eq!(found(&scene), expected, "{target}");
        }
    }
}
