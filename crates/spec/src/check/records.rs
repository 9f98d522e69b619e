//! Rules about one Archive Record (roundfix 14).

use cairn_report::Severity;

use super::{Place, RecordFacts, RevisionState};
use crate::frontmatter;

pub(super) fn invalid(facts: &RecordFacts<'_>) -> Vec<Place> {
    let Err(causes) = facts.found.read() else { return Vec::new() };
    causes.iter().map(|cause| Place::at(&facts.found.path, cause.line, cause.message.clone())).collect()
}

/// In a shallow clone a commit that is not here says little.
pub(super) fn revision(facts: &RecordFacts<'_>) -> Vec<Place> {
    let Ok(record) = facts.found.read() else { return Vec::new() };
    let revision = &record.source_revision;
    let message = match facts.revision {
        RevisionState::Unknown | RevisionState::Held => return Vec::new(),
        RevisionState::NoCommit => format!("the commit `{revision}` is not in this repository"),
        RevisionState::NoSource => format!("the commit `{revision}` does not hold `{}`", record.source),
    };
    let is_hint = facts.is_shallow && facts.revision == RevisionState::NoCommit;
    let mut place = Place::at(&facts.found.path, line_of(facts, "source_revision"), message);
    place.severity = is_hint.then_some(Severity::Info);
    vec![if facts.is_shallow { place.help("git fetch --unshallow") } else { place }]
}

pub(super) fn locators(facts: &RecordFacts<'_>) -> Vec<Place> {
    let place = |(line, text): &(usize, String)| {
        Place::at(&facts.found.path, Some(*line), format!("the commit of `{text}` does not hold the path"))
    };
    facts.dead_locators.iter().map(place).collect()
}

pub(super) fn folder_left(facts: &RecordFacts<'_>) -> Vec<Place> {
    let place = |folder| {
        let message = format!("the folder `{folder}` of this Spec is still there");
        Place::whole(&facts.found.path, message)
    };
    facts.folder.map(place).into_iter().collect()
}

pub(super) fn edited(facts: &RecordFacts<'_>) -> Vec<Place> {
    let place = |commit: &str| {
        let short = commit.get(..12).unwrap_or(commit);
        let message = format!("the record was changed after {short} added it; records are not edited");
        Place::whole(&facts.found.path, message).help(format!("git diff {short} -- {}", facts.found.path))
    };
    facts.edited_since.map(place).into_iter().collect()
}

fn line_of(facts: &RecordFacts<'_>, key: &str) -> Option<usize> {
    let bytes = facts.found.bytes.as_deref()?;
    let (map, _) = frontmatter::read(&facts.found.path, bytes).ok()?;
    map.entry(key).map(|entry| entry.line)
}
