//! From the typed words to the exit status.

use std::ffi::OsString;
use std::time::Duration;

use cairn_project::clock;
use cairn_project::context::Context;
use clap::{Args, CommandFactory, Subcommand};

use super::command_line::{Command, CommandLine, Format};
use super::envelope::{Answer, deliver, refuse};
use super::{
    check, completions, doctor, explain, history, init, log, merge, merge_driver, recover, resolve, reversal,
    search, status, statusline,
};
use crate::arguments::{Dialect, first_command};
use crate::output::exit::Exit;
use crate::output::failure::Failure;
use crate::output::habits::as_flags;
use crate::output::streams::Streams;
use crate::output::usage::{Reading, read};
use crate::process::Program;
use crate::{completion, msd_tools, roundfix};

/// The program `cairn`.
pub fn run(words: Vec<OsString>, context: Context, streams: &mut Streams) -> Exit {
    if let Some(exit) = completion::answer(&words, &context, streams) {
        return exit;
    }
    let words = as_flags(words);
    // Told by the words alone: building every command of all three programs would be most of what a short command costs.
    let begins_with_flag = words.first().is_some_and(|word| word.as_encoded_bytes().starts_with(b"-"));
    let flags = begins_with_flag.then(flags_of_others).unwrap_or_default();
    let name = first_command(&CommandLine::command(), &flags, &words);
    if let Some(other) = name.as_deref().and_then(other_binary) {
        return other(words, context, streams);
    }
    // Every failure of git's merge driver is one of its own (cairn 7.1).
    let is_driver = name.as_deref() == Some("merge-driver");
    match own_command(words, context, streams) {
        Exit::Usage if is_driver => Exit::DriverFailure,
        exit => exit,
    }
}

fn own_command(words: Vec<OsString>, mut context: Context, streams: &mut Streams) -> Exit {
    let typed = match read::<CommandLine>(Dialect::default(), words) {
        Reading::Words(typed) => typed,
        Reading::Text(text) => {
            streams.result(&text);
            return Exit::Done;
        }
        Reading::Refused(failure) => {
            refuse(&failure, streams);
            return failure.exit;
        }
    };
    let flags = &typed.global;
    let Some(timeout) = clock::seconds(&flags.lock_timeout).and_then(|wait| Duration::try_from(wait).ok())
    else {
        let given = &flags.lock_timeout;
        let failure = Failure::invalid_value("--lock-timeout", format!("`{given}` is no number of seconds"));
        refuse(&failure.hint("write `5` or `0.3`"), streams);
        return Exit::Usage;
    };
    context.wait_for_locks(timeout);
    if let Err(failure) = takes_format(typed.command.as_ref(), flags.format) {
        refuse(&failure, streams);
        return failure.exit;
    }
    let (name, outcome): (&str, Result<Answer, Failure>) = match &typed.command {
        Some(Command::Init(args)) => ("init", init::run(args, flags, &context, streams)),
        Some(Command::Log(args)) => ("log", log::run(args, flags, &context)),
        Some(Command::Undo(args)) => ("undo", reversal::undo(args, flags, &context)),
        Some(Command::Redo(args)) => ("redo", reversal::redo(args, flags, &context)),
        Some(Command::Check(args)) => ("check", check::run(args, flags, &context)),
        Some(Command::History(args)) => ("history", history::run(args, flags, &context)),
        Some(Command::Search(args)) => ("search", search::run(args, flags, &context)),
        Some(Command::Explain(args)) => ("explain", explain::run(args)),
        Some(Command::Merge(args)) => return merge::run(args, flags, &context, streams),
        Some(Command::MergeDriver(args)) => return merge_driver::run(args, &context, streams),
        Some(Command::Resolve(args)) => ("resolve", resolve::run(args, flags, &context)),
        Some(Command::Doctor(_)) => ("doctor", doctor::run(flags, &context)),
        Some(Command::Recover(_)) => ("recover", recover::run(flags, &context)),
        Some(Command::Completions(args)) => ("completions", completions::run(args)),
        Some(Command::Statusline(args)) => return statusline::run(args, streams),
        Some(Command::Status(_)) | None => ("status", status::run(flags, &context)),
        Some(Command::Planning(_) | Command::Specs(_)) => {
            ("status", Err(Failure::usage("a command is missing").hint("`cairn --help` lists them")))
        }
    };
    deliver(name, outcome, flags.format, streams)
}

/// Every command takes `text` and `json`; only some know more (cairn 1).
fn takes_format(command: Option<&Command>, format: Format) -> Result<(), Failure> {
    let knows = match format {
        Format::Text | Format::Json => true,
        Format::Sarif | Format::Github | Format::Junit => matches!(command, Some(Command::Check(_))),
        Format::Svg => matches!(command, Some(Command::History(_))),
    };
    if knows {
        return Ok(());
    }
    let failure = Failure::invalid_value("--format", "this command does not know that format");
    Err(failure
        .hint("write `text` or `json`; `check` knows `sarif`, `github`, `junit`, `history` knows `svg`"))
}

/// What the other binaries take in front of their commands, without those commands.
fn flags_of_others() -> Vec<clap::Command> {
    vec![
        msd_tools::command_line::GlobalFlags::augment_args(clap::Command::default()),
        roundfix::command_line::GlobalFlags::augment_args(clap::Command::default()),
    ]
}

/// The program of the other binary whose word this is: it reads the words itself, so that arguments, output and exit
/// statuses are its own (cairn 3).
fn other_binary(name: &str) -> Option<Program> {
    if msd_tools::command_line::Command::has_subcommand(name) {
        Some(msd_tools::run)
    } else if roundfix::command_line::Command::has_subcommand(name) {
        Some(roundfix::run)
    } else {
        None
    }
}
