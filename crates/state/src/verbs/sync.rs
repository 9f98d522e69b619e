//! `state sync [--verify]`: the body wins, the disk is counted, and the fields that are nobody's words are refreshed
//! (contract 12.2, D26).

use super::{Needs, Verb};
use crate::answer::{Answer, Value};
use crate::body_field::BodyField;
use crate::core_value;
use crate::document::StateDocument;
use crate::draft::Draft;
use crate::facts::PlanningFile;
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::pending_todos;
use crate::template_defaults::{is_placeholder, is_refreshable_activity};
use crate::writing::{Reading, write};

/// Brings the file in line with body and disk; with `verify` only says what would change.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sync {
    /// Write nothing.
    pub verify: bool,
}

impl Verb for Sync {
    fn name(&self) -> &'static str {
        "sync"
    }

    fn needs(&self) -> Needs {
        Needs { pending_todos: true, project_file: true, ..Needs::default() }
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let mut outcome = write(input, "state sync", |reading, draft| {
            draft.given.body_wins = true;
            draft.always_synchronises = true;
            draft.fills_bar = true;
            refresh(reading, draft)?;
            Ok(Answer::new())
        })?;
        let changes = changes(input, &outcome);
        outcome.is_dry_run = self.verify;
        outcome.answer = Answer::new().with("synced", !self.verify).with("changes", Value::texts(changes));
        if self.verify {
            outcome.answer.push("dry_run", true);
        }
        Ok(outcome)
    }
}

fn refresh(reading: &Reading<'_>, draft: &mut Draft<'_, '_>) -> Result<(), Failure> {
    let document = &reading.document;
    let phase = document.current_phase();
    if let Some(facts) = phase.and_then(|id| reading.facts.phase(&id)) {
        draft.set(BodyField::TotalPlansInPhase, &facts.plan_count.to_string())?;
    }
    let activity = document.text(BodyField::LastActivity).unwrap_or_default();
    if is_refreshable_activity(&activity) {
        draft.set(BodyField::LastActivity, &reading.now.date())?;
    }
    fill_core_value(reading, draft)?;
    pending_todos::refresh(reading, draft);
    Ok(())
}

/// The core value of PROJECT.md, only where none is written (S-60).
fn fill_core_value(reading: &Reading<'_>, draft: &mut Draft<'_, '_>) -> Result<(), Failure> {
    let present = reading.document.text(BodyField::CoreValue);
    if present.is_some_and(|text| !is_placeholder(&text)) {
        return Ok(());
    }
    let value = reading.project.file(PlanningFile::Project).and_then(core_value::read_core_value);
    if let Some(value) = value {
        draft.set(BodyField::CoreValue, &value)?;
    }
    Ok(())
}

/// `LABEL: OLD -> NEW` for every field and key that differs.
fn changes(input: &StateInput<'_>, outcome: &VerbOutcome) -> Vec<String> {
    let (Some(before), Some(after)) = (input.document, outcome.content(PlanningFile::State)) else {
        return Vec::new();
    };
    let (before, after) = (StateDocument::parse(before), StateDocument::parse(after));
    let names = outcome.receipt.iter().flat_map(|receipt| &receipt.updated);
    names.map(|name| change(&before, &after, name)).collect()
}

/// `LABEL: OLD -> NEW` for one field or key.
pub(super) fn change(before: &StateDocument<'_>, after: &StateDocument<'_>, name: &str) -> String {
    format!("{name}: {} -> {}", value_of(before, name), value_of(after, name))
}

/// A field or key as text; `(none)` when it is absent.
fn value_of(document: &StateDocument<'_>, name: &str) -> String {
    let key = || document.frontmatter().entry(name).map(|entry| entry.text().unwrap_or("null").to_owned());
    let field = || BodyField::named(name).and_then(|field| document.text(field));
    let is_key =
        name.contains('.') || name.contains('_') || name.chars().all(|letter| letter.is_ascii_lowercase());
    let section = || pending_todos::present_line(document, name);
    let value = if is_key { key() } else { field().or_else(section).or_else(key) };
    value.unwrap_or_else(|| "(none)".to_owned())
}
