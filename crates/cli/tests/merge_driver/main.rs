//! git itself with the merge driver, in throw-away repositories (L6, `cairn.md` 7.1): merge, rebase, cherry-pick, revert, stash pop,
//! am, add/add, a conflict, `resolve` after it.

#![allow(clippy::disallowed_methods, reason = "a test runs the program and looks at what it left")]

use std::fs;
use std::process::Command;

use cairn_testkit::repository::TestRepository;

const STATE: &str = ".planning/STATE.md";

const BASE: &str = "---
msd_state_version: '1.0'
milestone: v1.0
current_phase: \"1\"
status: executing
last_updated: \"2026-10-01T09:00:00.000Z\"
---

# Project State

## Current Position

Phase: 1 of 3 (Setup)
Plan: 1 of 3
Status: Executing Phase 1
Last activity: 2026-10-01

## Accumulated Context

### Decisions

- [Phase 1]: Plain text

### Blockers/Concerns

None

## Notes

One line.
";

const OURS: &[(&str, &str)] = &[
    ("Plan: 1 of 3", "Plan: 2 of 3"),
    ("T09:00", "T12:00"),
    ("- [Phase 1]: Plain text\n", "- [Phase 1]: Plain text\n- [Phase 1]: Ours decides\n"),
];
const THEIRS: &[(&str, &str)] = &[
    ("Phase: 1 of 3 (Setup)", "Phase: 2 of 3 (Engine)"),
    ("current_phase: \"1\"", "current_phase: \"2\""),
    ("T09:00", "T10:00"),
    ("- [Phase 1]: Plain text\n", "- [Phase 1]: Plain text\n- [Phase 2]: Theirs decides\n"),
];
const MERGED: &[&str] = &[
    "Phase: 2 of 3 (Engine)\nPlan: 1 of 3\n",
    "last_updated: \"2026-10-01T12:00:00.000Z\"",
    "Ours decides\n",
    "Theirs decides\n",
];

/// A repository with the driver, its base committed on `main`, theirs on `topic`.
struct Scene {
    repository: TestRepository,
    clock: u64,
}

impl Scene {
    fn new() -> Scene {
        let repository = TestRepository::new();
        let driver =
            format!("'{}' merge-driver %O %A %B -L %L -P %P -S %S -X %X -Y %Y", env!("CARGO_BIN_EXE_cairn"));
        repository.git(&["config", "merge.cairn.name", "Cairn planning files"]);
        repository.git(&["config", "merge.cairn.driver", &driver]);
        repository.write(
            ".gitattributes",
            ".planning/**/STATE.md merge=cairn\n.planning/**/ROADMAP.md merge=cairn\n",
        );
        let mut scene = Scene { repository, clock: 0 };
        scene.commit("start");
        scene
    }

    fn forked(ours: &[(&str, &str)], theirs: &[(&str, &str)]) -> Scene {
        let mut scene = Scene::new();
        scene.write(BASE);
        scene.commit("base");
        scene.repository.git(&["checkout", "-q", "-b", "topic"]);
        scene.write(&edited(theirs));
        scene.commit("theirs");
        scene.repository.git(&["checkout", "-q", "main"]);
        scene.write(&edited(ours));
        scene.commit("ours");
        scene
    }

    fn write(&self, text: &str) {
        self.repository.write(STATE, text);
    }

    fn text(&self) -> String {
        fs::read_to_string(self.repository.root().join(STATE)).unwrap_or_default()
    }

    fn commit(&mut self, subject: &str) {
        self.clock += 60;
        self.repository.commit_all(self.clock, subject);
    }

    /// Runs git; the result is clean and holds all of `expected` and no marker.
    fn clean(&self, arguments: &[&str], expected: &[&str]) {
        self.repository.git_at(self.clock + 600, arguments);
        let text = self.text();
        for part in expected {
            assert!(text.contains(part), "git {arguments:?}: {part:?} is missing in\n{text}");
        }
        assert!(!text.contains("<<<<<<<"), "git {arguments:?}:\n{text}");
    }

    fn cairn(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
        command
            .args(arguments)
            .current_dir(self.repository.root())
            .env_clear()
            .envs(self.repository.environment());
        match command.output() {
            Ok(output) => (
                output.status.code(),
                format!(
                    "{}{}",
                    String::from_utf8_lossy(&output.stdout),
                    String::from_utf8_lossy(&output.stderr)
                ),
            ),
            Err(error) => (None, error.to_string()),
        }
    }
}

fn edited(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(BASE.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replacen(old, new, 1)
    })
}

/// L6, 7.1: `git merge`.
#[test]
fn merge() {
    Scene::forked(OURS, THEIRS).clean(&["merge", "-q", "--no-edit", "topic"], MERGED);
}

/// L6, 7.1: `git rebase`, where ours and theirs change their roles.
#[test]
fn rebase() {
    Scene::forked(OURS, THEIRS).clean(&["rebase", "-q", "topic"], MERGED);
}

/// L6, 7.1: `git cherry-pick`.
#[test]
fn cherry_pick() {
    Scene::forked(OURS, THEIRS).clean(&["cherry-pick", "topic"], MERGED);
}

