//! How far a phase is: words, counts of nothing, boxes, and the marks of a shipped milestone.

use super::*;

/// Section 16: the word of a phase follows from its plans.
#[test]
fn status_words() {
    for (done, total, word) in
        [(0, 0, "Not Started"), (0, 3, "Planned"), (1, 3, "In Progress"), (3, 3, "Complete")]
    {
        assert_eq!(PlanTally::of(&plans(done, total)).status(), word, "{done}/{total}");
    }
}

/// S-42: a phase without plans changes no row that counts nothing, unless it is called complete.
#[test]
fn s_42_rows_that_count_nothing() {
    let open = PlanTally { completed: 0, total: 0, is_complete: false };
    let closed = PlanTally { is_complete: true, ..open.clone() };
    for (count, tally, expected) in [
        ("0", &open, "0 | open | -"),
        ("0/0", &open, "0/0 | open | -"),
        ("TBD", &open, "TBD | open | -"),
        ("0/3", &open, "0/0 | Not started | -"),
        ("2", &open, "0/0 | Not started | -"),
        ("0/0", &closed, "0/0 | Complete | 2026-10-07"),
    ] {
        let source = format!(
            "### Phase 2: A\n\n## Progress\n\n| Phase | Plans | Status | Completed |\n|---|---|---|---|\n| 2. A | {count} | open | - |\n"
        );
        let found = applied(&source, |roadmap, window| {
            let phase = &roadmap.phases(window)[0];
            roadmap.set_progress_row(phase, None, tally, "2026-10-07")
        });
        let row = found.lines().last().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(row, format!("| 2. A | {expected} |"), "{count}");
    }
}

/// Fault kind "fields and rows of others": a box outside the blocks of a phase is its own only if it names a phase, in the window.
#[test]
fn boxes_of_a_phase() {
    let source = "## v1.0 X\n\n### Phase 2: A\n\n- [ ] PLAN-02-b.md\n\n### Phase 3: B\n\n- [ ] PLAN-01-a.md\n- [ ] 01.md\n- [ ] 02-01-PLAN.md\n\n## v2.0 Y\n\n- [ ] 02-02-PLAN.md\n";
    let roadmap = Roadmap::parse(source.as_bytes());
    let window = roadmap.window(Some("v1.0")).unwrap();
    let phase = roadmap.phases(&window).into_iter().find(|phase| phase.id == id("2")).unwrap();
    let found: Vec<&str> =
        roadmap.plan_boxes_of(&window, &phase).into_iter().map(|plan| plan.plan.as_str()).collect();
    assert_eq!(found, ["PLAN-02-b.md", "02-01-PLAN.md"]);
}

/// S-42: the milestone's own heading is closed whatever else it names; another one that names a second milestone is not.
#[test]
fn s_42_headings_of_two_milestones() {
    for (source, expected) in [
        ("## v1.0 Start (after v0.9)\n", "## v1.0 Start (after v0.9) (SHIPPED 2026-10-07)\n"),
        (
            "## v1.0 Start\n\n## v1.0 and v2.0\n\n## v1.0 (Phase Details)\n",
            "## v1.0 Start (SHIPPED 2026-10-07)\n\n## v1.0 and v2.0\n\n## v1.0 (Phase Details) (SHIPPED 2026-10-07)\n",
        ),
    ] {
        assert_eq!(applied(source, |roadmap, _| roadmap.ship("v1.0", "2026-10-07")), expected);
    }
}
