//! The place of a side: how far its position is, in an order (contract 6.5).

use std::cmp::Ordering;

use crate::body_field::BodyField;
use crate::derive::number_at_start;
use crate::document::StateDocument;
use crate::phase_id::PhaseId;
use crate::position::read_phase;
use crate::roadmap::version::version_tokens;
use crate::schema::{AWAITING_NEXT_MILESTONE, Key};
use crate::status::{StatusWord, normalise};
use crate::template_defaults::is_placeholder;

/// Milestone, phase, plan, stage: compared in this order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    milestone: Option<Version>,
    phase: PhaseRank,
    plan: u32,
    stage: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PhaseRank {
    /// No phase, a sentinel, not started.
    None,
    Phase(PhaseId),
    /// The end of the milestone, behind all its phases.
    Closed,
}

/// A version by its numbers; one with letters behind comes before the one without.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    /// Letters and numbers, trailing zeros left out: a missing part is 0.
    parts: Vec<VersionPart>,
    suffix: Suffix,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum VersionPart {
    Number(u64),
    Letter(char),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Suffix(String);

impl Ord for Suffix {
    fn cmp(&self, other: &Self) -> Ordering {
        // The words, then the numbers in them by value, so that `rc2` comes before `rc10`.
        let key = |suffix: &Self| {
            let words: String = suffix.0.chars().filter(|c| !c.is_ascii_digit()).collect();
            let numbers: Vec<u64> = suffix
                .0
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|digits| digits.parse().ok())
                .collect();
            (suffix.0.is_empty(), words, numbers, suffix.0.clone())
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Suffix {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Place {
    /// Reads the place of a document.
    pub(super) fn of(document: &StateDocument<'_>) -> Self {
        let text = |field| document.text(field).filter(|text| !is_placeholder(text));
        let status = text(BodyField::Status);
        Self {
            milestone: document.key_text(Key::Milestone).and_then(Version::read),
            phase: phase_of(document, status.as_deref()),
            plan: text(BodyField::Plan)
                .or_else(|| document.key_text(Key::CurrentPlan).map(str::to_owned))
                .map_or(0, |text| plan_number(&text)),
            stage: stage_of(document, status.as_deref()),
        }
    }
}

fn phase_of(document: &StateDocument<'_>, status: Option<&str>) -> PhaseRank {
    let text = |field| document.text(field).filter(|text| !is_placeholder(text));
    let phase = text(BodyField::Phase).or_else(|| text(BodyField::CurrentPhase));
    if [phase.as_deref(), status].into_iter().flatten().any(says_closed) {
        return PhaseRank::Closed;
    }
    let stored = || document.key_text(Key::CurrentPhase).map(str::to_owned);
    let phase = phase.or_else(stored).and_then(|text| read_phase(text.as_bytes()));
    match phase.map(|phase| phase.id).filter(|id| !id.is_sentinel()) {
        Some(id) => PhaseRank::Phase(id),
        None => PhaseRank::None,
    }
}

/// `milestone complete`, `Awaiting next milestone`, `Milestone V complete`.
fn says_closed(text: &str) -> bool {
    let text = text.to_lowercase();
    let is_named = || {
        let version = text.strip_prefix("milestone ").and_then(|rest| rest.split(" complete").next());
        version.is_some_and(|version| text.contains(" complete") && !version.trim().contains(' '))
    };
    text.contains("milestone complete")
        || text.contains(&AWAITING_NEXT_MILESTONE.to_lowercase())
        || is_named()
}

/// The plan's number: `02 of 03`, `2/3` are 2, `71-02` is 2; a text without one is 0.
fn plan_number(text: &str) -> u32 {
    let token: String =
        text.trim().chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-')).collect();
    if !token.starts_with(|first: char| first.is_ascii_digit()) {
        return 0;
    }
    let behind = token.split_once('-').and_then(|(_, behind)| number_at_start(behind));
    behind.or_else(|| number_at_start(&token)).unwrap_or(0)
}

fn stage_of(document: &StateDocument<'_>, status: Option<&str>) -> u8 {
    let is_paused = document.text(BodyField::PausedAt).is_some_and(|text| !is_placeholder(&text))
        || document.key_text(Key::PausedAt).is_some_and(|text| !is_placeholder(text));
    let stored = || document.key_text(Key::Status).map(normalise_word);
    let word = match status.map(normalise) {
        _ if is_paused => Some(StatusWord::Paused),
        Some(StatusWord::Unknown) | None => stored(),
        word => word,
    };
    match word.unwrap_or(StatusWord::Unknown) {
        StatusWord::Paused | StatusWord::Unknown => 0,
        StatusWord::Discussing => 1,
        StatusWord::Planning => 2,
        StatusWord::Executing => 3,
        StatusWord::Verifying => 4,
        StatusWord::Completed => 5,
    }
}

fn normalise_word(text: &str) -> StatusWord {
    StatusWord::from_word(text).unwrap_or_else(|| normalise(text))
}

impl Version {
    /// The highest version that a text names.
    fn read(text: &str) -> Option<Self> {
        version_tokens(text).map(Self::of_token).max()
    }

    fn of_token(token: &str) -> Self {
        let token = token.trim_start_matches(['v', 'V']);
        let mut parts = Vec::new();
        let mut rest = token;
        loop {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (number, behind) = rest.split_at(digits);
            if digits > 0 {
                parts.push(VersionPart::Number(number.parse().unwrap_or(u64::MAX)));
                rest = behind;
            } else if parts.is_empty()
                && let Some(letter) = rest.chars().next()
            {
                parts.push(VersionPart::Letter(letter));
                rest = rest.get(letter.len_utf8()..).unwrap_or_default();
            }
            match rest.strip_prefix('.').filter(|behind| behind.starts_with(|c: char| c.is_ascii_digit())) {
                Some(behind) => rest = behind,
                None => break,
            }
        }
        while parts.last() == Some(&VersionPart::Number(0)) {
            parts.pop();
        }
        Self { parts, suffix: Suffix(rest.to_lowercase()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(milestone: &str, position: &str) -> Place {
        let text = format!("---\nmilestone: {milestone}\n---\n## Current Position\n\n{position}\n");
        Place::of(&StateDocument::parse(text.as_bytes()))
    }

    /// L6, 6.5: from the least advanced to the furthest.
    #[test]
    fn order_of_places() {
        let places = [
            place("none", "Phase: 9 of 9 (A)"),
            place("v1.9", "Phase: 9 of 9 (A)"),
            place("v1.10", "Phase: Not started (defining)\nPlan: \u{2014}"),
            place("v1.10", "Phase: 2 of 9 (A)\nPlan: Not started"),
            place("v1.10", "Phase: 2 of 9 (A)\nPlan: 1 of 3\nStatus: Paused"),
            place("v1.10", "Phase: 2 of 9 (A)\nPlan: 1 of 3\nStatus: Discussing"),
            place("v1.10", "Phase: 2 of 9 (A)\nPlan: 1 of 3\nStatus: Ready to plan"),
            place("v1.10", "Phase: 2 of 9 (A)\nPlan: 1 of 3\nStatus: Executing"),
            place("v1.10", "Phase: 2 of 9 (A)\nPlan: 1 of 3\nStatus: Verifying"),
            place("v1.10", "Phase: 2 of 9 (A)\nPlan: 1 of 3\nStatus: Phase complete"),
            place("v1.10", "Phase: 2 of 9 (A)\nPlan: 02 of 03"),
            place("v1.10", "Phase: 2 of 9 (A)\nPlan: 02-03"),
            place("v1.10", "Phase: 2 of 9 (A)\nPlan: 10/12"),
            place("v1.10", "Phase: 2.1 of 9 (A)"),
            place("v1.10", "Phase: 2.10 of 9 (A)"),
            place("v1.10", "Phase: 2A of 9 (A)"),
            place("v1.10", "Phase: 3 of 9 (A)"),
            place("v1.10", "Phase: Milestone v1.10 complete"),
            place("v2.0.0rc2", "Phase: 1 of 9 (A)"),
            place("v2.0.0rc10", "Phase: 1 of 9 (A)"),
            place("v2.0.0", "Phase: 1 of 9 (A)"),
        ];
        for pair in places.windows(2) {
            assert!(pair[0] < pair[1], "{pair:?}");
        }
        assert_eq!(place("v2.0", "Phase: 1"), place("v2.0.0", "Phase: 1"));
        assert_eq!(place("v1.0", "Phase: 999.1 of 9 (A)"), place("v1.0", "Phase: Not started"));
        let closed = ["Status: v1.0 milestone complete", "Status: Awaiting next milestone"];
        assert!(closed.iter().all(|status| place("v1.0", status) > place("v1.0", "Phase: 998 (A)")));
        for status in ["Milestone v1.1", "Milestone v1.1 began", "Milestone v1.1 or so complete"] {
            let open = place("v1.0", &format!("Phase: 1 of 9 (A)\nStatus: {status}"));
            assert!(open < place("v1.0", "Phase: 2 of 9 (A)"), "{status}");
        }
        assert_eq!(Version::of_token("vA.0"), Version::of_token("vA"));
    }

    /// L6, 6.5: what is paused, in the body or in the frontmatter, is the least of its plan.
    #[test]
    fn stage_of_what_is_paused() {
        for (key, line, stage) in [
            ("null", "", 3),
            ("null", "Paused at: [Not set]", 3),
            ("2026-10-01", "", 0),
            ("null", "Paused at: task 3", 0),
            ("\"[none]\"", "", 3),
        ] {
            let text = format!(
                "---\npaused_at: {key}\n---\n## Current Position\n\nPhase: 2 of 9 (A)\nStatus: Executing\n\n## Session\n\n{line}\n"
            );
            assert_eq!(Place::of(&StateDocument::parse(text.as_bytes())).stage, stage, "{text}");
        }
    }
}
