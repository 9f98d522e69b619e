//! The invariants of the line over generated input, and over everything that fuzzing found worth keeping.

mod invariants;

use proptest::prelude::*;

const PIECES: &[&str] = &[
    "---\n",
    "\n",
    "\r\n",
    "milestone: v1.0",
    "status: executing",
    "active_phase: \"4.10\"",
    "next_action: execute",
    "next_phases: [",
    "\"4.5\"",
    "]",
    "progress:\n",
    "  percent: ",
    "99999999999999999999",
    "-1",
    "## Current Position\n",
    "Phase: 2 of 7 (A)",
    "Plan: 1 of",
    "Progress: [██░░] 20%",
    "{",
    "}",
    "\"model\":",
    "{\"display_name\":",
    "\"\\u001b[31m\"",
    "\"\\ud800\"",
    "\\",
    ":",
    ",",
    "\u{1b}",
    "\u{202e}",
    "é",
    "日本",
    "👩\u{200d}🔬",
    "\u{0}",
    "a",
    " ",
];

fn input() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        9 => prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..3),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases * 4, ..ProptestConfig::default() })]

    /// L7, G9.
    #[test]
    fn a_line_holds_for_any_input(source in input()) {
        invariants::line(&source);
    }
}

/// L7: what the fuzzer kept.
#[test]
fn the_corpus_holds() {
    cairn_testkit::corpus::play("statusline", invariants::line);
}
