use super::*;

fn decision(summary: &str, phase_id: Option<&str>) -> AddDecision {
    AddDecision { summary: summary.to_owned(), rationale: None, phase: phase_id.map(phase) }
}

fn blocker(text: &str) -> AddBlocker {
    AddBlocker { text: text.to_owned(), phase: None }
}

fn resolve(text: &str, all: bool) -> ResolveBlocker {
    ResolveBlocker { text: text.to_owned(), all }
}

/// The section headed `### name`, without the heading.
fn section<'a>(source: &'a str, name: &str) -> &'a str {
    let start = source.find(&format!("### {name}\n")).unwrap();
    let rest = &source[start..][name.len() + 5..];
    rest.split("\n#").next().unwrap()
}

/// S-68, D22: a decision replaces the placeholder, further ones follow.
#[test]
fn decisions() {
    let verb = AddDecision { rationale: Some("speed".to_owned()), ..decision("Use Rust", None) };
    let (after, outcome) = run(BASIC, &verb).unwrap();
    assert_eq!(outcome.answer.get("decision"), Some(&Value::from("- [Phase 2]: Use Rust — speed")));
    assert_eq!(updated(&outcome), ["Decisions"]);
    let (after, _) = run(&after, &decision("Use SQLite", Some("7"))).unwrap();
    assert_eq!(section(&after, "Decisions"), "\n- [Phase 2]: Use Rust — speed\n- [Phase 7]: Use SQLite\n");
    let (same, outcome) = run(&after, &decision("Use SQLite", Some("7"))).unwrap();
    assert_eq!((same.as_str(), outcome.is_changed()), (after.as_str(), false));
    assert_eq!(outcome.answer.get("reason"), Some(&Value::from("duplicate")));
}

/// D22: only an exact placeholder line goes; text that contains one stays.
#[test]
fn placeholder_lines() {
    for (lines, expected) in [
        (
            "- [Phase 1]: Cache: None yet. revisit\n",
            "\n- [Phase 1]: Cache: None yet. revisit\n- [Phase 2]: x\n",
        ),
        ("None.\n", "\n- [Phase 2]: x\n"),
        ("- None\n", "\n- [Phase 2]: x\n"),
        ("[Decisions of the project]\n", "\n- [Phase 2]: x\n"),
        ("[7]\n", "\n[7]\n- [Phase 2]: x\n"),
        ("[Phase 1] slow CI [RESOLVED]\n", "\n[Phase 1] slow CI [RESOLVED]\n- [Phase 2]: x\n"),
        ("None yet.\n\nSee PROJECT.md.\n", "\n\nSee PROJECT.md.\n- [Phase 2]: x\n"),
        ("- a\n  more\n\n  still\n", "\n- a\n  more\n\n  still\n- [Phase 2]: x\n"),
        ("- a\n  None.\n", "\n- a\n  None.\n- [Phase 2]: x\n"),
        ("- a\n  - Others\n    - None\n", "\n- a\n  - Others\n    - None\n- [Phase 2]: x\n"),
        ("- a\n\n  None\n\nNone\n", "\n- a\n\n  None\n\n- [Phase 2]: x\n"),
        ("```\nNone yet.\n```\n", "\n```\nNone yet.\n```\n- [Phase 2]: x\n"),
    ] {
        let source = BASIC.replacen("### Decisions\n\nNone yet.\n", &format!("### Decisions\n\n{lines}"), 1);
        let (after, _) = run(&source, &decision("x", None)).unwrap();
        assert_eq!(section(&after, "Decisions"), expected);
    }
}

/// 14.1: an empty section, a missing one, a missing Accumulated Context.
#[test]
fn missing_sections() {
    for (source, after) in [
        ("### Decisions\n\n### Next\n", "### Decisions\n\n- x\n\n### Next\n"),
        ("### Decisions\n### Next\n", "### Decisions\n\n- x\n\n### Next\n"),
        ("### Decisions", "### Decisions\n\n- x"),
        ("### Decisions\n\nNone yet.", "### Decisions\n\n- x"),
        (
            "## Accumulated Context\n\ntext\n\n## Next\n",
            "## Accumulated Context\n\ntext\n\n### Decisions\n\n- x\n\n## Next\n",
        ),
        ("# S\n", "# S\n\n## Decisions\n\n- x\n"),
        ("# S\n\ntext\n\n\n", "# S\n\ntext\n\n## Decisions\n\n- x\n\n\n"),
        ("## 当前位置\n\n阶段：2\n", "## 当前位置\n\n阶段：2\n\n## 决策\n\n- [Phase 2]: x\n"),
    ] {
        let (written, _) = run(source, &decision("x", None)).unwrap();
        let body = written.split_once("\n---\n\n").map(|(_, body)| body).unwrap_or_default();
        assert_eq!(body, after);
    }
}

