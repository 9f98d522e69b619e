//! Rules about the `Depends on` lines of phases.

use std::collections::{BTreeMap, BTreeSet};

use super::subject::{Place, Subject};
use crate::circles::in_circles;
use crate::phase_id::PhaseId;
use crate::roadmap::{BlockField, MentionKind, Roadmap, Window};

/// A phase that the document does not have.
pub(super) fn unknown(subject: &Subject<'_>) -> Vec<Place> {
    let Some(roadmap) = subject.roadmap() else { return Vec::new() };
    let known: BTreeSet<&PhaseId> = roadmap.mentions().iter().map(|mention| &mention.id).collect();
    let mut places = Vec::new();
    for dependency in dependencies(roadmap, None) {
        let missing: Vec<&str> =
            dependency.needs.iter().filter(|id| !is_known(id, &known)).map(PhaseId::as_str).collect();
        if !missing.is_empty() {
            let message = format!(
                "phase {} depends on {}, which the roadmap does not have",
                dependency.id.as_str(),
                missing.iter().map(|id| format!("phase `{id}`")).collect::<Vec<_>>().join(" and ")
            );
            places.push(subject.in_roadmap(dependency.field.line.content.trim(roadmap.source()), message));
        }
    }
    places
}

/// `1-3` is the phases 1 to 3 where both are there.
fn is_known(id: &PhaseId, known: &BTreeSet<&PhaseId>) -> bool {
    let is_range = || {
        let (first, last) = id.spelled().split_once('-')?;
        let (first, last) = (PhaseId::parse(first)?, PhaseId::parse(last)?);
        Some(known.contains(&first) && known.contains(&last))
    };
    known.contains(id) || is_range().unwrap_or_default()
}

/// A phase that depends on itself, by way of others or directly.
pub(super) fn cycles(subject: &Subject<'_>) -> Vec<Place> {
    let Some(roadmap) = subject.roadmap() else { return Vec::new() };
    let mut told = BTreeSet::new();
    let mut places = Vec::new();
    for window in subject.windows() {
        let dependencies = dependencies(roadmap, Some(&window));
        let index: BTreeMap<&PhaseId, usize> =
            dependencies.iter().enumerate().rev().map(|(index, one)| (&one.id, index)).collect();
        let edges: Vec<Vec<usize>> = dependencies
            .iter()
            .map(|one| one.needs.iter().filter_map(|id| index.get(id).copied()).collect())
            .collect();
        for (one, circle) in dependencies.iter().zip(in_circles(&edges)) {
            let Some(circle) = circle.filter(|_| told.insert(one.field.value.start)) else { continue };
            let names: Vec<&str> = circle
                .iter()
                .filter_map(|&index| dependencies.get(index))
                .map(|other| other.id.as_str())
                .collect();
            let message = format!(
                "phase {} depends on itself: {}; change one of the `Depends on` lines",
                one.id.as_str(),
                names.join(" → ")
            );
            places.push(subject.in_roadmap(one.field.line.content.trim(roadmap.source()), message));
        }
    }
    places
}

/// A phase with its `Depends on` line.
struct Dependency {
    id: PhaseId,
    field: BlockField,
    needs: Vec<PhaseId>,
}

/// The `Depends on` lines below headings, of one window or of the document. Struck phases and sentinels depend on nothing.
fn dependencies(roadmap: &Roadmap<'_>, window: Option<&Window>) -> Vec<Dependency> {
    let headings = roadmap.mentions().iter().enumerate().filter(|(_, mention)| {
        matches!(mention.kind, MentionKind::Heading(_))
            && !mention.struck
            && !mention.id.is_sentinel()
            && window.is_none_or(|window| window.contains(mention.id_span.start))
    });
    let dependency = |(index, mention): (usize, &crate::roadmap::Mention)| {
        let field = roadmap.block_at(index)?.depends_on?;
        let needs = roadmap.phases_named_in(field.value);
        Some(Dependency { id: mention.id.clone(), field, needs })
    };
    headings.filter_map(dependency).collect()
}
