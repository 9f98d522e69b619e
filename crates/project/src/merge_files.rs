//! The files of a merge: read where they lie, written as git's merge driver writes its second file; and how git wants
//! conflicts shown (cairn 6.9, 7.1, 7.2).

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use cairn_git::Repository;
use cairn_plan::RelativePath;
use cairn_state::failure::{Failure, Reason};
use cairn_vault::{ReadFile, Root, VaultError};

use crate::context::Context;

/// Larger files are not read; git itself gives up at 1 GiB.
const LARGEST: u64 = 1 << 30;

/// A file of a merge, read.
pub struct MergeFile {
    root: Root,
    name: RelativePath,
    read: ReadFile,
    shown: String,
}

impl MergeFile {
    /// Reads the file that a caller named, seen from the current folder.
    ///
    /// # Errors
    /// `io` with the path as it was named.
    pub fn read(context: &Context, named: &Path) -> Result<MergeFile, Failure> {
        let shown = named.display().to_string();
        let failed = |what: String| {
            let message =
                format!("cannot read `{shown}`: {what}; check the path, it is seen from the current folder");
            Failure::new(Reason::Io, message).with("path", shown.as_str())
        };
        let path = context.absolute(named);
        let folder = path.parent().map_or_else(|| PathBuf::from("/"), Path::to_path_buf);
        let Some(name) = path.file_name().and_then(|name| RelativePath::new(name.as_bytes()).ok()) else {
            return Err(failed("it is no file".to_owned()));
        };
        let root = Root::open(&folder).map_err(|error| failed(error.to_string()))?;
        let read = root.read(&name, LARGEST).map_err(|error: VaultError| {
            failed(if error.is_not_found() { "there is no such file".to_owned() } else { error.to_string() })
        })?;
        Ok(MergeFile { root, name, read, shown })
    }

    /// What it holds.
    pub fn bytes(&self) -> &[u8] {
        &self.read.bytes
    }

    /// Puts `new` in its place at one instant, its mode kept.
    ///
    /// # Errors
    /// `io` with the path; the file is as it was.
    pub fn replace(&self, new: &[u8]) -> Result<(), Failure> {
        if new == self.bytes() {
            return Ok(());
        }
        self.root.replace(&self.name, &self.read, new).map_err(|error| {
            let message = format!("cannot write `{}`: {error}; the file is as it was", self.shown);
            Failure::new(Reason::Io, message).with("path", self.shown.as_str())
        })
    }
}

/// Whether git shows the base between the sides here: `merge.conflictStyle` is `diff3` or `zdiff3`. Without git: no.
pub fn shows_base(context: &Context) -> bool {
    let git = context.git();
    let repository = git.as_ref().and_then(|git| Repository::discover(git, &context.current_folder).ok()?);
    repository.as_ref().is_some_and(repository_shows_base)
}

pub(crate) fn repository_shows_base(repository: &Repository) -> bool {
    let style = repository.configuration().get("merge.conflictstyle");
    style.is_some_and(|style| matches!(style.to_ascii_lowercase().as_slice(), b"diff3" | b"zdiff3"))
}
