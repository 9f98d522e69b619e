//! The state text in its compact format: version, phase, one word (contract 6).

use crate::scene::{join, recommendation};
use crate::state::State;
use cairn_state::status::{StatusWord, normalise};
use cairn_text::escape;

/// The longest word that is shown of a status outside the table, in characters.
const LONGEST_WORD: usize = 16;

/// The state text; empty when nothing is known.
pub fn compact(state: &State) -> String {
    let phase = phase(state);
    let word = word(state);
    let idle = if phase.is_none() && word.is_none() { recommendation(state) } else { None };
    join([state.frontmatter.milestone.clone(), phase, word, idle])
}

/// `Pid/M`, `Pid`: the active phase, else the body's; the total is the body's.
fn phase(state: &State) -> Option<String> {
    let position = state.phase();
    let active = state.frontmatter.active_phase.as_deref();
    let id = active.or_else(|| position.map(|position| position.number.as_str()))?;
    Some(match position {
        Some(position) => format!("P{id}/{}", position.total),
        None => format!("P{id}"),
    })
}

/// `complete`, or the canonical word of the status, or the first word of a status that is in no table.
fn word(state: &State) -> Option<String> {
    if state.is_complete() && state.frontmatter.active_phase.is_none() {
        return Some("complete".to_owned());
    }
    // Invisible characters would split a word, or count as a part of it.
    let status = escape::stripped(state.status()?);
    match normalise(&status) {
        StatusWord::Paused => Some("PAUSED".to_owned()),
        StatusWord::Unknown => first_word(&status),
        word => Some(word.as_str().to_owned()),
    }
}

/// The first word that is more than a mark, its start when it is long.
fn first_word(status: &str) -> Option<String> {
    let word = status.split_whitespace().find(|word| word.contains(char::is_alphanumeric))?;
    Some(word.chars().take(LONGEST_WORD).collect())
}
