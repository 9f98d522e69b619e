//! The three-way merge of sequences of tokens: lines by what they say, slots (lists, tables, label lines, fields of the position) by
//! what they are (contract 6.8). A slot is never part of a conflict and never lost: what becomes of it is decided on its own.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::alignment::{Chunk, Numbers, chunks, matches};
use super::choice::{Side, Three};
use super::token::{Identity, Token};

/// A part of the merged sequence; places are those in the sides' sequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Line(Side, usize),
    /// Lines changed in two ways.
    Conflict(Three<Vec<usize>>),
    Slot(Slot),
    /// A blank line, unless one stands there already.
    SoftBlank,
}

/// Something that is merged on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) ours: Option<usize>,
    pub(super) theirs: Option<usize>,
    /// False when one side took it away: it stands only when something in it is left.
    pub(super) is_kept: bool,
}

/// Merges three sequences of tokens.
pub(super) fn merge_tokens<'t>(tokens: Three<&[Token<'t>]>) -> Vec<Part> {
    let mut numbers: Numbers<Identity<'t>> = Numbers::new();
    let blank = numbers.of(Identity::Blank);
    let mut slots = HashSet::new();
    let ids = tokens.map(|side| {
        let number = |token: &Token<'t>| {
            let id = numbers.of(token.identity());
            if token.is_slot() {
                slots.insert(id);
            }
            id
        };
        side.iter().map(number).collect::<Vec<u32>>()
    });
    let found = chunks(Three { base: &ids.base, ours: &ids.ours, theirs: &ids.theirs });
    let is_turned = tokens.ours.iter().map(Token::identity).gt(tokens.theirs.iter().map(Token::identity));
    let mut merger = Skeleton { ids, slots, blank, is_turned, parts: Vec::new() };
    for Chunk { places, is_stable } in found {
        if is_stable {
            merger.same(places.ours.start, places.theirs.start);
        } else {
            merger.change(places);
        }
    }
    merger.parts
}

struct Skeleton {
    ids: Three<Vec<u32>>,
    slots: HashSet<u32>,
    blank: u32,
    /// Whether theirs is compared with ours instead of ours with theirs. Of several ways to pair equal lines the search takes one by
    /// the order of its arguments; by what the sides say it takes the same whichever of them is ours.
    is_turned: bool,
    parts: Vec<Part>,
}

fn part(ids: &[u32], places: &Range<usize>) -> Vec<u32> {
    ids.get(places.clone()).unwrap_or_default().to_vec()
}

impl Skeleton {
    fn id(&self, side: Side, place: usize) -> Option<u32> {
        self.ids.of(side).get(place).copied()
    }

    fn is_slot(&self, id: u32) -> bool {
        self.slots.contains(&id)
    }

    fn is_prose(&self, id: u32) -> bool {
        id != self.blank && !self.is_slot(id)
    }

    /// One token that both sides have.
    fn same(&mut self, ours: usize, theirs: usize) {
        match self.id(Side::Ours, ours) {
            Some(id) if self.is_slot(id) => {
                self.parts.push(Part::Slot(Slot { ours: Some(ours), theirs: Some(theirs), is_kept: true }));
            }
            _ => self.parts.push(Part::Line(Side::Ours, ours)),
        }
    }

    /// A stretch that changed: what both sides have in common splits it where that decides anything.
    fn change(&mut self, places: Three<Range<usize>>) {
        let (base, ours, theirs) = (
            part(&self.ids.base, &places.base),
            part(&self.ids.ours, &places.ours),
            part(&self.ids.theirs, &places.theirs),
        );
        if base == ours || base == theirs || ours == theirs {
            return self.simple(places);
        }
        let is_new = !base.iter().any(|id| self.is_prose(*id));
        let common: Vec<(usize, usize)> = self
            .common(&ours, &theirs)
            .into_iter()
            .filter(|(place, _)| {
                ours.get(*place).is_some_and(|id| self.is_slot(*id) || is_new && self.is_prose(*id))
            })
            .map(|(one, other)| (places.ours.start + one, places.theirs.start + other))
            .collect();
        let mut done =
            Three { base: places.base.start, ours: places.ours.start, theirs: places.theirs.start };
        for (in_ours, in_theirs) in common {
            let (ours, theirs) = (done.ours..in_ours, done.theirs..in_theirs);
            let rest = done.base..places.base.end;
            let (end, next) = self.base_in_front(in_ours, rest, &ours, &theirs);
            self.simple(Three { base: done.base..end, ours, theirs });
            self.same(in_ours, in_theirs);
            done = Three { base: next, ours: in_ours + 1, theirs: in_theirs + 1 };
        }
        self.simple(Three {
            base: done.base..places.base.end,
            ours: done.ours..places.ours.end,
            theirs: done.theirs..places.theirs.end,
        });
    }

