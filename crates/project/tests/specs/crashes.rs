//! What a command finds that a killed one had left (roundfix 15, G5).

use std::cell::Cell;
use std::cell::RefCell;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cairn_plan::{Change, ContentHash, Entry, EntryKind, Plan, RelativePath};
use cairn_project::location::Request;
use cairn_project::specs::{Recovery, SpecFailure, SpecRepository, Watch};
use cairn_project::workplace::Workplace;
use cairn_spec::request::ArchiveRequest;
use cairn_vault::{Commit, Exclusive, Interrupt, Root, StateHome, TransactionKind, VaultError, Writer};

use crate::scene::{FILES, RECORD, SPEC, Scene, reasons, slug};

/// A lock that its owner does not outlive: the n-th look at it is the last thing the process does.
pub(crate) struct KilledAt {
    pub(crate) look: usize,
    pub(crate) looks: Cell<usize>,
}

struct Killed;

impl Exclusive for KilledAt {
    fn confirm(&self) -> Result<(), VaultError> {
        self.looks.set(self.looks.get() + 1);
        if self.looks.get() == self.look {
            std::panic::resume_unwind(Box::new(Killed));
        }
        Ok(())
    }
}

fn path(text: &str) -> RelativePath {
    RelativePath::new(text).unwrap()
}

const GUIDE: &str = "[l](specs/0042-sample/measurement/list.md)\n";

fn scene() -> Scene {
    let scene = Scene::finished();
    scene.commit(&[("docs/guide.md", GUIDE)]);
    scene
}

/// What an archive of the scene does.
fn archive(scene: &Scene) -> Plan {
    let head = scene.repository.git(&["rev-parse", "HEAD"]);
    let record = format!(
        "---\nschema: roundfix/archive-record/v1\nspec: 0042-sample\ntitle: A sample capability\nstatus: archived\ncreated: \"2026-10-01\"\narchived: \"2026-10-07\"\ndisposition: pass\nsource: {SPEC}\nsource_revision: {head}\nqa_task: task_02\nqa_report: qa-report-2026-10-05.md\nqa_verdict: pass\nunproven: []\nadrs: []\nsources: []\nregeneration: []\npromoted:\n  - docs/references/list.md\nrelinked:\n  - docs/guide.md\n---\n\n# A sample capability\n\nListing is one pass now.\n"
    );
    let mut entries: Vec<Entry> = ["measurement", "qa"]
        .map(|folder| Entry { path: path(folder), kind: EntryKind::Folder })
        .into_iter()
        .collect();
    for (at, text) in FILES {
        entries.push(Entry { path: path(at), kind: EntryKind::File(ContentHash::of(text.as_bytes())) });
    }
    let mut plan = Plan::new("archive 0042-sample");
    plan.push(Change::create(path("docs/references/list.md"), FILES[5].1));
    plan.push(Change::write(path("docs/guide.md"), GUIDE.as_bytes(), *b"[l](references/list.md)\n"));
    plan.push(Change::create(path(RECORD), record));
    plan.push(Change::RemoveTree { path: path(SPEC), entries });
    plan
}

/// Carries the plan out until the n-th look at the lock; whether it was killed.
fn killed(scene: &Scene, plan: &Plan, kind: TransactionKind, look: usize) -> bool {
    let root = Root::open(scene.root()).unwrap();
    let home = StateHome::new(scene.path(".git/cairn"));
    let lock = KilledAt { look, looks: Cell::new(0) };
    let interrupt = Interrupt::new();
    let writer =
        Writer { root: &root, home: Some(&home), lock: &lock, scope: "specs", interrupt: &interrupt };
    let how = Commit { kind, note: None, in_git: &|_| None };
    catch_unwind(AssertUnwindSafe(|| writer.commit(plan, &how).unwrap())).is_err()
}

#[derive(Default)]
struct Heard(RefCell<Vec<Recovery>>);

impl Watch for Heard {
    fn recovered(&self, what: &str, recovery: &Recovery) {
        assert!(what.ends_with("archive 0042-sample"), "{what}");
        self.0.borrow_mut().push(recovery.clone());
    }
}

