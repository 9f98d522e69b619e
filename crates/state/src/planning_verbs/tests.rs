//! The reading verbs over the sample of section 19.

mod closing;
mod laws;
mod reading;
mod refusals;
mod removing;
mod with_state;
mod writing;

use super::*;
use crate::answer::Value;
use crate::planning::test_disk::Disk;
use crate::planning::{Focus, PlanningConfig};
use progress_report::{ProgressForm, StoredProgress};

pub(super) const ROADMAP: &str = "# Roadmap: Demo\n\n## v2.0 Code Quality\n\n### Phase 1: Setup\n\n**Goal:** Base\n**Plans:** 2/2 plans complete\n\n### Phase 2: Core Engine\n\n**Goal:** Engine\n**Depends on:** Phase 1\n**Plans:** 3 plans\n\n### Phase 3: Polish\n\n**Goal:** Shine\n\n## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|-------|----------------|--------|-----------|\n| 1. Setup | 2/2 | Complete | 2026-06-01 |\n| 2. Core Engine | 1/3 | In Progress |  |\n| 3. Polish | 0/0 | Not started |  |\n";

pub(super) const FILES: [(&str, &str); 9] = [
    ("phases/01-setup/01-01-PLAN.md", ""),
    ("phases/01-setup/01-02-PLAN.md", ""),
    ("phases/01-setup/01-01-SUMMARY.md", ""),
    ("phases/01-setup/01-02-SUMMARY.md", ""),
    ("phases/02-core-engine/02-01-PLAN.md", ""),
    ("phases/02-core-engine/02-02-PLAN.md", ""),
    ("phases/02-core-engine/02-03-PLAN.md", ""),
    ("phases/02-core-engine/02-01-SUMMARY.md", ""),
    ("phases/03-polish/", ""),
];

/// The sample with `files` on top, read for `focus`.
pub(super) fn sample_with(roadmap: &str, files: &[(&str, &str)], focus: &[Focus]) -> PlanningSnapshot {
    let disk = Disk::new(&[FILES.as_slice(), files].concat());
    let mut snapshot =
        PlanningSnapshot::new(".planning", Document::Read(roadmap.into()), PlanningConfig::default());
    disk.fill(&mut snapshot, focus);
    snapshot
}

fn sample(files: &[(&str, &str)], focus: &[Focus]) -> PlanningSnapshot {
    sample_with(ROADMAP, files, focus)
}

pub(super) fn id(text: &str) -> PhaseId {
    PhaseId::parse(text).unwrap()
}

/// A value as compact text: `{a:1,b:[x,y]}`.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::List(values) => format!("[{}]", values.iter().map(shown).collect::<Vec<_>>().join(",")),
        Value::Map(members) => format!(
            "{{{}}}",
            members
                .iter()
                .map(|(name, value)| format!("{name}:{}", shown(value)))
                .collect::<Vec<_>>()
                .join(",")
        ),
    }
}

fn field(report: &Report, name: &str) -> String {
    report.answer.get(name).map_or_else(|| "absent".to_owned(), shown)
}

/// S-17: folders by phase order, files by type.
#[test]
fn phases_list_verb() {
    use phases_list::{FileKind, focus, run};
    let stored = Some("v2.0");
    let snapshot = sample(
        &[("phases/09-ghost/09-01-PLAN.md", ""), ("phases/999-idea/", "")],
        &focus(stored, Some(&id("2"))),
    );
    let report = run(&snapshot, stored, None, None).unwrap();
    assert_eq!(
        (field(&report, "directories"), field(&report, "count"), field(&report, "phase_scope")),
        ("[01-setup,02-core-engine,03-polish]".into(), "3".into(), "complete".into())
    );
    assert_eq!(report.raw.as_deref(), Some("01-setup\n02-core-engine\n03-polish"));
    let plans = run(&snapshot, stored, Some(FileKind::Plans), Some(&id("02"))).unwrap();
    assert_eq!(
        (field(&plans, "files"), field(&plans, "phase_dir")),
        ("[02-01-PLAN.md,02-02-PLAN.md,02-03-PLAN.md]".into(), ".planning/phases/02-core-engine".into())
    );
    let summaries = run(&snapshot, stored, Some(FileKind::Summaries), None).unwrap();
    assert_eq!(field(&summaries, "count"), "3");
    assert_eq!(run(&snapshot, stored, None, Some(&id("7"))).unwrap_err().reason, Reason::PhaseNotFound);
    let unscoped = sample(&[("phases/09-ghost/", ""), ("phases/999-idea/", "")], &focus(Some("v7.7"), None));
    assert_eq!(
        field(&run(&unscoped, Some("v7.7"), None, None).unwrap(), "directories"),
        "[01-setup,02-core-engine,03-polish,09-ghost]"
    );
}

