//! `state get [NAME]`: a body field, else a frontmatter key, else the text of a section; without NAME the file (contract 12).

use super::Verb;
use super::json::from_stored;
use crate::answer::{Answer, Value};
use crate::body_field::{BodyField, fold_name};
use crate::derive::number_at_start;
use crate::document::StateDocument;
use crate::failure::{Failure, Reason, Warning};
use crate::input::{StateInput, VerbOutcome};
use crate::receipt::is_field_label;
use crate::schema::{PROGRESS, key_named};
use crate::sections;
use crate::writing::Reading;
use cairn_text::Frontmatter;
use cairn_text::frontmatter::Entry;

/// Reads one thing. Also files that must not be written are read.
#[derive(Debug, Clone, Default)]
pub struct Get {
    /// What to read; `None` for the whole file.
    pub name: Option<String>,
}

impl Verb for Get {
    fn name(&self) -> &'static str {
        "get"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let reading = Reading::lenient(input)?;
        let document = &reading.document;
        let path = reading.project.state_path();
        // Half of a conflict is read like any text, but never without a word.
        let warnings: Vec<Warning> = document.conflict_warning(&path).into_iter().collect();
        let outcome = |name: &str, value| VerbOutcome { warnings: warnings.clone(), ..outcome(name, value) };
        let Some(name) = &self.name else {
            let content = String::from_utf8_lossy(document.source()).into_owned();
            return Ok(outcome("content", Value::Text(content)));
        };
        let value = field(document, name)
            .or_else(|| key(document, name))
            .or_else(|| section(document, name))
            .or_else(|| folded_field(document, name));
        value.map(|value| outcome(name, value)).ok_or_else(|| not_found(document, name, &path))
    }
}

fn outcome(name: &str, value: Value) -> VerbOutcome {
    let raw = match &value {
        Value::Text(text) => Some(text.clone()),
        Value::Null => Some(String::new()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(_) | Value::List(_) | Value::Map(_) => None,
    };
    VerbOutcome { raw, ..VerbOutcome::read("state get", Answer::new().with(name, value)) }
}

/// A known field by a label in any language, or any other label, in its scope.
fn field(document: &StateDocument<'_>, name: &str) -> Option<Value> {
    let known = BodyField::ALL.into_iter().find(|field| {
        field.labels().into_iter().any(|(_, label)| label.to_lowercase() == name.trim().to_lowercase())
    });
    match known {
        Some(field) => document.text(field).map(Value::Text),
        None => labelled(document, |label| label.to_lowercase() == name.trim().to_lowercase()),
    }
}

/// The same, blanks and underscores being equal: `last_session`.
fn folded_field(document: &StateDocument<'_>, name: &str) -> Option<Value> {
    let known = BodyField::named(name).and_then(|field| document.text(field)).map(Value::Text);
    known.or_else(|| labelled(document, |label| fold_name(label) == fold_name(name)))
}

fn labelled(document: &StateDocument<'_>, matches: impl Fn(&str) -> bool) -> Option<Value> {
    let found = document.labelled(matches);
    let winner = found.iter().min_by_key(|occurrence| occurrence.form)?;
    Some(Value::Text(document.occurrence_text(winner)))
}

fn key(document: &StateDocument<'_>, name: &str) -> Option<Value> {
    let value = match key_named(name).and_then(|key| document.entry(key)) {
        Some(entry) => entry.value(),
        None => document.frontmatter().value(name)?,
    };
    let is_counter = name.strip_prefix(PROGRESS).is_some_and(|rest| rest.starts_with('.'));
    let number = value.as_text().filter(|_| is_counter).and_then(number_at_start);
    Some(number.map_or_else(|| from_stored(value), Value::from))
}

fn section(document: &StateDocument<'_>, name: &str) -> Option<Value> {
    let section = sections::find_any_level(document.outline(), document.source(), name)?;
    Some(Value::Text(document.section_text(&section)))
}

/// Names everything that could have been meant (D27).
pub(crate) fn not_found(document: &StateDocument<'_>, name: &str, path: &str) -> Failure {
    let message = format!("`{path}` has no field, key or section `{name}`; `available` lists what there is");
    Failure::new(Reason::FieldNotFound, message)
        .with("field", name)
        .with("available", Value::texts(field_names(document)))
}

/// Every label of the body, once, then every key, dotted.
pub fn field_names(document: &StateDocument<'_>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    let mut names = Vec::new();
    let mut add = |name: String| {
        if names.len() < MOST_NAMES && seen.insert(name.to_lowercase()) {
            names.push(name);
        }
    };
    for field in BodyField::ALL {
        let occurrence = document.field(field).and_then(|found| found.target());
        occurrence.into_iter().for_each(|occurrence| add(document.occurrence_label(occurrence)));
    }
    let others =
        cairn_text::field::all_fields(document.outline(), document.source(), document.outline().body());
    let labels = others.iter().map(|occurrence| document.occurrence_label(occurrence));
    labels.filter(|label| is_field_label(label)).for_each(&mut add);
    key_names(document.frontmatter()).into_iter().for_each(&mut add);
    names
}

/// Every key of a frontmatter, those of maps dotted.
pub(crate) fn key_names(frontmatter: &Frontmatter) -> Vec<String> {
    let names = |entry: &Entry| match entry.children() {
        [] => vec![entry.key.clone()],
        children => children.iter().map(|child| format!("{}.{}", entry.key, child.key)).collect(),
    };
    frontmatter.entries().iter().flat_map(names).collect()
}

/// A list that is meant for reading: a grown file may hold a hundred thousand labels.
const MOST_NAMES: usize = 200;
