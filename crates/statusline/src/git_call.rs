//! Asking git, for the two opt-in segments: bounded in time and output, with the arguments and the environment that all
//! of the product's calls share (G8).

use crate::child::{MOST_OUTPUT, finish, start};
use crate::deadline::Deadline;
use crate::environment::Environment;
use cairn_text::git_arguments::{Caller, ENVIRONMENT, GLOBAL_ARGUMENTS, is_removed, program_candidates};
use rustix::fs::{Access, access};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// How long one call may take.
const LIMIT: Duration = Duration::from_millis(1500);

/// What git prints for `arguments` in `folder`; `None` when there is no git, it fails, prints too much or takes too long.
pub(crate) fn ask<A: AsRef<OsStr>>(
    folder: &Path,
    arguments: &[A],
    environment: &Environment,
) -> Option<Vec<u8>> {
    let deadline = Deadline::in_time(LIMIT);
    let child = start(command(folder, environment)?.args(arguments))?;
    finish(child, deadline, MOST_OUTPUT)
}

#[allow(clippy::disallowed_methods, reason = "the two opt-in segments are asked of git")]
fn command(folder: &Path, environment: &Environment) -> Option<Command> {
    let mut command = Command::new(program(folder, &environment.search_path)?);
    command.args(GLOBAL_ARGUMENTS).current_dir(folder);
    for name in Environment::inherited_names().filter(|name| is_removed(name, Caller::Ordinary)) {
        command.env_remove(name);
    }
    command.envs(ENVIRONMENT).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    Some(command)
}

/// The first program of the search path that may be started from `folder`.
fn program(folder: &Path, search_path: &OsStr) -> Option<PathBuf> {
    let mut candidates = program_candidates(std::env::split_paths(search_path), folder);
    candidates.find(|candidate| access(candidate, Access::EXEC_OK).is_ok())
}
