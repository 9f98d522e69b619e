//! Section 11: each rule of the planning tree at its place, and nothing on a sound tree.

use super::*;
use crate::planning::test_disk::Disk;
use crate::planning::{Document, PlanningConfig};

const ROADMAP: &str = "# Roadmap: Demo

## v2.0 Code Quality

### Phase 1: Setup
**Goal:** Base
**Plans:** 2/2 plans complete

### Phase 2: Core Engine
**Goal:** Engine
**Depends on:** Phase 1
**Plans:** 3 plans

### Phase 3: Polish
**Goal:** Shine

## Progress

| Phase | Plans Complete | Status | Completed |
|-------|----------------|--------|-----------|
| 1. Setup | 2/2 | Complete | 2026-06-01 |
| 2. Core Engine | 1/3 | In Progress |  |
| 3. Polish | 0/0 | Not started |  |
";

fn files() -> Vec<(&'static str, &'static str)> {
    vec![
        ("phases/01-setup/01-01-PLAN.md", ""),
        ("phases/01-setup/01-02-PLAN.md", ""),
        ("phases/01-setup/01-01-SUMMARY.md", ""),
        ("phases/01-setup/01-02-SUMMARY.md", ""),
        ("phases/02-core-engine/02-01-PLAN.md", "---\ndepends_on: [01-02]\n---\n"),
        ("phases/02-core-engine/02-02-PLAN.md", "---\ndepends_on: [\"02-01\"]\n---\n"),
        ("phases/02-core-engine/02-03-PLAN.md", "---\ndepends_on: none\n---\n"),
        ("phases/02-core-engine/02-01-SUMMARY.md", ""),
        ("phases/03-polish/", ""),
    ]
}

fn snapshot(roadmap: Option<&str>, files: &[(&str, &str)]) -> PlanningSnapshot {
    let roadmap = roadmap.map_or(Document::Absent, |text| Document::Read(text.as_bytes().to_vec()));
    let mut snapshot = PlanningSnapshot::new(".planning", roadmap, PlanningConfig::default());
    Disk::new(files).fill(&mut snapshot, &focus(Some("v2.0")));
    snapshot
}

fn check_tree(roadmap: Option<&str>, files: &[(&str, &str)], expected: &[(&str, &str, usize)]) {
    let findings = check(&snapshot(roadmap, files), Some("v2.0"));
    let found: Vec<(&str, &str, usize)> = findings
        .iter()
        .map(|one| (one.code, one.path.strip_prefix(".planning/").unwrap(), one.line))
        .collect();
    assert_eq!(found, expected, "{findings:#?}");
}

fn check_roadmap(from: &str, to: &str, expected: &[(&str, usize)]) {
    assert!(ROADMAP.contains(from), "{from}");
    let expected: Vec<_> = expected.iter().map(|(code, line)| (*code, "ROADMAP.md", *line)).collect();
    check_tree(Some(&ROADMAP.replacen(from, to, 1)), &files(), &expected);
}

fn check_files(more: &[(&'static str, &'static str)], expected: &[(&str, &str, usize)]) {
    let mut all = files();
    all.retain(|(path, _)| !more.iter().any(|(other, _)| other == path));
    all.extend(more);
    check_tree(Some(ROADMAP), &all, expected);
}

/// D25: a sound tree has no finding.
#[test]
fn sound() {
    check_roadmap("Demo", "Demo", &[]);
}

/// D25, `roadmap-missing`.
#[test]
fn roadmap_missing() {
    check_tree(None, &files(), &[("roadmap-missing", "STATE.md", 1)]);
    assert!(check(&snapshot(None, &files()), None).is_empty());
}

/// D25, `roadmap-duplicate-phase`: in one window; another milestone may count from 1 again.
#[test]
fn roadmap_duplicate_phase() {
    let again = "### Phase 02: Again\n\n### Phase 3: Polish";
    check_roadmap("### Phase 3: Polish", again, &[("roadmap-duplicate-phase", 14)]);
    check_roadmap("## Progress", "## v3.0 Next\n\n### Phase 1: Start\n\n## Progress", &[]);
    check_roadmap("### Phase 3: Polish", "### ~~Phase 4: Dropped~~\n\n### Phase 3: Polish", &[]);
}

/// D25, `roadmap-details-missing`.
#[test]
fn roadmap_details_missing() {
    let bullet = "- [ ] **Phase 4: Later**\n\n### Phase 1: Setup";
    check_roadmap("### Phase 1: Setup", bullet, &[("roadmap-details-missing", 5)]);
}

