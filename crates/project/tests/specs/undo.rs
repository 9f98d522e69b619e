//! Every command over Specs can be taken back to the byte (G7, cairn 8).

use std::cell::{Cell, RefCell};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::panic::{AssertUnwindSafe, catch_unwind};

use cairn_project::location::Request;
use cairn_project::specs::{Nobody, Recovery, SpecFailure, SpecRepository, Watch};
use cairn_project::workplace::{Direction, ReversalRefusal, Workplace};
use cairn_spec::request::ArchiveRequest;
use cairn_testkit::repository::TestRepository;
use cairn_vault::{Interrupt, OperationLog, Root, StateHome, Writer};

use crate::crashes::KilledAt;
use crate::scene::{SPEC, Scene, Tree, archive, slug};

/// Everything a folder can hold, a document that is rewritten, an adopted entry that a cancel returns.
fn full(repository: TestRepository) -> Scene {
    let scene = Scene::in_repository(repository);
    symlink("measurement/list.md", scene.path(&format!("{SPEC}/latest"))).unwrap();
    scene.repository.write(&format!("{SPEC}/tool.sh"), "#!/bin/sh\n");
    let tool = scene.path(&format!("{SPEC}/tool.sh"));
    std::fs::set_permissions(tool, std::fs::Permissions::from_mode(0o755)).unwrap();
    scene.commit(&[
        ("docs/guide.md", "[l](specs/0042-sample/measurement/list.md) docs/specs/0042-sample\n"),
        (&format!("{SPEC}/references/faster.md"), "---\nstatus: promoted\nspec: 0042-sample\n---\n"),
        (
            &format!("{SPEC}/references/_index.md"),
            "| source | type | owner | adopted date | path |\n|---|---|---|---|---|\n| docs/backlog/faster.md | backlog | 0042 | 2026-10-01 | faster.md |\n",
        ),
    ]);
    scene
}

fn reverse(scene: &Scene, direction: Direction, count: usize) -> Result<Vec<String>, ReversalRefusal> {
    let context = scene.context();
    let place = Workplace::find(&context, Request::default()).unwrap().unwrap();
    let reversal = place.reverse(direction, count, false).unwrap()?;
    Ok(reversal.operations.into_iter().map(|(_, command)| command).collect())
}

/// Does something, takes it back, does it again, takes it back.
fn check(scene: &Scene, act: impl FnOnce(&Scene)) -> Tree {
    let before = scene.tree();
    act(scene);
    let after = scene.tree();
    assert_ne!(before, after);
    assert_eq!(reverse(scene, Direction::Undo, 1).unwrap(), ["roundfix archive 0042-sample"]);
    assert_eq!(scene.tree(), before);
    reverse(scene, Direction::Redo, 1).unwrap();
    assert_eq!(scene.tree(), after);
    reverse(scene, Direction::Undo, 1).unwrap();
    assert_eq!(scene.tree(), before);
    after
}

/// G7: archive, cancel, unarchive, settle and pull-request.
#[test]
fn every_command_is_taken_back() {
    let scene = full(TestRepository::new());
    check(&scene, |scene| drop(scene.archive().unwrap()));
    check(&scene, |scene| scene.cancel("nobody needs it").unwrap());
    scene.archive().unwrap();
    check(&scene, |scene| drop(scene.unarchive(true).unwrap()));
    check(&scene, |scene| {
        let context = scene.context();
        SpecRepository::open(&context).unwrap().name_pull_request(&slug(), 7, &Nobody).map(drop).unwrap();
    });
    reverse(&scene, Direction::Undo, 1).unwrap();
    scene.commit(&[(&format!("{SPEC}/task_02.md"), "---\nstatus: pending\ntype: qa\n---\n")]);
    check(&scene, |scene| {
        let context = scene.context();
        SpecRepository::open(&context).unwrap().settle(&slug(), &Nobody).map(drop).unwrap();
    });
}

/// G7: bytes that git gives back only after a conversion are kept in the log itself.
#[test]
fn converted_files_are_taken_back() {
    let repository = TestRepository::new();
    repository.git(&["config", "core.autocrlf", "true"]);
    let scene = full(repository);
    scene.repository.git(&["rm", "-r", "--quiet", "--cached", "."]);
    scene.repository.git(&["reset", "--quiet", "--hard"]);
    assert!(scene.text(&format!("{SPEC}/task_01.md")).contains("\r\n"));
    check(&scene, |scene| drop(scene.archive().unwrap()));
    scene.archive().unwrap();
    check(&scene, |scene| drop(scene.unarchive(false).unwrap()));
}

