//! One milestone as ROADMAP.md and the disk have it: the phases of its window, their folders and plans (9.3, 9.5).

use super::{Document, PHASES_FOLDER, PhaseFolder, PlanningSnapshot};
use crate::facts::{Counters, PhaseFacts, Planning, PlanningFacts, ProgressScope};
use crate::failure::Warning;
use crate::phase_files::PhasePlans;
use crate::phase_id::PhaseId;
use crate::progress::count;
use crate::roadmap::{Milestone, Roadmap, RoadmapPhase, Window};
use crate::writing::{duplicate_warning, scope_warnings};
use std::collections::{BTreeMap, BTreeSet};

/// A phase of the milestone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseView {
    /// The id as ROADMAP.md spells it, else as its folder does.
    pub id: PhaseId,
    /// What ROADMAP.md says about it.
    pub roadmap: Option<RoadmapPhase>,
    /// Its folder.
    pub folder: Option<PhaseFolder>,
    /// The names of the files in its folder.
    pub files: Vec<String>,
    /// Its plans.
    pub plans: PhasePlans,
}

impl PhaseView {
    /// The name in ROADMAP.md; none when it gives none.
    pub fn name(&self) -> Option<&str> {
        self.roadmap.as_ref().map(|phase| phase.name.as_str()).filter(|name| !name.is_empty())
    }

    /// Whether a bullet of it is ticked.
    pub fn is_ticked(&self) -> bool {
        self.roadmap.as_ref().is_some_and(|phase| phase.ticked)
    }
}

/// One milestone of a snapshot.
#[derive(Clone, Debug)]
pub struct MilestoneView<'s> {
    /// ROADMAP.md; none when it is absent or unreadable.
    pub roadmap: Option<Roadmap<'s>>,
    /// Version and name.
    pub milestone: Milestone,
    /// What of ROADMAP.md belongs to it; none when its version is not there.
    pub window: Option<Window>,
    /// Whether the counters can be trusted.
    pub scope: ProgressScope,
    /// The phases of the window by the order of 9.1, without sentinels and struck ones.
    pub phases: Vec<PhaseView>,
    /// Folders left out because another one has the same id, as paths below the base folder.
    pub duplicate_folders: Vec<String>,
    /// The counters (9.5).
    pub counters: Counters,
}

impl<'s> MilestoneView<'s> {
    /// The milestone of a STATE.md that stores `stored`: the configured one, else the stored one, else the one found.
    pub fn new(snapshot: &'s PlanningSnapshot, stored: Option<&str>) -> Self {
        Self::outline(snapshot, stored).with_plans(snapshot)
    }

    /// Exactly the milestone `version`, whatever is configured.
    pub fn of(snapshot: &'s PlanningSnapshot, version: &str) -> Self {
        Self::outline_of(snapshot, version).with_plans(snapshot)
    }

    /// Phases and folders alone; no plan is counted yet.
    pub(super) fn outline(snapshot: &'s PlanningSnapshot, stored: Option<&str>) -> Self {
        let config = &snapshot.config;
        let roadmap = snapshot.roadmap.bytes().map(Roadmap::parse);
        let empty = Roadmap::parse(b"");
        let milestone = roadmap.as_ref().unwrap_or(&empty).milestone(
            config.milestone.as_deref(),
            config.milestone_name.as_deref(),
            stored,
        );
        Self::assemble(snapshot, roadmap, milestone)
    }

    pub(super) fn outline_of(snapshot: &'s PlanningSnapshot, version: &str) -> Self {
        let roadmap = snapshot.roadmap.bytes().map(Roadmap::parse);
        let config = &snapshot.config;
        let is_configured =
            config.milestone.as_deref().is_some_and(|configured| configured.trim() == version);
        let configured = config.milestone.as_deref().filter(|_| is_configured);
        let empty = Roadmap::parse(b"");
        let milestone = roadmap.as_ref().unwrap_or(&empty).milestone(
            configured,
            config.milestone_name.as_deref(),
            Some(version),
        );
        Self::assemble(snapshot, roadmap, milestone)
    }

    /// The phase with this id.
    pub fn phase(&self, id: &PhaseId) -> Option<&PhaseView> {
        self.phases.iter().find(|phase| phase.id == *id)
    }

    /// The lowest phase that is neither `completed`, nor complete, nor ticked (13).
    pub fn next_phase(&self, completed: &PhaseId) -> Option<&PhaseView> {
        self.phases
            .iter()
            .find(|phase| phase.id != *completed && !phase.plans.is_complete() && !phase.is_ticked())
    }

    /// The folders that were left out, as warnings.
    pub fn warnings(&self) -> Vec<Warning> {
        self.duplicate_folders.iter().map(|folder| duplicate_warning(folder)).collect()
    }

    /// The same, and whether the counters could not be trusted: for commands that show them.
    pub fn progress_warnings(&self) -> Vec<Warning> {
        scope_warnings(&PlanningFacts {
            milestone: self.milestone.version.clone(),
            scope: self.scope,
            duplicate_folders: self.duplicate_folders.clone(),
            ..PlanningFacts::default()
        })
    }

