//! What can go wrong while acting. Every variant names the operation and the path.

use crate::fs::Errno;
use cairn_plan::{PlanFault, RelativePath};
use std::path::PathBuf;

/// Why something was not done. Paths are shown escaped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VaultError {
    /// The system refused a step; what was there before is whole.
    #[error("cannot {operation} `{}`: {source}", shown(.path))]
    Io {
        /// The step: `write`, `open`, `flush`.
        operation: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A folder, pipe, socket or device where a file is expected.
    #[error("`{}` is no regular file", shown(.0))]
    NotRegular(PathBuf),
    /// Longer than whoever asked is ready to read.
    #[error("`{}` holds {size} bytes, more than the {limit} that are read", shown(.path))]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its length in bytes.
        size: u64,
        /// The most that was asked for, in bytes.
        limit: u64,
    },
    /// A link leads out of the root, or in a circle.
    #[error("`{}` leads out of the project through a symbolic link", shown(.0))]
    OutsideRoot(PathBuf),
    /// Another process holds the lock.
    #[error("`{}` is held by {}", shown(.path), holder(*.pid))]
    Locked {
        /// The lock file.
        path: PathBuf,
        /// The process named in it, when one is.
        pid: Option<u32>,
    },
    /// Someone took our lock away while we held it; nothing was written after that.
    #[error("`{}` is no longer ours", shown(.0))]
    LockLost(PathBuf),
    /// An editor that ignores the lock wrote between reading and replacing, again and again.
    #[error("`{path}` was changed by another program meanwhile{}", rejected_note(.rejected))]
    ConcurrentEdit {
        /// The file, with its bytes.
        path: RelativePath,
        /// Where our version lies.
        rejected: Option<RelativePath>,
    },
    /// Places no longer hold what the plan was made for; nothing was written.
    #[error("changed meanwhile: {}", list(.0))]
    ChangedMeanwhile(Vec<RelativePath>),
    /// Something stands where a new file or folder belongs; nothing was written.
    #[error("`{0}` exists already")]
    Exists(RelativePath),
    /// The plan cannot be carried out in its order.
    #[error(transparent)]
    Plan(#[from] PlanFault),
    /// A change of several files needs a journal, and there is no place for one.
    #[error("no place for the journal of a change of several files")]
    NoJournal,
    /// Ctrl-C.
    #[error("interrupted")]
    Interrupted,
}

impl VaultError {
    pub(crate) fn io(operation: &'static str, path: impl Into<PathBuf>, errno: Errno) -> Self {
        Self::Io { operation, path: path.into(), source: errno.into() }
    }

    /// Is it the system saying that there is no such file or folder?
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == std::io::ErrorKind::NotFound)
    }

    /// Does something else stand where a folder would be?
    pub fn is_no_folder(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == std::io::ErrorKind::NotADirectory)
    }

    /// Does the system itself fail, so that nothing is known of what stands there? Not when it says that nothing does, that
    /// something else does, or that it is closed to us. Whoever is about to write must not take this for "nothing there".
    pub fn is_failing_system(&self) -> bool {
        let Self::Io { source, .. } = self else { return false };
        is_failing(source)
    }

    /// The path it is about, when it is about one.
    pub fn path(&self) -> Option<PathBuf> {
        match self {
            Self::Io { path, .. }
            | Self::NotRegular(path)
            | Self::TooLarge { path, .. }
            | Self::OutsideRoot(path)
            | Self::Locked { path, .. }
            | Self::LockLost(path) => Some(path.clone()),
            Self::ConcurrentEdit { path, .. } | Self::Exists(path) => Some(crate::fs::os_path(path)),
            Self::ChangedMeanwhile(paths) => paths.first().map(crate::fs::os_path),
            Self::Plan(_) | Self::NoJournal | Self::Interrupted => None,
        }
    }
}

/// See [`VaultError::is_failing_system`].
pub fn is_failing(error: &std::io::Error) -> bool {
    let answers = [
        Errno::NOENT,
        Errno::NOTDIR,
        Errno::ISDIR,
        Errno::LOOP,
        Errno::ACCESS,
        Errno::PERM,
        Errno::NXIO,
        Errno::NODEV,
        Errno::NAMETOOLONG,
    ];
    !answers.iter().any(|answer| error.raw_os_error() == Some(answer.raw_os_error()))
}

/// The path as [`RelativePath`] shows it, absolute or not.
fn shown(path: &std::path::Path) -> String {
    use std::os::unix::ffi::OsStrExt as _;
    let bytes = path.as_os_str().as_bytes();
    let (start, rest) = match bytes.strip_prefix(b"/") {
        Some(rest) => ("/", rest),
        None => ("", bytes),
    };
    match RelativePath::new(rest) {
        Ok(inner) => format!("{start}{inner}"),
        Err(_) => format!("{:?}", path.display().to_string()),
    }
}

fn holder(pid: Option<u32>) -> String {
    pid.map_or_else(|| "another process".to_owned(), |pid| format!("process {pid}"))
}

fn rejected_note(rejected: &Option<RelativePath>) -> String {
    rejected.as_ref().map_or_else(String::new, |path| format!("; its text stays, ours is in `{path}`"))
}

fn list(paths: &[RelativePath]) -> String {
    paths.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ")
}
