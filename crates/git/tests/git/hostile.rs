//! G8: nothing that a repository names is executed while it is asked.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use cairn_git::{Error, Repository, head_of_root};
use cairn_testkit::repository::TestRepository;
use cairn_text::git_arguments::Caller;

use crate::{ALL, at, git, id, open, open_at};

/// A repository whose every configurable program is a trap that leaves a file behind.
fn trapped() -> (TestRepository, PathBuf) {
    let scene = TestRepository::new();
    let sprung = scene.beside("sprung");
    let trap = scene.beside("trap");
    fs::write(&trap, format!("#!/bin/sh\necho \"$0 $@\" >> '{}'\ncat\n", sprung.display())).unwrap();
    fs::set_permissions(&trap, fs::Permissions::from_mode(0o755)).unwrap();
    let trap = trap.to_str().unwrap().to_owned();
    scene.write("a.md", "one\n");
    scene.write("filtered.md", "one\n");
    scene.commit_all(0, "first");
    scene.git(&["tag", "--annotate", "--message=x", "v1"]);
    scene.write(
        ".gitattributes",
        "filtered.md filter=trap diff=trap\n*.md diff=trap\nother.md filter=daemon\n",
    );
    let programs = [
        "core.fsmonitor",
        "core.pager",
        "core.editor",
        "core.sshCommand",
        "core.askPass",
        "core.alternateRefsCommand",
        "diff.external",
        "diff.trap.command",
        "diff.trap.textconv",
        "filter.trap.clean",
        "filter.trap.smudge",
        "filter.daemon.process",
        "gpg.program",
        "gpg.ssh.program",
        "credential.helper",
        "uploadpack.packObjectsHook",
        "pager.status",
        "pager.log",
        "interactive.diffFilter",
        "sequence.editor",
        "trace2.normalTarget",
    ];
    for key in programs {
        scene.git(&["config", key, &trap]);
    }
    for (key, value) in [
        ("filter.trap.required", "true"),
        ("filter.daemon.required", "true"),
        ("log.showSignature", "true"),
        ("log.follow", "true"),
        ("core.untrackedCache", "true"),
        ("core.hooksPath", scene.beside("hooks").to_str().unwrap()),
    ] {
        scene.git(&["config", key, value]);
    }
    fs::create_dir(scene.beside("hooks")).unwrap();
    for hook in
        ["post-index-change", "pre-commit", "reference-transaction", "post-checkout", "fsmonitor-watchman"]
    {
        fs::copy(&trap, scene.beside("hooks").join(hook)).unwrap();
    }
    // Only now, so that the traps are set and the files look touched.
    scene.write("filtered.md", "two\n");
    scene.write("other.md", "x\n");
    let _preparation = fs::remove_file(&sprung);
    (scene, sprung)
}

/// G8
#[test]
fn g8_no_question_executes_anything() {
    let (scene, sprung) = trapped();
    let index = fs::read(scene.root().join(".git/index")).unwrap();
    let repository = open(&scene);
    let head = repository.head().unwrap().commit.unwrap();
    let words: Vec<_> = repository
        .status(ALL)
        .unwrap()
        .iter()
        .map(|change| format!("{} {}", change.word(), change.path))
        .collect();
    assert_eq!(words, ["untracked .gitattributes", "modified filtered.md", "untracked other.md"]);
    repository.staged_paths().unwrap();
    repository.tracked(ALL).unwrap();
    repository.hidden_edits(ALL).unwrap();
    repository.ignored_files(ALL).unwrap();
    repository.untracked_files(ALL).unwrap();
    repository.ignore_rules(&[at("x.md")]).unwrap();
    let tree = repository.tree(&head, at("")).unwrap();
    let mut blobs = repository.blobs().unwrap();
    for entry in &tree {
        blobs.fidelity(&entry.id, entry.path.as_ref(), b"other").unwrap();
    }
    repository.operation().unwrap();
    repository.default_branch().unwrap();
    repository.is_reachable(&head, &head).unwrap();
    repository.is_on_a_tag(&head).unwrap();
    repository.pull_requests_with(&head).unwrap();
    repository.versions(at("a.md")).unwrap();
    repository.additions_and_deletions(ALL).unwrap();
    repository.newest_places(&head, &[(at("a.md"), None)]).unwrap();
    repository.newest_places_on_tags(&[(at("a.md"), None)]).unwrap();
    repository.hooks_folder().unwrap();
    head_of_root(|| Some(repository.git().clone()), scene.root()).unwrap();
    assert_eq!(fs::read_to_string(&sprung).unwrap_or_default(), "");
    assert_eq!(fs::read(scene.root().join(".git/index")).unwrap(), index, "the index is not refreshed");
}