/// S-68, D22: blockers carry their phase, and are resolved exactly first.
#[test]
fn blockers() {
    let (one, outcome) = run(BASIC, &blocker("CI is flaky")).unwrap();
    assert_eq!(outcome.answer.get("entry"), Some(&Value::from("- [Phase 2] CI is flaky")));
    let (none, outcome) = run(&one, &resolve("FLAKY", false)).unwrap();
    assert_eq!(outcome.answer.get("removed"), Some(&Value::texts(["- [Phase 2] CI is flaky"])));
    assert_eq!(section(&none, "Blockers/Concerns"), "\nNone\n");
    let (two, _) = run(&none, &blocker("again")).unwrap();
    assert_eq!(section(&two, "Blockers/Concerns"), "\n- [Phase 2] again\n");
    let list = "- [Phase 1] DB down\n  since May\n- [Phase 2] DB down again\n- [Phase 2] slow CI\n";
    let source =
        BASIC.replace("### Blockers/Concerns\n\nNone yet.\n", &format!("### Blockers/Concerns\n\n{list}"));
    for (text, left) in [
        ("DB down", "\n- [Phase 2] DB down again\n- [Phase 2] slow CI\n"),
        ("[Phase 1] DB down", "\n- [Phase 2] DB down again\n- [Phase 2] slow CI\n"),
        ("ci", "\n- [Phase 1] DB down\n  since May\n- [Phase 2] DB down again\n"),
    ] {
        let (after, _) = run(&source, &resolve(text, false)).unwrap();
        assert_eq!(section(&after, "Blockers/Concerns"), left, "{text}");
    }
    assert_eq!(refusal(&source, &resolve("down", false)).reason, Reason::AmbiguousBlocker);
    assert_eq!(refusal(&source, &resolve("nothing", false)).reason, Reason::BlockerNotFound);
    let (after, _) = run(&source, &resolve("down", true)).unwrap();
    assert_eq!(section(&after, "Blockers/Concerns"), "\n- [Phase 2] slow CI\n");
    let (after, _) = run(&source, &resolve("[Phase", true)).unwrap();
    assert_eq!(section(&after, "Blockers/Concerns"), "\nNone\n");
}

/// D7: text that would open a fence or hide what follows is refused.
#[test]
fn injected_structure() {
    let alone = "### Blockers/Concerns\n\nNone yet.\n\n## Next\n\ntext\n";
    assert_eq!(refusal(alone, &blocker("```sh")).reason, Reason::InvalidValue);
    assert_eq!(refusal("Phase: 2\n", &decision("**Status:** done", None)).reason, Reason::InvalidValue);
    assert_eq!(refusal(BASIC, &decision("x\n## Injected", None)).reason, Reason::InvalidValue);
}

