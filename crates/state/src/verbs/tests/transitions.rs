use super::*;

/// S-61, contract 13: begin-phase.
#[test]
fn begin_phase_writes_the_position() {
    let verb = BeginPhase { phase: phase("3"), name: Some("Polish".to_owned()), plans: Some(4) };
    let (after, outcome) = run(BASIC, &verb).unwrap();
    for line in [
        "Phase: 3 of 3 (Polish) — EXECUTING",
        "Plan: 1 of 4",
        "Status: Executing Phase 3",
        "Last activity: 2026-10-07 — Phase 3 execution started",
        "**Current focus:** Phase 3 — Polish",
        "current_phase: \"3\"",
        "current_phase_name: Polish",
        "status: executing",
    ] {
        assert!(after.lines().any(|present| present == line), "{line}\n{after}");
    }
    assert_eq!(outcome.answer.get("plan_count"), Some(&Value::Number(4)));
    assert!(!after.contains("active_phase"));
    let again = BeginPhase { phase: phase("03"), name: None, plans: None };
    let (resumed, _) = run(&after, &again).unwrap();
    assert!(
        resumed.contains("\nLast activity: 2026-10-07 — Phase 3 execution resumed\n")
            && resumed.contains("\nPlan: 1 of 4\n")
    );
}

/// D31: a story at the border is replaced with a warning.
#[test]
fn border_verbs_report_replaced_text() {
    let source = BASIC.replace("Status: Ready to execute", "Status: Blocked on API keys");
    let (_, outcome) = run(&source, &BeginPhase { phase: phase("2"), name: None, plans: None }).unwrap();
    let [warning] = outcome.warnings.as_slice() else { panic!("{:?}", outcome.warnings) };
    assert_eq!(warning.code.as_str(), "executor_text_replaced");
    assert!(warning.message.contains("`Status`") && warning.message.contains("`Blocked on API keys`"));
    let (_, outcome) = run(BASIC, &BeginPhase { phase: phase("2"), name: None, plans: None }).unwrap();
    assert_eq!(outcome.warnings, []);
}

/// S-66: planned-phase and advance-plan keep an executor's words.
#[test]
fn defaults_only() {
    let story = BASIC
        .replace("Status: Ready to execute", "Status: Blocked on API keys")
        .replace("Last activity: 2026-10-01", "Last activity: 2026-10-01 — fought the cache");
    for verb in [&AdvancePlan as &dyn Verb, &PlannedPhase { phase: phase("2"), name: None, plans: Some(3) }] {
        let (after, outcome) = run(&story, verb).unwrap();
        assert!(after.contains("\nStatus: Blocked on API keys\n") && after.contains(" — fought the cache\n"));
        assert!(outcome.is_changed());
    }
    let done = BASIC.replace("Status: Ready to execute", "Status: Complete ✓");
    let (after, _) = run(&done, &PlannedPhase { phase: phase("3"), name: None, plans: Some(3) }).unwrap();
    assert!(
        after.contains("\nStatus: Ready to execute\n")
            && after.contains("\nPhase: 3 of 3 (Polish) — READY TO EXECUTE\n")
    );
    assert!(after.contains("\nLast activity: 2026-10-07 — Phase 3 planned\n"));
}

/// S-61: advance-plan moves on in place, stops at outstanding plans, and ends the phase.
#[test]
fn advance_plan() {
    let (after, outcome) = run(BASIC, &AdvancePlan).unwrap();
    assert!(
        after.contains("\nPlan: 3 of 3 in current phase\n")
            && after.contains("\nLast activity: 2026-10-07\n")
    );
    assert_eq!(outcome.answer.get("previous_plan"), Some(&Value::Number(2)));
    let failure = refusal(&after, &AdvancePlan);
    assert_eq!(failure.reason, Reason::PlansOutstanding);
    assert_eq!(
        failure.facts.get("outstanding_plans"),
        Some(&Value::texts(["02-02-PLAN.md", "02-03-PLAN.md"]))
    );
    let (last, outcome) = run_in(&after, &planning_with_phase_2_done(), &project(), &AdvancePlan).unwrap();
    assert_eq!(outcome.answer.get("reason"), Some(&Value::from("last_plan")));
    assert!(
        last.contains("\nStatus: Phase complete — ready for verification\n")
            && last.contains("\nstatus: verifying\n")
    );
}

