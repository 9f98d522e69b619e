//! Brings the words of a command line into the one form that the typed definitions read.
//!
//! The contracts allow more than an argument parser does by itself: flags stand anywhere, also in front of the command
//! that owns them; the first of several wins; a value that begins with `--` needs the `=` form; a dot splits the head
//! (`state.json`). [`normalise`] answers for exactly that, in one pure step: what was typed becomes
//! `COMMAND SUBCOMMAND --flag=value … -- ARGUMENT …`. It looks flags up in the same [`clap::Command`] that then
//! parses them, so there is one list of flags. It does not judge values.

pub mod cursor;

use std::ffi::{OsStr, OsString};

use clap::{Arg, ArgAction, Command};

/// Why a command line is no command line of ours. Exit status 2; nothing was read or written (D1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UsageError {
    /// The word names no command; the names that would have been right, in the order of the help.
    UnknownCommand {
        /// The word as typed.
        word: String,
        /// The words in front of it, `state` for `msd-tools state bogus`.
        above: String,
        /// Every name that could stand there.
        available: Vec<String>,
    },
    /// The flag belongs to no command on this path.
    UnknownFlag {
        /// The flag as typed, without its value.
        flag: String,
        /// The long flags that this command takes.
        available: Vec<String>,
    },
    /// A flag that takes a value stands last, or is followed by another flag.
    MissingValue {
        /// The flag as typed.
        flag: String,
    },
    /// A switch was given a value (`--force=1`).
    UnexpectedValue {
        /// The flag as typed.
        flag: String,
    },
}

/// How a binary wants its words read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dialect {
    /// A leading word `query` is dropped and a dot splits the first word (`state.json`), as the reference
    /// implementation's users type it.
    pub query_and_dots: bool,
    /// Commands (by their words) that take flags of any name, which reach them as `--NAME=VALUE` arguments.
    pub open_flags: &'static [&'static [&'static str]],
}

/// Rewrites `words` (without the program's name) to `COMMAND… --flag=value… -- ARGUMENT…`.
pub fn normalise(
    root: &Command,
    dialect: Dialect,
    words: impl IntoIterator<Item = OsString>,
) -> Result<Vec<OsString>, UsageError> {
    let words: Vec<OsString> = words.into_iter().collect();
    let path = command_path(root, dialect, &words)?;
    let mut normal: Vec<OsString> = path.names.iter().map(OsString::from).collect();
    let mut arguments = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    let mut position = 0;
    let mut rest = words.iter().enumerate().peekable();
    while let Some((_, word)) = rest.next() {
        match Word::of(word) {
            Word::End => {
                arguments.extend(rest.map(|(_, word)| word.clone()));
                break;
            }
            Word::Plain => {
                if position < path.consumed {
                    position += 1;
                } else {
                    arguments.push(word.clone());
                }
            }
            Word::Flag { name, value } => {
                let Some(flag) = path.flag(name) else {
                    if BUILT_IN.contains(&name) && value.is_none() {
                        normal.push(OsString::from(name));
                        continue;
                    }
                    if path.open && name.starts_with("--") {
                        let value = open_value(name, value, &mut rest)?;
                        arguments.push(join(name, &value));
                        continue;
                    }
                    if BUILT_IN.contains(&name) {
                        return Err(UsageError::UnexpectedValue { flag: name.to_owned() });
                    }
                    return Err(UsageError::UnknownFlag {
                        flag: name.to_owned(),
                        available: path.long_flags(),
                    });
                };
                let takes_value = flag.get_action().takes_values();
                let value = match (takes_value, value) {
                    (false, Some(_)) => return Err(UsageError::UnexpectedValue { flag: name.to_owned() }),
                    (false, None) => None,
                    (true, Some(value)) => Some(value.to_os_string()),
                    (true, None) => Some(open_value(name, None, &mut rest)?),
                };
                let repeats = matches!(flag.get_action(), ArgAction::Append | ArgAction::Count);
                if !repeats && seen.contains(&flag.get_id().as_str()) {
                    continue; // the first of several wins
                }
                seen.push(flag.get_id().as_str());
                match value {
                    None => normal.push(OsString::from(name)),
                    // clap reads `-L=7` as the value `=7`? No: it strips one `=`, for short flags as for long ones.
                    Some(value) => normal.push(join(name, &value)),
                }
            }
        }
    }
    if !arguments.is_empty() {
        normal.push(OsString::from("--"));
        normal.append(&mut arguments);
    }
    Ok(normal)
}

