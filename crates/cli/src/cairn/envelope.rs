//! How a command of `cairn` leaves the process: text or exactly one JSON object, failures on stderr (cairn 2).

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::command_line::Format;
use crate::output::exit::Exit;
use crate::output::failure::{Failure, Warning};
use crate::output::json;
use crate::output::streams::Streams;

/// A result in both forms.
#[derive(Debug)]
pub struct Answer {
    /// The object behind `command` and `ok`, keys in the contract's order.
    pub json: Map<String, Value>,
    /// Lines for people, complete with their line ends.
    pub text: String,
    /// Whether `text` is a finished document of another format, or holds colours, and goes out as it is.
    pub is_rendered: bool,
    /// Said on stderr in both forms.
    pub warnings: Vec<Warning>,
    /// Said on stderr to people, where stdout would be silent.
    pub note: Option<String>,
    /// Done; or not done with the whole result: findings, conflicts left.
    pub exit: Exit,
}

impl Answer {
    /// A result that is done.
    pub fn new(wire: &impl Serialize, text: impl Into<String>) -> Answer {
        let json = match serde_json::to_value(wire) {
            Ok(Value::Object(object)) => object,
            _ => Map::new(),
        };
        Answer {
            json,
            text: text.into(),
            is_rendered: false,
            warnings: Vec::new(),
            note: None,
            exit: Exit::Done,
        }
    }

    /// The same with a text that a renderer made, escaped by it.
    #[must_use]
    pub fn rendered(mut self, text: impl Into<String>) -> Answer {
        (self.text, self.is_rendered) = (text.into(), true);
        self
    }

    /// The same with a line on stderr, so that an empty result is no silence.
    #[must_use]
    pub fn note(mut self, note: Option<impl Into<String>>) -> Answer {
        self.note = note.map(Into::into);
        self
    }

    /// The same with findings: exit status 1, `ok` false, no `error`.
    #[must_use]
    pub fn with_findings(mut self, found: bool) -> Answer {
        if found {
            self.exit = Exit::NotDone;
        }
        self
    }
}

/// Prints a result or a failure and gives the exit status. `command` is the words: `check`, `undo`.
pub fn deliver(
    command: &str,
    outcome: Result<Answer, Failure>,
    format: Format,
    streams: &mut Streams,
) -> Exit {
    match outcome {
        Ok(answer) => {
            for warning in &answer.warnings {
                streams.say(&format!("warning: {}: {}", warning.code, warning.message));
            }
            if let Some(note) = answer.note.as_ref().filter(|_| format == Format::Text) {
                streams.say(note);
            }
            match format {
                Format::Json => {
                    let mut object = head(command, answer.exit == Exit::Done);
                    object.extend(answer.json);
                    streams.result(&json::pretty(&object));
                }
                // A format of its own is safe by its form: its renderer escapes what comes from files.
                _ if answer.is_rendered => streams.result(&answer.text),
                _ => streams.result(&cairn_text::escape::escaped_lines(&answer.text)),
            }
            answer.exit
        }
        Err(failure) => {
            refuse(&failure, streams);
            if format == Format::Json && matches!(failure.exit, Exit::NotDone | Exit::Locked) {
                let mut object = head(command, false);
                object.insert("error".to_owned(), json!(failure.reason));
                object.insert("message".to_owned(), json!(failure.sentence()));
                object.extend(failure.facts.clone());
                streams.result(&json::pretty(&object));
            }
            failure.exit
        }
    }
}

/// A failure on stderr.
pub fn refuse(failure: &Failure, streams: &mut Streams) {
    streams.say(&format!("error: {}", failure.message));
    for hint in &failure.hints {
        streams.say(&format!("  hint: {hint}"));
    }
}

fn head(command: &str, ok: bool) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("command".to_owned(), json!(command));
    object.insert("ok".to_owned(), json!(ok));
    object
}
