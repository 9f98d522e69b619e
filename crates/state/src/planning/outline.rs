//! One milestone as ROADMAP.md and configuration have it, before anything of the folders is known (9.2, 9.3).

use super::{PhaseFolder, PlanningSnapshot};
use crate::facts::ProgressScope;
use crate::phase_id::PhaseId;
use crate::roadmap::{Milestone, Roadmap, RoadmapPhase, Window};
use std::collections::{BTreeMap, BTreeSet};

/// What ROADMAP.md says about a milestone. It does not change while folders are listed, so that it is read once for all
/// questions about them.
#[derive(Clone, Debug)]
pub struct MilestoneOutline {
    pub(super) milestone: Milestone,
    pub(super) window: Option<Window>,
    /// The phases of the window, struck ones included.
    pub(super) phases: Vec<RoadmapPhase>,
    /// Whether the counters can be trusted, as far as ROADMAP.md decides it.
    pub(super) scope: ProgressScope,
    /// Whether ROADMAP.md holds the version.
    pub(super) is_in_roadmap: bool,
}

impl MilestoneOutline {
    /// The milestone of a STATE.md that stores `stored`: the configured one, else the stored one, else the one found.
    pub fn new(snapshot: &PlanningSnapshot, stored: Option<&str>) -> Self {
        Self::read(snapshot, snapshot.read_roadmap().as_ref(), stored)
    }

    /// Exactly the milestone `version`, whatever is configured.
    pub fn of(snapshot: &PlanningSnapshot, version: &str) -> Self {
        Self::read_version(snapshot, snapshot.read_roadmap().as_ref(), version)
    }

    pub(super) fn read(
        snapshot: &PlanningSnapshot,
        roadmap: Option<&Roadmap<'_>>,
        stored: Option<&str>,
    ) -> Self {
        Self::find(snapshot, roadmap, snapshot.config.milestone.as_deref(), stored)
    }

    pub(super) fn read_version(
        snapshot: &PlanningSnapshot,
        roadmap: Option<&Roadmap<'_>>,
        version: &str,
    ) -> Self {
        let configured = snapshot.config.milestone.as_deref();
        Self::find(snapshot, roadmap, configured.filter(|name| name.trim() == version), Some(version))
    }

    fn find(
        snapshot: &PlanningSnapshot,
        roadmap: Option<&Roadmap<'_>>,
        configured: Option<&str>,
        stored: Option<&str>,
    ) -> Self {
        let configured_name = snapshot.config.milestone_name.as_deref();
        let milestone_in = |roadmap: &Roadmap<'_>| roadmap.milestone(configured, configured_name, stored);
        let milestone = roadmap.map_or_else(|| milestone_in(&Roadmap::parse(b"")), milestone_in);
        let version = milestone.version.as_deref();
        let window = roadmap.and_then(|roadmap| roadmap.window(version));
        let phases = match (roadmap, &window) {
            (Some(roadmap), Some(window)) => roadmap.phases(window),
            _ => Vec::new(),
        };
        Self {
            scope: scope(roadmap, &milestone, window.is_some(), phases.is_empty()),
            is_in_roadmap: roadmap
                .zip(version)
                .is_some_and(|(roadmap, version)| roadmap.holds_version(version)),
            milestone,
            window,
            phases,
        }
    }

    /// The folders that belong to the window, one for each id, and the paths of those left out.
    pub(super) fn folders(
        &self,
        snapshot: &PlanningSnapshot,
    ) -> (BTreeMap<PhaseId, PhaseFolder>, Vec<String>) {
        let ids: BTreeSet<&PhaseId> = self.phases.iter().map(|phase| &phase.id).collect();
        let mut first: BTreeMap<PhaseId, PhaseFolder> = BTreeMap::new();
        let mut duplicates = Vec::new();
        for folder in snapshot.folders(self.milestone.version.as_deref()) {
            if folder.id.is_sentinel() || !(ids.is_empty() || ids.contains(&folder.id)) {
                continue;
            }
            if first.contains_key(&folder.id) {
                duplicates.push(folder.path());
            } else {
                first.insert(folder.id.clone(), folder);
            }
        }
        (first, duplicates)
    }
}

/// 9.3: whether the counters can be trusted.
fn scope(
    roadmap: Option<&Roadmap<'_>>,
    milestone: &Milestone,
    has_window: bool,
    window_is_empty: bool,
) -> ProgressScope {
    match roadmap {
        None if milestone.version.is_some() => ProgressScope::Missing,
        None => ProgressScope::Complete,
        Some(_) if !has_window => ProgressScope::Unscoped,
        Some(roadmap) if window_is_empty && roadmap.names_a_phase() => ProgressScope::Truncated,
        Some(_) => ProgressScope::Complete,
    }
}
