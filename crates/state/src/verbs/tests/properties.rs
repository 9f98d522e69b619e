//! What holds for every verb, on any bytes.

use proptest::prelude::*;

use super::*;
use crate::document::StateDocument;
use crate::schema::Action;

fn every_verb() -> Vec<Box<dyn Verb>> {
    let text = |text: &str| text.to_owned();
    vec![
        Box::new(Load),
        Box::new(Json),
        Box::new(Get { name: Some(text("Status")) }),
        Box::new(Get::default()),
        Box::new(Update { field: text("Status"), value: text("Verifying") }),
        Box::new(Update { field: text("Owner"), value: text("Kim") }),
        Box::new(Patch { fields: vec![(text("Status"), text("Paused")), (text("Plan"), text("1 of 3"))] }),
        Box::new(Sync::default()),
        Box::new(Begin { action: Action::Verify, phase: phase("2.1") }),
        Box::new(Idle { next: Some(Action::Plan), phases: vec![phase("3")] }),
        Box::new(BeginPhase { phase: phase("2"), name: None, plans: None }),
        Box::new(PlannedPhase { phase: phase("3"), name: Some(text("Polish")), plans: Some(2) }),
        Box::new(AdvancePlan),
        Box::new(CompletePhase::default()),
        Box::new(MilestoneSwitch { milestone: text("v3.0"), name: Some(text("Next")) }),
        Box::new(CompleteMilestone { milestone: text("v2.0") }),
        Box::new(UpdateProgress),
        Box::new(RecordMetric {
            phase: phase("2"),
            plan: text("1"),
            duration: text("12min"),
            tasks: Some(1),
            files: None,
        }),
        Box::new(AddDecision { summary: text("Use Rust"), rationale: Some(text("speed")), phase: None }),
        Box::new(AddBlocker { text: text("CI"), phase: None }),
        Box::new(ResolveBlocker { text: text("a"), all: true }),
        Box::new(RecordSession { stopped_at: Some(text("Here")), resume_file: None }),
        Box::new(AddRoadmapEvolution {
            note: text("n"),
            phase: None,
            action: None,
            after: None,
            urgent: true,
        }),
        Box::new(SignalWaiting { kind: text("t"), question: text("q"), options: Vec::new(), phase: None }),
        Box::new(SignalResume),
        Box::new(Prune { keep_recent: 0 }),
        Box::new(Rebuild::default()),
        Box::new(StateSnapshot),
    ]
}

fn run_bytes(source: &[u8], verb: &dyn Verb) -> Result<(Vec<u8>, VerbOutcome), Failure> {
    let (planning, project) = (planning(), project());
    let input = input(source, &planning, &project);
    let outcome = verb.run(&input)?;
    let after = outcome.content(PlanningFile::State).unwrap_or(source).to_vec();
    Ok((after, outcome))
}

/// Lines that STATE.md files are made of, and some that they are not.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        "---",
        "",
        "  ",
        "# Project State",
        "## Current Position",
        "### Current Position",
        "## 当前位置",
        "Phase: 2 of 3 (Core)",
        "**Phase:** 3",
        "| Phase | 4 of 5 |",
        "|---|---|",
        "| - | - | - | - |",
        "| Phase | Plans | Total | Avg/Plan |",
        "阶段：2",
        "Plan: 1 of 3",
        "Current Plan: 2",
        "Status: Ready to execute",
        "Status:",
        "**Status:**  ",
        "Last activity: 2026-10-01",
        "Progress: [███░░░░░░░] 33%",
        "## Performance Metrics",
        "- Trend: Stable",
        "- Total plans completed: 1",
        "| Plan | Duration | Tasks | Files |",
        "| Phase 2 P1 | 12min | - | - |",
        "## Accumulated Context",
        "### Decisions",
        "None yet.",
        "- [Phase 1]: a",
        "  more",
        "- ~~[Phase 1] a~~",
        "### Blockers/Concerns",
        "### Pending Todos",
        "1 pending, see .planning/todos/pending/",
        "## Session",
        "## Session Continuity",
        "Stopped at: a",
        "Paused at: b",
        "Resume file: None",
        "```",
        "<!-- x",
        "-->",
        "> quote",
        "status: executing",
        "progress:",
        "  percent: 33",
        "milestone: v2.0",
        "owner: Kim # x",
        "next_phases: [\"2\"]",
        "paused_at: null",
        "<<<<<<< HEAD",
        "\u{feff}",
        "Owner: Lee",
    ]);
    prop_oneof![
        9 => known.prop_map(|line| line.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..12),
    ]
}

