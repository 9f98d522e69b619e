//! Where the cursor of a shell stands in an unfinished command line: the same reading as [`super::normalise`], but of words that
//! may still become right. Pure.

use std::ffi::{OsStr, OsString};

use clap::{Arg, ArgAction, Command};

use super::{Dialect, Word, find_flag, takes_value};

/// An unfinished command line up to the word under the cursor.
#[derive(Debug)]
pub struct Cursor<'t> {
    /// The commands that the words name, the program first.
    pub chain: Vec<&'t Command>,
    /// Their names, without the program.
    pub names: Vec<String>,
    /// The arguments that stand before the word.
    pub arguments: Vec<String>,
    /// Ids of the flags that stand before the word.
    pub flags: Vec<String>,
    /// What the word is.
    pub place: Place<'t>,
}

/// What the word under the cursor is.
#[derive(Debug)]
pub enum Place<'t> {
    /// The name of a command, or the next argument; what was typed of it.
    Word {
        /// A command may stand here.
        takes_command: bool,
        /// The argument that stands here, when the command takes another one.
        argument: Option<&'t Arg>,
    },
    /// A flag.
    Flag {
        /// The command takes flags of any name.
        is_open: bool,
    },
    /// The value of a flag; `prefix` is `--flag=` where that is part of the word.
    Value {
        /// The flag.
        flag: &'t Arg,
        /// What stands in front of the value in the same word.
        prefix: String,
    },
    /// The value of a flag that nobody declared.
    Anything,
}

/// A flag that waits for its value.
enum Waiting<'t> {
    Declared(&'t Arg),
    Open,
}

impl<'t> Cursor<'t> {
    /// Reads the finished words in front of `word`.
    pub fn at(root: &'t Command, dialect: Dialect, before: &[OsString], word: &str) -> Cursor<'t> {
        let mut cursor = Cursor {
            chain: vec![root],
            names: Vec::new(),
            arguments: Vec::new(),
            flags: Vec::new(),
            place: Place::Anything,
        };
        let mut waiting = None;
        let mut ended = false;
        for one in before {
            if waiting.take().is_some() && !one.as_encoded_bytes().starts_with(b"--") {
                continue;
            }
            match Word::of(one) {
                _ if ended => cursor.arguments.push(one.to_string_lossy().into_owned()),
                Word::End => ended = true,
                Word::Plain => cursor.plain(dialect, one),
                Word::Flag { name, value } => waiting = cursor.flag(dialect, name, value),
            }
        }
        cursor.place = cursor.place(dialect, waiting, ended, word);
        cursor
    }

    fn here(&self) -> Option<&'t Command> {
        self.chain.last().copied()
    }

    fn is_open(&self, dialect: Dialect) -> bool {
        dialect.open_flags.iter().any(|open| self.names == *open)
    }

    fn plain(&mut self, dialect: Dialect, word: &OsStr) {
        let text = word.to_string_lossy();
        if self.arguments.is_empty() {
            if dialect.query_and_dots && self.names.is_empty() && text == "query" {
                return;
            }
            let dotted = dialect.query_and_dots && self.names.is_empty();
            let pieces: Vec<&str> = if dotted { text.split('.').collect() } else { vec![&text] };
            let mut taken = false;
            for piece in pieces {
                if let Some(inner) = self.here().and_then(|here| here.find_subcommand(piece)) {
                    self.chain.push(inner);
                    self.names.push(inner.get_name().to_owned());
                    taken = true;
                }
            }
            if taken {
                return;
            }
        }
        self.arguments.push(text.into_owned());
    }

    fn flag(&mut self, dialect: Dialect, name: &str, value: Option<&OsStr>) -> Option<Waiting<'t>> {
        let Some(flag) = self.find(name) else {
            let takes = takes_value(&self.chain, name) || self.is_open(dialect);
            return (value.is_none() && takes).then_some(Waiting::Open);
        };
        if !matches!(flag.get_action(), ArgAction::Append | ArgAction::Count) {
            self.flags.push(flag.get_id().to_string());
        }
        (value.is_none() && flag.get_action().takes_values()).then_some(Waiting::Declared(flag))
    }

    fn find(&self, name: &str) -> Option<&'t Arg> {
        self.chain.iter().rev().find_map(|command| find_flag(command, name))
    }

    fn place(&self, dialect: Dialect, waiting: Option<Waiting<'t>>, ended: bool, word: &str) -> Place<'t> {
        match waiting {
            Some(Waiting::Declared(flag)) if !word.starts_with("--") => {
                return Place::Value { flag, prefix: String::new() };
            }
            Some(Waiting::Open) if !word.starts_with("--") => return Place::Anything,
            _ => {}
        }
        if !ended && word.starts_with('-') {
            let Some((name, _)) = word.split_once('=') else {
                return Place::Flag { is_open: self.is_open(dialect) };
            };
            return match self.find(name) {
                Some(flag) if flag.get_action().takes_values() => {
                    Place::Value { flag, prefix: format!("{name}=") }
                }
                _ => Place::Anything,
            };
        }
        let argument = self.here().and_then(|here| {
            let mut last = None;
            for (index, argument) in here.get_positionals().enumerate() {
                let repeats = argument.get_num_args().is_some_and(|range| range.max_values() > 1)
                    || matches!(argument.get_action(), ArgAction::Append);
                if index == self.arguments.len() || repeats && index <= self.arguments.len() {
                    last = Some(argument);
                }
            }
            last
        });
        let takes_command = self.arguments.is_empty() && self.here().is_some_and(Command::has_subcommands);
        Place::Word { takes_command: takes_command && !ended, argument }
    }

    /// The flags that may still be given, those of the command itself first.
    pub fn open_flags(&self) -> impl Iterator<Item = &'t Arg> {
        let used = self.flags.clone();
        let mut seen: Vec<&str> = Vec::new();
        let all = self.chain.clone().into_iter().rev().flat_map(Command::get_arguments);
        all.filter(move |argument| {
            let id = argument.get_id().as_str();
            let is_free = !argument.is_positional() && !argument.is_hide_set();
            let is_new = !used.iter().any(|flag| flag == id) && !seen.contains(&id);
            seen.push(id);
            is_free && is_new
        })
    }
}
