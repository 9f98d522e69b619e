//! The rules between Tasks: unique ids, known needs, no cycle, and the place of the QA Task.

use std::collections::{BTreeMap, BTreeSet};

use super::{FILE, QaDesignation};
use crate::Cause;
use crate::task::TaskFile;
use crate::yaml::Map;

/// A node as the graph writes it.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) id: String,
    pub(super) file: String,
    pub(super) needs: Vec<String>,
    /// 1-based line in `_tasks.md`.
    pub(super) line: usize,
}

/// Checks ids, needs and cycles; `true` when the needs can be followed.
pub(super) fn check(nodes: &[Node], causes: &mut Vec<Cause>) -> bool {
    let before = causes.len();
    let mut ids = BTreeSet::new();
    for node in nodes {
        if !ids.insert(node.id.as_str()) {
            causes.push(Cause::at(FILE, node.line, format!("the id `{}` occurs twice", node.id)));
        }
    }
    for node in nodes {
        for need in node.needs.iter().filter(|need| !ids.contains(need.as_str())) {
            causes.push(Cause::at(FILE, node.line, format!("`{}` needs the unknown `{need}`", node.id)));
        }
    }
    if causes.len() == before
        && let Some(cycle) = cycle(nodes)
    {
        let line = cycle.first().map(|node| node.line);
        let names: Vec<_> = cycle.iter().map(|node| format!("`{}`", node.id)).collect();
        let message = format!("the needs go in a circle: {}", names.join(" needs "));
        causes.push(Cause { path: FILE.into(), line, message });
    }
    causes.len() == before
}

/// Tasks of one circle of needs.
fn cycle(nodes: &[Node]) -> Option<Vec<&Node>> {
    let by_id: BTreeMap<&str, &Node> = nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    // Take away every Task whose needs are all taken away; what stays leads into a circle.
    let mut waiting: BTreeMap<&str, usize> = BTreeMap::new();
    let mut dependents: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for node in nodes {
        waiting.insert(&node.id, node.needs.len());
        for need in &node.needs {
            dependents.entry(need).or_default().push(&node.id);
        }
    }
    let mut free: Vec<&str> = waiting.iter().filter(|(_, count)| **count == 0).map(|(id, _)| *id).collect();
    while let Some(id) = free.pop() {
        waiting.remove(id);
        for dependent in dependents.get(id).into_iter().flatten() {
            if let Some(count) = waiting.get_mut(dependent) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    free.push(dependent);
                }
            }
        }
    }
    let mut at = *waiting.keys().next()?;
    let mut path: Vec<&str> = Vec::new();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    while seen.insert(at, path.len()).is_none() {
        path.push(at);
        at = by_id.get(at)?.needs.iter().find(|need| waiting.contains_key(need.as_str()))?;
        if let Some(start) = seen.get(at) {
            return path.iter().skip(*start).map(|id| by_id.get(id).copied()).collect();
        }
    }
    None
}

/// Finds the QA Task and checks its place. `sound` says whether the needs can be followed.
pub(super) fn qa(
    map: &Map,
    nodes: &[Node],
    files: &[Option<TaskFile>],
    sound: bool,
    causes: &mut Vec<Cause>,
) -> Option<QaDesignation> {
    let of_type: Vec<(usize, &Node)> = nodes
        .iter()
        .zip(files)
        .enumerate()
        .filter(|(_, (_, file))| file.as_ref().is_some_and(|file| file.kind == "qa"))
        .map(|(index, (node, _))| (index, node))
        .collect();
    let line = map.entry("qa").map(|entry| entry.line);
    let mut fail = |message: String| causes.push(Cause { path: FILE.into(), line, message });
    let named = map.present("qa").map(|node| node.text());
    if named == Some(None) {
        fail("`qa` names no Task".to_owned());
        return None;
    }
    if named == Some(Some("declined")) {
        for (_, node) in &of_type {
            fail(format!("`qa: declined`, but `{}` is of type qa", node.id));
        }
        return match map.text("qa_reason").map(str::trim).filter(|reason| !reason.is_empty()) {
            Some(reason) => Some(QaDesignation::Declined(reason.to_owned())),
            None => {
                fail("`qa: declined` has no `qa_reason`".to_owned());
                None
            }
        };
    }
    if let [_, _, ..] = of_type.as_slice() {
        let names: Vec<_> = of_type.iter().map(|(_, node)| format!("`{}`", node.id)).collect();
        fail(format!("more than one Task is of type qa: {}", names.join(", ")));
        return None;
    }
    let Some(id) = named.flatten() else {
        return Some(of_type.first().map_or(QaDesignation::None, |(index, _)| QaDesignation::Task(*index)));
    };
    let Some((index, node)) = nodes.iter().enumerate().find(|(_, node)| node.id == id) else {
        fail(format!("`qa` names the unknown Task `{id}`"));
        return None;
    };
    if files.get(index).is_some_and(|file| file.as_ref().is_some_and(|file| file.kind != "qa")) {
        fail(format!("`qa` names `{id}`, which is not of type qa"));
        return None;
    }
    if sound {
        place(nodes, node, &mut fail);
    }
    Some(QaDesignation::Task(index))
}

/// Nothing needs the QA Task, and it needs every other Task.
fn place(nodes: &[Node], qa: &Node, fail: &mut impl FnMut(String)) {
    for node in nodes.iter().filter(|node| node.needs.contains(&qa.id)) {
        fail(format!("`{}` needs the QA Task `{}`", node.id, qa.id));
    }
    let by_id: BTreeMap<&str, &Node> = nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    let mut reached: BTreeSet<&str> = BTreeSet::from([qa.id.as_str()]);
    let mut next = vec![qa];
    while let Some(node) = next.pop() {
        for need in &node.needs {
            if reached.insert(need)
                && let Some(found) = by_id.get(need.as_str())
            {
                next.push(found);
            }
        }
    }
    for node in nodes.iter().filter(|node| !reached.contains(node.id.as_str())) {
        fail(format!("the QA Task `{}` does not need `{}`, directly or not", qa.id, node.id));
    }
}
