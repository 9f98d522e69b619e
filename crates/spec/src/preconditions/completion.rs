//! Checks 7 to 10: the Tasks and the gate.

use cairn_plan::Reason;

use crate::qa::QaState;
use crate::situation::{Completion, Situation};
use crate::{Cause, graph, supersession};

/// An override needs a Task Graph.
pub(super) fn exception(situation: &Situation<'_>) -> Vec<Reason> {
    let without_graph = !matches!(situation.completion, Completion::Graph(_));
    if situation.intent.overrides() && without_graph {
        let path = situation.inside(graph::FILE);
        let message = format!("{path}: does not exist; an override needs a Task Graph");
        return vec![Reason::new("override", "override_without_graph", message).at(path)];
    }
    Vec::new()
}

/// The rules of the graph, or those of a supersession in its place.
pub(super) fn graph(situation: &Situation<'_>) -> Vec<Reason> {
    let at = situation.snapshot.at();
    let reasons = |causes: &[Cause], code: &'static str| {
        causes.iter().map(|cause| cause.reason("graph", code, &at)).collect()
    };
    match &situation.completion {
        Completion::Graph(Ok(_)) | Completion::Superseded(Ok(_)) => Vec::new(),
        Completion::Graph(Err(causes)) => reasons(causes, "graph_invalid"),
        Completion::Superseded(Err(causes)) => reasons(causes, "supersession_invalid"),
        Completion::Neither => {
            let path = situation.inside(graph::FILE);
            let message = format!("{path}: does not exist, and neither does `{}`", supersession::FILE);
            vec![Reason::new("graph", "graph_missing", message).at(path)]
        }
    }
}

/// Every Task that is not completed; with an override the QA Task is left out.
pub(super) fn tasks(situation: &Situation<'_>) -> Vec<Reason> {
    let Some(graph) = situation.graph() else { return Vec::new() };
    let unfinished = graph.unfinished(situation.intent.overrides());
    unfinished
        .map(|task| {
            let path = situation.inside(&task.file);
            let message = format!("{path}: {} is {}, expected completed", task.id, task.status);
            Reason::new("tasks", "task_not_completed", message).at(path).on_line(task.status_line)
        })
        .collect()
}

/// The newest report, by the one policy.
pub(super) fn qa(situation: &Situation<'_>) -> Vec<Reason> {
    // A Spec without `_tasks.md` has no gate to pass.
    if !matches!(situation.completion, Completion::Graph(_)) {
        return Vec::new();
    }
    if situation.intent.overrides() {
        return needless(situation).into_iter().collect();
    }
    let at = situation.snapshot.at();
    let reason = match &situation.qa {
        QaState::Missing => {
            let path = situation.inside("qa");
            Reason::new("qa", "qa_missing", format!("{path}: holds no QA Report")).at(path)
        }
        QaState::Unreadable { cause, .. } => cause.reason("qa", "qa_unreadable", &at),
        QaState::Judged { judgement, .. } => match &judgement.cause {
            None => return Vec::new(),
            Some(cause) => cause.reason("qa", "qa_not_eligible", &at),
        },
    };
    vec![reason]
}

/// An override is refused only when a normal archive works: every Task completed and the newest report eligible.
fn needless(situation: &Situation<'_>) -> Option<Reason> {
    let graph = situation.graph()?;
    if graph.unfinished(false).next().is_some() || !situation.qa.is_eligible() {
        return None;
    }
    let path = situation.inside(format!("qa/{}", situation.qa.report_name()));
    let message =
        format!("{path}: the report qualifies and every Task is completed, so a normal archive works");
    Some(Reason::new("qa", "override_not_needed", message).at(path))
}
