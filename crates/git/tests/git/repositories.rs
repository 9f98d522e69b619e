//! Which repository a folder belongs to, and what kind it is.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};

use bstr::BStr;
use cairn_git::{Error, Git, ObjectFormat, Repository};
use cairn_testkit::repository::TestRepository;
use cairn_text::git_arguments::Caller;

use crate::{at, every_format, git, id, open, open_at, with_one_file};

#[test]
fn a_folder_below_the_root_leads_to_it() {
    let scene = with_one_file();
    let repository = open_at(&scene, &scene.root().join("docs"));
    assert_eq!(repository.work_tree(), Some(scene.root()));
    assert_eq!(repository.git_dir(), scene.root().join(".git"));
    assert_eq!(repository.common_dir(), repository.git_dir());
    let flags = (
        repository.is_bare(),
        repository.is_shallow(),
        repository.is_sparse(),
        repository.is_linked_work_tree(),
    );
    assert_eq!(flags, (false, false, false, false));
}

#[test]
fn a_folder_outside_has_none() {
    let scene = TestRepository::folder();
    assert!(Repository::discover(&git(&scene, &[], Caller::Ordinary), scene.root()).unwrap().is_none());
}

#[test]
fn a_broken_repository_is_an_error_and_not_none() {
    let scene = TestRepository::folder();
    scene.write(".git", "gitdir: nowhere\n");
    match Repository::discover(&git(&scene, &[], Caller::Ordinary), scene.root()) {
        Err(Error::Failed { operation, message, .. }) => {
            assert_eq!(operation, "rev-parse");
            assert!(message.contains("nowhere"), "{message}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn formats_are_known() {
    let formats: Vec<_> = every_format().iter().map(|scene| open(scene).object_format()).collect();
    assert_eq!(formats[..2], [ObjectFormat::Sha1, ObjectFormat::Sha256]);
}

#[test]
fn linked_work_trees_share_the_common_folder() {
    let scene = with_one_file();
    let linked = scene.beside("linked");
    scene.git(&["worktree", "add", "--quiet", "-b", "side", linked.to_str().unwrap()]);
    let repository = open_at(&scene, &linked);
    assert!(repository.is_linked_work_tree());
    assert_eq!(repository.work_tree(), Some(linked.as_path()));
    assert_eq!(repository.common_dir(), scene.root().join(".git"));
    assert_eq!(repository.git_dir(), scene.root().join(".git/worktrees/linked"));
    assert_eq!(repository.head().unwrap().branch.unwrap(), "side");
}

#[test]
fn bare_shallow_and_sparse_are_told() {
    let scene = with_one_file();
    scene.commit_all(1, "second");
    let url = format!("file://{}", scene.root().display());
    let (bare, shallow) = (scene.beside("bare"), scene.beside("shallow"));
    scene.git(&["clone", "--quiet", "--bare", &url, bare.to_str().unwrap()]);
    scene.git(&["clone", "--quiet", "--depth=1", &url, shallow.to_str().unwrap()]);
    let bare = open_at(&scene, &bare);
    assert!(bare.is_bare());
    assert!(matches!(bare.status::<&BStr>(&[]), Err(Error::Bare { .. })));
    assert_eq!(bare.tree(&bare.head().unwrap().commit.unwrap(), at("")).unwrap().len(), 1);
    let shallow = open_at(&scene, &shallow);
    assert!(shallow.is_shallow());
    let first = id(&scene.git(&["rev-parse", "HEAD~"]));
    assert!(!shallow.has_commit(&first).unwrap());
    scene.git(&["config", "core.sparseCheckout", "true"]);
    assert!(open(&scene).is_sparse());
}

#[test]
fn paths_with_line_feeds_are_whole() {
    let scene = TestRepository::folder();
    let odd = scene.root().join("a\nb");
    fs::create_dir(&odd).unwrap();
    scene.git(&["init", "--quiet", odd.to_str().unwrap()]);
    let repository = open_at(&scene, &odd);
    assert_eq!(repository.work_tree(), Some(odd.as_path()));
    assert_eq!(repository.common_dir(), odd.join(".git"));
    let bytes = scene.root().join(std::ffi::OsStr::from_bytes(b"\xff\xfe"));
    fs::rename(&odd, &bytes).unwrap();
    assert_eq!(open_at(&scene, &bytes).work_tree(), Some(bytes.as_path()));
}

#[test]
fn git_is_found_outside_the_current_folder_alone() {
    let scene = TestRepository::folder();
    let planted = scene.root().join("git");
    fs::write(&planted, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&planted, fs::Permissions::from_mode(0o755)).unwrap();
    // A link outside that leads to the planted program is no better.
    let folder = scene.beside("bin");
    fs::create_dir(&folder).unwrap();
    symlink(&planted, folder.join("git")).unwrap();
    let find = |path: &str| Git::find(path.as_ref(), scene.root(), &[], Caller::Ordinary);
    let real = std::env::var("PATH").unwrap();
    assert!(find(&format!("{}:.::bin:{}", scene.root().display(), folder.display())).is_none());
    let found = find(&format!("{}:{}:{real}", folder.display(), scene.root().display())).unwrap();
    assert!(!found.program().starts_with(scene.root()) && found.program().is_absolute());
    assert!(find("/nonexistent").is_none());
}

/// G8: variables left over in the environment do not lead to another repository; those of a hook do lead to its own.
#[test]
fn variables_of_a_hook_hold_for_its_repository() {
    let scene = with_one_file();
    let other = scene.beside("other");
    scene.git(&["init", "--quiet", other.to_str().unwrap()]);
    let stray = [("GIT_DIR", other.join(".git").display().to_string())];
    let stray: Vec<_> = stray.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let found = Repository::discover(&git(&scene, &stray, Caller::Ordinary), scene.root()).unwrap().unwrap();
    assert_eq!(found.work_tree(), Some(scene.root()));
    let hook = [("GIT_DIR", ".git"), ("GIT_INDEX_FILE", ".git/other-index")];
    let hook = git(&scene, &hook, Caller::Hook);
    let below = Repository::discover(&hook, &scene.root().join("docs")).unwrap().unwrap();
    assert_eq!(below.work_tree(), Some(scene.root()));
    // Another index: there everything is deleted, and the file on disk unknown.
    let words: Vec<_> = below.status::<&BStr>(&[]).unwrap().iter().map(|change| change.word()).collect();
    assert_eq!(words, ["deleted", "untracked"]);
    let outside = Repository::discover(&hook, &other).unwrap().unwrap();
    assert_eq!(outside.work_tree(), Some(other.as_path()));
    assert!(outside.status::<&BStr>(&[]).unwrap().is_empty());
}
