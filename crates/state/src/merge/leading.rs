//! Which side leads: whose position the result has (contract 6.5). The answer does not depend on who is ours.

use std::cmp::Ordering;

use jiff::Timestamp;

use super::choice::{Side, Three};
use super::place::Place;
use super::side_text::SideText;
use super::stamp::moment;
use super::token::PositionLines;
use crate::schema::{Key, PROGRESS};

/// The keys of the frontmatter that are the position.
const POSITION_KEYS: [Key; 13] = [
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

/// What is asked where the position says nothing: the stamps, then the greater text. The counters come from the leading side too.
type Tie<'t> = (Option<Timestamp>, Option<Timestamp>, Option<Vec<u8>>, Option<&'t [u8]>);

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

/// The side that leads; `None` when nothing tells the sides apart.
pub(super) fn leading_side(sides: Three<Option<&SideText<'_>>>) -> Option<Side> {
    let position = sides.map(|side| side.map(Position::of));
    if position.ours != position.theirs
        && let Some(only) = only_changed(&position, sides)
    {
        return Some(only);
    }
    let place = |side: Option<&SideText<'_>>| side.map(|side| Place::of(&side.document));
    let order = place(sides.ours).cmp(&place(sides.theirs));
    let order = order.then_with(|| {
        tie(sides.ours, position.ours.as_ref()).cmp(&tie(sides.theirs, position.theirs.as_ref()))
    });
    match order {
        Ordering::Less => Some(Side::Theirs),
        Ordering::Greater => Some(Side::Ours),
        Ordering::Equal => None,
    }
}

/// The side that alone changed its position, or alone its place.
fn only_changed(position: &Three<Option<Position<'_>>>, sides: Three<Option<&SideText<'_>>>) -> Option<Side> {
    let is_empty =
        |position: &Position<'_>| position.lines.is_empty() && position.keys.iter().all(Option::is_none);
    let base = position.base.as_ref().filter(|base| !is_empty(base));
    let moved = |side: &Option<Position<'_>>| match (side, base) {
        (Some(side), Some(base)) => side != base,
        (Some(side), None) => !is_empty(side),
        (None, base) => base.is_some(),
    };
    only(moved(&position.ours), moved(&position.theirs)).or_else(|| {
        let place = sides.map(|side| side.map(|side| Place::of(&side.document)));
        only(place.ours != place.base, place.theirs != place.base)
    })
}

fn tie<'t>(side: Option<&SideText<'t>>, position: Option<&Position<'t>>) -> Tie<'t> {
    let counters = side.and_then(|side| {
        let entry = side.document.frontmatter().entry(PROGRESS)?;
        Some(entry.span.of(side.document.source()))
    });
    (stamp(side, Key::LastUpdated), stamp(side, Key::LastActivity), position.map(Position::text), counters)
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