/// S-69, D23: only the live session section, missing lines behind the others, a missing section at the end.
#[test]
fn sessions() {
    let verb = RecordSession { stopped_at: Some("P2 done".to_owned()), resume_file: None };
    let archive = BASIC.replace(
        "## Session Continuity\n",
        "## Session Continuity Archive\n\nStopped at: old\n\n## Session Continuity\n",
    );
    let (after, outcome) = run(&archive, &verb).unwrap();
    assert!(
        after.contains("\nStopped at: old\n")
            && after.contains(
                "\nLast session: 2026-10-07T12:00:00.000Z\nStopped at: P2 done\nResume file: None\n"
            )
    );
    assert_eq!(updated(&outcome), ["Last session", "Stopped at", "stopped_at"]);
    for (session, expected) in [
        (
            "## Session\n\nThe night shift hands over.\n",
            "## Session\n\nThe night shift hands over.\n\nLast session: 2026-10-07T12:00:00.000Z\nStopped at: P2 done\nResume file: None\n",
        ),
        (
            "## Session\n",
            "## Session\n\nLast session: 2026-10-07T12:00:00.000Z\nStopped at: P2 done\nResume file: None\n",
        ),
        (
            "## Session\n\n**Stopped at:** x\n\ntext\n",
            "## Session\n\n**Stopped at:** P2 done\n**Last session:** 2026-10-07T12:00:00.000Z\n**Resume file:** None\n\ntext\n",
        ),
        (
            "## Session\n\nNote **Stopped at:** x\n",
            "## Session\n\nNote **Stopped at:** P2 done\nLast session: 2026-10-07T12:00:00.000Z\nResume file: None\n",
        ),
        (
            "## Session\n\nResume file: mine.md\n",
            "## Session\n\nResume file: mine.md\nLast session: 2026-10-07T12:00:00.000Z\nStopped at: P2 done\n",
        ),
        (
            "## Session\n\nStopped at: x\n```\nnever closed\n",
            "## Session\n\nStopped at: P2 done\nLast session: 2026-10-07T12:00:00.000Z\nResume file: None\n```\nnever closed\n",
        ),
        (
            "text\n",
            "text\n\n## Session Continuity\n\nLast session: 2026-10-07T12:00:00.000Z\nStopped at: P2 done\nResume file: None\n",
        ),
    ] {
        let (written, _) = run(&format!("# S\n\n{session}"), &verb).unwrap();
        assert_eq!(written.split_once("# S\n\n").unwrap().1, expected, "{session}");
    }
    let mut found = project();
    found.continue_file = Some(".planning/phases/02-x/.continue-here.md".to_owned());
    let (after, _) = run_in(BASIC, &planning(), &found, &verb).unwrap();
    assert!(after.contains("\nResume file: .planning/phases/02-x/.continue-here.md\n"));
    let flag = RecordSession { stopped_at: None, resume_file: Some("notes/r.md".to_owned()) };
    let (after, _) = run_in(&after, &planning(), &found, &flag).unwrap();
    assert!(after.contains("\nStopped at: Phase 2 P1 done\n") || after.contains("\nStopped at: P2 done\n"));
    assert!(after.contains("\nResume file: notes/r.md\n"));
    assert_eq!(refusal(BASIC, &RecordSession::default()).reason, Reason::Usage);
}

/// D6: the note stands once; the signal comes and goes.
#[test]
fn evolution_and_signals() {
    let verb = AddRoadmapEvolution {
        note: "Added for speed".to_owned(),
        phase: Some(phase("3")),
        action: Some("added".to_owned()),
        after: None,
        urgent: false,
    };
    let (after, outcome) = run(BASIC, &verb).unwrap();
    assert_eq!(section(&after, "Roadmap Evolution"), "\n- Phase 3 added: Added for speed\n");
    assert_eq!(updated(&outcome), ["Roadmap Evolution"]);
    assert!(!run(&after, &verb).unwrap().1.is_changed());
    let signal = SignalWaiting {
        kind: "decision".to_owned(),
        question: "which \"one\"?".to_owned(),
        options: vec!["a".to_owned(), "b".to_owned()],
        phase: Some(phase("2")),
    };
    let (same, outcome) = run(BASIC, &signal).unwrap();
    assert_eq!(same, BASIC);
    let file = String::from_utf8(outcome.content(PlanningFile::Waiting).unwrap().to_vec()).unwrap();
    assert!(
        file.starts_with(
            "{\n  \"status\": \"waiting\",\n  \"type\": \"decision\",\n  \"question\": \"which \\\"one\\\"?\""
        ),
        "{file}"
    );
    let mut waiting = project();
    waiting.files.insert(PlanningFile::Waiting, file.into_bytes());
    let (_, outcome) = run_in(BASIC, &planning(), &waiting, &SignalResume).unwrap();
    assert_eq!(outcome.answer.get("removed"), Some(&Value::Bool(true)));
    assert_eq!(outcome.files[0].content, None);
    assert!(!run(BASIC, &SignalResume).unwrap().1.is_changed());
}

