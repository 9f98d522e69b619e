//! Where new phases go: the whole document is compared, for a block in another place changes the same lines.

use super::*;

const FIELDS: &str = "\n\n**Goal:** [To be planned]\n**Depends on:** Nothing\n**Plans:** TBD\n";

fn new_phase<'a>(id: &'a PhaseId) -> NewPhase<'a> {
    NewPhase { id, title: "New", depends_on: None, is_inserted: false }
}

/// 15, `phase insert`: behind the last block in front of the base, else in front of the first one behind it, at its level.
#[test]
fn inserted_blocks() {
    let (number, base) = (id("2.1"), id("2"));
    for (source, expected) in [
        (
            "#### Phase 1: A\n\n## Notes\n\n### Phase 3: C\n",
            format!("#### Phase 1: A\n\n#### Phase 2.1: New{FIELDS}\n## Notes\n\n### Phase 3: C\n"),
        ),
        (
            "- [ ] **Phase 2: B**\n\nText\n\n#### Phase 3: C\n",
            format!("- [ ] **Phase 2: B**\n\nText\n\n#### Phase 2.1: New{FIELDS}\n#### Phase 3: C\n"),
        ),
    ] {
        let found = applied(source, |roadmap, window| {
            roadmap.insert_phase(window, Some("v1.0"), &base, &new_phase(&number))
        });
        assert_eq!(found, expected);
    }
}

/// 15, `phase add`: without blocks it goes behind the list of phases, else in front of the Progress section.
#[test]
fn added_blocks() {
    let number = id("4");
    for (front, back) in [
        ("## v1.0 X\n\n- [ ] **Phase 3: P**\n  more\n\n", "Text\n\n## Notes\n\nEnd\n"),
        ("## v1.0 X\n\n- [ ] **Phase 3: P**\n", "## Notes\nx\n\nEnd\n"),
        ("# R\n\n- [ ] **Phase 3: P**\n  more\n\n", "End\n"),
        ("## v1.0 X\n\nText\n\n", "## Progress\n\nEnd\n"),
        ("## v1.0 X\n\nText\n\n", "## v2.0 Y\n\n## Progress\n\nEnd\n"),
    ] {
        let found = applied(&format!("{front}{back}"), |roadmap, window| {
            roadmap.add_phase(window, Some("v1.0"), &new_phase(&number))
        });
        let (before, behind) = found.split_once("### Phase 4: New").unwrap();
        assert_eq!(before.trim_end(), front.trim_end(), "{found}");
        assert_eq!(behind.strip_prefix(FIELDS).unwrap().trim_start(), back, "{found}");
    }
}

/// Section 3: each cell of a new row stands under its heading.
#[test]
fn new_rows() {
    let number = id("4");
    let table = "## v1.0 X\n\n### Phase 3: P\n\n## Progress\n\n| Milestone | Phase | Name | Status | Owner |\n|---|---|---|---|---|\n";
    for (version, milestone) in [(Some("v1.0"), "v1.0"), (None, "-")] {
        let found = applied(table, |roadmap, window| roadmap.add_phase(window, version, &new_phase(&number)));
        let row = found.lines().last().unwrap();
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells, [milestone, "4. New", "New", "Not started", ""], "{found}");
    }
}