/// Normalised words with the flags of the program itself in front of the command.
pub fn program_flags_first(root: &Command, normal: &[OsString]) -> Vec<OsString> {
    let flags = normal.iter().position(|word| word == "--").unwrap_or(normal.len());
    let (flags, arguments) = normal.split_at_checked(flags).unwrap_or((normal, &[]));
    let mut command = root;
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for word in flags {
        match Word::of(word) {
            Word::Flag { name, .. }
                if find_flag(command, name).is_none() && find_flag(root, name).is_some() =>
            {
                first.push(word.clone());
                continue;
            }
            Word::Plain => command = command.find_subcommand(word).unwrap_or(command),
            Word::Flag { .. } | Word::End => {}
        }
        rest.push(word.clone());
    }
    first.append(&mut rest);
    first.extend_from_slice(arguments);
    first
}

/// The first command that the words name, wherever flags stand; `None` when they name none. `handed_on` declares the flags of
/// programs to which commands of `root` are handed on: they stand in front of those, too.
pub fn first_command(root: &Command, handed_on: &[Command], words: &[OsString]) -> Option<String> {
    // The own flags are asked first.
    let chain: Vec<&Command> = handed_on.iter().chain([root]).collect();
    let mut rest = words.iter().peekable();
    while let Some(word) = rest.next() {
        match Word::of(word) {
            Word::End => return None,
            Word::Plain => return root.find_subcommand(word).map(|command| command.get_name().to_owned()),
            Word::Flag { name, value } => {
                if value.is_none() {
                    rest.next_if(|next| is_value(&chain, name, next));
                }
            }
        }
    }
    None
}

/// The value behind a flag: what stands behind `=`, else the next word unless that begins with `--`.
fn open_value<'a>(
    name: &str,
    value: Option<&OsStr>,
    rest: &mut std::iter::Peekable<impl Iterator<Item = (usize, &'a OsString)>>,
) -> Result<OsString, UsageError> {
    if let Some(value) = value {
        return Ok(value.to_os_string());
    }
    match rest.next_if(|(_, next)| !next.as_encoded_bytes().starts_with(b"--")) {
        Some((_, next)) => Ok(next.clone()),
        None => Err(UsageError::MissingValue { flag: name.to_owned() }),
    }
}

fn join(name: &str, value: &OsStr) -> OsString {
    let mut joined = OsString::from(name);
    joined.push("=");
    joined.push(value);
    joined
}

/// One word of the command line, as far as it can be told without knowing the command.
enum Word<'a> {
    /// `--`: everything behind it is an argument.
    End,
    /// An argument or a command name; also a lone `-`, and a dash in front of anything but a letter.
    Plain,
    /// `--name`, `--name=value`, `-x`, `-x=value`.
    Flag { name: &'a str, value: Option<&'a OsStr> },
}

impl<'a> Word<'a> {
    fn of(word: &'a OsStr) -> Word<'a> {
        if word == "--" {
            return Word::End;
        }
        let Some(text) = word.to_str() else { return Word::of_bytes(word) };
        let name_length = text.find('=').unwrap_or(text.len());
        let (name, rest) = text.split_at(name_length);
        let value = rest.strip_prefix('=').map(OsStr::new);
        if name.starts_with("--") || is_short(name) { Word::Flag { name, value } } else { Word::Plain }
    }

    /// A word that is no UTF-8: only its value may be so.
    fn of_bytes(word: &'a OsStr) -> Word<'a> {
        use std::os::unix::ffi::OsStrExt;
        let bytes = word.as_bytes();
        let Some(equals) = memchr_equals(bytes) else { return Word::Plain };
        let (name, value) = bytes.split_at(equals);
        match (std::str::from_utf8(name), value.split_first()) {
            (Ok(name), Some((_, value))) if name.starts_with("--") || is_short(name) => {
                Word::Flag { name, value: Some(OsStr::from_bytes(value)) }
            }
            _ => Word::Plain,
        }
    }
}

fn memchr_equals(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| *byte == b'=')
}

/// A dash and one letter. `-5` and `- text` are arguments.
fn is_short(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next() == Some('-')
        && characters.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && characters.next().is_none()
}

/// The flags that `clap` adds to every command, or refuses where they have no place, when it builds the one that is meant.
const BUILT_IN: [&str; 4] = ["--help", "-h", "--version", "-V"];

/// The commands named by the words, and how many plain words that took.
struct CommandPath<'a> {
    chain: Vec<&'a Command>,
    names: Vec<String>,
    consumed: usize,
    open: bool,
}

