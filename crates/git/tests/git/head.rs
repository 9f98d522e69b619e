//! HEAD, read directly and asked: both say the same.

use std::fs;
use std::os::unix::fs::symlink;

use cairn_git::head_of_root;
use cairn_testkit::repository::TestRepository;
use cairn_text::git_arguments::Caller;

use crate::{every_format, git, id, open, with_one_file};

/// What the files say, what git says, and that they agree.
fn check(scene: &TestRepository, expected: Option<&str>) {
    let git = git(scene, &[], Caller::Ordinary);
    assert_eq!(head_of_root(|| Some(git.clone()), scene.root()).unwrap(), expected.map(id));
    assert_eq!(open(scene).head().unwrap().commit, expected.map(id));
}

/// S-26: the commit of the project's own repository, however its references are kept.
#[test]
fn s26_every_way_to_keep_a_reference() {
    for scene in every_format() {
        check(&scene, None);
        scene.write("a", "1");
        let first = scene.commit_all(0, "first");
        check(&scene, Some(&first));
        scene.git(&["pack-refs", "--all"]);
        check(&scene, Some(&first));
        scene.write("a", "2");
        let second = scene.commit_all(1, "second");
        check(&scene, Some(&second));
        scene.git(&["branch", "team/next"]);
        scene.git(&["symbolic-ref", "refs/heads/alias", "refs/heads/team/next"]);
        scene.git(&["symbolic-ref", "HEAD", "refs/heads/alias"]);
        check(&scene, Some(&second));
        scene.git(&["checkout", "--quiet", "--detach", &first]);
        check(&scene, Some(&first));
        scene.git(&["checkout", "--quiet", "--orphan", "empty"]);
        check(&scene, None);
    }
}

/// S-26: only the folder that itself holds `.git` has one.
#[test]
fn s26_only_the_root_itself() {
    let scene = with_one_file();
    let git = git(&scene, &[], Caller::Ordinary);
    assert_eq!(head_of_root(|| Some(git.clone()), &scene.root().join("docs")).unwrap(), None);
    // A `.git` that is no repository is passed over by git on its way up; the outer commit is not this folder's.
    fs::create_dir(scene.root().join("docs/.git")).unwrap();
    assert_eq!(head_of_root(|| Some(git.clone()), &scene.root().join("docs")).unwrap(), None);
}

/// S-26: a linked work tree has its own HEAD, and the branches of all.
#[test]
fn s26_linked_work_trees_and_submodule_files() {
    let scene = with_one_file();
    let linked = scene.beside("linked");
    scene.git(&["worktree", "add", "--quiet", "-b", "side", linked.to_str().unwrap()]);
    let expected = Some(id(&scene.git(&["rev-parse", "HEAD"])));
    assert_eq!(head_of_root(|| None, &linked).unwrap(), expected);
    scene.git(&["pack-refs", "--all"]);
    assert_eq!(head_of_root(|| None, &linked).unwrap(), expected);
}

#[test]
fn without_git_only_plain_files_speak() {
    for scene in every_format() {
        scene.write("a", "1");
        let first = scene.commit_all(0, "first");
        let direct = head_of_root(|| None, scene.root()).unwrap();
        let plain = !scene.root().join(".git/reftable").exists();
        assert_eq!(direct, plain.then(|| id(&first)));
    }
}

#[test]
fn odd_files_are_left_to_git() {
    let scene = with_one_file();
    let first = scene.git(&["rev-parse", "HEAD"]);
    let head = scene.root().join(".git/HEAD");
    fs::rename(&head, scene.root().join(".git/REAL")).unwrap();
    symlink("refs/heads/main", &head).unwrap();
    check(&scene, Some(&first));
    fs::remove_file(&head).unwrap();
    fs::write(&head, "ref: refs/heads/../../../outside\n").unwrap();
    assert_eq!(head_of_root(|| None, scene.root()).unwrap(), None);
}

#[test]
fn branches_are_named_short() {
    let scene = with_one_file();
    scene.git(&["checkout", "--quiet", "-b", "team/next"]);
    assert_eq!(open(&scene).head().unwrap().branch.unwrap(), "team/next");
    scene.git(&["checkout", "--quiet", "--detach"]);
    assert_eq!(open(&scene).head().unwrap().branch, None);
}
