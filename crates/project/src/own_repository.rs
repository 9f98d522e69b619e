//! The repository of the project's own root, read from files: where the vault keeps its memory. A root inside a larger
//! repository has none of its own (S-26).

use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use cairn_plan::ContentHash;
use cairn_vault::StateHome;
use std::os::unix::ffi::OsStrExt;

use crate::context::Context;
use crate::disk::read_plain;

/// The git directory of the work tree `root`, when `root` itself holds `.git`: the folder, or what a `.git` file leads
/// to (linked worktrees, submodules).
pub fn git_directory(root: &Path) -> Option<PathBuf> {
    let entry = root.join(".git");
    if entry.is_dir() {
        return Some(entry);
    }
    let pointer = read_plain(&entry, 8 * 1024)?;
    let target = pointer.strip_prefix(b"gitdir:")?.lines().next()?.trim();
    let folder = root.join(target.to_path().ok()?);
    folder.is_dir().then_some(folder)
}

/// Where operation log and journals of a root live: `cairn` in its git directory, else below the user's state folder, so
/// that the project gains no file. `None` when there is neither.
pub fn state_home(context: &Context, root: &Path) -> Option<StateHome> {
    if let Some(git) = git_directory(root) {
        return Some(StateHome::new(git.join("cairn")));
    }
    let name = ContentHash::of(root.as_os_str().as_bytes()).to_string();
    Some(StateHome::new(context.environment.state_home.as_ref()?.join("cairn").join(name)))
}