    fn assemble(snapshot: &'s PlanningSnapshot, roadmap: Option<Roadmap<'s>>, milestone: Milestone) -> Self {
        let window = roadmap.as_ref().and_then(|roadmap| roadmap.window(milestone.version.as_deref()));
        let named = match (&roadmap, &window) {
            (Some(roadmap), Some(window)) => roadmap.phases(window),
            _ => Vec::new(),
        };
        let version = milestone.version.as_deref();
        let (folders, duplicate_folders) = unique_folders(snapshot, version, &named);
        let scope = if is_unreadable(snapshot, version, &folders) {
            ProgressScope::Unreadable
        } else {
            scope(roadmap.as_ref(), &milestone, window.is_some(), named.is_empty())
        };
        let mut phases: Vec<PhaseView> = Vec::new();
        let mut folders: BTreeMap<PhaseId, PhaseFolder> =
            folders.into_iter().map(|folder| (folder.id.clone(), folder)).collect();
        for phase in named {
            let folder = folders.remove(&phase.id);
            if !phase.struck {
                phases.push(PhaseView {
                    id: phase.id.clone(),
                    roadmap: Some(phase),
                    folder,
                    files: Vec::new(),
                    plans: PhasePlans::default(),
                });
            }
        }
        phases.extend(folders.into_values().map(|folder| PhaseView {
            id: folder.id.clone(),
            roadmap: None,
            folder: Some(folder),
            files: Vec::new(),
            plans: PhasePlans::default(),
        }));
        phases.sort_by(|left, right| left.id.cmp(&right.id));
        Self { roadmap, milestone, window, scope, phases, duplicate_folders, counters: Counters::default() }
    }

    fn with_plans(mut self, snapshot: &PlanningSnapshot) -> Self {
        for phase in &mut self.phases {
            let Some(folder) = &phase.folder else { continue };
            let path = folder.path();
            phase.files = snapshot.files_of(&path);
            phase.plans =
                PhasePlans::new(&phase.id, &phase.files, |file| snapshot.head(&format!("{path}/{file}")));
        }
        self.counters = count(self.phases.iter().map(|phase| &phase.plans));
        self
    }
}

/// 9.3: ROADMAP.md or `phases/` cannot be read, nor can a folder be that belongs to the milestone.
fn is_unreadable(snapshot: &PlanningSnapshot, version: Option<&str>, folders: &[PhaseFolder]) -> bool {
    let archive = version.map(super::archive_folder);
    snapshot.roadmap == Document::Unreadable
        || snapshot.is_unreadable(PHASES_FOLDER)
        || archive.is_some_and(|archive| snapshot.is_unreadable(&archive))
        || folders
            .iter()
            .map(PhaseFolder::path)
            .any(|path| snapshot.is_unreadable(&path) || snapshot.is_unreadable(&format!("{path}/plans")))
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

/// The folders that belong to the window, one for each id, and the paths of those left out.
fn unique_folders(
    snapshot: &PlanningSnapshot,
    version: Option<&str>,
    named: &[RoadmapPhase],
) -> (Vec<PhaseFolder>, Vec<String>) {
    let ids: BTreeSet<&PhaseId> = named.iter().map(|phase| &phase.id).collect();
    let mut first: BTreeMap<PhaseId, PhaseFolder> = BTreeMap::new();
    let mut duplicates = Vec::new();
    for folder in snapshot.folders(version) {
        if folder.id.is_sentinel() || !(ids.is_empty() || ids.contains(&folder.id)) {
            continue;
        }
        if first.contains_key(&folder.id) {
            duplicates.push(folder.path());
        } else {
            first.insert(folder.id.clone(), folder);
        }
    }
    (first.into_values().collect(), duplicates)
}

impl Planning for PlanningSnapshot {
    fn facts(&self, stored: Option<&str>) -> PlanningFacts {
        facts_of_view(self, &MilestoneView::new(self, stored))
    }

    fn facts_of(&self, version: &str) -> PlanningFacts {
        facts_of_view(self, &MilestoneView::of(self, version))
    }
}

fn facts_of_view(snapshot: &PlanningSnapshot, view: &MilestoneView<'_>) -> PlanningFacts {
    let version = view.milestone.version.as_deref();
    let holds_version =
        view.roadmap.as_ref().zip(version).is_some_and(|(roadmap, version)| roadmap.holds_version(version));
    PlanningFacts {
        milestone: view.milestone.version.clone(),
        configured_milestone: snapshot.config.milestone.clone(),
        milestone_name: view.milestone.name.clone().filter(|name| is_real_name(name)),
        is_in_roadmap: holds_version,
        scope: view.scope,
        phases: view.phases.iter().map(phase_facts).collect(),
        counters: view.counters,
        duplicate_folders: view.duplicate_folders.clone(),
    }
}

fn phase_facts(phase: &PhaseView) -> PhaseFacts {
    PhaseFacts {
        id: phase.id.clone(),
        name: phase.name().map(str::to_owned),
        folder: phase.folder.as_ref().map(|folder| folder.name.clone()),
        plan_count: u32::try_from(phase.plans.total()).unwrap_or(u32::MAX),
        outstanding_plans: phase.plans.outstanding().map(|plan| plan.file.clone()).collect(),
        is_complete: phase.plans.is_complete(),
        is_ticked: phase.is_ticked(),
    }
}

/// Section 7: an empty name, the word `milestone` and a name without letter or digit say nothing.
fn is_real_name(name: &str) -> bool {
    !name.trim().eq_ignore_ascii_case("milestone") && name.contains(char::is_alphanumeric)
}