/// L6, 7.1: `git revert` of an older commit takes its decision away and keeps the newer one.
#[test]
fn revert() {
    let mut scene = Scene::new();
    scene.write(BASE);
    scene.commit("base");
    scene.write(&edited(&[("Plain text\n", "Plain text\n- [Phase 1]: First\n")]));
    scene.commit("first");
    scene.write(&edited(&[("Plain text\n", "Plain text\n- [Phase 1]: First\n- [Phase 1]: Second\n")]));
    scene.commit("second");
    scene.clean(&["revert", "--no-edit", "HEAD~1"], &["- [Phase 1]: Plain text\n- [Phase 1]: Second\n"]);
    assert!(!scene.text().contains("First"));
}

/// L6, 7.1: `git stash pop`.
#[test]
fn stash_pop() {
    let mut scene = Scene::new();
    scene.write(BASE);
    scene.commit("base");
    scene.write(&edited(THEIRS));
    scene.repository.git(&["stash", "-q"]);
    scene.write(&edited(OURS));
    scene.commit("ours");
    scene.clean(&["stash", "pop", "-q"], MERGED);
}

/// L6, 7.1: `git am -3`.
#[test]
fn am() {
    let scene = Scene::forked(OURS, THEIRS);
    let patch = scene.repository.git(&["format-patch", "-1", "--stdout", "topic"]);
    let file = scene.repository.beside("theirs.patch");
    assert!(fs::write(&file, format!("{patch}\n")).is_ok());
    scene.clean(&["am", "-q", "-3", &file.display().to_string()], MERGED);
}

/// L6, 6.1 rule 9: both branches add the file.
#[test]
fn add_add() {
    let mut scene = Scene::new();
    scene.repository.git(&["checkout", "-q", "-b", "topic"]);
    scene.write(&edited(THEIRS));
    scene.commit("theirs");
    scene.repository.git(&["checkout", "-q", "main"]);
    scene.write(&edited(OURS));
    scene.commit("ours");
    scene.clean(&["merge", "-q", "--no-edit", "topic"], MERGED);
}

/// L6, 7.1, 7.3: what only a person can merge is left in markers, git knows it, and `resolve` adds nothing to it; the index gives the
/// base that the markers do not show.
#[test]
fn conflict_and_resolve() {
    let scene = Scene::forked(
        &[("One line.", "Our line."), ("Plan: 1 of 3", "Plan: 2 of 3")],
        &[("One line.", "Their line."), ("Plan: 1 of 3", "Plan: 3 of 3")],
    );
    let output = scene.repository.run(600, &["merge", "-q", "--no-edit", "topic"]);
    assert!(!output.status.success());
    let text = scene.text();
    assert!(text.contains("<<<<<<< HEAD\nOur line.\n=======\nTheir line.\n>>>>>>> topic\n"), "{text}");
    assert!(text.contains("Plan: 3 of 3\n"), "{text}");
    assert_eq!(scene.repository.git(&["diff", "--name-only", "--diff-filter=U"]), STATE);
    let (code, said) = scene.cairn(&["resolve", STATE]);
    assert_eq!((code, scene.text()), (Some(1), text), "{said}");
}

/// L6, 7.3: a file whose conflicts git made without the driver.
#[test]
fn resolve_after_git_alone() {
    let scene = Scene::forked(OURS, THEIRS);
    scene.repository.git(&["config", "--remove-section", "merge.cairn"]);
    scene.repository.git(&["config", "merge.cairn.driver", "git merge-file -q %A %O %B"]);
    let output = scene.repository.run(600, &["merge", "-q", "--no-edit", "topic"]);
    assert!(!output.status.success() && scene.text().contains("<<<<<<<"));
    let (code, said) = scene.cairn(&["resolve", STATE]);
    assert_eq!(code, Some(0), "{said}");
    let text = scene.text();
    assert!(MERGED.iter().all(|part| text.contains(part)) && !text.contains("<<<<<<<"), "{text}");
}

/// L6, 7.1: a driver that fails leaves our file, and git does not take the merge for done.
#[test]
fn failure_leaves_ours() {
    let scene = Scene::forked(OURS, THEIRS);
    let before = scene.text();
    let driver = format!("'{}' merge-driver %O %A %B -L wide -P %P", env!("CARGO_BIN_EXE_cairn"));
    scene.repository.git(&["config", "merge.cairn.driver", &driver]);
    let output = scene.repository.run(600, &["merge", "-q", "--no-edit", "topic"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("no width of a marker"), "{said}");
    assert_eq!(scene.text(), before);
    // Newer gits give the whole merge up, older ones leave the path unmerged; neither touches the file.
    let unmerged = scene.repository.git(&["diff", "--name-only", "--diff-filter=U"]);
    assert!(unmerged.is_empty() || unmerged == STATE, "{unmerged}");
}

/// 7.3: a ROADMAP.md that is there and cannot be read: `resolve` merges, leaves the counters as merged, and says so.
#[test]
fn resolve_that_cannot_count() {
    let scene = Scene::new();
    scene.repository.write(".planning/ROADMAP.md/in-its-place", "a folder\n");
    scene.write(&BASE.replacen(
        "---\n\n# Project State",
        "progress:\n  total_plans: 6\n<<<<<<< HEAD\n  completed_plans: 4\n=======\n  completed_plans: 5\n>>>>>>> topic\n  \
         percent: 50\n---\n\n# Project State",
        1,
    ));
    let (code, said) = scene.cairn(&["resolve", STATE]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("warning: progress_scope: ROADMAP.md"), "{said}");
    let text = scene.text();
    assert!(text.contains("  completed_plans: 5\n") && !text.contains("<<<<<<<"), "{text}");
}
