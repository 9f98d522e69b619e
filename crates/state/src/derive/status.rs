//! The decision about `status` (S-13, S-40, D15, D16, contract section 8).

use cairn_text::frontmatter::NewValue;

use super::{Decision, Derivation};
use crate::schema::Key;
use crate::status::{self, StatusWord};

impl Derivation<'_, '_> {
    /// The word that `status` gets, or that the stored one stays.
    pub(super) fn decide_status(&self) -> Decision {
        let stored = self.stored_text(Key::Status).and_then(StatusWord::from_word);
        if self.is_paused() {
            return self.set_status(StatusWord::Paused);
        }
        if let Some(word) = self.given.status {
            return self.set_status(word);
        }
        let Some(text) = self.after.status.as_deref() else {
            return if self.has_real(Key::Status) {
                Decision::Keep
            } else {
                self.set_status(StatusWord::Unknown)
            };
        };
        let reading = status::read_status(text);
        let fresh = reading.word;
        let is_text_unchanged = self.before.status == self.after.status;
        let is_pause_over = self.was_paused();
        let holds_known = self.has_real(Key::Status) && stored != Some(StatusWord::Unknown);
        // Tools that know English only never read a translated text: the word stored beside one did not come from it.
        let body_wins = self.given.body_wins || reading.is_translated;
        if holds_known && is_text_unchanged && !is_pause_over && !body_wins {
            return Decision::Keep;
        }
        let runs_stage = self.has_real(Key::ActivePhase) && stored.is_some_and(StatusWord::is_stage);
        if body_wins && is_text_unchanged && runs_stage {
            return Decision::Keep;
        }
        let says_more = stored.is_some_and(|word| word != StatusWord::Unknown);
        if fresh == StatusWord::Unknown && says_more && is_text_unchanged && !is_pause_over {
            return Decision::Keep;
        }
        self.set_status(fresh)
    }

    /// Whether a pause point is set when the pass is done: in the frontmatter, or in the session section.
    pub(crate) fn is_paused(&self) -> bool {
        match self.decide_named(Key::PausedAt) {
            Decision::Keep => self.has_real(Key::PausedAt),
            Decision::Set(_) => true,
            Decision::Remove => false,
        }
    }

    /// Whether a pause point was set before the verb's own edit; its end lets the body's text speak again.
    fn was_paused(&self) -> bool {
        self.before.is_paused() || self.paused_before
    }

    fn set_status(&self, word: StatusWord) -> Decision {
        if self.stored_text(Key::Status) == Some(word.as_str()) {
            return Decision::Keep;
        }
        Decision::Set(NewValue::Text(word.as_str().to_owned()))
    }
}
