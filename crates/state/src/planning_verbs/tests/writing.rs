//! The writing verbs over the sample of section 19: changes, and the tree behind them.

use super::{FILES, ROADMAP, id, sample_with, shown};
use crate::facts::Planning;
use crate::failure::Reason;
use crate::phase_files::FileHead;
use crate::planning::{Document, Focus, PlanningConfig, PlanningSnapshot, Questions};
use crate::planning_verbs::{
    Decision, StateStep, phase_add, phase_complete, phase_remove, update_plan_progress,
};
use cairn_plan::Change;

const STORED: Option<&str> = Some("v2.0");

fn phase_two_done() -> Vec<(&'static str, &'static str)> {
    vec![("phases/02-core-engine/02-02-SUMMARY.md", ""), ("phases/02-core-engine/02-03-SUMMARY.md", "")]
}

/// Changes as `verb path`, moves as `move from > to`.
pub(super) fn changes(decision: &Decision) -> Vec<String> {
    decision
        .changes
        .iter()
        .map(|change| match change {
            Change::Write { path, .. } => format!("write {path}"),
            Change::Create { path, .. } => format!("create {path}"),
            Change::Move { from, to } => format!("move {from} > {to}"),
            Change::RemoveTree { path, .. } => format!("remove {path}"),
            other => format!("{other:?}"),
        })
        .collect()
}

fn roadmap_after(decision: &Decision) -> String {
    String::from_utf8(decision.after.roadmap.bytes().unwrap().to_vec()).unwrap()
}

/// The lines of ROADMAP.md that are new.
fn new_lines(before: &str, decision: &Decision) -> Vec<String> {
    let old: Vec<&str> = before.lines().collect();
    roadmap_after(decision).lines().filter(|line| !old.contains(line)).map(str::to_owned).collect()
}

/// S-42, S-18, D30: phase complete changes its own lines of ROADMAP.md and of REQUIREMENTS.md.
#[test]
fn phase_complete_verb() {
    let roadmap = ROADMAP
        .replace(
            "### Phase 1",
            "- [x] **Phase 1: Setup**\n- [ ] **Phase 2: Core Engine** - engine\n\n### Phase 1",
        )
        .replace(
            "**Plans:** 3 plans\n",
            "**Requirements:** R-1\n**Plans:** 3 plans\n\n- [ ] 02-02-PLAN.md\n- [ ] 03-02-PLAN.md\n",
        );
    let mut snapshot = sample_with(&roadmap, &phase_two_done(), &phase_complete::focus(STORED, &id("2")));
    snapshot.requirements = Document::Read(b"- [ ] **R-1**: a\n- [ ] **R-2**: b\n".to_vec());
    let decision = phase_complete::run(&snapshot, STORED, &id("02"), false, "2026-10-07").unwrap();
    assert_eq!(changes(&decision), ["write .planning/ROADMAP.md", "write .planning/REQUIREMENTS.md"]);
    assert_eq!(
        shown(&decision.answer.clone().into_map()),
        "{completed_phase:2,phase_name:Core Engine,plans_executed:3/3,next_phase:3,next_phase_name:Polish,is_last_phase:false,date:2026-10-07,roadmap_updated:true}"
    );
    assert_eq!(decision.step, StateStep::CompletePhase(id("2")));
    let lines = new_lines(&roadmap, &decision);
    assert_eq!(
        lines[..3],
        [
            "- [x] **Phase 2: Core Engine** - engine (completed 2026-10-07)",
            "**Plans:** 3/3 plans complete",
            "- [x] 02-02-PLAN.md"
        ]
    );
    assert!(
        lines[3].starts_with("| 2. Core Engine | 3/3 | Complete")
            && lines[3].ends_with("| 2026-10-07 |")
            && lines.len() == 4,
        "{lines:?}"
    );
    assert_eq!(decision.after.requirements.bytes().unwrap(), b"- [x] **R-1**: a\n- [ ] **R-2**: b\n");
    let again = phase_complete::run(&decision.after, STORED, &id("2"), false, "2026-10-08").unwrap();
    assert_eq!(changes(&again), Vec::<String>::new(), "a second time nothing changes");
}