/// S-17, D1: a phase that is not there is no success.
#[test]
fn find_phase_verb() {
    use find_phase::{focus, list_plans, run};
    let stored = Some("v2.0");
    let snapshot = sample(&[], &focus(stored, &id("02")));
    let report = run(&snapshot, stored, &id("02")).unwrap();
    let expected = "{found:true,directory:.planning/phases/02-core-engine,phase_number:2,phase_name:core-engine,plans:[02-01-PLAN.md,02-02-PLAN.md,02-03-PLAN.md],summaries:[02-01-SUMMARY.md],plan_count:3,summary_count:1}";
    assert_eq!(shown(&report.answer.into_map()), expected);
    let failure = run(&snapshot, stored, &id("9")).unwrap_err();
    assert_eq!(
        (failure.reason, shown(&failure.facts.into_map())),
        (Reason::PhaseNotFound, "{phase:9,available:[01,02,03],found:false}".into())
    );
    let listed = list_plans(&snapshot, stored, &id("2")).unwrap();
    assert_eq!(field(&listed, "has_plans"), "true");
}

/// S-17, fault kind "new ids and names": headings, bullets, tables and folders count.
#[test]
fn next_decimal_verb() {
    use next_decimal::{focus, run};
    let check = |roadmap: &str, files: &[(&str, &str)], base: &str, next: &str, existing: &str| {
        let snapshot = sample_with(roadmap, files, &focus(None));
        let report = run(&snapshot, None, &id(base)).unwrap();
        assert_eq!(
            (field(&report, "next"), field(&report, "existing")),
            (next.to_owned(), existing.to_owned()),
            "{roadmap}"
        );
    };
    check(ROADMAP, &[], "2", "2.1", "[]");
    check("### Phase 2: A\n### Phase 2.1: B\n", &[("phases/02.9-x/", "")], "02", "2.10", "[2.1,02.9]");
    check("- [ ] **Phase 7: A**\n- [ ] **Phase 7.1: B**\n", &[], "7", "7.2", "[7.1]");
    check(
        "### Phase 2: A\n\n## Progress\n\n| Phase | Plans |\n|--|--|\n| 2.4 X | 0 |\n",
        &[],
        "2",
        "2.5",
        "[2.4]",
    );
    check("### Phase 2.1: A\n### Phase 2.1.3: B\n", &[], "2.1", "2.1.4", "[2.1.3]");
    assert_eq!(run(&sample(&[], &focus(None)), None, &id("8")).unwrap_err().reason, Reason::PhaseNotFound);
    assert_eq!(run(&sample(&[], &focus(None)), None, &id("999")).unwrap_err().reason, Reason::PhaseNotFound);
}

/// S-19: waves follow from dependencies.
#[test]
fn plan_index_verb() {
    use plan_index::{focus, run};
    let index = |files: &[(&str, &str)]| {
        let snapshot = sample(files, &focus(Some("v2.0"), &id("2")));
        run(&snapshot, Some("v2.0"), &id("2"))
    };
    let chain = index(&[
        ("phases/02-core-engine/02-02-PLAN.md", "---\ndepends_on: [\"02-01\"]\nautonomous: false\nfiles_modified:\n  - a.rs\n---\n<objective>\nBuild it\n</objective>\n<task type=\"auto\">\n```\n<task>\n```\n<task type=\"checkpoint:human\">\n"),
        ("phases/02-core-engine/02-03-PLAN.md", "---\ndepends_on:\n  - 02-02-PLAN.md\n  - 01-01\n---\n## Objective\n\nShine\n\n### Task 1: a\n### Task 2: b\n"),
    ])
    .unwrap();
    assert_eq!(field(&chain, "waves"), "{1:[02-01],2:[02-02],3:[02-03]}");
    assert_eq!(
        (field(&chain, "incomplete"), field(&chain, "runnable"), field(&chain, "has_checkpoints")),
        ("[02-02,02-03]".into(), "[02-02]".into(), "true".into())
    );
    assert!(field(&chain, "plans").contains("{id:02-02,wave:2,depends_on:[02-01],autonomous:false,objective:Build it,files_modified:[a.rs],task_count:2,has_summary:false}"), "{}", field(&chain, "plans"));
    assert!(field(&chain, "plans").contains("objective:Shine,files_modified:[],task_count:2"));
    let flat = index(&[("phases/02-core-engine/02-02-PLAN.md", "---\ndepends_on: 01\n---\n")]).unwrap();
    assert_eq!(field(&flat, "waves"), "{1:[02-01,02-03],2:[02-02]}");
    let circle = index(&[
        ("phases/02-core-engine/02-02-PLAN.md", "---\ndepends_on: [02-03]\n---\n"),
        ("phases/02-core-engine/02-03-PLAN.md", "---\ndepends_on: [02-02]\n---\n"),
    ])
    .unwrap_err();
    assert_eq!(
        (circle.reason, circle.reason.exit_code(), shown(circle.facts.get("cycle").unwrap())),
        (Reason::DependencyCycle, 1, "[02-02,02-03,02-02]".into())
    );
}

