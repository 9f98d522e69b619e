//! Trees, blobs, and whether git would give back what is on disk.

use std::os::unix::fs::symlink;
use std::time::Duration;

use cairn_git::{EntryKind, Error, Fidelity, Repository, TreeEntry};
use cairn_testkit::repository::TestRepository;
use cairn_text::git_arguments::Caller;

use crate::{at, every_format, git, id, open, with_one_file};

#[test]
fn trees_and_blobs_of_every_format() {
    for scene in every_format() {
        scene.write("docs/b", "two\n");
        scene.write("docs/a\nb", [0, 0xff, b'\n']);
        scene.write("docs-not", "x");
        symlink("b", scene.root().join("docs/link")).unwrap();
        let commit = id(&scene.commit_all(0, "first"));
        let repository = open(&scene);
        let tree = repository.tree(&commit, at("docs")).unwrap();
        let shown: Vec<_> =
            tree.iter().map(|entry| (entry.path.to_string(), entry.kind, entry.size)).collect();
        assert_eq!(
            shown,
            [
                ("docs/a\nb".to_owned(), EntryKind::File, Some(3)),
                ("docs/b".to_owned(), EntryKind::File, Some(4)),
                ("docs/link".to_owned(), EntryKind::Link, Some(1)),
            ]
        );
        assert_eq!(repository.tree(&commit, at("")).unwrap().len(), 4);
        assert!(repository.tree(&commit, at("nothing")).unwrap().is_empty());
        let mut blobs = repository.blobs().unwrap();
        assert_eq!(blobs.get(&tree[0].id).unwrap().unwrap(), [0, 0xff, b'\n']);
        assert_eq!(blobs.get(&commit).unwrap(), None, "a commit is no blob");
        let places = [(&commit, at("docs")), (&commit, at("docs/b"))];
        let [folder, file] = &repository.objects_at(&places).unwrap()[..] else { panic!("two places") };
        let below = blobs.files_below(folder.as_ref().unwrap(), at("docs")).unwrap().unwrap();
        let without_sizes = tree.iter().map(|entry| TreeEntry { size: None, ..entry.clone() });
        assert_eq!(below, without_sizes.collect::<Vec<_>>());
        assert_eq!(
            blobs.files_below(file.as_ref().unwrap(), at("docs/b")).unwrap(),
            None,
            "a file is no tree"
        );
        let nothing = id(&"0".repeat(commit.as_str().len()));
        let sizes = repository.sizes(&[&tree[0].id, &nothing, &tree[1].id]).unwrap();
        assert_eq!(sizes, [Some(3), None, Some(4)]);
        assert_eq!(repository.have_commits(&[&commit, &nothing, &tree[0].id]).unwrap(), [true, false, false]);
        assert_eq!(blobs.get(&id(&"0".repeat(40))).unwrap(), None);
        assert_eq!(blobs.get(&tree[1].id).unwrap().unwrap(), b"two\n");
        let asked = [
            (&commit, at("docs/b")),
            (&commit, at("docs/a\nb")),
            (&commit, at("no\nne")),
            (&commit, at("none")),
        ];
        let objects = repository.objects_at(&asked).unwrap();
        assert_eq!(objects, [Some(tree[1].id.clone()), Some(tree[0].id.clone()), None, None]);
        assert!(
            repository.objects_at(&[(&commit, at("docs"))]).unwrap()[0].is_some(),
            "a folder is an object too"
        );
    }
}

#[test]
fn a_blob_larger_than_a_pipe_is_whole() {
    let scene = TestRepository::new();
    let large = b"0123456789abcdef".repeat(100_000);
    scene.write("large", &large);
    let commit = id(&scene.commit_all(0, "first"));
    let repository = open(&scene);
    let entry = &repository.tree(&commit, at("large")).unwrap()[0];
    let mut blobs = repository.blobs().unwrap();
    assert_eq!(blobs.get(&entry.id).unwrap().unwrap(), large);
    assert_eq!(blobs.fidelity(&entry.id, at("large"), &large).unwrap(), Fidelity::Same);
}

/// How `disk`, found at `path` where `content` was committed, relates to its blob.
fn check(attributes: &str, path: &str, content: &[u8], disk: &[u8], expected: Fidelity) {
    let scene = with_one_file();
    scene.write(".gitattributes", attributes);
    scene.write(path, content);
    let commit = id(&scene.commit_all(1, "second"));
    let repository = open(&scene);
    let entry = &repository.tree(&commit, at(path)).unwrap()[0];
    let found = repository.blobs().unwrap().fidelity(&entry.id, at(path), disk).unwrap();
    assert_eq!(found, expected, "{attributes:?} {path:?} {disk:?}");
}

/// G4: only bytes that git gives back count, whatever the index thinks of them.
#[test]
fn g4_line_ends_are_compared_as_a_checkout_writes_them() {
    check("", "a", b"1\n2\n", b"1\n2\n", Fidelity::Same);
    check("", "a", b"1\n2\n", b"1\r\n2\r\n", Fidelity::Different);
    check("* text eol=crlf", "a", b"1\n2\n", b"1\r\n2\r\n", Fidelity::SameAfterCheckout);
    // Git takes this file for unchanged, but a checkout would not write these line ends again.
    check("* text eol=crlf", "a", b"1\n2\n", b"1\r\n2\n", Fidelity::Different);
    check("* text eol=crlf", "a\nb", b"1\n2\n", b"1\r\n2\r\n", Fidelity::SameAfterCheckout);
    check(
        "* ident",
        "a",
        b"$Id$\n",
        b"$Id: 055c8729cdcc372500a08db659c045e16c4409fb $\n",
        Fidelity::SameAfterCheckout,
    );
    check("* working-tree-encoding=UTF-16LE", "a", b"h\0i\0", b"h\0i\0", Fidelity::SameAfterCheckout);
}

