//! Where paths lead on the real file system, and where they do not.

use super::*;
use crate::VaultError;
use std::fs;
use std::os::unix::fs::symlink;

struct Tree {
    folder: tempfile::TempDir,
    root: Root,
}

impl Tree {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("p/a/b")).unwrap();
        fs::create_dir(folder.path().join("out")).unwrap();
        fs::write(folder.path().join("out/secret"), "secret").unwrap();
        fs::write(folder.path().join("p/a/b/file"), "text").unwrap();
        let root = Root::open(&folder.path().join("p")).unwrap();
        Self { folder, root }
    }

    fn link(&self, at: &str, target: impl AsRef<std::path::Path>) {
        symlink(target, self.folder.path().join("p").join(at)).unwrap();
    }

    fn resolve(&self, path: &str) -> String {
        match self.root.resolve(&path.try_into().unwrap()) {
            Ok(place) => place.path.to_string(),
            Err(VaultError::OutsideRoot(_)) => "outside".into(),
            Err(error) if error.is_not_found() => "not found".into(),
            Err(error) => error.to_string(),
        }
    }
}

/// G8: links are followed while they stay inside, whatever way they take.
#[test]
fn where_links_lead() {
    let tree = Tree::new();
    tree.link("up", "a/b/../b/file");
    tree.link("a/b/root", "../../a");
    tree.link("absolute", fs::canonicalize(tree.folder.path().join("p/a/b")).unwrap());
    tree.link("dangling", "a/none");
    tree.link("out", "../out/secret");
    tree.link("outdir", "../out");
    tree.link("absolute-out", tree.folder.path().join("out"));
    tree.link("loop", "loop");
    tree.link("self", ".");
    let check = |path: &str, expected: &str| assert_eq!(tree.resolve(path), expected, "{path}");
    check("a/b/file", "a/b/file");
    check("up", "a/b/file");
    check("a/b/root/b/file", "a/b/file");
    check("absolute/file", "a/b/file");
    check("dangling", "a/none");
    check("a/none", "a/none");
    check("a/none/none", "not found");
    check("out", "outside");
    check("outdir/secret", "outside");
    check("absolute-out/secret", "outside");
    check("loop", "outside");
    check("self", "outside");
    check("self/a/b/file", "a/b/file");
    assert_eq!(tree.root.locate(&"up".try_into().unwrap()).unwrap().path.to_string(), "up");
}

/// The kernel's confined walk and our own agree, and neither follows a link.
#[test]
fn two_ways_to_walk() {
    let tree = Tree::new();
    tree.link("a/link", "b");
    for (path, opens) in [("a", true), ("a/b", true), ("a/link", false), ("a/b/file", false), ("none", false)]
    {
        let path: RelativePath = path.try_into().unwrap();
        let by_kernel = RealFs.open_beneath(tree.root.dir(), &path).map(drop);
        let by_us = RealFs.walk(tree.root.dir(), &path).map(drop);
        assert_eq!((by_kernel.is_ok(), by_us.is_ok()), (opens, opens), "{path}: {by_kernel:?} {by_us:?}");
    }
}

/// G10: what is longer than asked for is not read.
#[test]
fn reading_is_bounded() {
    let tree = Tree::new();
    let path: RelativePath = "a/b/file".try_into().unwrap();
    assert_eq!(tree.root.read(&path, 4).unwrap().bytes.to_vec(), b"text");
    assert!(matches!(tree.root.read(&path, 3), Err(VaultError::TooLarge { size: 4, limit: 3, .. })));
    // A file that says it is empty and is not.
    let proc = Root::open(std::path::Path::new("/proc/self")).unwrap();
    let stat: RelativePath = "status".try_into().unwrap();
    assert!(proc.read(&stat, 1 << 20).unwrap().bytes.starts_with(b"Name:"));
    assert!(matches!(proc.read(&stat, 10), Err(VaultError::TooLarge { .. })));
}

#[test]
fn renames_that_replace_nothing() {
    let tree = Tree::new();
    let dir = tree.root.folder(&"a/b".try_into().unwrap()).unwrap();
    fs::write(tree.folder.path().join("p/a/b/other"), "").unwrap();
    assert_eq!(RealFs.rename_new(&dir, b"file", &dir, b"other"), Err(Errno::EXIST));
    assert_eq!(RealFs.rename_new_by_steps(&dir, b"file", &dir, b"other"), Err(Errno::EXIST));
    RealFs.rename_new_by_steps(&dir, b"file", &dir, b"third").unwrap();
    let names: Vec<_> = RealFs.read_dir(&dir).unwrap().into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, [b"other".to_vec(), b"third".to_vec()]);
}

/// An error names the operation and the path, shown without what a terminal would act on.
#[test]
fn messages() {
    let tree = Tree::new();
    let odd = RelativePath::new("a/\u{1b}[31m").unwrap();
    let message = tree.root.read(&odd, 1).unwrap_err().to_string();
    assert!(message.contains("cannot open `/") && message.contains("\\u{1b}[31m"), "{message}");
}
