//! Section 18: each code at its place, and nothing on a clean file.

use super::*;
use crate::facts::{PlanningFacts, ProjectFacts};
use crate::verbs::tests::{BASIC, input, planning, project};

fn findings_in(
    source: &[u8],
    planning: &PlanningFacts,
    project: &ProjectFacts,
) -> Vec<(&'static str, usize, usize)> {
    let input = input(source, planning, project);
    let validation = validate(&input).unwrap();
    validation.findings.iter().map(|finding| (finding.code, finding.line, finding.column)).collect()
}

fn check(source: &str, expected: &[(&'static str, usize, usize)]) {
    assert_eq!(findings_in(source.as_bytes(), &planning(), &project()), expected, "{source}");
}

fn check_changed(from: &str, to: &str, expected: &[(&'static str, usize, usize)]) {
    assert!(BASIC.contains(from), "{from}");
    check(&BASIC.replace(from, to), expected);
}

/// D25: a consistent project has no finding.
#[test]
fn clean_file() {
    check(BASIC, &[]);
}

/// S-64: what Current Position is read as.
#[test]
fn position_rules() {
    check_changed(
        "Phase: 2 of 3 (Core Engine)\n",
        "Phase: 2 of 3 (Core Engine)\nPhase: 1 of 3 (Setup)\n",
        &[("duplicate-field", 31, 1)],
    );
    check_changed(
        "Status: Ready to execute\n",
        "Status: Ready to execute\n**Status:** Executing Phase 2\n",
        &[("shadowed-form", 32, 1)],
    );
    check_changed("Status: Ready to execute", "**Status:**   ", &[("empty-bold-field", 32, 1)]);
    check_changed(
        "Status: Ready to execute",
        "| **Status:** | Ready to execute |",
        &[("bold-label-in-table", 32, 1)],
    );
    check_changed(
        "Phase: 2 of 3 (Core Engine)",
        "  Phase: 2 of 3 (Core Engine)",
        &[("indented-field", 30, 3)],
    );
    for line in ["- Phase: 2 of 3", "> Phase: 2 of 3", "**Phase**: 2 of 3", "Phase : 2 of 3", "Phase：2 of 3"]
    {
        check_changed("Phase: 2 of 3 (Core Engine)", line, &[("unread-field", 30, 1)]);
    }
    check_changed("## Current Position", "## Where we are", &[("no-position-section", 1, 1)]);
}

/// S-64: every finding of Current Position says the line to write instead.
#[test]
fn fixes() {
    for (from, to, fix) in [
        ("Status: Ready to execute", "**Status:**   \nStatus: Ready to execute", "Status: Ready to execute"),
        ("Status: Ready to execute", "| **Status:** | Ready to execute |", "| Status | Ready to execute |"),
        ("Phase: 2 of 3 (Core Engine)", "**Phase**: 2 of 3", "Phase: 2 of 3"),
        ("Status: Ready to execute", "Status: Ready to execute\nStatus: Done", "Status: Ready to execute"),
        (
            "Status: Ready to execute",
            "Status: Ready to execute\n**Status:** Executing Phase 2",
            "Status: Executing Phase 2",
        ),
        ("Phase: 2 of 3 (Core Engine)", "Phase: 9 of 3", "Phase: 2 of 3 (Core Engine)"),
        ("  percent: 33\n", "  percent: 33\nnext_phases:\n  - \"3\"\n", "next_phases: [\"3\"]"),
    ] {
        let source = BASIC.replace(from, to);
        let (planning, project) = (planning(), project());
        let input = input(&source, &planning, &project);
        let validation = validate(&input).unwrap();
        let fixes: Vec<_> = validation
            .findings
            .iter()
            .filter_map(|finding| finding.fix.as_ref())
            .map(|fix| fix.text.as_str())
            .collect();
        assert!(fixes.contains(&fix), "{to}: {fixes:?}");
    }
}

/// D25: the rules that are marked fixable are those whose edits `cairn check --fix` makes.
#[test]
fn fixable_rules() {
    let source = format!("\u{feff}{BASIC}")
        .replace("  percent: 33", "  percent: 34")
        .replace("stopped_at: Phase", "next_phases:\n  - \"3\"\nstopped_at: Phase");
    let (planning, project) = (planning(), project());
    let input = input(&source, &planning, &project);
    for rule in RULES {
        assert_eq!(repair(&input, &[rule.code]).is_some(), rule.fixable, "{}", rule.code);
    }
}

/// S-54, D11: the block and its neighbours.
#[test]
fn frontmatter_rules() {
    check_changed("progress:\n", "progress:\n  # by hand\n", &[("comment-in-progress", 12, 3)]);
    check_changed(
        "stopped_at: Phase",
        "next_phases:\n  - \"3\"\nstopped_at: Phase",
        &[("block-list-next-phases", 8, 1)],
    );
    check_changed(
        "milestone_name: Code Quality\n",
        "milestone_name: Code Quality\nmilestone: v2.0\n",
        &[("duplicate-key", 5, 1)],
    );
    check_changed(
        "  percent: 33\n---\n",
        "  percent: 33\n---\n---\na: 1\n---\n",
        &[("second-frontmatter", 18, 1)],
    );
    check(&format!("<!-- note -->\n{BASIC}"), &[("frontmatter-not-first", 2, 1)]);
    check(&BASIC.replacen("---\n", "--- \n", 1), &[("frontmatter-not-first", 1, 1)]);
    check(&format!("\u{feff}{BASIC}"), &[("bom", 1, 1)]);
    check(&BASIC.replace("  percent: 33\n---\n", "  percent: 33\n"), &[("frontmatter-unparseable", 1, 1)]);
    check_changed("status: executing", "status: executing\ntags: [a,", &[("frontmatter-unparseable", 8, 7)]);
}

/// D11, D29, S-02: the file as a whole.
#[test]
fn file_rules() {
    check_changed("\nPlan: 2", "\n<<<<<<< HEAD\nPlan: 2", &[("conflict-marker", 31, 1)]);
    check_changed("Fast answers", "Fast \u{0}answers", &[("control-character", 25, 22)]);
    check(&format!("{BASIC}{}", "\n".repeat(40)), &[("too-long", 101, 1)]);
    let mut bytes = BASIC.replace("Fast", "Fa?t").into_bytes();
    let place = bytes.iter().position(|byte| *byte == b'?').unwrap();
    bytes[place] = 0xFF;
    assert_eq!(findings_in(&bytes, &planning(), &project()), [("not-utf8", 25, 19)]);
    assert_eq!(findings_in(b"\xff\xfes\0", &planning(), &project()), [("not-utf8", 1, 1)]);
}

/// D16: status texts.
#[test]
fn status_rules() {
    check_changed("Ready to execute", "Incomplete", &[("status-ambiguous", 32, 9)]);
    check_changed("Ready to execute", "Hardening the parser", &[("status-unknown", 32, 9)]);
    check_changed("Ready to execute", "Awaiting next milestone", &[]);
    check_changed("Ready to execute", "[Ready to plan / Planning]", &[]);
    check(
        &BASIC
            .replace("Ready to execute", "Incomplete")
            .replace("last_updated", "paused_at: lunch\nlast_updated"),
        &[],
    );
}

/// S-17, S-22, S-11, S-68: what the disk contradicts.
#[test]
fn drift_rules() {
    check_changed("  percent: 33", "  percent: 90", &[("progress-drift", 11, 1)]);
    check_changed("[███░░░░░░░] 33%", "[████░░░░░░] 40%", &[("progress-drift", 35, 1)]);
    check_changed("current_phase: \"2\"", "current_phase: \"3\"", &[("phase-drift", 5, 1)]);
    check_changed("current_phase: \"2\"", "current_phase: \"02\"", &[]);
    check(
        &BASIC
            .replace("current_phase: \"2\"", "current_phase: \"9\"")
            .replace("Phase: 2 of 3", "Phase: 9 of 3"),
        &[("phase-drift", 30, 1)],
    );
    check_changed("Phase: 2 of 3 (Core Engine)", "Phase: Milestone v0.5 complete", &[("phase-drift", 5, 1)]);
    let untrusted = PlanningFacts { scope: ProgressScope::Unscoped, ..planning() };
    assert_eq!(findings_in(BASIC.as_bytes(), &untrusted, &project()), [("scope-untrusted", 3, 1)]);
    let configured = PlanningFacts { configured_milestone: Some("v3.0".to_owned()), ..planning() };
    assert_eq!(findings_in(BASIC.as_bytes(), &configured, &project()), [("milestone-drift", 3, 1)]);
    check_changed(
        "### Pending Todos\n\nNone yet.",
        "### Pending Todos\n\n2 pending, see .planning/todos/pending/",
        &[("todo-drift", 64, 1)],
    );
}

/// S-14, S-15, S-27, S-68: keys, dates and lists.
#[test]
fn content_rules() {
    check_changed(
        "last_activity: \"2026-10-01\"",
        "last_activity: \"2026-02-30\"",
        &[("invalid-date", 10, 1)],
    );
    check_changed("Last activity: 2026-10-01", "Last activity: 2026-02-30 — x", &[("invalid-date", 33, 1)]);
    let lifecycle = "status: completed\nactive_phase: \"2\"\nnext_action: ship-it\n";
    check_changed(
        "status: executing\n",
        lifecycle,
        &[("stale-active-phase", 8, 1), ("unknown-lifecycle-action", 9, 1)],
    );
    check_changed(
        "status: executing\n",
        "status: executing\nactive_phase: \"9\"\n",
        &[("stale-active-phase", 8, 1)],
    );
    let list = "- [Phase 1]: a\n".repeat(10);
    check_changed(
        "### Decisions\n\nNone yet.\n",
        &format!("### Decisions\n\n{list}"),
        &[("duplicate-entries", 69, 1)],
    );
    check_changed(
        "### Decisions\n\nNone yet.\n",
        &format!("### Decisions\n\n{}", "- [Phase 1]: a\n".repeat(9)),
        &[],
    );
}

/// Architecture: every code once, and D25's exit codes.
#[test]
fn rules_and_validity() {
    let mut codes: Vec<_> = RULES.iter().map(|rule| rule.code).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), RULES.len());
    assert_eq!(RULES.len(), 29);
}

/// Section 18: a note alone leaves the file valid, a warning does not.
#[test]
fn valid_files() {
    for (from, to, expected) in [
        ("## Current Position", "## Current Position", true),
        ("## Current Position", "## Where we are", true),
        ("Status: Ready to execute\n", "Status: Ready to execute\n**Status:** Executing Phase 2\n", false),
    ] {
        let source = BASIC.replace(from, to);
        let (planning, project) = (planning(), project());
        let input = input(&source, &planning, &project);
        let validation = validate(&input).unwrap();
        assert_eq!(validation.is_valid(), expected, "{:?}", validation.findings);
    }
}

fn diagnostics(source: &str, planning: &PlanningFacts, project: &ProjectFacts) -> Vec<Diagnostic> {
    let input = input(source, planning, project);
    validate(&input).unwrap().findings
}

/// S-64: a finding names the file, marks the line from its first mark to its end, and says why the line is not read.
#[test]
fn s_64_places_and_reasons() {
    let twice = "Phase: 2 of 3 (Core Engine)\nPhase: 1 of 3 ";
    let source = BASIC.replace("Phase: 2 of 3 (Core Engine)", twice);
    let findings = diagnostics(&source, &planning(), &project());
    let [finding] = findings.as_slice() else { panic!("{findings:?}") };
    assert_eq!(finding.path, ".planning/STATE.md");
    assert_eq!(finding.span.unwrap().of(source.as_bytes()), b"Phase: 1 of 3 ");
    let bold = BASIC.replace("Status: Ready to execute", "**Status:** Verifying\n- **Status:** b");
    check(&bold, &[("duplicate-field", 33, 3)]);
    for (line, reason) in [
        ("  Phase: 2 of 3", "it is indented"),
        ("- Phase: 2 of 3", "it is a list item"),
        ("> Phase: 2 of 3", "it is a quote"),
        ("**Phase**: 2 of 3", "the colon stands outside the bold marks"),
        ("Phase : 2 of 3", "a blank stands before the colon"),
        ("Phase：2 of 3", "the colon is full-width"),
    ] {
        let source = BASIC.replace("Phase: 2 of 3 (Core Engine)", line);
        let findings = diagnostics(&source, &planning(), &project());
        let [finding] = findings.as_slice() else { panic!("{findings:?}") };
        assert!(finding.message.ends_with(&format!("is not read: {reason}")), "{}", finding.message);
    }
}

/// S-17, S-20: every stored counter is compared; the percent where the project writes one.
#[test]
fn s_17_every_counter() {
    for (name, stored) in [
        ("total_phases", 3),
        ("completed_phases", 1),
        ("total_plans", 5),
        ("completed_plans", 3),
        ("percent", 33),
    ] {
        let source = BASIC.replace(&format!("  {name}: {stored}\n"), &format!("  {name}: 90\n"));
        let findings = diagnostics(&source, &planning(), &project());
        let [finding] = findings.as_slice() else { panic!("{name}: {findings:?}") };
        let message = format!("the disk counts otherwise: `progress.{name}` is 90 and should be {stored}");
        assert_eq!(finding.message, message);
    }
    let mut without = project();
    without.settings.writes_percent = false;
    let source = BASIC.replace("  percent: 33\n", "  percent: 90\n");
    assert_eq!(findings_in(source.as_bytes(), &planning(), &without), []);
}

/// S-15, S-22, S-68: a running phase of the window is no finding, nor is one outside of a window that nobody knows; nor todos as
/// they are. When every phase is complete, no other position is proposed.
#[test]
fn s_22_no_finding_without_a_window() {
    let active = |id: &str| {
        BASIC.replace("status: executing\n", &format!("status: executing\nactive_phase: \"{id}\"\n"))
    };
    check(&active("2"), &[]);
    let untrusted = PlanningFacts { scope: ProgressScope::Unscoped, ..planning() };
    assert_eq!(findings_in(active("9").as_bytes(), &untrusted, &project()), [("scope-untrusted", 3, 1)]);
    let mut two = project();
    two.pending_todos = 2;
    let stated = "### Pending Todos\n\n2 pending, see .planning/todos/pending/";
    let source = BASIC.replace("### Pending Todos\n\nNone yet.", stated);
    assert_eq!(findings_in(source.as_bytes(), &planning(), &two), []);
    let mut done = planning();
    done.phases.iter_mut().for_each(|phase| phase.is_complete = true);
    let source = BASIC.replace("Phase: 2 of 3 (Core Engine)", "Phase: 9 of 3");
    let fixes: Vec<_> = diagnostics(&source, &done, &project())
        .into_iter()
        .filter(|finding| finding.line == 30)
        .filter_map(|finding| Some(finding.fix?.text))
        .collect();
    assert_eq!(fixes, ["msd-tools state sync"]);
}

/// Cairn 11: of any text file the rules about bytes are asked, of a wide encoding only that it is no UTF-8.
#[test]
fn rules_for_any_text_file() {
    for (source, expected) in [
        (&b"# Plan\n"[..], &[][..]),
        (b"a\xffb\n", &[("not-utf8", 1, 2)]),
        (b"\xff\xfea\0<\0\n\0", &[("not-utf8", 1, 1)]),
        (b"a\0b\n<<<<<<< ours\n", &[("control-character", 1, 2), ("conflict-marker", 2, 1)]),
    ] {
        let findings = text_findings("ROADMAP.md", source);
        let found: Vec<_> =
            findings.iter().map(|finding| (finding.code, finding.line, finding.column)).collect();
        assert_eq!(found, expected);
        assert!(findings.iter().all(|finding| finding.path == "ROADMAP.md"));
    }
}
