//! What is merged by key: the elements of three sides under keys that each side has once (contract 6.7).

use std::collections::{HashMap, HashSet};

use super::choice::Three;

/// Elements of three sides by their keys.
pub(super) struct Known<'k, T> {
    by_key: Three<HashMap<String, &'k T>>,
    /// The keys of each group (list, table), by the group's place in its side.
    groups: Three<HashMap<usize, Vec<String>>>,
    /// All keys of the base.
    pub(super) of_base: HashSet<String>,
}

/// The groups of one side: the place of each, and its elements.
pub(super) type Groups<'k, T> = Vec<(usize, Vec<&'k T>)>;

impl<'k, T> Known<'k, T> {
    /// Gives each element its key: `key`, or `whole` when a side has `key` twice; the n-th of equal ones.
    pub(super) fn new(
        groups: Three<Groups<'k, T>>,
        key: impl Fn(&T) -> &str,
        whole: impl Fn(&T) -> &str,
    ) -> Self {
        let mut doubled: HashSet<&str> = HashSet::new();
        for side in [&groups.base, &groups.ours, &groups.theirs] {
            let mut seen = HashSet::new();
            for element in side.iter().flat_map(|(_, elements)| elements) {
                if !seen.insert(key(element)) {
                    doubled.insert(key(element));
                }
            }
        }
        let keyed = groups.as_ref().map(|side| {
            let mut counts: HashMap<&str, usize> = HashMap::new();
            let mut by_key = HashMap::new();
            let mut keys_of = HashMap::new();
            for (place, elements) in side {
                let keys = elements.iter().map(|element| {
                    let key = key(element);
                    let name = if doubled.contains(key) { whole(element) } else { key };
                    let count = counts.entry(name).or_default();
                    *count += 1;
                    let unique = format!("{name}#{count}");
                    by_key.insert(unique.clone(), *element);
                    unique
                });
                let keys: Vec<String> = keys.collect();
                keys_of.insert(*place, keys);
            }
            (by_key, keys_of)
        });
        let Three { base: (base, base_groups), ours: (ours, our_groups), theirs: (theirs, their_groups) } =
            keyed;
        Self {
            of_base: base.keys().cloned().collect(),
            by_key: Three { base, ours, theirs },
            groups: Three { base: base_groups, ours: our_groups, theirs: their_groups },
        }
    }

    /// The versions of one element.
    pub(super) fn versions(&self, key: &str) -> Three<Option<&'k T>> {
        self.by_key.as_ref().map(|side| side.get(key).copied())
    }

    /// The keys of a group of ours and of one of theirs.
    pub(super) fn keys_of(&self, ours: Option<usize>, theirs: Option<usize>) -> (&[String], &[String]) {
        let ours = ours.and_then(|place| self.groups.ours.get(&place));
        let theirs = theirs.and_then(|place| self.groups.theirs.get(&place));
        (ours.map(Vec::as_slice).unwrap_or_default(), theirs.map(Vec::as_slice).unwrap_or_default())
    }

    /// Whether ours has the element, wherever.
    pub(super) fn is_in_ours(&self, key: &str) -> bool {
        self.by_key.ours.contains_key(key)
    }

    /// Every key that a side has, ours first.
    pub(super) fn all_keys(&self) -> Vec<&str> {
        let ours = self.by_key.ours.keys();
        let theirs = self.by_key.theirs.keys().filter(|key| !self.by_key.ours.contains_key(*key));
        ours.chain(theirs).map(String::as_str).collect()
    }
}
