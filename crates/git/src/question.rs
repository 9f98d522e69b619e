//! One call of git: arguments, input, and what came back.

use std::ffi::OsStr;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use bstr::{BStr, ByteSlice};

use crate::Error;
use crate::answer::{Ended, answer_of};

/// A program with its first arguments, and how long it may be silent.
pub(crate) struct Call {
    pub(crate) command: Command,
    /// `None` for the call that acts: what a hook or an editor of the user's does takes as long as it takes.
    pub(crate) patience: Option<Duration>,
}

/// A call in the making.
pub(crate) struct Question {
    command: Command,
    patience: Option<Duration>,
    operation: String,
    folder: PathBuf,
    input: Vec<u8>,
}

/// What a call answered.
pub(crate) struct Answer {
    /// The exit code; `None` after a signal.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    operation: String,
    folder: PathBuf,
}

impl Question {
    /// The call of `operation`; `call` holds what stands in front of it.
    pub(crate) fn new(call: Call, operation: &str, folder: &Path) -> Self {
        let Call { mut command, patience } = call;
        command.arg(operation);
        let (operation, folder) = (operation.to_owned(), folder.to_owned());
        Self { command, patience, operation, folder, input: Vec::new() }
    }

    pub(crate) fn args<S: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = S>) -> Self {
        self.command.args(arguments);
        self
    }

    pub(crate) fn arg(mut self, argument: impl AsRef<[u8]>) -> Self {
        self.command.arg(OsStr::from_bytes(argument.as_ref()));
        self
    }

    /// Ends the options; `paths` follow.
    pub(crate) fn paths<P: AsRef<BStr>>(mut self, paths: &[P]) -> Self {
        self.command.arg("--");
        for path in paths {
            self.command.arg(OsStr::from_bytes(path.as_ref()));
        }
        self
    }

    /// What git reads on its standard input.
    pub(crate) fn input(mut self, input: Vec<u8>) -> Self {
        self.input = input;
        self
    }

    /// Starts a process that answers as long as it is asked, and says how long each of its answers may be waited for.
    pub(crate) fn start(self) -> Result<(Child, Option<Duration>), Error> {
        let Self { mut command, patience, operation, folder, .. } = self;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let child = command.spawn().map_err(|source| Error::Io { operation, folder, source })?;
        Ok((child, patience))
    }

    /// Asks, and takes any exit code for an answer.
    pub(crate) fn ask_any(self) -> Result<Answer, Error> {
        let Self { mut command, patience, operation, folder, input } = self;
        match finish(&mut command, &input, patience) {
            Ok(output) => Ok(Answer {
                code: output.status.code(),
                stdout: output.stdout,
                stderr: output.stderr,
                operation,
                folder,
            }),
            Err(Ended::Silent(patience)) => {
                Err(Error::Silent { operation, folder, seconds: patience.as_secs() })
            }
            Err(Ended::Broken(source)) => Err(Error::Io { operation, folder, source }),
        }
    }

    /// Asks, and takes every exit code but 0 for a failure.
    pub(crate) fn ask(self) -> Result<Vec<u8>, Error> {
        let answer = self.ask_any()?;
        if answer.code == Some(0) { Ok(answer.stdout) } else { Err(answer.failed()) }
    }

    /// Asks something that may have no answer: exit code 1, or nothing on stdout, is `None`.
    pub(crate) fn ask_maybe(self) -> Result<Option<Vec<u8>>, Error> {
        let answer = self.ask_any()?;
        match answer.code {
            Some(0) => Ok(Some(answer.stdout).filter(|stdout| !stdout.is_empty())),
            Some(1) => Ok(None),
            _ => Err(answer.failed()),
        }
    }
}

/// The stack of a thread that only writes.
const ENOUGH_TO_WRITE: usize = 128 * 1024;

fn finish(
    command: &mut Command,
    input: &[u8],
    patience: Option<Duration>,
) -> Result<std::process::Output, Ended> {
    command.stdin(if input.is_empty() { Stdio::null() } else { Stdio::piped() });
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let pipe = child.stdin.take();
    std::thread::scope(|scope| {
        let feed = |mut pipe: ChildStdin| {
            let thread = std::thread::Builder::new().stack_size(ENOUGH_TO_WRITE);
            thread.spawn_scoped(scope, move || pipe.write_all(input))
        };
        // Without a thread the pipe is closed, and git ends.
        let feeding = pipe.map(feed);
        let output = answer_of(child, patience)?;
        match feeding.transpose()?.map(|thread| thread.join()) {
            // When git ended early it says why on stderr; the broken pipe adds nothing.
            Some(Ok(Err(error))) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
            _ => Ok(output),
        }
    })
}

impl Answer {
    /// The failure that this answer is.
    pub(crate) fn failed(self) -> Error {
        let message = if self.stderr.trim().is_empty() { &self.stdout } else { &self.stderr };
        let message = match (self.code, message.trim().to_str_lossy()) {
            (None, text) => format!("ended by a signal; {text}"),
            (Some(code), text) if text.is_empty() => format!("exit code {code}"),
            (Some(_), text) => text.into_owned(),
        };
        Error::Failed { operation: self.operation, folder: self.folder, message }
    }
}

/// Splits output that ends each part with NUL.
pub(crate) fn parts(output: &[u8]) -> impl Iterator<Item = &BStr> {
    output.strip_suffix(b"\0").into_iter().flat_map(|output| output.split_str(b"\0")).map(ByteSlice::as_bstr)
}

/// Splits `paths` so that each portion fits on a command line of any system.
pub(crate) fn portions<P: AsRef<BStr>>(paths: &[P]) -> Vec<&[P]> {
    /// Well below the 128 KiB that the smallest systems take for arguments and environment together.
    const BYTES: usize = 64 * 1024;
    let mut portions = Vec::new();
    let mut rest = paths;
    while !rest.is_empty() {
        let mut bytes = 0;
        let more = rest.iter().take_while(|path| {
            bytes += path.as_ref().len() + 1;
            bytes <= BYTES
        });
        let count = more.count().max(1);
        let Some((portion, others)) = rest.split_at_checked(count) else {
            break;
        };
        portions.push(portion);
        rest = others;
    }
    portions
}
