//! The phases that a window names, each id once (9.3, S-17, D18).

use super::{Mention, MentionKind, Roadmap, Window};
use crate::phase_id::PhaseId;
use std::collections::BTreeMap;

/// A phase as ROADMAP.md knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoadmapPhase {
    /// The id, spelled as its heading spells it, else its bullet, else its row.
    pub id: PhaseId,
    /// The name, from the same places; empty when none gives one.
    pub name: String,
    /// Whether a bullet of it is ticked.
    pub ticked: bool,
    /// Struck out on a heading or bullet: it counts nowhere.
    pub struck: bool,
    /// Its headings, as indices in [`Roadmap::mentions`].
    pub headings: Vec<usize>,
    /// Its bullets, as indices in [`Roadmap::mentions`].
    pub bullets: Vec<usize>,
}

impl Roadmap<'_> {
    /// Every phase of the window by the order of 9.1, struck ones included, sentinels left out.
    pub fn phases(&self, window: &Window) -> Vec<RoadmapPhase> {
        self.phases_where(|mention| window.contains(mention.id_span.start))
    }

    /// Whether any place of the document, in the window or not, names a phase that is no sentinel.
    pub fn names_a_phase(&self) -> bool {
        self.mentions().iter().any(|mention| !mention.id.is_sentinel())
    }

    /// Every phase of the document, whatever its milestone.
    pub fn all_phases(&self) -> Vec<RoadmapPhase> {
        self.phases_where(|_| true)
    }

    fn phases_where(&self, belongs: impl Fn(&Mention) -> bool) -> Vec<RoadmapPhase> {
        let mut phases: BTreeMap<&PhaseId, Vec<usize>> = BTreeMap::new();
        for (index, mention) in self.mentions().iter().enumerate() {
            if belongs(mention) && !mention.id.is_sentinel() {
                phases.entry(&mention.id).or_default().push(index);
            }
        }
        phases.into_values().filter_map(|places| self.phase(&places)).collect()
    }

    /// One phase from all places that name it.
    fn phase(&self, places: &[usize]) -> Option<RoadmapPhase> {
        let mut mentions: Vec<(usize, &Mention)> =
            places.iter().filter_map(|&index| Some((index, self.mentions().get(index)?))).collect();
        mentions.sort_by_key(|(index, mention)| (rank(mention.kind), *index));
        let first = mentions.first()?.1;
        let named = mentions.iter().find(|(_, mention)| !mention.name.is_empty());
        let headings = mentions.iter().filter(|(_, mention)| matches!(mention.kind, MentionKind::Heading(_)));
        let bullets = mentions.iter().filter(|(_, mention)| matches!(mention.kind, MentionKind::Bullet(_)));
        Some(RoadmapPhase {
            id: first.id.clone(),
            name: named.map(|(_, mention)| mention.name.clone()).unwrap_or_default(),
            ticked: mentions
                .iter()
                .any(|(_, mention)| matches!(mention.kind, MentionKind::Bullet(bullet) if bullet.ticked)),
            struck: mentions.iter().any(|(_, mention)| mention.struck && mention.kind != MentionKind::Row),
            headings: headings.map(|(index, _)| *index).collect(),
            bullets: bullets.map(|(index, _)| *index).collect(),
        })
    }
}

fn rank(kind: MentionKind) -> u8 {
    match kind {
        MentionKind::Heading(_) => 0,
        MentionKind::Bullet(_) => 1,
        MentionKind::Row => 2,
    }
}
