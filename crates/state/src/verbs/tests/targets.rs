//! Which lines and keys a verb finds in files that have few of them, or several.

use super::*;

const HEAD: &str = "---\nmsd_state_version: '1.0'\nmilestone: v2.0\n---\n\n# S\n\n";

fn begin() -> BeginPhase {
    BeginPhase { phase: phase("3"), name: None, plans: None }
}

fn update(field: &str, value: &str) -> Update {
    Update { field: field.to_owned(), value: value.to_owned() }
}

/// Section 13: one field of any layout is enough to begin a phase; none is refused.
#[test]
fn begin_phase_of_one_field() {
    for (label, value) in [
        ("Current Phase", "3"),
        ("Current Phase Name", "Polish"),
        ("Total Plans in Phase", "?"),
        ("Last activity", "2026-10-07 — Phase 3 execution started"),
        ("Last Activity Description", "Phase 3 execution started"),
    ] {
        let (after, _) = run(&format!("{HEAD}{label}: x\n"), &begin()).unwrap();
        let line = format!("{label}: {value}");
        assert!(after.lines().any(|present| present == line), "{line}: {after}");
    }
    assert_eq!(refusal(&format!("{HEAD}Owner: Kim\n"), &begin()).reason, Reason::FieldNotFound);
}

/// D29: a name that was no UTF-8 is not written.
#[test]
fn d29_unreadable_names() {
    let mut facts = planning();
    facts.phases[2].name = Some("Pol\u{fffd}sh".to_owned());
    let (after, _) = run_in(BASIC, &facts, &project(), &begin()).unwrap();
    assert!(after.contains("\nPhase: 3 of 3 — EXECUTING\n"), "{after}");
}

/// S-42: only `Milestone V complete` is a closed milestone.
#[test]
fn s_42_phases_like_a_closed_milestone() {
    for (text, is_closed) in
        [("Milestone v2.0 complete", true), ("Milestone v2.0 begun", false), ("2 nearly complete", false)]
    {
        let source = BASIC.replace("Phase: 2 of 3 (Core Engine)", &format!("Phase: {text}"));
        assert_eq!(run(&source, &begin()).is_err(), is_closed, "{text}");
    }
}

/// D27: outside Current Position a field must stand once; inside it the first line counts. Candidates are lines, and no key that
/// the schema knows.
#[test]
fn d27_fields_that_stand_twice() {
    let behind = |lines: &str| format!("{BASIC}\n## Notes\n\n{lines}");
    for (field, source, count) in [
        ("Current focus", behind("**Current focus:** y\n"), 2),
        (
            "Current Plan",
            behind("Current Plan: 1\n\nCurrent Plan: 2\n")
                .replace("status: executing", "current_plan: \"1\"\nstatus: executing"),
            2,
        ),
        ("Owner", behind("Owner: Kim\n\nOwner: Lee\n"), 2),
    ] {
        let failure = refusal(&source, &update(field, "z"));
        let Some(Value::List(candidates)) = failure.facts.get("candidates") else { panic!("{failure:?}") };
        assert_eq!((failure.reason, candidates.len()), (Reason::AmbiguousField, count), "{field}");
    }
    let inside = BASIC.replace("Status: Ready", "Owner: Kim\nOwner: Lee\nStatus: Ready");
    let (after, _) = run(&inside, &update("Owner", "Max")).unwrap();
    assert!(after.contains("\nOwner: Max\nOwner: Lee\n"), "{after}");
}

/// 12.1: a key without a line in the body is written as its kind asks for.
#[test]
fn stored_keys_without_a_line() {
    let silent = BASIC.replace("Status: Ready to execute\n", "");
    let paused = silent.replace("stopped_at: Phase", "paused_at: noon\nstopped_at: Phase");
    for (source, field, value, line) in [
        (&paused, "paused_at", "NULL", "paused_at: null"),
        (&paused, "paused_at", "~", "paused_at: null"),
        (&paused, "paused_at", "Friday", "paused_at: Friday"),
        (&silent, "status", "unknown", "status: unknown"),
        (&silent, "status", "Verifying", "status: verifying"),
    ] {
        let (after, _) = run(source, &update(field, value)).unwrap();
        assert!(after.lines().any(|present| present == line), "{line}: {after}");
    }
    assert_eq!(refusal(&silent, &update("status", "banana")).reason, Reason::InvalidValue);
}