    /// Places of ours and of theirs at which they are the same.
    fn common(&self, ours: &[u32], theirs: &[u32]) -> Vec<(usize, usize)> {
        if self.is_turned {
            matches(theirs, ours).into_iter().map(|(theirs, ours)| (ours, theirs)).collect()
        } else {
            matches(ours, theirs)
        }
    }

    /// How much of the rest of the base stands in front of a token that both sides have, and where the base goes on behind it.
    fn base_in_front(
        &self,
        in_ours: usize,
        rest: Range<usize>,
        ours: &Range<usize>,
        theirs: &Range<usize>,
    ) -> (usize, usize) {
        let wanted = self.id(Side::Ours, in_ours);
        let slot_in = |id: Option<u32>| {
            rest.clone().find(|place| {
                let here = self.ids.base.get(*place).copied();
                here.is_some_and(|here| self.is_slot(here)) && (id.is_none() || here == id)
            })
        };
        if let Some(place) = slot_in(wanted) {
            return (place, place + 1);
        }
        let says = |side: Side, places: &Range<usize>| {
            places.clone().any(|place| self.id(side, place).is_some_and(|id| self.is_prose(id)))
        };
        if says(Side::Ours, ours) || says(Side::Theirs, theirs) {
            let end = slot_in(None).unwrap_or(rest.end);
            return (end, end);
        }
        (rest.start, rest.start)
    }

    /// A stretch in which the sides share no slot at one place.
    fn simple(&mut self, places: Three<Range<usize>>) {
        let says = |ids: &[u32], places: &Range<usize>| -> Vec<u32> {
            part(ids, places).into_iter().filter(|id| self.is_prose(*id)).collect()
        };
        let prose = Three {
            base: says(&self.ids.base, &places.base),
            ours: says(&self.ids.ours, &places.ours),
            theirs: says(&self.ids.theirs, &places.theirs),
        };
        let is_ours_as_base = part(&self.ids.ours, &places.ours) == part(&self.ids.base, &places.base);
        if prose.ours == prose.theirs {
            self.emit(if is_ours_as_base { Side::Theirs } else { Side::Ours }, &places);
        } else if prose.ours == prose.base {
            self.emit(Side::Theirs, &places);
        } else if prose.theirs == prose.base {
            self.emit(Side::Ours, &places);
        } else {
            self.conflict(&places);
        }
    }

    /// The stretch as one side has it, then the slots that only the other one has.
    fn emit(&mut self, side: Side, places: &Three<Range<usize>>) {
        let other = if side == Side::Ours { Side::Theirs } else { Side::Ours };
        let mut unpaired: HashMap<u32, Vec<usize>> = HashMap::new();
        for place in places.of(other).clone().rev() {
            if let Some(id) = self.id(other, place).filter(|id| self.is_slot(*id)) {
                unpaired.entry(id).or_default().push(place);
            }
        }
        let slot = |here: usize, there: Option<usize>, is_kept| match side {
            Side::Ours => Slot { ours: Some(here), theirs: there, is_kept },
            Side::Theirs => Slot { ours: there, theirs: Some(here), is_kept },
        };
        for place in places.of(side).clone() {
            let Some(id) = self.id(side, place) else { continue };
            if self.is_slot(id) {
                let there = unpaired.get_mut(&id).and_then(Vec::pop);
                self.parts.push(Part::Slot(slot(place, there, true)));
            } else {
                self.parts.push(Part::Line(side, place));
            }
        }
        let mut left: Vec<usize> = unpaired.into_values().flatten().collect();
        left.sort_unstable();
        self.leave(other, &left);
    }

