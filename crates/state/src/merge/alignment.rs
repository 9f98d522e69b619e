//! Which elements of two sequences are the same ones, and the three-way walk over them.
//!
//! The search is Myers' with the size-dependent limit that `similar` takes from git, between landmarks: near-linear on any input,
//! the same result on every run.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use super::choice::Three;

/// Numbers for values, equal ones the same.
#[derive(Debug)]
pub(super) struct Numbers<K> {
    known: HashMap<K, u32>,
}

impl<K: Hash + Eq> Numbers<K> {
    pub(super) fn new() -> Self {
        Self { known: HashMap::new() }
    }

    pub(super) fn of(&mut self, value: K) -> u32 {
        let next = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
        *self.known.entry(value).or_insert(next)
    }
}

/// Pairs of places, ascending in both.
pub(super) fn matches(one: &[u32], other: &[u32]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let (mut from_one, mut from_other) = (0, 0);
    for (in_one, in_other) in landmarks(one, other) {
        between((one, from_one..in_one), (other, from_other..in_other), &mut pairs);
        pairs.push((in_one, in_other));
        (from_one, from_other) = (in_one + 1, in_other + 1);
    }
    between((one, from_one..one.len()), (other, from_other..other.len()), &mut pairs);
    pairs
}

/// The pairs of a stretch of both.
fn between(one: (&[u32], Range<usize>), other: (&[u32], Range<usize>), pairs: &mut Vec<(usize, usize)>) {
    if one.1.is_empty() || other.1.is_empty() {
        return;
    }
    let (in_one, in_other) = (one.1.start, other.1.start);
    let stretch = |(all, places): (&'_ [u32], Range<usize>)| all.get(places).unwrap_or_default().to_vec();
    for step in capture_diff_slices(Algorithm::Myers, &stretch(one), &stretch(other)) {
        if let DiffOp::Equal { old_index, new_index, len } = step {
            pairs.extend((0..len).map(|offset| (in_one + old_index + offset, in_other + new_index + offset)));
        }
    }
}

/// Fewer elements than this are compared as a whole: the search is fast there.
const SHORT: usize = 64;

/// The elements that stand once in each of two long sequences, when they stand in the same order in both; else none.
///
/// The search takes time that grows with the square of what differs; what differs between two landmarks is little.
fn landmarks(one: &[u32], other: &[u32]) -> Vec<(usize, usize)> {
    if one.len().min(other.len()) < SHORT {
        return Vec::new();
    }
    let (in_one, in_other) = (places_of_unique(one), places_of_unique(other));
    let place = |places: &HashMap<u32, Option<usize>>, id: &u32| places.get(id).copied().flatten();
    let both = one.iter().filter_map(|id| place(&in_one, id).zip(place(&in_other, id)));
    let pairs: Vec<(usize, usize)> = both.collect();
    if pairs.is_sorted_by_key(|(_, in_other)| *in_other) { pairs } else { Vec::new() }
}

/// Where each element stands; `None` for those that stand at several places.
fn places_of_unique(ids: &[u32]) -> HashMap<u32, Option<usize>> {
    let mut places = HashMap::with_capacity(ids.len());
    for (place, id) in ids.iter().enumerate() {
        places.entry(*id).and_modify(|known| *known = None).or_insert(Some(place));
    }
    places
}

/// A stretch of the three sequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    pub(super) places: Three<Range<usize>>,
    /// One element that is the same in all three.
    pub(super) is_stable: bool,
}

/// The three sequences as stable elements and what lies between them.
pub(super) fn chunks(sequences: Three<&[u32]>) -> Vec<Chunk> {
    let of_side = |side: &[u32]| -> Vec<Option<usize>> {
        let mut found = vec![None; sequences.base.len()];
        for (place, there) in matches(sequences.base, side) {
            if let Some(slot) = found.get_mut(place) {
                *slot = Some(there);
            }
        }
        found
    };
    let (in_ours, in_theirs) = (of_side(sequences.ours), of_side(sequences.theirs));
    let mut walk = Walk { done: Three::default(), chunks: Vec::new() };
    for (base, (ours, theirs)) in in_ours.into_iter().zip(in_theirs).enumerate() {
        if let (Some(ours), Some(theirs)) = (ours, theirs) {
            walk.change_up_to(Three { base, ours, theirs });
            walk.chunks.push(Chunk {
                places: Three { base, ours, theirs }.map(|place| place..place + 1),
                is_stable: true,
            });
            walk.done = Three { base, ours, theirs }.map(|place| place + 1);
        }
    }
    walk.change_up_to(sequences.map(<[u32]>::len));
    walk.chunks
}

