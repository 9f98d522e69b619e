//! Which side leads: whose position the result has (contract 6.5). The answer does not depend on who is ours.

use jiff::Timestamp;

use super::choice::{Side, Three};
use super::place::Place;
use super::side_text::SideText;
use super::stamp::moment;
use super::token::PositionLines;
use crate::schema::Key;

/// The keys of the frontmatter that are the position.
pub(super) const POSITION_KEYS: [Key; 13] = [
    Key::Milestone,
    Key::MilestoneName,
    Key::Status,
    Key::ActivePhase,
    Key::NextAction,
    Key::NextPhases,
    Key::CurrentPhase,
    Key::CurrentPhaseName,
    Key::CurrentPlan,
    Key::StoppedAt,
    Key::PausedAt,
    Key::LastActivity,
    Key::LastActivityDescription,
];

/// The position of one side: every key and line of it.
#[derive(Debug, PartialEq, Eq)]
struct Position<'t> {
    keys: Vec<Option<&'t [u8]>>,
    lines: Vec<PositionLines<'t>>,
}

impl<'t> Position<'t> {
    fn of(side: &SideText<'t>) -> Self {
        let source = side.document.source();
        let bytes = |key: Key| side.document.entry(key).map(|entry| entry.span.of(source));
        Self { keys: POSITION_KEYS.into_iter().map(bytes).collect(), lines: side.position() }
    }

    fn text(&self) -> Vec<u8> {
        let keys = self.keys.iter().flatten().copied();
        let lines = self.lines.iter().flat_map(|position| position.lines.iter().copied());
        keys.chain(lines).collect::<Vec<_>>().join(&b'\n')
    }
}

/// The side that leads; `None` when both have the same position.
pub(super) fn leading_side(sides: Three<Option<&SideText<'_>>>) -> Option<Side> {
    let position = sides.map(|side| side.map(Position::of));
    if position.ours == position.theirs {
        return None;
    }
    let is_empty =
        |position: &Position<'_>| position.lines.is_empty() && position.keys.iter().all(Option::is_none);
    let base = position.base.as_ref().filter(|base| !is_empty(base));
    let moved = |side: &Option<Position<'_>>| match (side, base) {
        (Some(side), Some(base)) => side != base,
        (Some(side), None) => !is_empty(side),
        (None, base) => base.is_some(),
    };
    if let Some(only) = only(moved(&position.ours), moved(&position.theirs)) {
        return Some(only);
    }
    let place = sides.map(|side| side.map(|side| Place::of(&side.document)));
    if let Some(only) = only(place.ours != place.base, place.theirs != place.base) {
        return Some(only);
    }
    let order = place.ours.cmp(&place.theirs).then_with(|| {
        let tie =
            |side: Option<&SideText<'_>>| (stamp(side, Key::LastUpdated), stamp(side, Key::LastActivity));
        let text = |position: &Option<Position<'_>>| position.as_ref().map(Position::text);
        tie(sides.ours)
            .cmp(&tie(sides.theirs))
            .then_with(|| text(&position.ours).cmp(&text(&position.theirs)))
    });
    Some(if order.is_lt() { Side::Theirs } else { Side::Ours })
}

fn only(ours: bool, theirs: bool) -> Option<Side> {
    match (ours, theirs) {
        (true, false) => Some(Side::Ours),
        (false, true) => Some(Side::Theirs),
        _ => None,
    }
}

fn stamp(side: Option<&SideText<'_>>, key: Key) -> Option<Timestamp> {
    moment(side?.document.key_text(key)?)
}