    /// Slots of one side behind what stands there, with the blank lines they have there.
    fn leave(&mut self, side: Side, places: &[usize]) {
        for place in places {
            let is_blank =
                |place: Option<usize>| place.and_then(|place| self.id(side, place)) == Some(self.blank);
            let (before, behind) = (is_blank(place.checked_sub(1)), is_blank(Some(place + 1)));
            if before {
                self.parts.push(Part::SoftBlank);
            }
            let slot = match side {
                Side::Ours => Slot { ours: Some(*place), theirs: None, is_kept: false },
                Side::Theirs => Slot { ours: None, theirs: Some(*place), is_kept: false },
            };
            self.parts.push(Part::Slot(slot));
            if behind {
                self.parts.push(Part::SoftBlank);
            }
        }
    }

    /// Lines that were changed in two ways; what both begin and end with alike stands around it.
    fn conflict(&mut self, places: &Three<Range<usize>>) {
        let lines = |ids: &[u32], places: &Range<usize>| -> Vec<usize> {
            let id = |place: &usize| ids.get(*place).copied().unwrap_or(self.blank);
            let lines: Vec<usize> = places.clone().filter(|place| !self.is_slot(id(place))).collect();
            let first = lines.iter().position(|place| id(place) != self.blank).unwrap_or(lines.len());
            let last = lines.iter().rposition(|place| id(place) != self.blank).map_or(first, |last| last + 1);
            lines.get(first..last).unwrap_or_default().to_vec()
        };
        let mut found = Three {
            base: lines(&self.ids.base, &places.base),
            ours: lines(&self.ids.ours, &places.ours),
            theirs: lines(&self.ids.theirs, &places.theirs),
        };
        let is_blank = |side: Side, place: Option<usize>| {
            place.and_then(|place| self.id(side, place)) == Some(self.blank)
        };
        let blank_before = is_blank(Side::Ours, Some(places.ours.start))
            || is_blank(Side::Theirs, Some(places.theirs.start));
        let blank_behind =
            is_blank(Side::Ours, places.ours.end.checked_sub(1).filter(|_| !places.ours.is_empty()))
                || is_blank(
                    Side::Theirs,
                    places.theirs.end.checked_sub(1).filter(|_| !places.theirs.is_empty()),
                );
        let same =
            |(one, other): &(&usize, &usize)| self.id(Side::Ours, **one) == self.id(Side::Theirs, **other);
        let head = found.ours.iter().zip(&found.theirs).take_while(same).count();
        let shorter = found.ours.len().min(found.theirs.len()) - head;
        let tail =
            found.ours.iter().rev().zip(found.theirs.iter().rev()).take(shorter).take_while(same).count();
        let ends = found.ours.split_off(found.ours.len() - tail);
        found.theirs.truncate(found.theirs.len() - tail);
        let starts: Vec<usize> = found.ours.drain(..head).collect();
        found.theirs.drain(..head);
        if blank_before {
            self.parts.push(Part::SoftBlank);
        }
        self.parts.extend(starts.into_iter().map(|place| Part::Line(Side::Ours, place)));
        self.parts.push(Part::Conflict(found));
        self.parts.extend(ends.into_iter().map(|place| Part::Line(Side::Ours, place)));
        if blank_behind {
            self.parts.push(Part::SoftBlank);
        }
        let slots = |side: Side, places: &Range<usize>| -> Vec<usize> {
            places.clone().filter(|place| self.id(side, *place).is_some_and(|id| self.is_slot(id))).collect()
        };
        let (ours, theirs) = (slots(Side::Ours, &places.ours), slots(Side::Theirs, &places.theirs));
        self.leave(Side::Ours, &ours);
        self.leave(Side::Theirs, &theirs);
    }
}
