//! 6.7: items, their keys, and what becomes of them.

use super::check_section;
use crate::merge::Kind::State;

fn check(base: &str, ours: &str, theirs: &str, expected: &str) {
    check_section(State, base, ours, theirs, expected);
}

/// L6, 6.7: the table of situations, on bullets.
#[test]
fn situations() {
    check("- a\n", "- a\n- x\n", "- x\n- a\n", "- a\n- x\n");
    check("- a\n- b\n", "- a\n- x\n- b\n", "- a\n- y\n- b\n", "- a\n- x\n- y\n- b\n");
    check("- a\n- b\n", "- b\n", "- a\n- b\n- c\n", "- b\n- c\n");
    check("- D-1 a\n- b\n", "- b\n", "- D-1 changed\n- b\n", "- D-1 changed\n- b\n");
    check("- D-1 a\n- D-2 b\n", "- D-1 x\n- D-2 b\n", "- D-1 a\n- D-2 y\n", "- D-1 x\n- D-2 y\n");
    check(
        "- D-1 a\n- b\n",
        "- D-1 x\n- b\n",
        "- D-1 y\n- b\n",
        "<<<<<<< ours\n- D-1 x\n=======\n- D-1 y\n>>>>>>> theirs\n- b\n",
    );
    check("- a\n- b\n", "- a1\n- b\n", "- a2\n- b\n", "- a1\n- a2\n- b\n");
    check("- a\n- b\n", "- b\n- a\n", "- a\n- b\n- c\n", "- b\n- c\n- a\n");
    check("", "- a\n", "- b\n", "- a\n- b\n");
}

/// L6, 6.7: keys of rows: the first cell, without emphasis and code marks; the whole row where that says nothing.
#[test]
fn keys_of_rows() {
    let table = |head: &str, rows: &str| format!("| {head} | V |\n|---|---|\n{rows}");
    let rows = |head: &str, base: &str, ours: &str, theirs: &str, expected: &str| {
        check(&table(head, base), &table(head, ours), &table(head, theirs), &table(head, expected));
    };
    rows("K", "| a | 1 |\n", "| `a` | 1 |\n", "| a | 1 |\n| b | 2 |\n", "| `a` | 1 |\n| b | 2 |\n");
    rows(
        "#",
        "| 1 | a |\n",
        "| 1 | a |\n| 2 | b |\n",
        "| 1 | a |\n| 2 | c |\n",
        "| 1 | a |\n| 2 | b |\n| 2 | c |\n",
    );
    rows("Nr", "", "| 2 | b |\n", "| 2 | c |\n", "| 2 | b |\n| 2 | c |\n");
    rows("K", "", "| 2026-10-01 | b |\n", "| 2026-10-01 | c |\n", "| 2026-10-01 | b |\n| 2026-10-01 | c |\n");
    rows("K", "", "|  | b |\n", "|  | c |\n", "|  | b |\n|  | c |\n");
    rows(
        "K",
        "| a | 1 |\n| a | 2 |\n",
        "| a | 1 |\n| a | 3 |\n",
        "| a | 1 |\n| a | 2 |\n| a | 4 |\n",
        "| a | 1 |\n| a | 3 |\n| a | 4 |\n",
    );
    rows("Phase", "| 2 | 1 |\n", "| 02 | 1 |\n", "| 2 | 1 |\n| 3 | 1 |\n", "| 02 | 1 |\n| 3 | 1 |\n");
    rows(
        "K",
        "| a | 1 |\n",
        "| a | 2 |\n",
        "| a | 3 |\n",
        "<<<<<<< ours\n| a | 2 |\n=======\n| a | 3 |\n>>>>>>> theirs\n",
    );
    rows("K", "| a | 1 |\n", "|  a  |  1  |\n", "| a | 1 |\n| b | 2 |\n", "|  a  |  1  |\n| b | 2 |\n");
}

/// L6, 6.7: rows are compared only below one head.
#[test]
fn tables_of_other_heads() {
    let one = "| K | V |\n|---|---|\n| a | 1 |\n";
    let two = "| K | W |\n|---|---|\n| a | 2 |\n";
    check(
        one,
        &format!("{one}\n{two}"),
        &one.replace('1', "3"),
        &format!("{}\n{two}", one.replace('1', "3")),
    );
}

