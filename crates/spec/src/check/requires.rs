//! Rules about the prerequisites of an active Spec.

use super::{Place, SpecFacts};
use crate::standing::Standing;
use crate::{frontmatter, graph};

pub(super) fn unknown(facts: &SpecFacts<'_>) -> Vec<Place> {
    let message = "is neither an active Spec nor an archived one";
    with_standing(facts, Standing::Unknown, message)
}

pub(super) fn cancelled(facts: &SpecFacts<'_>) -> Vec<Place> {
    with_standing(facts, Standing::Cancelled, "was cancelled, so it delivers nothing")
}

fn with_standing(facts: &SpecFacts<'_>, standing: Standing, what: &str) -> Vec<Place> {
    let Some(bytes) = facts.folder.bytes(graph::FILE).filter(|_| facts.prd.is_active()) else {
        return Vec::new();
    };
    let line = frontmatter::read(graph::FILE, bytes)
        .ok()
        .and_then(|(map, _)| map.entry("requires").map(|entry| entry.line));
    let names = graph::requires(bytes).into_iter().filter(|slug| facts.standings.of(slug) == standing);
    let path = format!("{}/{}", facts.at, graph::FILE);
    names.map(|slug| Place::at(&path, line, format!("the prerequisite `{slug}` {what}"))).collect()
}
