//! 6.4: the frontmatter.

use super::check;
use crate::merge::Kind::{Roadmap, State};

/// Merges frontmatters; both sides also change the body, so that no side is taken whole.
fn check_entries(base: &str, ours: &str, theirs: &str, expected: &str) {
    let text = |entries: &str, a: &str, b: &str| format!("---\n{entries}---\n\n## A\n\n{a}\n\n## B\n\n{b}\n");
    check(
        State,
        &text(base, "a", "b"),
        &text(ours, "a1", "b"),
        &text(theirs, "a", "b1"),
        &text(expected, "a1", "b1"),
    );
}

/// L6, 6.4: the table of groups.
#[test]
fn groups() {
    // position: all from the leading side, absent there: absent
    check_entries(
        "milestone: v1.0\nstatus: planning\n",
        "milestone: v1.0\nstatus: planning\nstopped_at: x\n",
        "milestone: v1.1\nstatus: executing\npaused_at: null\n",
        "milestone: v1.1\nstatus: executing\npaused_at: null\n",
    );
    // counters: from the leading side, completed never above total
    check_entries(
        "milestone: v1.0\nprogress:\n  total_plans: 3\n  completed_plans: 1\n",
        "milestone: v1.1\nprogress:\n  total_plans: 4\n  completed_plans: 9\n",
        "milestone: v1.0\nprogress:\n  total_plans: 3\n  completed_plans: 2\n",
        "milestone: v1.1\nprogress:\n  total_plans: 4\n  completed_plans: 4\n",
    );
    // as many completed as there are is none too many
    check_entries(
        "milestone: v1.0\nprogress:\n  total_plans: 4\n  completed_plans: 1\n",
        "milestone: v1.1\nprogress:\n  total_plans: 4\n  completed_plans: 4 in all\n",
        "milestone: v1.0\nprogress:\n  total_plans: 4\n  completed_plans: 2\n",
        "milestone: v1.1\nprogress:\n  total_plans: 4\n  completed_plans: 4 in all\n",
    );
    // time: the later instant
    check_entries(
        "last_updated: a\n",
        "last_updated: 2026-10-02\n",
        "last_updated: \"2026-10-02T01:00:00+02:00\"\n",
        "last_updated: 2026-10-02\n",
    );
    check_entries(
        "last_updated: a\n",
        "last_updated: soon\n",
        "last_updated: 2026-10-02\n",
        "last_updated: 2026-10-02\n",
    );
    // commit: only when both sides have the same
    check_entries("state_head: a\n", "state_head: b\n", "state_head: b\nx: 1\n", "state_head: b\nx: 1\n");
    check_entries("x: 1\nstate_head: a\n", "x: 1\nstate_head: b\n", "x: 1\nstate_head: c\n", "x: 1\n");
    // version: ours, else theirs
    check_entries(
        "a: 1\n",
        "gsd_state_version: 1.0\na: 1\n",
        "msd_state_version: '1.0'\na: 1\n",
        "gsd_state_version: 1.0\na: 1\n",
    );
    check_entries("a: 1\n", "a: 1\n", "msd_state_version: '1.0'\na: 1\n", "msd_state_version: '1.0'\na: 1\n");
}

/// L6, 6.4: unknown keys, three-way.
#[test]
fn unknown_keys() {
    check_entries("a: 1\nb: 2\n", "a: 5\nb: 2\n", "a: 1\n", "a: 5\n");
    check_entries("a: 1\n", "a: 1\nx: 1\n", "a: 1\ny: 1\n", "a: 1\nx: 1\ny: 1\n");
    check_entries("a: 1\n", "a: 2\n", "a: 2\nb: 1\n", "a: 2\nb: 1\n");
    check_entries("a: 1\n", "a: 2\n", "a: 3\n", "<<<<<<< ours\na: 2\n=======\na: 3\n>>>>>>> theirs\n");
    check_entries(
        "a: 1\nb: 1\n",
        "b: 1\n",
        "a: 3\nb: 1\n",
        "<<<<<<< ours\n=======\na: 3\n>>>>>>> theirs\nb: 1\n",
    );
    check_entries("a:\n  - 1\n", "a:\n  - 1\n  - 2\n", "a:\n  - 1\nb: 1\n", "a:\n  - 1\n  - 2\nb: 1\n");
    check_entries(
        "progress:\n  percent: 1\n",
        "progress:\n  percent: 1\n  mine: 1\n",
        "progress:\n    percent: 1\n    yours: 2\n",
        "progress:\n  percent: 1\n  mine: 1\n  yours: 2\n",
    );
}

