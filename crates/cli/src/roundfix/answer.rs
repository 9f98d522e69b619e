//! What a command of `roundfix` gives back, and how it leaves (roundfix 3.3): the report on stdout in one of two forms, everything
//! that is said about it on stderr, the same in both.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::command_line::Format;
use crate::output::exit::Exit;
use crate::output::failure::Failure;
use crate::output::json;
use crate::output::streams::Streams;

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// The lines of the text report; none where the command was not done.
    pub lines: Vec<String>,
    /// The object of the JSON report.
    pub json: Value,
    /// What goes to stderr, in order.
    pub said: Vec<String>,
    /// The exit status.
    pub exit: Exit,
}

impl Answer {
    /// A command that was done.
    pub fn done(lines: Vec<String>, wire: &impl Serialize) -> Self {
        Self {
            lines,
            json: serde_json::to_value(wire).unwrap_or(Value::Null),
            said: Vec::new(),
            exit: Exit::Done,
        }
    }

    /// A command that was not done: `error` and `message` behind what is known.
    pub fn failed(
        exit: Exit,
        error: &'static str,
        message: impl Into<String>,
        known: &impl Serialize,
    ) -> Self {
        let mut json = serde_json::to_value(known).unwrap_or(Value::Null);
        if let Value::Object(object) = &mut json {
            object.insert("ok".to_owned(), json!(false));
            object.insert("error".to_owned(), json!(error));
            object.insert("message".to_owned(), json!(message.into()));
        }
        Self { lines: Vec::new(), json, said: Vec::new(), exit }
    }

    /// Adds a member to the object.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Self {
        if let Value::Object(object) = &mut self.json {
            object.insert(name.to_owned(), serde_json::to_value(value).unwrap_or(Value::Null));
        }
        self
    }

    /// Says something on stderr.
    pub fn say(&mut self, line: impl Into<String>) {
        self.said.push(line.into());
    }
}

/// The members that every object begins with.
pub fn head(command: Option<&str>, slug: Option<&str>) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("command".to_owned(), json!(command));
    object.insert("slug".to_owned(), json!(slug));
    object.insert("ok".to_owned(), json!(false));
    object
}

/// A usage error.
pub fn usage(command: Option<&str>, slug: Option<&str>, failure: Failure) -> Answer {
    let mut answer = Answer::failed(failure.exit, "usage", failure.sentence(), &head(command, slug));
    answer.say(format!("error: {}", failure.message));
    for hint in &failure.hints {
        answer.say(format!("  hint: {hint}"));
    }
    answer
}

/// Prints an answer and gives the exit status.
pub fn deliver(answer: Answer, format: Format, streams: &mut Streams) -> Exit {
    for line in &answer.said {
        streams.say(line);
    }
    match format {
        Format::Json => streams.result(&json::pretty(&answer.json)),
        Format::Text if answer.lines.is_empty() => {}
        Format::Text => {
            let mut text = answer.lines.join("\n");
            text.push('\n');
            streams.result(&text);
        }
    }
    answer.exit
}

/// Text of a file, on one line and without what a terminal would act on.
pub fn clean(text: &str) -> String {
    cairn_text::escape::stripped(text).into_owned()
}
