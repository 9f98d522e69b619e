//! `roundfix settle` as a decision (roundfix 13, A-20 to A-28): the QA Task by the one policy.

use cairn_plan::{Change, Plan, Reason, Refusal, RelativePath};
use cairn_text::frontmatter::{Change as KeyChange, Frontmatter, NewValue};

use crate::folder::SpecFolder;
use crate::graph::{self, Task, TaskGraph};
use crate::preconditions::{Refused, active_spec};
use crate::presence::Presence;
use crate::qa::{QaState, Verdict, policy::Remark};
use crate::task::TaskStatus;
use crate::{Cause, Slug};

/// What settling is decided on.
pub struct SettleSnapshot<'a> {
    /// Which Spec.
    pub slug: &'a Slug,
    /// Its folder, relative to the home repository.
    pub at: RelativePath,
    /// What stands there.
    pub presence: Presence,
    /// The folder.
    pub folder: &'a SpecFolder,
}

/// What follows from the newest report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The edit of the Task file; empty when nothing changes.
    pub plan: Plan,
    /// Id of the QA Task.
    pub task: String,
    /// Its file, relative to the home repository.
    pub file: RelativePath,
    /// File name of the newest report; `None` when there is none.
    pub report: Option<String>,
    /// Its verdict; `None` when it cannot be read.
    pub verdict: Option<Verdict>,
    /// Why nothing is settled; `None` when the Task is completed now. The path is relative to the Spec folder.
    pub cause: Option<Cause>,
    /// Contradictions of the report.
    pub remarks: Vec<Remark>,
}

impl Settlement {
    /// Whether the newest report settles the Task.
    pub fn is_eligible(&self) -> bool {
        self.cause.is_none()
    }

    /// Whether the Task file changes.
    pub fn is_changed(&self) -> bool {
        !self.plan.is_empty()
    }
}

/// Decides whether the QA Task of a Spec is completed.
///
/// # Errors
/// The Spec is not active, its graph is broken, it has no QA Task, or another Task is not completed.
pub fn settle(snapshot: &SettleSnapshot<'_>) -> Result<Settlement, Refused> {
    let SettleSnapshot { slug, at, presence, folder } = snapshot;
    let prd = active_spec(slug, at, *presence, folder)?;
    let graph = TaskGraph::load(folder, slug).map_err(|causes| {
        let reasons = causes.iter().map(|cause| cause.reason("graph", "graph_invalid", at));
        Refused::from(reasons.collect::<Refusal>())
    })?;
    let task = graph.qa_task().ok_or_else(|| no_qa_task(at))?;
    let open: Refusal = graph.unfinished(true).map(|task| not_completed(task, at)).collect();
    open.into_result().map_err(|mut refusal| {
        refusal.remedy("finish the Task, then run the QA gate again");
        Refused::from(refusal)
    })?;
    let qa = QaState::of(folder, &prd.declarations);
    let file = at.join(&task.file).unwrap_or_else(|_| at.clone());
    let mut settlement = Settlement {
        plan: Plan::new(format!("settle {slug}")),
        task: task.id.clone(),
        file: file.clone(),
        report: Some(qa.report_name().to_owned()).filter(|name| !name.is_empty()),
        verdict: qa.verdict(),
        cause: None,
        remarks: Vec::new(),
    };
    match qa {
        QaState::Missing => settlement.cause = Some(Cause::whole("qa", "holds no QA Report")),
        QaState::Unreadable { cause, .. } => settlement.cause = Some(cause),
        QaState::Judged { judgement, .. } => {
            settlement.cause = judgement.cause;
            settlement.remarks = judgement.remarks;
        }
    }
    if settlement.is_eligible() && task.status != TaskStatus::Completed {
        let bytes = folder.bytes(&task.file).unwrap_or_default();
        let completed = completed(bytes).map_err(|message| {
            let reason = Reason::new("graph", "graph_invalid", format!("{file}: {message}")).at(file.clone());
            Refused::from(Refusal::because(reason))
        })?;
        settlement.plan.push(Change::write(file, bytes, completed));
    }
    Ok(settlement)
}