/// D30, fault kinds "unreadable taken for missing or passed" and "exit codes": gates, one reason for each cause.
#[test]
fn phase_complete_gates() {
    let check =
        |files: &[(&str, &str)], phase: &str, force: bool, verify: bool, reason: Reason, fact: &str| {
            let mut snapshot = PlanningSnapshot::new(
                ".planning",
                Document::Read(ROADMAP.into()),
                PlanningConfig { require_verification: verify, ..PlanningConfig::default() },
            );
            crate::planning::test_disk::Disk::new(&[FILES.as_slice(), files].concat())
                .fill(&mut snapshot, &phase_complete::focus(STORED, &id(phase)));
            let failure =
                phase_complete::run(&snapshot, STORED, &id(phase), force, "2026-10-07").unwrap_err();
            assert_eq!(
                (failure.reason, shown(&failure.facts.clone().into_map())),
                (reason, fact.to_owned()),
                "{failure}"
            );
            failure.message
        };
    check(
        &[],
        "2",
        false,
        false,
        Reason::PhasePlanCoverageIncomplete,
        "{outstanding_plans:[02-02-PLAN.md,02-03-PLAN.md]}",
    );
    check(&[], "9", false, false, Reason::PhaseNotFound, "{phase:9,available:[1,2,3]}");
    let verification = |text: &'static str| {
        [phase_two_done(), vec![("phases/02-core-engine/02-VERIFICATION.md", text)]].concat()
    };
    check(
        &phase_two_done(),
        "2",
        true,
        true,
        Reason::PhaseVerificationIncomplete,
        "{verification_status:missing}",
    );
    check(
        &verification("---\nstatus: gaps_found\n---\n"),
        "2",
        false,
        true,
        Reason::PhaseVerificationIncomplete,
        "{verification_status:gaps_found}",
    );
    let message = check(
        &verification("---\nstatus: passed\n\nlost\n"),
        "2",
        false,
        true,
        Reason::PhaseVerificationIncomplete,
        "{verification_status:unreadable}",
    );
    assert!(message.contains(".planning/phases/02-core-engine/02-VERIFICATION.md"), "{message}");
    let forced = sample_with(ROADMAP, &[], &phase_complete::focus(STORED, &id("2")));
    let decision = phase_complete::run(&forced, STORED, &id("2"), true, "2026-10-07").unwrap();
    assert!(new_lines(ROADMAP, &decision)[1].starts_with("| 2. Core Engine | 1/3 | Complete"));
    let markers = sample_with(
        &format!("{ROADMAP}<<<<<<< HEAD\n"),
        &phase_two_done(),
        &phase_complete::focus(STORED, &id("2")),
    );
    assert_eq!(
        phase_complete::run(&markers, STORED, &id("2"), false, "2026-10-07").unwrap_err().reason,
        Reason::MergeConflict
    );
}

/// S-42: the last phase has no next one.
#[test]
fn phase_complete_last() {
    let files = [
        phase_two_done(),
        vec![("phases/03-polish/03-01-PLAN.md", ""), ("phases/03-polish/03-01-SUMMARY.md", "")],
    ]
    .concat();
    let snapshot = sample_with(ROADMAP, &files, &phase_complete::focus(STORED, &id("3")));
    let decision = phase_complete::run(&snapshot, STORED, &id("3"), false, "2026-10-07").unwrap();
    assert_eq!(
        (
            shown(decision.answer.get("is_last_phase").unwrap()),
            shown(decision.answer.get("next_phase").unwrap())
        ),
        ("true".into(), "null".into())
    );
    assert_eq!(decision.after.facts(STORED).counters.percent, Some(100));
}

/// S-19, D5: one row, one line, the boxes of exactly these plans; a second time nothing.
#[test]
fn update_plan_progress_verb() {
    let roadmap = ROADMAP
        .replace(
            "**Plans:** 3 plans\n",
            "**Plans:** 3 plans (see notes)\n\n- [ ] 02-01-PLAN.md\n- [ ] 02-010-PLAN.md\n",
        )
        .replace("| 2. Core Engine | 1/3 | In Progress |", "| **2. Core Engine** | 0/3 | Planned |");
    let snapshot = sample_with(&roadmap, &[], &update_plan_progress::focus(STORED, &id("2")));
    let decision = update_plan_progress::run(&snapshot, STORED, &id("2"), "2026-10-07").unwrap();
    let lines = new_lines(&roadmap, &decision);
    assert_eq!(lines[..2], ["**Plans:** 1/3 plans executed (see notes)", "- [x] 02-01-PLAN.md"]);
    assert!(lines[2].starts_with("| **2. Core Engine** | 1/3 | In Progress") && lines.len() == 3);
    assert_eq!(
        (shown(&decision.answer.clone().into_map()), decision.raw.as_deref()),
        (
            "{phase:2,plan_count:3,summary_count:1,status:In Progress,complete:false}".into(),
            Some("1/3 In Progress")
        )
    );
    assert!(
        update_plan_progress::run(&decision.after, STORED, &id("2"), "2026-10-07")
            .unwrap()
            .changes
            .is_empty()
    );
}

