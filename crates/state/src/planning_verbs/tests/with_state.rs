//! Decisions together with STATE.md: what the file says behind each verb.

use super::{ROADMAP, id, sample_with, shown};
use crate::answer::Answer;
use crate::dates::Now;
use crate::facts::{PlanningFile, ProjectFacts};
use crate::failure::{Reason, Warning, WarningCode};
use crate::planning::PlanningSnapshot;
use crate::planning_verbs::milestone_complete::{CloseMilestone, LinkSources};
use crate::planning_verbs::{
    Decision, PlannedWrite, StateSide, StateStep, milestone_complete, needs, phase_add, phase_complete,
    phase_remove,
};
use cairn_plan::{Change, Receipt};
use jiff::Timestamp;
use jiff::civil::date;

const STORED: Option<&str> = Some("v2.0");

const STATE: &str = "---\nmsd_state_version: '1.0'\nmilestone: v2.0\nmilestone_name: Code Quality\ncurrent_phase: \"2\"\ncurrent_phase_name: Core Engine\nstatus: executing\nlast_activity: \"2026-10-01\"\nprogress:\n  total_phases: 3\n  completed_phases: 1\n  total_plans: 5\n  completed_plans: 3\n  percent: 33\n---\n\n# Project State\n\n**Current focus:** Phase 2 — Core Engine\n\n## Current Position\n\nPhase: 2 of 3 (Core Engine)\nPlan: 2 of 3 in current phase\nStatus: Ready to execute\nLast activity: 2026-10-01\n\nProgress: [███░░░░░░░] 33%\n\n## Session Continuity\n\nLast session: x\nStopped at: Phase 2 P1 done\nResume file: None\n";

fn facts() -> ProjectFacts {
    ProjectFacts { base_folder: ".planning".into(), ..ProjectFacts::default() }
}

fn planned(decision: Decision, state: &str, project: &ProjectFacts) -> PlannedWrite {
    let now = Now { instant: Timestamp::UNIX_EPOCH, today: date(2026, 10, 7) };
    let planned = decision.with_state(&StateSide { document: Some(state.as_bytes()), project, now }).unwrap();
    assert!(planned.plan.check().is_ok());
    planned
}

fn state_of(planned: &PlannedWrite) -> String {
    let found = planned.plan.changes.iter().find_map(|change| match change {
        Change::Write { path, bytes, .. } if path.to_string() == ".planning/STATE.md" => Some(bytes.clone()),
        _ => None,
    });
    String::from_utf8(found.expect("STATE.md is written")).unwrap()
}

fn check(planned: &PlannedWrite, has: &[&str], lacks: &[&str]) {
    let state = state_of(planned);
    for text in has {
        assert!(state.contains(text), "{text} in\n{state}");
    }
    for text in lacks {
        assert!(!state.contains(text), "{text} not in\n{state}");
    }
}

fn sample(roadmap: &str, files: &[(&str, &str)], phase: &str) -> PlanningSnapshot {
    sample_with(roadmap, files, &phase_remove::focus(STORED, &id(phase)))
}

const PHASE_TWO_DONE: [(&str, &str); 2] =
    [("phases/02-core-engine/02-02-SUMMARY.md", ""), ("phases/02-core-engine/02-03-SUMMARY.md", "")];

/// S-42, S-18, D19: roadmap and state together.
#[test]
fn phase_complete_moves_the_position() {
    let decision =
        phase_complete::run(&sample(ROADMAP, &PHASE_TWO_DONE, "2"), STORED, &id("2"), false, "2026-10-07")
            .unwrap();
    let needs = needs(&decision.step);
    assert!(needs.pending_todos && needs.state_archive);
    let planned = planned(decision, STATE, &facts());
    check(
        &planned,
        &[
            "\nPhase: 3 of 3 (Polish)\n",
            "\nPlan: Not started\n",
            "\nStatus: Ready to plan\n",
            "\nLast activity: 2026-10-07 — Phase 2 complete, transitioned to Phase 3\n",
            "\nProgress: [██████░░░░] 67%\n",
            "\nstatus: planning\n",
            "\ncurrent_phase: \"3\"\n",
            "  completed_phases: 2\n",
            "  percent: 67\n",
        ],
        &["Milestone complete"],
    );
    assert!(planned.receipt.changed && planned.always_lists_warnings);
    assert!(
        planned.receipt.updated.contains(&"Status".to_owned())
            && planned.receipt.updated.contains(&".planning/ROADMAP.md".to_owned()),
        "{:?}",
        planned.receipt.updated
    );
    assert_eq!(planned.answer.members().last().map(|(name, _)| name.as_str()), Some("state_updated"));
}

