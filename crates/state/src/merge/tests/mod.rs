//! What the merge must do, as data: the tables of `cairn.md` section 6, row by row.

mod bodies;
mod entries;
mod items;
mod leading;
mod outer;
mod roadmaps;
mod sections;
mod skeleton;

use super::{Kind, MarkerStyle, Merged, Versions, merge};

fn merged(kind: Kind, base: &str, ours: &str, theirs: &str) -> Merged {
    let versions = Versions { base: base.as_bytes(), ours: ours.as_bytes(), theirs: theirs.as_bytes() };
    merge(kind, versions, &MarkerStyle::default())
}

/// The merged text, whatever is left to decide.
fn check(kind: Kind, base: &str, ours: &str, theirs: &str, expected: &str) {
    let found = merged(kind, base, ours, theirs);
    let text = String::from_utf8(found.bytes).unwrap();
    assert_eq!(text, expected, "\nbase {base:?}\nours {ours:?}\ntheirs {theirs:?}");
    assert_eq!(found.conflicts.len(), expected.matches("<<<<<<<").count());
}

/// The lines of a section `List` below `prefix`; both sides also change something else, so that no side is taken whole.
fn check_section(kind: Kind, base: &str, ours: &str, theirs: &str, expected: &str) {
    let document = |content: &str, a: &str, b: &str| {
        format!("# T\n\n## A\n\n{a}\n\n## List\n\n{content}\n## B\n\n{b}\n")
    };
    check(
        kind,
        &document(base, "a", "b"),
        &document(ours, "a1", "b"),
        &document(theirs, "a", "b1"),
        &document(expected, "a1", "b1"),
    );
}
