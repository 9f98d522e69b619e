//! `state json`: what a write would store now, without writing (S-10 to S-30, contract 7, 12).

use cairn_text::frontmatter::{Entry, Value as Stored};

use super::Verb;
use crate::answer::{Answer, Value};
use crate::derive::{Decision, number_at_start};
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::schema::{KEYS, Key, KeySchema, PROGRESS, ValueType, is_known_top_level};
use crate::writing::{Reading, scope_warnings};

/// Shows the frontmatter in canonical order; unknown keys stand below `extra`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Json;

impl Verb for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let reading = Reading::strict(input)?;
        let mut outcome = VerbOutcome::read("state json", frontmatter(&reading));
        outcome.warnings = scope_warnings(&reading.facts);
        Ok(outcome)
    }
}

/// The frontmatter as a write would store it, `last_updated` as stored.
pub(crate) fn frontmatter(reading: &Reading<'_>) -> Answer {
    let decisions = reading.decisions();
    let mut answer = Answer::new();
    let mut progress = Vec::new();
    for row in KEYS {
        let decision = decisions.iter().find(|(key, _)| *key == row.key).map(|(_, decision)| decision);
        let Some(value) = shown(reading, row, decision) else { continue };
        match row.counter_name() {
            Some(name) => progress.push((name.to_owned(), value)),
            None => answer.push(spelling(reading, row), value),
        }
    }
    if !progress.is_empty() {
        answer.push(PROGRESS, Value::Map(progress));
    }
    let extra = unknown_keys(reading);
    if !extra.is_empty() {
        answer.push("extra", Value::Map(extra));
    }
    answer
}

fn spelling(reading: &Reading<'_>, row: &KeySchema) -> String {
    match row.key {
        Key::Version => {
            reading.document.entry(row.key).map_or(row.name.to_owned(), |entry| entry.key.clone())
        }
        _ => row.name.to_owned(),
    }
}

fn shown(reading: &Reading<'_>, row: &KeySchema, decision: Option<&Decision>) -> Option<Value> {
    let stored = match decision {
        Some(Decision::Remove) => None,
        Some(Decision::Set(value)) => Some(value.value()),
        Some(Decision::Keep) | None => reading.document.entry(row.key).map(Entry::value),
    }?;
    Some(match (row.value_type, stored) {
        (ValueType::Integer, Stored::Text(text)) => {
            number_at_start(&text).map_or(Value::Text(text), Value::from)
        }
        (ValueType::PhaseIds, Stored::Text(text)) => Value::texts(text.split(',').map(str::trim)),
        (_, stored) => from_stored(stored),
    })
}

/// Keys that the schema does not know, those inside `progress` below a map of that name.
fn unknown_keys(reading: &Reading<'_>) -> Vec<(String, Value)> {
    let Stored::Map(entries) = reading.document.frontmatter().to_value() else { return Vec::new() };
    let mut extra = Vec::new();
    for (key, value) in entries {
        if key == PROGRESS {
            extra.extend(unknown_counters(value).map(|value| (key, value)));
        } else if !is_known_top_level(&key) {
            extra.push((key, from_stored(value)));
        }
    }
    extra
}

fn unknown_counters(progress: Stored) -> Option<Value> {
    let Stored::Map(entries) = progress else {
        return (!progress.is_null()).then(|| from_stored(progress));
    };
    let is_known = |name: &str| KEYS.iter().any(|row| row.counter_name() == Some(name));
    let unknown: Vec<_> = entries
        .into_iter()
        .filter(|(name, _)| !is_known(name))
        .map(|(name, value)| (name, from_stored(value)))
        .collect();
    (!unknown.is_empty()).then_some(Value::Map(unknown))
}

/// A stored value as an answer shows it.
pub(crate) fn from_stored(stored: Stored) -> Value {
    match stored {
        Stored::Null => Value::Null,
        Stored::Text(text) => Value::Text(text),
        Stored::List(items) => Value::List(items.into_iter().map(from_stored).collect()),
        Stored::Map(entries) => {
            Value::Map(entries.into_iter().map(|(key, value)| (key, from_stored(value))).collect())
        }
    }
}
