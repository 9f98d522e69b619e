//! The order of what both sides hold: ours' order, and what only theirs has behind the thing that precedes it there (contract 6.7).

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// The keys of both sides, each once. Where both sides add at one place ours come first.
///
/// `ours` and `theirs` hold no key twice. `is_elsewhere` names keys of theirs that stand at another place of ours.
pub(super) fn merged_order<K: Clone + Eq + Hash>(
    base: &HashSet<K>,
    ours: &[K],
    theirs: &[K],
    is_elsewhere: impl Fn(&K) -> bool,
) -> Vec<K> {
    let place_of: HashMap<&K, usize> = ours.iter().enumerate().map(|(place, key)| (key, place)).collect();
    let of_theirs: HashSet<&K> = theirs.iter().collect();
    let is_added_by_ours = |key: &K| !base.contains(key) && !of_theirs.contains(key);
    // How many of ours stand in front of a key that theirs adds.
    let mut added: Vec<Vec<K>> = vec![Vec::new(); ours.len() + 1];
    let mut behind = 0;
    for key in theirs {
        if let Some(place) = place_of.get(key) {
            behind = place + 1;
        } else if !is_elsewhere(key) {
            while ours.get(behind).is_some_and(is_added_by_ours) {
                behind += 1;
            }
            if let Some(added) = added.get_mut(behind) {
                added.push(key.clone());
            }
        }
    }
    let mut order = Vec::with_capacity(ours.len() + theirs.len());
    let mut added = added.into_iter();
    order.extend(added.next().unwrap_or_default());
    for (key, added) in ours.iter().zip(added) {
        order.push(key.clone());
        order.extend(added);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(base: &str, ours: &str, theirs: &str, expected: &str) {
        let keys = |text: &str| text.chars().collect::<Vec<char>>();
        let base = keys(base).into_iter().collect();
        let order: String = merged_order(&base, &keys(ours), &keys(theirs), |_| false).into_iter().collect();
        assert_eq!(order, expected);
    }

    /// L6, 6.7: ours first, each once, at the place it has there.
    #[test]
    fn orders() {
        check("ab", "axb", "ayb", "axyb");
        check("ab", "abx", "aby", "abxy");
        check("ab", "xab", "yab", "xyab");
        check("", "xz", "yz", "xyz");
        check("ab", "ba", "abc", "bca");
        check("ab", "a", "abc", "abc");
        check("ab", "", "ab", "ab");
        check("", "x", "y", "xy");
        check("a", "a", "ayz", "ayz");
    }
}
