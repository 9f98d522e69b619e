//! The default branch, reachability, places that keep a path, versions of a file.

use std::fs;

use bstr::BStr;
use cairn_git::{HistoryChangeKind, ObjectId, Repository};
use cairn_testkit::repository::TestRepository;

use crate::{at, every_format, id, open, open_at, with_one_file};

fn default_branch(repository: &Repository) -> Option<String> {
    repository.default_branch().unwrap().map(|branch| branch.reference.to_string())
}

/// the default branch is the remote's where there is one.
#[test]
fn a13_default_branch() {
    let scene = with_one_file();
    assert_eq!(default_branch(&open(&scene)).unwrap(), "refs/heads/main");
    scene.git(&["branch", "trunk"]);
    scene.git(&["config", "init.defaultBranch", "trunk"]);
    assert_eq!(default_branch(&open(&scene)).unwrap(), "refs/heads/trunk");
    scene.git(&["remote", "add", "fork", "/nowhere"]);
    scene.git(&["update-ref", "refs/remotes/fork/master", "HEAD"]);
    assert_eq!(default_branch(&open(&scene)).unwrap(), "refs/remotes/fork/master", "the only remote");
    scene.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
    assert_eq!(default_branch(&open(&scene)).unwrap(), "refs/remotes/origin/main");
    scene.git(&["update-ref", "refs/remotes/origin/dev", "HEAD"]);
    scene.git(&["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/dev"]);
    assert_eq!(default_branch(&open(&scene)).unwrap(), "refs/remotes/origin/dev");
    scene.git(&["remote", "add", "team", "/nowhere"]);
    scene.git(&["update-ref", "refs/remotes/team/main", "HEAD"]);
    scene.git(&["config", "branch.main.remote", "team"]);
    assert_eq!(default_branch(&open(&scene)).unwrap(), "refs/remotes/team/main");
    scene.git(&["config", "branch.main.pushRemote", "fork"]);
    assert_eq!(default_branch(&open(&scene)).unwrap(), "refs/remotes/fork/master");
    // A remote whose HEAD leads nowhere.
    scene.git(&["symbolic-ref", "refs/remotes/fork/HEAD", "refs/remotes/fork/gone"]);
    assert_eq!(default_branch(&open(&scene)).unwrap(), "refs/remotes/fork/master");
}

#[test]
fn no_default_branch() {
    let scene = TestRepository::with(&["--initial-branch=work"]);
    assert_eq!(default_branch(&open(&scene)), None);
    scene.write("a", "1");
    scene.commit_all(0, "first");
    assert_eq!(default_branch(&open(&scene)), None);
}

#[test]
fn reachability_on_branches_and_tags() {
    for scene in every_format() {
        scene.write("a", "1");
        let first = id(&scene.commit_all(0, "first"));
        scene.git(&["checkout", "--quiet", "-b", "side"]);
        scene.write("a", "2");
        let side = id(&scene.commit_all(1, "side"));
        let repository = open(&scene);
        assert!(repository.is_reachable(&first, &side).unwrap());
        assert!(repository.is_reachable(&side, &side).unwrap());
        assert!(!repository.is_reachable(&side, &first).unwrap());
        assert!(!repository.is_on_a_tag(&side).unwrap());
        scene.git(&["tag", "--annotate", "--message=x", "v1", "side"]);
        assert!(repository.is_on_a_tag(&side).unwrap());
        assert!(repository.is_on_a_tag(&first).unwrap());
        assert!(repository.is_reachable(&id(&"1".repeat(40)), &first).is_err());
    }
}

/// pull requests whose head holds the commit.
#[test]
fn a16_pull_requests() {
    let scene = with_one_file();
    let first = id(&scene.git(&["rev-parse", "HEAD"]));
    let repository = open(&scene);
    assert!(repository.pull_requests_with(&first).unwrap().is_empty());
    scene.git(&["update-ref", "refs/pull/12/head", "HEAD"]);
    scene.git(&["update-ref", "refs/remotes/team/fork/pull/12/head", "HEAD"]);
    scene.git(&["update-ref", "refs/remotes/origin/pull/7", "HEAD"]);
    let second = id(&scene.commit_all(1, "second"));
    scene.git(&["update-ref", "refs/pull/20/head", "HEAD"]);
    assert_eq!(repository.pull_requests_with(&first).unwrap(), [7, 12, 20]);
    assert_eq!(repository.pull_requests_with(&second).unwrap(), [20]);
}

