//! What `milestone complete V` does to STATE.md (S-42, contract 13).

use cairn_text::{Edit, Span};

use super::Verb;
use super::lifecycle::LifeCycle;
use super::milestone_switch::leave_phase;
use super::transition::{FieldCount, set_activity};
use crate::answer::Answer;
use crate::arguments::version;
use crate::body_field::BodyField;
use crate::document::{StateDocument, labels_of};
use crate::draft::Draft;
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::list_section::{add_section, last_text_end};
use crate::schema::AWAITING_NEXT_MILESTONE;
use crate::sections::{self, OPERATOR_NEXT_STEPS};
use crate::status::StatusWord;
use crate::writing::{Reading, write};
use cairn_text::field::Field;
use cairn_text::list::list_items;

/// Leaves the terminal position of an archived milestone.
#[derive(Debug, Clone)]
pub struct CompleteMilestone {
    /// The version that was closed.
    pub milestone: String,
}

const FIELDS: &[BodyField] = &[BodyField::Phase, BodyField::Plan, BodyField::Status, BodyField::LastActivity];

/// The one step that is left for the operator.
const NEXT_STEP: &str = "Start the next milestone: msd-tools state milestone-switch --milestone …";

impl Verb for CompleteMilestone {
    fn name(&self) -> &'static str {
        "complete-milestone"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let version = version(&self.milestone)?;
        write(input, format!("milestone complete {version}"), |reading, draft| {
            let mut fields = FieldCount::default();
            fields.note(draft.set(BodyField::Phase, &format!("Milestone {version} complete"))?);
            fields.note(draft.set(BodyField::Plan, "—")?);
            fields.note(draft.set_at_border(BodyField::Status, AWAITING_NEXT_MILESTONE)?);
            fields.note(set_activity(
                reading,
                draft,
                &format!("Milestone {version} completed and archived"),
            )?);
            fields.note(leave_phase(draft)?);
            fields.check(reading, FIELDS)?;
            set_older_status(&reading.document, draft, version)?;
            set_next_steps(reading, draft)?;
            draft.given.status = Some(StatusWord::Completed);
            draft.given.leaves_phase = true;
            LifeCycle::Idle(None).set_when_opted_in(reading, draft);
            Ok(Answer::new().with("version", version))
        })
    }
}

/// The `Status` of an older layout, which stands above all sections (S-42).
fn set_older_status(
    document: &StateDocument<'_>,
    draft: &mut Draft<'_, '_>,
    version: &str,
) -> Result<(), Failure> {
    if document.sections().position().is_none() {
        return Ok(());
    }
    let outline = document.outline();
    let top = outline
        .headings()
        .iter()
        .find(|heading| heading.level > 1)
        .map_or(outline.body().end, |heading| heading.line.content.start);
    let scope = Span::new(outline.body().start, top);
    let field = Field::find(outline, document.source(), scope, &labels_of(BodyField::Status));
    match field.target() {
        Some(occurrence) => draft.set_occurrence(occurrence, &format!("{version} milestone complete")),
        None => Ok(()),
    }
}

/// The section with its one bullet; an older bullet of ours is replaced, other text stays.
fn set_next_steps(reading: &Reading<'_>, draft: &mut Draft<'_, '_>) -> Result<(), Failure> {
    let document = &reading.document;
    let source = document.source();
    let bullet = format!("- {NEXT_STEP}");
    let Some(section) = sections::find_named(document.outline(), source, OPERATOR_NEXT_STEPS) else {
        let end = last_text_end(source, document.outline().body());
        return add_section(draft, end, &format!("## {OPERATOR_NEXT_STEPS}"), &[&bullet]);
    };
    let items = list_items(document.outline(), source, section.direct);
    let ours = items.iter().find(|item| item.text.of(source).starts_with(b"Start the next milestone:"));
    match ours {
        Some(item) => {
            draft.push(Edit::replace(item.text, NEXT_STEP));
            Ok(())
        }
        None if items.is_empty() && last_text_end(source, section.direct) == section.direct.start => {
            draft.insert_lines(section.direct.start, ["", bullet.as_str()])
        }
        None => draft.insert_lines(last_text_end(source, section.direct), [bullet]),
    }
}
