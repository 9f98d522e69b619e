//! What people type because another program takes it, or because a screen of ours shows the word: each with the form that is
//! right here. Only hints come of it; nothing is run in place of what was typed, but for `help` and `version`, which every
//! program has as flags. Pure.

use std::ffi::OsString;

use clap::Command;

/// Steps of the agent's workflow, as `next` shows them, and the command that records each.
const STEPS: &[(&str, &str)] = &[
    ("discuss-phase", "state begin --action discuss-phase --phase N"),
    ("plan-phase", "state begin --action plan-phase --phase N"),
    ("execute-phase", "state begin-phase N"),
    ("verify-phase", "state begin --action verify-phase --phase N"),
    ("verify-work", "state begin --action verify-phase --phase N"),
];

/// Flags of other programs: the flag, the one that this command must have, and what to do instead.
const FLAGS: &[(&str, &str, &str)] = &[
    ("--json", "--format", "write `--format json`"),
    ("--json", "--raw", "the result is JSON as it is; `--raw` gives the short text"),
    ("-C", "--cwd", "write `--cwd DIR`"),
    ("--dry-run", "--plan", "`--plan` shows what would be done and writes nothing"),
];

/// Commands whose text is the value of a flag, not an argument.
const TEXTS: &[(&[&str], &str)] = &[
    (&["state", "add-decision"], "--summary"),
    (&["state", "add-blocker"], "--text"),
    (&["state", "resolve-blocker"], "--text"),
    (&["state", "add-roadmap-evolution"], "--note"),
    (&["state", "record-session"], "--stopped-at"),
    (&["state", "milestone-switch"], "--milestone"),
    (&["state", "begin"], "--action"),
    (&["frontmatter", "get"], "--field"),
    (&["frontmatter", "set"], "--field"),
    (&["cancel"], "--reason"),
];

/// `help`, `help COMMAND` and `version` as the flags that they mean; every other command line as it is.
pub fn as_flags(mut words: Vec<OsString>) -> Vec<OsString> {
    let first = words.first().and_then(|word| word.to_str());
    let flag = match first {
        Some("help") => "--help",
        Some("version") if words.len() == 1 => "--version",
        _ => return words,
    };
    words.remove(0);
    words.push(flag.into());
    words
}

/// What is said about a command that is a step of the agent's workflow.
pub fn step(program: &str, word: &str) -> Option<String> {
    let (_, records) = STEPS.iter().find(|(step, _)| *step == word)?;
    let program = if program == "roundfix" { "cairn" } else { program };
    Some(format!("`{word}` is a step of the agent's workflow; `{program} {records}` records that it begins"))
}

/// What to write instead of a flag of another program.
pub fn flag(typed: &str, available: &[String]) -> Option<&'static str> {
    let fits = |needed: &str| available.iter().any(|flag| flag == needed);
    FLAGS.iter().find(|(flag, needed, _)| *flag == typed && fits(needed)).map(|(.., instead)| *instead)
}

/// The flag that a word too many is probably the value of.
pub fn text(names: &[&str], word: &str) -> Option<String> {
    let (_, flag) = TEXTS.iter().find(|(command, _)| *command == names)?;
    let quoted = if word.contains(char::is_whitespace) { format!("\"{word}\"") } else { word.to_owned() };
    Some(format!("did you mean `{flag} {quoted}`?"))
}

/// The commands that normalised words name, below the program.
pub fn names<'w>(program: &Command, words: &'w [OsString]) -> Vec<&'w str> {
    let (mut here, mut names) = (program, Vec::new());
    for word in words.iter().map_while(|word| word.to_str()) {
        let Some(inner) = here.find_subcommand(word) else { break };
        here = inner;
        names.push(word);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::help::Binary;

    /// `help` and `version` are flags, wherever a command of that name could stand.
    #[test]
    fn words_that_are_flags() {
        let check = |typed: &[&str], expected: &[&str]| {
            assert_eq!(as_flags(typed.iter().map(OsString::from).collect()), expected, "{typed:?}");
        };
        check(&["help"], &["--help"]);
        check(&["help", "state", "json"], &["state", "json", "--help"]);
        check(&["version"], &["--version"]);
        check(&["version", "x"], &["version", "x"]);
        check(&["search", "help"], &["search", "help"]);
        check(&[], &[]);
    }

    /// Each command of the tables is there, with the flag that the hint names.
    #[test]
    fn every_hint_names_what_there_is() {
        let find = |names: &[&str]| {
            let found = Binary::Cairn.declared();
            names.iter().try_fold(found, |here, name| here.find_subcommand(name).cloned())
        };
        for (names, flag) in TEXTS {
            let command = find(names).unwrap_or_else(|| panic!("no command {names:?}"));
            let mut flags = command.get_arguments().filter_map(clap::Arg::get_long);
            assert!(flags.any(|long| flag.strip_prefix("--") == Some(long)), "{names:?} has no {flag}");
        }
        for (step, records) in STEPS {
            let names: Vec<&str> = records.split(' ').take(2).collect();
            assert!(find(&names).is_some(), "{step}: no command {names:?}");
        }
    }
}
