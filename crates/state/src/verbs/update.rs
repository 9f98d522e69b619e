//! `state update FIELD VALUE`: one field, wherever its truth stands (D27, contract 12.1).

use cairn_text::field::Occurrence;
use cairn_text::frontmatter::NewValue;

use super::Verb;
use super::get::not_found;
use crate::answer::{Answer, Value};
use crate::arguments::one_line;
use crate::body_field::{BodyField, FieldScope, fold_name};
use crate::derive::written;
use crate::document::StateDocument;
use crate::draft::Draft;
use crate::failure::{Failure, Reason};
use crate::input::{StateInput, VerbOutcome};
use crate::phase_id::PhaseId;
use crate::schema::{Action, KEYS, Key, OLDER_VERSION_KEY, PROGRESS, Policy, schema_of};
use crate::status::{StatusWord, normalise};
use crate::writing::write;

/// Sets one field: the body's where it has a line, else the frontmatter's.
#[derive(Debug, Clone)]
pub struct Update {
    /// A label in any language, or a key.
    pub field: String,
    /// The new value.
    pub value: String,
}

impl Verb for Update {
    fn name(&self) -> &'static str {
        "update"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        write(input, format!("state update {}", self.field), |reading, draft| {
            let path = reading.project.state_path();
            let target = Target::resolve(&reading.document, &self.field, &self.value, &path)?;
            let wrote = target.wrote();
            target.write(draft)?;
            Ok(Answer::new().with("field", self.field.as_str()).with("wrote", wrote))
        })
    }
}

/// Where the value of a named field goes.
#[derive(Debug, Clone)]
pub(super) enum Target {
    /// A line of the body.
    Body { field: Option<BodyField>, occurrence: Occurrence, value: String },
    /// A key of the frontmatter, by its dotted path.
    Frontmatter { path: String, value: NewValue },
}

impl Target {
    /// Finds the target, in the order of the table of 12.1.
    pub(super) fn resolve(
        document: &StateDocument<'_>,
        name: &str,
        value: &str,
        path: &str,
    ) -> Result<Self, Failure> {
        let value = one_line(name, value)?;
        let folded = fold_name(name);
        refuse_derived(name, &folded)?;
        if let Some(key) = [Key::ActivePhase, Key::NextAction, Key::NextPhases]
            .into_iter()
            .find(|key| fold_name(key.name()) == folded)
        {
            let value = lifecycle_value(key, value)?;
            return Ok(Self::Frontmatter { path: key.name().to_owned(), value });
        }
        if let Some(target) = body_target(document, name, &folded, value)? {
            return Ok(target);
        }
        if let Some(target) = stored_key(document, &folded, value)? {
            return Ok(target);
        }
        match unknown_key(document, &folded) {
            Some(path) => Ok(Self::Frontmatter { path, value: NewValue::Text(value.to_owned()) }),
            None => Err(not_found(document, name, path)),
        }
    }

    /// `body` or `frontmatter`.
    pub(super) fn wrote(&self) -> &'static str {
        match self {
            Self::Body { .. } => "body",
            Self::Frontmatter { .. } => "frontmatter",
        }
    }

    /// What tells two targets apart: the place of the line, or the key.
    pub(super) fn place(&self) -> String {
        match self {
            Self::Body { occurrence, .. } => format!("line at {}", occurrence.label.start),
            Self::Frontmatter { path, .. } => path.clone(),
        }
    }

    /// Adds the edit.
    pub(super) fn write(self, draft: &mut Draft<'_, '_>) -> Result<(), Failure> {
        match self {
            Self::Body { field, occurrence, value } => {
                match field {
                    Some(field) => draft.expect(field, &value),
                    None => draft.expect_label(&draft.label_of(&occurrence), &value),
                }
                draft.set_occurrence(&occurrence, &value)
            }
            Self::Frontmatter { path, value } => {
                draft.set_path(&path, value);
                Ok(())
            }
        }
    }
}

/// Fields whose value is computed (the first two rows of the table).
fn refuse_derived(name: &str, folded: &str) -> Result<(), Failure> {
    let is_progress = BodyField::named(name) == Some(BodyField::Progress)
        || folded == PROGRESS
        || folded.starts_with(&format!("{PROGRESS}."));
    if is_progress {
        return Err(derived(name, schema_of(Key::Percent).map_or("", |row| row.source)));
    }
    let is_computed = |policy| {
        matches!(
            policy,
            Policy::Constant | Policy::Milestone | Policy::MilestoneName | Policy::Clock | Policy::Repository
        )
    };
    let row = KEYS.iter().find(|row| is_computed(row.policy) && fold_name(row.name) == folded);
    match row {
        Some(row) => Err(derived(name, row.source)),
        None if folded == fold_name(OLDER_VERSION_KEY) => Err(derived(name, "a constant")),
        None => Ok(()),
    }
}

fn derived(name: &str, source: &str) -> Failure {
    let message = format!("`{name}` is not set by hand; its value comes from {source}");
    Failure::new(Reason::DerivedField, message).with("field", name).with("source", source.replace('`', ""))
}

