//! What a process of git says until it ends, with a limit on how long it may be silent.
//!
//! Git opens what a repository has at the names it knows (`.gitattributes`, `.gitignore`), and waits for ever when that is a
//! named pipe, or lies on a network that is gone. The limit counts from the last byte, so that a long answer is never cut.

use std::io::{self, Read};
use std::os::fd::AsFd;
use std::process::{Child, ChildStdout, Output};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Why a process gave no whole answer.
#[derive(Debug)]
pub(crate) enum Ended {
    /// It said nothing for so long, and was killed.
    Silent(Duration),
    /// Its pipes broke.
    Broken(io::Error),
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Ended {
        Ended::Broken(error)
    }
}

/// Everything it prints, and how it ends. Without `patience` it is waited for as long as it takes.
pub(crate) fn answer_of(mut child: Child, patience: Option<Duration>) -> Result<Output, Ended> {
    let Some(patience) = patience else { return Ok(child.wait_with_output()?) };
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    match listen(&mut child, patience, &mut stdout, &mut stderr) {
        Ok(()) => Ok(Output { status: child.wait()?, stdout, stderr }),
        Err(ended) => {
            let _it_may_be_gone = child.kill();
            let _its_end_does_not_matter = child.wait();
            Err(ended)
        }
    }
}

fn listen(
    child: &mut Child,
    patience: Duration,
    stdout: &mut Vec<u8>,
    stderr: &mut Vec<u8>,
) -> Result<(), Ended> {
    let mut out = child.stdout.take();
    let mut err = child.stderr.take();
    while out.is_some() || err.is_some() {
        let (out_speaks, err_speaks) = {
            let both = [out.as_ref().map(AsFd::as_fd), err.as_ref().map(AsFd::as_fd)];
            let mut waited: Vec<_> =
                both.iter().flatten().map(|pipe| PollFd::from_borrowed_fd(*pipe, PollFlags::IN)).collect();
            wait_for_one_of(&mut waited, patience)?;
            let mut speaks = waited.iter().map(|pipe| !pipe.revents().is_empty());
            let mut next = |is_open: bool| is_open && speaks.next().unwrap_or(false);
            (next(out.is_some()), next(err.is_some()))
        };
        if out_speaks {
            take(&mut out, stdout)?;
        }
        if err_speaks {
            take(&mut err, stderr)?;
        }
    }
    Ok(())
}

/// Until one of them speaks or is closed.
fn wait_for_one_of(pipes: &mut [PollFd<'_>], patience: Duration) -> Result<(), Ended> {
    let wait = Timespec::try_from(patience).map_err(|_| Ended::Silent(patience))?;
    loop {
        match poll(pipes, Some(&wait)) {
            Ok(0) => return Err(Ended::Silent(patience)),
            Ok(_) => return Ok(()),
            Err(rustix::io::Errno::INTR) => {}
            Err(errno) => return Err(Ended::Broken(errno.into())),
        }
    }
}

/// What a process says that is asked again and again, with the same limit on each silence.
pub(crate) struct PatientPipe {
    pipe: ChildStdout,
    patience: Option<Duration>,
    /// It was silent for too long. What it may say later is the answer to nothing.
    gave_up: bool,
}

impl PatientPipe {
    pub(crate) fn new(pipe: ChildStdout, patience: Option<Duration>) -> Self {
        Self { pipe, patience, gave_up: false }
    }

    /// For how long it was waited in vain, if it was.
    pub(crate) fn silence(&self) -> Option<Duration> {
        self.patience.filter(|_| self.gave_up)
    }
}

impl Read for PatientPipe {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.gave_up {
            return Err(io::ErrorKind::TimedOut.into());
        }
        if let Some(patience) = self.patience {
            match wait_for_one_of(&mut [PollFd::new(&self.pipe, PollFlags::IN)], patience) {
                Ok(()) => {}
                Err(Ended::Silent(_)) => {
                    self.gave_up = true;
                    return Err(io::ErrorKind::TimedOut.into());
                }
                Err(Ended::Broken(error)) => return Err(error),
            }
        }
        self.pipe.read(into)
    }
}

/// Takes what is there now, at least one byte; at the end the pipe is closed.
fn take(pipe: &mut Option<impl Read>, into: &mut Vec<u8>) -> io::Result<()> {
    /// As much as a pipe holds.
    const PORTION: usize = 64 * 1024;
    let Some(open) = pipe else { return Ok(()) };
    let before = into.len();
    into.resize(before + PORTION, 0);
    let read = loop {
        match open.read(into.get_mut(before..).unwrap_or_default()) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => break read,
        }
    };
    into.truncate(before + read.as_ref().copied().unwrap_or_default());
    if read? == 0 {
        *pipe = None;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    fn run(script: &str, patience: Duration) -> Result<Output, Ended> {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        answer_of(command.spawn().unwrap(), Some(patience))
    }

    /// G10: both outputs whole, whatever their order and length, and the exit code.
    #[test]
    fn all_that_is_said() {
        let long =
            run("head -c 300000 /dev/zero; echo no >&2; head -c 300000 /dev/zero >&2; exit 3", LONG).unwrap();
        assert_eq!((long.stdout.len(), long.stderr.len(), long.status.code()), (300_000, 300_003, Some(3)));
        let closed = run("exec 2>&-; echo yes; exec 1>&-", LONG).unwrap();
        assert_eq!((closed.stdout.as_slice(), closed.status.code()), (b"yes\n".as_slice(), Some(0)));
    }

    /// G10: one that is silent is ended. It would be silent for ever: no machine is too slow for that.
    #[test]
    fn silence_ends() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &pipe,
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::from_raw_mode(0o644),
            0,
        )
        .unwrap();
        let waiting = format!("echo begun; exec cat '{}'", pipe.display());
        let ended = run(&waiting, Duration::from_millis(50));
        assert!(matches!(ended, Err(Ended::Silent(_))), "{ended:?}");
    }

    const LONG: Duration = Duration::from_secs(600);
}