/// Where `path` is kept, seen from `tip`: the subject of the commit, and whether the content is that of `content`.
fn place(
    scene: &TestRepository,
    tip: &str,
    path: &str,
    content: Option<&ObjectId>,
) -> Option<(String, bool)> {
    let tip = id(&scene.git(&["rev-parse", tip]));
    let places = open(scene).newest_places(&tip, &[(at(path), content)]).unwrap();
    shown(scene, places)
}

fn place_on_tags(scene: &TestRepository, path: &str, content: Option<&ObjectId>) -> Option<(String, bool)> {
    shown(scene, open(scene).newest_places_on_tags(&[(at(path), content)]).unwrap())
}

fn shown(scene: &TestRepository, places: Vec<Option<cairn_git::Place>>) -> Option<(String, bool)> {
    let place = places.into_iter().next().unwrap()?;
    Some((scene.git(&["log", "-1", "--format=%s", place.commit.as_str()]), place.same_content))
}

fn same(subject: &str) -> Option<(String, bool)> {
    Some((subject.to_owned(), true))
}

fn other(subject: &str) -> Option<(String, bool)> {
    Some((subject.to_owned(), false))
}

fn blob(scene: &TestRepository, revision: &str) -> ObjectId {
    id(&scene.git(&["rev-parse", revision]))
}

/// the newest commit that holds the path with the same content, else the newest that holds it at all.
#[test]
fn a13_newest_place_on_a_branch() {
    for scene in every_format() {
        scene.write("f/a", "1");
        scene.commit_all(0, "one");
        scene.write("f/a", "2");
        scene.commit_all(1, "two");
        scene.write("unrelated", "x");
        scene.commit_all(2, "between");
        fs::remove_dir_all(scene.root().join("f")).unwrap();
        scene.commit_all(3, "gone");
        scene.write("later", "x");
        scene.commit_all(4, "later");
        let one = blob(&scene, "HEAD~4:f/a");
        let two = blob(&scene, "HEAD~2:f/a");
        assert_eq!(place(&scene, "main", "f/a", Some(&two)), same("between"));
        assert_eq!(place(&scene, "main", "f/a", Some(&one)), same("one"));
        assert_eq!(place(&scene, "main", "f/a", None), other("between"));
        assert_eq!(place(&scene, "main", "f/a", Some(&blob(&scene, "HEAD:later"))), other("between"));
        assert_eq!(place(&scene, "main", "f", Some(&blob(&scene, "HEAD~2:f"))), same("between"));
        assert_eq!(place(&scene, "main", "later", None), other("later"));
        assert_eq!(place(&scene, "main", "never", None), None);
        assert_eq!(place_on_tags(&scene, "f/a", None), None);
    }
}

/// a branch that was merged is history of the default branch too, whatever the merge kept.
#[test]
fn a13_newest_place_behind_a_merge() {
    let scene = with_one_file();
    scene.git(&["checkout", "--quiet", "-b", "side"]);
    scene.write("f/a", "side");
    scene.commit_all(10, "side");
    fs::remove_dir_all(scene.root().join("f")).unwrap();
    scene.commit_all(20, "side gone");
    scene.git(&["checkout", "--quiet", "main"]);
    scene.write("main", "x");
    scene.commit_all(30, "main");
    scene.git_at(40, &["merge", "--quiet", "--no-ff", "--no-edit", "side"]);
    assert_eq!(place(&scene, "main", "f/a", None), other("side"));
    assert_eq!(place(&scene, "main", "docs/a.md", None), other("Merge branch 'side'"));
}

