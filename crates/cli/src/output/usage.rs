//! Usage errors: what the argument reader and `clap` refuse, as one kind of [`Failure`], with a near miss named.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Parser};

use super::failure::Failure;
use super::habits;
use crate::arguments::{self, Dialect, UsageError};

/// A command line that was read, or what to answer instead.
#[derive(Debug)]
pub enum Reading<T> {
    /// The typed words.
    Words(T),
    /// `--help` or `--version`: text for stdout, exit status 0.
    Text(String),
    /// A usage error.
    Refused(Failure),
}

/// Reads the words (without the program's name) as `T`.
pub fn read<T: Parser>(dialect: Dialect, words: Vec<OsString>) -> Reading<T> {
    // The tree is not built as a whole: reading it needs no more than the declarations, and `clap` builds by itself the one
    // branch that the words name. The rest is most of what a short command would cost.
    let mut command = T::command();
    let normal = match arguments::normalise(&command, dialect, words) {
        Ok(normal) => normal,
        Err(error) => return Reading::Refused(refused(&command, error)),
    };
    let asked = asked_for(&normal);
    if asked == Some(Asked::Version) {
        // `clap` knows the flag in front of the commands alone.
        return Reading::Text(command.render_version());
    }
    if asked == Some(Asked::Help) {
        command = crate::help::described(command);
    } else if let Some(typed) = good(command, &normal) {
        return Reading::Words(typed);
    } else {
        command = T::command();
    }
    let name = OsString::from(command.get_name());
    let matches = command.try_get_matches_from_mut(std::iter::once(name).chain(normal.iter().cloned()));
    match matches.and_then(|mut matches| T::from_arg_matches_mut(&mut matches)) {
        Ok(words) => Reading::Words(words),
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            Reading::Text(error.render().to_string())
        }
        Err(error) => {
            Reading::Refused(from_clap(&error, command.get_name(), &habits::names(&command, &normal)))
        }
    }
}

/// A good command line, read without what only the manual and errors need: `clap` copies the flags of the program into every
/// command of the tree, which takes longer than all else here; in front of the command they are read without that.
fn good<T: Parser>(command: Command, words: &[OsString]) -> Option<T> {
    let words = arguments::program_flags_first(&command, words);
    let name = OsString::from(command.get_name());
    let mut command = command.mut_args(|flag| flag.global(false));
    let mut matches = command.try_get_matches_from_mut(std::iter::once(name).chain(words)).ok()?;
    T::from_arg_matches_mut(&mut matches).ok()
}

/// What is printed in place of doing anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// The manual, which is only put together then.
    Help,
    Version,
}

/// The first thing of that kind that normalised words ask for.
fn asked_for(words: &[OsString]) -> Option<Asked> {
    words.iter().take_while(|word| *word != "--").find_map(|word| match word.to_str() {
        Some("--help" | "-h") => Some(Asked::Help),
        Some("--version" | "-V") => Some(Asked::Version),
        _ => None,
    })
}

fn refused(command: &Command, error: UsageError) -> Failure {
    let program = command.get_name();
    match error {
        UsageError::UnknownCommand { word, above, available } => {
            let place = if above.is_empty() { program.to_owned() } else { format!("{program} {above}") };
            let failure = Failure::usage(format!("`{place}` has no command `{word}`"));
            let failure = Failure { reason: "unknown_command", ..failure }.fact("available", &available);
            let failure = match habits::step(program, &word) {
                Some(hint) => failure.hint(hint),
                None => failure.did_you_mean(&word, available.iter().map(String::as_str)),
            };
            failure.hint(format!("`{place} --help` lists them"))
        }
        UsageError::UnknownFlag { flag, available } => {
            let failure = Failure::usage(format!("there is no flag `{flag}` here"));
            let failure = match habits::flag(&flag, &available) {
                Some(hint) => failure.hint(hint),
                None => failure.did_you_mean(&flag, available.iter().map(String::as_str)),
            };
            failure.fact("expected", &available)
        }
        UsageError::MissingValue { flag } => Failure::usage(format!("`{flag}` wants a value"))
            .fact("expected", format!("{flag} VALUE"))
            .hint(format!("a value that begins with `--` is written `{flag}=VALUE`")),
        UsageError::UnexpectedValue { flag } => {
            Failure::usage(format!("`{flag}` is a switch and takes no value")).fact("expected", flag)
        }
    }
}

