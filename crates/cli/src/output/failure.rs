//! A command that was not done: why, with which facts, and what to do next. Built where the cause is known, rendered in
//! one place ([`crate::output::envelope`]).

use serde::Serialize;
use serde_json::{Map, Value};

use super::exit::Exit;
use super::nearest::nearest;

/// Why a command was not done (msd-tools 2, cairn 2).
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// The status that the shell sees.
    pub exit: Exit,
    /// The token of the contract's table, `field_not_found`.
    pub reason: &'static str,
    /// What happened: lower case, the file, field or value in backticks.
    pub message: String,
    /// The facts of the table, in its order.
    pub facts: Map<String, Value>,
    /// What to do next, one step each.
    pub hints: Vec<String>,
}

impl Failure {
    /// A failure with a reason of the table and its message.
    pub fn new(exit: Exit, reason: &'static str, message: impl Into<String>) -> Failure {
        Failure { exit, reason, message: message.into(), facts: Map::new(), hints: Vec::new() }
    }

    /// Exit status 1.
    pub fn not_done(reason: &'static str, message: impl Into<String>) -> Failure {
        Failure::new(Exit::NotDone, reason, message)
    }

    /// A usage error, exit status 2.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::new(Exit::Usage, "usage", message)
    }

    /// A value that cannot be taken, exit status 2 (D7).
    pub fn invalid_value(field: &str, message: impl Into<String>) -> Failure {
        Failure::new(Exit::Usage, "invalid_value", message).fact("field", field)
    }

    /// Adds a fact.
    #[must_use]
    pub fn fact(mut self, name: &str, value: impl Serialize) -> Failure {
        self.facts.insert(name.to_owned(), serde_json::to_value(value).unwrap_or(Value::Null));
        self
    }

    /// Adds a next step.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hints.push(hint.into());
        self
    }

    /// Names the one of the right words that `word` was probably meant to be, when there is one.
    #[must_use]
    pub fn did_you_mean<'a>(self, word: &str, right: impl IntoIterator<Item = &'a str>) -> Failure {
        match nearest(word, right) {
            Some(near) => self.hint(format!("did you mean `{near}`?")),
            None => self,
        }
    }

    /// A failure of the STATE.md domain, as it leaves the process. Where it lists what is `available`, the fact in front of
    /// that is the word that was not found.
    pub fn of_state(failure: &cairn_state::failure::Failure) -> Failure {
        let facts = super::json::object(failure.facts.members());
        let wanted = facts.values().find_map(Value::as_str).unwrap_or_default().to_owned();
        let available = facts.get("available").and_then(Value::as_array).cloned().unwrap_or_default();
        let failure = Failure {
            exit: Exit::of_code(failure.reason.exit_code()),
            reason: failure.reason.token(),
            message: failure.message.clone(),
            facts,
            hints: Vec::new(),
        };
        failure.did_you_mean(&wanted, available.iter().filter_map(Value::as_str))
    }

    /// The message with the next steps behind it: what JSON carries in one field.
    pub fn sentence(&self) -> String {
        let mut sentence = self.message.clone();
        for hint in &self.hints {
            sentence.push_str("; ");
            sentence.push_str(hint);
        }
        sentence
    }
}

/// A doubt that does not stop the command: `warning: CODE: TEXT` on stderr, `warnings` in the result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// A token of the contract's list, `progress_scope`.
    pub code: String,
    /// What is doubtful, and what was done about it.
    pub message: String,
}

impl From<cairn_state::failure::Failure> for Failure {
    fn from(failure: cairn_state::failure::Failure) -> Failure {
        Failure::of_state(&failure)
    }
}

impl From<&cairn_state::failure::Warning> for Warning {
    fn from(warning: &cairn_state::failure::Warning) -> Warning {
        Warning { code: warning.code.as_str().to_owned(), message: warning.message.clone() }
    }
}