/// S-62, D1: positions that cannot be advanced.
#[test]
fn advance_plan_refusals() {
    for (from, to, reason) in [
        ("Plan: 2 of 3 in current phase", "Plan: 2/3", Reason::PlanPositionUnreadable),
        (
            "Plan: 2 of 3 in current phase",
            "Plan: 2 of 3\nCurrent Plan: 1\nTotal Plans in Phase: 3",
            Reason::AmbiguousPlanPosition,
        ),
        (
            "Phase: 2 of 3 (Core Engine)",
            "Phase: 2 of 3 (Core Engine)\nPhase: 1 of 3 (Setup)",
            Reason::AmbiguousPositionPhase,
        ),
    ] {
        assert_eq!(refusal(&BASIC.replace(from, to), &AdvancePlan).reason, reason, "{to}");
    }
    let older = BASIC.replace("Plan: 2 of 3 in current phase", "Current Plan: 02\nTotal Plans in Phase: 3");
    check_lines(
        &older,
        &AdvancePlan,
        &[
            "current_plan: \"03\"",
            "last_updated: \"2026-10-07T12:00:00.000Z\"",
            "last_activity: \"2026-10-07\"",
            "Current Plan: 03",
            "Last activity: 2026-10-07",
        ],
    );
}

/// S-42, S-43: completing a phase moves on; the last one ends the phases, never the milestone.
#[test]
fn complete_phase() {
    let verb = CompletePhase { phase: Some(phase("02")) };
    let (after, outcome) = run(BASIC, &verb).unwrap();
    for line in [
        "Phase: 3 of 3 (Polish)",
        "Plan: Not started",
        "Status: Ready to plan",
        "Last activity: 2026-10-07 — Phase 2 complete, transitioned to Phase 3",
        "**Current focus:** Phase 3 — Polish",
        "Stopped at: Phase 2 complete, ready to plan Phase 3",
        "status: planning",
        "current_phase: \"3\"",
        "| 2 | 1 | - | - |",
        "- Total plans completed: 1",
    ] {
        assert!(after.lines().any(|present| present == line), "{line}\n{after}");
    }
    assert_eq!(outcome.answer.get("next_phase"), Some(&Value::from("3")));
    let (again, outcome) = run(&after, &verb).unwrap();
    assert_eq!((again.as_str(), outcome.is_changed()), (after.as_str(), false));
    assert_eq!(outcome.answer.get("idempotent"), Some(&Value::Bool(true)));
    let mut last = planning_with_phase_2_done();
    last.phases.pop();
    let (after, outcome) = run_in(BASIC, &last, &project(), &verb).unwrap();
    assert!(after.contains("\nStatus: All phases complete\n") && after.contains("\nstatus: completed\n"));
    assert!(after.contains("\nPhase: 2 of 3 (Core Engine)\n") && !after.contains("ilestone complete"));
    assert_eq!(outcome.answer.get("is_last_phase"), Some(&Value::Bool(true)));
}

/// S-43: without a trusted window nobody claims that all phases are complete.
#[test]
fn complete_phase_without_a_plan() {
    let unknown = PlanningFacts { scope: crate::facts::ProgressScope::Missing, ..PlanningFacts::default() };
    let (after, _) = run_in(BASIC, &unknown, &project(), &CompletePhase::default()).unwrap();
    assert!(after.contains("\nPhase: 3 of 3\n"), "{after}");
    let silent = BASIC.replace("2 of 3 (Core Engine)", "2 (Core Engine)");
    let failure = run_in(&silent, &unknown, &project(), &CompletePhase::default()).expect_err("refused");
    assert_eq!(failure.reason, Reason::ProgressScope);
}