fn from_clap(error: &clap::Error, program: &str, names: &[&str]) -> Failure {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    let argument = text(ContextKind::InvalidArg);
    let given = text(ContextKind::InvalidValue);
    let message = match (error.kind(), argument, given) {
        (ErrorKind::MissingRequiredArgument, Some(missing), _) => format!("missing: {missing}"),
        (ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, ..) => {
            "a command is missing".to_owned()
        }
        (ErrorKind::UnknownArgument, Some(word), _) => format!("`{word}` is one word too many"),
        (ErrorKind::InvalidValue, Some(argument), Some(given)) if given.is_empty() => {
            format!("{argument} wants a value")
        }
        (ErrorKind::InvalidValue | ErrorKind::ValueValidation, Some(argument), Some(given)) => {
            format!("`{given}` is no value for {argument}")
        }
        (ErrorKind::ArgumentConflict, Some(argument), _) => {
            format!("{argument} cannot be given here a second way")
        }
        (ErrorKind::InvalidUtf8, ..) => "an argument is not UTF-8".to_owned(),
        _ => first_line(&error.render().to_string()),
    };
    let mut failure = Failure::usage(message);
    if matches!(
        error.kind(),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        let command: Vec<&str> = std::iter::once(program).chain(names.iter().copied()).collect();
        failure = failure.hint(format!("`{} --help` lists the commands", command.join(" ")));
    }
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(hint) = text(ContextKind::InvalidArg).and_then(|word| habits::text(names, &word))
    {
        failure = failure.hint(hint);
    }
    let valid = text(ContextKind::ValidValue).or_else(|| text(ContextKind::ValidSubcommand));
    let given = text(ContextKind::InvalidValue).unwrap_or_default();
    if let Some(valid) = valid.filter(|valid| !valid.is_empty()) {
        failure = failure.did_you_mean(&given, valid.split(", ")).hint(format!("one of: {valid}"));
    }
    if error.kind() == ErrorKind::InvalidValue && given.is_empty() {
        failure = failure.hint("an empty value names nothing; give one, or leave the flag out");
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        let usage = usage.trim().strip_prefix("Usage:").unwrap_or(&usage).trim().to_owned();
        failure = failure.fact("expected", &usage).hint(format!("usage: {usage}"));
    }
    failure
}

fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sections 1 of the contracts: a global flag, with any command or none, and before anything else is missed.
    #[test]
    fn the_version_with_a_command() {
        fn check<T: Parser + std::fmt::Debug>(dialect: Dialect, lines: &[&[&str]], program: &str) {
            for line in lines {
                for flag in ["--version", "-V"] {
                    for place in 0..=line.len() {
                        let mut words: Vec<OsString> = line.iter().map(OsString::from).collect();
                        words.insert(place, flag.into());
                        let Reading::Text(text) = read::<T>(dialect, words) else {
                            panic!("{line:?}, {place}")
                        };
                        assert_eq!(text, format!("{program} {}\n", env!("CARGO_PKG_VERSION")));
                    }
                }
            }
            let words = ["--help=1"].map(OsString::from).to_vec();
            let Reading::Refused(failure) = read::<T>(dialect, words) else { panic!("--help=1 was read") };
            assert_eq!(failure.message, "`--help` is a switch and takes no value");
        }
        let planning: &[&[&str]] = &[&[], &["state"], &["state", "json"], &["frontmatter", "set", "f"]];
        check::<crate::msd_tools::command_line::CommandLine>(
            crate::msd_tools::DIALECT,
            planning,
            "msd-tools",
        );
        let specs: &[&[&str]] = &[&[], &["list"], &["archive"], &["cancel", "slug"]];
        check::<crate::roundfix::command_line::CommandLine>(Dialect::default(), specs, "roundfix");
        let own: &[&[&str]] = &[&[], &["check"], &["merge"], &["log", "--format=json"]];
        check::<crate::cairn::command_line::CommandLine>(Dialect::default(), own, "cairn");
        let argument = ["state", "update", "Status", "--", "--version"].map(OsString::from).to_vec();
        let read = read::<crate::msd_tools::command_line::CommandLine>(crate::msd_tools::DIALECT, argument);
        assert!(matches!(read, Reading::Words(_)), "{read:?}");
    }

    /// Cairn 1: an empty value is refused with a next step, and no list of nothing is offered.
    #[test]
    fn empty_values() {
        for flag in ["--cwd=", "--project-dir="] {
            let words = ["status", flag].map(OsString::from).to_vec();
            let read = read::<crate::cairn::command_line::CommandLine>(Dialect::default(), words);
            let Reading::Refused(failure) = read else { panic!("{flag} was read") };
            assert!(failure.message.ends_with("wants a value"), "{}", failure.message);
            assert_eq!(failure.hints, ["an empty value names nothing; give one, or leave the flag out"]);
        }
    }
}
