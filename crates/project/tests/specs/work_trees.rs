//! Kinds of work trees: what git keeps in another form, hides, or leaves out.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};

use cairn_project::location::Request;
use cairn_project::specs::{Nobody, SpecRepository};
use cairn_project::workplace::Workplace;
use cairn_spec::request::ArchiveRequest;
use cairn_testkit::repository::TestRepository;

use crate::scene::{RECORD, SPEC, Scene, archive, reasons, slug};

/// G7: a folder whose bytes on disk are what a checkout makes of the blobs comes back in the bytes of the disk.
#[test]
fn converted_line_ends() {
    let repository = TestRepository::new();
    repository.git(&["config", "core.autocrlf", "true"]);
    let scene = Scene::in_repository(repository);
    scene.commit(&[("docs/guide.md", "[l](specs/0042-sample/measurement/list.md)\n")]);
    scene.repository.git(&["rm", "-r", "--quiet", "--cached", "."]);
    scene.repository.git(&["reset", "--quiet", "--hard"]);
    let before = scene.tree();
    assert!(scene.text(&format!("{SPEC}/task_01.md")).contains("completed\r\n"), "the scene is converted");
    let report = scene.archive().unwrap().report;
    assert_eq!(report.relinked, ["docs/guide.md"]);
    assert_eq!(scene.text("docs/guide.md"), "[l](references/list.md)\r\n");
    assert_eq!(scene.text("docs/references/list.md"), "# Timings\r\n\r\n12 ms\r\n");
    let back = scene.unarchive(true).unwrap();
    assert_eq!((back.relinked_back.len(), back.unpromoted.len(), back.warnings.len()), (1, 1, 0));
    assert_eq!(scene.tree(), before);
}

/// G4: a filter program keeps the content, and git alone would give back something else.
#[test]
fn content_behind_a_filter() {
    let scene = Scene::finished();
    scene.repository.git(&["config", "filter.shout.clean", "tr a-z A-Z"]);
    scene.repository.git(&["config", "filter.shout.smudge", "tr A-Z a-z"]);
    scene.commit(&[
        (".gitattributes", "*.dat filter=shout\n"),
        ("docs/specs/0042-sample/measurement/x.dat", "quiet\n"),
    ]);
    let before = scene.tree();
    let refused = scene.archive();
    let text = format!("{:?}", refused.as_ref().err());
    assert_eq!(reasons(refused), [format!("committed uncommitted {SPEC}/measurement/x.dat")]);
    assert!(text.contains("filter program"), "{text}");
    assert_eq!(scene.tree(), before);
}

/// A-62: a Spec that is only partly checked out is not all there; one that is not checked out is no folder.
#[test]
fn sparse_checkouts_of_the_spec() {
    let scene = Scene::finished();
    scene.repository.git(&["sparse-checkout", "set", "--no-cone", "/*", "!measurement"]);
    assert!(!scene.exists(&format!("{SPEC}/measurement")));
    assert_eq!(reasons(scene.archive()), [format!("committed hidden_edit {SPEC}/measurement/list.md")]);
    scene.repository.git(&["sparse-checkout", "set", "--no-cone", "/*", "!0042-sample"]);
    fs::create_dir_all(scene.path("docs/specs")).unwrap();
    assert_eq!(reasons(scene.archive()), [format!("spec spec_not_found {SPEC}/_prd.md")]);
}

/// A-15: a document that is not checked out cannot be rewritten, and is not overlooked.
#[test]
fn documents_outside_a_sparse_checkout() {
    let scene = Scene::finished();
    scene.commit(&[("far/guide.md", "\n[l](../docs/specs/0042-sample/measurement/list.md)\n")]);
    scene.repository.git(&["sparse-checkout", "set", "docs"]);
    assert!(!scene.exists("far"));
    let report = scene.archive().unwrap().report;
    let warned: Vec<_> = report.warnings.iter().map(cairn_spec::warning::Warning::line).collect();
    let target = "../docs/specs/0042-sample/measurement/list.md";
    assert_eq!(warned, [format!("far/guide.md:2: {target}: still cites the Spec")]);
    assert!(report.relinked.is_empty() && report.promoted.is_empty() && !scene.exists("far"));
}

/// A-14: git was told to overlook edits of a document; the edit is seen all the same.
#[test]
fn hidden_edits_of_a_document() {
    let scene = Scene::finished();
    let text = "[l](specs/0042-sample/measurement/list.md)\n";
    scene.commit(&[("docs/guide.md", text), ("docs/other.md", text)]);
    scene.repository.git(&["update-index", "--assume-unchanged", "docs/guide.md", "docs/other.md"]);
    scene.repository.write("docs/guide.md", format!("{text}edited\n"));
    assert_eq!(reasons(scene.archive()), ["relink live_document_dirty docs/guide.md"]);
    scene.repository.write("docs/guide.md", text);
    assert_eq!(scene.archive().unwrap().report.relinked, ["docs/guide.md", "docs/other.md"]);
}

/// A-63: names that differ in case alone would be one file elsewhere; a name that is no UTF-8 cannot be recorded.
#[test]
fn odd_names() {
    let scene = Scene::finished();
    scene.commit(&[("docs/specs/0042-sample/qa/evidence/LIST.md", "x\n")]);
    let promote = vec!["measurement/list.md".to_owned(), "qa/evidence/LIST.md".to_owned()];
    let request = ArchiveRequest { promote, ..ArchiveRequest::default() };
    let collision = reasons(archive(&scene.context(), &request));
    assert_eq!(collision, ["promote promotion_collision docs/references/list.md"]);
    let odd = scene.path(SPEC).join(OsStr::from_bytes(b"odd\xff name\n.bin"));
    fs::write(&odd, b"\0\xff").unwrap();
    scene.commit(&[]);
    let before = scene.tree();
    scene.archive().unwrap();
    scene.unarchive(false).unwrap();
    assert_eq!(scene.tree(), before);
    assert_eq!(fs::read(&odd).unwrap(), b"\0\xff");
}