/// S-17, fault kind "new ids and names": the next number of window and disk, a folder, a block, a row; the totals follow.
#[test]
fn phase_add_verb() {
    let snapshot =
        sample_with(ROADMAP, &[("phases/999.1-idea/", ""), ("phases/0-pre/", "")], &phase_add::focus(STORED));
    let decision = phase_add::add(&snapshot, STORED, " New Thing ").unwrap();
    assert_eq!(
        changes(&decision),
        ["write .planning/ROADMAP.md", "create .planning/phases/04-new-thing/.gitkeep"]
    );
    assert_eq!(
        shown(&decision.answer.clone().into_map()),
        "{phase_number:4,padded:04,name:New Thing,slug:new-thing,directory:.planning/phases/04-new-thing}"
    );
    assert_eq!(
        new_lines(ROADMAP, &decision),
        [
            "### Phase 4: New Thing",
            "**Goal:** [To be planned]",
            "**Depends on:** Phase 3",
            "**Plans:** TBD",
            "| 4. New Thing | 0/0 | Not started |  |"
        ]
    );
    assert_eq!(decision.after.facts(STORED).counters.total_phases, 4);
    let second = phase_add::add(&decision.after, STORED, "潮汐の表").unwrap();
    assert_eq!(shown(second.answer.get("directory").unwrap()), ".planning/phases/05-潮汐の表");
    let on_disk = sample_with(ROADMAP, &[("phases/17-elsewhere/", "")], &phase_add::focus(STORED));
    assert_eq!(
        shown(phase_add::add(&on_disk, STORED, "X").unwrap().answer.get("phase_number").unwrap()),
        "18"
    );
    for title in ["", "  ", "a\nb", "a\u{7}"] {
        assert_eq!(
            phase_add::add(&snapshot, STORED, title).unwrap_err().reason,
            Reason::InvalidValue,
            "{title:?}"
        );
    }
    assert_eq!(
        phase_add::add(&sample_with(ROADMAP, &[], &phase_add::focus(Some("v9.9"))), Some("v9.9"), "X")
            .unwrap_err()
            .reason,
        Reason::ProgressScope
    );
    let mut with_code = snapshot.clone();
    with_code.config.project_code = Some("CK".into());
    assert_eq!(
        shown(phase_add::add(&with_code, STORED, "X").unwrap().answer.get("directory").unwrap()),
        ".planning/phases/CK-04-x"
    );
}

/// S-17: behind N and its decimals.
#[test]
fn phase_insert_verb() {
    let roadmap = ROADMAP.replace("### Phase 3: Polish", "### Phase 2.1: Patch\n\n### Phase 3: Polish");
    let snapshot = sample_with(&roadmap, &[], &phase_add::focus(STORED));
    let decision = phase_add::insert(&snapshot, STORED, &id("02"), "Hot fix").unwrap();
    assert_eq!(
        shown(&decision.answer.clone().into_map()),
        "{phase_number:2.2,after_phase:2,name:Hot fix,slug:hot-fix,directory:.planning/phases/02.2-hot-fix}"
    );
    assert_eq!(new_lines(&roadmap, &decision)[0], "### Phase 2.2: Hot fix (INSERTED)");
    assert_eq!(
        decision
            .after
            .facts(STORED)
            .phases
            .iter()
            .map(|phase| phase.id.as_str().to_owned())
            .collect::<Vec<_>>(),
        ["1", "2", "2.1", "2.2", "3"]
    );
    assert_eq!(
        phase_add::insert(&snapshot, STORED, &id("8"), "X").unwrap_err().reason,
        Reason::PhaseNotFound
    );
}

