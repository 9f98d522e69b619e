//! `state milestone-switch --milestone V [--name N]`: another milestone begins (S-11 to S-13, contract 13).

use super::lifecycle::LifeCycle;
use super::transition::{FieldCount, set_activity};
use super::{Needs, Verb};
use crate::answer::Answer;
use crate::arguments::{one_text, version};
use crate::body_field::BodyField;
use crate::configuration_edit;
use crate::draft::Draft;
use crate::facts::{Counters, PlanningFile};
use crate::failure::Failure;
use crate::input::{FileEdit, StateInput, VerbOutcome};
use crate::status::StatusWord;
use crate::writing::{Reading, write_reading};

/// Starts a milestone: position, status, version and counters; everything else stays.
#[derive(Debug, Clone)]
pub struct MilestoneSwitch {
    /// The version.
    pub milestone: String,
    /// Its name; `None` takes the one found in ROADMAP.md.
    pub name: Option<String>,
}

const FIELDS: &[BodyField] = &[BodyField::Phase, BodyField::Plan, BodyField::Status, BodyField::LastActivity];

/// The position of a milestone that has no phase yet.
const NOT_STARTED: &str = "Not started (defining requirements)";

impl Verb for MilestoneSwitch {
    fn name(&self) -> &'static str {
        "milestone-switch"
    }

    fn needs(&self) -> Needs {
        Needs { configuration: true, ..Needs::default() }
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let version = version(&self.milestone)?;
        let given = self.name.as_deref().map(|name| one_text("name", name)).transpose()?;
        let mut reading = Reading::strict(input)?;
        reading.facts = input.planning.facts_of(version);
        let name = given.map(str::to_owned).or_else(|| reading.facts.milestone_name.clone());
        write_reading(reading, format!("state milestone-switch {version}"), |reading, draft| {
            set_fields(reading, draft, version)?;
            draft.given.milestone = Some((version.to_owned(), name.clone()));
            draft.given.status = Some(StatusWord::Planning);
            draft.given.leaves_phase = true;
            if !reading.facts.scope.is_trusted() {
                draft.given.counters = Some(Counters { percent: Some(0), ..Counters::default() });
            }
            LifeCycle::Idle(None).set_when_opted_in(reading, draft);
            set_configuration(reading, draft, version, name.as_deref());
            Ok(Answer::new()
                .with("switched", true)
                .with("version", version)
                .with("name", name.clone())
                .with("status", StatusWord::Planning.as_str()))
        })
    }
}

fn set_fields(reading: &Reading<'_>, draft: &mut Draft<'_, '_>, version: &str) -> Result<(), Failure> {
    let mut fields = FieldCount::default();
    fields.note(draft.set(BodyField::Phase, NOT_STARTED)?);
    fields.note(draft.set(BodyField::Plan, "—")?);
    fields.note(draft.set_at_border(BodyField::Status, "Defining requirements")?);
    fields.note(set_activity(reading, draft, &format!("Milestone {version} started"))?);
    fields.note(leave_phase(draft)?);
    fields.check(reading, FIELDS)
}

/// The fields of older layouts when no phase is current.
pub(super) fn leave_phase(draft: &mut Draft<'_, '_>) -> Result<bool, Failure> {
    let mut exists = false;
    for field in [
        BodyField::CurrentPhase,
        BodyField::CurrentPhaseName,
        BodyField::CurrentPlan,
        BodyField::TotalPlansInPhase,
    ] {
        exists |= draft.set(field, "—")?;
    }
    Ok(exists)
}

/// The configuration's own keys follow when they are there (contract 9.2).
fn set_configuration(reading: &Reading<'_>, draft: &mut Draft<'_, '_>, version: &str, name: Option<&str>) {
    let Some(bytes) = reading.project.file(PlanningFile::Configuration) else { return };
    if let Some(content) =
        configuration_edit::with_milestone(bytes, version, name).filter(|content| content != bytes)
    {
        draft.files.push(FileEdit { file: PlanningFile::Configuration, content: Some(content.into()) });
    }
}