fn document() -> impl Strategy<Value = Vec<u8>> {
    let end = prop_oneof![4 => Just("\n"), 1 => Just("\r\n")];
    (prop::collection::vec((line(), end), 0..40), any::<bool>(), any::<bool>()).prop_map(
        |(lines, has_block, is_open)| {
            let mut source = Vec::new();
            if has_block {
                source.extend_from_slice(b"---\nstatus: executing\nmilestone: v2.0\n---\n");
            }
            let last = lines.len().saturating_sub(1);
            for (place, (line, end)) in lines.iter().enumerate() {
                source.extend_from_slice(line);
                if place != last || !is_open {
                    source.extend_from_slice(end.as_bytes());
                }
            }
            source
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// D5, D6: no verb panics; what it writes can be read and written again; the receipt says whether bytes changed.
    #[test]
    fn verbs_hold_on_any_document(source in document()) {
        for verb in every_verb() {
            let Ok((after, outcome)) = run_bytes(&source, verb.as_ref()) else { continue };
            let is_written = outcome.content(PlanningFile::State).is_some();
            prop_assert_eq!(is_written, after != source, "{}", verb.name());
            if let Some(receipt) = &outcome.receipt {
                prop_assert_eq!(receipt.changed, !receipt.updated.is_empty(), "{}", verb.name());
                prop_assert!(!is_written || receipt.changed, "{}", verb.name());
            }
            if is_written {
                let path = "STATE.md";
                prop_assert!(StateDocument::parse(&after).check_writable(path).is_ok(), "{}: {}", verb.name(), String::from_utf8_lossy(&after));
            }
        }
    }

    /// D6, D14: these verbs change nothing the second time.
    #[test]
    fn second_runs_change_nothing(source in document()) {
        let once = ["update", "patch", "sync", "begin", "idle", "planned-phase", "milestone-switch", "update-progress", "record-metric", "add-decision", "add-blocker", "add-roadmap-evolution", "prune", "rebuild"];
        for verb in every_verb().into_iter().filter(|verb| once.contains(&verb.name())) {
            let Ok((after, _)) = run_bytes(&source, verb.as_ref()) else { continue };
            let again = run_bytes(&after, verb.as_ref());
            let unchanged = again.as_ref().is_ok_and(|(again, _)| *again == after);
            prop_assert!(unchanged, "{}\n{}\n{:?}", verb.name(), String::from_utf8_lossy(&after), again.map(|(again, _)| String::from_utf8_lossy(&again).into_owned()));
        }
    }

    /// D5: an update of one field leaves every line but that field, the keys and the bar as it was.
    #[test]
    fn other_bytes_stay(source in document()) {
        let verb = Update { field: "Status".to_owned(), value: "Verifying".to_owned() };
        let Ok((after, _)) = run_bytes(&source, &verb) else { return Ok(()) };
        let (before, now) = (StateDocument::parse(&source), StateDocument::parse(&after));
        let body = |document: &StateDocument<'_>| -> Vec<Vec<u8>> {
            let lines = document.source().get(document.outline().body().start..).unwrap_or_default().split(|byte| *byte == b'\n');
            let has = |line: &[u8], text: &str| String::from_utf8_lossy(line).to_lowercase().contains(text);
            lines.filter(|line| !has(line, "status") && !has(line, "状态") && !has(line, "progress:")).map(<[u8]>::to_vec).collect()
        };
        let (old, new) = (body(&before), body(&now));
        let without_first = new.split_first().filter(|(first, _)| first.iter().all(u8::is_ascii_whitespace)).map(|(_, rest)| rest);
        prop_assert!(
            old == new || without_first == Some(old.as_slice()), "{}", String::from_utf8_lossy(&after));
    }
}
