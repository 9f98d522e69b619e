//! The manual of every binary: its tree of commands as declared, with the examples of each ([`examples`]) and the table of
//! exit statuses behind the help of the program itself.
//!
//! Help, manual pages, the command reference and completions all come from [`Binary::manual`]. A command that is only run
//! never comes here: it would pay for what nobody reads.

pub mod examples;

use clap::{Command, CommandFactory, Parser};

use crate::arguments::Dialect;
use crate::output::exit::Exit;
use crate::{cairn, msd_tools, roundfix};
use examples::Example;

/// One of the programs that are released.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Binary {
    /// `cairn`
    Cairn,
    /// `msd-tools`
    MsdTools,
    /// `roundfix`
    Roundfix,
    /// `msd-statusline`
    #[value(name = "msd-statusline")]
    Statusline,
}

impl Binary {
    /// All of them.
    pub const ALL: [Binary; 4] = [Binary::Cairn, Binary::MsdTools, Binary::Roundfix, Binary::Statusline];

    /// The name of the file.
    pub fn name(self) -> &'static str {
        match self {
            Binary::Cairn => "cairn",
            Binary::MsdTools => "msd-tools",
            Binary::Roundfix => "roundfix",
            Binary::Statusline => "msd-statusline",
        }
    }

    /// The binary of this name.
    pub fn of_name(name: &str) -> Option<Binary> {
        Binary::ALL.into_iter().find(|binary| binary.name() == name)
    }

    /// How its words are read.
    pub fn dialect(self) -> Dialect {
        match self {
            Binary::MsdTools => msd_tools::DIALECT,
            Binary::Cairn | Binary::Roundfix | Binary::Statusline => Dialect::default(),
        }
    }

    /// The tree of its commands as declared, without examples.
    pub fn declared(self) -> Command {
        match self {
            Binary::Cairn => cairn::command_line::CommandLine::command(),
            Binary::MsdTools => msd_tools::command_line::CommandLine::command(),
            Binary::Roundfix => roundfix::command_line::CommandLine::command(),
            Binary::Statusline => StatuslineWords::command(),
        }
    }

    /// The tree of its commands with everything that a manual says.
    pub fn manual(self) -> Command {
        described(self.declared())
    }

    /// Its examples. Those of the words that `cairn` shares are the other binary's, called as `cairn`.
    pub fn examples(self) -> &'static [Example] {
        match self {
            Binary::Cairn => cairn::examples::EXAMPLES,
            Binary::MsdTools => msd_tools::examples::EXAMPLES,
            Binary::Roundfix => roundfix::examples::EXAMPLES,
            Binary::Statusline => STATUSLINE_EXAMPLES,
        }
    }

    /// Which binary answers a command of this one: `cairn state` is `msd-tools state` (cairn 3).
    pub fn answering(self, command: &str) -> Binary {
        if self != Binary::Cairn {
            return self;
        }
        let has = |binary: &Binary| binary.declared().find_subcommand(command).is_some();
        [Binary::MsdTools, Binary::Roundfix].into_iter().find(has).unwrap_or(self)
    }
}

const STATUSLINE_EXAMPLES: &[Example] = &[Example::of("", &["msd-statusline < session.json"])
    .after(&[r#"echo '{"workspace": {"current_dir": "."}}' > session.json"#])];

/// `msd-statusline` reads no arguments while it draws; this is what it says of itself.
#[derive(Debug, Parser)]
#[command(
    name = "msd-statusline",
    version,
    about = cairn_statusline::manual::ABOUT,
    long_about = cairn_statusline::manual::LONG_ABOUT
)]
struct StatuslineWords {}

/// `command` with the examples of every command below it, and with the exit statuses behind its own help.
pub fn described(command: Command) -> Command {
    let Some(binary) = Binary::of_name(command.get_name()) else { return command };
    let statuses = exit_statuses(binary);
    let command = with_examples(command, binary, "");
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    command.after_help(format!("{examples}\n\n{statuses}"))
}

fn with_examples(command: Command, binary: Binary, path: &str) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    let mut command = command;
    for name in names {
        let below = if path.is_empty() { name.clone() } else { format!("{path} {name}") };
        command = command.mut_subcommand(name, |inner| with_examples(inner, binary, &below));
    }
    match examples::text(binary, path) {
        Some(text) => command.after_help(text),
        None => command,
    }
}

fn exit_statuses(binary: Binary) -> String {
    let mut text = "Exit status:".to_owned();
    for (exit, meaning) in Exit::TABLE.into_iter().filter(|(exit, _)| binary.ends_with(*exit)) {
        text.push_str(&format!("\n  {:<4} {meaning}", exit.code()));
    }
    text
}

impl Binary {
    /// Whether the program ever ends with this status.
    pub fn ends_with(self, exit: Exit) -> bool {
        match self {
            Binary::Cairn => true,
            Binary::MsdTools | Binary::Roundfix => exit != Exit::DriverFailure,
            Binary::Statusline => exit == Exit::Done,
        }
    }
}

#[cfg(test)]
mod tests;