/// L6, 6.4: order, comments.
#[test]
fn order_and_comments() {
    check_entries(
        "status: planning\na: 1\n",
        "a: 1\nstatus: planning\n",
        "milestone: v1.0\nstatus: planning\na: 1\n",
        "milestone: v1.0\na: 1\nstatus: planning\n",
    );
    check_entries(
        "# x\na: 1\nb: 1\n",
        "# x\na: 1\n# mine\nb: 1\n",
        "a: 1\n# yours\nb: 1\n",
        "a: 1\n# mine\n# yours\nb: 1\n",
    );
}

/// L6, 6.4: a side without a block is readable.
#[test]
fn without_a_block() {
    check(
        State,
        "## A\n\na\n",
        "## A\n\na1\n",
        "---\nx: 1\n---\n\n## A\n\na\n",
        "---\nx: 1\n---\n\n## A\n\na1\n",
    );
    // Gone on one side; what the other one added stays.
    check(
        State,
        "---\nx: 1\n---\n\n## A\n\na\n",
        "## A\n\na\n",
        "---\nx: 1\ny: 2\n---\n\n## A\n\na\n",
        "---\ny: 2\n---\n\n## A\n\na\n",
    );
}

/// L6, 6.10: ROADMAP.md has no groups.
#[test]
fn roadmap_entries() {
    check(
        Roadmap,
        "---\nstatus: a\nlast_updated: 1\n---\n## A\n",
        "---\nstatus: b\nlast_updated: 1\n---\n## A\n",
        "---\nstatus: a\nlast_updated: 2\n---\n## A\n",
        "---\nstatus: b\nlast_updated: 2\n---\n## A\n",
    );
}

/// L6, 6.4: `progress` in one line, and where the leading side has none.
#[test]
fn forms_of_progress() {
    let text = |milestone: &str, progress: &str| format!("milestone: {milestone}\nprogress: {progress}\n");
    check_entries(
        &text("v1.0", "{percent: 1}"),
        &text("v1.1", "{percent: 2}"),
        &text("v1.0", "{percent: 3}"),
        &text("v1.1", "{percent: 2}"),
    );
    check_entries(
        &text("v1.0", "{percent: 1}"),
        &text("v1.0", "{percent: 1, mine: 1}"),
        &text("v1.1", "{percent: 1}"),
        &text("v1.1", "{percent: 1, mine: 1}"),
    );
    check_entries(
        "milestone: v1.0\n",
        "milestone: v1.1\n",
        "milestone: v1.0\nprogress:\n  mine: 1\n",
        "milestone: v1.1\nprogress:\n  mine: 1\n",
    );
    check_entries(
        "progress:\n  percent: 1\n",
        "progress:\n  percent: 1\n",
        "progress:\n    percent: 1\n    yours: |\n      a\n\n      b\n",
        "progress:\n  percent: 1\n  yours: |\n    a\n\n    b\n",
    );
}

/// L6, 6.4: comments that both sides have stay once; those of an entry that goes stand above the next one.
#[test]
fn comments() {
    check_entries("# x\na: 1\n", "# x\na: 2\n", "# x\na: 1\nb: 1\n", "# x\na: 2\nb: 1\n");
    check_entries("a: 1\n", "# n\na: 2\n", "# n\na: 1\nb: 1\n", "# n\na: 2\nb: 1\n");
    check_entries("a: 1\nb: 1\n", "b: 1\n", "# n\na: 1\nb: 1\n", "# n\nb: 1\n");
    check_entries("a: 1\n\nb: 1\n", "a: 1\n\nb: 2\n", "a: 1\n\nb: 1\nc: 1\n", "a: 1\n\nb: 2\nc: 1\n");
}

/// L6, 6.4: a key of the schema stands at its canonical place, an unknown one behind the unknown one before it.
#[test]
fn places_of_added_entries() {
    check_entries(
        "status: planning\na: 1\n",
        "status: planning\na: 2\n",
        "status: planning\na: 1\nlast_updated: 2026-10-02\n",
        "status: planning\nlast_updated: 2026-10-02\na: 2\n",
    );
    check_entries(
        "a: 1\nb: 1\n",
        "a: 1\nmilestone: v1.0\nb: 1\n",
        "a: 1\ny: 1\nb: 1\n",
        "a: 1\ny: 1\nmilestone: v1.0\nb: 1\n",
    );
    // The last of equal keys counts, so they stand in their order.
    check_entries("status: a\n", "status: a\n", "status: a\nstatus: b\n", "status: a\nstatus: b\n");
}
