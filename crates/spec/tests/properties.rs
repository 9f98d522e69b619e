//! The invariants over generated files of a Spec, and over everything that fuzzing found worth keeping.

mod invariants;

use proptest::prelude::*;

const SOUND: [&str; 3] = [
    "| source | type | owner | adopted date | path |\n| --- | --- | --- | --- | --- |\n| docs/findings/2026-07-30-horn.md | finding | 0042 | 2026-08-03 | 2026-07-30-horn.md |\n",
    "---\nspec: 0042-sample\ndate: 2026-09-30\nverdict: partial\nrows_blocked_declared: 1\n---\n\n## Results\n\n| # | Requirement | Status |\n| - | --- | --- |\n| 1 | ten seconds | blocked (declared) |\n",
    "---\nschema: archive-record/v1\nspec: 0042-sample\ntitle: A\ncreated: 2026-01-02\narchived: 2026-03-04\nstatus: archived\ndisposition: pass\nsource: docs/specs/0042-sample\nsource_revision: 0123456789012345678901234567890123456789\nqa_task: task_01\nqa_report: qa-report-2026-01-02.md\nqa_verdict: pass\nadrs: []\nsources: []\npromoted: []\n---\n\n# A\n\nDone.\n",
];

const PIECES: &[&str] = &[
    "---",
    "\n",
    "\r\n",
    "|",
    "| a | b |",
    "| - |",
    "\\|",
    " ",
    "verdict: ",
    "fail",
    "pass",
    "partial",
    "\"",
    "'",
    ": ",
    "- ",
    "[]",
    "[a, b]",
    "{a: 1}",
    "&a",
    "*a",
    "!!str",
    "null",
    "~",
    "../",
    "%2e%2e/",
    "docs/findings/x.md",
    "finding",
    "blocked (declared)",
    "blocked (environment: x prohibited by Spec authorization)",
    "# A",
    "## Results",
    "```",
    "<!--",
    "-->",
    "\u{feff}",
    "\u{0}",
    "\u{202e}",
    "日本",
    "disposition: cancelled",
    "superseded_by: ",
    "unproven:",
    "pull_request: 7",
];

/// A sound file with a few pieces put in, taken out or set in place of others; or pieces alone.
fn document() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        9 => prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..3),
    ];
    let changes = prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, piece.clone()), 0..4);
    let spoiled = (prop::sample::select(&SOUND[..]), changes).prop_map(|(sound, changes)| {
        let mut bytes = sound.as_bytes().to_vec();
        for (at, gone, piece) in changes {
            let at = at.index(bytes.len() + 1);
            let end = (at + gone).min(bytes.len());
            bytes.splice(at..end, piece);
        }
        bytes
    });
    prop_oneof![4 => spoiled, 1 => prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases * 4, ..ProptestConfig::default() })]

    /// L7, A-53: the reference index.
    #[test]
    fn index_holds_for_any_document(source in document()) {
        invariants::index(&source);
    }

    /// L7, A-20: the QA report.
    #[test]
    fn qa_report_holds_for_any_document(source in document()) {
        invariants::qa_report(&source);
    }

    /// L7, A-62: the Archive Record.
    #[test]
    fn record_holds_for_any_document(source in document()) {
        invariants::record(&source);
    }
}

/// L7: what the fuzzer kept.
#[test]
fn the_corpora_hold() {
    for (target, invariant) in [
        ("index", invariants::index as fn(&[u8])),
        ("qa_report", invariants::qa_report),
        ("record", invariants::record),
    ] {
        cairn_testkit::corpus::play(target, invariant);
    }
}