/// S-11, S-12: a switch changes both sides and keeps the rest.
#[test]
fn milestone_switch() {
    let source = BASIC.replace("  percent: 33\n", "  percent: 33\nowner: Kim\n");
    let verb = MilestoneSwitch { milestone: "v3.0".to_owned(), name: Some("Next".to_owned()) };
    let facts = PlanningFacts { scope: crate::facts::ProgressScope::Unscoped, ..PlanningFacts::default() };
    let mut project = project();
    project.files.insert(PlanningFile::Configuration, b"{ \"milestone\": \"v2.0\" }".to_vec());
    let (after, outcome) = run_in(&source, &facts, &project, &verb).unwrap();
    for line in [
        "milestone: v3.0",
        "milestone_name: Next",
        "status: planning",
        "Phase: Not started (defining requirements)",
        "Plan: —",
        "Status: Defining requirements",
        "Last activity: 2026-10-07 — Milestone v3.0 started",
        "  total_phases: 0",
        "  percent: 0",
        "Progress: [░░░░░░░░░░] 0%",
        "owner: Kim",
    ] {
        assert!(after.lines().any(|present| present == line), "{line}\n{after}");
    }
    assert!(!after.contains("current_phase"));
    assert_eq!(outcome.content(PlanningFile::Configuration), Some(&b"{ \"milestone\": \"v3.0\" }"[..]));
    assert!(updated(&outcome).contains(&".planning/config.json".to_owned()));
    let unnamed = MilestoneSwitch { milestone: "v3.0".to_owned(), name: None };
    let (after, _) = run_in(&source, &facts, &project, &unnamed).unwrap();
    assert!(!after.contains("milestone_name"), "the old name is no name of the new milestone");
    assert_eq!(
        refusal(BASIC, &MilestoneSwitch { milestone: "v3 + v4".to_owned(), name: None }).reason,
        Reason::InvalidValue
    );
}

/// S-42: the terminal position of a closed milestone.
#[test]
fn complete_milestone() {
    let source = BASIC.replace("# Project State\n", "# Project State\n\n**Status:** Executing\n");
    let (after, _) = run(&source, &CompleteMilestone { milestone: "v2.0".to_owned() }).unwrap();
    for line in [
        "Phase: Milestone v2.0 complete",
        "Plan: —",
        "Status: Awaiting next milestone",
        "**Status:** v2.0 milestone complete",
        "Last activity: 2026-10-07 — Milestone v2.0 completed and archived",
        "status: completed",
        "## Operator Next Steps",
        "- Start the next milestone: msd-tools state milestone-switch --milestone …",
    ] {
        assert!(after.lines().any(|present| present == line), "{line}\n{after}");
    }
    assert!(!after.contains("current_phase"));
    let (again, outcome) = run(&after, &CompleteMilestone { milestone: "v2.0".to_owned() }).unwrap();
    assert_eq!((again.as_str(), outcome.is_changed()), (after.as_str(), false));
}

/// S-14 to S-16, S-41, D20: the life-cycle keys.
#[test]
fn begin_and_idle() {
    for (action, stage) in [
        (Action::Discuss, "discussing"),
        (Action::Plan, "planning"),
        (Action::Execute, "executing"),
        (Action::Verify, "verifying"),
    ] {
        let (after, outcome) = run(BASIC, &Begin { action, phase: phase("4.5") }).unwrap();
        let block =
            format!("\nstatus: {stage}\nactive_phase: \"4.5\"\nnext_action: null\nnext_phases: null\n");
        assert!(after.contains(&block), "{after}");
        assert_eq!(outcome.answer.get("status"), Some(&Value::from(stage)));
    }
    let idle = Idle { next: Some(Action::Execute), phases: vec![phase("4.5"), phase("4.6")] };
    let (after, outcome) = run(BASIC, &idle).unwrap();
    assert!(
        after.contains("\nactive_phase: null\nnext_action: execute-phase\nnext_phases: [\"4.5\", \"4.6\"]\n")
    );
    assert_eq!(outcome.answer.get("next_phases"), Some(&Value::texts(["4.5", "4.6"])));
    assert_eq!(refusal(BASIC, &Idle { next: Some(Action::Plan), phases: Vec::new() }).reason, Reason::Usage);
}