/// S-02, 14.5: what belongs to old phases moves to the archive with all its lines.
#[test]
fn prune_moves() {
    let decisions = "- [Phase 1]: d1\n  - also this\n- [Phase 4.5]: d4.5\n- [Phase 5]: d5\n- [Phase 7]: d7\n- A rule of the house\n";
    let blockers = "- [Phase 1] still open\n- ~~[Phase 2] fixed~~\n- [RESOLVED] Phase 3 slow CI\n";
    let source = BASIC
        .replace("Phase: 2 of 3 (Core Engine)", "Phase: 7 of 9 (Core Engine)")
        .replacen("### Decisions\n\nNone yet.\n", &format!("### Decisions\n\n{decisions}"), 1)
        .replace("### Blockers/Concerns\n\nNone yet.\n", &format!("### Blockers/Concerns\n\n{blockers}"));
    let (after, outcome) = run(&source, &Prune::default()).unwrap();
    assert_eq!(section(&after, "Decisions"), "\n- [Phase 5]: d5\n- [Phase 7]: d7\n- A rule of the house\n");
    assert_eq!(section(&after, "Blockers/Concerns"), "\n- [Phase 1] still open\n");
    let archive = String::from_utf8(outcome.content(PlanningFile::StateArchive).unwrap().to_vec()).unwrap();
    assert_eq!(
        archive,
        "# State Archive\n\n## Pruned 2026-10-07 (phases 1-4, kept recent 3)\n\n### Decisions\n\n- [Phase 1]: d1\n  - also this\n- [Phase 4.5]: d4.5\n\n### Blockers/Concerns\n\n- ~~[Phase 2] fixed~~\n- [RESOLVED] Phase 3 slow CI\n"
    );
    assert_eq!(outcome.answer.get("total_archived"), Some(&Value::Number(4)));
    assert_eq!(updated(&outcome), ["Decisions", "Blockers/Concerns", ".planning/STATE-ARCHIVE.md"]);
    let (same, outcome) = run(&after, &Prune::default()).unwrap();
    assert_eq!(
        (same.as_str(), outcome.answer.get("reason")),
        (after.as_str(), Some(&Value::from("nothing_to_prune")))
    );
    assert_eq!(
        run(BASIC, &Prune::default()).unwrap().1.answer.get("reason"),
        Some(&Value::from("below_cutoff"))
    );
    assert_eq!(run("x\n", &Prune::default()).unwrap().1.answer.get("reason"), Some(&Value::from("no_phase")));
    let (after, _) = run(&source, &Prune { keep_recent: 0 }).unwrap();
    assert_eq!(section(&after, "Decisions"), "\n- A rule of the house\n");
    let only_old =
        source.replace("- A rule of the house\n", "").replace("- [Phase 5]: d5\n- [Phase 7]: d7\n", "");
    let (after, _) = run(&only_old, &Prune::default()).unwrap();
    assert_eq!(section(&after, "Decisions"), "\nNone yet.\n");
    let single = BASIC.replace("Phase: 2 of 3 (Core Engine)", "Phase: 7 of 9 (Core Engine)").replacen(
        "### Decisions\n\nNone yet.\n",
        "### Decisions\n\n- [Phase 1]: d1\n",
        1,
    );
    let (after, _) = run(&single, &Prune::default()).unwrap();
    assert_eq!(section(&after, "Decisions"), "\nNone yet.\n");
}

/// S-02, 14.5: rows of plans of old phases move with the header of their table.
#[test]
fn prune_moves_rows() {
    let table = "| Plan | Duration |\n|---|---|\n";
    let rows =
        |phases: &[&str]| phases.iter().map(|id| format!("| Phase {id} P1 | 5min |\n")).collect::<String>();
    let metrics = |phases: &[&str]| format!("## Performance Metrics\n\n{table}{}", rows(phases));
    let source = |phases: &[&str]| format!("Phase: 7 of 9\n\n{}", metrics(phases));
    let (after, outcome) = run(&source(&["1", "4.5", "5", "7"]), &Prune::default()).unwrap();
    assert!(after.ends_with(&format!("\n---\n\n{}", source(&["5", "7"]))), "{after}");
    let archive = String::from_utf8(outcome.content(PlanningFile::StateArchive).unwrap().to_vec()).unwrap();
    let expected = format!("### Performance Metrics\n\n{table}{}", rows(&["1", "4.5"]));
    assert!(archive.ends_with(&expected), "{archive}");
}