/// G8: the trap does spring when git is asked in the ordinary way, so the test above proves something.
#[test]
fn g8_the_traps_are_real() {
    let (scene, sprung) = trapped();
    scene.run(0, &["status"]);
    assert!(fs::read_to_string(&sprung).unwrap().contains("trap"));
}

/// G8: a filter that cannot be switched off is refused, not started.
#[test]
fn g8_a_filter_with_an_odd_name_is_refused() {
    let (scene, sprung) = trapped();
    let trap = scene.beside("trap").display().to_string();
    let config = scene.root().join(".git/config");
    let text = fs::read_to_string(&config).unwrap();
    fs::write(&config, format!("{text}[filter \"a=b\"]\n\tclean = {trap}\n")).unwrap();
    let found = Repository::discover(&git(&scene, &[], Caller::Ordinary), scene.root());
    assert!(matches!(&found, Err(Error::Filter { name, .. }) if name == "a=b"), "{found:?}");
    assert!(!sprung.exists());
}

/// G8: variables of the environment that would start programs or redirect git are taken away.
#[test]
fn g8_variables_are_taken_away() {
    let (scene, sprung) = trapped();
    let trap = scene.beside("trap").display().to_string();
    let more = [
        ("GIT_EXTERNAL_DIFF", trap.as_str()),
        ("GIT_PAGER", &trap),
        ("GIT_SSH_COMMAND", &trap),
        ("GIT_CONFIG_COUNT", "1"),
        ("GIT_CONFIG_KEY_0", "core.fsmonitor"),
        ("GIT_CONFIG_VALUE_0", &trap),
        ("GIT_OBJECT_DIRECTORY", "/nowhere"),
        ("GIT_INDEX_FILE", "/nowhere"),
    ];
    let repository =
        Repository::discover(&git(&scene, &more, Caller::Ordinary), scene.root()).unwrap().unwrap();
    assert_eq!(repository.status(ALL).unwrap().len(), 3);
    assert!(!sprung.exists());
}

/// G8: a partial clone fetches nothing; what is not here is missing.
#[test]
fn g8_nothing_is_fetched() {
    let scene = TestRepository::new();
    scene.write("a.md", "one\n");
    let commit = id(&scene.commit_all(0, "first"));
    scene.git(&["config", "uploadpack.allowFilter", "true"]);
    let clone = scene.beside("clone");
    let url = format!("file://{}", scene.root().display());
    scene.git(&["clone", "--quiet", "--no-checkout", "--filter=blob:none", &url, clone.to_str().unwrap()]);
    let repository = open_at(&scene, &clone);
    let blob = repository.objects_at(&[(&commit, at("a.md"))]).unwrap();
    let name = id(&scene.git(&["rev-parse", "HEAD:a.md"]));
    assert_eq!(blob, [None], "looking for it must not bring it here");
    assert_eq!(repository.blobs().unwrap().get(&name).unwrap(), None);
    assert!(
        !scene
            .run(0, &["-C", clone.to_str().unwrap(), "cat-file", "--batch-all-objects", "--batch-check"])
            .stdout
            .windows(40)
            .any(|window| window == name.as_str().as_bytes())
    );
}

/// G8: replace references show other bytes than were named; they are not followed.
#[test]
fn g8_replaced_objects_are_not_followed() {
    let scene = TestRepository::new();
    scene.write("a.md", "true\n");
    scene.write("b.md", "false\n");
    let commit = id(&scene.commit_all(0, "first"));
    let (real, other) = (scene.git(&["rev-parse", "HEAD:a.md"]), scene.git(&["rev-parse", "HEAD:b.md"]));
    scene.git(&["replace", &real, &other]);
    let repository = open(&scene);
    let entry = &repository.tree(&commit, at("a.md")).unwrap()[0];
    assert_eq!(repository.blobs().unwrap().get(&entry.id).unwrap().unwrap(), b"true\n");
}