/// D66, cairn 8: what the command committed itself is taken back with git.
#[test]
fn a_commit_is_taken_back_with_git() {
    let scene = full(TestRepository::new());
    archive(&scene.context(), &ArchiveRequest { commit: true, ..ArchiveRequest::default() }).unwrap();
    let refused = reverse(&scene, Direction::Undo, 1).unwrap_err();
    assert!(matches!(refused, ReversalRefusal::Committed { .. }), "{refused:?}");
}

/// G7: several at once, and nothing when somebody changed a file since.
#[test]
fn all_or_nothing() {
    let scene = full(TestRepository::new());
    let before = scene.tree();
    scene.archive().unwrap();
    scene.unarchive(false).unwrap();
    assert_eq!(reverse(&scene, Direction::Undo, 2).unwrap().len(), 2);
    assert_eq!(scene.tree(), before);
    scene.archive().unwrap();
    scene.repository.write("docs/guide.md", "mine\n");
    let changed = scene.tree();
    let refused = reverse(&scene, Direction::Undo, 1).unwrap_err();
    assert!(matches!(refused, ReversalRefusal::ChangedSince(_)), "{refused:?}");
    assert_eq!(scene.tree(), changed);
}

/// The newest operation taken back until the n-th look at the lock; whether the process was killed there.
fn undo_killed(scene: &Scene, look: usize) -> bool {
    let (root, home) =
        (Root::open(scene.repository.root()).unwrap(), StateHome::new(scene.path(".git/cairn")));
    let log = OperationLog::open(&home).unwrap().unwrap();
    let mut in_git = |revision: &str, path: &cairn_plan::RelativePath| {
        let words = ["cat-file", "blob", &format!("{revision}:{path}")];
        let answer = scene.repository.command("git", &words).output().unwrap();
        answer.status.success().then_some(answer.stdout)
    };
    let planned = log.plan_reversal(&root, Direction::Undo, 1, &mut in_git).unwrap().unwrap();
    let (lock, interrupt) = (KilledAt { look, looks: Cell::new(0) }, Interrupt::new());
    let writer =
        Writer { root: &root, home: Some(&home), lock: &lock, scope: "reversal", interrupt: &interrupt };
    catch_unwind(AssertUnwindSafe(|| writer.commit_reversal(&planned).unwrap())).is_err()
}

#[derive(Default)]
struct Heard(RefCell<Vec<(String, Recovery)>>);

impl Watch for Heard {
    fn recovered(&self, what: &str, recovery: &Recovery) {
        self.0.borrow_mut().push((what.to_owned(), recovery.clone()));
    }
}

/// G5, roundfix 15: an undo that was cut short is finished by the next command over Specs, which says so; nothing of what was done
/// before or since is lost to the log.
#[test]
fn g5_an_undo_that_was_cut_short_is_finished_first() {
    let mut finished = 0;
    for look in 1.. {
        let scene = full(TestRepository::new());
        let before = scene.tree();
        scene.archive().unwrap();
        let archived = scene.tree();
        if !undo_killed(&scene, look) {
            break;
        }
        let is_left = std::fs::read_dir(scene.path(".git/cairn/tx")).unwrap().next().is_some();
        let (context, heard) = (scene.context(), Heard::default());
        let again = SpecRepository::open(&context)
            .and_then(|home| home.archive(&slug(), &ArchiveRequest::default(), &heard));
        let heard = heard.0.into_inner();
        // The Spec was back, or its folder is still gone; it is archived in either case, and whole.
        assert_eq!(scene.tree(), archived, "{look}");
        let completed = heard == [("undo".to_owned(), Recovery::Completed)];
        assert_eq!(again.is_ok(), completed, "{look}: {heard:?}");
        let taken_back = heard == [("undo".to_owned(), Recovery::TakenBack)];
        assert!(completed || taken_back || (!is_left && heard.is_empty()), "{look}: {heard:?}");
        assert_eq!(std::fs::read_dir(scene.path(".git/cairn/tx")).unwrap().count(), 0);
        reverse(&scene, Direction::Undo, 1).unwrap();
        assert_eq!(scene.tree(), before, "{look}");
        finished += usize::from(completed);
    }
    assert!(finished > 0, "no undo was killed behind the step that cannot be taken back");
}