/// S-17, D6, fault kind "new ids and names": one change in every file and folder.
#[test]
fn phase_remove_verb() {
    let roadmap = ROADMAP
        .replace("## Progress", "### Phase 4: Launch\n\n**Goal:** Go\n**Depends on:** Phase 3\n\n### Phase 4.1: After\n\n## Progress")
        .replace("| 3. Polish | 0/0 | Not started |  |\n", "| 3. Polish | 0/0 | Not started |  |\n| 4. Launch | 0/1 | Planned |  |\n");
    let plan = "---\nphase: 04-launch\ndepends_on: [\"04-01\", '01-02']\n---\n# Plan\n";
    let files = [
        ("phases/04-launch/04-01-PLAN.md", "# Plan\n"),
        ("phases/04-launch/04-02-PLAN.md", plan),
        ("phases/04-launch/notes.md", ""),
        ("phases/04.1-after/04.1-CONTEXT.md", ""),
        ("phases/999.1-idea/", ""),
    ];
    let snapshot = sample_with(&roadmap, &files, &phase_remove::focus(STORED, &id("3")));
    assert_eq!(phase_remove::folder(&snapshot, &id("3")).as_deref(), Some("phases/03-polish"));
    let decision = phase_remove::run(&snapshot, STORED, &id("3"), false, Vec::new()).unwrap();
    assert_eq!(
        changes(&decision),
        [
            "remove .planning/phases/03-polish",
            "move .planning/phases/04-launch > .planning/phases/03-launch",
            "move .planning/phases/03-launch/04-01-PLAN.md > .planning/phases/03-launch/03-01-PLAN.md",
            "move .planning/phases/03-launch/04-02-PLAN.md > .planning/phases/03-launch/03-02-PLAN.md",
            "move .planning/phases/04.1-after > .planning/phases/03.1-after",
            "move .planning/phases/03.1-after/04.1-CONTEXT.md > .planning/phases/03.1-after/03.1-CONTEXT.md",
            "write .planning/phases/03-launch/03-02-PLAN.md",
            "write .planning/ROADMAP.md",
        ]
    );
    assert!(
        cairn_plan::Plan { description: String::new(), changes: decision.changes.clone() }.check().is_ok()
    );
    let Some(FileHead::Read(moved)) = decision.after.head("phases/03-launch/03-02-PLAN.md") else {
        panic!("not read")
    };
    assert_eq!(moved, b"---\nphase: 03-launch\ndepends_on: [\"03-01\", '01-02']\n---\n# Plan\n");
    let after = roadmap_after(&decision);
    for (text, present) in [
        ("### Phase 3: Launch", true),
        ("### Phase 3.1: After", true),
        ("| 3. Launch | 0/1 | Planned |", true),
        ("**Depends on:** Phase 2\n", true),
        ("Polish", false),
        ("Phase 4", false),
    ] {
        assert_eq!(after.contains(text), present, "{text} in\n{after}");
    }
    let facts = decision.after.facts(STORED);
    assert_eq!((facts.counters.total_phases, facts.counters.total_plans), (4, 7));
    assert_eq!(facts.phase(&id("3")).unwrap().folder.as_deref(), Some("03-launch"));

    let refused = |phase: &str, force: bool| {
        phase_remove::run(
            &sample_with(&roadmap, &files, &phase_remove::focus(STORED, &id(phase))),
            STORED,
            &id(phase),
            force,
            Vec::new(),
        )
        .map(|_| ())
        .map_err(|failure| failure.reason)
    };
    assert_eq!(refused("1", false), Err(Reason::PhaseHasSummaries));
    assert_eq!(refused("1", true), Ok(()));
    assert_eq!(refused("9", false), Err(Reason::PhaseNotFound));
    assert_eq!(refused("999.1", false), Err(Reason::PhaseNotFound));
    assert_eq!(refused("4", false), Err(Reason::PhaseHasInsertions), "a phase is inserted behind it");
    assert_eq!(refused("4.1", false), Ok(()));
}

/// Section 2: what a writing verb says of a milestone that it cannot find.
#[test]
fn without_a_roadmap() {
    let snapshot = PlanningSnapshot::new(".planning", Document::Absent, PlanningConfig::default());
    let questions = [Focus::Stored(None)];
    assert!(snapshot.wanted(&Questions::new(&snapshot, &questions)).len() == 1);
    assert_eq!(phase_add::add(&snapshot, None, "X").unwrap_err().reason, Reason::RoadmapNotFound);
    assert_eq!(
        update_plan_progress::run(&snapshot, None, &id("1"), "2026-10-07").unwrap_err().reason,
        Reason::RoadmapNotFound
    );
}