/// The next archive, and what it said about the crash.
fn next(scene: &Scene) -> (Result<(), SpecFailure>, Vec<Recovery>) {
    let (context, heard) = (scene.context(), Heard::default());
    let result = SpecRepository::open(&context)
        .and_then(|home| home.archive(&slug(), &ArchiveRequest::default(), &heard));
    (result.map(drop), heard.0.into_inner())
}

/// G5: killed before any step up to the removal, the next command takes it back, says so, and archives.
#[test]
fn taken_back_before_the_removal() {
    let mut crashes = 0;
    for look in 1.. {
        let scene = scene();
        let before = scene.tree();
        if !killed(&scene, &archive(&scene), TransactionKind::Archive, look) {
            assert!(!scene.exists(SPEC));
            break;
        }
        let is_left = fs::read_dir(scene.path(".git/cairn/tx")).is_ok_and(|mut left| left.next().is_some());
        let halfway = scene.tree();
        for (name, content) in before.iter().filter(|(name, _)| name.starts_with(SPEC)) {
            assert_eq!(halfway.get(name), Some(content), "G4: nothing of the folder is gone");
        }
        let (result, heard) = next(&scene);
        result.unwrap();
        assert!(heard == [Recovery::TakenBack] || (!is_left && heard.is_empty()), "{look}: {heard:?}");
        crashes += usize::from(is_left);
        assert_eq!(scene.text("docs/guide.md"), "[l](references/list.md)\n");
        assert!(!scene.exists(SPEC) && scene.exists(RECORD));
        assert_eq!(fs::read_dir(scene.path(".git/cairn/tx")).unwrap().count(), 0);
    }
    assert!(crashes >= 4, "{crashes} crashes left a journal");
}

/// The look that is taken right before the removal of the folder.
fn last_look() -> usize {
    (1..)
        .take_while(|look| {
            let scene = scene();
            killed(&scene, &archive(&scene), TransactionKind::Archive, *look)
        })
        .last()
        .unwrap()
}

