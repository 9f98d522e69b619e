//! What can go wrong while git is asked.

use std::path::PathBuf;

/// Why git gave no answer. Every variant names the operation and where it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program could not be started, or its pipes broke.
    #[error("`git {operation}` in `{folder}`: {source}", folder = folder.display())]
    Io {
        /// The subcommand.
        operation: String,
        /// Where it was asked.
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Git said nothing for so long that it was ended.
    #[error(
        "`git {operation}` in `{folder}` gave no answer for {seconds} s and was ended: a named pipe or a lost network folder \
         may keep it waiting; where it only needs longer, set CAIRN_GIT_TIMEOUT to more seconds",
        folder = folder.display()
    )]
    Silent {
        /// The subcommand.
        operation: String,
        /// Where it was asked.
        folder: PathBuf,
        /// How long was waited, in seconds.
        seconds: u64,
    },
    /// Git ended with an error of its own.
    #[error("`git {operation}` in `{folder}` failed: {message}", folder = folder.display())]
    Failed {
        /// The subcommand.
        operation: String,
        /// Where it was asked.
        folder: PathBuf,
        /// What git said, without the final line end; bytes that are no UTF-8 replaced.
        message: String,
    },
    /// Git answered in a form this crate does not know.
    #[error("`git {operation}` in `{folder}` gave an answer that cannot be read: {answer}", folder = folder.display())]
    Unreadable {
        /// The subcommand.
        operation: String,
        /// Where it was asked.
        folder: PathBuf,
        /// The part that cannot be read.
        answer: String,
    },
    /// The configuration names a filter program that cannot be switched off, so asking might start it.
    #[error(
        "the git configuration of `{folder}` has a filter `{name}` that cannot be switched off; rename it without `=`",
        folder = folder.display()
    )]
    Filter {
        /// The work tree.
        folder: PathBuf,
        /// The filter's name.
        name: String,
    },
    /// The repository has no work tree, and the question is about one.
    #[error("`{folder}` is a bare repository: it has no work tree", folder = folder.display())]
    Bare {
        /// The git directory.
        folder: PathBuf,
    },
    /// Something else than the given paths was staged when the commit was about to be made. Nothing was committed.
    #[error("`git commit` in `{folder}` was not started: `{path}` is staged too", folder = folder.display())]
    StagedElsewhere {
        /// The work tree.
        folder: PathBuf,
        /// The first such path.
        path: String,
    },
}

impl Error {
    /// Git said nothing at all: it could not be started, was cut off or was silent. Nothing follows from that, least of all
    /// that there is no repository.
    #[must_use]
    pub fn is_silence(&self) -> bool {
        matches!(self, Self::Io { .. } | Self::Silent { .. })
    }
}
