//! The merge of one entry of a list (contract 6.7, 6.10): box, text, remark and lines each for themselves; a conflict holds the
//! bullet alone, nested items are merged first.

use cairn_text::list::BoxState;

use super::bullet::{Bullet, Role};
use super::choice::{Choice, Side, Three};
use super::content::Surroundings;
use super::markers::{ConflictKind, LineText, Open, Piece, borrowed};
use super::merger::Merger;
use super::text::folded;
use super::token::{EntryContent, ListEntry};

impl Merger<'_> {
    /// What becomes of an entry: nothing, its lines, or a conflict.
    pub(super) fn entry<'t>(
        &mut self,
        versions: Three<Option<&ListEntry<'t>>>,
        around: Surroundings<'_>,
    ) -> Vec<Piece<'t>> {
        let placeholder = versions.map(|entry| match entry.map(|entry| &entry.content) {
            Some(EntryContent::Placeholder(line)) => Some(*line),
            _ => None,
        });
        if let Some(first) = placeholder.ours.or(placeholder.theirs) {
            let line = match placeholder.choose() {
                Choice::Theirs => placeholder.theirs,
                Choice::Ours => placeholder.ours,
                Choice::Conflict => Some(first),
            };
            return line.into_iter().map(Piece::line).collect();
        }
        self.bullet(
            versions.map(|entry| match entry.map(|entry| &entry.content) {
                Some(EntryContent::Bullet(bullet)) => Some(bullet.as_ref()),
                _ => None,
            }),
            around,
        )
    }

    fn bullet<'t>(
        &mut self,
        versions: Three<Option<&Bullet<'t>>>,
        around: Surroundings<'_>,
    ) -> Vec<Piece<'t>> {
        let is_position =
            [versions.ours, versions.theirs].into_iter().flatten().any(|b| b.position.is_some());
        if is_position {
            let leading = *versions.of(self.rules.leading);
            return leading.map(|bullet| whole(bullet)).unwrap_or_default();
        }
        let Three { base, ours, theirs } = versions;
        match (ours, theirs) {
            (None, None) => Vec::new(),
            (Some(left), None) | (None, Some(left)) => {
                let is_removed = base.is_some_and(|base| base.is_same(left));
                if is_removed { Vec::new() } else { whole(left) }
            }
            (Some(ours), Some(theirs)) => {
                self.both(Three { base, ours: Some(ours), theirs: Some(theirs) }, ours, theirs, around)
            }
        }
    }

    fn both<'t>(
        &mut self,
        versions: Three<Option<&Bullet<'t>>>,
        ours: &Bullet<'t>,
        theirs: &Bullet<'t>,
        around: Surroundings<'_>,
    ) -> Vec<Piece<'t>> {
        let of_side = |side| if side == Side::Ours { ours } else { theirs };
        let mut text = side_of(versions.map(|version| version.map(|bullet| folded(bullet.said()))));
        if text.is_none() && ours.role == Role::Step && ours.is_done() != theirs.is_done() {
            text = Some(if ours.is_done() { Side::Ours } else { Side::Theirs });
        }
        if ours.role == Role::Computed {
            text = text.or(Some(self.rules.leading));
        }
        let text = match text {
            // Where both say the same in other bytes: the side that changed them.
            Some(Side::Ours) => {
                side_of(versions.map(|version| version.map(|bullet| bullet.first))).or(Some(Side::Ours))
            }
            decided => decided,
        };
        let continuation = side_of(versions.map(|version| version.map(|bullet| &bullet.continuation)));
        let nested = self.nested(versions, ours, theirs, around);
        let mut pieces: Vec<Piece<'t>> = match (text, continuation) {
            (Some(text), Some(continuation)) => {
                let state = merged_state(versions.map(|version| version.and_then(Bullet::state)));
                let completed = merged_completion(versions, state);
                let first = written(of_side(text), of_side(other(text)), state, completed);
                let lines = borrowed(&of_side(continuation).continuation);
                std::iter::once(first).chain(lines).map(Piece::Line).collect()
            }
            _ => vec![Piece::Conflict(Open {
                kind: ConflictKind::Item,
                what: folded(ours.said()),
                base: versions.base.map(head).unwrap_or_default(),
                ours: head(ours),
                theirs: head(theirs),
            })],
        };
        pieces.extend(nested);
        pieces
    }

    fn nested<'t>(
        &mut self,
        versions: Three<Option<&Bullet<'t>>>,
        ours: &Bullet<'t>,
        theirs: &Bullet<'t>,
        around: Surroundings<'_>,
    ) -> Vec<Piece<'t>> {
        if ours.nested.is_empty() && theirs.nested.is_empty() {
            return Vec::new();
        }
        let base = versions.base.map(|base| base.nested.as_slice()).unwrap_or_default();
        self.content(Three { base, ours: ours.nested.as_slice(), theirs: theirs.nested.as_slice() }, around)
    }
}

