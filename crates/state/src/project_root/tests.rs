use super::*;
use std::collections::{BTreeMap, BTreeSet};

/// A disk that is a list: `path/` is a folder (with its ancestors), `path=text` a file.
struct Listed {
    folders: BTreeSet<PathBuf>,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

fn listed(entries: &[&str]) -> Listed {
    let mut disk = Listed { folders: BTreeSet::new(), files: BTreeMap::new() };
    for entry in entries {
        let (path, content) = match entry.split_once('=') {
            Some((path, content)) => (path, Some(content)),
            None => (*entry, None),
        };
        let path = Path::new(path);
        match content {
            Some(content) => {
                disk.files.insert(path.to_path_buf(), content.as_bytes().to_vec());
                disk.folders.extend(path.ancestors().skip(1).map(Path::to_path_buf));
            }
            None => disk.folders.extend(path.ancestors().map(Path::to_path_buf)),
        }
    }
    disk
}

impl Folders for Listed {
    fn is_folder(&self, path: &Path) -> bool {
        self.folders.contains(path)
    }

    fn read_pointer(&self, path: &Path) -> Option<Vec<u8>> {
        self.files.get(path).cloned()
    }
}

fn check_root(entries: &[&str], start: &str, home: &str, expected: Option<&str>) {
    let found = find_root(Path::new(start), Some(Path::new(home)), &listed(entries));
    assert_eq!(found.as_deref(), expected.map(Path::new), "from {start} with home {home} on {entries:?}");
}

/// S-01, D28: the nearest planning folder decides.
#[test]
fn s_01_nearest_planning_folder() {
    check_root(&["/h/p/.planning/"], "/h/p", "/h", Some("/h/p"));
    check_root(&["/h/p/.planning/"], "/h/p/src/deep", "/h", Some("/h/p"));
    check_root(&["/h/p/.planning/", "/h/p/sub/.planning/"], "/h/p/sub/src", "/h", Some("/h/p/sub"));
    check_root(&["/h/p/.planning=a file"], "/h/p", "/h", None);
    check_root(&["/h/p/"], "/h/p", "/h", None);
    check_root(&["/.planning/"], "/", "/h", Some("/"));
}

/// S-01: ten folders with the start, and not past the home folder.
#[test]
fn s_01_where_the_walk_ends() {
    check_root(&["/p/.planning/"], "/p/1/2/3/4/5/6/7/8/9", "/h", Some("/p"));
    check_root(&["/p/.planning/"], "/p/1/2/3/4/5/6/7/8/9/10", "/h", None);
    check_root(&["/h/.planning/"], "/h/work", "/h", Some("/h"));
    check_root(&["/h/.planning/"], "/h/work", "/h/", Some("/h"));
    check_root(&["/.planning/"], "/h/work", "/h", None);
    check_root(&["/.planning/"], "/work", "/h", Some("/"));
}

/// S-01: a linked worktree without a planning folder of its own shows the main worktree's.
#[test]
fn s_01_linked_worktree() {
    let linked = [
        "/h/main/.planning/",
        "/h/main/.git/worktrees/wt/commondir=../..\n",
        "/h/wt/.git=gitdir: /h/main/.git/worktrees/wt\n",
    ];
    check_root(&linked, "/h/wt", "/h", Some("/h/main"));
    check_root(&linked, "/h/wt/src/reader", "/h", Some("/h/main"));
    check_root(&[linked.as_slice(), &["/h/wt/.planning/"]].concat(), "/h/wt/src", "/h", Some("/h/wt"));
    // Relative pointers, as `worktree.useRelativePaths` writes them; Windows line ends.
    check_root(
        &[
            "/h/main/.planning/",
            "/h/main/.git/worktrees/wt/commondir=../..\r\n",
            "/h/wt/.git=gitdir: ../main/.git/worktrees/wt\r\n",
        ],
        "/h/wt",
        "/h",
        Some("/h/main"),
    );
    // A submodule inside the linked worktree leads nowhere; the worktree above it does.
    let submodule = ["/h/wt/lib/.git=gitdir: ../../main/.git/worktrees/wt/modules/lib\n"];
    check_root(&[linked.as_slice(), &submodule].concat(), "/h/wt/lib", "/h", Some("/h/main"));
}

/// S-01: nothing is guessed from pointers that lead to no main worktree.
#[test]
fn s_01_no_main_worktree() {
    let planning = "/h/main/.planning/";
    check_root(&[planning, "/h/wt/.git=gitdir: /h/main/.git/worktrees/wt\n"], "/h/wt", "/h", None);
    check_root(&[planning, "/h/wt/.git=nonsense\n"], "/h/wt", "/h", None);
    check_root(&[planning, "/h/wt/.git=gitdir:\n"], "/h/wt", "/h", None);
    check_root(&[planning, "/h/wt/.git=gitdir: a\0b\n"], "/h/wt", "/h", None);
    // A bare repository with worktrees has no main one.
    check_root(
        &[
            "/h/bare/worktrees/wt/commondir=../..\n",
            "/h/.planning/",
            "/o/wt/.git=gitdir: /h/bare/worktrees/wt\n",
        ],
        "/o/wt",
        "/h",
        None,
    );
    check_root(
        &["/h/main/.git/worktrees/wt/commondir=../..\n", "/h/wt/.git=gitdir: /h/main/.git/worktrees/wt\n"],
        "/h/wt",
        "/h",
        None,
    );
}

fn check_name(text: &str, is_name: bool) {
    assert_eq!(WorkstreamName::parse(text).is_some(), is_name, "{text:?}");
}

/// S-01, contract 17: no name leads out of the workstreams folder.
#[test]
fn s_01_workstream_names() {
    for name in ["alpha", "v2.0", "a_b-c", "..a", "3", "航路"] {
        check_name(name, true);
    }
    for text in ["", ".", "..", "../x", "a/b", "a b", "a\\b", "a\nb", "/", "a\u{202e}", "a:b"] {
        check_name(text, false);
    }
}

fn check_workstream(
    entries: &[&str],
    flag: Option<&str>,
    environment: Option<&str>,
    expected: &Workstream,
    base: &str,
) {
    let planning = Path::new("/p/.planning");
    let found = active_workstream(WorkstreamRequest { flag, environment }, planning, &listed(entries));
    assert_eq!(&found, expected, "{entries:?} {flag:?} {environment:?}");
    assert_eq!(found.base_folder(planning), Path::new(base));
}

fn name(text: &str) -> WorkstreamName {
    WorkstreamName::parse(text).unwrap()
}

/// S-01, D40: flag, then environment, then pointer; the first that names one decides.
#[test]
fn s_01_which_workstream() {
    use Workstream as W;
    use WorkstreamSource as S;
    let root = "/p/.planning";
    let alpha = "/p/.planning/workstreams/alpha/";
    let beta = "/p/.planning/workstreams/beta/";
    let pointer = "/p/.planning/active-workstream=alpha\n";
    check_workstream(&[alpha], None, None, &W::None, root);
    check_workstream(&[alpha, pointer], None, None, &W::Active(name("alpha"), S::Pointer), alpha);
    check_workstream(
        &[alpha, "/p/.planning/active-workstream=\u{feff}alpha\r\n"],
        None,
        None,
        &W::Active(name("alpha"), S::Pointer),
        alpha,
    );
    check_workstream(
        &[alpha, beta, pointer],
        None,
        Some("beta"),
        &W::Active(name("beta"), S::Environment),
        beta,
    );
    check_workstream(
        &[alpha, beta, pointer],
        Some("alpha"),
        Some("beta"),
        &W::Active(name("alpha"), S::Flag),
        alpha,
    );
    check_workstream(&[beta, pointer], None, None, &W::Missing(name("alpha"), S::Pointer), root);
    check_workstream(&[alpha, pointer], None, Some("gone"), &W::Missing(name("gone"), S::Environment), root);
    check_workstream(&[alpha, pointer], None, Some(""), &W::Active(name("alpha"), S::Pointer), alpha);
    check_workstream(&["/p/.planning/active-workstream=\n"], None, None, &W::None, root);
    check_workstream(
        &["/p/.planning/active-workstream=../../x\n"],
        None,
        None,
        &W::Invalid("../../x".to_owned(), S::Pointer),
        root,
    );
    check_workstream(&[alpha, pointer], Some(""), None, &W::Invalid(String::new(), S::Flag), root);
    check_workstream(&[alpha, pointer], Some("a b"), None, &W::Invalid("a b".to_owned(), S::Flag), root);
}

/// S-01: what a pointer file of git holds as a path.
#[test]
fn s_01_paths_in_pointer_files() {
    for (bytes, expected) in [
        (b" a b\r\n".as_slice(), Some("a b")),
        (b"../c", Some("../c")),
        (b"", None),
        (b" \n", None),
        (b"a\0b\n", None),
    ] {
        assert_eq!(path_of_bytes(bytes), expected.map(Path::new), "{bytes:?}");
    }
}