/// D20: the other verbs write the keys only where the project opted in.
#[test]
fn opt_in() {
    let opted = BASIC.replace("stopped_at: Phase", "active_phase: null\nstopped_at: Phase");
    let (after, _) = run(&opted, &BeginPhase { phase: phase("2"), name: None, plans: None }).unwrap();
    assert!(after.contains("\nactive_phase: \"2\"\nnext_action: null\nnext_phases: null\n"), "{after}");
    let (after, _) = run(&opted, &CompletePhase::default()).unwrap();
    assert!(
        after.contains("\nactive_phase: null\nnext_action: discuss-phase\nnext_phases: [\"3\"]\n"),
        "{after}"
    );
    let mut configured = project();
    configured.settings.has_lifecycle = true;
    let verb = PlannedPhase { phase: phase("3"), name: None, plans: None };
    let (after, _) = run_in(BASIC, &planning(), &configured, &verb).unwrap();
    assert!(after.contains("\nnext_action: execute-phase\nnext_phases: [\"3\"]\n"), "{after}");
}

/// S-42, S-43: no transition of a phase reopens a closed milestone; the next one is begun by `milestone-switch`.
#[test]
fn s_42_a_closed_milestone_stays_closed() {
    let (closed, _) = run(BASIC, &CompleteMilestone { milestone: "v2.0".to_owned() }).unwrap();
    let reworded = closed.replace("Status: Awaiting next milestone", "Status: Awaiting the customer");
    let moved = closed.replace("Phase: Milestone v2.0 complete", "Phase: 3 of 3 (Polish)");
    for source in [&closed, &reworded, &moved] {
        for verb in [
            &CompletePhase { phase: Some(phase("2")) } as &dyn Verb,
            &CompletePhase { phase: None },
            &AdvancePlan,
            &BeginPhase { phase: phase("2"), name: None, plans: None },
            &PlannedPhase { phase: phase("2"), name: None, plans: None },
        ] {
            let failure = refusal(source, verb);
            assert_eq!(failure.reason, Reason::PhaseNotFound, "{}", verb.name());
            assert!(failure.message.contains("state milestone-switch"), "{failure}");
            assert_eq!(failure.facts.get("closed_milestone"), Some(&Value::from("v2.0")));
        }
        let (planning, project) = (planning(), project());
        let input = input(source, &planning, &project);
        assert_eq!(completion(&input, &phase("2")).unwrap_err().reason, Reason::PhaseNotFound);
        let next = MilestoneSwitch { milestone: "v3.0".to_owned(), name: None };
        let (switched, _) = run(source, &next).unwrap();
        assert!(run(&switched, &BeginPhase { phase: phase("2"), name: None, plans: None }).is_ok());
    }
}

/// D1, section 4: verbs that write beside STATE.md refuse what every write refuses, lone carriage returns included.
#[test]
fn d1_refused_files_are_refused_by_every_writing_verb() {
    let signal = SignalWaiting {
        kind: "decision".to_owned(),
        question: "Which?".to_owned(),
        options: Vec::new(),
        phase: None,
    };
    for (source, reason) in [
        (format!("{BASIC}<<<<<<< ours\n"), Reason::MergeConflict),
        (BASIC.replacen("---\n", "---\nbroken: [1\n", 1), Reason::FrontmatterUnparseable),
        (BASIC.replace('\n', "\r"), Reason::Encoding),
        (BASIC.replace('\n', "\r") + "\n", Reason::Encoding),
    ] {
        for verb in
            [&signal as &dyn Verb, &SignalResume, &BeginPhase { phase: phase("2"), name: None, plans: None }]
        {
            assert_eq!(refusal(&source, verb).reason, reason, "{}", verb.name());
        }
    }
    let one = BASIC.replace("Stopped at: ", "Stopped at: a\rb ");
    assert!(run(&one, &SignalResume).is_ok(), "one carriage return in a value is text");
}
