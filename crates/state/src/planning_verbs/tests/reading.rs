//! What the reading verbs ask for, and what they read out of single files.

use super::*;

const STORED: Option<&str> = Some("v2.0");

/// S-17: which verbs need the progress of the stored milestone, and which ROADMAP.md alone.
#[test]
fn s17_what_must_be_read() {
    for focus in [phase_add::focus(STORED), next_decimal::focus(STORED), roadmap_analyze::focus(STORED)] {
        assert_eq!(focus, [Focus::Stored(Some("v2.0".into()))]);
    }
    assert_eq!(roadmap_get_phase::focus(), []);
}

/// S-19: objective, tasks and checkpoints of a plan.
#[test]
fn s19_what_a_plan_says() {
    for (text, objective, tasks, autonomous, has_checkpoints) in [
        ("", "null", 0, true, false),
        ("---\nautonomous: false\n---\n", "null", 0, false, true),
        ("<task type=\"checkpoint:human\">\n", "null", 1, true, true),
        ("<task type='checkpoint'>\n<task type=\"auto\">\n", "null", 2, true, true),
        ("<task type=\"auto\">\n<tasks type=\"checkpoint\">\n", "null", 1, true, false),
        ("Prose\n\nmore\n", "null", 0, true, false),
        ("# Plan\n\nProse\n", "null", 0, true, false),
        ("Objective\n\nProse\n", "null", 0, true, false),
        ("<objective>\n\n</context>\n# Head\nBuild\n</objective>\nafter\n", "Build", 0, true, false),
        ("<objective></objective>\nProse\n", "null", 0, true, false),
        ("## Objective\n\nShine\nmore\n", "Shine", 0, true, false),
        ("### Task 1: a\n### Task force\n### Task2\n### Tasks 3\n", "null", 1, true, false),
    ] {
        let files = [("phases/02-core-engine/02-02-PLAN.md", text)];
        let snapshot = sample(&files, &plan_index::focus(STORED, &id("2")));
        let report = plan_index::run(&snapshot, STORED, &id("2")).unwrap();
        let expected = format!(
            "{{id:02-02,wave:1,depends_on:[],autonomous:{autonomous},objective:{objective},files_modified:[],task_count:{tasks},has_summary:false}}"
        );
        let plans = field(&report, "plans");
        assert!(plans.contains(&expected), "{expected} in {plans}");
        assert_eq!(field(&report, "has_checkpoints"), has_checkpoints.to_string(), "{text}");
    }
}

/// S-17: how far a phase is on disk.
#[test]
fn s17_status_on_disk() {
    for (file, status) in [
        ("phases/03-polish/03-01-PLAN.md", "planned"),
        ("phases/03-polish/03-RESEARCH.md", "researched"),
        ("phases/03-polish/03-CONTEXT.md", "discussed"),
        ("phases/03-polish/notes.md", "empty"),
    ] {
        let snapshot = sample(&[(file, "")], &roadmap_analyze::focus(STORED));
        let report = roadmap_analyze::run(&snapshot, STORED, None).unwrap();
        let phases = field(&report, "phases");
        let third = phases.split("{number:3,").nth(1).unwrap();
        assert!(third.contains(&format!("disk_status:{status},")), "{file}: {third}");
    }
}