/// A-62: executable bits count where the file system has them, and only there.
#[test]
fn executable_bits() {
    let scene = Scene::finished();
    let tool = scene.path(&format!("{SPEC}/task_01.md"));
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(reasons(scene.archive()), [format!("committed uncommitted {SPEC}/task_01.md")]);
    scene.repository.git(&["config", "core.fileMode", "false"]);
    scene.archive().unwrap();
}

/// A-62: empty folders are named, since git does not keep them, and go with the rest.
#[test]
fn empty_folders() {
    let scene = Scene::finished();
    fs::create_dir(scene.path(&format!("{SPEC}/empty"))).unwrap();
    let report = scene.archive().unwrap().report;
    assert_eq!(report.warnings[0].code, "empty_folder");
    assert!(!scene.exists(SPEC) && scene.exists("docs/specs"));
}

/// G8: links on the way to a destination are never followed.
#[test]
fn links_on_the_way() {
    let scene = Scene::finished();
    let outside = scene.repository.beside("outside");
    fs::create_dir(&outside).unwrap();
    scene.commit(&[("docs/guide.md", "[l](specs/0042-sample/measurement/list.md)\n")]);
    symlink(&outside, scene.path("docs/history")).unwrap();
    symlink(&outside, scene.path("docs/references")).unwrap();
    scene.commit(&[]);
    assert_eq!(
        reasons(scene.archive()),
        ["destination archive_root_unsafe docs/history", "promote references_unsafe docs/references"]
    );
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
    let context = scene.context();
    assert_eq!(SpecRepository::open(&context).unwrap().list(false, &Nobody).unwrap().len(), 1);
}

/// A-40: ignored by each of the three kinds of files; every one is listed, also inside an ignored folder.
#[test]
fn ignored_in_every_way() {
    let scene = Scene::finished();
    let global = scene.repository.beside("ignore");
    fs::write(&global, "*.tmp\n").unwrap();
    scene.repository.git(&["config", "core.excludesFile", global.to_str().unwrap()]);
    fs::write(scene.path(".git/info/exclude"), "cache/\n").unwrap();
    scene.commit(&[(".gitignore", "*.log\n")]);
    for name in ["a.log", "b.tmp", "cache/deep/one", "cache/two"] {
        scene.repository.write(&format!("{SPEC}/{name}"), "x");
    }
    let before = scene.tree();
    let expected = ["a.log", "b.tmp", "cache/deep/one", "cache/two"];
    let expected = expected.map(|name| format!("ignored ignored_file {SPEC}/{name}"));
    assert_eq!(reasons(scene.archive()), expected);
    assert_eq!(reasons(scene.cancel("x")), expected);
    assert_eq!(scene.tree(), before);
}

/// A-10: what another active Spec cites is rewritten there; `list` tells for each whether it could be archived now.
#[test]
fn several_specs() {
    let scene = Scene::finished();
    scene.write_spec("docs/specs/0043-next");
    scene.write_spec("docs/specs/0044-open");
    scene.commit(&[
        ("docs/specs/0043-next/notes.md", "[l](../0042-sample/measurement/list.md)\n"),
        ("docs/specs/0044-open/task_01.md", "---\nstatus: pending\ntype: docs\n---\n"),
    ]);
    let context = scene.context();
    let repository = SpecRepository::open(&context).unwrap();
    let listed = repository.list(true, &Nobody).unwrap();
    let archivable: Vec<_> = listed.iter().map(|one| (one.slug.as_str(), one.archivable)).collect();
    let expected = [("0042-sample", Some(true)), ("0043-next", Some(true)), ("0044-open", Some(false))];
    assert_eq!(archivable, expected);
    // Both would promote a `list.md`, so after the first the second one has to wait.
    scene.archive().unwrap();
    assert_eq!(scene.text("docs/specs/0043-next/notes.md"), "[l](../../references/list.md)\n");
    let next = repository.list(true, &Nobody).unwrap();
    assert_eq!(next.iter().find(|one| one.slug.as_str() == "0043-next").unwrap().archivable, Some(false));
    assert_eq!(slug().as_str(), "0042-sample");
    assert!(scene.exists(RECORD));
}

/// cairn 4: a Spec without a Task Graph is young, one with a broken graph is doubtful.
#[test]
fn specs_without_a_graph_in_the_status() {
    let scene = Scene { repository: TestRepository::new() };
    let prd = "---\nstatus: active\n---\n\n# Young\n";
    scene.commit(&[("docs/specs/0001-young/_prd.md", prd), ("docs/specs/0002-broken/_prd.md", prd)]);
    scene.repository.write("docs/specs/0002-broken/_tasks.md", "none\n");
    scene.write_spec("docs/specs/0003-done");
    let context = scene.context();
    let status = Workplace::find(&context, Request::default()).unwrap().unwrap().status().unwrap();
    let tasks: Vec<_> = status.specs.iter().map(|one| one.tasks.map(|tasks| tasks.total)).collect();
    assert_eq!(tasks, [None, None, Some(2)]);
    let doubts: Vec<_> = status.doubts.iter().map(|doubt| doubt.message.as_str()).collect();
    assert_eq!(doubts.len(), 1);
    assert!(doubts[0].contains("0002-broken"), "{doubts:?}");
}
