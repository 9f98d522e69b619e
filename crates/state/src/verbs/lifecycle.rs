//! The life-cycle keys and who may write them (S-14 to S-16, S-53, D20, contract section 11).

use cairn_text::frontmatter::NewValue;

use crate::draft::Draft;
use crate::phase_id::PhaseId;
use crate::schema::{Action, Key};
use crate::writing::Reading;

/// What the three keys say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LifeCycle {
    /// A command runs on a phase.
    Active(String),
    /// No command runs; one may be recommended for phases.
    Idle(Option<(Action, Vec<String>)>),
}

impl LifeCycle {
    /// A command runs on `phase`.
    pub(super) fn active(phase: &PhaseId) -> Self {
        Self::Active(phase.as_str().to_owned())
    }

    /// `action` is recommended for one phase.
    pub(super) fn next(action: Action, phase: &PhaseId) -> Self {
        Self::Idle(Some((action, vec![phase.as_str().to_owned()])))
    }

    /// Sets all three keys.
    pub(super) fn set(&self, draft: &mut Draft<'_, '_>) {
        let null = NewValue::Null;
        let quoted = |text: &String| NewValue::Quoted(text.clone());
        let (active, action, phases) = match self {
            Self::Active(phase) => (quoted(phase), null.clone(), null),
            Self::Idle(None) => (null.clone(), null.clone(), null),
            Self::Idle(Some((action, phases))) => (
                null,
                NewValue::Text(action.as_str().to_owned()),
                NewValue::List(phases.iter().map(quoted).collect()),
            ),
        };
        draft.set_key(Key::ActivePhase, active);
        draft.set_key(Key::NextAction, action);
        draft.set_key(Key::NextPhases, phases);
    }

    /// Sets the keys when the project opted in.
    pub(super) fn set_when_opted_in(&self, reading: &Reading<'_>, draft: &mut Draft<'_, '_>) {
        if is_opted_in(reading) {
            self.set(draft);
        }
    }
}

/// Whether one of the three keys stands in the file, or the configuration opted in.
fn is_opted_in(reading: &Reading<'_>) -> bool {
    let has = |key| reading.document.entry(key).is_some();
    reading.project.settings.has_lifecycle
        || has(Key::ActivePhase)
        || has(Key::NextAction)
        || has(Key::NextPhases)
}
