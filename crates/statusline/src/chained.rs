//! Another command for the same prompt, run beside our line: it gets the same standard input and is bounded in time and
//! output. It is the user's own command, from the user's own settings.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::child::{MOST_OUTPUT, finish, start};
use crate::deadline::Deadline;

/// How long the command may take.
pub const LIMIT: Duration = Duration::from_millis(1500);

/// What `sh -c command` prints for `input`; `None` when it fails, prints too much or takes too long. It is ended then.
#[allow(clippy::disallowed_methods, reason = "the command that the status line was chained in front of")]
pub fn output(command: &str, input: &[u8]) -> Option<Vec<u8>> {
    let deadline = Deadline::in_time(LIMIT);
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = start(&mut shell)?;
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_vec();
        // A command that does not read its input must not hold up the line; the thread ends with the process.
        std::thread::Builder::new().spawn(move || drop(stdin.write_all(&input))).ok()?;
    }
    finish(child, deadline, MOST_OUTPUT)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// cairn 3: the same input, the output as it is; a failure gives nothing.
    #[test]
    fn chained() {
        assert_eq!(output("cat", b"{}").as_deref(), Some(&b"{}"[..]));
        assert_eq!(output("printf 'a\\nb\\n'", b"").as_deref(), Some(&b"a\nb\n"[..]));
        assert_eq!(output("echo a; exit 3", b""), None);
        assert_eq!(output("no-such-program-of-ours", b""), None);
        let large = vec![b'x'; 200_000];
        assert_eq!(output("true", &large).as_deref(), Some(&b""[..]));
    }

    /// D42: a command that hangs is ended.
    #[test]
    fn d42_bounded() {
        assert_eq!(output("sleep 60", b""), None);
    }
}
