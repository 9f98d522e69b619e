//! What STATE.md says after phases were added, inserted or removed (contract 15): the counters are derived again, the total
//! in `Phase: X of Y` follows, and behind a removal the position follows the numbers of the phases.

use super::{Verb, transition};
use crate::answer::Answer;
use crate::body_field::BodyField;
use crate::draft::Draft;
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::phase_id::PhaseId;
use crate::position;
use crate::roadmap::edit::Renumbering;
use crate::schema::Key;
use crate::writing::{Reading, write};
use cairn_text::frontmatter::NewValue;

/// Follows a change of the phases. The input's plan is the one after the change.
#[derive(Debug, Clone, Default)]
pub struct FollowPhases {
    /// How numbers moved; `None` when none did.
    pub renumbering: Option<Renumbering>,
}

impl Verb for FollowPhases {
    fn name(&self) -> &'static str {
        "follow-phases"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        write(input, "phases changed", |reading, draft| {
            draft.always_synchronises = true;
            self.position(reading, draft)?;
            self.life_cycle(reading, draft);
            Ok(Answer::new())
        })
    }
}

impl FollowPhases {
    fn moved(&self, id: &PhaseId) -> Option<PhaseId> {
        self.renumbering.as_ref()?.moved(id, false)
    }

    /// `Phase: X of Y (Name)`: a moved X is written anew with its name, the total alone otherwise.
    fn position(&self, reading: &Reading<'_>, draft: &mut Draft<'_, '_>) -> Result<(), Failure> {
        let current = reading.document.current_phase();
        if let Some(moved) = current.as_ref().and_then(|id| self.moved(id)) {
            let phase = transition::PhaseText::of(reading, &moved, None, None);
            let had_focus = reading.document.text(BodyField::CurrentFocus);
            draft.set(BodyField::Phase, &phase.position())?;
            transition::set_phase_labels(draft, &phase)?;
            // A focus that an executor worded is left; ours names its phase.
            if had_focus.is_some_and(|focus| focus.starts_with("Phase ")) {
                draft.set(BodyField::CurrentFocus, &phase.focus())?;
            }
            draft.given.phase_name.clone_from(&phase.name);
            return Ok(());
        }
        let Some(text) = reading.document.text(BodyField::Phase) else { return Ok(()) };
        let Some(total) = reading.facts.phase_total() else { return Ok(()) };
        if let Some(updated) = position::with_total(text.as_bytes(), total) {
            draft.set(BodyField::Phase, &String::from_utf8_lossy(&updated))?;
        }
        Ok(())
    }

    fn life_cycle(&self, reading: &Reading<'_>, draft: &mut Draft<'_, '_>) {
        let moved = |text: &str| PhaseId::parse(text).and_then(|id| self.moved(&id));
        if let Some(active) = reading.document.key_text(Key::ActivePhase).and_then(moved) {
            draft.set_key(Key::ActivePhase, NewValue::Quoted(active.as_str().to_owned()));
        }
        let Some(next) = reading.document.entry(Key::NextPhases).map(|entry| entry.value()) else { return };
        let ids: Vec<&str> =
            next.as_list().unwrap_or_default().iter().filter_map(|item| item.as_text()).collect();
        if ids.iter().any(|id| moved(id).is_some()) {
            let renumbered =
                ids.iter().map(|id| moved(id).map_or_else(|| (*id).to_owned(), |id| id.as_str().to_owned()));
            draft.set_key(Key::NextPhases, NewValue::List(renumbered.map(NewValue::Quoted).collect()));
        }
    }
}
