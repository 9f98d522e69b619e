//! Kinds of repositories: object formats, reference storage, linked work trees, submodules, shallow clones.

use std::fs;

use cairn_project::specs::{Nobody, SpecFailure, SpecRepository};
use cairn_spec::request::ArchiveRequest;
use cairn_testkit::repository::TestRepository;
use cairn_vault::Lock;

use crate::scene::{RECORD, SLUG, SPEC, Scene, archive, reasons, slug, tree};

fn committed() -> ArchiveRequest {
    ArchiveRequest { commit: true, ..ArchiveRequest::default() }
}

/// D66: there and back, with a commit in between, whatever names objects and keeps references.
#[test]
fn every_format() {
    let reftable = TestRepository::folder();
    let known = reftable.run(0, &["init", "--quiet", "--initial-branch=main", "--ref-format=reftable"]);
    let mut repositories = vec![TestRepository::new(), TestRepository::with(&["--object-format=sha256"])];
    if known.status.success() {
        repositories.push(reftable);
    } else {
        eprintln!("this git knows no reftable; not covered");
    }
    for repository in repositories {
        let scene = Scene::in_repository(repository);
        let head = scene.repository.git(&["rev-parse", "HEAD"]);
        let before = scene.tree();
        let done = archive(&scene.context(), &committed()).unwrap();
        assert_eq!(done.report.source_revision, head);
        assert_eq!(done.commit.unwrap().to_string(), scene.repository.git(&["rev-parse", "HEAD"]));
        assert!(scene.text(RECORD).contains(&format!("source_revision: {head}\n")));
        scene.unarchive(false).unwrap();
        assert_eq!(scene.tree(), before);
    }
}

/// Roundfix 3.4: linked work trees share the lock, and each archives in its own tree.
#[test]
fn linked_work_trees() {
    let scene = Scene::finished();
    let linked = scene.repository.beside("linked");
    scene.repository.git(&["worktree", "add", "--quiet", "-b", "side", linked.to_str().unwrap()]);
    let context = scene.context_in(&linked.join("docs"));
    let home = scene.path(".git/cairn");
    let lock = Lock::of_repository(&home, &context.waiting).unwrap();
    let held = archive(&context, &ArchiveRequest::default());
    assert!(matches!(held, Err(SpecFailure::Locked { .. })), "{held:?}");
    lock.release().unwrap();
    let before = scene.tree();
    archive(&context, &ArchiveRequest::default()).unwrap();
    assert!(linked.join(RECORD).is_file() && !linked.join(SPEC).exists());
    assert_eq!(scene.tree(), before, "the main work tree is another one");
    assert!(scene.path(".git/worktrees/linked/cairn/ops").is_dir(), "its own git directory keeps the log");
}

/// a submodule is a repository: archived from inside it, and as an external Spec Root from the one around it.
#[test]
fn submodules() {
    let inner = Scene::finished();
    let outer = TestRepository::new();
    outer.write("README.md", "docs/specs/0042-sample/_prd.md\n");
    outer.commit_all(0, "base");
    let url = inner.root().to_str().unwrap();
    outer.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", url, "plans"]);
    outer.commit_all(1, "with plans");
    outer.write(".roundfixrc.yml", "specs: {root: plans/docs/specs}\n");
    let scene = Scene { repository: outer };
    let context = scene.context();
    let plan = SpecRepository::open(&context).unwrap().plan(&slug(), &Nobody).unwrap();
    let root = scene.root().display().to_string();
    assert_eq!(plan.record, format!("{root}/plans/docs/specs/_archived/0042-sample.md"));
    assert_eq!(plan.source, SPEC);
    assert!(plan.is_archivable(), "{:?}", plan.refusals);
    let cited: Vec<_> = plan.warnings.iter().map(|one| (one.file.as_str(), one.line)).collect();
    assert_eq!(cited, [("README.md", Some(1))], "the repository around it is only warned about");
    archive(&scene.context_in(&scene.path("plans/docs")), &ArchiveRequest::default()).unwrap();
    assert!(
        scene.exists(&format!("plans/{RECORD}")),
        "from inside it is the built-in root of its own repository"
    );
    assert!(scene.path(".git/modules/plans/cairn/ops").is_dir());
}

