//! What a folder holds at one instant, `.git` left out.

use std::collections::BTreeMap;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Path relative to the root, and what is there. Empty folders do not count: git keeps none.
pub(crate) type Tree = BTreeMap<String, Entry>;

/// One entry of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Entry {
    /// A regular file: its execute bits and its bytes.
    File { execute: u32, bytes: Vec<u8> },
    /// A symbolic link and where it points.
    Link(Vec<u8>),
    /// A pipe, a socket, a folder that cannot be listed.
    Other,
}

impl Entry {
    /// The bytes a reader of this entry would compare: content of a file, target of a link.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::File { bytes, .. } => bytes,
            Self::Link(target) => target,
            Self::Other => b"",
        }
    }
}

/// Everything below `root`; links are not followed.
pub(crate) fn snapshot(root: &Path) -> io::Result<Tree> {
    let mut tree = Tree::new();
    walk(root, root, &mut tree)?;
    Ok(tree)
}

fn walk(root: &Path, folder: &Path, tree: &mut Tree) -> io::Result<()> {
    let relative = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned();
    let Ok(entries) = std::fs::read_dir(folder) else {
        tree.insert(relative(folder), Entry::Other);
        return Ok(());
    };
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        let kind = entry.file_type()?;
        if entry.file_name() == ".git" && path.is_dir() {
            continue;
        }
        if kind.is_dir() {
            walk(root, &path, tree)?;
        } else if kind.is_symlink() {
            let target = std::fs::read_link(&path)?;
            tree.insert(relative(&path), Entry::Link(target.as_os_str().as_bytes().to_vec()));
        } else if kind.is_file() {
            let execute = entry.metadata()?.permissions().mode() & 0o111;
            tree.insert(relative(&path), Entry::File { execute, bytes: std::fs::read(&path)? });
        } else {
            tree.insert(relative(&path), Entry::Other);
        }
    }
    Ok(())
}
