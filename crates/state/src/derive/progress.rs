//! The counters of the frontmatter (S-17 to S-21, contract 9.5, D18, D32): derived when the scope can be trusted, else kept.

use cairn_text::frontmatter::{Entry, NewValue, Value};

use super::{Decision, Derivation};
use crate::schema::{Key, PROGRESS};

impl Derivation<'_, '_> {
    /// The decision about one counter.
    pub(super) fn decide_counter(&self, key: Key) -> Decision {
        if self.holds_foreign_progress() || (key == Key::Percent && !self.project.settings.writes_percent) {
            return Decision::Keep;
        }
        let counters = match self.given.counters {
            Some(counters) => counters,
            None if self.facts.scope.is_trusted() => self.facts.counters,
            None => return Decision::Keep,
        };
        // The counters are written when their data is known; a stored one is corrected even when nothing is left to count.
        let is_forced = self.given.counters.is_some() || self.stored(key).is_some();
        let value = match key {
            Key::TotalPhases => (counters.total_phases > 0 || is_forced).then_some(counters.total_phases),
            Key::CompletedPhases => {
                (counters.total_phases > 0 || is_forced).then_some(counters.completed_phases)
            }
            Key::TotalPlans => (counters.total_plans > 0 || is_forced).then_some(counters.total_plans),
            Key::CompletedPlans => {
                (counters.total_plans > 0 || is_forced).then_some(counters.completed_plans)
            }
            Key::Percent => counters.percent.map(u32::from),
            _ => return Decision::Keep,
        };
        match value {
            Some(value) if self.stored(key).and_then(number_of) == Some(value) => Decision::Keep,
            Some(value) => Decision::Set(NewValue::Bare(value.to_string())),
            None => self.remove(key),
        }
    }

    /// Whether `progress` is no map: somebody's own text, which stays.
    fn holds_foreign_progress(&self) -> bool {
        let progress = self.document.frontmatter().entry(PROGRESS);
        progress.is_some_and(|entry| !matches!(entry.value(), Value::Map(_) | Value::Null))
    }
}

/// The number at the start of a scalar (contract 6.1, types).
pub(crate) fn number_of(entry: &Entry) -> Option<u32> {
    number_at_start(entry.text()?)
}

/// The digits at the start of a text as a number.
pub(crate) fn number_at_start(text: &str) -> Option<u32> {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end)?.parse().ok()
}