/// S-17: the block of a phase.
#[test]
fn roadmap_get_phase_verb() {
    use roadmap_get_phase::run;
    let snapshot = sample(&[], &[]);
    let report = run(&snapshot, Some("v2.0"), &id("02")).unwrap();
    assert_eq!(
        (field(&report, "phase_name"), field(&report, "goal"), field(&report, "depends_on")),
        ("Core Engine".into(), "Engine".into(), "Phase 1".into())
    );
    assert_eq!(
        report.raw.as_deref(),
        Some("### Phase 2: Core Engine\n\n**Goal:** Engine\n**Depends on:** Phase 1\n**Plans:** 3 plans")
    );
    let failure = run(&snapshot, Some("v2.0"), &id("7")).unwrap_err();
    assert_eq!(
        (failure.reason, shown(failure.facts.get("found").unwrap())),
        (Reason::PhaseNotFound, "false".into())
    );
    let bullets = sample_with("- [ ] **Phase 4: Launch** - go\n", &[], &[]);
    assert_eq!(field(&run(&bullets, None, &id("4")).unwrap(), "section"), "- [ ] **Phase 4: Launch** - go");
    let absent = PlanningSnapshot::new(".planning", Document::Absent, PlanningConfig::default());
    let failure = run(&absent, None, &id("4")).unwrap_err();
    assert_eq!(
        (failure.reason, shown(&failure.facts.into_map())),
        (Reason::RoadmapNotFound, "{path:.planning/ROADMAP.md}".into())
    );
}

/// S-17, D18: the analysis shows the numbers of every other command.
#[test]
fn roadmap_analyze_verb() {
    use roadmap_analyze::{focus, run};
    let roadmap = ROADMAP.replace("### Phase 1", "- [ ] **Phase 4: Launch**\n\n### Phase 1");
    let files = [("phases/03-polish/03-CONTEXT.md", ""), ("phases/03-polish/03-RESEARCH.md", "")];
    let snapshot = sample_with(&roadmap, &files, &focus(Some("v2.0")));
    let report = run(&snapshot, Some("v2.0"), None).unwrap();
    assert_eq!(
        (
            field(&report, "phase_count"),
            field(&report, "completed_phases"),
            field(&report, "progress_percent")
        ),
        ("4".into(), "1".into(), "25".into())
    );
    assert_eq!(
        (
            field(&report, "missing_phase_details"),
            field(&report, "current_phase"),
            field(&report, "next_phase")
        ),
        ("[4]".into(), "2".into(), "3".into())
    );
    assert_eq!(field(&report, "milestones"), "[{heading:v2.0 Code Quality,version:v2.0}]");
    let phases = field(&report, "phases");
    assert!(phases.contains("{number:2,name:Core Engine,goal:Engine,depends_on:Phase 1,plan_count:3,summary_count:1,has_context:false,has_research:false,disk_status:partial,roadmap_complete:false}"), "{phases}");
    assert!(
        phases.contains("has_context:true,has_research:true,disk_status:researched")
            && phases.contains("disk_status:no_directory")
            && phases.contains("disk_status:complete")
    );
}

/// S-21, D18: one percent in every report; an untrusted scope shows what is stored.
#[test]
fn progress_verbs() {
    use progress_report::{focus, run, stats};
    let stored = StoredProgress {
        milestone: Some("v2.0".into()),
        last_activity: Some("2026-10-01".into()),
        ..StoredProgress::default()
    };
    let snapshot = sample(&[], &focus(Some("v2.0")));
    let report = run(&snapshot, &stored, ProgressForm::Bar);
    assert_eq!(
        (
            report.raw.as_deref(),
            field(&report, "percent"),
            field(&report, "total_plans"),
            field(&report, "total_summaries")
        ),
        (Some("[███░░░░░░░] 33%"), "33".into(), "5".into(), "3".into())
    );
    assert!(
        field(&report, "phases")
            .contains("{number:2,name:Core Engine,plans:3,summaries:1,status:In Progress}")
    );
    assert_eq!(field(&report, "milestone_name"), "Code Quality");
    let stats = stats(&snapshot, &stored, ProgressForm::Table);
    assert_eq!(
        (
            field(&stats, "phases_completed"),
            field(&stats, "phases_total"),
            field(&stats, "plan_percent"),
            field(&stats, "last_activity")
        ),
        ("1".into(), "3".into(), "60".into(), "2026-10-01".into())
    );
    let table = stats.raw.unwrap();
    assert!(
        table.starts_with("# v2.0 Code Quality\n\n[")
            && table.contains("| 2 | Core Engine | 1/3 | In Progress |")
    );
    let counters = crate::facts::Counters {
        total_phases: 9,
        completed_phases: 4,
        total_plans: 20,
        completed_plans: 10,
        percent: Some(44),
    };
    let elsewhere = StoredProgress {
        milestone: Some("v7.7".into()),
        counters: Some(counters),
        ..StoredProgress::default()
    };
    let report = run(&sample(&[], &focus(Some("v7.7"))), &elsewhere, ProgressForm::Json);
    assert_eq!(
        (field(&report, "percent"), field(&report, "total_plans"), field(&report, "phase_scope")),
        ("44".into(), "20".into(), "unscoped".into())
    );
}
