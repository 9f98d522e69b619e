//! What holds for any three texts, also those that are no planning files: the body of the fuzz target and of a property.

use cairn_state::document::StateDocument;
use cairn_state::merge::{Hunks, Kind, MarkerStyle, Versions, merge};

/// Reads three texts out of `source`, parts divided by `0xFF`, and merges them as every kind.
pub(crate) fn merge_of_any_bytes(source: &[u8]) {
    let mut parts = source.splitn(3, |byte| *byte == 0xFF);
    let mut part = || parts.next().unwrap_or_default();
    let (base, ours, theirs) = (part(), part(), part());
    // One of these three, so that it needs no merge of its own.
    let _ = Kind::of_content(ours);
    for kind in [Kind::State, Kind::Roadmap, Kind::Lines] {
        let run = |base, ours, theirs| merge(kind, Versions { base, ours, theirs }, &MarkerStyle::default());
        assert_eq!(run(base, ours, base).bytes, ours);
        assert_eq!(run(base, base, theirs).bytes, theirs);
        assert_eq!(run(base, ours, ours).bytes, ours);
        let merged = run(base, ours, theirs);
        if kind != Kind::Lines && merged.conflicts.is_empty() {
            let readable = StateDocument::parse(&merged.bytes).check_writable("STATE.md");
            let was_taken_whole = [ours, theirs].contains(&merged.bytes.as_slice());
            assert!(readable.is_ok() || was_taken_whole || !merged.unreadable.is_empty(), "{readable:?}");
        }
        let swapped = run(base, theirs, ours);
        assert_eq!(merged.conflicts.is_empty(), swapped.conflicts.is_empty());
    }
    let _ = Hunks::read(source);
}
