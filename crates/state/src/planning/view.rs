//! One milestone as ROADMAP.md and the disk have it: the phases of its window, their folders and plans (9.3, 9.5).

use super::{Document, MilestoneOutline, PHASES_FOLDER, PhaseFolder, PlanningSnapshot, path_in};
use crate::facts::{Counters, PhaseFacts, Planning, PlanningFacts, ProgressScope};
use crate::failure::Warning;
use crate::phase_files::PhasePlans;
use crate::phase_id::PhaseId;
use crate::progress::count;
use crate::roadmap::{Milestone, Roadmap, RoadmapPhase, Window};
use crate::writing::{duplicate_warning, scope_warnings};

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
    fn new(
        snapshot: &PlanningSnapshot,
        id: PhaseId,
        roadmap: Option<RoadmapPhase>,
        folder: Option<PhaseFolder>,
    ) -> Self {
        let (mut files, mut plans) = (Vec::new(), PhasePlans::default());
        if let Some(path) = folder.as_ref().map(PhaseFolder::path) {
            files = snapshot.files_of(&path);
            plans = PhasePlans::new(&id, &files, |file| snapshot.head(&path_in(&path, file)));
        }
        Self { id, roadmap, folder, files, plans }
    }

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
        let roadmap = snapshot.read_roadmap();
        let outline = MilestoneOutline::read(snapshot, roadmap.as_ref(), stored);
        Self { roadmap, ..Self::without_roadmap(snapshot, outline) }
    }

    /// Exactly the milestone `version`, whatever is configured.
    pub fn of(snapshot: &'s PlanningSnapshot, version: &str) -> Self {
        let roadmap = snapshot.read_roadmap();
        let outline = MilestoneOutline::read_version(snapshot, roadmap.as_ref(), version);
        Self { roadmap, ..Self::without_roadmap(snapshot, outline) }
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

    /// All but the document itself.
    fn without_roadmap(snapshot: &PlanningSnapshot, outline: MilestoneOutline) -> Self {
        let (mut folders, duplicate_folders) = outline.folders(snapshot);
        let is_unreadable = is_unreadable(snapshot, outline.milestone.version.as_deref(), folders.values());
        let mut phases: Vec<PhaseView> = Vec::new();
        for phase in outline.phases {
            let folder = folders.remove(&phase.id);
            if !phase.struck {
                phases.push(PhaseView::new(snapshot, phase.id.clone(), Some(phase), folder));
            }
        }
        let others = folders.into_iter();
        phases.extend(others.map(|(id, folder)| PhaseView::new(snapshot, id, None, Some(folder))));
        phases.sort_by(|left, right| left.id.cmp(&right.id));
        Self {
            roadmap: None,
            milestone: outline.milestone,
            window: outline.window,
            scope: if is_unreadable { ProgressScope::Unreadable } else { outline.scope },
            counters: count(phases.iter().map(|phase| &phase.plans)),
            phases,
            duplicate_folders,
        }
    }
}

/// 9.3: ROADMAP.md or `phases/` cannot be read, nor can a folder be that belongs to the milestone.
fn is_unreadable<'f>(
    snapshot: &PlanningSnapshot,
    version: Option<&str>,
    mut folders: impl Iterator<Item = &'f PhaseFolder>,
) -> bool {
    let archive = version.map(super::archive_folder);
    snapshot.roadmap == Document::Unreadable
        || snapshot.is_unreadable(PHASES_FOLDER)
        || archive.is_some_and(|archive| snapshot.is_unreadable(&archive))
        || folders.any(|folder| {
            let path = folder.path();
            snapshot.is_unreadable(&path) || snapshot.is_unreadable(&path_in(&path, "plans"))
        })
}

impl Planning for PlanningSnapshot {
    fn facts(&self, stored: Option<&str>) -> PlanningFacts {
        self.facts_about(MilestoneOutline::new(self, stored))
    }

    fn facts_of(&self, version: &str) -> PlanningFacts {
        self.facts_about(MilestoneOutline::of(self, version))
    }
}

impl PlanningSnapshot {
    /// The facts about a milestone whose folders were read.
    pub fn facts_about(&self, outline: MilestoneOutline) -> PlanningFacts {
        let is_in_roadmap = outline.is_in_roadmap;
        let view = MilestoneView::without_roadmap(self, outline);
        PlanningFacts {
            phases: view.phases.iter().map(phase_facts).collect(),
            milestone: view.milestone.version,
            configured_milestone: self.config.milestone.clone(),
            milestone_name: view.milestone.name.filter(|name| is_real_name(name)),
            is_in_roadmap,
            scope: view.scope,
            counters: view.counters,
            duplicate_folders: view.duplicate_folders,
        }
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
