//! The laws of the merge on generated triples (L6, `cairn.md` 6.11). `cargo xtask merge-laws` runs many more.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, clippy::panic, reason = "a test")]

mod any_bytes;
mod dice;
mod laws;
mod many;
mod roadmap_file;
mod state_file;
mod triple;

use dice::Dice;

/// So many run in every test run, about ten merges each. `cargo xtask merge-laws` runs ten times as many.
const COUNT: u64 = 100_000;

/// L6, 6.11: the laws hold for every triple, and few of them need a person.
#[test]
fn laws_of_the_merge() {
    let clean = many::check(0, COUNT).unwrap_or_else(|law| panic!("{law}"));
    println!("{COUNT} triples, {clean} clean");
    assert!(clean * 100 >= COUNT * 95, "{clean} of {COUNT} are clean");
}

/// Pieces that planning files are made of, and pieces that break them.
const PIECES: [&str; 40] = [
    "---\n",
    "status: x\n",
    "a: 1\n",
    "# c\n",
    "progress:\n",
    "  percent: 3\n",
    "  mine: 1\n",
    "l: [a\n",
    "\n",
    "\n",
    "\r\n",
    "# T\n",
    "## Current Position\n",
    "## Session\n",
    "### Phase 2: A\n",
    "### Phase 2: B\n",
    "## v1.0 A\n",
    "## Progress\n",
    "Phase: 2 of 3 (A)\n",
    "**Plan:** 3\n",
    "Status: done\n",
    "go on\n",
    "Next: x\n",
    "**Plans:** 1/2 plans executed\n",
    "- a\n",
    "- [ ] b\n",
    "- [x] b\n",
    "  - c\n",
    "  more\n",
    "- D-1 a\n",
    "- [x] **Phase 2: A** (completed 2026-01-02)\n",
    "None\n",
    "| Phase | Plans |\n|---|---|\n",
    "| 2 | 1/2 |\n",
    "| - | - |\n",
    "```\n",
    "<!--\n",
    "<details>\n",
    "<<<<<<< x\n",
    "\u{0}",
];

/// L6, 6.11: whatever stands in three texts, a merge ends, keeps the shortcuts, and is readable or marked. The body of the fuzz target
/// `merge`.
#[test]
fn any_three_texts() {
    for seed in 0..400 {
        let mut dice = Dice(seed);
        let base: Vec<&str> = (0..dice.below(24)).map(|_| PIECES[dice.below(PIECES.len())]).collect();
        let mut texts = vec![base.concat()];
        for _ in 0..2 {
            let mut side = base.clone();
            for _ in 0..dice.below(6) {
                let place = dice.below(side.len() + 1);
                let piece = PIECES[dice.below(PIECES.len())];
                match side.get_mut(place) {
                    Some(_) if dice.hits(1, 3) => drop(side.remove(place)),
                    Some(here) if dice.hits(1, 3) => *here = piece,
                    _ => side.insert(place, piece),
                }
            }
            texts.push(side.concat());
        }
        let source: Vec<Vec<u8>> = texts.into_iter().map(String::into_bytes).collect();
        any_bytes::merge_of_any_bytes(&source.join(&0xFF));
    }
}
