//! What a shell offers while one types. The scripts of [`scripts`] hand the unfinished command line to the program itself, under the
//! hidden first word [`WORD`], and print what comes back: there is one answer for every shell, and it knows the project.
//!
//! Asked is only the binary of that name on the `PATH`; nothing of the repository is executed, nothing is written, no lock is
//! taken, and a fault of any kind is an empty answer. Names with control, bidirectional or zero-width characters are left out:
//! they could not be typed, and must not reach the terminal. What a shell would expand is quoted for that shell ([`quoting`]).
//!
//! The words: `__complete SHELL BINARY WORD… =CURRENT`, raw as the shell has them. The answer: one line `words`, `files` or
//! `folders`, then a candidate a line, a tab and a few words about it.

pub mod quoting;
pub mod scripts;
pub mod takes;

use std::ffi::OsString;
use std::path::Path;

use cairn_project::context::Context;
use cairn_project::location::Request;
use cairn_project::names::{Name, NameKind, names};
use cairn_state::schema::{Action, LIFECYCLE};
use cairn_text::escape::stripped;
use clap::{Arg, Command};

use crate::arguments::cursor::{Cursor, Place};
use crate::help::Binary;
use crate::output::exit::Exit;
use crate::output::streams::Streams;
use quoting::{Shell, unquoted};
use takes::{Takes, takes};

/// The hidden first word.
pub const WORD: &str = "__complete";

/// More than anybody looks through; a grown file may have ten thousand names.
const MOST_CANDIDATES: usize = 500;

/// Answers the shell when the words are its question; `None` for every other command line.
pub fn answer(words: &[OsString], context: &Context, streams: &mut Streams) -> Option<Exit> {
    let (first, rest) = words.split_first()?;
    if first != WORD {
        return None;
    }
    streams.result(&offered(rest, context));
    Some(Exit::Done)
}

/// The whole answer.
fn offered(words: &[OsString], context: &Context) -> String {
    let [shell, binary, rest @ ..] = words else { return Offer::Words(Vec::new()).text() };
    let shell = shell.to_str().and_then(Shell::of_name);
    let binary = binary.to_str().and_then(Binary::of_name);
    let (Some(shell), Some(binary), Some((current, before))) = (shell, binary, rest.split_last()) else {
        return Offer::Words(Vec::new()).text();
    };
    let current = current.to_string_lossy();
    let typed = current.strip_prefix('=').unwrap_or(&current);
    let before: Vec<String> = before.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let (before, typed) = shell.joined(before, typed);
    let before: Vec<OsString> = before.iter().map(|word| unquoted(word).into()).collect();
    let word = unquoted(&typed);
    match offer(binary, &before, &word, context) {
        Offer::Words(candidates) => {
            Offer::Words(shell.fitting(candidates, &typed, &word).take(MOST_CANDIDATES).collect()).text()
        }
        other => other.text(),
    }
}

/// What may stand under the cursor.
#[derive(Debug, PartialEq, Eq)]
enum Offer {
    /// One of these.
    Words(Vec<Name>),
    /// A file.
    Files,
    /// A folder.
    Folders,
}

impl Offer {
    fn text(&self) -> String {
        let candidates = match self {
            Offer::Files => return "files\n".to_owned(),
            Offer::Folders => return "folders\n".to_owned(),
            Offer::Words(candidates) => candidates,
        };
        let mut text = "words\n".to_owned();
        for Name { value, about } in candidates {
            let about = stripped(about.lines().next().unwrap_or_default()).into_owned();
            text.push_str(value);
            if !about.is_empty() {
                text.push('\t');
                text.push_str(&about);
            }
            text.push('\n');
        }
        text
    }
}

fn offer(binary: Binary, before: &[OsString], word: &str, context: &Context) -> Offer {
    let tree = binary.declared();
    let cursor = Cursor::at(&tree, binary.dialect(), before, word);
    let answering = cursor.names.first().map_or(binary, |name| binary.answering(name));
    if answering != binary {
        return offer(answering, before, word, context);
    }
    let scene = Scene::of(context, before);
    match &cursor.place {
        Place::Anything => Offer::Words(Vec::new()),
        Place::Flag { is_open } => flags(&cursor, *is_open, &scene),
        Place::Value { flag, prefix } => with_prefix(values(&cursor, flag, word, &scene), prefix),
        Place::Word { takes_command, argument } => {
            let mut words = if *takes_command { commands(&cursor, binary, word) } else { Vec::new() };
            match argument.map(|argument| values(&cursor, argument, word, &scene)) {
                Some(Offer::Words(more)) => words.extend(more),
                Some(paths) if words.is_empty() => return paths,
                _ => {}
            }
            Offer::Words(words)
        }
    }
}

