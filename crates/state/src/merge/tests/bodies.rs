//! 6.6 and 6.8: position, other labels, prose, sections.

use super::check;
use crate::merge::Kind::State;

fn document(position: &str, rest: &str) -> String {
    format!("# T\n\n## Current Position\n\n{position}\n{rest}")
}

/// L6, 6.6: position lines with what continues them come from the leading side, also where only the other side changed the section.
#[test]
fn position_lines() {
    let base = document("Phase: 1 of 3 (A)\nStatus: Ready to plan\nsoon\n", "");
    let ours = document("Phase: 2 of 3 (B)\nStatus: Executing\nnow\n\nMore words.\n", "");
    let theirs = document("Phase: 1 of 3 (A)\nStatus: Blocked\nby them\nPlan: 1 of 2\n", "");
    check(State, &base, &ours, &theirs, &ours);
    check(State, &base, &theirs, &ours, &ours);
    // A field in bold inside a bullet and one in a row are positions too.
    let base = document("- **Phase:** 1 (A)\n- other\n", "");
    let ours = document("- **Phase:** 2 (B)\n- other\n", "");
    let theirs = document("- **Phase:** 1 (C)\n- other\n- more\n", "");
    check(State, &base, &ours, &theirs, &document("- **Phase:** 2 (B)\n- other\n- more\n", ""));
}

/// L6, 6.6: other labels three-way, changed in two ways: the leading side's; `Last updated` lines: the later.
#[test]
fn other_labels() {
    let text = |phase: u8, next: &str, updated: &str| {
        document(
            &format!("Phase: {phase} of 3 (A)\n{next}"),
            &format!("\n## Notes\n\n*Last updated: {updated}*\n"),
        )
    };
    check(
        State,
        &text(1, "Next: a\nOwner: k\n", "2026-10-01"),
        &text(2, "Next: b\nOwner: k\n", "2026-10-02"),
        &text(1, "Next: c\nOwner: m\nBranch: x\n", "2026-10-03"),
        &text(2, "Next: b\nOwner: m\nBranch: x\n", "2026-10-03"),
    );
}

/// L6, 6.8: prose by lines; what touches and differs is one conflict.
#[test]
fn prose() {
    let notes = |lines: &str| format!("## N\n\n{lines}");
    check(State, &notes("a\nb\nc\n"), &notes("a1\nb\nc\n"), &notes("a\nb\nc1\n"), &notes("a1\nb\nc1\n"));
    check(
        State,
        &notes("a\nb\nc\n"),
        &notes("a1\nb\nc\n"),
        &notes("a\nb1\nc\n"),
        &notes("<<<<<<< ours\na1\nb\n=======\na\nb1\n>>>>>>> theirs\nc\n"),
    );
    check(
        State,
        &notes("a\n"),
        &notes("a\n\nb\n\nz\n"),
        &notes("a\n\nb\n\ny\n"),
        &notes("a\n\nb\n\n<<<<<<< ours\nz\n=======\ny\n>>>>>>> theirs\n"),
    );
}

/// L6, 6.8: sections by heading path.
#[test]
fn sections() {
    let base = "# T\n\n## A\n\na\n\n## B\n\nb\n\n## C\n\nc\n";
    check(
        State,
        base,
        "# T\n\n## A\n\na\n\n## X\n\nx\n\n## B\n\nb\n\n## C\n\nc\n",
        "# T\n\n## A\n\na\n\n## B\n\nb\n\n## C\n\nc\n\n## Y\n\ny\n",
        "# T\n\n## A\n\na\n\n## X\n\nx\n\n## B\n\nb\n\n## C\n\nc\n\n## Y\n\ny\n",
    );
    check(
        State,
        base,
        "# T\n\n## A\n\na\n\n## C\n\nc\n",
        "# T\n\n## A\n\na1\n\n## B\n\nb\n\n## C\n\nc\n",
        "# T\n\n## A\n\na1\n\n## C\n\nc\n",
    );
    check(
        State,
        base,
        "# T\n\n## A\n\na\n\n## B\n\nb\n",
        "# T\n\n## A\n\na1\n\n## B\n\nb\n\n## C\n\nc\n",
        "# T\n\n## A\n\na1\n\n## B\n\nb\n",
    );
    check(
        State,
        base,
        "# T\n\n## A\n\na\n\n## C\n\nc\n",
        "# T\n\n## A\n\na\n\n## B\n\nb1\n\n## C\n\nc\n",
        "# T\n\n## A\n\na\n\n<<<<<<< ours\n=======\n## B\n\nb1\n\n>>>>>>> theirs\n## C\n\nc\n",
    );
    // A new title is no new document; the second of two equal headings is another section.
    check(
        State,
        base,
        &base.replace("# T\n", "# New\n"),
        &base.replace("\nb\n", "\nb1\n"),
        &base.replace("# T\n", "# New\n").replace("\nb\n", "\nb1\n"),
    );
    check(
        State,
        "## A\n\na\n\n## A\n\nb\n",
        "## A\n\na1\n\n## A\n\nb\n",
        "## A\n\na\n\n## A\n\nb1\n",
        "## A\n\na1\n\n## A\n\nb1\n",
    );
}

/// L6, 6.7: computed lines never conflict; without rows of plans they come from the leading side.
#[test]
fn computed_lines() {
    let text = |phase: u8, total: u8, row: &str| {
        format!(
            "## Current Position\n\nPhase: {phase} of 9 (A)\n\n## Performance Metrics\n\n- Total plans completed: {total}\n- Trend: Stable\n\n| Phase | Plans | Total | Avg/Plan |\n|---|---|---|---|\n{row}"
        )
    };
    check(
        State,
        &text(1, 1, "| 1 | 1 | - | - |\n"),
        &text(2, 4, "| 1 | 3 | - | - |\n"),
        &text(1, 3, "| 1 | 2 | - | - |\n"),
        &text(2, 4, "| 1 | 3 | - | - |\n"),
    );
    let plans = |rows: &str| format!("\n| Plan | Duration |\n|---|---|\n{rows}");
    let with = |total: u8, row: &str, rows: &str| format!("{}{}", text(1, total, row), plans(rows));
    check(
        State,
        &with(1, "| 1 | 1 | 5min | 5min |\n", "| Phase 1 P1 | 5min |\n"),
        &with(2, "| 1 | 2 | 10min | 5min |\n", "| Phase 1 P1 | 5min |\n| Phase 1 P2 | 5min |\n"),
        &with(2, "| 1 | 2 | 12min | 6min |\n", "| Phase 1 P1 | 5min |\n| Phase 1 P3 | 7min |\n"),
        &with(
            3,
            "| 1 | 3 | 17min | 6min |\n",
            "| Phase 1 P1 | 5min |\n| Phase 1 P2 | 5min |\n| Phase 1 P3 | 7min |\n",
        ),
    ); // What only one side wrote there is not computed again.
    let notes = |total: u8, note: &str| {
        format!(
            "{}\n## Notes\n\n{note}\n",
            with(total, "| 1 | 1 | 5min | 5min |\n", "| Phase 1 P1 | 5min |\n")
        )
    };
    check(State, &notes(1, "a"), &notes(7, "a"), &notes(1, "b"), &notes(7, "b"));
    check(State, &notes(1, "a"), &notes(1, "b"), &notes(7, "a"), &notes(7, "b"));
    // Nor is anything as long as a conflict is left.
    let conflict = "<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs";
    check(State, &notes(1, "a"), &notes(7, "b"), &notes(8, "c"), &notes(7, conflict));
}