/// The Task file with `status: completed`; value bytes only.
fn completed(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let change = KeyChange::set("status", NewValue::Text(TaskStatus::Completed.to_string()));
    let patch =
        Frontmatter::parse(bytes).edit::<&str>(bytes, &[change], &[]).map_err(|error| error.to_string())?;
    Ok(patch.apply(bytes))
}

fn not_completed(task: &Task, at: &RelativePath) -> Reason {
    let path = at.join(&task.file).unwrap_or_else(|_| at.clone());
    let message = format!("{path}: {} is {}, expected completed", task.id, task.status);
    Reason::new("tasks", "task_not_completed", message).at(path).on_line(task.status_line)
}

fn no_qa_task(at: &RelativePath) -> Refused {
    let path = at.join(graph::FILE).unwrap_or_else(|_| at.clone());
    let message = format!("{path}: names no QA Task, so there is nothing to settle");
    Refusal::because(Reason::new("tasks", "no_qa_task", message).at(path)).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Scenario, TASKS, codes, path, task, written};

    fn settled(scenario: &Scenario) -> Result<Settlement, Vec<String>> {
        let slug = Slug::new("0042-sample").unwrap();
        let at = path("docs/specs/0042-sample");
        let presence = scenario.folder_presence;
        settle(&SettleSnapshot { slug: &slug, at, presence, folder: &scenario.folder })
            .map_err(|refused| codes(&refused))
    }

    /// archive-336: the QA Task becomes completed, value bytes only; a second time nothing changes.
    #[test]
    fn an_eligible_report_settles() {
        let mut scenario = Scenario::finished();
        scenario.write("task_02.md", "---\nstatus: pending # the gate\ntype: qa\n---\n");
        let settlement = settled(&scenario).unwrap();
        assert!(settlement.is_eligible() && settlement.is_changed());
        assert_eq!((settlement.task.as_str(), settlement.verdict), ("task_02", Some(Verdict::Pass)));
        assert_eq!(settlement.report.as_deref(), Some("qa-report-2026-10-05.md"));
        let after = written(&settlement.plan, "docs/specs/0042-sample/task_02.md");
        assert_eq!(after, "---\nstatus: completed # the gate\ntype: qa\n---\n");
        scenario.write("task_02.md", &task("done", "qa"));
        assert!(!settled(&scenario).unwrap().is_changed());
    }

    /// archive-337: a report that fails, or none, settles nothing.
    #[test]
    fn nothing_is_settled() {
        let mut scenario = Scenario::finished();
        scenario.write("task_02.md", &task("pending", "qa"));
        scenario.write("qa/qa-report-2026-10-05.md", "---\nverdict: fail\n---\n");
        let settlement = settled(&scenario).unwrap();
        assert_eq!(settlement.cause.unwrap().to_string(), "qa/qa-report-2026-10-05.md: verdict is fail");
        assert!(settlement.plan.is_empty());
        scenario.remove(&["qa"]);
        let settlement = settled(&scenario).unwrap();
        assert_eq!(settlement.cause.unwrap().to_string(), "qa: holds no QA Report");
        assert_eq!((settlement.report, settlement.verdict), (None, None));
    }

    #[test]
    fn refused() {
        let mut scenario = Scenario::finished();
        scenario.write("task_01.md", &task("in_progress", "backend"));
        assert_eq!(
            settled(&scenario).unwrap_err(),
            ["tasks task_not_completed docs/specs/0042-sample/task_01.md:2",]
        );
        scenario.write("_tasks.md", &TASKS.replace("qa: task_02", "qa: declined\nqa_reason: x"));
        scenario.write("task_02.md", &task("completed", "docs"));
        assert_eq!(settled(&scenario).unwrap_err(), ["tasks no_qa_task docs/specs/0042-sample/_tasks.md"]);
        scenario.remove(&["_tasks.md"]);
        assert_eq!(settled(&scenario).unwrap_err(), ["graph graph_invalid docs/specs/0042-sample/_tasks.md"]);
        scenario.remove(&["_prd.md"]);
        assert_eq!(settled(&scenario).unwrap_err(), ["spec spec_not_found docs/specs/0042-sample/_prd.md"]);
    }
}
