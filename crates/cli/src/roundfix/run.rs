//! From the typed words to the exit status.

use std::ffi::OsString;
use std::time::Duration;

use cairn_project::clock;
use cairn_project::context::Context;
use clap::CommandFactory;

use super::answer::{Answer, deliver, usage};
use super::command_line::{Command, CommandLine, Format, GlobalFlags};
use super::commands;
use crate::arguments::Dialect;
use crate::completion;
use crate::output::exit::Exit;
use crate::output::failure::Failure;
use crate::output::habits::as_flags;
use crate::output::streams::Streams;
use crate::output::usage::{Reading, read};

/// How a command is to answer, and under which name it was called.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// What messages call the program: `roundfix`, `cairn`.
    pub program: &'static str,
    /// The form of the report.
    pub format: Format,
}

const DIALECT: Dialect = Dialect { query_and_dots: false, open_flags: &[] };

/// The program `roundfix`.
pub fn run(words: Vec<OsString>, mut context: Context, streams: &mut Streams) -> Exit {
    if let Some(exit) = completion::answer(&words, &context, streams) {
        return exit;
    }
    let words = as_flags(words);
    // Words that are no command line have no flags either; this one is looked for by itself.
    let format = if wants_json(&words) { Format::Json } else { Format::Text };
    let command = command_word(&words);
    let refuse = |failure| usage(command.as_deref(), None, failure);
    let typed = match read::<CommandLine>(DIALECT, words) {
        Reading::Words(typed) => typed,
        Reading::Text(text) => {
            streams.result(&text);
            return Exit::Done;
        }
        Reading::Refused(failure) => return deliver(refuse(failure), format, streams),
    };
    match lock_timeout(&typed.global) {
        Ok(timeout) => context.wait_for_locks(timeout),
        Err(failure) => return deliver(refuse(failure), format, streams),
    }
    run_command(
        &typed.command,
        Manner { program: "roundfix", format: typed.global.format },
        &context,
        streams,
    )
}

/// One command.
pub fn run_command(command: &Command, manner: Manner, context: &Context, streams: &mut Streams) -> Exit {
    let answer: Answer = match command {
        Command::Archive(args) => commands::archive::run(args, manner, context, streams),
        Command::Cancel(args) => commands::cancel::run(args, manner, context, streams),
        Command::Unarchive(args) => commands::unarchive::run(args, manner, context, streams),
        Command::Settle(args) => commands::settle::run(args, manner, context, streams),
        Command::PullRequest(args) => commands::pull_request::run(args, manner, context, streams),
        Command::List(args) => commands::list::run(args, manner, context, streams),
        Command::QaReport(args) => commands::qa_report::run(args, context),
    };
    deliver(answer, manner.format, streams)
}

fn lock_timeout(flags: &GlobalFlags) -> Result<Duration, Failure> {
    let given = &flags.lock_timeout;
    clock::seconds(given).and_then(|wait| Duration::try_from(wait).ok()).ok_or_else(|| {
        Failure::usage(format!("`{given}` is no number of seconds for --lock-timeout"))
            .hint("write `5` or `0.3`")
    })
}

/// The first word that is a command.
fn command_word(words: &[OsString]) -> Option<String> {
    let program = CommandLine::command();
    let name = |word: &OsString| program.find_subcommand(word).map(|found| found.get_name().to_owned());
    words.iter().find_map(name)
}

fn wants_json(words: &[OsString]) -> bool {
    let flags = words.iter().take_while(|word| *word != "--");
    let mut follows = false;
    for word in flags {
        if word == "--format=json" || (follows && word == "json") {
            return true;
        }
        follows = word == "--format";
    }
    false
}