/// D25, `roadmap-row-drift`: count and word, in any case.
#[test]
fn roadmap_row_drift() {
    check_roadmap("| 1/3 |", "| 2/3 |", &[("roadmap-row-drift", 22)]);
    check_roadmap("In Progress", "Planned", &[("roadmap-row-drift", 22)]);
    check_roadmap("In Progress", "in progress", &[]);
    check_roadmap("2026-06-01", "", &[]);
}

/// D25, `roadmap-plans-drift`: only a count `n/m` states something.
#[test]
fn roadmap_plans_drift() {
    check_roadmap("2/2 plans complete", "1/2 plans executed", &[("roadmap-plans-drift", 7)]);
    check_roadmap("3 plans", "3/3 plans complete", &[("roadmap-plans-drift", 12)]);
    check_roadmap("3 plans", "TBD", &[]);
}

/// D25, `roadmap-box-drift`: of plans and of phases, in both directions.
#[test]
fn roadmap_box_drift() {
    let boxes = |text: &str| format!("### Phase 1: Setup\n{text}");
    check_roadmap("### Phase 1: Setup\n", &boxes("- [ ] 01-01-PLAN.md\n"), &[("roadmap-box-drift", 6)]);
    check_roadmap("### Phase 1: Setup\n", &boxes("- [x] 01-01-PLAN.md\n"), &[]);
    check_roadmap("### Phase 1: Setup\n", &boxes("- [x] 02-02-PLAN.md\n"), &[("roadmap-box-drift", 6)]);
    check_roadmap("### Phase 1: Setup\n", &boxes("- [x] 07-01-PLAN.md\n"), &[]);
    let phases = "- [ ] **Phase 1: Setup**\n- [x] **Phase 2: Core Engine**\n\n### Phase 1: Setup";
    let both = [("roadmap-box-drift", 5), ("roadmap-box-drift", 6)];
    check_roadmap("### Phase 1: Setup", phases, &both);
}

/// D25, `roadmap-depends-unknown`.
#[test]
fn roadmap_depends_unknown() {
    check_roadmap("on:** Phase 1", "on:** Phase 1, Phase 7", &[("roadmap-depends-unknown", 11)]);
    check_roadmap("on:** Phase 1", "on:** Nothing", &[]);
    check_roadmap("on:** Phase 1", "on:** Phases 1-3", &[]);
    check_roadmap("on:** Phase 1", "on:** Phases 01-03", &[]);
    for range in ["01-07", "07-01"] {
        let line = format!("on:** Phases {range}");
        check_roadmap("on:** Phase 1", &line, &[("roadmap-depends-unknown", 11)]);
    }
    for heading in ["~~Phase 4: Dropped~~", "Phase 999: Parked"] {
        let block = format!("### {heading}\n**Depends on:** Phase 9\n\n### Phase 3: Polish");
        check_roadmap("### Phase 3: Polish", &block, &[]);
    }
}

/// D25, `roadmap-depends-cycle`: every line on the circle.
#[test]
fn roadmap_depends_cycle() {
    check_roadmap("on:** Phase 1", "on:** Phase 2", &[("roadmap-depends-cycle", 11)]);
    let circle = "**Goal:** Base\n**Depends on:** Phase 2\n";
    let both = [("roadmap-depends-cycle", 7), ("roadmap-depends-cycle", 12)];
    check_roadmap("**Goal:** Base\n", circle, &both);
}

/// D25, `phase-folder-duplicate`.
#[test]
fn phase_folder_duplicate() {
    check_files(&[("phases/3-zebra/", "")], &[("phase-folder-duplicate", "phases/3-zebra", 1)]);
}

/// D25, `phase-folder-unknown`: sentinels are nobody's.
#[test]
fn phase_folder_unknown() {
    check_files(&[("phases/09-ghost/09-01-PLAN.md", "")], &[("phase-folder-unknown", "phases/09-ghost", 1)]);
    check_files(&[("phases/999-idea/999-01-PLAN.md", "")], &[]);
}

/// D25, `summary-without-plan`.
#[test]
fn summary_without_plan() {
    let summary = "phases/02-core-engine/02-07-SUMMARY.md";
    check_files(&[(summary, "")], &[("summary-without-plan", summary, 1)]);
    check_files(&[("phases/02-core-engine/02-02-SUMMARY.md", "---\nstatus: blocked\n---\n")], &[]);
}

