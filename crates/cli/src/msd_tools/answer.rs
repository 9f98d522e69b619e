//! What a command of `msd-tools` gives back, and how it leaves: JSON, `--raw` text or one picked field; a failure as
//! text or as a JSON line (msd-tools 2).

use cairn_project::session::{Done, Session};
use cairn_state::planning_verbs::Report;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::command_line::GlobalFlags;
use crate::output::exit::Exit;
use crate::output::failure::{Failure, Warning};
use crate::output::streams::Streams;
use crate::output::{NOT_RECORDED, json};

/// A result.
#[derive(Debug)]
pub struct Answer {
    /// The object, keys in the contract's order.
    pub json: Value,
    /// The short text of `--raw`; a command without one prints its JSON.
    pub raw: Option<Raw>,
    /// Also part of the object, as `warnings`.
    pub warnings: Vec<Warning>,
    /// Something was written that `cairn undo` cannot take back: the object says `"undo": false`.
    pub is_unrecorded: bool,
    /// 0, or 1 for findings.
    pub exit: Exit,
}

/// The short text of a command.
#[derive(Debug)]
pub enum Raw {
    /// Text of ours; ends with one newline.
    Line(String),
    /// Bytes of a file, as they are.
    Bytes(Vec<u8>),
    /// Text that is complete as it stands (`validate --format text`); printed with and without `--raw`.
    Report(String),
}

impl Answer {
    /// A result without short text.
    pub fn of(wire: &impl Serialize) -> Answer {
        Answer {
            json: serde_json::to_value(wire).unwrap_or(Value::Null),
            raw: None,
            warnings: Vec::new(),
            is_unrecorded: false,
            exit: Exit::Done,
        }
    }

    /// The result of a verb: for a writing one `changed` and `updated` in front, its own values behind.
    pub fn of_verb(done: Done, dry_run: bool) -> Answer {
        let mut object = Map::new();
        if let Some(receipt) = &done.receipt {
            object.insert("changed".to_owned(), json!(receipt.changed));
            object.insert("updated".to_owned(), json!(receipt.updated));
        }
        object.extend(json::object(done.outcome.answer.members()));
        if dry_run {
            object.insert("dry_run".to_owned(), json!(true));
            object.insert("diff".to_owned(), json!(done.diff.unwrap_or_default()));
        }
        if !done.undoable {
            object.insert("undo".to_owned(), json!(false));
        }
        let raw = done.outcome.raw.or_else(|| done.receipt.map(|receipt| receipt.changed.to_string()));
        Answer {
            json: Value::Object(object),
            raw: raw.map(Raw::Line),
            warnings: Vec::new(),
            is_unrecorded: !done.undoable,
            exit: Exit::Done,
        }
    }

    /// The result of a verb in a project, with the project's own warnings.
    pub fn of_session(session: &Session<'_>, done: Done, flags: &GlobalFlags) -> Answer {
        let own = session.warnings();
        let warnings = own.iter().chain(&done.outcome.warnings).map(Into::into).collect();
        let dry_run = flags.dry_run && done.receipt.is_some();
        Answer::of_verb(done, dry_run).warn(warnings)
    }

    /// The result of a question about phases.
    pub fn of_report(session: &Session<'_>, report: Report) -> Answer {
        let own = session.warnings();
        let warnings = own.iter().chain(&report.warnings).map(Into::into).collect();
        let json = Value::Object(json::object(report.answer.members()));
        let raw = report.raw.map(Raw::Line);
        Answer { json, raw, warnings: Vec::new(), is_unrecorded: false, exit: Exit::Done }.warn(warnings)
    }

    /// The result of `state update` as `frontmatter set` words it: `field`, `value`.
    #[must_use]
    pub fn renamed(mut self, field: &str, value: &str) -> Answer {
        if let Value::Object(object) = &mut self.json {
            object.shift_remove("wrote");
            object.insert("field".to_owned(), json!(field));
            object.insert("value".to_owned(), json!(value));
        }
        self
    }

    /// With the short text of `--raw`.
    #[must_use]
    pub fn raw(mut self, line: impl Into<String>) -> Answer {
        self.raw = Some(Raw::Line(line.into()));
        self
    }

    /// With warnings; they go to stderr and into the object.
    #[must_use]
    pub fn warn(mut self, warnings: Vec<Warning>) -> Answer {
        if let (Value::Object(object), false) = (&mut self.json, warnings.is_empty()) {
            object.insert("warnings".to_owned(), json!(warnings));
        }
        self.warnings.extend(warnings);
        self
    }
}

/// Prints a result or a failure and gives the exit status.
pub fn deliver(outcome: Result<Answer, Failure>, flags: &GlobalFlags, streams: &mut Streams) -> Exit {
    match outcome.and_then(|answer| print(answer, flags, streams)) {
        Ok(exit) => exit,
        Err(failure) => {
            refuse(&failure, flags.json_errors, streams);
            if matches!(failure.exit, Exit::NotDone | Exit::Locked) && !flags.raw {
                streams.result(&json::pretty(&facts(&failure)));
            }
            failure.exit
        }
    }
}

fn print(answer: Answer, flags: &GlobalFlags, streams: &mut Streams) -> Result<Exit, Failure> {
    for warning in &answer.warnings {
        streams.say(&format!("warning: {}: {}", warning.code, warning.message));
    }
    if answer.is_unrecorded {
        streams.say(NOT_RECORDED);
    }
    if let Some(path) = &flags.pick {
        let picked = json::pick(&answer.json, path).ok_or_else(|| absent(path, &answer.json))?;
        streams.raw(format!("{}\n", json::plain(picked)).as_bytes());
        return Ok(answer.exit);
    }
    match answer.raw {
        Some(Raw::Report(text)) => streams.result(&text),
        Some(Raw::Line(line)) if flags.raw => streams.raw(format!("{line}\n").as_bytes()),
        Some(Raw::Bytes(bytes)) if flags.raw => streams.raw(&bytes),
        _ => streams.result(&json::pretty(&answer.json)),
    }
    Ok(answer.exit)
}

fn absent(path: &str, json: &Value) -> Failure {
    let available: Vec<&String> = json.as_object().map(|object| object.keys().collect()).unwrap_or_default();
    Failure::not_done("pick_field_absent", format!("the result has no field `{path}`"))
        .fact("available", &available)
        .did_you_mean(path, available.iter().map(|key| key.as_str()))
        .hint("without `--pick` the whole result is printed")
}

/// A failure on stderr.
pub fn refuse(failure: &Failure, json_errors: bool, streams: &mut Streams) {
    if json_errors {
        let mut line = Map::new();
        line.insert("ok".to_owned(), json!(false));
        line.insert("reason".to_owned(), json!(failure.reason));
        line.insert("message".to_owned(), json!(failure.sentence()));
        line.extend(failure.facts.clone());
        streams.say(&json::line(&line));
    } else {
        streams.say(&format!("error: {}", failure.message));
        for hint in &failure.hints {
            streams.say(&format!("  hint: {hint}"));
        }
    }
}

/// The object that stdout holds for exit 1 and 4 (D1).
fn facts(failure: &Failure) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("error".to_owned(), json!(failure.sentence()));
    object.insert("reason".to_owned(), json!(failure.reason));
    object.insert("changed".to_owned(), json!(false));
    object.extend(failure.facts.clone());
    object
}