struct Walk {
    done: Three<usize>,
    chunks: Vec<Chunk>,
}

impl Walk {
    fn change_up_to(&mut self, end: Three<usize>) {
        let places = Three {
            base: self.done.base..end.base,
            ours: self.done.ours..end.ours,
            theirs: self.done.theirs..end.theirs,
        };
        if !(places.base.is_empty() && places.ours.is_empty() && places.theirs.is_empty()) {
            self.chunks.push(Chunk { places, is_stable: false });
        }
        self.done = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(one: &[u32], other: &[u32], expected: &[(usize, usize)]) {
        assert_eq!(landmarks(one, other), expected);
        let turned: Vec<_> = expected.iter().map(|(one, other)| (*other, *one)).collect();
        assert_eq!(landmarks(other, one), turned);
    }

    /// L6: what stands once on both sides, unless it was moved; short sequences have no landmarks.
    #[test]
    fn landmarks_of_long_sequences() {
        let filler = 1000..1000 + u32::try_from(SHORT).unwrap();
        let long = |ids: &[u32]| ids.iter().copied().chain(filler.clone()).collect::<Vec<u32>>();
        let behind = |one: usize, other: usize| (0..SHORT).map(move |place| (one + place, other + place));
        check(&[1, 2, 3], &[1, 2, 3], &[]);
        let expected: Vec<_> = [(1, 0)].into_iter().chain(behind(4, 2)).collect();
        check(&long(&[7, 1, 7, 2]), &long(&[1, 7]), &expected);
        check(&long(&[1, 2]), &long(&[2, 1]), &[]);
        check(&long(&[]), &long(&[]), &behind(0, 0).collect::<Vec<_>>());
    }

    /// L6: what lies between landmarks is paired as if it stood alone.
    #[test]
    fn between_landmarks() {
        let filler = 1000..1000 + u32::try_from(SHORT).unwrap();
        let long = |ids: &[u32]| [100].into_iter().chain(ids.iter().copied()).chain(filler.clone()).collect();
        let (one, other) = ([1, 0, 0, 1, 1], [2, 2, 2, 0, 2, 3]);
        let (long_one, long_other): (Vec<u32>, Vec<u32>) = (long(&one), long(&other));
        let inner = matches(&one, &other).into_iter().map(|(one, other)| (one + 1, other + 1));
        let behind = (0..SHORT).map(|place| (one.len() + 1 + place, other.len() + 1 + place));
        let expected: Vec<_> = [(0, 0)].into_iter().chain(inner).chain(behind).collect();
        assert_eq!(matches(&long_one, &long_other), expected);
    }

    /// L6, 6.8: elements that are the same in all three stand alone, what lies between them together.
    #[test]
    fn chunks_of_three() {
        let chunk = |base, ours, theirs, is_stable| Chunk { places: Three { base, ours, theirs }, is_stable };
        assert_eq!(
            chunks(Three { base: &[1, 2], ours: &[1, 3, 2], theirs: &[1, 2, 4] }),
            [
                chunk(0..1, 0..1, 0..1, true),
                chunk(1..1, 1..2, 1..1, false),
                chunk(1..2, 2..3, 1..2, true),
                chunk(2..2, 3..3, 2..3, false),
            ]
        );
    }

    proptest! {
        /// L6: pairs are of equal elements, ascending in both; a sequence is paired with itself place by place.
        #[test]
        fn matches_are_pairs(one in prop::collection::vec(0..80_u32, 0..200), other in prop::collection::vec(0..80_u32, 0..200), kept in prop::collection::vec(any::<bool>(), 200)) {
            let part: Vec<u32> =
                one.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(id, _)| *id).collect();
            for other in [&other, &part, &one] {
                let pairs = matches(&one, other);
                prop_assert!(pairs.iter().all(|(left, right)| one[*left] == other[*right]));
                prop_assert!(pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
            }
            prop_assert_eq!(matches(&one, &one), (0..one.len()).map(|place| (place, place)).collect::<Vec<_>>());
        }
    }
}
