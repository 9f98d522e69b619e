//! The one act, and the clone's own configuration.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use cairn_git::{Error, Repository};
use cairn_testkit::repository::TestRepository;
use cairn_text::git_arguments::Caller;

use crate::{ALL, at, every_format, git, id, open, with_one_file};

/// What a commit says about itself: subject, then `status path` lines.
fn shown(scene: &TestRepository) -> String {
    scene.git(&["show", "--format=%an: %B", "--name-status", "--no-renames", "HEAD"])
}

/// exactly the given paths are committed; other edits stay as they are.
#[test]
fn a60_exactly_the_given_paths() {
    for scene in every_format() {
        scene.write("f/gone", "x");
        scene.write("edited", "x");
        scene.write("other", "x");
        scene.commit_all(0, "first");
        fs::remove_dir_all(scene.root().join("f")).unwrap();
        scene.write("edited", "y");
        scene.write("other", "unstaged edit");
        scene.write("new/[x] *.md", "new");
        scene.write("new/b.md", "not ours");
        let repository = open(&scene);
        let paths = [at("f/gone"), at("edited"), at("new/[x] *.md")];
        let commit = repository.commit(&paths, "docs: archive 0042-sample").unwrap();
        assert_eq!(commit, id(&scene.git(&["rev-parse", "HEAD"])));
        let expected = "Case: docs: archive 0042-sample\n\n\nM\tedited\nD\tf/gone\nA\tnew/[x] *.md";
        assert_eq!(shown(&scene), expected);
        let left: Vec<_> = repository
            .status(ALL)
            .unwrap()
            .iter()
            .map(|change| format!("{} {}", change.word(), change.path))
            .collect();
        assert_eq!(
            left,
            ["modified other", "untracked new/b.md"].map(str::to_owned).into_iter().rev().collect::<Vec<_>>()
        );
    }
}

#[test]
fn something_else_staged_is_never_committed() {
    let scene = with_one_file();
    scene.write("staged", "x");
    scene.git(&["add", "staged"]);
    scene.write("ours", "x");
    match open(&scene).commit(&[at("ours")], "docs: x") {
        Err(Error::StagedElsewhere { path, .. }) => assert_eq!(path, "staged"),
        other => panic!("{other:?}"),
    }
    assert_eq!(scene.git(&["log", "--format=%s"]), "first");
}

/// the user's hooks run, and one that refuses leaves the paths staged.
#[test]
fn a60_the_users_hooks_run() {
    let scene = with_one_file();
    let hook = scene.root().join(".git/hooks/commit-msg");
    fs::create_dir_all(hook.parent().unwrap()).unwrap();
    fs::write(&hook, "#!/bin/sh\necho \"$USERS_OWN\" >&2\necho trailer >> \"$1\"\n").unwrap();
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).unwrap();
    scene.write("a", "x");
    open(&scene).commit(&[at("a")], "docs: a").unwrap();
    assert_eq!(scene.git(&["log", "-1", "--format=%B"]).trim(), "docs: a\ntrailer");
    fs::write(&hook, "#!/bin/sh\necho \"refused by $USERS_OWN\" >&2\nexit 1\n").unwrap();
    scene.write("b", "x");
    let program = git(&scene, &[("USERS_OWN", "me")], Caller::Ordinary);
    let repository = Repository::discover(&program, scene.root()).unwrap().unwrap();
    match repository.commit(&[at("b")], "docs: b") {
        Err(Error::Failed { operation, message, .. }) => {
            assert_eq!((operation.as_str(), message.as_str()), ("commit", "refused by me"));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(repository.staged_paths().unwrap(), ["b"]);
}

/// the identity of the environment is the commit's, and one that is missing is an error.
#[test]
fn a60_the_users_identity() {
    let scene = with_one_file();
    scene.write("a", "x");
    let more = [("GIT_AUTHOR_NAME", "Someone Else")];
    let repository =
        Repository::discover(&git(&scene, &more, Caller::Ordinary), scene.root()).unwrap().unwrap();
    repository.commit(&[at("a")], "docs: a").unwrap();
    assert!(shown(&scene).starts_with("Someone Else: docs: a"));
    scene.write("b", "x");
    let more = [("GIT_AUTHOR_NAME", ""), ("GIT_AUTHOR_EMAIL", "")];
    let repository =
        Repository::discover(&git(&scene, &more, Caller::Ordinary), scene.root()).unwrap().unwrap();
    assert!(repository.commit(&[at("b")], "docs: b").is_err());
}

#[test]
fn own_configuration_is_set_and_taken_back() {
    let scene = with_one_file();
    let before = fs::read(scene.root().join(".git/config")).unwrap();
    let mut repository = open(&scene);
    let value = at("cairn merge-driver %O %A %B -L %L -P %P -S %S -X %X -Y %Y");
    assert_eq!(repository.own_configuration("merge.cairn.driver").unwrap(), None);
    repository.set_configuration("merge.cairn.driver", value).unwrap();
    repository.set_configuration("merge.cairn.driver", value).unwrap();
    assert_eq!(repository.own_configuration("merge.cairn.driver").unwrap().unwrap(), value);
    assert_eq!(repository.configuration().get("merge.cairn.driver"), Some(value));
    assert_eq!(scene.git(&["config", "--get-all", "merge.cairn.driver"]), value.to_string());
    assert!(repository.unset_configuration("merge.cairn.driver").unwrap());
    assert!(!repository.unset_configuration("merge.cairn.driver").unwrap());
    assert_eq!(fs::read(scene.root().join(".git/config")).unwrap(), before);
}

#[test]
fn hooks_folder_is_where_git_looks() {
    let scene = with_one_file();
    assert_eq!(open(&scene).hooks_folder().unwrap(), scene.root().join(".git/hooks"));
    scene.git(&["config", "core.hooksPath", ".githooks"]);
    assert_eq!(open(&scene).hooks_folder().unwrap(), scene.root().join(".githooks"));
    scene.git(&["config", "core.hooksPath", "~/hooks"]);
    assert_eq!(open(&scene).hooks_folder().unwrap(), scene.beside("hooks"));
}