/// L6, 6.7: keys of bullets.
#[test]
fn keys_of_bullets() {
    check(
        "- **ADR-0007**: a\n",
        "- **ADR-0007**: b\n",
        "- **ADR-0007**: a\n- c\n",
        "- **ADR-0007**: b\n- c\n",
    );
    check(
        "- 02-01 a\n",
        "- 02-01 b\n",
        "- 02-01-PLAN.md a\n",
        "<<<<<<< ours\n- 02-01 b\n=======\n- 02-01-PLAN.md a\n>>>>>>> theirs\n",
    );
    check("- [Phase 2] a\n", "- [Phase 2] b\n", "- [Phase 2] c\n", "- [Phase 2] b\n- [Phase 2] c\n");
    check("- a  b\n", "- a b\n- x\n", "* a  b\n- y\n", "- a b\n- x\n- y\n");
}

/// L6, 6.7: boxes are no part of the key: done beats open, unless the base was done and one side opened it.
#[test]
fn boxes() {
    check("- [ ] a\n", "- [x] a\n", "- [ ] a\n- [ ] b\n", "- [x] a\n- [ ] b\n");
    check("- [x] a\n", "- [ ] a\n", "- [x] a\n- b\n", "- [ ] a\n- b\n");
    check("", "- [ ] a\n", "- [x] a\n", "- [x] a\n");
    check("- [ ] D-1 a\n", "- [x] D-1 a\n", "- [ ] D-1 b\n", "- [x] D-1 b\n");
}

/// L6, 6.7: nested items are merged first; the lines of an item travel with it.
#[test]
fn nested_items() {
    check("- a\n  - b\n", "- a\n  - b\n  - x\n", "- a\n  - y\n  - b\n", "- a\n  - y\n  - b\n  - x\n");
    check("- a\n  more\n", "- a\n  more words\n", "- a\n  more\n  - x\n", "- a\n  more words\n  - x\n");
    check(
        "- a\n  m\n  - b\n",
        "- a\n  o\n  - b\n",
        "- a\n  t\n  - b\n  - c\n",
        "<<<<<<< ours\n- a\n  o\n=======\n- a\n  t\n>>>>>>> theirs\n  - b\n  - c\n",
    );
}

/// L6, 6.7, 14.1: placeholders and all-dash rows go when something real is there.
#[test]
fn placeholders() {
    check("None yet.\n", "- a\n", "None yet.\n", "- a\n");
    check("- a\n", "None\n", "- a\n- b\n", "- b\n");
    check("- a\n", "None\n", "None yet.\n", "None\n");
    check("- None\n", "- None\n- a\n", "- b\n", "- a\n- b\n");
    let table = |rows: &str| format!("| K | V |\n|---|---|\n{rows}");
    check(
        &table("| - | - |\n"),
        &table("| a | 1 |\n"),
        &table("| - | - |\n| b | 1 |\n"),
        &table("| a | 1 |\n| b | 1 |\n"),
    );
}

/// L6, 6.7: fences, comments and folded text are no items.
#[test]
fn pieces_of_text() {
    check("```\n- a\n```\n", "```\n- a\n```\n- x\n", "```\n- a\n```\n- y\n", "```\n- a\n```\n- x\n- y\n");
    let code = "```\nNone yet.\n```\n";
    check(code, &format!("{code}- x\n"), &format!("{code}- y\n"), &format!("{code}- x\n- y\n"));
    check("<!-- - a -->\n", "<!-- - a -->\n\n- x\n", "<!-- - a -->\n\n- y\n", "<!-- - a -->\n\n- x\n- y\n");
    let folded = "<details>\n<summary>Old</summary>\n\n## Inside\n\n- a\n\n</details>\n";
    check(folded, &format!("{folded}\n- x\n"), &format!("{folded}\n- y\n"), &format!("{folded}\n- x\n- y\n"));
}

/// L6, 6.7: loose lists stay loose.
#[test]
fn loose_lists() {
    check("- a\n\n- b\n", "- a\n\n- b\n\n- x\n", "- a\n\n- b\n\n- y\n", "- a\n\n- b\n\n- x\n\n- y\n");
}

/// L6, 6.7: what is gone on one side goes when the other left it as it was, with all its lines and its box.
#[test]
fn gone_on_one_side() {
    check("- a\n  m\n- b\n", "- b\n", "- a\n  m\n- b\n- c\n", "- b\n- c\n");
    check("- a\n  m\n- b\n", "- b\n", "- a\n  o\n- b\n", "- a\n  o\n- b\n");
    check("- [ ] a\n- b\n", "- b\n", "- [x] a\n- b\n", "- [x] a\n- b\n");
}

