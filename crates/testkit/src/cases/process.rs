//! Starts the commands of a case: own process group, frozen environment, a time limit that ends the whole group.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Environment of a case: names and values, nothing inherited.
pub(crate) type Environment = BTreeMap<String, String>;

/// What a finished command left.
#[derive(Debug)]
pub(crate) struct Finished {
    /// The exit code; a signal counts as its negative number.
    pub(crate) code: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

/// A started command, its output being collected.
pub(crate) struct Started {
    child: Child,
    chunks: Receiver<Chunk>,
    begun: Instant,
}

enum Chunk {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
}

/// Starts `arguments` in `folder`; `stdin` is fed and then closed.
///
/// # Errors
/// [`io::ErrorKind::NotFound`] if no such program is on the `PATH` of `environment`.
pub(crate) fn start(
    arguments: &[String],
    folder: &Path,
    environment: &Environment,
    stdin: Vec<u8>,
) -> io::Result<Started> {
    let (program, rest) = arguments.split_first().ok_or_else(|| io::Error::other("no program"))?;
    let mut child = Command::new(program)
        .args(rest)
        .current_dir(folder)
        .env_clear()
        .envs(environment)
        .process_group(0)
        .stdin(if stdin.is_empty() { Stdio::null() } else { Stdio::piped() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut pipe) = child.stdin.take() {
        // A program that does not read its input is no error of the case.
        std::thread::spawn(move || drop(pipe.write_all(&stdin)));
    }
    let (sender, chunks) = channel();
    if let Some(mut pipe) = child.stdout.take() {
        let sender = sender.clone();
        std::thread::spawn(move || drop(sender.send(Chunk::Stdout(read(&mut pipe)))));
    }
    if let Some(mut pipe) = child.stderr.take() {
        std::thread::spawn(move || drop(sender.send(Chunk::Stderr(read(&mut pipe)))));
    }
    Ok(Started { child, chunks, begun: Instant::now() })
}

fn read(pipe: &mut impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was read before an error is still worth judging.
    drop(pipe.read_to_end(&mut bytes));
    bytes
}

impl Started {
    /// Waits for the end of the command and of its output; after `limit` from its start the whole process group is
    /// ended, and the answer is `None`.
    pub(crate) fn finish(mut self, limit: Duration) -> io::Result<Option<Finished>> {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        loop {
            let left = limit.saturating_sub(self.begun.elapsed());
            match self.chunks.recv_timeout(left) {
                Ok(Chunk::Stdout(bytes)) => stdout = bytes,
                Ok(Chunk::Stderr(bytes)) => stderr = bytes,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    self.end()?;
                    return Ok(None);
                }
            }
        }
        // Both outputs are closed, so the command is ending, or has closed them to go on alone.
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(Some(Finished { code: code(status), stdout, stderr }));
            }
            if self.begun.elapsed() >= limit {
                self.end()?;
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Ends the process group and takes its leader's exit, so that no zombie stays.
    fn end(&mut self) -> io::Result<()> {
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().try_into().unwrap_or_default()) {
            // The leader may have ended by itself meanwhile.
            let _ended = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        self.child.wait().map(drop)
    }
}

fn code(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| -status.signal().unwrap_or(1))
}
