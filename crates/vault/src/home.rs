//! Where the vault keeps its own memory: the operation log and the journals of unfinished transactions.

use crate::VaultError;
use crate::fs::{Errno, Fs, RealFs, Root};
use std::path::{Path, PathBuf};

/// One folder outside the project's files: `<git directory>/cairn`, or `$XDG_STATE_HOME/cairn/<hash of the root>` for a
/// project without a repository. Which one is the caller's decision. It holds `ops` and `tx`, and is made with the
/// first thing that is written into it.
#[derive(Clone, Debug)]
pub struct StateHome<F: Fs = RealFs> {
    fs: F,
    folder: PathBuf,
}

/// The two parts of a home.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Operations,
    Transactions,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Operations => "ops",
            Self::Transactions => "tx",
        }
    }
}

impl StateHome<RealFs> {
    /// The home in `folder`, which need not be there yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self::in_fs(RealFs, folder)
    }
}

impl<F: Fs> StateHome<F> {
    /// The home in `folder` of `fs`.
    pub fn in_fs(fs: F, folder: impl Into<PathBuf>) -> Self {
        Self { fs, folder: folder.into() }
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of a part, when it is there.
    pub(crate) fn part(&self, part: Part) -> Result<Option<Root<F>>, VaultError> {
        let path = self.folder.join(part.name());
        match self.fs.open_absolute(&path) {
            Ok(dir) => Ok(Some(Root::at(self.fs.clone(), dir, path))),
            // Where something else stands there is no journal and no record either; the first that is written will fail.
            Err(Errno::NOENT | Errno::NOTDIR) => Ok(None),
            Err(errno) => Err(VaultError::io("open", path, errno)),
        }
    }

    /// The folder of a part, made when it is missing.
    pub(crate) fn make_part(&self, part: Part) -> Result<Root<F>, VaultError> {
        let path = self.folder.join(part.name());
        match self.fs.make_absolute(&path) {
            Ok(dir) => Ok(Root::at(self.fs.clone(), dir, path)),
            Err(errno) => Err(VaultError::io("make", path, errno)),
        }
    }
}