/// newest tag first, and from each back.
#[test]
fn a13_newest_place_on_tags() {
    let scene = with_one_file();
    for (branch, seconds) in [("one", 10), ("two", 20)] {
        scene.git(&["checkout", "--quiet", "-b", branch, "main"]);
        scene.write("f/a", branch);
        scene.commit_all(seconds, branch);
        fs::remove_dir_all(scene.root().join("f")).unwrap();
        scene.commit_all(seconds + 1, &format!("{branch} gone"));
        scene.git_at(seconds + 2, &["tag", "--annotate", "--message=x", &format!("v-{branch}")]);
    }
    scene.git(&["tag", "tree", "main^{tree}"]);
    let first = blob(&scene, "one~:f/a");
    assert_eq!(place_on_tags(&scene, "f/a", Some(&first)), same("one"));
    assert_eq!(place_on_tags(&scene, "f/a", None), other("two"));
    assert_eq!(place_on_tags(&scene, "never", None), None);
    assert!(open(&scene).newest_places_on_tags(&[]).unwrap().is_empty());
}

#[test]
fn versions_of_a_file_along_first_parents() {
    let scene = with_one_file();
    scene.git(&["checkout", "--quiet", "-b", "side"]);
    scene.write("docs/a.md", "two\n");
    scene.commit_all(1, "side");
    scene.git(&["checkout", "--quiet", "main"]);
    scene.write("other", "x");
    scene.commit_all(2, "other");
    scene.git_at(3, &["merge", "--quiet", "--no-ff", "--no-edit", "side"]);
    scene.git(&["config", "log.showSignature", "true"]);
    let versions = open(&scene).versions(at("docs/a.md")).unwrap();
    let subjects: Vec<_> = versions
        .iter()
        .map(|version| scene.git(&["log", "-1", "--format=%s", version.commit.as_str()]))
        .collect();
    assert_eq!(subjects, ["first", "Merge branch 'side'"]);
    assert_eq!(versions[0].author, "Case");
    assert_eq!(versions[1].author_time - versions[0].author_time, 3);
    assert!(open(&scene).versions(at("never")).unwrap().is_empty());
}

#[test]
fn additions_and_deletions_below_a_folder() {
    let scene = with_one_file();
    scene.write("docs/x/b", "1");
    scene.write("A", "a path that looks like a status");
    scene.commit_all(1, "second");
    fs::remove_dir_all(scene.root().join("docs/x")).unwrap();
    fs::remove_file(scene.root().join("A")).unwrap();
    scene.commit_all(2, "third");
    let found = |paths: &[&BStr]| -> Vec<String> {
        let changes = open(&scene).additions_and_deletions(paths).unwrap();
        let shown = changes.iter().map(|change| {
            let sign = if change.kind == HistoryChangeKind::Deleted { '-' } else { '+' };
            format!(
                "{sign}{} {}",
                change.path,
                scene.git(&["log", "-1", "--format=%s", change.commit.as_str()])
            )
        });
        shown.collect()
    };
    assert_eq!(found(&[at("docs")]), ["-docs/x/b third", "+docs/x/b second", "+docs/a.md first"]);
    assert_eq!(found(&[at("A")]), ["-A third", "+A second"]);
    assert!(found(&[at("never")]).is_empty());
}

#[test]
fn a_shallow_clone_proves_only_what_it_has() {
    let scene = with_one_file();
    scene.write("docs/a.md", "two\n");
    scene.commit_all(1, "second");
    let clone = scene.beside("clone");
    let url = format!("file://{}", scene.root().display());
    scene.git(&["clone", "--quiet", "--depth=1", &url, clone.to_str().unwrap()]);
    let repository = open_at(&scene, &clone);
    let tip = repository.default_branch().unwrap().unwrap().commit;
    let places = repository.newest_places(&tip, &[(at("docs/a.md"), None)]).unwrap();
    assert_eq!(places[0].as_ref().unwrap().commit, tip);
    assert_eq!(repository.versions(at("docs/a.md")).unwrap().len(), 1);
}
