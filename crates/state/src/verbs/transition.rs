//! What the verbs at the borders of a phase share: names and totals of a phase, and the fields that follow (contract 13).

use crate::answer::Value;
use crate::body_field::BodyField;
use crate::document::StateDocument;
use crate::draft::Draft;
use crate::facts::PhaseFacts;
use crate::failure::{Failure, Reason};
use crate::phase_id::PhaseId;
use crate::position;
use crate::schema::{AWAITING_NEXT_MILESTONE, Key};
use crate::writing::Reading;

/// A phase as a transition writes it: what was given, else what ROADMAP.md and the disk say.
#[derive(Debug, Clone)]
pub(super) struct PhaseText {
    /// The id as ROADMAP.md spells it, else as given.
    pub(super) id: PhaseId,
    pub(super) name: Option<String>,
    /// How many plans it has.
    pub(super) plans: Option<u32>,
    /// How many phases there are.
    total: Option<u32>,
}

impl PhaseText {
    /// The phase `id` with a given name and number of plans.
    pub(super) fn of(reading: &Reading<'_>, id: &PhaseId, name: Option<&str>, plans: Option<u32>) -> Self {
        let known = reading.facts.phase(id);
        let stored_total = || {
            let text =
                reading.document.winner(BodyField::Phase)?.value.of(reading.document.source()).to_vec();
            Some(position::read_phase(&text)?.total?.0)
        };
        Self {
            id: known.map_or_else(|| id.clone(), |phase| phase.id.clone()),
            name: name
                .map(str::to_owned)
                .or_else(|| known.and_then(|phase| phase.name.clone()).filter(|name| is_readable(name))),
            plans: plans.or_else(|| known.map(|phase| phase.plan_count).filter(|count| *count > 0)),
            total: reading.facts.phase_total().or_else(stored_total),
        }
    }

    /// The phase of the window.
    pub(super) fn of_facts(reading: &Reading<'_>, phase: &PhaseFacts) -> Self {
        Self::of(reading, &phase.id, None, None)
    }

    /// `N of M (Name)`
    pub(super) fn position(&self) -> String {
        position::write_phase(&self.id, self.total, self.name.as_deref())
    }

    /// `Phase N — Name`
    pub(super) fn focus(&self) -> String {
        match &self.name {
            Some(name) => format!("Phase {} — {name}", self.id.as_str()),
            None => format!("Phase {}", self.id.as_str()),
        }
    }

    /// The number of plans as text, `?` when it is unknown.
    pub(super) fn plan_total(&self) -> String {
        self.plans.map_or_else(|| "?".to_owned(), |plans| plans.to_string())
    }
}

/// Whether a name of ROADMAP.md was read as it stands there: what is no UTF-8 is never written (D29).
fn is_readable(name: &str) -> bool {
    !name.contains(char::REPLACEMENT_CHARACTER)
}

/// Counts which of the fields of a verb stand in the file.
#[derive(Debug, Default)]
pub(super) struct FieldCount {
    found: bool,
}

impl FieldCount {
    /// Takes note of one field.
    pub(super) fn note(&mut self, exists: bool) {
        self.found |= exists;
    }

    /// `field_not_found` when none of them does (contract 13).
    pub(super) fn check(&self, reading: &Reading<'_>, expected: &[BodyField]) -> Result<(), Failure> {
        if self.found {
            return Ok(());
        }
        let names: Vec<&str> = expected.iter().map(|field| field.name()).collect();
        let message = format!(
            "`{}` has none of the fields {}; add them below `## Current Position`",
            reading.project.state_path(),
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        );
        Err(Failure::new(Reason::FieldNotFound, message)
            .with("field", names.join(", "))
            .with("available", Value::texts(super::get::field_names(&reading.document))))
    }
}

/// The fields of older layouts that follow the phase: `Current Phase`, `Current Phase Name`, `Total Plans in Phase`.
pub(super) fn set_phase_labels(draft: &mut Draft<'_, '_>, phase: &PhaseText) -> Result<bool, Failure> {
    let mut exists = draft.set(BodyField::CurrentPhase, phase.id.as_str())?;
    exists |= draft.set(BodyField::CurrentPhaseName, phase.name.as_deref().unwrap_or("—"))?;
    exists |= draft.set(BodyField::TotalPlansInPhase, &phase.plan_total())?;
    Ok(exists)
}

/// `Last activity` with its date, and the description of older layouts.
pub(super) fn set_activity(
    reading: &Reading<'_>,
    draft: &mut Draft<'_, '_>,
    text: &str,
) -> Result<bool, Failure> {
    let exists = draft.set_at_border(BodyField::LastActivity, &format!("{} — {text}", reading.now.date()))?;
    Ok(draft.set(BodyField::LastActivityDescription, text)? || exists)
}

/// Refuses a position that a closed milestone left behind: `Status: Awaiting next milestone` or `Phase: Milestone V complete`.
/// Nothing of that milestone is moved on, its last phase included (S-42, S-43).
pub(super) fn check_milestone_open(reading: &Reading<'_>, phase: Option<&PhaseId>) -> Result<(), Failure> {
    let text = |field| reading.document.text(field).unwrap_or_default();
    let closed = closed_milestone(&text(BodyField::Phase));
    if closed.is_none() && !text(BodyField::Status).eq_ignore_ascii_case(AWAITING_NEXT_MILESTONE) {
        return Ok(());
    }
    let milestone = closed.or_else(|| reading.document.key_text(Key::Milestone).map(str::to_owned));
    let named = milestone.as_deref().map_or_else(String::new, |version| format!(" `{version}`"));
    let message = format!(
        "`{}` says that the milestone{named} is closed, so no phase is in work; `msd-tools state milestone-switch --milestone VERSION` begins the next one",
        reading.project.state_path()
    );
    Err(Failure::new(Reason::PhaseNotFound, message)
        .with("phase", phase.map(|phase| phase.as_str().to_owned()))
        .with("closed_milestone", milestone))
}

/// The version of `Milestone V complete`, as `milestone complete` writes it.
fn closed_milestone(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        [first, version, last]
            if first.eq_ignore_ascii_case("milestone") && last.eq_ignore_ascii_case("complete") =>
        {
            Some((*version).to_owned())
        }
        _ => None,
    }
}

/// Refuses two `Phase` lines of the winning form that name different phases (S-62).
pub(super) fn check_one_phase(document: &StateDocument<'_>) -> Result<(), Failure> {
    let Some(field) = document.field(BodyField::Phase) else { return Ok(()) };
    let Some(winner) = field.winner() else { return Ok(()) };
    let rivals: Vec<_> =
        field.occurrences().iter().filter(|occurrence| occurrence.form == winner.form).collect();
    let phase_of = |text: String| position::read_phase(text.as_bytes()).map(|position| position.id.plain());
    let first = phase_of(document.occurrence_text(winner));
    if rivals.iter().all(|rival| phase_of(document.occurrence_text(rival)) == first) {
        return Ok(());
    }
    let index = document.line_index();
    let candidates: Vec<Value> = rivals
        .iter()
        .map(|rival| {
            Value::Map(vec![
                ("text".to_owned(), document.occurrence_text(rival).into()),
                ("line".to_owned(), index.line(rival.line.content.start).into()),
            ])
        })
        .collect();
    let message =
        "Current Position has several `Phase` lines with different phases; keep the one that is true";
    Err(Failure::new(Reason::AmbiguousPositionPhase, message).with("candidates", Value::List(candidates)))
}
