//! One line for an agent's terminal, drawn at every prompt: standard input in, one line out, exit status 0 whatever happens.

use std::io::IsTerminal;

use cairn_statusline::deadline::Deadline;
use cairn_statusline::environment::Environment;
use cairn_statusline::{INPUT_TIME, line, manual, standard_input};
use rustix::io::{Errno, write};
use rustix::stdio::{stdin, stdout};

fn main() {
    leave_quietly_on_a_fault();
    let first = std::env::args_os().nth(1);
    let word = first.as_deref().and_then(std::ffi::OsStr::to_str);
    if let Some(text) = manual::answer(word, || std::io::stdin().is_terminal()) {
        return print(text.as_bytes());
    }
    let environment = Environment::read();
    if let Some(input) = standard_input::read_to_end(stdin(), Deadline::in_time(INPUT_TIME))
        && let Some(line) = line(&input, &environment)
    {
        print(line.as_bytes());
    }
}

/// A fault of the line must cost the prompt nothing but the line.
#[allow(
    clippy::disallowed_methods,
    reason = "a fault ends the process here, with the status that every end of it has"
)]
fn leave_quietly_on_a_fault() {
    std::panic::set_hook(Box::new(|_| std::process::exit(0)));
}

/// Nobody is left to tell when the terminal is gone.
fn print(mut line: &[u8]) {
    while !line.is_empty() {
        match write(stdout(), line) {
            Ok(length) => line = line.get(length..).unwrap_or_default(),
            Err(Errno::INTR) => {}
            Err(_) => return,
        }
    }
}
