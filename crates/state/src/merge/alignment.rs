//! Which elements of two sequences are the same ones, and the three-way walk over them.
//!
//! The search is Myers' with the size-dependent limit that `similar` takes from git: near-linear on any input, the same result on
//! every run.

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
    for step in capture_diff_slices(Algorithm::Myers, one, other) {
        if let DiffOp::Equal { old_index, new_index, len } = step {
            pairs.extend((0..len).map(|offset| (old_index + offset, new_index + offset)));
        }
    }
    pairs
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