fn commands(cursor: &Cursor<'_>, binary: Binary, word: &str) -> Vec<Name> {
    let Some(here) = cursor.chain.last() else { return Vec::new() };
    let dotted = word.split_once('.').filter(|_| binary.dialect().query_and_dots && cursor.names.is_empty());
    if let Some((head, _)) = dotted {
        let inner = here.find_subcommand(head).into_iter().flat_map(Command::get_subcommands);
        return inner.map(|one| command(one, &format!("{head}."))).collect();
    }
    here.get_subcommands().filter(|one| !one.is_hide_set()).map(|one| command(one, "")).collect()
}

fn command(command: &Command, prefix: &str) -> Name {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    Name { value: format!("{prefix}{}", command.get_name()), about }
}

fn flags(cursor: &Cursor<'_>, is_open: bool, scene: &Scene<'_>) -> Offer {
    let mut offered: Vec<Name> = Vec::new();
    for argument in cursor.open_flags() {
        let about = argument.get_help().map(ToString::to_string).unwrap_or_default();
        let long = argument.get_long().map(|long| format!("--{long}"));
        let short = argument.get_short().map(|short| format!("-{short}"));
        offered.extend(long.or(short).map(|value| Name { value, about }));
    }
    offered.push(Name { value: "--help".to_owned(), about: "Print help".to_owned() });
    if cursor.names.is_empty() {
        offered.push(Name { value: "--version".to_owned(), about: "Print version".to_owned() });
    }
    if is_open {
        let fields = scene.names(NameKind::Fields);
        offered.extend(fields.into_iter().map(|name| Name { value: format!("--{}", name.value), ..name }));
    }
    Offer::Words(offered)
}

fn with_prefix(offer: Offer, prefix: &str) -> Offer {
    match offer {
        Offer::Words(words) if !prefix.is_empty() => {
            let prefixed = |name: Name| Name { value: format!("{prefix}{}", name.value), ..name };
            Offer::Words(words.into_iter().map(prefixed).collect())
        }
        other => other,
    }
}

fn values(cursor: &Cursor<'_>, argument: &Arg, word: &str, scene: &Scene<'_>) -> Offer {
    let possible = argument.get_possible_values();
    if !possible.is_empty() {
        let name = |one: &clap::builder::PossibleValue| Name {
            value: one.get_name().to_owned(),
            about: one.get_help().map(ToString::to_string).unwrap_or_default(),
        };
        return Offer::Words(possible.iter().filter(|one| !one.is_hide_set()).map(name).collect());
    }
    let word_of = |value: &str| Name { value: value.to_owned(), about: String::new() };
    match takes(&cursor.names, argument.get_id().as_str()) {
        Takes::Files => Offer::Files,
        Takes::Folders => Offer::Folders,
        Takes::Anything => Offer::Words(Vec::new()),
        Takes::Actions => Offer::Words(Action::ALL.iter().map(|action| word_of(action.as_str())).collect()),
        Takes::Rules => {
            let rules = cairn_project::check::rules();
            let name = |rule: &cairn_project::check::RuleFacts| Name {
                value: rule.code.to_owned(),
                about: rule.title.to_owned(),
            };
            Offer::Words(rules.iter().map(name).collect())
        }
        Takes::StatusOfStatus => {
            let field = cursor.arguments.first().map(String::as_str).unwrap_or_default();
            if !field.eq_ignore_ascii_case("status") {
                return Offer::Words(Vec::new());
            }
            let is_plain = |value: &&str| !value.contains(['<', '>']);
            let values = LIFECYCLE.iter().map(|row| row.value).filter(is_plain);
            Offer::Words(values.map(word_of).collect())
        }
        Takes::Names(kind) => Offer::Words(scene.names(kind)),
        Takes::ListOf(kind) => {
            let kept = word.rfind(',').and_then(|comma| word.get(..=comma)).unwrap_or_default();
            let offered = scene.names(kind);
            with_prefix(Offer::Words(offered), kept)
        }
    }
}

/// The project, as far as the words say already where it is.
struct Scene<'a> {
    context: &'a Context,
    start: Option<OsString>,
    root: Option<OsString>,
    workstream: Option<String>,
}

impl<'a> Scene<'a> {
    fn of(context: &'a Context, words: &[OsString]) -> Scene<'a> {
        let value = |flag: &str| {
            let joined = format!("{flag}=");
            words.iter().enumerate().find_map(|(index, word)| match word.to_str()? {
                text if text == flag => words.get(index + 1).cloned(),
                text => text.strip_prefix(&joined).map(OsString::from),
            })
        };
        Scene {
            context,
            start: value("--cwd"),
            root: value("--project-dir"),
            workstream: value("--ws").and_then(|name| name.into_string().ok()),
        }
    }

    fn names(&self, kind: NameKind) -> Vec<Name> {
        let request = Request {
            start: self.start.as_deref().map(Path::new),
            root: self.root.as_deref().map(Path::new),
            workstream: self.workstream.as_deref(),
        };
        names(kind, self.context, request)
    }
}

#[cfg(test)]
mod tests;