impl<'a> CommandPath<'a> {
    fn flag(&self, name: &str) -> Option<&'a Arg> {
        self.chain.iter().rev().find_map(|command| find_flag(command, name))
    }

    fn long_flags(&self) -> Vec<String> {
        let mut flags: Vec<String> = self
            .chain
            .iter()
            .rev()
            .flat_map(|command| command.get_arguments())
            .filter(|argument| !argument.is_hide_set())
            .filter_map(|argument| argument.get_long().map(|long| format!("--{long}")))
            .collect();
        flags.push("--help".to_owned());
        flags.dedup();
        flags
    }
}

fn find_flag<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|argument| match name.strip_prefix("--") {
        Some(long) => {
            argument.get_long() == Some(long)
                || argument.get_all_aliases().is_some_and(|aliases| aliases.contains(&long))
        }
        None => name.strip_prefix('-').is_some_and(|short| {
            argument.get_short().is_some_and(|letter| short.chars().eq(std::iter::once(letter)))
        }),
    })
}

/// Whether a flag takes a value, asked before the command is known: by the commands so far, else by any below them.
fn takes_value(chain: &[&Command], name: &str) -> bool {
    chain
        .iter()
        .rev()
        .find_map(|command| find_flag(command, name).map(|flag| flag.get_action().takes_values()))
        .or_else(|| chain.last().and_then(|command| takes_value_below(command, name)))
        .unwrap_or(false)
}

/// Whether the word behind a flag is its value, asked before the command is known. A flag may be a switch of one command and take
/// a value in another (`--plan`); the word may then be the former command itself (`--plan archive SLUG`).
fn is_value(chain: &[&Command], name: &str, next: &OsStr) -> bool {
    let is_declared = || chain.iter().any(|command| find_flag(command, name).is_some());
    let below = || chain.last().and_then(|here| here.find_subcommand(next));
    let is_its_command = || below().and_then(|command| takes_value_below(command, name)) == Some(false);
    takes_value(chain, name)
        && !next.as_encoded_bytes().starts_with(b"--")
        && (is_declared() || !is_its_command())
}

/// Whether the flag takes a value where the command or one below it knows it.
fn takes_value_below(command: &Command, name: &str) -> Option<bool> {
    find_flag(command, name)
        .map(|flag| flag.get_action().takes_values())
        .or_else(|| command.get_subcommands().find_map(|inner| takes_value_below(inner, name)))
}

fn command_path<'a>(
    root: &'a Command,
    dialect: Dialect,
    words: &[OsString],
) -> Result<CommandPath<'a>, UsageError> {
    let mut path = CommandPath { chain: vec![root], names: Vec::new(), consumed: 0, open: false };
    // A flag that no command knows: the word behind it is rather its value than a command (`-C DIR status`).
    let mut strange = None;
    let mut rest = words.iter().peekable();
    while let Some(word) = rest.next() {
        let here = path.chain.last().copied().unwrap_or(root);
        if !here.has_subcommands() {
            break;
        }
        match Word::of(word) {
            Word::End => break,
            Word::Flag { name, value } => {
                let is_known = BUILT_IN.contains(&name) || takes_value_below(root, name).is_some();
                if !is_known {
                    strange = strange.or(Some(name));
                }
                if value.is_none() {
                    rest.next_if(|next| is_value(&path.chain, name, next));
                }
            }
            Word::Plain => {
                let text = word.to_string_lossy();
                if dialect.query_and_dots && path.consumed == 0 && text == "query" {
                    path.consumed += 1;
                    continue;
                }
                let head_is_first = path.names.is_empty();
                let pieces: Vec<&str> = if dialect.query_and_dots && head_is_first {
                    text.split('.').collect()
                } else {
                    vec![&text]
                };
                let mut taken = false;
                for piece in pieces {
                    let here = path.chain.last().copied().unwrap_or(root);
                    match here.find_subcommand(piece) {
                        Some(inner) => {
                            path.chain.push(inner);
                            path.names.push(inner.get_name().to_owned());
                            taken = true;
                        }
                        // A command with arguments of its own takes the word itself (`progress table`).
                        None if !taken && here.get_positionals().next().is_some() => break,
                        None => {
                            return Err(match strange {
                                Some(flag) => UsageError::UnknownFlag {
                                    flag: flag.to_owned(),
                                    available: path.long_flags(),
                                },
                                None => unknown_command(here, &path.names, piece),
                            });
                        }
                    }
                }
                if !taken {
                    break;
                }
                path.consumed += 1;
            }
        }
    }
    path.open = dialect.open_flags.iter().any(|open| path.names == *open);
    Ok(path)
}

fn unknown_command(here: &Command, above: &[String], word: &str) -> UsageError {
    UsageError::UnknownCommand {
        word: word.to_owned(),
        above: above.join(" "),
        available: here
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
            .map(|command| command.get_name().to_owned())
            .collect(),
    }
}

#[cfg(test)]
mod tests;
