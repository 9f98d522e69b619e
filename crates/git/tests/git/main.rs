//! Facts of real repositories, made for each test and thrown away.

#![allow(clippy::disallowed_methods, reason = "prepares and judges files of throw-away repositories")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may say what must hold by panicking"
)]

mod commits;
mod contents;
mod head;
mod history;
mod hostile;
mod repositories;
mod work_tree;

use std::ffi::OsString;
use std::path::Path;

use bstr::BStr;
use cairn_git::{Git, ObjectId, Repository};
use cairn_testkit::repository::TestRepository;
use cairn_text::git_arguments::Caller;

/// The program, as the product would find it from `scene`, with more variables.
fn git(scene: &TestRepository, more: &[(&str, &str)], caller: Caller) -> Git {
    let mut environment: Vec<(OsString, OsString)> =
        scene.environment().into_iter().map(|(name, value)| (name.into(), value.into())).collect();
    environment.extend(more.iter().map(|(name, value)| (name.into(), value.into())));
    let search_path = std::env::var_os("PATH").unwrap();
    Git::find(&search_path, scene.root(), &environment, caller).unwrap()
}

/// The repository of `folder`.
fn open_at(scene: &TestRepository, folder: &Path) -> Repository {
    Repository::discover(&git(scene, &[], Caller::Ordinary), folder).unwrap().unwrap()
}

/// The repository of `scene`.
fn open(scene: &TestRepository) -> Repository {
    open_at(scene, scene.root())
}

fn id(text: &str) -> ObjectId {
    ObjectId::parse(text).unwrap()
}

/// `path` as git gives it.
fn at(path: &str) -> &BStr {
    BStr::new(path)
}

/// Every path of the work tree.
const ALL: &[&BStr] = &[];

/// One file, committed.
fn with_one_file() -> TestRepository {
    let scene = TestRepository::new();
    scene.write("docs/a.md", "one\n");
    scene.commit_all(0, "first");
    scene
}

/// Both formats of object names, and both ways to store references where this git knows them.
fn every_format() -> Vec<TestRepository> {
    let reftable = TestRepository::folder();
    let known = reftable.run(0, &["init", "--quiet", "--initial-branch=main", "--ref-format=reftable"]);
    let mut scenes = vec![TestRepository::new(), TestRepository::with(&["--object-format=sha256"])];
    if known.status.success() {
        scenes.push(reftable);
    } else {
        eprintln!("this git knows no reftable; not covered");
    }
    scenes
}