/// The lines of `list`, state and problem, and what `doctor` advises about crashes and records.
type Seen = (Vec<(&'static str, Option<String>)>, Vec<(String, Option<String>)>);

fn seen(scene: &Scene) -> Seen {
    let context = scene.context();
    let listed = SpecRepository::open(&context).unwrap().list(false, &Heard::default()).unwrap();
    let place = Workplace::find_as_it_is(&context, Request::default()).unwrap().unwrap();
    let foreseen = place.recover(true).unwrap();
    assert!(foreseen.recovered.is_empty() && !foreseen.kept.is_empty(), "{foreseen:?}");
    let findings = place.examine().unwrap().findings().into_iter();
    let repairs = findings
        .filter(|one| ["transaction-interrupted", "record-folder-left"].contains(&one.code))
        .map(|one| (one.code.to_owned(), one.repair));
    (listed.into_iter().map(|one| (one.state.as_str(), one.problem)).collect(), repairs.collect())
}

/// Roundfix 15: once a part of the folder is gone nothing is undone, nothing more is removed, and the finishing command is printed;
/// other Specs can be archived; when the folder is gone the journal goes.
#[test]
fn left_alone_once_the_removal_had_begun() {
    let look = last_look();
    let scene = scene();
    assert!(killed(&scene, &archive(&scene), TransactionKind::Archive, look));
    fs::remove_file(scene.path(&format!("{SPEC}/task_01.md"))).unwrap();
    let before = scene.tree();
    let (result, heard) = next(&scene);
    assert_eq!(heard, [Recovery::LeftAlone(path(SPEC))]);
    let Err(SpecFailure::Refused(refused)) = &result else { panic!("{result:?}") };
    let folder = scene.path(SPEC).display().to_string();
    let finish = format!("chmod -R u+w '{folder}' && rm -rf '{folder}'");
    assert_eq!(refused.finish.as_ref(), Some(&finish));
    assert_eq!(reasons(result), [format!("destination deletion_unfinished {RECORD}")]);
    assert_eq!(reasons(scene.unarchive(false)), [format!("destination deletion_unfinished {SPEC}")]);
    assert_eq!(reasons(scene.cancel("x")), [format!("destination deletion_unfinished {RECORD}")]);
    assert_eq!(scene.tree(), before);
    let (listed, repairs) = seen(&scene);
    let problem = format!("{SPEC}: the deletion is unfinished; finish it with `{finish}`");
    assert_eq!(listed, [("archived", Some(problem))], "one line, that of the record");
    let left = |repair: &Option<String>| {
        let of = |code: &str| (code.to_owned(), repair.clone());
        vec![of("transaction-interrupted"), of("record-folder-left")]
    };
    assert_eq!(repairs, left(&Some(finish)));
    // What somebody changed in the rest of the folder must not go by a command of ours.
    scene.repository.write(&format!("{SPEC}/task_02.md"), "mine\n");
    let (result, _) = next(&scene);
    let Err(SpecFailure::Refused(refused)) = &result else { panic!("{result:?}") };
    assert_eq!(refused.finish, None);
    let (listed, repairs) = seen(&scene);
    assert_eq!(listed, [("active", None), ("archived", None)], "the folder is not what was archived");
    assert_eq!(repairs, left(&None));
    fs::remove_dir_all(scene.path(SPEC)).unwrap();
    let (result, heard) = next(&scene);
    assert_eq!(heard, [Recovery::Completed]);
    assert_eq!(reasons(result), [format!("spec spec_not_found {SPEC}/_prd.md")]);
    assert_eq!(fs::read_dir(scene.path(".git/cairn/tx")).unwrap().count(), 0);
}

/// Roundfix 15: a file with other bytes than both sides is left, and the command is refused with its path.
#[test]
fn stopped_by_a_third_content() {
    let scene = scene();
    assert!(killed(&scene, &archive(&scene), TransactionKind::Archive, last_look()));
    scene.repository.write("docs/guide.md", "mine\n");
    for _ in 0..2 {
        assert_eq!(reasons(next(&scene).0), ["recovery foreign_change docs/guide.md"]);
        assert_eq!(scene.text("docs/guide.md"), "mine\n");
    }
    assert!(scene.exists(SPEC), "nothing was removed");
    // One step further: the old bytes are given back, and the rest is taken back by itself.
    scene.repository.write("docs/guide.md", GUIDE);
    let (result, heard) = next(&scene);
    result.unwrap();
    assert_eq!(heard, [Recovery::TakenBack]);
}

/// D65: an unarchive that was cut short is taken back: the record is there, the folder is not.
#[test]
fn unarchive_is_taken_back() {
    for look in 2..10 {
        let scene = scene();
        scene.archive().unwrap();
        let before = scene.tree();
        let mut plan = Plan::new("unarchive 0042-sample");
        for (at, text) in FILES {
            plan.push(Change::create(path(&format!("{SPEC}/{at}")), text));
        }
        let record = fs::read(scene.path(RECORD)).unwrap();
        plan.push(Change::Delete { path: path(RECORD), before: ContentHash::of(&record) });
        if !killed(&scene, &plan, TransactionKind::Unarchive, look) {
            break;
        }
        let (result, heard) = next(&scene);
        assert_eq!(reasons(result), [format!("spec spec_not_found {SPEC}/_prd.md")]);
        assert!(heard.len() <= 1);
        assert_eq!(scene.tree(), before, "{look}");
        scene.unarchive(false).unwrap();
    }
}

/// Ctrl-C before anything is gone: nothing happened, and no journal stays.
#[test]
fn interrupted() {
    let scene = scene();
    let before = scene.tree();
    let context = scene.context();
    context.interrupt.set();
    let result = SpecRepository::open(&context)
        .and_then(|home| home.archive(&slug(), &ArchiveRequest::default(), &Heard::default()));
    assert!(matches!(result, Err(SpecFailure::Interrupted)), "{result:?}");
    assert_eq!(scene.tree(), before);
    assert!(!scene.exists(".git/cairn/lock"));
}