/// G4: content behind a filter program is not in the repository in plain.
#[test]
fn g4_filtered_content_is_told() {
    check("* filter=lfs", "a", b"version x\n", b"the real content\n", Fidelity::Filtered);
    check("* filter=lfs", "a", b"version x\n", b"version x\n", Fidelity::Same);
    check("* -filter", "a", b"version x\n", b"the real content\n", Fidelity::Different);
}

#[test]
fn a_missing_blob_is_told() {
    let scene = with_one_file();
    let mut repository = open(&scene);
    let nothing = id(&"1".repeat(40));
    assert_eq!(
        repository.blobs().unwrap().fidelity(&nothing, at("docs/a.md"), b"one\n").unwrap(),
        Fidelity::Missing
    );
    repository.set_configuration("merge.cairn.driver", at("cairn merge-driver %O \"%A\"")).unwrap();
    assert_eq!(
        repository.configuration().get("merge.cairn.driver"),
        Some(at("cairn merge-driver %O \"%A\""))
    );
}

/// G10: an object that is a named pipe keeps `git cat-file --batch` waiting, and nobody else.
#[test]
fn a_silent_object_ends_the_asking() {
    let scene = with_one_file();
    scene.write("docs/b.md", "two\n");
    let commit = id(&scene.commit_all(1, "second"));
    let patient = git(&scene, &[], Caller::Ordinary).with_patience(Duration::from_millis(200));
    let repository = Repository::discover(&patient, scene.root()).unwrap().unwrap();
    let tree = repository.tree(&commit, at("docs")).unwrap();
    let object = tree[1].id.as_str().split_at(2);
    let place = scene.root().join(".git/objects").join(object.0).join(object.1);
    std::fs::remove_file(&place).unwrap();
    let mode = rustix::fs::Mode::from_raw_mode(0o644);
    rustix::fs::mknodat(rustix::fs::CWD, &place, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    let mut blobs = repository.blobs().unwrap();
    assert_eq!(blobs.get(&tree[0].id).unwrap().unwrap(), b"one\n");
    for id in [&tree[1].id, &tree[0].id] {
        // The second answer would be that to the first question.
        let answer = blobs.get(id);
        assert!(matches!(answer, Err(Error::Silent { .. })), "{answer:?}");
    }
}

/// G7: what a checkout would write, conversions done where attributes or configuration ask for them, and only there.
#[test]
fn many_contents_as_a_checkout_writes_them() {
    let check = |settings: &[&str], attributes: &str, expected: &[(&str, &[u8], bool)]| {
        let scene = TestRepository::new();
        for setting in settings {
            scene.git(&["config", setting.split_once('=').unwrap().0, setting.split_once('=').unwrap().1]);
        }
        scene.write("a b.txt", "one\ntwo\n");
        scene.write("raw", b"one\n\0");
        scene.write(".gitattributes", attributes);
        let commit = id(&scene.commit_all(0, "first"));
        let repository = open(&scene);
        let names: Vec<_> = expected.iter().map(|(name, ..)| (&commit, at(name))).collect();
        let ids: Vec<_> = repository.objects_at(&names).unwrap().into_iter().map(Option::unwrap).collect();
        let wanted: Vec<_> = ids.iter().zip(&names).map(|(id, (_, path))| (id, *path)).collect();
        let contents = repository.checkout_contents(&wanted).unwrap();
        let found: Vec<_> = contents.into_iter().map(|one| one.map(|one| (one.bytes, one.is_blob))).collect();
        let expected: Vec<_> =
            expected.iter().map(|(_, bytes, is_blob)| Some((bytes.to_vec(), *is_blob))).collect();
        assert_eq!(found, expected, "{settings:?} {attributes:?}");
    };
    let (plain, crlf): (&[u8], &[u8]) = (b"one\ntwo\n", b"one\r\ntwo\r\n");
    let raw: (&str, &[u8], bool) = ("raw", b"one\n\0", true);
    check(&[], "", &[("a b.txt", plain, true), raw]);
    check(&[], "* text=auto\n", &[("a b.txt", plain, true), raw]);
    check(&[], "*.txt text eol=crlf\n", &[("a b.txt", crlf, false), raw]);
    check(&["core.autocrlf=true"], "", &[("a b.txt", crlf, false), raw]);
    check(&["core.autocrlf=true"], "*.txt -text\n", &[("a b.txt", plain, true), raw]);
    check(&["core.eol=crlf"], "*.txt text\n", &[("a b.txt", crlf, false), raw]);
    check(&["core.eol=crlf"], "", &[("a b.txt", plain, true), raw]);
    let scene = with_one_file();
    let contents = open(&scene).checkout_contents(&[(&id(&"1".repeat(40)), at("docs/a.md"))]).unwrap();
    assert_eq!(contents, [None], "a blob that is not here");
}
