//! The short form of proof L4 (reliability.md): processes at one STATE.md, some killed, and two editors that ask for no lock.
//! `cargo xtask concurrency` is the long one.

#![allow(clippy::panic, reason = "what was lost ends the test")]

use std::path::Path;

use cairn_testkit::crowd::Crowd;
use cairn_testkit::writing::sample;

const CROWD: Crowd = Crowd { writers: 8, changes: 6, seed: 0 };
const TOOLS: &str = env!("CARGO_BIN_EXE_msd-tools");

/// G3, G5: every change that was confirmed is there exactly once, and nothing that was not made.
#[test]
fn g3_no_confirmed_change_is_lost() {
    let project = sample();
    let seen = CROWD.writers_alone(Path::new(TOOLS), project.root(), &project.beside("home"));
    let seen = seen.unwrap_or_else(|lost| panic!("{lost}"));
    assert_eq!(seen.confirmed + seen.killed, CROWD.writers * CROWD.changes);
}

/// G3: what an editor saved is in the file or beside it, and so is every change that was rejected.
#[test]
fn g3_no_text_of_an_editor_is_lost() {
    let project = sample();
    let seen = CROWD.with_editors(Path::new(TOOLS), project.root(), &project.beside("home"));
    let seen = seen.unwrap_or_else(|lost| panic!("{lost}"));
    assert!(seen.saved > 0 && seen.confirmed > 0, "{seen:?}");
}
