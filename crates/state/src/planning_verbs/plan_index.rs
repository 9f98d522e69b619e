//! `phase-plan-index N`: the plans of a phase with their dependencies and waves (section 15).

use super::Report;
use super::find_phase::find;
use crate::answer::{Answer, Value};
use crate::failure::{Failure, Reason};
use crate::phase_files::{FileHead, Plan, PlanName, texts};
use crate::phase_id::PhaseId;
use crate::planning::{Focus, PlanningSnapshot};
use bstr::ByteSlice;
use cairn_text::Outline;
use cairn_text::frontmatter::Frontmatter;
use cairn_text::outline::LineClass;
use std::collections::{BTreeMap, HashMap};

/// What must be read for it.
pub fn focus(stored: Option<&str>, phase: &PhaseId) -> Vec<Focus> {
    super::find_phase::focus(stored, phase)
}

/// A plan with what its file says.
struct IndexedPlan {
    id: String,
    /// Every spelling under which another plan may name it.
    names: Vec<String>,
    depends_on: Vec<String>,
    autonomous: bool,
    objective: Option<String>,
    files_modified: Vec<String>,
    task_count: usize,
    has_checkpoint: bool,
    has_summary: bool,
}

/// The index. A wave is 1 and the longest chain of `depends_on` inside the phase; names of other phases' plans and unknown ones count
/// for nothing.
///
/// # Errors
/// `phase_not_found`; `dependency_cycle`, with the ids of the circle.
pub fn run(snapshot: &PlanningSnapshot, stored: Option<&str>, phase: &PhaseId) -> Result<Report, Failure> {
    let found = find(snapshot, stored, phase)?;
    let folder = found.folder.path();
    let plans: Vec<IndexedPlan> = found
        .plans
        .plans
        .iter()
        .map(|plan| read_plan(phase, plan, snapshot.head(&format!("{folder}/{}", plan.file))))
        .collect();
    let edges = edges(&plans);
    let waves = waves(&plans, &edges).map_err(|cycle| {
        let circle = cycle.join(" → ");
        let message = format!("the plans of phase `{phase}` depend on each other in a circle ({circle}): change `depends_on` in one of them");
        Failure::new(Reason::DependencyCycle, message).with("phase", phase.as_str()).with("cycle", cycle)
    })?;
    let mut by_wave: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (plan, wave) in plans.iter().zip(&waves) {
        by_wave.entry(*wave).or_default().push(&plan.id);
    }
    let by_wave = by_wave.into_iter().map(|(wave, ids)| (wave.to_string(), Value::texts(ids))).collect();
    let open = |index: &usize| plans.get(*index).is_some_and(|plan| !plan.has_summary);
    let incomplete: Vec<&str> =
        plans.iter().filter(|plan| !plan.has_summary).map(|plan| plan.id.as_str()).collect();
    let runnable =
        plans.iter().zip(&edges).filter(|(plan, needs)| !plan.has_summary && !needs.iter().any(open));
    let runnable: Vec<&str> = runnable.map(|(plan, _)| plan.id.as_str()).collect();
    let answer = Answer::new()
        .with("phase", found.number)
        .with(
            "plans",
            Value::List(plans.iter().zip(&waves).map(|(plan, wave)| plan_answer(plan, *wave)).collect()),
        )
        .with("waves", Value::Map(by_wave))
        .with("incomplete", incomplete)
        .with("runnable", runnable)
        .with("has_checkpoints", plans.iter().any(|plan| plan.has_checkpoint));
    Ok(Report { answer, raw: None, warnings: found.warnings })
}

fn plan_answer(plan: &IndexedPlan, wave: usize) -> Value {
    Answer::new()
        .with("id", plan.id.as_str())
        .with("wave", wave)
        .with("depends_on", plan.depends_on.clone())
        .with("autonomous", plan.autonomous)
        .with("objective", Value::from(plan.objective.clone()))
        .with("files_modified", plan.files_modified.clone())
        .with("task_count", plan.task_count)
        .with("has_summary", plan.has_summary)
        .into_map()
}

fn read_plan(phase: &PhaseId, plan: &Plan, head: Option<&FileHead>) -> IndexedPlan {
    let bytes = match head {
        Some(FileHead::Read(bytes)) => bytes.as_slice(),
        _ => &[],
    };
    let frontmatter = Frontmatter::parse(bytes);
    let body = Body::read(bytes);
    let autonomous = frontmatter.text("autonomous").is_none_or(|text| !text.eq_ignore_ascii_case("false"));
    let names = PlanName::read(&plan.file, phase).map(|name| name.names()).unwrap_or_default();
    IndexedPlan {
        names,
        id: plan.id.clone(),
        depends_on: texts(frontmatter.value("depends_on")),
        autonomous,
        objective: frontmatter.text("objective").map(str::to_owned).or(body.objective),
        files_modified: texts(frontmatter.value("files_modified")),
        task_count: body.tasks,
        has_checkpoint: !autonomous || body.has_checkpoint,
        has_summary: plan.summary.is_some(),
    }
}