/// D25, `plan-depends-unknown`: at the line; archived plans are known.
#[test]
fn plan_depends_unknown() {
    let plan = "phases/02-core-engine/02-03-PLAN.md";
    let unknown = [("plan-depends-unknown", plan, 3)];
    check_files(&[(plan, "---\nphase: 2\ndepends_on: [09-01]\n---\n")], &unknown);
    check_files(&[(plan, "---\nphase: 2\ndepends_on: [9]\n---\n")], &unknown);
    let archived = ("milestones/v1.0-phases/09-old/09-01-PLAN.md", "");
    check_files(&[(plan, "---\nphase: 2\ndepends_on: [09-01]\n---\n"), archived], &[]);
    check_files(&[(plan, "---\nphase: 2\ndepends_on: [01, phase-01, 02-01-PLAN.md]\n---\n")], &[]);
}

/// D25, `plan-depends-cycle`: at the line of every plan on the circle.
#[test]
fn plan_depends_cycle() {
    let (one, two) = ("phases/02-core-engine/02-01-PLAN.md", "phases/02-core-engine/02-02-PLAN.md");
    let both = [("plan-depends-cycle", one, 2), ("plan-depends-cycle", two, 2)];
    check_files(&[(one, "---\ndepends_on: [02-02]\n---\n")], &both);
    check_files(&[(two, "---\ndepends_on: [02-02]\n---\n")], &[("plan-depends-cycle", two, 2)]);
}

/// D25, `verification-status-unknown`.
#[test]
fn verification_status_unknown() {
    let file = "phases/01-setup/01-VERIFICATION.md";
    check_files(&[(file, "---\nscore: 1\nstatus: fine\n---\n")], &[("verification-status-unknown", file, 3)]);
    check_files(&[(file, "no block\n")], &[("verification-status-unknown", file, 1)]);
    for status in ["passed", "gaps_found", "human_needed"] {
        let text: &'static str = Box::leak(format!("---\nstatus: {status}\n---\n").into_boxed_str());
        check_files(&[(file, text)], &[]);
    }
}

/// D25: a fix writes what the command writes, and only what was asked for.
#[test]
fn repairs() {
    let broken = ROADMAP.replace("| 1/3 |", "| 2/3 |").replace("2/2 plans complete", "1/2 plans executed");
    let snapshot = snapshot(Some(&broken), &files());
    let repaired = |codes: &[&str]| {
        repair(&snapshot, Some("v2.0"), codes, "2026-10-07").map(|bytes| String::from_utf8(bytes).unwrap())
    };
    assert_eq!(repaired(&["roadmap-row-drift", "roadmap-plans-drift"]).as_deref(), Some(ROADMAP));
    assert_eq!(repaired(&["roadmap-row-drift"]), Some(broken.replace("| 2/3 |", "| 1/3 |")));
    for rule in RULES {
        assert_eq!(repaired(&[rule.code]).is_some(), rule.fixable, "{}", rule.code);
    }
}

/// D25: what a finding says about itself, and the command that puts it right.
#[test]
fn messages_and_commands() {
    let only = |roadmap: &str, files: &[(&str, &str)]| {
        let mut findings = check(&snapshot(Some(roadmap), files), Some("v2.0"));
        assert_eq!(findings.len(), 1, "{findings:#?}");
        findings.remove(0)
    };
    for (from, to) in [("| 1/3 |", "| 2/3 |"), ("3 plans", "3/3 plans complete")] {
        let fix = only(&ROADMAP.replacen(from, to, 1), &files()).fix.unwrap();
        assert_eq!(fix.text, "msd-tools roadmap update-plan-progress 2");
    }
    let again = ROADMAP.replace("### Phase 3: Polish", "### Phase 02: Again\n\n### Phase 3: Polish");
    let message = only(&again, &files()).message;
    assert!(message.contains(" on line 9 already"), "{message}");
    for (text, expected) in [
        ("---\nscore: 1\n---\n", "the verification states no status; "),
        ("---\nstatus: fine\n---\n", "`fine` is no status of a verification; "),
    ] {
        let mut all = files();
        all.push(("phases/01-setup/01-VERIFICATION.md", text));
        let message = only(ROADMAP, &all).message;
        assert!(message.starts_with(expected), "{message}");
    }
}
