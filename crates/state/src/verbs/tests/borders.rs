//! The borders of phases and milestones in their rarer cases.

use super::*;
use crate::facts::ProgressScope;

fn has_line(text: &str, line: &str) -> bool {
    text.lines().any(|present| present == line)
}

fn untrusted() -> PlanningFacts {
    PlanningFacts { scope: ProgressScope::Unscoped, ..PlanningFacts::default() }
}

/// S-43, section 13: without a window the total of the position says what comes behind; a window without phases is none.
#[test]
fn s_43_position_says_what_comes_next() {
    let last = BASIC.replace("Phase: 2 of 3 (Core Engine)", "Phase: 3 of 3 (Polish)");
    let mut one = untrusted();
    one.phases = vec![phase_facts("2", "Core Engine", 3, &[])];
    for (about, source, facts, line) in [
        ("in the middle", BASIC, untrusted(), "Phase: 3 of 3"),
        ("the last", last.as_str(), untrusted(), "Status: All phases complete"),
        ("an empty window", BASIC, PlanningFacts::default(), "Phase: 3 of 3"),
        ("a window that is not trusted", BASIC, one, "Phase: 3 of 3"),
    ] {
        let (after, _) = run_in(source, &facts, &project(), &CompletePhase::default()).unwrap();
        assert!(has_line(&after, line), "{about}: {after}");
    }
}

/// Section 13: `phase complete` leaves a position that is at work on another open phase where it is.
#[test]
fn completion_of_another_phase() {
    let open: &[&str] = &["02-02-PLAN.md"];
    for (outstanding, is_ticked, line) in [
        (open, false, "Phase: 2 of 3 (Core Engine)"),
        (open, true, "Phase: 3 of 3 (Polish)"),
        (&[], false, "Phase: 3 of 3 (Polish)"),
        (&[], true, "Phase: 3 of 3 (Polish)"),
    ] {
        let mut facts = planning();
        facts.phases[1] = PhaseFacts { is_ticked, ..phase_facts("2", "Core Engine", 3, outstanding) };
        let project = project();
        let input = input(BASIC, &facts, &project);
        let (outcome, completion) = completion(&input, &phase("1")).unwrap();
        let after = String::from_utf8_lossy(outcome.content(PlanningFile::State).unwrap()).into_owned();
        assert!(has_line(&after, line), "{outstanding:?} {is_ticked}: {after}");
        assert_eq!(completion.phase, phase("1"));
    }
    // At work on the phase itself, the position moves on.
    let (facts, project) = (planning(), project());
    let input = input(BASIC, &facts, &project);
    let (outcome, _) = completion(&input, &phase("2")).unwrap();
    let after = String::from_utf8_lossy(outcome.content(PlanningFile::State).unwrap()).into_owned();
    assert!(has_line(&after, "Phase: 3 of 3 (Polish)"), "{after}");
}

/// S-61, section 13: a phase whose plans were counted names their number, a phase without plans names none.
#[test]
fn s_61_plans_of_a_phase() {
    for (id, line) in [("2", "Plan: 1 of 3"), ("3", "Plan: 1 of ?")] {
        let source = BASIC.replace("Phase: 2 of 3 (Core Engine)", "Phase: 1 of 3 (Setup)");
        let (after, _) = run(&source, &BeginPhase { phase: phase(id), name: None, plans: None }).unwrap();
        assert!(has_line(&after, line), "{id}: {after}");
    }
}

/// S-62: an unreadable position comes with the one that the files suggest, where there are plans.
#[test]
fn s_62_suggested_position() {
    for (position, suggested) in [
        ("Phase: 2 of 3 (Core Engine)", Some(("current_plan", 2, "total_plans", 3))),
        ("Phase: 3 of 3 (Polish)", None),
    ] {
        let source = BASIC
            .replace("Phase: 2 of 3 (Core Engine)", position)
            .replace("Plan: 2 of 3 in current phase", "Plan: soon");
        let failure = refusal(&source, &AdvancePlan);
        let expected = suggested.map(|(plan, current, plans, total)| {
            Value::Map(vec![
                (plan.to_owned(), Value::Number(current)),
                (plans.to_owned(), Value::Number(total)),
            ])
        });
        assert_eq!(failure.facts.get("suggested"), expected.as_ref(), "{position}");
    }
}

/// S-42, section 13: the step of the operator stands once, and what else stands in its section stays.
#[test]
fn s_42_operator_next_steps() {
    let step = "- Start the next milestone: msd-tools state milestone-switch --milestone …\n";
    for (section, expected) in [
        ("", format!("\n{step}")),
        ("\n- Buy bread\n", format!("\n- Buy bread\n{step}")),
        ("\nAsk the office.\n", format!("\nAsk the office.\n{step}")),
        ("\n- Start the next milestone: soon\n- Rest\n", format!("\n{step}- Rest\n")),
    ] {
        let source = format!("{BASIC}\n## Operator Next Steps\n{section}");
        let (after, _) = run(&source, &CompleteMilestone { milestone: "v2.0".to_owned() }).unwrap();
        assert_eq!(after.split_once("\n## Operator Next Steps\n").unwrap().1, expected, "{section}");
    }
}

/// Section 13: the labels of older layouts are a position, too; a file without any field is refused.
#[test]
fn milestone_switch_of_older_layouts() {
    let switch = MilestoneSwitch { milestone: "v3.0".to_owned(), name: None };
    let frontmatter = "---\nmsd_state_version: '1.0'\nmilestone: v2.0\n---\n\n# S\n\n";
    for label in ["Current Phase", "Current Phase Name", "Current Plan", "Total Plans in Phase"] {
        let (after, _) = run(&format!("{frontmatter}{label}: 2\n"), &switch).unwrap();
        assert!(has_line(&after, &format!("{label}: —")), "{after}");
    }
    assert_eq!(refusal(&format!("{frontmatter}Owner: Kim\n"), &switch).reason, Reason::FieldNotFound);
}

/// D20: each of the three keys alone opts in, and `idle` without a recommendation clears them.
#[test]
fn d20_one_key_opts_in() {
    let cleared = "\nactive_phase: null\nnext_action: null\nnext_phases: null\n";
    for key in ["active_phase: \"2\"", "next_action: plan-phase", "next_phases: [\"2\"]"] {
        let opted = BASIC.replace("stopped_at: Phase", &format!("{key}\nstopped_at: Phase"));
        let (after, _) = run(&opted, &BeginPhase { phase: phase("3"), name: None, plans: None }).unwrap();
        assert!(after.contains("\nactive_phase: \"3\"\nnext_action: null\nnext_phases: null\n"), "{after}");
        let (after, outcome) = run(&opted, &Idle::default()).unwrap();
        assert!(after.contains(cleared), "{after}");
        assert_eq!(outcome.answer.get("next_action"), Some(&Value::Null));
    }
    let (after, _) = run(BASIC, &Idle::default()).unwrap();
    assert!(after.contains(cleared), "{after}");
}
