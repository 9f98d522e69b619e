//! What every verb says of itself before it runs: its name and what must be read for it.

use super::*;

const NOTHING: Needs = Needs {
    pending_todos: false,
    continue_file: false,
    project_file: false,
    configuration: false,
    state_archive: false,
    waiting: false,
};

/// Every verb with its name and its needs: those of the table in its order, then those that other commands run.
fn rows() -> Vec<(&'static str, Box<dyn Verb>, Needs)> {
    let text = || "x".to_owned();
    let two = || phase("2");
    vec![
        ("load", Box::new(Load), Needs { configuration: true, ..NOTHING }),
        ("json", Box::new(Json), NOTHING),
        ("get", Box::new(Get::default()), NOTHING),
        ("init", Box::new(Init::default()), Needs { project_file: true, ..NOTHING }),
        ("update", Box::new(Update { field: text(), value: text() }), NOTHING),
        ("patch", Box::new(Patch { fields: Vec::new() }), NOTHING),
        ("sync", Box::new(Sync::default()), Needs { pending_todos: true, project_file: true, ..NOTHING }),
        ("begin", Box::new(Begin { action: Action::Plan, phase: two() }), NOTHING),
        ("idle", Box::new(Idle::default()), NOTHING),
        ("begin-phase", Box::new(BeginPhase { phase: two(), name: None, plans: None }), NOTHING),
        ("planned-phase", Box::new(PlannedPhase { phase: two(), name: None, plans: None }), NOTHING),
        ("advance-plan", Box::new(AdvancePlan), NOTHING),
        ("complete-phase", Box::new(CompletePhase::default()), Needs { pending_todos: true, ..NOTHING }),
        (
            "milestone-switch",
            Box::new(MilestoneSwitch { milestone: text(), name: None }),
            Needs { configuration: true, ..NOTHING },
        ),
        (
            "record-metric",
            Box::new(RecordMetric { phase: two(), plan: text(), duration: text(), tasks: None, files: None }),
            NOTHING,
        ),
        ("update-progress", Box::new(UpdateProgress), NOTHING),
        ("add-decision", Box::new(AddDecision { summary: text(), rationale: None, phase: None }), NOTHING),
        ("add-blocker", Box::new(AddBlocker { text: text(), phase: None }), NOTHING),
        ("resolve-blocker", Box::new(ResolveBlocker { text: text(), all: false }), NOTHING),
        ("record-session", Box::new(RecordSession::default()), Needs { continue_file: true, ..NOTHING }),
        (
            "add-roadmap-evolution",
            Box::new(AddRoadmapEvolution {
                note: text(),
                phase: None,
                action: None,
                after: None,
                urgent: false,
            }),
            NOTHING,
        ),
        (
            "signal-waiting",
            Box::new(SignalWaiting { kind: text(), question: text(), options: Vec::new(), phase: None }),
            NOTHING,
        ),
        ("signal-resume", Box::new(SignalResume), Needs { waiting: true, ..NOTHING }),
        ("prune", Box::new(Prune::default()), Needs { state_archive: true, ..NOTHING }),
        ("rebuild", Box::new(Rebuild::default()), NOTHING),
        ("complete-milestone", Box::new(CompleteMilestone { milestone: text() }), NOTHING),
        ("state-snapshot", Box::new(StateSnapshot), NOTHING),
        ("overview", Box::new(Overview), NOTHING),
    ]
}

/// Architecture: a verb knows its row of the table, and names what its run looks at, no more.
#[test]
fn verbs_know_their_rows() {
    let rows = rows();
    for (name, verb, needs) in &rows {
        assert_eq!((verb.name(), verb.needs()), (*name, *needs));
    }
    let names: Vec<&str> = rows.iter().map(|(name, ..)| *name).take(VERBS.len()).collect();
    assert_eq!(names, VERBS.iter().map(|row| row.name).collect::<Vec<_>>());
}