/// a Spec that is a submodule, or holds one that is not even checked out, is not git's to give back.
#[test]
fn submodules_inside_a_spec() {
    let scene = Scene::finished();
    let head = scene.repository.git(&["rev-parse", "HEAD"]);
    let entry = format!("160000,{head},{SPEC}/vendored");
    scene.repository.git(&["update-index", "--add", "--cacheinfo", &entry]);
    fs::create_dir(scene.path(&format!("{SPEC}/vendored"))).unwrap();
    scene.repository.git(&["commit", "--quiet", "-m", "a submodule"]);
    let before = scene.tree();
    assert_eq!(reasons(scene.archive()), [format!("odd-files odd_file {SPEC}/vendored")]);
    assert_eq!(scene.tree(), before);
}

/// A-16, roundfix 9: what a shallow clone cannot prove is not reachable; what it does not have cannot be restored.
#[test]
fn shallow_clones() {
    let origin = Scene::finished();
    origin.archive().unwrap();
    origin.repository.commit_all(10, "archived");
    origin.write_spec("docs/specs/0043-next");
    origin.commit(&[("docs/specs/0043-next/measurement/list.md", "[t](../task_01.md)\n")]);
    let url = format!("file://{}", origin.root().display());
    let clone = TestRepository::folder();
    clone.git(&["clone", "--quiet", "--depth=1", &url, "."]);
    let scene = Scene { repository: clone };
    assert_eq!(reasons(scene.unarchive(false)), [format!("revision revision_missing {RECORD}")]);
    scene.repository.git(&["checkout", "--quiet", "-b", "work"]);
    scene.repository.commit_all(20, "not pushed");
    let context = scene.context();
    let next = cairn_spec::Slug::new("0043-next").unwrap();
    let request =
        ArchiveRequest { promote: vec!["measurement/list.md".to_owned()], ..ArchiveRequest::default() };
    let done = SpecRepository::open(&context).unwrap().archive(&next, &request, &Nobody).unwrap();
    assert_eq!(done.report.merged, Some(false));
    let pushed = scene.repository.git(&["rev-parse", "origin/main"]);
    let locator = format!("docs/specs/0043-next/task_01.md@{pushed}");
    assert_eq!(scene.text("docs/references/list.md"), format!("[t]({locator})\n"));
}

/// A-02, roundfix 2.2: the work tree itself as Spec Root.
#[test]
fn the_work_tree_as_spec_root() {
    let scene = Scene { repository: TestRepository::new() };
    scene.write_spec(SLUG);
    let guide = format!("[p]({SLUG}/_prd.md) ./{SLUG}/measurement/list.md\n");
    scene.commit(&[(".roundfixrc.yml", "specs: {root: .}\n"), ("guide.md", &guide)]);
    let before = scene.tree();
    let report = scene.archive().unwrap().report;
    assert_eq!((report.source.as_str(), report.record.as_str()), (SLUG, "_archived/0042-sample.md"));
    assert_eq!(scene.text("guide.md"), "[p](_archived/0042-sample.md) ./docs/references/list.md\n");
    scene.unarchive(true).unwrap();
    assert_eq!(scene.tree(), before);
}

/// before the first commit there is nothing to go back to; `list` needs none.
#[test]
fn before_the_first_commit() {
    let scene = Scene { repository: TestRepository::new() };
    scene.write_spec(SPEC);
    let before = scene.tree();
    assert_eq!(reasons(scene.archive()), ["git no_commit"]);
    assert_eq!(scene.tree(), before);
    let context = scene.context();
    let listed = SpecRepository::open(&context).unwrap().list(true, &Nobody).unwrap();
    assert_eq!((listed.len(), listed[0].archivable), (1, Some(false)));
}

/// D68: git does not keep an empty folder, so the built-in root may be missing in a fresh clone.
#[test]
fn a_missing_built_in_root() {
    let scene = Scene::finished();
    archive(&scene.context(), &committed()).unwrap();
    fs::remove_dir_all(scene.path("docs/specs")).unwrap();
    let context = scene.context();
    let listed = SpecRepository::open(&context).unwrap().list(true, &Nobody).unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(reasons(scene.archive()), ["config root_missing"]);
    scene.unarchive(false).unwrap();
    assert_eq!(tree(&scene.path(SPEC)).len(), 6);
    // Any other root has to be there.
    scene.repository.write(".roundfixrc.yml", "specs: {root: plans}\n");
    assert_eq!(reasons(SpecRepository::open(&scene.context())), ["config root_missing"]);
}