/// 14.5, section 3: `workflow.auto_prune_state` moves old entries in the same change.
#[test]
fn phase_complete_prunes_when_asked() {
    let state = STATE.replace(
        "## Session",
        "## Accumulated Context\n\n### Decisions\n\n- [Phase 2]: old\n- [Phase 9]: new\n\n## Session",
    );
    let roadmap = (4..=9).fold(ROADMAP.to_owned(), |roadmap, number| {
        roadmap.replace("## Progress", &format!("### Phase {number}: P{number}\n\n## Progress"))
    });
    let ticked = roadmap.replace("### Phase 1", "- [x] **Phase 3: a**\n- [x] **Phase 4: a**\n- [x] **Phase 5: a**\n- [x] **Phase 6: a**\n\n### Phase 1");
    let twins = [("phases/09-p9/", ""), ("phases/09-twin/", "")];
    let mut snapshot = sample(&ticked, &[PHASE_TWO_DONE.as_slice(), &twins].concat(), "2");
    snapshot.config.auto_prune_state = true;
    let decision = phase_complete::run(&snapshot, STORED, &id("2"), false, "2026-10-07").unwrap();
    let planned = planned(decision, &state, &facts());
    check(&planned, &["\nPhase: 7 of 9 (P7)\n", "- [Phase 9]: new\n"], &["- [Phase 2]: old"]);
    let codes: Vec<WarningCode> = planned.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [WarningCode::DuplicatePhaseDir], "each warning once");
    let archive = format!(".planning/{}", PlanningFile::StateArchive.name());
    assert!(
        planned
            .plan
            .changes
            .iter()
            .any(|change| matches!(change, Change::Create { path, .. } if path.to_string() == archive))
    );
    assert!(planned.receipt.updated.contains(&archive), "{:?}", planned.receipt.updated);
}

/// D6: a decision without changes writes nothing and says so; its warnings, and what stands behind `state_updated`, stay.
#[test]
fn d6_nothing_to_write() {
    let decision = Decision {
        description: "nothing".into(),
        changes: Vec::new(),
        after: sample(ROADMAP, &[], "2"),
        step: StateStep::Nothing,
        answer: Answer::new(),
        tail: Answer::new(),
        raw: None,
        warnings: vec![Warning::new(WarningCode::LinkNotRewritten, "a.md:1")],
        moved: Vec::new(),
    };
    let nothing = planned(decision.clone(), STATE, &facts());
    assert_eq!((nothing.plan.changes.len(), nothing.receipt), (0, Receipt::default()));
    assert_eq!((nothing.answer, nothing.warnings), (Answer::new(), decision.warnings.clone()));
    let tail = Answer::new().with("relinked", "none");
    let with_tail = planned(Decision { tail, ..decision }, STATE, &facts());
    assert_eq!(with_tail.answer, Answer::new().with("state_updated", false).with("relinked", "none"));
}

/// S-17: the totals follow new phases.
#[test]
fn totals_follow() {
    let decision = phase_add::add(&sample(ROADMAP, &[], "2"), STORED, "New Thing").unwrap();
    let added = planned(decision, STATE, &facts());
    check(
        &added,
        &[
            "\nPhase: 2 of 4 (Core Engine)\n",
            "  total_phases: 4\n",
            "  percent: 25\n",
            "Progress: [██░░░░░░░░] 25%",
        ],
        &[],
    );
    assert_eq!(added.raw.as_deref(), Some("04"));
    assert!(!added.receipt.updated.contains(&".planning/STATE.md".to_owned()), "its parts are named");
    assert_eq!(added.answer.get("state_updated"), None, "only completions tell");
    let missing = phase_add::add(&sample(ROADMAP, &[], "2"), STORED, "X").unwrap();
    let now = Now { instant: Timestamp::UNIX_EPOCH, today: date(2026, 10, 7) };
    let failure = missing.with_state(&StateSide { document: None, project: &facts(), now }).unwrap_err();
    assert_eq!(failure.reason, Reason::StateNotFound);
}

