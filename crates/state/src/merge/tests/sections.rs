//! 6.6 to 6.8: which sections there are, when one is taken whole, the blank lines around them.

use super::{check, check_section};
use crate::merge::Kind::State;

/// L6, 6.6: the position of a section comes from the leading side, whichever side changed it.
#[test]
fn position_changed_on_one_side() {
    let text = |phase: u8, stopped: &str| {
        format!("## Current Position\n\nPhase: {phase} of 9 (A)\n\n## Session\n\nStopped at: {stopped}\n")
    };
    check(State, &text(1, "x"), &text(1, "y"), &text(2, "x"), &text(2, "x"));
    check(State, &text(1, "x"), &text(2, "x"), &text(1, "y"), &text(2, "x"));
}

/// L6, 6.7: fields of the position are nothing listed: what says that nothing is listed stays beside them.
#[test]
fn placeholder_beside_the_position() {
    let text = |phase: u8| format!("## Current Position\n\n- **Phase:** {phase} (A)\n\nNone yet.\n");
    check(State, &text(1), &text(2), &text(3), &text(3));
}

/// L6, 6.8: content that one side changed, or both alike, is that content as it stands, its order included.
#[test]
fn content_taken_whole() {
    check_section(State, "- a\n- b\n", "- a\n- b\n", "- b\n- a\n", "- b\n- a\n");
    let both = "- b\n\nNone yet.\n";
    check_section(State, "None yet.\n", both, both, both);
}

/// L6, 6.6: of labels in Performance Metrics only the computed ones come from the leading side; others are prose.
#[test]
fn labels_in_metrics() {
    let text = |note: &str| format!("## Performance Metrics\n\nNote: {note}\n");
    check(
        State,
        &text("a"),
        &text("b"),
        &text("c"),
        "## Performance Metrics\n\n<<<<<<< ours\nNote: b\n=======\nNote: c\n>>>>>>> theirs\n",
    );
}

/// L6, 6.6: of two `Last updated` lines of one date that of the leading side.
#[test]
fn last_updated_on_one_day() {
    let text = |phase: u8, by: &str| {
        format!(
            "## Current Position\n\nPhase: {phase} of 9 (A)\n\n## Notes\n\n*Last updated: 2026-10-01 by {by}*\n"
        )
    };
    check(State, &text(1, "a"), &text(2, "b"), &text(1, "c"), &text(2, "b"));
    check(State, &text(1, "a"), &text(1, "b"), &text(2, "c"), &text(2, "c"));
}

/// L6, 6.8: text in front of all headings is merged as any other.
#[test]
fn text_in_front_of_headings() {
    let text = |lines: &str| format!("{lines}\n## A\n\na\n");
    check(State, &text("a\nb\nc\n"), &text("a1\nb\nc\n"), &text("a\nb\nc1\n"), &text("a1\nb\nc1\n"));
}

/// L6, 6.8: the first of two headings of level 1 is no title.
#[test]
fn two_headings_of_level_one() {
    check(
        State,
        "# A\n\na\n\n# B\n\nb\n",
        "# X\n\na\n\n# B\n\nb\n",
        "# A\n\na1\n\n# B\n\nb\n",
        "# X\n\na\n\n<<<<<<< ours\n=======\n# A\n\na1\n\n>>>>>>> theirs\n# B\n\nb\n",
    );
}

/// L6, 6.8: blank lines behind a section are those of the side that changed them; those within its text stay.
#[test]
fn blank_lines() {
    let text = |gap: usize, a: &str, b: &str| format!("## A\n\n{a}\n{}## B\n\n{b}\n", "\n".repeat(gap));
    check(State, &text(1, "a", "b"), &text(1, "a1", "b"), &text(2, "a", "b1"), &text(2, "a1", "b1"));
    check(State, &text(1, "a", "b"), &text(2, "a1", "b"), &text(1, "a", "b1"), &text(2, "a1", "b1"));
    check_section(State, "a\n\n\nb\nc\n", "a1\n\n\nb\nc\n", "a\n\n\nb\nc1\n", "a1\n\n\nb\nc1\n");
    // A list of which nothing is left takes one of the blank lines around it along.
    check_section(State, "x\n\n- a\n- b\n\ny\n", "x\n\n- b\n\ny\n", "x\n\n- a\n\ny\n", "x\n\ny\n");
}

/// L6, 6.8: blank lines below a heading, and in front of the first, are those of the side that changed them.
#[test]
fn blank_lines_above_content() {
    let document = |front: &str, lead: usize, behind: &str, a: &str, b: &str| {
        format!("{front}{}{behind}{a}\n\n## B\n\n{b}\n", "\n".repeat(lead))
    };
    for (front, behind) in [("## A\n", ""), ("", "## A\n\n")] {
        let text = |lead, a: &str, b: &str| document(front, lead, behind, a, b);
        for (ours, theirs, expected) in [(1, 2, 2), (2, 1, 2), (0, 1, 0), (1, 0, 0), (2, 3, 2)] {
            let expected = text(expected, "a1", "b1");
            check(State, &text(1, "a", "b"), &text(ours, "a1", "b"), &text(theirs, "a", "b1"), &expected);
        }
    }
    // Below frontmatter one stays while a side has it.
    for (ours, theirs) in [(0, 1), (1, 0)] {
        let text = |lead, a: &str, b: &str| document("---\nstatus: a\n---\n", lead, "## A\n\n", a, b);
        let (base, expected) = (text(1, "a", "b"), text(1, "a1", "b1"));
        check(State, &base, &text(ours, "a1", "b"), &text(theirs, "a", "b1"), &expected);
    }
}

/// L6, 6.8: a heading that both sides wrote in other letters is that of ours.
#[test]
fn letters_of_headings() {
    check(
        State,
        "## Notes\n\na\n\n## B\n\nb\n",
        "## NOTES\n\na1\n\n## B\n\nb\n",
        "## notes\n\na\n\n## B\n\nb1\n",
        "## NOTES\n\na1\n\n## B\n\nb1\n",
    );
}

/// L6, 6.7: rows by phase are those of Performance Metrics only where both sides have them in the first section of that name.
#[test]
fn metrics_of_one_side() {
    let text = |front: &str, rows: &str| {
        format!(
            "{front}## Performance Metrics\n\n| Phase | Plans | Total | Avg/Plan |\n|---|---|---|---|\n{rows}"
        )
    };
    let front = "### Performance Metrics\n\nx\n\n";
    let [base, ours, theirs] = [1, 2, 3].map(|plans| format!("| 1 | {plans} | - | - |\n"));
    let both = format!("<<<<<<< ours\n{ours}=======\n{theirs}>>>>>>> theirs\n");
    check(State, &text("", &base), &text(front, &ours), &text("", &theirs), &text(front, &both));
}
