//! The order of merged entries: ours, and what only theirs has at its canonical place, unknown keys behind the unknown key
//! before them in theirs (contract 6.4).

use std::collections::{HashMap, HashSet};

use super::Kind;
use super::choice::Three;
use super::frontmatter_block::{BlockEntry, EntryBlock};
use crate::schema::canonical_paths;

/// The keys of ours and theirs, each once.
pub(super) fn entry_order<'b>(blocks: Three<&'b EntryBlock<'_>>, kind: Kind) -> Vec<&'b str> {
    let order: Vec<&str> = if kind == Kind::State { canonical_paths().collect() } else { Vec::new() };
    let rank: HashMap<&str, usize> = order.iter().enumerate().map(|(rank, name)| (*name, rank)).collect();
    let rank_of = |entry: &BlockEntry<'_>| rank.get(entry.name.as_str()).copied();
    let place_of: HashMap<&str, usize> =
        blocks.ours.entries.iter().enumerate().map(|(place, entry)| (entry.key.as_str(), place)).collect();
    let is_new = |entry: &&&'b BlockEntry<'_>| !place_of.contains_key(entry.key.as_str());
    let mut added: Vec<Vec<&'b str>> = vec![Vec::new(); blocks.ours.entries.len() + 1];
    let mut put = |place: usize, key: &'b str| {
        if let Some(added) = added.get_mut(place) {
            added.push(key);
        }
    };

    // Keys of the schema, in canonical order behind the nearest one of ours that precedes them there; a key that stands twice
    // behind its like, for the last one counts.
    let theirs: Vec<&'b BlockEntry<'_>> = blocks.theirs.entries.iter().collect();
    let mut known: Vec<(usize, &'b BlockEntry<'_>)> =
        theirs.iter().filter(is_new).filter_map(|entry| Some((rank_of(entry)?, *entry))).collect();
    known.sort_by_key(|(rank, _)| *rank);
    let of_ours: Vec<Option<usize>> = blocks.ours.entries.iter().map(rank_of).collect();
    for (rank, entry) in known {
        let before = of_ours.iter().enumerate().filter_map(|(place, of)| Some(((*of)?, place)));
        let nearest = before.filter(|(of, _)| *of <= rank).max();
        put(nearest.map_or(0, |(_, place)| place + 1), &entry.key);
    }

    // Unknown keys, behind the unknown key before them in theirs; the first ones behind all keys of the schema.
    let in_base: HashSet<&str> = blocks.base.entries.iter().map(|entry| entry.key.as_str()).collect();
    let in_theirs: HashSet<&str> = theirs.iter().map(|entry| entry.key.as_str()).collect();
    let is_added_by_ours = |place: usize| {
        blocks.ours.entries.get(place).is_some_and(|entry| {
            let key = entry.key.as_str();
            rank_of(entry).is_none() && !in_base.contains(key) && !in_theirs.contains(key)
        })
    };
    let mut behind = of_ours.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    for entry in theirs.iter().filter(|entry| rank_of(entry).is_none()) {
        if let Some(place) = place_of.get(entry.key.as_str()) {
            behind = place + 1;
        } else {
            while is_added_by_ours(behind) {
                behind += 1;
            }
            put(behind, &entry.key);
        }
    }
    let mut added = added.into_iter();
    let mut keys = added.next().unwrap_or_default();
    for (entry, added) in blocks.ours.entries.iter().zip(added) {
        keys.push(&entry.key);
        keys.extend(added);
    }
    keys
}
