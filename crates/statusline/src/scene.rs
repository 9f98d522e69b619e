//! The state text in full: milestone and bar, then the first scene that matches (contract 5, S-50 to S-53).

use crate::state::State;
use cairn_state::progress_bar;

/// What stands between the pieces of a state text.
pub const SEPARATOR: &str = " · ";

/// One scene: its text, when it matches.
type Scene = fn(&State) -> Option<String>;

/// The scenes, in the order in which they are tried (S-50, S-51).
const SCENES: [Scene; 4] = [phase_active, next_recommended, milestone_complete, position];

/// The state text; empty when nothing is known.
pub fn full(state: &State) -> String {
    let scene = SCENES.iter().find_map(|scene| scene(state));
    join([milestone(state), scene])
}

/// Joins the pieces that are there and not empty.
pub fn join(pieces: impl IntoIterator<Item = Option<String>>) -> String {
    let pieces: Vec<_> = pieces.into_iter().flatten().filter(|piece| !piece.is_empty()).collect();
    pieces.join(SEPARATOR)
}

/// `next ACTION a/b`; nothing without an action.
pub fn recommendation(state: &State) -> Option<String> {
    let action = state.frontmatter.next_action.as_deref()?;
    let phases = state.frontmatter.next_phases.join("/");
    let blank = if phases.is_empty() { "" } else { " " };
    Some(format!("next {action}{blank}{phases}"))
}

/// Version, name and bar of the milestone, as far as each is known (S-52).
fn milestone(state: &State) -> Option<String> {
    let fields = &state.frontmatter;
    if fields.milestone.is_none() && fields.milestone_name.is_none() {
        return None;
    }
    // The word stands where a template left the name open.
    let name = fields.milestone_name.clone().filter(|name| name != "milestone");
    let bar = fields.percent.map(|percent| progress_bar::bar(u8::try_from(percent).unwrap_or(100)));
    let parts: Vec<_> = [fields.milestone.clone(), name, bar].into_iter().flatten().collect();
    Some(parts.join(" "))
}

/// Scene 1: a command is in flight on a phase.
fn phase_active(state: &State) -> Option<String> {
    let phase = state.frontmatter.active_phase.as_deref()?;
    Some(match state.status() {
        Some(status) => format!("Phase {phase} {status}"),
        None => format!("Phase {phase}"),
    })
}

/// Scene 2: idle, and a command is recommended for some phases.
fn next_recommended(state: &State) -> Option<String> {
    if state.frontmatter.next_phases.is_empty() { None } else { recommendation(state) }
}

/// Scene 3: the milestone is complete.
fn milestone_complete(state: &State) -> Option<String> {
    state.is_complete().then(|| "milestone complete".to_owned())
}

/// Scene 4: the status and the position of the body, as before there were life-cycle fields (S-53).
fn position(state: &State) -> Option<String> {
    let phase = state.phase().map(|phase| match &phase.name {
        Some(name) => format!("{name} ({}/{})", phase.number, phase.total),
        None => format!("ph {}/{}", phase.number, phase.total),
    });
    Some(join([state.status().map(str::to_owned), phase]))
}

#[cfg(test)]
mod tests;
