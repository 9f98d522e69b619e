//! The list of writing commands is whole.

use std::collections::BTreeSet;

use cairn_testkit::writing::{COMMANDS, READING};
use clap::{Command, CommandFactory as _};

/// Every command as clap knows it is in one of the two lists, and the lists name nothing else.
#[test]
fn every_command_is_listed() {
    let known: BTreeSet<String> = [
        leaves(&cairn_cli::cairn::command_line::CommandLine::command()),
        leaves(&cairn_cli::msd_tools::command_line::CommandLine::command()),
        leaves(&cairn_cli::roundfix::command_line::CommandLine::command()),
    ]
    .concat()
    .into_iter()
    .collect();
    let writing = COMMANDS.iter().map(|one| one.command);
    let listed: BTreeSet<String> = writing.chain(READING.iter().copied()).map(str::to_owned).collect();
    let missing: Vec<_> = known.difference(&listed).collect();
    let unknown: Vec<_> = listed.difference(&known).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "missing: {missing:#?}, unknown: {unknown:#?}");
}

/// The commands without commands below them, by their words.
fn leaves(command: &Command) -> Vec<String> {
    let inner = command.get_subcommands().flat_map(|inner| {
        let below = leaves(inner);
        let name = inner.get_name();
        if below.is_empty() {
            vec![name.to_owned()]
        } else {
            below.into_iter().map(|rest| format!("{name} {rest}")).collect()
        }
    });
    inner.collect()
}
