//! What goes with a removed phase to the byte, and which numbers move.

use super::*;

fn removed(source: &str, number: &str) -> String {
    applied(source, |roadmap, window| {
        let phase = roadmap.phases(window).into_iter().find(|phase| phase.id == id(number)).unwrap();
        let gone = roadmap.spans_of_phase(&phase, |at| window.contains(at));
        let mut edits = roadmap.renumber(window, &Renumbering::new(id(number), None), &gone);
        edits.extend(gone.into_iter().map(Edit::delete));
        edits
    })
}

/// 15, `phase remove`: later phases of the same kind and base move, no others.
#[test]
fn phases_that_move() {
    for (removed, other, moved) in [
        ("7", "8", Some("7")),
        ("7", "B8", None),
        ("7", "999", None),
        ("B7", "8", None),
        ("B7", "B8", None),
        ("2.1", "2.2", Some("2.1")),
        ("2.1", "3.2", None),
        ("2.1", "2-02", None),
    ] {
        let found = Renumbering::new(id(removed), None).moved(&id(other), false);
        assert_eq!(found, moved.map(id), "{other} without {removed}");
    }
}

/// 15, `phase remove`: plans get the number of their phase; what goes and what is of another milestone is not renumbered.
#[test]
fn what_is_renumbered() {
    for (source, expected) in [
        (
            "### Phase 2: A\n\n### Phase 3: B\n\n- [ ] 03-01-PLAN.md\n- [x] **03-02**: x\n",
            "### Phase 2: B\n\n- [ ] 02-01-PLAN.md\n- [x] **02-02**: x\n",
        ),
        ("### Phase 2: A\n\n- [ ] 03-01-PLAN.md\n\n### Phase 3: B\n", "### Phase 2: B\n"),
        (
            "## v1.0 X\n\n### Phase 2: A\n\n### Phase 3: B\n\n## v2.0 Y\n\n### Phase 9: Z\n",
            "## v1.0 X\n\n### Phase 2: B\n\n## v2.0 Y\n\n### Phase 9: Z\n",
        ),
        (
            "### Phase 1: Z\n\n- [ ] **Phase 2: A**\n  Depends on: Phase 3\n\n### Phase 3: B\n",
            "### Phase 1: Z\n\n\n### Phase 2: B\n",
        ),
        (
            "### Phase 3: B\n\n### Phase 2: A\n\n- [ ] **Phase 3: B**\n\nDepends on: Phase 4\n",
            "### Phase 2: B\n\n- [ ] **Phase 2: B**\n\nDepends on: Phase 3\n",
        ),
    ] {
        assert_eq!(removed(source, "2"), expected);
    }
}

/// 15, `phase remove`: the spans of a phase are apart; one at the end of the document takes the blank lines in front along.
#[test]
fn spans_of_a_removed_phase() {
    for (source, expected) in [
        ("### Phase 2: A\n\n- [ ] **Phase 2: A**\n", &["### Phase 2: A\n\n- [ ] **Phase 2: A**\n"][..]),
        ("Text  \r\n\r\n### Phase 2: A\r\n", &["\r\n### Phase 2: A\r\n"]),
        (
            "- [ ] **Phase 2: A**\n\n### Phase 2: A\n\n## N\n",
            &["- [ ] **Phase 2: A**\n", "### Phase 2: A\n\n"],
        ),
    ] {
        let roadmap = Roadmap::parse(source.as_bytes());
        let spans = roadmap.spans_of_phase(&roadmap.all_phases()[0], |_| true);
        let found: Vec<&str> = spans.iter().map(|span| &source[span.start..span.end]).collect();
        assert_eq!(found, expected);
    }
}