/// S-17, fault kind "new ids and names": the position follows the numbers.
#[test]
fn positions_follow_removals() {
    let four = ROADMAP.replace("## Progress", "### Phase 4: Launch\n\n## Progress");
    let remove = |roadmap: &str, removed: &str, state: &str| {
        let decision =
            phase_remove::run(&sample(roadmap, &[], removed), STORED, &id(removed), true, Vec::new())
                .unwrap();
        planned(decision, state, &facts())
    };
    check(&remove(ROADMAP, "3", STATE), &["\nPhase: 2 of 2 (Core Engine)\n", "  total_phases: 2\n"], &[]);
    check(
        &remove(&four, "1", STATE),
        &[
            "\nPhase: 1 of 3 (Core Engine)\n",
            "**Current focus:** Phase 1 — Core Engine\n",
            "\ncurrent_phase: \"1\"\n",
            "\ncurrent_phase_name: Core Engine\n",
        ],
        &[],
    );
    check(
        &remove(&four, "2", STATE),
        &[
            "\nPhase: 2 of 3 (Polish)\n",
            "\nPlan: Not started\n",
            "\ncurrent_phase: \"2\"\n",
            "\ncurrent_phase_name: Polish\n",
        ],
        &["Core Engine"],
    );
    let last =
        STATE.replace("Phase: 2 of 3 (Core Engine)", "Phase: 3 of 3 (Polish)").replace("\"2\"", "\"3\"");
    check(
        &remove(ROADMAP, "3", &last),
        &["\nPhase: 2 of 2 (Core Engine)\n", "\ncurrent_phase: \"2\"\n"],
        &["Polish"],
    );
    let keys = STATE.replace(
        "status: executing\n",
        "status: executing\nactive_phase: \"4\"\nnext_action: null\nnext_phases: [\"3\", \"4\"]\n",
    );
    check(&remove(&four, "1", &keys), &["\nactive_phase: \"3\"\n", "\nnext_phases: [\"2\", \"3\"]\n"], &[]);
    let with_null = STATE.replace("status: executing\n", "status: executing\nnext_phases: [\"4\", null]\n");
    check(&remove(&four, "1", &with_null), &["\nnext_phases: [\"4\", null]\n"], &[]);
}

/// S-42, S-43: a closed milestone, its terminal position, and the links of STATE.md.
#[test]
fn milestone_complete_leaves_the_terminal_position() {
    let done = [
        PHASE_TWO_DONE.as_slice(),
        &[("phases/03-polish/03-01-PLAN.md", ""), ("phases/03-polish/03-01-SUMMARY.md", "")],
    ]
    .concat();
    let snapshot = sample_with(ROADMAP, &done, &milestone_complete::focus(STORED, "v2.0"));
    let close = CloseMilestone { version: "v2.0".into(), is_confirmed: true, ..CloseMilestone::default() };
    let sources = LinkSources {
        moved_files: vec!["phases/02-core-engine/.continue-here.md".into()],
        ..LinkSources::default()
    };
    let decision = milestone_complete::run(&snapshot, STORED, None, &close, &sources, "2026-10-07").unwrap();
    let state =
        STATE.replace("Resume file: None", "Resume file: .planning/phases/02-core-engine/.continue-here.md");
    let planned = planned(decision, &state, &facts());
    check(
        &planned,
        &[
            "\nPhase: Milestone v2.0 complete\n",
            "\nStatus: Awaiting next milestone\n",
            "\nstatus: completed\n",
            "  percent: 100\n",
            "Resume file: .planning/milestones/v2.0-phases/02-core-engine/.continue-here.md\n",
            "msd-tools state milestone-switch",
        ],
        &["current_phase", "\nStatus: Milestone complete"],
    );
    let names: Vec<&str> = planned.answer.members().iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "version",
            "name",
            "date",
            "phases",
            "plans",
            "archived",
            "milestones_updated",
            "state_updated",
            "relinked"
        ]
    );
    assert_eq!(shown(planned.answer.get("state_updated").unwrap()), "true");
    assert!(planned.receipt.updated.contains(&".planning/milestones/v2.0-phases/01-setup".to_owned()));
}
