//! Edits of ROADMAP.md: what changes, and that nothing else does (D5).

use super::super::{Roadmap, Window};
use super::*;
use crate::phase_files::{PhasePlans, Plan};
use crate::phase_id::PhaseId;
use cairn_text::{Edit, Patch};

mod counts;
mod numbers;
mod places;

fn id(text: &str) -> PhaseId {
    PhaseId::parse(text).unwrap()
}

/// What `edit` makes of the window of `v1.0`.
fn applied(source: &str, edit: impl Fn(&Roadmap<'_>, &Window) -> Vec<Edit>) -> String {
    let roadmap = Roadmap::parse(source.as_bytes());
    let window = roadmap.window(Some("v1.0")).unwrap();
    let patch = Patch::from_edits(edit(&roadmap, &window)).unwrap();
    String::from_utf8(patch.apply(source.as_bytes())).unwrap()
}

/// The same, as the lines that differ: `- old` and `+ new`.
fn changed(source: &str, edit: impl Fn(&Roadmap<'_>, &Window) -> Vec<Edit>) -> String {
    let result = applied(source, edit);
    let (old, new): (Vec<&str>, Vec<&str>) = (source.split('\n').collect(), result.split('\n').collect());
    let front = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - front;
    let back = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    let removed = old[front..old.len() - back].iter().map(|line| format!("- {line}"));
    let added = new[front..new.len() - back].iter().map(|line| format!("+ {line}"));
    removed.chain(added).collect::<Vec<_>>().join("\n")
}

fn plans(done: usize, total: usize) -> PhasePlans {
    let plan = |number| Plan {
        file: format!("02-{number:02}-PLAN.md"),
        id: format!("02-{number:02}"),
        summary: (number <= done).then(|| format!("02-{number:02}-SUMMARY.md")),
    };
    PhasePlans { plans: (1..=total).map(plan).collect(), ..PhasePlans::default() }
}

/// D5, D30: bullets and plan boxes are ticked, each once.
#[test]
fn ticks() {
    let tick = |source: &str| {
        changed(source, |roadmap, window| {
            let phase = roadmap.phases(window).into_iter().find(|phase| phase.id == id("2")).unwrap();
            let mut edits = roadmap.tick_phase(&phase, "2026-10-07");
            edits.extend(roadmap.tick_plans(window, &phase, &plans(2, 3)));
            edits
        })
    };
    assert_eq!(
        tick("- [ ] **Phase 2: A** - engine\n- [ ] **Phase 3: B**\n"),
        "- - [ ] **Phase 2: A** - engine\n+ - [x] **Phase 2: A** - engine (completed 2026-10-07)"
    );
    assert_eq!(tick("- [X] **Phase 2: A** (completed 2026-01-01)\n"), "");
    assert_eq!(
        tick("- [~] Phase 2: A <!-- note -->\r\n"),
        "- - [~] Phase 2: A <!-- note -->\r\n+ - [x] Phase 2: A (completed 2026-10-07) <!-- note -->\r"
    );
    assert_eq!(
        tick("### Phase 2: A\n- [ ] 02-01-PLAN.md\n- [ ] 02-010-PLAN.md\n"),
        "- - [ ] 02-01-PLAN.md\n+ - [x] 02-01-PLAN.md"
    );
    assert_eq!(
        tick("### Phase 2: A\n- [x] 02-01-PLAN.md\n- [ ] 02-03-PLAN.md\n```\n- [ ] 02-02-PLAN.md\n```\n"),
        ""
    );
}

/// S-19, 3: the count of the `Plans` line, and nothing behind it.
#[test]
fn plans_lines() {
    let set = |value: &str, done: usize, total: usize| {
        let source = format!("### Phase 2: A\n**Plans:** {value}\n");
        let change = changed(&source, |roadmap, window| {
            let phase = &roadmap.phases(window)[0];
            roadmap.set_plans_line(phase, &PlanTally::of(&plans(done, total)))
        });
        change.rsplit("**Plans:** ").next().unwrap().to_owned()
    };
    for (value, done, total, expected) in [
        ("3 plans (see notes)", 1, 3, "1/3 plans executed (see notes)"),
        ("3 plans", 0, 3, ""),
        ("0/3 plans executed", 0, 3, ""),
        ("3 plans", 3, 3, "3/3 plans complete"),
        ("2/3 plans executed", 3, 3, "3/3 plans complete"),
        ("3/3 plans executed", 3, 3, "3/3 plans complete"),
        ("3/3 plans complete", 3, 3, ""),
        ("3/3 plans complete", 2, 3, "2/3 plans executed"),
        ("TBD", 0, 0, ""),
        ("TBD, later", 0, 1, "1 plan, later"),
        ("0/TBD", 1, 2, "1/2 plans executed"),
        ("3 plans", 0, 0, "0 plans"),
        ("1/3", 2, 3, "2/3 plans executed"),
        ("see below", 1, 3, ""),
        ("3rd plan", 1, 3, ""),
    ] {
        assert_eq!(set(value, done, total), expected, "{value} {done}/{total}");
    }
}

/// S-42, fault kind "fields and rows of others": one row, columns by name.
#[test]
fn progress_rows() {
    let set = |source: &str, done: usize, total: usize| {
        changed(source, |roadmap, window| {
            let phase = &roadmap.phases(window)[0];
            roadmap.set_progress_row(phase, Some("v1.0"), &PlanTally::of(&plans(done, total)), "2026-10-07")
        })
    };
    let table = |row: &str| {
        format!(
            "### Phase 2: A\n\n| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|\n| 2 | half | open | |\n\n## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|\n{row}\n| 12. Other | 0/3 | Planned |  |\n"
        )
    };
    for (row, done, total, expected) in [
        ("| **2. Core** | 0/3 | Planned |  |", 1, 3, "| **2. Core** | 1/3 | In Progress |  |"),
        ("| 2. Core | 1/3 | In Progress |  |", 3, 3, "| 2. Core | 3/3 | Complete | 2026-10-07 |"),
        ("| 2. Core | 3/3 | Complete | 2026-01-01 |", 3, 3, ""),
        ("| 2. Core | 3/3 | Complete | - |", 3, 3, "| 2. Core | 3/3 | Complete | 2026-10-07 |"),
        ("| 2. Core | 0/TBD | Not started |  |", 0, 0, ""),
        ("| 2. Core | 1/3 | In Progress |  |", 0, 0, "| 2. Core | 0/0 | Not started |  |"),
        ("|2. Core|0/3|Planned||", 3, 3, "|2. Core|3/3|Complete|2026-10-07|"),
        ("| 2. Core | 0/3 |", 1, 3, "| 2. Core | 1/3 |"),
        ("2. Core | 0/3 | Planned | -", 1, 3, "2. Core | 1/3 | In Progress | -"),
    ] {
        let change = set(&table(row), done, total);
        // The table reader keeps the columns aligned; blanks are not what this is about.
        let found = change.split("\n+ ").nth(1).unwrap_or_default();
        let fold = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").replace("| |", "||");
        assert_eq!(fold(found), fold(expected), "{row}");
    }
    let by_milestone = "### Phase 2: A\n\n## Progress\n\n| Milestone | Phase | Status | Plans Complete |\n|---|---|---|---|\n| v1.0 | 2. A | Planned | 0/3 |\n| v2.0 | 2. B | Planned | 0/3 |\n";
    assert_eq!(
        set(by_milestone, 1, 3),
        "- | v1.0 | 2. A | Planned | 0/3 |\n+ | v1.0 | 2. A | In Progress | 1/3 |"
    );
}

/// 15, `phase add` and `phase insert`: block and row stand where they belong.
#[test]
fn new_phases() {
    let add = |source: &str, number: &str, before: &str| {
        changed(source, |roadmap, window| {
            roadmap.add_phase(
                window,
                Some("v1.0"),
                &NewPhase {
                    id: &id(number),
                    title: "New | Thing",
                    depends_on: Some(&id(before)),
                    is_inserted: false,
                },
            )
        })
    };
    let insert = |source: &str, number: &str, base: &str| {
        changed(source, |roadmap, window| {
            roadmap.insert_phase(
                window,
                Some("v1.0"),
                &id(base),
                &NewPhase { id: &id(number), title: "Fix", depends_on: Some(&id(base)), is_inserted: true },
            )
        })
    };
    let block = |heading: &str, before: &str| {
        format!(
            "+ {heading}\n+ \n+ **Goal:** [To be planned]\n+ **Depends on:** Phase {before}\n+ **Plans:** TBD"
        )
    };
    assert_eq!(
        add("## v1.0 X\n\n### Phase 3: P\n\n**Goal:** G\n\n## Notes\n", "4", "3"),
        block("### Phase 4: New | Thing", "3") + "\n+ "
    );
    assert_eq!(
        add("## v1.0 X\n\n#### Phase 3: P\nText", "4", "3"),
        String::from("+ \n") + &block("#### Phase 4: New | Thing", "3")
    );
    assert_eq!(
        add("## v1.0 X\n\n- [ ] **Phase 3: P**\n  more\n\n## Progress\n", "4", "3"),
        block("### Phase 4: New | Thing", "3") + "\n+ "
    );
    let rows = "## v1.0 X\n\n### Phase 3: P\n\n## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|\n| 3. P | 0/0 | Not started |  |\n\nEnd\n";
    let added = add(rows, "4", "3");
    assert!(
        added.ends_with("+ | 3. P | 0/0 | Not started |  |\n+ | 4. New \\| Thing | 0/0 | Not started |  |"),
        "{added}"
    );
    let three = "## v1.0 X\n\n### Phase 2: A\n\n### Phase 2.1: B\n\n### Phase 3: C\n\n## Progress\n\n| Phase | Plans | Status |\n|---|---|---|\n| 2. A | 0/0 | x |\n| 3. C | 0/0 | x |\n";
    let inserted = insert(three, "2.2", "2");
    assert!(
        inserted.contains("+ ### Phase 2.2: Fix (INSERTED)\n") && inserted.contains("+ ### Phase 3: C\n"),
        "{inserted}"
    );
    assert!(inserted.ends_with("+ | 2. A | 0/0 | x |\n+ | 2.2. Fix | 0/0 | Not started |"), "{inserted}");
    let crlf = insert("## v1.0 X\r\n\r\n### Phase 2: A\r\n\r\n### Phase 3: C\r\n", "2.1", "2");
    assert!(crlf.split('\n').all(|line| line.ends_with('\r')), "{crlf:?}");
    assert_eq!(
        insert("- [x] **Phase 7: A**\n- [ ] **Phase 7.1: B**\n- [ ] **Phase 8: C**\n", "7.2", "7"),
        block("### Phase 7.2: Fix (INSERTED)", "7") + "\n+ "
    );
}

/// 15, `phase remove`: what goes, and what gets another number.
#[test]
fn removals() {
    let remove = |source: &str, removed: &str, before: Option<&str>| {
        changed(source, |roadmap, window| {
            let phase = roadmap.phases(window).into_iter().find(|phase| phase.id == id(removed)).unwrap();
            let gone = roadmap.spans_of_phase(&phase, |at| window.contains(at));
            let renumbering = Renumbering::new(id(removed), before.map(id));
            let mut edits = roadmap.renumber(window, &renumbering, &gone);
            edits.extend(gone.into_iter().map(Edit::delete));
            edits
        })
    };
    let source = "## v1.0 X\n\n### Phase 2: A\n\n### Phase 3: B\n\n- [ ] 03-01-PLAN.md\n\n### Phase 3.1: C\n\n**Depends on:** Phase 3\n\n### Phase 4: D\n\n**Depends on:** Phase 3, Phase 3.1 and Phase 2\n\n- [ ] 04-01-PLAN.md\n\n## Progress\n\n| Phase | Status |\n|---|---|\n| 3. B | x |\n| 04. D | x |\n";
    let result = remove(source, "2", None);
    for line in [
        "+ ### Phase 2: B",
        "+ ### Phase 2.1: C",
        "+ **Depends on:** Phase 2",
        "+ ### Phase 3: D",
        "+ **Depends on:** Phase 2, Phase 2.1",
        "+ - [ ] 03-01-PLAN.md",
        "+ | 2. B | x |",
        "+ | 03. D | x |",
    ] {
        assert!(result.contains(line), "{line} in\n{result}");
    }
    assert_eq!(
        remove(
            "### Phase 2: A\n\n### Phase 2.1: B\n\n### Phase 2.2: C\n\n### Phase 3: D\n",
            "2.1",
            Some("2")
        ),
        "- ### Phase 2.1: B\n- \n- ### Phase 2.2: C\n+ ### Phase 2.1: C"
    );
    assert_eq!(
        remove("### Phase 1: A\n\n### Phase 2: B\n\nText\n", "2", Some("1")),
        "- ### Phase 2: B\n- \n- Text\n- "
    );
    assert_eq!(
        remove("- [ ] **Phase 1: A**\n  - [ ] 01-01-PLAN.md\n\n  note\n- [ ] **Phase 2: B**\n", "1", None),
        "- - [ ] **Phase 1: A**\n-   - [ ] 01-01-PLAN.md\n- \n-   note\n- - [ ] **Phase 2: B**\n+ - [ ] **Phase 1: B**"
    );
    assert_eq!(
        remove("### Phase 1: A\n\n### Phase 9: B\n\n### Phase 999.1: I\n", "1", None),
        "- ### Phase 1: A\n- \n- ### Phase 9: B\n+ ### Phase 8: B"
    );
    for (value, before, expected) in [
        ("Phase 3", Some("2"), "Phase 2"),
        ("Phase 3", None, "Nothing"),
        ("Phase 2, Phase 3", Some("2"), "Phase 2"),
        ("Phases 3 and 4", Some("2"), "Phases 2 and 3"),
        ("Phase 3, Phase 2", Some("2"), "Phase 2"),
        ("Phase 3, Phase 4", None, "Phase 3"),
        ("Phase 4, Phase 3", None, "Phase 3"),
        ("Phase 3, Phase 3", None, "Nothing"),
        ("Phase 3 + Phase 3", Some("2"), "Phase 2"),
        ("Phase 10 (needs v3.0 of 4 parts)", Some("2"), "Phase 9 (needs v3.0 of 4 parts)"),
        ("Nothing (3 ideas)", Some("2"), "Nothing (3 ideas)"),
        ("3, 5", Some("2"), "2, 4"),
    ] {
        let source = format!("### Phase 3: A\n\n### Phase 11: B\n**Depends on:** {value}\n");
        let result = remove(&source, "3", before);
        assert!(
            result.ends_with(&format!("+ **Depends on:** {expected}")) || value == expected,
            "{value}:\n{result}"
        );
    }
}

/// S-42: a shipped milestone is closed in the sense of 9.2.
#[test]
fn ships() {
    let ship = |source: &str| changed(source, |roadmap, _| roadmap.ship("v1.0", "2026-10-07"));
    for (heading, expected) in [
        ("## v1.0 Start", "## v1.0 Start (SHIPPED 2026-10-07)"),
        ("## v1.0 Start ##", "## v1.0 Start (SHIPPED 2026-10-07) ##"),
        ("## 🚧 v1.0 Start (In Progress)", "## v1.0 Start (SHIPPED 2026-10-07)"),
        ("## v1.0 Start 🚧 now", "## v1.0 Start now (SHIPPED 2026-10-07)"),
        ("## v1.0 Start ✅", ""),
    ] {
        let change = ship(&format!("{heading}\n\n## v1.0.1 Next\n"));
        assert_eq!(change.split("\n+ ").nth(1).unwrap_or_default(), expected, "{heading}");
    }
}

/// Fault kind "deletions by pattern": archives and lists of others below a phase are no part of it.
#[test]
fn what_stands_below_a_phase_stays() {
    let block = |source: &str| {
        let roadmap = Roadmap::parse(source.as_bytes());
        let phase = roadmap.all_phases().into_iter().find(|phase| phase.id == id("1")).unwrap();
        let spans = roadmap.spans_of_phase(&phase, |_| true);
        spans.iter().map(|span| &source[span.start..span.end]).collect::<Vec<_>>().join("/")
    };
    assert_eq!(
        block("### Phase 1: A\n\nText\n\n<details>\n<summary>✅ v0.9</summary>\n</details>\n"),
        "### Phase 1: A\n\nText\n\n"
    );
    assert_eq!(
        block("### Phase 1: A\n\n<details>\n<summary>Notes</summary>\nx\n</details>\n\n## N\n"),
        "### Phase 1: A\n\n<details>\n<summary>Notes</summary>\nx\n</details>\n\n"
    );
    assert_eq!(
        block("### Phase 1: A\n\n| Phase | Name |\n|---|---|\n| 1 | A |\n| 3 | B |\n"),
        "### Phase 1: A\n\n/| 1 | A |\n"
    );
    assert_eq!(
        block("<details>\n<summary>v0.9</summary>\n### Phase 1: A\nx\n</details>\n"),
        "### Phase 1: A\nx\n"
    );
    let add = |source: &str| {
        changed(source, |roadmap, window| {
            roadmap.add_phase(
                window,
                Some("v1.0"),
                &NewPhase { id: &id("2"), title: "N", depends_on: None, is_inserted: false },
            )
        })
    };
    let archive = "<details>\n<summary>✅ v0.9</summary>\n\n</details>\n";
    for front in ["### Phase 1: A\n\n", "- [ ] **Phase 1: A**\n", "## v1.0 X\n\n"] {
        let change = add(&format!("{front}{archive}"));
        assert!(change.contains("### Phase 2: N") && !change.contains("- <"), "{change}");
    }
    let repeated =
        changed("## v1.0 Start\n\n## v2.0 Next\n\n## v1.0 Start (Phase Details)\n", |roadmap, _| {
            roadmap.ship("v1.0", "2026-10-07")
        });
    assert!(
        repeated.contains("+ ## v1.0 Start (SHIPPED 2026-10-07)")
            && repeated.ends_with("+ ## v1.0 Start (Phase Details) (SHIPPED 2026-10-07)"),
        "{repeated}"
    );
}
