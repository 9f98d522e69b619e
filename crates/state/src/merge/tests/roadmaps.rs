//! 6.10: ROADMAP.md.

use super::{check, check_section};
use crate::merge::Kind::Roadmap;

fn lines(base: &str, ours: &str, theirs: &str, expected: &str) {
    check_section(Roadmap, base, ours, theirs, expected);
}

/// L6, 6.10: phase sections by id within their milestone, whatever the name; two new phases with one number.
#[test]
fn phase_sections() {
    let text = |heading: &str, goal: &str| format!("# R\n\n## v1.0 A\n\n### {heading}\n\n**Goal:** {goal}\n");
    check(
        Roadmap,
        &text("Phase 1: A", "a"),
        &text("Phase 1: B", "a"),
        &text("Phase 1: A", "b"),
        &text("Phase 1: B", "b"),
    );
    let both = "<<<<<<< ours\n### Phase 1: B\n=======\n### Phase 1: C\n>>>>>>> theirs\n\n**Goal:** a\n";
    check(
        Roadmap,
        &text("Phase 1: A", "a"),
        &text("Phase 1: B", "a"),
        &text("Phase 1: C", "a"),
        &format!("# R\n\n## v1.0 A\n\n{both}"),
    );
    let shipped = text("Phase 1: A", "a").replace("## v1.0 A", "## v1.0 A (SHIPPED)");
    check(
        Roadmap,
        &text("Phase 1: A", "a"),
        &shipped,
        &text("Phase 1: A", "b"),
        &shipped.replace("** a", "** b"),
    );
    check(
        Roadmap,
        "# R\n",
        "# R\n\n## Phase 4: A\n\na\n",
        "# R\n\n## Phase 4: B\n\nb\n",
        "# R\n\n<<<<<<< ours\n## Phase 4: A\n\na\n\n=======\n## Phase 4: B\n\nb\n\n>>>>>>> theirs\n",
    );
    check(
        Roadmap,
        "# R\n",
        "# R\n\n## Phase 4: A\n\na\n",
        "# R\n\n## Phase 4: A\n\na\n\n**Goal:** x\n",
        "# R\n\n## Phase 4: A\n\na\n\n**Goal:** x\n",
    );
}

/// L6, 6.10: a version names a milestone down to the third level; below it the heading is text like another.
#[test]
fn versions_in_headings() {
    let text = |level: &str, word: &str, line: &str| format!("## X\n\n{level} v1.0 {word}\n\n{line}\n");
    for level in ["###", "####"] {
        let merged = text(level, "b", "t1");
        let apart = format!(
            "{}\n<<<<<<< ours\n=======\n#### v1.0 a\n\nt1\n\n>>>>>>> theirs\n",
            text(level, "b", "t")
        );
        check(
            Roadmap,
            &text(level, "a", "t"),
            &text(level, "b", "t"),
            &text(level, "a", "t1"),
            if level == "###" { &merged } else { &apart },
        );
    }
}

/// L6, 6.10: label lines three-way, then a conflict.
#[test]
fn label_lines() {
    lines(
        "**Goal:** a\n**Depends on**: 1\n",
        "**Goal:** b\n**Depends on**: 1\n",
        "**Goal:** a\n**Depends on**: 2\n",
        "**Goal:** b\n**Depends on**: 2\n",
    );
    lines(
        "**Goal:** a\n",
        "**Goal:** b\n",
        "**Goal:** c\n",
        "<<<<<<< ours\n**Goal:** b\n=======\n**Goal:** c\n>>>>>>> theirs\n",
    );
    lines("**Goal:** a\n", "", "**Goal:** c\n", "**Goal:** c\n");
    lines(
        "**Goal:** 0/3 plans\n",
        "**Goal:** 1/3 plans\n",
        "**Goal:** 2/3 plans\n",
        "<<<<<<< ours\n**Goal:** 1/3 plans\n=======\n**Goal:** 2/3 plans\n>>>>>>> theirs\n",
    );
    lines(
        "**Goal:** a\n**Plans:** 2/3 plans executed\n",
        "**Goal:** b\n**Plans:** 2/3 plans executed\n",
        "**Goal:** a\n**Plans:** 1/3 plans executed\n",
        "**Goal:** b\n**Plans:** 1/3 plans executed\n",
    );
}

