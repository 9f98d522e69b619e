//! One question on the terminal, answered with yes or no. Ctrl-C ends it.

use std::io::IsTerminal;

use cairn_project::context::Interrupt;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, read};
use rustix::stdio::stdin;

use crate::output::streams::Streams;

/// What was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// `y` or `yes`.
    Yes,
    /// Anything else.
    No,
    /// There is no terminal.
    Nobody,
    /// Ctrl-C.
    Interrupted,
}

/// Asks on stderr and reads one line; asks nobody unless stdin and stderr are terminals.
pub(crate) fn ask(question: &str, interrupt: &Interrupt, streams: &mut Streams) -> Asked {
    if !std::io::stdin().is_terminal() || !streams.stderr_is_terminal {
        return Asked::Nobody;
    }
    streams.say(&format!("{question} [y/N]"));
    let mut line = Vec::new();
    while !line.ends_with(b"\n") {
        // A read would go on waiting after Ctrl-C; a poll does not.
        match poll(&mut [PollFd::new(&stdin(), PollFlags::IN)], None) {
            Ok(_) => {}
            Err(Errno::INTR) if interrupt.check().is_err() => return Asked::Interrupted,
            Err(Errno::INTR) => continue,
            Err(_) => return Asked::No,
        }
        let mut bytes = [0; 64];
        match read(stdin(), &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(length) => line.extend_from_slice(bytes.get(..length).unwrap_or_default()),
        }
    }
    if is_yes(&line) { Asked::Yes } else { Asked::No }
}

fn is_yes(line: &[u8]) -> bool {
    matches!(line.trim_ascii().to_ascii_lowercase().as_slice(), b"y" | b"yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// cairn 5: only a plain yes is one.
    #[test]
    fn answers() {
        for (line, expected) in
            [("y\n", true), (" YES \n", true), ("", false), ("no\n", false), ("yep\n", false)]
        {
            assert_eq!(is_yes(line.as_bytes()), expected, "{line:?}");
        }
    }
}