/// The side that three versions come to; `None` when they were changed in two ways.
fn side_of<T: PartialEq>(versions: Three<T>) -> Option<Side> {
    match versions.choose() {
        Choice::Ours => Some(Side::Ours),
        Choice::Theirs => Some(Side::Theirs),
        Choice::Conflict => None,
    }
}

fn other(side: Side) -> Side {
    if side == Side::Ours { Side::Theirs } else { Side::Ours }
}

fn whole<'t>(bullet: &Bullet<'t>) -> Vec<Piece<'t>> {
    bullet.lines().into_iter().map(Piece::line).collect()
}

/// First line and the lines that continue it.
fn head<'t>(bullet: &Bullet<'t>) -> Vec<LineText<'t>> {
    let lines: Vec<&'t [u8]> =
        std::iter::once(bullet.first).chain(bullet.continuation.iter().copied()).collect();
    borrowed(&lines)
}

/// Done beats open, unless the base was done and one side opened it.
fn merged_state(states: Three<Option<BoxState>>) -> Option<BoxState> {
    let rank = |state: Option<BoxState>| match state {
        None => 0,
        Some(BoxState::Open) => 1,
        Some(BoxState::Partial) => 2,
        Some(BoxState::Done) => 3,
    };
    match states.choose() {
        Choice::Ours => states.ours,
        Choice::Theirs => states.theirs,
        Choice::Conflict if rank(states.ours) >= rank(states.theirs) => states.ours,
        Choice::Conflict => states.theirs,
    }
}

/// The date of ` (completed D)`: that of a side that is done, of two the earlier.
fn merged_completion<'t>(versions: Three<Option<&Bullet<'t>>>, state: Option<BoxState>) -> Option<&'t str> {
    if state != Some(BoxState::Done) {
        return None;
    }
    let dates = [versions.ours, versions.theirs].into_iter().flatten().filter(|bullet| bullet.is_done());
    dates.filter_map(|bullet| bullet.completed).min()
}

/// The first line of `bullet` with that box and that remark.
fn written<'t>(
    bullet: &Bullet<'t>,
    other: &Bullet<'t>,
    state: Option<BoxState>,
    completed: Option<&str>,
) -> LineText<'t> {
    let is_as_is = bullet.state() == state && (bullet.completed == completed || bullet.role != Role::Step);
    if is_as_is {
        return LineText::Borrowed(bullet.first);
    }
    let framed = [bullet, other].into_iter().find(|bullet| bullet.state() == state).unwrap_or(bullet);
    let front = match &framed.check {
        Some((_, place)) => [framed.first.get(..place.end).unwrap_or_default(), b" "].concat(),
        None => framed.first.get(..framed.text.start).unwrap_or_default().to_vec(),
    };
    let mut line = [front.as_slice(), bullet.said()].concat();
    if let Some(completed) = completed.filter(|_| bullet.role == Role::Step) {
        line.extend_from_slice(format!(" (completed {completed})").as_bytes());
    }
    LineText::Owned(line)
}
