//! Rules about which phases ROADMAP.md names, and how often (msd-tools 9.2, 9.3).

use std::collections::{BTreeSet, HashMap};

use super::subject::{Place, Subject};
use crate::phase_id::PhaseId;
use crate::planning::Document;
use crate::roadmap::{Mention, MentionKind};

/// A milestone is stored, and nothing says what its phases are.
pub(super) fn missing(subject: &Subject<'_>) -> Vec<Place> {
    let Some(milestone) = subject.stored.filter(|_| subject.snapshot.roadmap == Document::Absent) else {
        return Vec::new();
    };
    let message = format!(
        "the milestone `{milestone}` is stored, but there is no `{}`; its phases cannot be counted",
        subject.roadmap_path()
    );
    vec![Place::whole(subject.snapshot.from_root("STATE.md"), message)]
}

/// Every heading of a phase behind the first one of its window.
pub(super) fn duplicates(subject: &Subject<'_>) -> Vec<Place> {
    let Some(roadmap) = subject.roadmap() else { return Vec::new() };
    let headings: Vec<&Mention> =
        roadmap.mentions().iter().filter(|mention| is_counted_heading(mention)).collect();
    let mut seen_spans = BTreeSet::new();
    let mut places = Vec::new();
    for window in subject.windows() {
        let mut first: HashMap<&PhaseId, usize> = HashMap::new();
        for mention in headings.iter().filter(|mention| window.contains(mention.id_span.start)) {
            let at = mention.id_span.start;
            let Some(&before) = first.get(&mention.id) else {
                first.insert(&mention.id, at);
                continue;
            };
            if seen_spans.insert(at) {
                let message = format!(
                    "phase {} has a heading on line {} already; give this one a number of its own, or remove it",
                    mention.id.as_str(),
                    subject.line(before)
                );
                places.push(subject.in_roadmap(mention.line.content, message));
            }
        }
    }
    places
}

fn is_counted_heading(mention: &Mention) -> bool {
    matches!(mention.kind, MentionKind::Heading(_)) && !mention.struck && !mention.id.is_sentinel()
}

/// A phase of the milestone that only a bullet or row names.
pub(super) fn details(subject: &Subject<'_>) -> Vec<Place> {
    let Some((roadmap, window)) = subject.window() else { return Vec::new() };
    let phases = roadmap.phases(window);
    if phases.iter().all(|phase| phase.headings.is_empty()) {
        return Vec::new();
    }
    let bare: BTreeSet<&PhaseId> = phases
        .iter()
        .filter(|phase| phase.headings.is_empty() && !phase.struck)
        .map(|phase| &phase.id)
        .collect();
    let mut told = BTreeSet::new();
    let mut places = Vec::new();
    for mention in roadmap.mentions().iter().filter(|mention| window.contains(mention.id_span.start)) {
        if bare.contains(&mention.id) && told.insert(&mention.id) {
            let message = format!(
                "phase {} has no block of its own (`### Phase {}: …`), as other phases here have",
                mention.id.as_str(),
                mention.id.as_str()
            );
            places.push(subject.in_roadmap(mention.line.content, message));
        }
    }
    places
}
