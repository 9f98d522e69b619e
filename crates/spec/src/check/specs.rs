//! Rules about one Spec folder.

use super::{Place, SpecFacts};
use crate::folder::is_report_name;
use crate::index::{ReferenceIndex, intake};
use crate::qa::{self, newest};
use crate::{Cause, TaskGraph, graph, prd};

/// The words that a PRD's `status` may hold. Only the first one means anything to the engine.
pub const KNOWN_STATUSES: [&str; 5] = ["active", "draft", "paused", "archived", "cancelled"];

pub(super) fn prd_status(facts: &SpecFacts<'_>) -> Vec<Place> {
    let path = inside(facts, prd::FILE);
    if let Some(cause) = &facts.prd.problem {
        let cause_text = facts.prd.problem_text().unwrap_or_default();
        return vec![Place::at(path, cause.line, format!("the status cannot be read: {cause_text}"))];
    }
    match facts.prd.status.as_deref() {
        Some(status) if KNOWN_STATUSES.contains(&status) => Vec::new(),
        Some(status) => {
            let message =
                format!("`{status}` is no status of a Spec; write one of {}", KNOWN_STATUSES.join(", "));
            vec![Place::at(path, facts.prd.status_line, message)]
        }
        None => {
            vec![Place::whole(path, "the PRD has no `status`; write `status: active` for work that goes on")]
        }
    }
}

pub(super) fn graph_missing(facts: &SpecFacts<'_>) -> Vec<Place> {
    if !facts.prd.is_active() || has_graph(facts) {
        return Vec::new();
    }
    let message = format!("there is no `{}` yet, so the Spec cannot be archived", graph::FILE);
    vec![Place::whole(inside(facts, prd::FILE), message)]
}

pub(super) fn graph_invalid(facts: &SpecFacts<'_>) -> Vec<Place> {
    if !facts.prd.is_active() || !has_graph(facts) {
        return Vec::new();
    }
    match TaskGraph::load(facts.folder, facts.slug) {
        Ok(_) => Vec::new(),
        Err(causes) => causes.iter().map(|cause| of_cause(facts, cause)).collect(),
    }
}

pub(super) fn slug_reused(facts: &SpecFacts<'_>) -> Vec<Place> {
    let Some(number) = facts.slug.number().filter(|_| facts.prd.is_active()) else { return Vec::new() };
    let other = facts
        .list
        .records
        .iter()
        .find(|record| record.slug != *facts.slug && record.slug.number() == Some(number));
    let place = |record: &crate::list::FoundRecord| {
        let message = format!(
            "the number {number} belongs to `{}` already; give this Spec the next free one",
            record.path
        );
        Place::whole(inside(facts, prd::FILE), message)
    };
    other.map(place).into_iter().collect()
}

pub(super) fn report_invalid(facts: &SpecFacts<'_>) -> Vec<Place> {
    let names = newest::candidates(facts.folder).into_iter();
    names
        .filter_map(|name| qa::read(facts.folder, &name).err())
        .map(|cause| of_cause(facts, &cause))
        .collect()
}

pub(super) fn report_name(facts: &SpecFacts<'_>) -> Vec<Place> {
    let children = facts.folder.children(b"qa");
    let unseen = children.filter(|(name, _)| name.starts_with(b"qa-report") && !is_report_name(name));
    let place = |(name, _): (&[u8], _)| {
        let message = "the newest-report rule does not see this name; call it `qa-report-YYYY-MM-DD.md`";
        Place::whole(inside(facts, &format!("qa/{}", String::from_utf8_lossy(name))), message)
    };
    unseen.map(place).collect()
}

pub(super) fn index_invalid(facts: &SpecFacts<'_>) -> Vec<Place> {
    let index = ReferenceIndex::read(facts.folder, facts.slug, facts.at, facts.presence);
    index.findings.into_iter().map(of_index).collect()
}

pub(super) fn source_link(facts: &SpecFacts<'_>) -> Vec<Place> {
    if !ReferenceIndex::read(facts.folder, facts.slug, facts.at, facts.presence).applies {
        return Vec::new();
    }
    intake::links(facts.folder, facts.at).into_iter().map(of_index).collect()
}

pub(super) fn ignored_file(facts: &SpecFacts<'_>) -> Vec<Place> {
    let message = "git ignores this file, so it is in no commit and `archive` refuses to delete it";
    facts.ignored.iter().map(|path| Place::whole(path, message)).collect()
}

pub(super) fn archivable(facts: &SpecFacts<'_>) -> Vec<Place> {
    if !facts.is_left_finished {
        return Vec::new();
    }
    let message = "the work is finished and still in the active set";
    vec![Place::whole(inside(facts, prd::FILE), message).help(format!("roundfix archive {}", facts.slug))]
}

pub(super) fn left_without_record(path: &str, commit: &str) -> Place {
    let short = commit.get(..12).unwrap_or(commit);
    let message = format!("the folder was deleted by {short}, and no record says what became of the Spec");
    Place::whole(path, message).help(format!("git checkout {short}^ -- {path}"))
}

fn has_graph(facts: &SpecFacts<'_>) -> bool {
    facts.folder.get(graph::FILE).is_some()
}

fn inside(facts: &SpecFacts<'_>, name: &str) -> String {
    format!("{}/{name}", facts.at)
}

fn of_cause(facts: &SpecFacts<'_>, cause: &Cause) -> Place {
    Place::at(inside(facts, &cause.path.to_string()), cause.line, cause.message.clone())
}

fn of_index(finding: crate::index::IndexFinding) -> Place {
    let message = format!("{}; repair: adoption step {}", finding.message, finding.step);
    Place::at(finding.path, finding.line, message)
}
