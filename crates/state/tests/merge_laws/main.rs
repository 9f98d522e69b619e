//! The laws of the merge on generated triples (L6, `cairn.md` 6.11). `cargo xtask merge-laws` runs many more.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, clippy::panic, reason = "a test")]

mod dice;
mod laws;
mod roadmap_file;
mod state_file;
mod triple;

use triple::Triple;

/// So many run in every test run, ten merges each: about eight seconds of an unoptimized build on slow cores.
const COUNT: u64 = 200;

/// L6, 6.11: the laws hold for every triple, and few of them need a person.
#[test]
fn laws_of_the_merge() {
    let mut clean = 0;
    for seed in 0..COUNT {
        match laws::check(&Triple::of(seed)) {
            Ok(is_clean) => clean += u64::from(is_clean),
            Err(law) => panic!("seed {seed}: {law}"),
        }
    }
    println!("{COUNT} triples, {clean} clean");
    assert!(clean * 100 >= COUNT * 95, "{clean} of {COUNT} are clean");
}
