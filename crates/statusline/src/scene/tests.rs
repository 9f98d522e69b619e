use super::*;
use crate::compact::compact;
use crate::deadline::Deadline;
use std::time::Duration;

fn read(source: &str) -> State {
    State::read(source.as_bytes().to_vec(), Deadline::in_time(Duration::from_secs(60)))
}

fn state(block: &str, body: &str) -> State {
    read(&format!("---\n{block}\n---\n{body}\n"))
}

fn check_full(block: &str, body: &str, expected: &str) {
    assert_eq!(full(&state(block, body)), expected, "{block:?} {body:?}");
}

const BAR: &str = "progress:\n  percent: 20";

/// S-50: the table of the contract.
#[test]
fn s_50_examples() {
    check_full(
        &format!("milestone: v2.0\nstatus: executing\nactive_phase: \"4.5\"\n{BAR}"),
        "",
        "v2.0 [██░░░░░░░░] 20% · Phase 4.5 executing",
    );
    check_full(
        &format!(
            "milestone: v2.0\nactive_phase: null\nnext_action: execute-phase\nnext_phases: [\"4.5\"]\n{BAR}"
        ),
        "",
        "v2.0 [██░░░░░░░░] 20% · next execute-phase 4.5",
    );
    check_full(
        "milestone: v2.0\nstatus: executing\nprogress:\n  percent: 100",
        "",
        "v2.0 [██████████] 100% · milestone complete",
    );
    let legacy = "milestone: v1.9\nmilestone_name: Code Quality\nstatus: executing";
    check_full(legacy, "Phase: 1 of 5", "v1.9 Code Quality · executing · ph 1/5");
    check_full(legacy, "Phase: 1 of 5 (fix-deploy)", "v1.9 Code Quality · executing · fix-deploy (1/5)");
    check_full(
        "milestone: v2.0\nprogress:\n  total_phases: 5\n  completed_phases: 5",
        "",
        "v2.0 · milestone complete",
    );
    check_full(
        "milestone: v2.0\nstatus: planning\nprogress:\n  total_phases: 0\n  completed_phases: 0\n  percent: 0",
        "",
        "v2.0 [░░░░░░░░░░] 0% · planning",
    );
    check_full("status: planning\nprogress:\n  percent: 40", "", "planning");
    assert_eq!(full(&read("Phase: 2 of 3\nStatus: Ready to plan next\n")), "planning · ph 2/3");
}

/// S-50: each scene alone.
#[test]
fn s_50_scenes() {
    check_full("active_phase: 4", "", "Phase 4");
    check_full("active_phase: 4", "Status: planning", "Phase 4 planning");
    check_full(
        "next_action: plan-phase\nnext_phases: [4.5, 4.6]\nstatus: x",
        "Phase: 1 of 2",
        "next plan-phase 4.5/4.6",
    );
    check_full("next_action: plan-phase\nstatus: planning", "", "planning");
    check_full("next_phases: [4]\nstatus: planning", "", "planning");
    check_full("status: x", "", "x");
    check_full("", "Phase: 1 of 2", "ph 1/2");
    check_full("", "", "");
}

/// S-51: an active phase beats a recommended command, and both beat a complete milestone.
#[test]
fn s_51_order() {
    let next = "next_action: plan-phase\nnext_phases: [5]";
    let complete = "progress:\n  percent: 100";
    check_full(&format!("status: verifying\nactive_phase: 4\n{next}\n{complete}"), "", "Phase 4 verifying");
    check_full(&format!("{next}\n{complete}"), "", "next plan-phase 5");
}

/// S-52, S-53: the first piece, and that counters alone never draw a bar.
#[test]
fn s_52_milestone_and_bar() {
    check_full("milestone_name: Foo\nstatus: x", "", "Foo · x");
    check_full("milestone: v1.0\nmilestone_name: milestone\nstatus: x", "", "v1.0 · x");
    check_full(&format!("milestone_name: milestone\n{BAR}"), "", "[██░░░░░░░░] 20%");
    check_full("milestone_name: milestone\nstatus: x", "", "x");
    check_full("milestone: v2\nprogress:\n  total_phases: 5\n  completed_phases: 2", "", "v2");
    check_full("milestone: v2\nstatus: x\nprogress:\n  percent: 150", "", "v2 [██████████] 100% · x");
    check_full("milestone: v2\nprogress:\n  percent: 99999999999999999999", "", "v2 [██████████] 100%");
}

fn check_compact(block: &str, body: &str, expected: &str) {
    assert_eq!(compact(&state(block, body)), expected, "{block:?} {body:?}");
}

/// S-50, D40: the compact format.
#[test]
fn d40_compact() {
    let milestone = "milestone: v2.0\nmilestone_name: Code Quality";
    check_compact(
        &format!("{milestone}\nstatus: executing\nactive_phase: \"4.5\""),
        "",
        "v2.0 · P4.5 · executing",
    );
    check_compact(
        &format!("{milestone}\nstatus: executing\nactive_phase: 4.5"),
        "Phase: 4 of 9 (X)",
        "v2.0 · P4.5/9 · executing",
    );
    check_compact(
        "milestone: v1.12\nstatus: Executing Phase 7",
        "Phase: 7 of 12 (x)",
        "v1.12 · P7/12 · executing",
    );
    check_compact("milestone_name: Foo\nstatus: x", "", "x");
    let complete = "progress:\n  percent: 100";
    check_compact(&format!("milestone: v2.0\nstatus: executing\n{complete}"), "", "v2.0 · complete");
    check_compact(&format!("milestone: v2.0\n{complete}"), "Phase: 3 of 3", "v2.0 · P3/3 · complete");
    check_compact(&format!("status: verifying\nactive_phase: 3\n{complete}"), "", "P3 · verifying");
    let next = "next_action: plan-phase\nnext_phases: [4, 5]";
    check_compact(&format!("milestone: v2.0\n{next}"), "", "v2.0 · next plan-phase 4/5");
    check_compact(&format!("milestone: v2.0\nstatus: planning\n{next}"), "", "v2.0 · planning");
    check_compact(&format!("milestone: v2.0\n{next}"), "Phase: 1 of 2", "v2.0 · P1/2");
    check_compact("", "", "");
}

/// S-40: the words of the one status table; other text gives its first word.
#[test]
fn s_40_compact_status() {
    for (status, word) in [
        ("paused", "PAUSED"),
        ("Stopped for lunch", "PAUSED"),
        ("completed", "completed"),
        ("Ready to execute", "executing"),
        ("Ready to plan", "planning"),
        ("discussing scope", "discussing"),
        ("Verification under way", "verifying"),
        ("Blocked on upstream API — waiting", "Blocked"),
        ("— Blocked, waiting", "Blocked,"),
        ("Supercalifragilisticexpialidocious", "Supercalifragili"),
        ("Blo\u{200b}ck\u{1b}ed now", "Blocked"),
        ("unknown", "unknown"),
        ("—", ""),
    ] {
        check_compact(&format!("status: {status}"), "", word);
    }
}
