//! `cairn statusline` (cairn 3): the line of `msd-statusline`, and below it what another command draws from the same input.

use cairn_statusline::deadline::Deadline;
use cairn_statusline::environment::Environment;
use cairn_statusline::{INPUT_TIME, chained, line, standard_input};
use clap::Args;

use crate::output::exit::Exit;
use crate::output::streams::Streams;

/// One line for an agent's terminal.
///
/// Reads the agent's JSON object from standard input, as `msd-statusline` does. A prompt never fails: what cannot be found
/// out is left out.
#[derive(Debug, Args)]
pub struct StatuslineArgs {
    /// A shell command that gets the same input; its output follows on a line of its own.
    #[arg(long, value_name = "COMMAND")]
    pub with: Option<String>,
}

pub(crate) fn run(args: &StatuslineArgs, streams: &mut Streams) -> Exit {
    let Some(input) = standard_input::read_to_end(rustix::stdio::stdin(), Deadline::in_time(INPUT_TIME))
    else {
        return Exit::Done;
    };
    let ours = line(&input, &Environment::read());
    let theirs = args.with.as_deref().and_then(|command| chained::output(command, &input));
    streams.unescaped(&together(ours.as_deref(), theirs.as_deref()));
    Exit::Done
}

/// Both, each on its own line.
fn together(ours: Option<&str>, theirs: Option<&[u8]>) -> Vec<u8> {
    let theirs = theirs.filter(|theirs| !theirs.is_empty());
    let parts = [ours.map(str::as_bytes), theirs];
    parts.into_iter().flatten().collect::<Vec<_>>().join(&b"\n"[..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// cairn 3: ours first; what fails or is silent leaves the other alone.
    #[test]
    fn joined() {
        for (ours, theirs, expected) in [
            (Some("a"), Some("b\nc\n"), "a\nb\nc\n"),
            (Some("a"), None, "a"),
            (Some("a"), Some(""), "a"),
            (None, Some("b"), "b"),
            (None, None, ""),
        ] {
            assert_eq!(together(ours, theirs.map(str::as_bytes)), expected.as_bytes());
        }
    }
}