/// L6, 6.7: who ticked a box does not decide about the text; a text in other blanks is that of the side that changed it.
#[test]
fn texts_beside_boxes() {
    check(
        "- [ ] D-1 a\n",
        "- [x] D-1 b\n",
        "- [ ] D-1 c\n",
        "<<<<<<< ours\n- [x] D-1 b\n=======\n- [ ] D-1 c\n>>>>>>> theirs\n",
    );
    check("", "- [x] a\n", "- [ ] a\n", "- [x] a\n");
    check("- a  b\n- c\n", "- a  b\n- c\n- x\n", "- a b\n- c\n", "- a b\n- c\n- x\n");
}

/// L6, 6.7: two bullets with one id on a side are known by their text.
#[test]
fn one_id_twice() {
    check("- D-1 a\n- D-1 b\n", "- D-1 b\n", "- D-1 a1\n- D-1 b\n", "- D-1 a1\n- D-1 b\n");
}

/// L6, 6.7: nested items are items as deep as people write them; far below they are lines of the item around them.
#[test]
fn depth_of_items() {
    check("- a\n  - b\n", "- a\n  - b\n  - x\n", "- a\n  - b\n  - y\n", "- a\n  - b\n  - x\n  - y\n");
    let nested = |levels: std::ops::Range<usize>| {
        levels.map(|level| format!("{}- l{level}\n", "  ".repeat(level))).collect::<String>()
    };
    let (all, outer, inner) = (nested(0..10), nested(0..8), nested(8..10));
    let last = |word: &str| format!("{}- {word}\n", "  ".repeat(9));
    check(
        &all,
        &format!("{all}{}", last("x")),
        &format!("{all}{}", last("y")),
        &format!("{outer}<<<<<<< ours\n{inner}{}=======\n{inner}{}>>>>>>> theirs\n", last("x"), last("y")),
    );
}

/// L6, 6.7: a first cell names its row, whatever marks stand around it, unless it only counts.
#[test]
fn rows_changed_in_two_ways() {
    for (head, base, ours, theirs) in [
        ("K", "| 1 | a |", "| 1 | b |", "| 1 | c |"),
        ("#", "| a | 1 |", "| a | 2 |", "| a | 3 |"),
        ("K", "| a | 1 |", "| `a` | 2 |", "| a | 3 |"),
        ("K", "| a | 1 |", "| a | 2 |", "| **a** | 3 |"),
    ] {
        let table = |row: &str| format!("| {head} | V |\n|---|---|\n{row}\n");
        let conflict = format!("<<<<<<< ours\n{ours}\n=======\n{theirs}\n>>>>>>> theirs");
        check(&table(base), &table(ours), &table(theirs), &table(&conflict));
    }
    // A table of phases is computed in Performance Metrics alone.
    let table = |row: &str| format!("| Phase | Plans |\n|---|---|\n{row}\n");
    let conflict = "<<<<<<< ours\n| 1 | 2 |\n=======\n| 1 | 3 |\n>>>>>>> theirs";
    check(&table("| 1 | 1 |"), &table("| 1 | 2 |"), &table("| 1 | 3 |"), &table(conflict));
}

/// L6, 6.7, 14.1: a row of dashes and a placeholder go when a row is there, and stay while none is; a table stays without rows.
#[test]
fn tables_without_rows() {
    let table = |rows: &str| format!("| K | V |\n|---|---|\n{rows}");
    check(
        &table("| - | - |\n"),
        &table("| - | - |\n| a | 1 |\n"),
        &table("| - | - |\n| b | 1 |\n"),
        &table("| a | 1 |\n| b | 1 |\n"),
    );
    check(
        &format!("None yet.\n\n{}", table("| - | - |\n")),
        &format!("None yet.\n\n{}", table("| a | 1 |\n")),
        &format!("None yet.\n\n{}", table("| b | 1 |\n")),
        &table("| a | 1 |\n| b | 1 |\n"),
    );
    let dashes = table("| - | - |\n");
    check(
        &format!("a\n\n{dashes}"),
        &format!("a1\n\n{dashes}"),
        &format!("a\n\n{dashes}\nb\n"),
        &format!("a1\n\n{dashes}\nb\n"),
    );
    check(&table("| a | 1 |\n| b | 1 |\n"), &table("| b | 1 |\n"), &table("| a | 1 |\n"), &table(""));
}
