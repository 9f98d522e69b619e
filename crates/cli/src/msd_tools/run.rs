//! From the typed words to the exit status.

use std::ffi::OsString;
use std::time::Duration;

use cairn_project::clock;
use cairn_project::context::Context;
use cairn_project::location::Request;

use super::answer::{Answer, deliver, refuse};
use super::command_line::{Command, CommandLine, GlobalFlags};
use super::commands;
use crate::arguments::Dialect;
use crate::completion;
use crate::output::exit::Exit;
use crate::output::failure::Failure;
use crate::output::habits::as_flags;
use crate::output::streams::Streams;
use crate::output::usage::{Reading, read};

/// How the words are read: `query`, dots, and the flags of `state patch`, which are the fields of the file.
pub const DIALECT: Dialect = Dialect { query_and_dots: true, open_flags: &[&["state", "patch"]] };

/// The program `msd-tools`.
pub fn run(words: Vec<OsString>, mut context: Context, streams: &mut Streams) -> Exit {
    if let Some(exit) = completion::answer(&words, &context, streams) {
        return exit;
    }
    let words = as_flags(words);
    let json_errors = words.iter().any(|word| word == "--json-errors");
    let typed = match read::<CommandLine>(DIALECT, words) {
        Reading::Words(typed) => typed,
        Reading::Text(text) => {
            streams.result(&text);
            return Exit::Done;
        }
        Reading::Refused(failure) => {
            refuse(&failure, json_errors, streams);
            return failure.exit;
        }
    };
    let outcome = lock_timeout(&typed.global).and_then(|timeout| {
        context.wait_for_locks(timeout);
        names_a_field(&typed.global)?;
        let command = typed
            .command
            .ok_or_else(|| Failure::usage("a command is missing").hint("`msd-tools --help` lists them"))?;
        dispatch(&command, &typed.global, &context)
    });
    deliver(outcome, &typed.global, streams)
}

fn lock_timeout(flags: &GlobalFlags) -> Result<Duration, Failure> {
    clock::seconds(&flags.lock_timeout).and_then(|wait| Duration::try_from(wait).ok()).ok_or_else(|| {
        let given = &flags.lock_timeout;
        Failure::invalid_value("--lock-timeout", format!("`{given}` is no number of seconds"))
            .hint("write `5` or `0.3`")
    })
}

/// An empty `--pick` would be found out only when everything is done.
fn names_a_field(flags: &GlobalFlags) -> Result<(), Failure> {
    if flags.pick.as_deref().is_none_or(|path| !path.trim().is_empty()) {
        return Ok(());
    }
    Err(Failure::invalid_value("--pick", "`--pick` names no field")
        .hint("name one, as in `--pick status`; without the flag the whole result is printed"))
}

/// Where the caller says the project is.
pub fn request(flags: &GlobalFlags) -> Request<'_> {
    Request {
        start: flags.cwd.as_deref(),
        root: flags.project_dir.as_deref(),
        workstream: flags.ws.as_deref(),
    }
}

fn dispatch(command: &Command, flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    match command {
        Command::State(args) => commands::state::run(args, flags, context),
        Command::Phase(args) => commands::phases::run::phase_command(args, flags, context),
        Command::Phases(args) => commands::phases::run::phases_command(args, flags, context),
        Command::FindPhase(args) => commands::phases::run::find(args, flags, context),
        Command::PhasePlanIndex(args) => commands::phases::run::index(args, flags, context),
        Command::Roadmap(args) => commands::roadmap::run::roadmap(args, flags, context),
        Command::Milestone(args) => commands::roadmap::run::milestone(args, flags, context),
        Command::Progress(args) => commands::reports::run::progress(args, flags, context),
        Command::Stats(args) => commands::reports::run::stats(args, flags, context),
        Command::StateSnapshot => commands::reports::run::snapshot(flags, context),
        Command::Frontmatter(args) => commands::frontmatter::run::run(args, flags, context),
        Command::ListTodos(args) => commands::reports::run::list_todos(args, flags, context),
        Command::Workstream(args) => commands::workstream::run::run(args, flags, context),
    }
}
