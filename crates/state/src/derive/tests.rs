//! The derivation table of section 7, through `state json` and `state update` of real texts.

use crate::document::StateDocument;
use crate::facts::{PlanningFacts, ProjectFacts};
use crate::schema::Key;
use crate::verbs::tests::{BASIC, input, planning, project};
use crate::writing::{Reading, decided_text};

fn derived(source: &str, facts: &PlanningFacts, project: &ProjectFacts, key: Key) -> Option<String> {
    let input = input(source, facts, project);
    let reading = Reading::strict(&input).unwrap();
    decided_text(&StateDocument::parse(source.as_bytes()), &reading.decisions(), key)
}

fn check(frontmatter: &str, body: &str, key: Key, expected: Option<&str>) {
    let source = format!("---\n{frontmatter}---\n## Current Position\n\n{body}");
    assert_eq!(derived(&source, &planning(), &project(), key).as_deref(), expected, "{source}");
}

/// S-22 to S-24: phase, name and plan, and what is no value.
#[test]
fn position_keys() {
    check("", "Phase: 2 of 3 (Core)\n", Key::CurrentPhase, Some("2"));
    check("", "**Current Phase:** 04\nPhase: 2 of 3 (Core)\n", Key::CurrentPhase, Some("04"));
    check("", "Current Phase: —\nPhase: 2 of 3\n", Key::CurrentPhase, None);
    check("", "Current Phase: [X]\nPhase: 2 of 3\n", Key::CurrentPhase, Some("2"));
    check("", "Phase: [X] of [Y] ([Phase name])\n", Key::CurrentPhase, None);
    check(
        "",
        "Current Phase Name: Bridge (north)\nPhase: 2 of 5 (Core)\n",
        Key::CurrentPhaseName,
        Some("Bridge (north)"),
    );
    check("", "Plan: 2 of 3\n", Key::CurrentPlan, None);
    check("", "Current Plan: 2 of 3\n", Key::CurrentPlan, Some("2"));
    check("", "Current Plan: 02-01\n", Key::CurrentPlan, Some("02-01"));
    check("", "Current Plan: Not started\n", Key::CurrentPlan, None);
    check("current_phase: \"7\"\n", "Phase: 2 of 3\n", Key::CurrentPhase, Some("7"));
    check("current_phase: null\n", "Phase: 2 of 3\n", Key::CurrentPhase, Some("2"));
    check("current_phase: \"[X]\"\n", "Phase: None\n", Key::CurrentPhase, None);
}

/// S-27, S-28: the date of the last activity, and the text behind it.
#[test]
fn activity_keys() {
    check("", "Last activity: 2026-06-20 — did it\n", Key::LastActivity, Some("2026-06-20"));
    check("", "Last activity: fought the cache\n", Key::LastActivity, Some("fought the cache"));
    check(
        "last_activity: 2026-10-03\n",
        "Last activity: 2026-10-01\n",
        Key::LastActivity,
        Some("2026-10-03"),
    );
    check(
        "last_activity: 2026-10-01\n",
        "Last activity: 2026-10-03 — x\n",
        Key::LastActivity,
        Some("2026-10-03"),
    );
    check(
        "last_activity: 2026-10-01 at noon\n",
        "Last activity: 2026-10-01\n",
        Key::LastActivity,
        Some("2026-10-01"),
    );
    check("", "Last activity: 2026-06-20 -- did it\n", Key::LastActivityDescription, Some("did it"));
    check("", "Last activity: 2026-06-20\n", Key::LastActivityDescription, None);
    check(
        "",
        "Last Activity Description: x\nLast activity: 2026-06-20 — y\n",
        Key::LastActivityDescription,
        Some("x"),
    );
}

/// S-13, S-40, D15, D16: status, with pauses.
#[test]
fn status_key() {
    check("", "Status: Ready to execute\n", Key::Status, Some("executing"));
    check("", "", Key::Status, Some("unknown"));
    check("status: verifying\n", "Status: Ready to execute\n", Key::Status, Some("verifying"));
    check("status: unknown\n", "Status: Ready to execute\n", Key::Status, Some("executing"));
    check("status: null\n", "Status: Ready to execute\n", Key::Status, Some("executing"));
    check("status: verifying\n", "Status: Hardening\n", Key::Status, Some("verifying"));
    check("status: planning\n", "状态：执行\n", Key::Status, Some("executing"));
    check("status: verifying\nactive_phase: \"2\"\n", "状态：执行\n", Key::Status, Some("verifying"));
    check("status: completed\nactive_phase: \"2\"\n", "状态：执行\n", Key::Status, Some("executing"));
    check("status: executing\npaused_at: lunch\n", "Status: Ready to execute\n", Key::Status, Some("paused"));
    check(
        "status: executing\npaused_at: null\n",
        "Status: Ready to execute\n",
        Key::Status,
        Some("executing"),
    );
    check("status: executing\n", "Status: x\n\n## Session\n\nPaused at: keys\n", Key::Status, Some("paused"));
    check(
        "status: executing\n",
        "Status: x\n\n## Session\n\nPaused at: None\n",
        Key::Status,
        Some("executing"),
    );
}

/// S-11, S-12: the milestone and its name; a name found wins, the word `milestone` is none.
#[test]
fn milestone_keys() {
    check("milestone_name: milestone\n", "", Key::MilestoneName, Some("Code Quality"));
    let unnamed = PlanningFacts { milestone_name: None, ..planning() };
    let source = "---\nmilestone: v2.0\nmilestone_name: Mine\n---\n";
    assert_eq!(derived(source, &unnamed, &project(), Key::MilestoneName).as_deref(), Some("Mine"));
}

/// S-26: the stamp is recomputed, never carried forward.
#[test]
fn state_head() {
    let source = "---\nstate_head: 4f3c2b1a9e8d7c6b5a4f3e2d1c0b9a8f7e6d5c4b\n---\n";
    assert_eq!(derived(source, &planning(), &project(), Key::StateHead), None);
    let head = "a".repeat(40);
    let own = ProjectFacts { state_head: Some(head.clone()), ..project() };
    assert_eq!(derived(source, &planning(), &own, Key::StateHead), Some(head));
}

/// S-17 to S-21, D18, D32: counters follow the disk; the percent only where the project wants it.
#[test]
fn counters() {
    let stale =
        BASIC.replace("completed_plans: 3", "completed_plans: 80").replace("percent: 33", "percent: 75");
    assert_eq!(derived(&stale, &planning(), &project(), Key::CompletedPlans).as_deref(), Some("3"));
    assert_eq!(derived(&stale, &planning(), &project(), Key::Percent).as_deref(), Some("33"));
    let mut without = project();
    without.settings.writes_percent = false;
    assert_eq!(derived(&stale, &planning(), &without, Key::Percent).as_deref(), Some("75"));
    assert_eq!(derived("Status: x\n", &planning(), &without, Key::Percent), None);
    let nothing = PlanningFacts::default();
    assert_eq!(derived("Status: x\n", &nothing, &project(), Key::TotalPhases), None);
    let counted = "---\nprogress:\n  total_phases: 3\n---\n";
    assert_eq!(derived(counted, &nothing, &project(), Key::TotalPhases).as_deref(), Some("0"));
    assert_eq!(derived("---\nprogress: half\n---\n", &planning(), &project(), Key::TotalPhases), None);
}
