//! The rules of `cairn check` about history in other kinds of repositories: linked work trees, clones that have only a part of it,
//! names that git would quote; and how often git is asked.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use cairn_project::location::Request;
use cairn_project::specs::{Nobody, SpecRepository};
use cairn_project::workplace::Workplace;
use cairn_testkit::repository::TestRepository;

use crate::check_history::{archive, archived, edit, edited, found, found_in, remove};
use crate::scene::{RECORD, Scene};

fn clone(origin: &Scene, options: &[&str]) -> Scene {
    origin.repository.git(&["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", origin.root().display());
    let repository = TestRepository::folder();
    repository.git(&[&["clone", "--quiet"], options, &[&url, "."]].concat());
    Scene { repository }
}

/// A-71: names that git would quote.
#[test]
fn names_beyond_ascii() {
    let scene = Scene { repository: TestRepository::new() };
    let slug = cairn_spec::Slug::new("0042-日本 \"é\"").unwrap();
    let (spec, record) = (format!("docs/specs/{slug}"), format!("docs/history/specs/{slug}.md"));
    scene.write_spec(&spec);
    scene.repository.commit_all(0, "base");
    let context = scene.context();
    SpecRepository::open(&context).unwrap().archive(&slug, &Default::default(), &Nobody).unwrap();
    scene.repository.commit_all(10, "archive");
    assert!(found(&scene).is_empty());
    scene.repository.write(&record, scene.text(&record).replace("qa_verdict: pass", "qa_verdict: fail"));
    scene.repository.commit_all(20, "edit");
    assert_eq!(found(&scene), [format!("record-edited warning {record}:1")]);
    scene.write_spec("docs/specs/0043-été");
    scene.repository.commit_all(30, "another");
    remove(&scene, "docs/specs/0043-été");
    scene.repository.commit_all(40, "gone");
    assert_eq!(found(&scene)[1..], ["spec-left-without-record warning docs/specs/0043-été:1".to_owned()]);
}

/// A-71: both kinds of object names.
#[test]
fn long_object_names() {
    let scene = Scene::in_repository(TestRepository::with(&["--object-format=sha256"]));
    scene.write_spec("docs/specs/0043-lost");
    scene.repository.commit_all(10, "another");
    archive(&scene, 20);
    remove(&scene, "docs/specs/0043-lost");
    scene.repository.commit_all(30, "gone");
    edit(&scene);
    scene.repository.commit_all(40, "edit");
    let lost = "spec-left-without-record warning docs/specs/0043-lost:1".to_owned();
    assert_eq!(found(&scene), [edited(), lost]);
}

/// Cairn 11: each linked work tree has a history of its own.
#[test]
fn linked_work_trees() {
    let scene = archived();
    let linked = scene.repository.beside("linked");
    scene.repository.git(&["worktree", "add", "--quiet", "-b", "side", linked.to_str().unwrap()]);
    assert!(found_in(&scene, &linked).is_empty());
    let record = linked.join(RECORD);
    fs::write(&record, fs::read_to_string(&record).unwrap().replace("qa_verdict: pass", "qa_verdict: fail"))
        .unwrap();
    assert_eq!(found_in(&scene, &linked), [edited()]);
    assert!(found(&scene).is_empty(), "the main work tree is another one");
    let path = linked.to_str().unwrap();
    scene.repository.git(&["-C", path, "rm", "--quiet", "--force", RECORD]);
    scene.repository.git(&["-C", path, "commit", "--quiet", "--message", "without the record"]);
    assert!(found_in(&scene, &linked).is_empty());
    edit(&scene);
    scene.repository.commit_all(80, "edit");
    assert_eq!(found(&scene), [edited()]);
    assert!(found_in(&scene, &linked).is_empty());
}

/// Cairn 11: in a shallow clone nothing follows from what is cut off; what happened since is seen.
#[test]
fn shallow_clones() {
    let origin = archived();
    origin.write_spec("docs/specs/0043-lost");
    origin.repository.commit_all(70, "another");
    remove(&origin, "docs/specs/0043-lost");
    edit(&origin);
    origin.repository.commit_all(80, "edit, and gone");
    origin.repository.write("more.md", "x\n");
    origin.repository.commit_all(90, "more");
    let lost = "spec-left-without-record warning docs/specs/0043-lost:1".to_owned();
    assert_eq!(found(&origin), [edited(), lost.clone()]);
    let missing = {
        let line =
            1 + origin.text(RECORD).lines().position(|line| line.starts_with("source_revision")).unwrap();
        format!("record-revision-missing info {RECORD}:{line}")
    };
    let scene = clone(&origin, &["--depth=1"]);
    assert_eq!(found(&scene), std::slice::from_ref(&missing), "both happened before");
    let record = scene.text(RECORD);
    scene.repository.write(RECORD, record.replace("qa_verdict: fail", "qa_verdict: pass"));
    scene.repository.commit_all(100, "edit");
    assert_eq!(found(&scene), [edited(), missing.clone()]);
    let deeper = clone(&origin, &["--depth=3"]);
    assert_eq!(found(&deeper), [edited(), missing, lost]);
}

/// Cairn 11: a clone that left contents out knows what is where, and never fetches; nothing follows from what is not here.
#[test]
fn partial_clones() {
    let origin = Scene::finished();
    origin.commit(&[("docs/specs/0042-sample/notes.md", "x\n")]);
    archive(&origin, 70);
    let commit = origin.repository.git(&["rev-parse", "HEAD~1"]);
    origin.write_spec("docs/specs/0043-lost");
    origin.repository.commit_all(80, "another");
    remove(&origin, "docs/specs/0043-lost");
    let text = format!("{}\nSee [it](docs/specs/0042-sample/notes.md@{commit}).\n", origin.text(RECORD));
    origin.repository.write(RECORD, text);
    origin.repository.commit_all(90, "edit, and gone");
    let lost = "spec-left-without-record warning docs/specs/0043-lost:1".to_owned();
    assert_eq!(found(&origin), [edited(), lost.clone()]);
    let scene = clone(&origin, &["--filter=blob:none"]);
    origin.repository.git(&["config", "uploadpack.allowFilter", "false"]);
    assert_eq!(found(&scene), [lost], "the record as it was added is not here");
}

/// Cairn 10: however many records there are, the same few processes of git, also where line ends are converted, and where a
/// number came later.
#[test]
fn the_number_of_calls_of_git() {
    let count = |records: usize, autocrlf: bool, numbered: bool| {
        let scene = Scene::finished();
        archive(&scene, 10);
        let record = scene.text(RECORD);
        for number in 0..records {
            let slug = format!("{number:04}-more");
            scene.repository.write(
                &format!("docs/history/specs/{slug}.md"),
                record.replace("spec: 0042-sample", &format!("spec: {slug}")),
            );
        }
        scene.repository.commit_all(20, "records");
        if numbered {
            for number in 0..records {
                let path = format!("docs/history/specs/{number:04}-more.md");
                let text = scene.text(&path).replacen("\n---\n\n", "\npull_request: \"7\"\n---\n\n", 1);
                scene.repository.write(&path, text);
            }
            scene.repository.commit_all(30, "numbers");
        }
        if autocrlf {
            scene.repository.git(&["config", "core.autocrlf", "true"]);
            scene.repository.git(&["rm", "-r", "--quiet", "--cached", "."]);
            scene.repository.git(&["reset", "--quiet", "--hard"]);
            assert!(scene.text(RECORD).contains("\r\n"), "the scene is converted");
        }
        calls(&scene)
    };
    for (autocrlf, numbered) in [(false, false), (false, true), (true, false), (true, true)] {
        let (few, many) = (count(2, autocrlf, numbered), count(40, autocrlf, numbered));
        // Processes that nobody came to ask may have been ended before they were counted: few of 38 that records would add.
        assert!(many <= few + 5, "{autocrlf} {numbered}: {few} {many}");
        assert!((5..25).contains(&many), "{many}");
    }
}

/// How often git is started by one check that finds nothing.
fn calls(scene: &Scene) -> usize {
    let bin = scene.repository.beside("bin");
    let log = scene.repository.beside("calls");
    fs::create_dir(&bin).unwrap();
    let path = std::env::var("PATH").unwrap();
    let script = format!("#!/bin/sh\necho call >> '{}'\nPATH='{path}' exec git \"$@\"\n", log.display());
    fs::write(bin.join("git"), script).unwrap();
    fs::set_permissions(bin.join("git"), fs::Permissions::from_mode(0o755)).unwrap();
    let mut context = scene.context();
    let mut variables = scene.repository.environment();
    variables.retain(|(name, _)| name != "PATH");
    variables.push(("PATH".to_owned(), format!("{}:{path}", bin.display())));
    context.environment = cairn_project::environment::Environment::from_variables(
        variables.into_iter().map(|(name, value)| (name.into(), value.into())),
    );
    let place = Workplace::find(&context, Request::default()).unwrap().unwrap();
    let found: Vec<_> = place.check().unwrap().findings.into_iter().map(|one| one.code).collect();
    assert!(found.is_empty(), "{found:?}");
    fs::read_to_string(log).unwrap().lines().count()
}