/// What the text of a plan says: `<objective>` or a section Objective, `<task …>` elements or else headings `Task N`.
#[derive(Default)]
struct Body {
    objective: Option<String>,
    tasks: usize,
    has_checkpoint: bool,
}

impl Body {
    fn read(bytes: &[u8]) -> Self {
        let outline = Outline::parse(bytes);
        let mut body = Self::default();
        let mut wants_objective = false;
        for line in outline.lines(bytes, outline.body()).filter(|line| line.class == LineClass::Text) {
            let text = line.masked();
            let text = text.trim().to_str_lossy();
            let task = text.strip_prefix("<task").filter(|rest| rest.starts_with([' ', '>', '\t']));
            body.tasks += usize::from(task.is_some());
            body.has_checkpoint |= task
                .is_some_and(|rest| rest.contains("type=\"checkpoint") || rest.contains("type='checkpoint"));
            if body.objective.is_some() {
                continue;
            }
            let behind = text.strip_prefix("<objective>");
            let candidate = behind.map(str::trim).or(wants_objective.then_some(&*text)).unwrap_or_default();
            wants_objective |= behind.is_some() || is_objective_heading(&text);
            if !candidate.starts_with("</") && !candidate.starts_with('#') {
                let first = candidate.split("</objective>").next().unwrap_or_default().trim();
                body.objective = Some(first.to_owned()).filter(|first| !first.is_empty());
            }
            wants_objective &= !text.contains("</objective>");
        }
        if body.tasks == 0 {
            body.tasks = outline.find_all(bytes, |_, text| is_task_heading(&text.to_str_lossy())).count();
        }
        body
    }
}

fn is_objective_heading(text: &str) -> bool {
    text.starts_with('#') && text.trim_start_matches('#').trim().eq_ignore_ascii_case("objective")
}

fn is_task_heading(text: &str) -> bool {
    let rest = text.get(..4).filter(|word| word.eq_ignore_ascii_case("task")).and_then(|_| text.get(4..));
    rest.is_some_and(|rest| {
        rest.starts_with(' ') && rest.trim_start().starts_with(|c: char| c.is_ascii_digit())
    })
}

/// For each plan the plans of the phase that it depends on, by index.
fn edges(plans: &[IndexedPlan]) -> Vec<Vec<usize>> {
    let mut by_name: HashMap<String, usize> = HashMap::new();
    for (index, plan) in plans.iter().enumerate() {
        for name in &plan.names {
            by_name.entry(name.to_lowercase()).or_insert(index);
        }
    }
    let needs = |plan: &IndexedPlan| {
        let mut needs: Vec<usize> = plan
            .depends_on
            .iter()
            .filter_map(|name| by_name.get(&name.trim().to_lowercase()).copied())
            .collect();
        needs.sort_unstable();
        needs.dedup();
        needs
    };
    plans.iter().map(needs).collect()
}

/// The wave of each plan, or the ids of a circle.
fn waves(plans: &[IndexedPlan], edges: &[Vec<usize>]) -> Result<Vec<usize>, Vec<String>> {
    let mut waves = vec![0; plans.len()];
    let mut open: Vec<usize> = edges.iter().map(Vec::len).collect();
    let mut dependents: Vec<Vec<usize>> = vec![Vec::new(); plans.len()];
    for (index, needs) in edges.iter().enumerate() {
        for &need in needs {
            if let Some(list) = dependents.get_mut(need) {
                list.push(index);
            }
        }
    }
    let mut ready: Vec<usize> =
        open.iter().enumerate().filter(|(_, open)| **open == 0).map(|(index, _)| index).collect();
    let mut done = 0;
    while let Some(index) = ready.pop() {
        done += 1;
        let needs = edges.get(index).map(Vec::as_slice).unwrap_or_default();
        let wave = 1 + needs.iter().filter_map(|&need| waves.get(need).copied()).max().unwrap_or_default();
        if let Some(slot) = waves.get_mut(index) {
            *slot = wave;
        }
        for &dependent in dependents.get(index).map(Vec::as_slice).unwrap_or_default() {
            if let Some(open) = open.get_mut(dependent) {
                *open -= 1;
                if *open == 0 {
                    ready.push(dependent);
                }
            }
        }
    }
    if done == plans.len() { Ok(waves) } else { Err(circle(plans, edges, &waves)) }
}

/// From a plan without a wave, along plans without a wave, until one comes again.
fn circle(plans: &[IndexedPlan], edges: &[Vec<usize>], waves: &[usize]) -> Vec<String> {
    let without_wave = |index: &usize| waves.get(*index) == Some(&0);
    let mut path: Vec<usize> = Vec::new();
    let mut seen = vec![false; plans.len()];
    let mut next = (0..plans.len()).find(without_wave);
    while let Some(index) = next {
        path.push(index);
        match seen.get_mut(index) {
            Some(seen) if !*seen => *seen = true,
            _ => break,
        }
        next = edges.get(index).and_then(|needs| needs.iter().copied().find(without_wave));
    }
    let start = path.last().and_then(|last| path.iter().position(|index| index == last)).unwrap_or_default();
    path.iter().skip(start).filter_map(|&index| plans.get(index)).map(|plan| plan.id.clone()).collect()
}