/// The same where somebody changed a file since: the next commands name it and do nothing of their own, until it holds one of its two
/// sides again.
#[test]
fn g5_an_undo_that_cannot_be_finished_stops_the_next_command() {
    let mut stopped = 0;
    for look in 1.. {
        let scene = full(TestRepository::new());
        scene.archive().unwrap();
        let archived = scene.tree();
        if !undo_killed(&scene, look) {
            break;
        }
        let is_begun = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(b"forward-");
        let journal = scene.path(".git/cairn/tx/1");
        let begun = std::fs::read_dir(&journal)
            .is_ok_and(|mut names| names.any(|entry| is_begun(&entry.unwrap().file_name())));
        if !begun {
            continue;
        }
        let guide = scene.text("docs/guide.md");
        scene.repository.write("docs/guide.md", "mine\n");
        for _ in 0..2 {
            let Err(SpecFailure::Refused(refused)) = scene.archive() else { panic!("{look}: not refused") };
            let [reason] = &refused.refusal.reasons[..] else { panic!("{look}: {refused:?}") };
            assert_eq!((&*reason.check, &*reason.code), ("recovery", "foreign_change"));
            assert!(reason.message.contains("docs/guide.md"), "{}", reason.message);
            assert_eq!(scene.text("docs/guide.md"), "mine\n", "{look}");
        }
        scene.repository.write("docs/guide.md", &guide);
        scene.archive().unwrap();
        assert!(scene.tree() == archived, "{look}");
        stopped += 1;
    }
    assert!(stopped > 0, "no undo was killed on its way");
}

/// D1, roundfix 3.4: while a lock that it needs is held, an undo that was cut short is not finished, and nothing else is begun; where
/// the project's folder cannot be looked through, the refusal names the command that finishes it.
#[test]
fn d1_an_undo_that_waits_for_a_lock() {
    let cut_short = (1..).map(|look| {
        let scene = full(TestRepository::new());
        scene.commit(&[(".planning/STATE.md", "---\nstatus: planning\n---\n\n# Project State\n")]);
        scene.archive().unwrap();
        let archived = scene.tree();
        undo_killed(&scene, look).then_some((scene, archived))
    });
    let begun = cut_short.map_while(|killed| killed).find(|(scene, _)| {
        let names = std::fs::read_dir(scene.path(".git/cairn/tx/1")).into_iter().flatten();
        names.flatten().any(|entry| entry.file_name().as_encoded_bytes().starts_with(b"forward-"))
    });
    let (scene, archived) = begun.expect("an undo is killed on its way");
    let halfway = scene.tree();
    // Its process lives, so the lock is honoured.
    let living = std::os::unix::process::parent_id();
    scene.repository.write(".planning/STATE.md.lock", living.to_string());
    match scene.archive() {
        Err(SpecFailure::Locked { path, pid }) => {
            assert_eq!(path, scene.path(".planning/STATE.md.lock"));
            assert_eq!(pid, Some(living));
        }
        other => panic!("{other:?}"),
    }
    std::fs::remove_file(scene.path(".planning/STATE.md.lock")).unwrap();
    assert_eq!(scene.tree(), halfway);
    std::fs::rename(scene.path(".planning"), scene.path("aside")).unwrap();
    symlink("../..", scene.path(".planning")).unwrap();
    let refused = scene.archive();
    let Err(SpecFailure::Refused(refused)) = refused else { panic!("{refused:?}") };
    let reason = &refused.refusal.reasons[0];
    assert_eq!((&*reason.check, &*reason.code), ("recovery", "unfinished_reversal"));
    assert!(refused.refusal.remedies.iter().any(|step| step.contains("cairn recover")), "{refused:?}");
    std::fs::remove_file(scene.path(".planning")).unwrap();
    std::fs::rename(scene.path("aside"), scene.path(".planning")).unwrap();
    assert_eq!(scene.tree(), halfway);
    scene.archive().unwrap();
    assert_eq!(scene.tree(), archived);
}
