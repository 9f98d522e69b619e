//! Rules about the status text (S-40, D16, contract section 8).

use super::subject::{Place, Subject};
use crate::body_field::BodyField;
use crate::schema::Key;
use crate::status::{read_status, without_word};
use crate::template_defaults::is_placeholder;

/// A word that stands inside a longer one, behind a negation, or in a path.
pub(super) fn ambiguous(subject: &Subject<'_>) -> Vec<Place> {
    judge(subject, |text| {
        let reading = read_status(text);
        let doubt = reading.doubt?;
        let word = reading.word.as_str();
        Some(format!("the status is read as `{word}`, but `{}` {}", reading.matched, doubt.description()))
    })
}

/// A text that no row of the table matches.
pub(super) fn unknown(subject: &Subject<'_>) -> Vec<Place> {
    judge(subject, without_word)
}

/// Asks about the text that decides; a pause makes every text idle.
fn judge(subject: &Subject<'_>, message: impl Fn(&str) -> Option<String>) -> Vec<Place> {
    let document = subject.document();
    let Some(occurrence) = document.winner(BodyField::Status) else { return Vec::new() };
    let text = document.occurrence_text(occurrence);
    let is_paused = subject.decided(Key::PausedAt).is_some_and(|point| !is_placeholder(&point));
    if is_placeholder(&text) || is_paused {
        return Vec::new();
    }
    message(&text).into_iter().map(|message| Place::at(occurrence.value, message)).collect()
}