fn lifecycle_value(key: Key, value: &str) -> Result<NewValue, Failure> {
    if value.eq_ignore_ascii_case("null") || value == "~" {
        return Ok(NewValue::Null);
    }
    let phase = |text: &str| match PhaseId::parse(text.trim()) {
        Some(phase) => Ok(NewValue::Quoted(phase.as_str().to_owned())),
        None => Err(Failure::invalid_value(
            key.name(),
            format!("`{}` is no phase id; write `2`, `2.1`, `12A` or `null`", text.trim()),
        )),
    };
    match key {
        Key::NextAction => match Action::from_word(value) {
            Some(action) => Ok(NewValue::Text(action.as_str().to_owned())),
            None => {
                let known = Action::ALL.map(Action::as_str).join("`, `");
                Err(Failure::invalid_value(
                    key.name(),
                    format!("`{value}` is no action; write `{known}` or `null`"),
                ))
            }
        },
        Key::NextPhases => {
            let inner = value.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(value);
            let items = inner.split(',').map(|item| phase(item.trim().trim_matches(['"', '\''])));
            Ok(NewValue::List(items.collect::<Result<_, _>>()?))
        }
        _ => phase(value),
    }
}

/// The line of a field in its scope; outside Current Position and session it must be the only one.
fn body_target(
    document: &StateDocument<'_>,
    name: &str,
    folded: &str,
    value: &str,
) -> Result<Option<Target>, Failure> {
    let known = BodyField::named(name);
    let occurrences = match known {
        Some(field) if field.scope() != FieldScope::Anywhere => {
            let target = document.field(field).and_then(|found| found.target());
            target.copied().into_iter().collect()
        }
        Some(field) => {
            let found = document.field(field);
            let all =
                found.map(
                    |found| if found.occurrences().is_empty() { found.unset() } else { found.occurrences() },
                );
            all.unwrap_or_default().to_vec()
        }
        None => document.labelled(|label| fold_name(label) == folded),
    };
    let Some(first) = occurrences.iter().min_by_key(|occurrence| occurrence.form).copied() else {
        return Ok(None);
    };
    let in_position =
        document.sections().position().is_some_and(|section| section.content.covers(first.label));
    let must_be_unique = known.is_none_or(|field| field.scope() == FieldScope::Anywhere) && !in_position;
    if must_be_unique && occurrences.len() > 1 {
        return Err(ambiguous(document, name, &occurrences));
    }
    if known.is_none() && unknown_key(document, folded).is_some() {
        return Err(ambiguous(document, name, &occurrences));
    }
    Ok(Some(Target::Body { field: known, occurrence: first, value: value.to_owned() }))
}

fn ambiguous(document: &StateDocument<'_>, name: &str, occurrences: &[Occurrence]) -> Failure {
    let index = document.line_index();
    let mut candidates: Vec<Value> = occurrences
        .iter()
        .map(|occurrence| {
            candidate(&document.occurrence_text(occurrence), index.line(occurrence.line.content.start))
        })
        .collect();
    if let Some(entry) =
        unknown_key(document, &fold_name(name)).and_then(|path| document.frontmatter().entry(&path))
    {
        candidates.insert(0, candidate(entry.text().unwrap_or_default(), index.line(entry.key_span.start)));
    }
    let message = format!("`{name}` stands in several places; edit the one that is meant by hand");
    Failure::new(Reason::AmbiguousField, message).with("candidates", Value::List(candidates))
}

fn candidate(text: &str, line: usize) -> Value {
    Value::Map(vec![("text".to_owned(), text.into()), ("line".to_owned(), line.into())])
}

/// A key that the body has no line for.
fn stored_key(document: &StateDocument<'_>, folded: &str, value: &str) -> Result<Option<Target>, Failure> {
    let Some(row) = KEYS.iter().find(|row| fold_name(row.name) == folded) else { return Ok(None) };
    let follows_phase = matches!(row.key, Key::CurrentPhase | Key::CurrentPhaseName);
    if follows_phase && document.winner(BodyField::Phase).is_some() {
        return Err(derived(row.name, "the body field `Phase`"));
    }
    if document.entry(row.key).is_none() {
        return Ok(None);
    }
    let is_null = value.eq_ignore_ascii_case("null") || value == "~";
    let new = match row.key {
        Key::PausedAt if is_null => NewValue::Null,
        Key::Status => NewValue::Text(status_word(value)?.as_str().to_owned()),
        _ => written(row.value_type, value),
    };
    Ok(Some(Target::Frontmatter { path: row.name.to_owned(), value: new }))
}

fn status_word(value: &str) -> Result<StatusWord, Failure> {
    match StatusWord::from_word(value).unwrap_or_else(|| normalise(value)) {
        StatusWord::Unknown if StatusWord::from_word(value).is_none() => {
            let known = StatusWord::ALL.map(StatusWord::as_str).join("`, `");
            Err(Failure::invalid_value(
                Key::Status.name(),
                format!("`{value}` is no status word; write `{known}`"),
            ))
        }
        word => Ok(word),
    }
}

/// The dotted path of a stored key that the schema does not know.
fn unknown_key(document: &StateDocument<'_>, folded: &str) -> Option<String> {
    let is_known =
        |path: &str| KEYS.iter().any(|row| row.name == path) || path == OLDER_VERSION_KEY || path == PROGRESS;
    let top = document.frontmatter().entries().iter().flat_map(|entry| {
        let children = entry.children().iter().map(|child| format!("{}.{}", entry.key, child.key));
        std::iter::once(entry.key.clone()).chain(children)
    });
    top.filter(|path| !is_known(path)).find(|path| fold_name(path) == folded)
}
