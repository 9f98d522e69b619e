//! A child process in a group of its own, heard to its end within bounded time and output. It is ended with its group, nothing
//! else ever is.

use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdout, Command};
use std::time::Duration;

use crate::deadline::Deadline;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process_group};

/// How much a child may print, in bytes.
pub(crate) const MOST_OUTPUT: usize = 16 * 1024 * 1024;

/// How long to wait between two looks at a child that has printed everything and is about to end.
const ENDING: Duration = Duration::from_micros(200);

/// Starts `command` in a process group of its own.
pub(crate) fn start(command: &mut Command) -> Option<Child> {
    command.process_group(0).spawn().ok()
}

/// What the child that was [`start`]ed prints on its piped standard output; `None` when it fails, prints more than `most` bytes or takes too long.
pub(crate) fn finish(mut child: Child, deadline: Deadline, most: usize) -> Option<Vec<u8>> {
    let output = child.stdout.take().and_then(|stdout| read_to_end(stdout, deadline, most));
    let has_succeeded = output.is_some() && has_succeeded(&mut child, deadline);
    if !has_succeeded {
        // Already ended, or not to be waited for any longer; with everything that it started itself.
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
        let _ = child.kill();
        let _ = child.wait();
    }
    output.filter(|_| has_succeeded)
}

fn read_to_end(mut stdout: ChildStdout, deadline: Deadline, most: usize) -> Option<Vec<u8>> {
    let mut output = Vec::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let left = deadline.left();
        if left.is_zero() || output.len() > most {
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

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::test_kill_process_group;
    use std::process::Stdio;

    #[allow(clippy::disallowed_methods, reason = "a child to be watched")]
    fn shell(script: &str) -> Child {
        start(Command::new("sh").args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::piped())).unwrap()
    }

    /// D42: how much a child may print.
    #[test]
    fn d42_output_is_bounded() {
        let long = Deadline::in_time(Duration::from_secs(60));
        for (most, expected) in [(5, Some("12345")), (4, None)] {
            let output = finish(shell("printf 12345"), long, most);
            assert_eq!(output.as_deref(), expected.map(str::as_bytes), "{most}");
        }
        let length = |bytes: usize| {
            let child = shell(&format!("head -c {bytes} /dev/zero"));
            finish(child, long, MOST_OUTPUT).map(|output| output.len())
        };
        assert_eq!((length(16_777_216), length(16_777_217)), (Some(16_777_216), None));
    }

    /// D42: a child that hangs, whether it still prints or not, is ended and leaves nothing behind.
    #[test]
    fn d42_ended() {
        for script in ["exec sleep 20", "exec sleep 20 >&-"] {
            let child = shell(script);
            let group = Pid::from_child(&child);
            assert_eq!(finish(child, Deadline::in_time(Duration::from_millis(100)), MOST_OUTPUT), None);
            assert_eq!(test_kill_process_group(group), Err(Errno::SRCH), "{script}");
        }
    }
}
