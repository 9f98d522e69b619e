//! The two streams of a command. stdout carries the result and nothing else, stderr everything that is said about it.
//! Text from files passes the escaping writer on its way to stderr and to a terminal (G9). A reader that went away is
//! no error (D2).

use std::io::{self, IsTerminal, Write};

use cairn_text::escape;

use super::exit::Exit;

/// stdout and stderr, and whether people look at them.
pub struct Streams {
    stdout: Box<dyn Write>,
    stderr: Box<dyn Write>,
    /// stdout is a terminal: raw values are escaped.
    pub stdout_is_terminal: bool,
    /// stderr is a terminal: progress may be shown.
    pub stderr_is_terminal: bool,
    closed: bool,
    failed: bool,
    has_progress: bool,
}

impl Streams {
    /// The process's own.
    pub fn of_process() -> Streams {
        Streams {
            stdout_is_terminal: io::stdout().is_terminal(),
            stderr_is_terminal: io::stderr().is_terminal(),
            stdout: Box::new(io::stdout().lock()),
            stderr: Box::new(io::stderr().lock()),
            closed: false,
            failed: false,
            has_progress: false,
        }
    }

    /// Two streams that no person looks at: for whoever runs a command inside a process.
    pub fn to(stdout: impl Write + 'static, stderr: impl Write + 'static) -> Streams {
        Streams {
            stdout: Box::new(stdout),
            stderr: Box::new(stderr),
            stdout_is_terminal: false,
            stderr_is_terminal: false,
            closed: false,
            failed: false,
            has_progress: false,
        }
    }

    /// Writes a result that is safe by its form (JSON, escaped text).
    pub fn result(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Writes raw bytes of a file: as they are into a pipe or file, escaped on a terminal (msd-tools 2).
    pub fn raw(&mut self, bytes: &[u8]) {
        if self.stdout_is_terminal {
            let text = String::from_utf8_lossy(bytes);
            let text = escape::escaped_lines(&text);
            self.bytes(text.as_bytes());
        } else {
            self.bytes(bytes);
        }
    }

    /// The exit status of a command that ended with `exit`: a result that did not arrive is not done, whatever was written
    /// (D1). A reader that went away is no failure.
    pub fn exit(&self, exit: Exit) -> Exit {
        if self.failed && exit == Exit::Done { Exit::NotDone } else { exit }
    }

    /// Writes what is made for a terminal, its colours too: the status line, and the output of the user's own command beside it.
    pub fn unescaped(&mut self, bytes: &[u8]) {
        self.bytes(bytes);
    }

    /// Says something on stderr; every line of it is escaped.
    pub fn say(&mut self, text: &str) {
        let mut line = escape::escaped_lines(text).into_owned();
        if !line.ends_with('\n') {
            line.push('\n');
        }
        // Nobody can be told that stderr is gone.
        let _ = self.stderr.write_all(line.as_bytes());
    }

    /// Shows how far something is, on one line of a terminal that the next call writes over. Nothing where nobody looks.
    pub fn progress(&mut self, text: &str) {
        if self.stderr_is_terminal {
            self.has_progress = true;
            // Nobody can be told that stderr is gone.
            let _ =
                write!(self.stderr, "\r{}\u{1b}[K", escape::escaped(text)).and_then(|()| self.stderr.flush());
        }
    }

    /// Takes the line of progress away.
    pub fn end_progress(&mut self) {
        if std::mem::take(&mut self.has_progress) {
            let _ = write!(self.stderr, "\r\u{1b}[K").and_then(|()| self.stderr.flush());
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        if self.closed {
            return;
        }
        if let Err(error) = self.stdout.write_all(bytes).and_then(|()| self.stdout.flush()) {
            self.closed = true;
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.failed = true;
                self.say(&format!("error: cannot write the result: {error}"));
            }
        }
    }
}
