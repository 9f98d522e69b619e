//! Failures of the vault in the words of the contract (msd-tools 2).

use std::path::Path;

use cairn_plan::RelativePath;
use cairn_state::answer::Value;
use cairn_state::failure::{Failure, Reason};
use cairn_vault::{CommitError, Outcome, Recovered, Root, VaultError};

/// A path as messages name it: from the root when it lies below it.
pub(crate) fn shown(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

/// What the vault could not do, with the next step.
pub(crate) fn of_vault(root: &Root, error: &VaultError) -> Failure {
    let path = error.path().map(|path| shown(root.path(), &path));
    let (reason, step) = match error {
        VaultError::Locked { path, pid } => return locked(&shown(root.path(), path), *pid),
        VaultError::ConcurrentEdit { rejected, .. } => {
            let rejected = rejected.as_ref().map(ToString::to_string);
            return Failure::new(
                Reason::ConcurrentEdit,
                format!("{error}; compare the two and run the command again"),
            )
            .with("path", path)
            .with("rejected", rejected);
        }
        VaultError::Interrupted => {
            return Failure::new(Reason::Interrupted, "interrupted; nothing was changed");
        }
        VaultError::NotRegular(_) => (Reason::Io, "move it away, or put a regular file there"),
        VaultError::OutsideRoot(_) => (Reason::Io, "let the link lead to a place inside the project"),
        VaultError::TooLarge { .. } => (Reason::Io, "move the old part of the file away"),
        VaultError::LockLost(_) => (Reason::Io, "nothing was written; run the command again"),
        VaultError::ChangedMeanwhile(_) => {
            (Reason::ConcurrentEdit, "nothing was written; run the command again")
        }
        VaultError::Exists(_) => (Reason::Io, "nothing was written; move it away or choose another name"),
        _ => (Reason::Io, "the files are as they were; make the place writable and run the command again"),
    };
    Failure::new(reason, format!("{error}; {step}")).with("path", path)
}

/// Git could not be asked about `path`, or could not write its configuration.
pub(crate) fn of_git(path: &Path, error: &cairn_git::Error) -> Failure {
    Failure::new(Reason::Io, format!("{error}; `git status` there says what is wrong with the repository"))
        .with("path", path.display().to_string())
}

/// A plan that was not carried out.
pub(crate) fn of_commit(root: &Root, error: &CommitError) -> Failure {
    match error {
        CommitError::NotDone(error) => of_vault(root, error),
        error => left_changed(error),
    }
}

/// A file that a caller named and that is not there.
pub(crate) fn file_not_found(path: &RelativePath) -> Failure {
    let message = format!("there is no file `{path}`; paths are looked up from the current folder");
    Failure::new(Reason::FileNotFound, message).with("path", path.to_string())
}

/// A transaction that failed and could not be taken back either.
fn left_changed(error: &CommitError) -> Failure {
    let mut failure = Failure::new(Reason::Io, format!("{error}; `cairn doctor` says how to mend it"));
    if let CommitError::LeftChanged { left, journal, .. } = error {
        failure = failure
            .with("path", journal.display().to_string())
            .with("left", Value::texts(left.iter().map(ToString::to_string)));
    }
    failure
}

/// A crashed command that could not be finished.
pub(crate) fn unfinished(recovered: &Recovered) -> Failure {
    let what = &recovered.description;
    let (path, message) = match &recovered.outcome {
        Outcome::Stopped { paths, journal } => {
            let named: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
            let (named, step) = (named.join(", "), give_back(journal));
            (paths.first(), format!("`{what}` was interrupted, and then {named} was changed; {step}"))
        }
        Outcome::RemovalBegun { folder, .. } => {
            let message = format!(
                "`{what}` was interrupted while it removed `{folder}`; `cairn doctor` says how that is finished"
            );
            (Some(folder), message)
        }
        Outcome::RolledBack | Outcome::RolledForward => {
            (None, format!("`{what}` was interrupted; run the command again"))
        }
    };
    Failure::new(Reason::Io, message).with("path", path.map(ToString::to_string))
}

/// What helps where a file holds neither what was there before an interrupted command nor what that wrote.
pub(crate) fn give_back(journal: &Path) -> String {
    format!(
        "move each named file away or give it its old content (`{}` keeps every version), then try again",
        journal.display()
    )
}

fn locked(path: &str, pid: Option<u32>) -> Failure {
    let holder = pid.map_or_else(|| "another process".to_owned(), |pid| format!("process {pid}"));
    let message =
        format!("`{path}` is held by {holder}; wait for it, or give it longer with `--lock-timeout SECS`");
    Failure::new(Reason::Locked, message).with("path", path).with("pid", pid.map_or(Value::Null, Value::from))
}
