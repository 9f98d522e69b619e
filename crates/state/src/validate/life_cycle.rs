//! Rules about the life-cycle keys (S-14, S-15, contract section 11).

use super::subject::{Place, Subject};
use crate::phase_id::PhaseId;
use crate::schema::{Action, Key};
use crate::template_defaults::is_placeholder;

/// `next_action` names a command.
pub(super) fn unknown_action(subject: &Subject<'_>) -> Vec<Place> {
    let Some(action) =
        subject.document().key_text(Key::NextAction).filter(|text| Action::from_word(text).is_none())
    else {
        return Vec::new();
    };
    let known = Action::ALL.map(Action::as_str).join("`, `");
    let message = format!("`{action}` is no action; there are `{known}`");
    vec![Place {
        span: subject.key_span(Key::NextAction),
        message,
        fix: Some("next_action: null".to_owned()),
    }]
}

/// An active phase while nothing runs, or that the roadmap does not hold.
pub(super) fn stale_phase(subject: &Subject<'_>) -> Vec<Place> {
    let Some(active) = subject.document().key_text(Key::ActivePhase).filter(|text| !is_placeholder(text))
    else {
        return Vec::new();
    };
    let status = subject.decided(Key::Status).unwrap_or_default();
    let is_outside = PhaseId::parse(active.trim()).is_some_and(|phase| subject.is_outside_window(&phase));
    let message = match status.as_str() {
        "completed" | "paused" => format!("`active_phase` is `{active}`, but the status is `{status}`"),
        _ if is_outside => format!("`active_phase` is `{active}`, which the roadmap does not hold"),
        _ => return Vec::new(),
    };
    vec![Place {
        span: subject.key_span(Key::ActivePhase),
        message,
        fix: Some("msd-tools state idle".to_owned()),
    }]
}