/// L6, 6.10: bullets of phases and plans.
#[test]
fn steps() {
    lines(
        "- [ ] **Phase 1: A**\n",
        "- [x] **Phase 1: A** (completed 2026-10-03)\n",
        "- [x] **Phase 1: A** (completed 2026-10-02)\n",
        "- [x] **Phase 1: A** (completed 2026-10-02)\n",
    );
    lines(
        "- [x] **Phase 1: A** (completed 2026-10-01)\n",
        "- [ ] **Phase 1: A**\n",
        "- [x] **Phase 1: B** (completed 2026-10-01)\n",
        "- [ ] **Phase 1: B**\n",
    );
    lines(
        "- [ ] 01-01-PLAN.md: x\n",
        "- [ ] 01-01-PLAN.md: y\n",
        "- [x] 01-01-PLAN.md: x\n",
        "- [x] 01-01-PLAN.md: y\n",
    );
    let remark = "- [x] **Phase 1: A** (Completed 2026-10-01)\n";
    lines(remark, &format!("{remark}- x\n"), &format!("{remark}- y\n"), &format!("{remark}- x\n- y\n"));
    lines(
        "- [ ] 01-01-PLAN.md\n",
        "- [ ] 01-01-PLAN.md: x\n",
        "- [x] 01-01-PLAN.md: y\n",
        "- [x] 01-01-PLAN.md: y\n",
    );
    lines(
        "- [ ] 01-01-PLAN.md\n",
        "- [ ] 01-01-PLAN.md: x\n",
        "- [ ] 01-01-PLAN.md: y\n",
        "<<<<<<< ours\n- [ ] 01-01-PLAN.md: x\n=======\n- [ ] 01-01-PLAN.md: y\n>>>>>>> theirs\n",
    );
    lines(
        "- ✅ **v1.0 A**\n",
        "- ✅ **v1.0 B**\n",
        "- ✅ **v1.0 A**\n- 🚧 **v2.0 C**\n",
        "- ✅ **v1.0 B**\n- 🚧 **v2.0 C**\n",
    );
    lines(
        "- 🚧 **v1.0 A**\n",
        "- ✅ **v1.0 A**\n",
        "- 🚧 **v1.0 B**\n",
        "<<<<<<< ours\n- ✅ **v1.0 A**\n=======\n- 🚧 **v1.0 B**\n>>>>>>> theirs\n",
    );
}

/// L6, 6.10: Progress rows.
#[test]
fn progress_rows() {
    let table =
        |row: &str| format!("| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|\n{row}");
    let rows = |base: &str, ours: &str, theirs: &str, expected: &str| {
        lines(&table(base), &table(ours), &table(theirs), &table(expected))
    };
    let base = "| 1. A | 1/3 | In Progress |  |\n";
    rows(
        base,
        "| 1. A | 3/3 | Complete | 2026-10-03 |\n",
        "| 1. A | 2/3 | In Progress |  |\n",
        "| 1. A | 3/3 | Complete | 2026-10-03 |\n",
    );
    rows(
        base,
        "| 1. A | 3/3 | Complete | 2026-10-03 |\n",
        "| 1. A | 3/3 | Complete | 2026-10-02 |\n",
        "| 1. A | 3/3 | Complete | 2026-10-02 |\n",
    );
    rows(
        base,
        "| 1. A | 2/3 | In Progress |  |\n",
        "| 1. A | 2/4 | In Progress |  |\n",
        "| 1. A | 2/4 | In Progress |  |\n",
    );
    // Changed on one side alone, if back: that one.
    rows(
        "| 1. A | 2/3 | In Progress |  |\n| 2. B | 0/1 | Not started |  |\n",
        "| 1. A | 2/3 | In Progress |  |\n| 2. B | 1/1 | Complete | 2026-10-02 |\n",
        "| 1. A | 1/3 | In Progress |  |\n| 2. B | 0/1 | Not started |  |\n",
        "| 1. A | 1/3 | In Progress |  |\n| 2. B | 1/1 | Complete | 2026-10-02 |\n",
    );
    let done = "| 1. A | 3/3 | Complete | 2026-10-02 |\n";
    rows(
        done,
        "| 1. A | 2/3 | In Progress |  |\n",
        "| 1. A | 3/3 | Complete | 2026-10-01 |\n",
        "| 1. A | 2/3 | In Progress |  |\n",
    );
    rows(
        base,
        "| 1. A | 2/3 | In Progress |  |\n",
        "| 1. A | 2/3 | Blocked |  |\n",
        "<<<<<<< ours\n| 1. A | 2/3 | In Progress |  |\n=======\n| 1. A | 2/3 | Blocked |  |\n>>>>>>> theirs\n",
    );
}

/// L6, 6.10: counts that both sides changed, alike or not, follow the boxes of the merged section.
#[test]
fn counts() {
    let text = |one: &str, two: &str, count: &str, done: &str| {
        format!(
            "# R\n\n## Phase 1: A\n\n**Plans:** {count} plans {done}\n\n- [{one}] 01-01-PLAN.md\n- [{two}] 01-02-PLAN.md\n- [ ] 01-03-PLAN.md\n\n## Progress\n\n| Phase | Plans | Status |\n|---|---|---|\n| 1. A | {count} | In Progress |\n"
        )
    };
    check(
        Roadmap,
        &text(" ", " ", "0/3", "executed"),
        &text("x", " ", "1/3", "executed"),
        &text(" ", "x", "1/3", "executed"),
        &text("x", "x", "2/3", "executed"),
    );
    lines(
        "**Plans:** TBD\n",
        "**Plans:** 3 plans\n",
        "**Plans:** 1/3 plans executed\n",
        "**Plans:** 1/3 plans executed\n",
    );
}
