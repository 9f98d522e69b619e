//! The texts of the body that frontmatter values are read from, cut out of one document (contract section 7).
//!
//! Two of them, from before and after a verb's own edit, are what the delta rule compares.

use crate::body_field::BodyField;
use crate::dates;
use crate::document::StateDocument;
use crate::position;
use crate::schema::Key;
use crate::template_defaults::is_placeholder;

/// Texts of `Paused at` that say that nothing is paused.
const NOT_PAUSED: &[&str] = &["none", "null", "~", "-", "—"];

/// What the body says, placeholders and blank texts left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Sources {
    phase: Option<String>,
    current_phase: Option<String>,
    current_phase_name: Option<String>,
    current_plan: Option<String>,
    pub(crate) status: Option<String>,
    stopped_at: Option<String>,
    paused_at: Option<String>,
    last_activity: Option<String>,
    last_activity_description: Option<String>,
}

/// The value that a source gives now, and the text whose change lets it win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fresh {
    /// The value; `None` when the body has none.
    pub(crate) value: Option<String>,
    /// The source text as the delta rule compares it.
    pub(crate) source: Option<String>,
}

impl Sources {
    /// Reads the texts of `document`.
    pub(crate) fn of(document: &StateDocument<'_>) -> Self {
        let text = |field| document.text(field).filter(|text| !is_placeholder(text));
        Self {
            phase: text(BodyField::Phase),
            current_phase: text(BodyField::CurrentPhase),
            current_phase_name: text(BodyField::CurrentPhaseName),
            current_plan: text(BodyField::CurrentPlan),
            status: text(BodyField::Status),
            stopped_at: text(BodyField::StoppedAt),
            paused_at: text(BodyField::PausedAt).filter(|text| !says_not_paused(text)),
            last_activity: text(BodyField::LastActivity),
            last_activity_description: text(BodyField::LastActivityDescription),
        }
    }

    /// What the body gives for a key that follows the delta rule (S-22 to S-24, S-28 to S-30).
    pub(crate) fn fresh(&self, key: Key) -> Fresh {
        match key {
            Key::CurrentPhase => Fresh::plain(self.phase_id()),
            Key::CurrentPhaseName => self.phase_name(),
            Key::CurrentPlan => Fresh::plain(self.current_plan.as_deref().and_then(plan_number)),
            Key::StoppedAt => Fresh::plain(self.stopped_at.clone()),
            Key::PausedAt => Fresh::plain(self.paused_at.clone()),
            Key::LastActivityDescription => Fresh::plain(self.description()),
            _ => Fresh::plain(None),
        }
    }

    /// The date of the last activity, or its whole text when it has none (S-27).
    pub(crate) fn activity(&self) -> Option<String> {
        let text = self.last_activity.as_deref()?;
        Some(dates::read_dated(text).map_or(text, |dated| dated.spelled).to_owned())
    }

    /// Whether the session section notes a pause (D15).
    pub(crate) fn is_paused(&self) -> bool {
        self.paused_at.is_some()
    }

    /// The phase that the body names: of `Current Phase`, else of `Phase`.
    pub(crate) fn phase_id(&self) -> Option<String> {
        let text = self.current_phase.as_deref().or(self.phase.as_deref())?;
        position::read_phase(text.as_bytes()).map(|position| position.id.as_str().to_owned())
    }

    fn phase_name(&self) -> Fresh {
        if let Some(name) = &self.current_phase_name {
            return Fresh::plain(Some(name.clone()));
        }
        let text = self.phase.as_deref();
        let name =
            text.and_then(|text| position::read_phase(text.as_bytes())).and_then(|position| position.name);
        Fresh { value: name, source: self.phase.clone() }
    }

    fn description(&self) -> Option<String> {
        let behind_date =
            || dates::read_dated(self.last_activity.as_deref()?)?.description.map(str::to_owned);
        self.last_activity_description.clone().or_else(behind_date)
    }
}

impl Fresh {
    fn plain(value: Option<String>) -> Self {
        Self { source: value.clone(), value }
    }
}

/// The number of `Current Plan: P` and `Current Plan: P of T`; another text that holds a digit (`02-01`) as it is; a text
/// without one (`Not started`, `—`) names no plan.
fn plan_number(text: &str) -> Option<String> {
    let number =
        position::read_plan_number(text.as_bytes()).map(|position| position.spelled(text.as_bytes()));
    number.or_else(|| text.contains(|character: char| character.is_ascii_digit()).then(|| text.to_owned()))
}

fn says_not_paused(text: &str) -> bool {
    NOT_PAUSED.iter().any(|word| word.eq_ignore_ascii_case(text.trim()))
}
