//! The repository of the project's own root, read from files: where the vault keeps its memory. A root inside a larger
//! repository has none of its own (S-26).

use std::io;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use cairn_plan::ContentHash;
use cairn_state::failure::Failure;
use cairn_vault::{StateHome, is_failing};
use std::os::unix::ffi::OsStrExt;

use crate::context::Context;
use crate::disk::try_read_plain;
use crate::location::unread;

/// The git directory of the work tree `root`, when `root` itself holds `.git`: the folder, or what a `.git` file leads
/// to (linked worktrees, submodules).
///
/// # Errors
/// The system fails at it: whoever went on without it would look for the memory in another place, and write there.
fn git_directory(root: &Path) -> Result<Option<PathBuf>, Failure> {
    let entry = root.join(".git");
    if known(&entry, entry.metadata())?.is_some_and(|found| found.is_dir()) {
        return Ok(Some(entry));
    }
    let pointer = known(&entry, try_read_plain(&entry, 8 * 1024))?.flatten();
    let target = pointer.as_ref().and_then(|pointer| pointer.strip_prefix(b"gitdir:")?.lines().next());
    let folder = target.and_then(|target| Some(root.join(target.trim().to_path().ok()?)));
    Ok(folder.filter(|folder| folder.is_dir()))
}

fn known<T>(path: &Path, answer: io::Result<T>) -> Result<Option<T>, Failure> {
    match answer {
        Err(error) if is_failing(&error) => Err(unread(path, &error)),
        answer => Ok(answer.ok()),
    }
}

/// Where operation log and journals of a root live: `cairn` in its git directory, else below the user's state folder, so
/// that the project gains no file. `None` when there is neither.
///
/// # Errors
/// The system fails at `.git`.
pub fn state_home(context: &Context, root: &Path) -> Result<Option<StateHome>, Failure> {
    if let Some(git) = git_directory(root)? {
        return Ok(Some(StateHome::new(git.join("cairn"))));
    }
    let name = ContentHash::of(root.as_os_str().as_bytes()).to_string();
    let user = context.environment.state_home.as_ref();
    Ok(user.map(|user| StateHome::new(user.join("cairn").join(name))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G7: a `.git` that the system fails at is no sign that there is no repository; one that is something else is.
    #[test]
    fn g7_a_failing_pointer_is_no_answer() {
        let folder = tempfile::tempdir().unwrap();
        let entry = folder.path().join(".git");
        assert!(git_directory(folder.path()).unwrap().is_none());
        // Reading the first byte of a process's memory is an input/output error.
        std::os::unix::fs::symlink("/proc/self/mem", &entry).unwrap();
        let failure = git_directory(folder.path()).unwrap_err();
        assert!(failure.message.contains("/.git`: Input/output error"), "{}", failure.message);
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(".git", folder.path().join(".git")).unwrap();
        assert!(git_directory(folder.path()).unwrap().is_none());
    }
}