/// S-68: the snapshot reads what the verbs write.
#[test]
fn snapshot() {
    let (after, _) =
        run(BASIC, &AddDecision { rationale: Some("speed".to_owned()), ..decision("Use Rust", None) })
            .unwrap();
    let (after, _) = run(&after, &blocker("CI is flaky")).unwrap();
    let (_, outcome) = run(&after, &StateSnapshot).unwrap();
    let decisions = Value::List(vec![
        crate::answer::Answer::new()
            .with("phase", "2")
            .with("summary", "Use Rust")
            .with("rationale", "speed")
            .into_map(),
    ]);
    assert_eq!(outcome.answer.get("decisions"), Some(&decisions));
    assert_eq!(outcome.answer.get("blockers"), Some(&Value::texts(["CI is flaky"])));
    let placeholder =
        BASIC.replace("Blockers/Concerns\n\nNone yet.\n", "Blockers/Concerns\n\n- None yet\n- CI\n");
    let (_, with_placeholder) = run(&placeholder, &StateSnapshot).unwrap();
    assert_eq!(with_placeholder.answer.get("blockers"), Some(&Value::texts(["CI"])));
    for (name, value) in [
        ("current_phase", Value::from("2")),
        ("total_phases", Value::Number(3)),
        ("current_plan", Value::Number(2)),
        ("total_plans_in_phase", Value::Number(3)),
        ("progress_percent", Value::Number(33)),
    ] {
        assert_eq!(outcome.answer.get(name), Some(&value), "{name}");
    }
}

/// S-68, 14.6: the number of pending todos.
#[test]
fn pending_todos() {
    let mut two = project();
    two.pending_todos = 2;
    let (after, outcome) = run_in(BASIC, &planning(), &two, &Sync::default()).unwrap();
    assert_eq!(section(&after, "Pending Todos"), "\n2 pending, see .planning/todos/pending/\n");
    assert!(updated(&outcome).contains(&"Pending Todos".to_owned()));
    let changes = |outcome: &VerbOutcome| outcome.answer.get("changes").cloned();
    let told = "Pending Todos: (none) -> 2 pending, see .planning/todos/pending/";
    let Some(Value::List(found)) = changes(&outcome) else { panic!("no changes") };
    assert!(found.contains(&Value::from(told)), "{found:?}");
    // Nothing is pending: a placeholder says as much.
    let (same, _) = run(BASIC, &Sync::default()).unwrap();
    assert_eq!(section(&same, "Pending Todos"), "\nNone yet.\n");
    let (after, _) = run(&after, &Sync::default()).unwrap();
    assert_eq!(section(&after, "Pending Todos"), "\n0 pending, see .planning/todos/pending/\n");
    for own in ["Ask the office.\n", "- Gauges\n  - None\n"] {
        let own = format!("### Pending Todos\n\n{own}");
        let before = BASIC.replace("### Pending Todos\n\nNone yet.\n", &own);
        let (after, _) = run_in(&before, &planning(), &two, &Sync::default()).unwrap();
        assert_eq!(section(&after, "Pending Todos"), section(&before, "Pending Todos"));
    }
}

/// S-60: the core value fills a placeholder, nothing else.
#[test]
fn core_value() {
    let mut with_project = project();
    with_project
        .files
        .insert(PlanningFile::Project, b"## Core Value\n\n**Every skipper knows the water.**\n".to_vec());
    let (after, _) = run_in(BASIC, &planning(), &with_project, &Sync::default()).unwrap();
    assert!(after.contains("\n**Core value:** Fast answers\n"));
    let open = BASIC.replace("Fast answers", "[one line, from PROJECT.md]");
    let (after, _) = run_in(&open, &planning(), &with_project, &Sync::default()).unwrap();
    assert!(after.contains("\n**Core value:** Every skipper knows the water.\n"));
}

/// 12: the body from derived data.
#[test]
fn rebuild() {
    let source = BASIC
        .replace("Progress: [███░░░░░░░] 33%", "Progress: [░░░░░░░░░░] 0%")
        .replace("Plan: 2 of 3 in current phase", "Current Phase: 9\nPlan: 2 of 3");
    let (after, outcome) = run(&source, &Rebuild { verbose: true }).unwrap();
    for line in [
        "Current Phase: 2",
        "| 1 | 2 | - | - |",
        "| 2 | 1 | - | - |",
        "- Total plans completed: 3",
        "Progress: [███░░░░░░░] 33%",
    ] {
        assert!(after.lines().any(|present| present == line), "{line}\n{after}");
    }
    assert!(!after.contains("\n| 3 |"), "a phase without a summary has no row: {after}");
    let Some(Value::List(mutations)) = outcome.answer.get("mutations") else { panic!("no mutations") };
    assert!(mutations.contains(&Value::from("Current Phase: 9 -> 2")), "{mutations:?}");
    assert!(!run(&after, &Rebuild::default()).unwrap().1.is_changed());
}
