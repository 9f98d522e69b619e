//! Asking git, for the two opt-in segments: bounded in time and output, with the arguments and the environment that all
//! of the product's calls share (G8). The child is ended by its own handle, nothing else ever is.

use crate::deadline::Deadline;
use crate::environment::Environment;
use cairn_text::git_arguments::{Caller, ENVIRONMENT, GLOBAL_ARGUMENTS, is_removed, program_candidates};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Access, access};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// How long one call may take.
const LIMIT: Duration = Duration::from_millis(1500);

/// How much a call may print, in bytes.
const MOST_OUTPUT: usize = 16 * 1024 * 1024;

/// How long to wait between two looks at a child that has printed everything and is about to end.
const ENDING: Duration = Duration::from_micros(200);

/// What git prints for `arguments` in `folder`; `None` when there is no git, it fails, prints too much or takes too long.
pub(crate) fn ask<A: AsRef<OsStr>>(
    folder: &Path,
    arguments: &[A],
    environment: &Environment,
) -> Option<Vec<u8>> {
    let deadline = Deadline::in_time(LIMIT);
    let mut child = command(folder, environment)?.args(arguments).spawn().ok()?;
    let output = child.stdout.take().and_then(|stdout| read_to_end(stdout, deadline));
    let has_succeeded = output.is_some() && has_succeeded(&mut child, deadline);
    if !has_succeeded {
        // Already ended, or not to be waited for any longer.
        let _ = child.kill();
        let _ = child.wait();
    }
    output.filter(|_| has_succeeded)
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

fn read_to_end(mut stdout: ChildStdout, deadline: Deadline) -> Option<Vec<u8>> {
    let mut output = Vec::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let left = deadline.left();
        if left.is_zero() || output.len() > MOST_OUTPUT {
            return None;
        }
        let left = Timespec::try_from(left).ok()?;
        match poll(&mut [PollFd::new(&stdout, PollFlags::IN)], Some(&left)) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(Errno::INTR) => continue,
            Err(_) => return None,
        }
        let length = stdout.read(&mut buffer).ok()?;
        if length == 0 {
            return Some(output);
        }
        output.extend_from_slice(buffer.get(..length)?);
    }
}

fn has_succeeded(child: &mut Child, deadline: Deadline) -> bool {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if !deadline.is_over() => std::thread::sleep(ENDING),
            Ok(None) | Err(_) => return false,
        }
    }
}
