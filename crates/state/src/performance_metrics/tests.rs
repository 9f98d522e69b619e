//! S-67, D24, contract 14.4.

use super::is_computed_label;
use crate::failure::Reason;
use crate::verbs::tests::{
    BASIC, check_lines, phase, planning_with_phase_2_done, project, refusal, run, run_in,
};
use crate::verbs::{CompletePhase, RecordMetric};

fn metric(plan: &str, duration: &str) -> RecordMetric {
    RecordMetric {
        phase: phase("2"),
        plan: plan.to_owned(),
        duration: duration.to_owned(),
        tasks: None,
        files: None,
    }
}

fn recorded(source: &str, metrics: &[RecordMetric]) -> String {
    metrics.iter().fold(source.to_owned(), |source, metric| run(&source, metric).unwrap().0)
}

fn check(after: &str, lines: &[&str]) {
    for line in lines {
        assert!(after.lines().any(|present| present == *line), "{line}\n{after}");
    }
}

/// S-67, D24: the row, the table by phase, and every computed line.
#[test]
fn first_metrics() {
    let first = RecordMetric { tasks: Some(4), files: Some(9), ..metric("1", "12min") };
    let after = recorded(BASIC, &[first, metric("2", "10min")]);
    check(
        &after,
        &[
            "| Plan | Duration | Tasks | Files |",
            "| Phase 2 P1 | 12min | 4 tasks | 9 files |",
            "| Phase 2 P2 | 10min | - | - |",
            "| 2 | 2 | 22min | 11min |",
            "- Total plans completed: 2",
            "- Average duration: 11 min",
            "- Total execution time: 0.4 hours",
            "- Last 5 plans: 12min, 10min",
            "- Trend: Stable",
        ],
    );
    assert!(!after.contains("| - | - | - | - |"));
    assert_eq!(after.matches("| Plan | Duration | Tasks | Files |").count(), 1);
    assert_eq!(recorded(&after, &[metric("2", "10min")]), after);
}

/// A row for the same plan is replaced, `05` is `5`, and a larger number of plans stays.
#[test]
fn rows_are_replaced() {
    let source = BASIC.replace("| - | - | - | - |", "| 1 | 2 | 24min | 12min |\n| 02 | 7 | 8min | 8min |");
    let after = recorded(&source, &[metric("1", "12min"), metric("01", "20min")]);
    check(
        &after,
        &["| Phase 2 P01 | 20min | - | - |", "| 02 | 7 | 20min | 20min |", "- Total plans completed: 9"],
    );
    assert!(!after.contains("| Phase 2 P1 "));
}

/// D24: durations of several spellings add up to the second.
#[test]
fn durations_add_up() {
    let after = recorded(
        BASIC,
        &[
            metric("1", "90s"),
            metric("2", "1h 5m"),
            metric("3", "1.5h"),
            metric("4", "12m"),
            metric("5", "7"),
        ],
    );
    check(
        &after,
        &["| 2 | 5 | 2h 56m | 35min |", "- Total execution time: 2.9 hours", "| Phase 2 P5 | 7min | - | - |"],
    );
    for duration in ["5m | x", "soon", ""] {
        assert_eq!(refusal(BASIC, &metric("6", duration)).reason, Reason::InvalidValue, "{duration}");
    }
    assert_eq!(refusal(BASIC, &metric("6 | x", "5m")).reason, Reason::InvalidValue);
}

/// S-67, D24: the trend needs six plans.
#[test]
fn trend() {
    let shorter: Vec<_> = ["10", "10", "10", "5", "5", "5"]
        .iter()
        .zip(1..)
        .map(|(minutes, plan)| metric(&plan.to_string(), minutes))
        .collect();
    check(
        &recorded(BASIC, &shorter),
        &["- Trend: Improving", "- Last 5 plans: 10min, 10min, 5min, 5min, 5min"],
    );
}

/// Columns are found by name; a missing section is made.
#[test]
fn other_tables() {
    let source = "## Performance Metrics\n\n| Files | Plan | Who | Duration |\n|---|---|---|---|\n| 3 | Phase 1 P1 | Kim | 5min |\n";
    let (after, _) = run(source, &RecordMetric { files: Some(2), ..metric("1", "9m") }).unwrap();
    check(&after, &["| 2 files | Phase 2 P1 | - | 9m |"]);
    let (after, outcome) = run("# S\n", &metric("1", "9m")).unwrap();
    assert!(after.ends_with("# S\n\n## Performance Metrics\n\n**Per-Plan Metrics:**\n\n| Plan | Duration | Tasks | Files |\n|------|----------|-------|-------|\n| Phase 2 P1 | 9m | - | - |\n"), "{after}");
    assert_eq!(outcome.answer.get("created"), Some(&true.into()));
    check_lines(
        "## Performance Metrics\n\n- Trend:\n\n| Plan | Duration |\n|---|---|\n",
        &metric("1", "9m"),
        &[
            "---",
            "msd_state_version: '1.0'",
            "milestone: v2.0",
            "milestone_name: Code Quality",
            "status: unknown",
            "last_updated: \"2026-10-07T12:00:00.000Z\"",
            "progress:",
            "  total_phases: 3",
            "  completed_phases: 1",
            "  total_plans: 5",
            "  completed_plans: 3",
            "  percent: 33",
            "---",
            "- Trend: Stable",
            "| Phase 2 P1 | 9m |",
        ],
    );
}

/// 14.4: the completion of a phase sets its row to the number of summaries.
#[test]
fn completed_phase() {
    let source = BASIC.replace("| - | - | - | - |", "| 1 | 2 | 24min | 12min |\n| 2 | 1 | 8min | 8min |");
    let (after, _) =
        run_in(&source, &planning_with_phase_2_done(), &project(), &CompletePhase::default()).unwrap();
    check(&after, &["| 2 | 3 | 8min | 8min |", "- Total plans completed: 5"]);
}

/// S-67, 14.4: a new row by phase takes the place of the first row of dashes, the others go.
#[test]
fn rows_of_dashes() {
    let dashes = "| - | - | - | - |\n";
    let source = BASIC.replace(dashes, &format!("{dashes}| 3 | 1 | 5min | 5min |\n{dashes}"));
    let after = recorded(&source, &[metric("1", "12min")]);
    assert!(after.contains("|\n| 2 | 1 | 12min | 12min |\n| 3 | 1 | 5min | 5min |\n"), "{after}");
    assert!(!after.contains(dashes), "{after}");
}

/// S-67, 14.4: a new row by phase is written below the names of its columns; rows that name no plan do not count.
#[test]
fn columns_by_phase() {
    let source = "## Performance Metrics\n\n| Phase | Avg/Plan | Note | Plans | Total |\n|---|---|---|---|---|\n\n| Plan | Duration |\n|---|---|\n| Phase 2 P1 | 12min |\n| Step 2 P9 | 1min |\n| Phase 2 P | 1min |\n";
    check(&recorded(source, &[metric("2", "10min")]), &["| 2 | 11min | - | 2 | 22min |"]);
}

/// 14.4: computed lines in bold keep their marks.
#[test]
fn bold_lines() {
    let source =
        "## Performance Metrics\n\n**Trend:** x\n**Average duration:**\n\n| Plan | Duration |\n|---|---|\n";
    check(&recorded(source, &[metric("1", "12min")]), &["**Trend:** Stable", "**Average duration:** 12 min"]);
    assert!(["trend", "last 5 plans"].into_iter().all(is_computed_label) && !is_computed_label("note"));
}
