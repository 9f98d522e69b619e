//! A command as the pages show it: read once from the built tree, so that manual pages and the command reference say the same.

use cairn_cli::help::Binary;
use cairn_cli::help::examples::{Example, of_command};
use clap::{Arg, Command};

/// One command of a binary.
pub(super) struct Described {
    /// The binary.
    pub(super) binary: Binary,
    /// Its words behind the name of the binary; empty for the binary itself.
    pub(super) words: String,
    /// The command, built.
    pub(super) command: Command,
}

impl Described {
    /// `cairn state update`.
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.binary.name(), self.words).trim_end().to_owned()
    }

    /// `cairn-state-update`.
    pub(super) fn page(&self) -> String {
        self.name().replace(' ', "-")
    }

    /// The binary whose code answers (cairn 3); itself but for the words that `cairn` shares.
    pub(super) fn answering(&self) -> Binary {
        self.words.split(' ').next().map_or(self.binary, |word| self.binary.answering(word))
    }

    /// The line of usage, without the word in front.
    pub(super) fn usage(&self) -> String {
        let usage = self.command.clone().render_usage().to_string();
        usage.strip_prefix("Usage: ").unwrap_or(&usage).trim().to_owned()
    }

    /// What it does, in full.
    pub(super) fn about(&self) -> String {
        let about = self.command.get_long_about().or_else(|| self.command.get_about());
        about.map(ToString::to_string).unwrap_or_default()
    }

    /// The lines of its examples.
    pub(super) fn examples(&self) -> Vec<String> {
        of_command(self.binary, &self.words).into_iter().flat_map(Example::shown).collect()
    }

    /// The commands below it, by name.
    pub(super) fn below(&self) -> Vec<String> {
        self.command
            .get_subcommands()
            .filter(|inner| !inner.is_hide_set())
            .map(|inner| inner.get_name().to_owned())
            .collect()
    }

    /// Its own arguments and flags; those that every command of the binary takes are left out behind the first.
    pub(super) fn arguments(&self) -> impl Iterator<Item = &Arg> {
        let is_first = self.words.is_empty();
        let all = self.command.get_arguments().filter(|argument| !argument.is_hide_set());
        all.filter(move |argument| is_first || !argument.is_global_set() && argument.get_id() != "help")
    }
}

/// Every command of a binary, in the order of its help, the binary first.
pub(super) fn commands(binary: Binary) -> Vec<Described> {
    let mut tree = binary.manual();
    tree.build();
    let mut found = Vec::new();
    collect(binary, &tree, "", &mut found);
    found
}

fn collect(binary: Binary, command: &Command, words: &str, found: &mut Vec<Described>) {
    found.push(Described { binary, words: words.to_owned(), command: command.clone() });
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
        let below = format!("{words} {}", inner.get_name()).trim_start().to_owned();
        collect(binary, inner, &below, found);
    }
}

/// `-n, --number <N>`, `<PHASE>`, `[FORM]`.
pub(super) fn signature(argument: &Arg) -> String {
    if argument.is_positional() {
        return argument.to_string();
    }
    let names = [
        argument.get_short().map(|short| format!("-{short}")),
        argument.get_long().map(|long| format!("--{long}")),
    ];
    let names = names.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let takes_value = argument.get_action().takes_values();
    match argument.get_value_names() {
        Some(values) if takes_value => {
            let values: Vec<String> = values.iter().map(|value| format!("<{value}>")).collect();
            format!("{names} {}", values.join(" "))
        }
        _ => names,
    }
}

/// A doc comment as prose: the last sentence of a short one has no full stop.
pub(super) fn sentence(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', ':', '`']) { text.to_owned() } else { format!("{text}.") }
}

/// What an argument is for, in full, with its values and its default.
pub(super) fn meaning(argument: &Arg) -> String {
    let help = argument.get_long_help().or_else(|| argument.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let mut text =
        help.split("\n\n").map(|part| sentence(&part.replace('\n', " "))).collect::<Vec<_>>().join(" ");
    let values = argument.get_possible_values();
    let values: Vec<String> = values.iter().map(|value| format!("`{}`", value.get_name())).collect();
    if !values.is_empty() && argument.get_action().takes_values() {
        text.push_str(&format!(" One of {}.", values.join(", ")));
    }
    let defaults: Vec<String> =
        argument.get_default_values().iter().map(|value| format!("`{}`", value.to_string_lossy())).collect();
    if !defaults.is_empty() && argument.get_action().takes_values() {
        text.push_str(&format!(" Default: {}.", defaults.join(", ")));
    }
    text
}
