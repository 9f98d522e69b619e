//! What a decision about STATE.md must know besides its bytes: the plan of the project, and the project itself.
//!
//! [`PlanningFacts`] is what ROADMAP.md and the phase folders say about one milestone; it is made by the one progress
//! function and never here. Which milestone that is depends on what STATE.md stores (contract 9.2), so a verb asks a
//! [`Planning`] for it. [`ProjectFacts`] is everything else that is read from disk, git and configuration.

use std::collections::BTreeMap;

use crate::answer::Value;
use crate::phase_id::PhaseId;

/// The folder of the plan, from the root.
pub const PLANNING_FOLDER: &str = ".planning";

/// Whether the counters of a milestone can be trusted (contract 9.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProgressScope {
    /// The counters are derived.
    #[default]
    Complete,
    /// ROADMAP.md has version headings and the milestone is not among them, or none is known.
    Unscoped,
    /// The window names no phase, but the document does.
    Truncated,
    /// There is no ROADMAP.md while a milestone is stored.
    Missing,
    /// ROADMAP.md or the phase folders cannot be read.
    Unreadable,
}

impl ProgressScope {
    /// The word that commands show.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Unscoped => "unscoped",
            Self::Truncated => "truncated",
            Self::Missing => "missing",
            Self::Unreadable => "unreadable",
        }
    }

    /// Whether counters of this scope are written; else the stored ones stay byte for byte.
    #[must_use]
    pub fn is_trusted(self) -> bool {
        self == Self::Complete
    }
}

/// The counters of a milestone and their percent (S-17 to S-21, contract 9.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// Phases of the window.
    pub total_phases: u32,
    /// Phases with at least one plan and a summary for each.
    pub completed_phases: u32,
    /// Plan files that count.
    pub total_plans: u32,
    /// Plans with their summary.
    pub completed_plans: u32,
    /// 0 to 100; `None` without any total.
    pub percent: Option<u8>,
}

/// One phase of the milestone's window.
#[derive(Debug, Clone)]
pub struct PhaseFacts {
    /// The id as ROADMAP.md spells it, else as its folder does.
    pub id: PhaseId,
    /// The name in ROADMAP.md, else none.
    pub name: Option<String>,
    /// The folder's name below `phases/`.
    pub folder: Option<String>,
    /// How many plans count.
    pub plan_count: u32,
    /// File names of the counted plans that have no summary, in plan order.
    pub outstanding_plans: Vec<String>,
    /// Complete in the sense of S-18.
    pub is_complete: bool,
    /// Ticked off in ROADMAP.md.
    pub is_ticked: bool,
}

impl PhaseFacts {
    /// How many plans have their summary.
    #[must_use]
    pub fn summary_count(&self) -> u32 {
        let outstanding = u32::try_from(self.outstanding_plans.len()).unwrap_or(u32::MAX);
        self.plan_count.saturating_sub(outstanding)
    }
}

/// What ROADMAP.md and the phase folders say about one milestone (contract section 9).
#[derive(Debug, Clone, Default)]
pub struct PlanningFacts {
    /// The milestone: configured, else stored, else found.
    pub milestone: Option<String>,
    /// The milestone that the configuration names.
    pub configured_milestone: Option<String>,
    /// The name found for the milestone that meets the rule of 9.2: not empty, not the word `milestone`, with a letter or digit.
    pub milestone_name: Option<String>,
    /// Whether ROADMAP.md holds the milestone as a version of its own.
    pub is_in_roadmap: bool,
    /// Whether the counters can be trusted.
    pub scope: ProgressScope,
    /// The phases of the window, in phase order, without sentinels and struck ones.
    pub phases: Vec<PhaseFacts>,
    /// The counters over the window.
    pub counters: Counters,
    /// Folders that were left out because another folder has the same id.
    pub duplicate_folders: Vec<String>,
}

impl PlanningFacts {
    /// The phase of the window with this id.
    #[must_use]
    pub fn phase(&self, id: &PhaseId) -> Option<&PhaseFacts> {
        self.phases.iter().find(|phase| phase.id == *id)
    }

    /// The first phase that is not complete: where a new STATE.md begins.
    #[must_use]
    pub fn first_open_phase(&self) -> Option<&PhaseFacts> {
        self.phases.iter().find(|phase| !phase.is_complete)
    }

    /// The lowest phase that is neither `completed` nor complete nor ticked in ROADMAP.md (contract 13).
    #[must_use]
    pub fn next_phase(&self, completed: &PhaseId) -> Option<&PhaseFacts> {
        self.phases.iter().find(|phase| phase.id != *completed && !phase.is_complete && !phase.is_ticked)
    }

    /// The number of phases that a position names behind `of`; `None` when the scope cannot be trusted or has no phase.
    #[must_use]
    pub fn phase_total(&self) -> Option<u32> {
        (self.scope.is_trusted() && self.counters.total_phases > 0).then_some(self.counters.total_phases)
    }
}

/// Gives the facts of the milestone that a STATE.md is about.
pub trait Planning {
    /// The facts when STATE.md stores `stored` as its milestone: of the configured one, else the stored one, else the one
    /// found in ROADMAP.md.
    fn facts(&self, stored: Option<&str>) -> PlanningFacts;

    /// The facts of exactly the milestone `version`, whatever is configured (`state milestone-switch`).
    fn facts_of(&self, version: &str) -> PlanningFacts;
}

/// Facts that are known already answer for every milestone.
impl Planning for PlanningFacts {
    fn facts(&self, stored: Option<&str>) -> PlanningFacts {
        let milestone = self.milestone.clone().or_else(|| stored.map(str::to_owned));
        PlanningFacts { milestone, ..self.clone() }
    }

    fn facts_of(&self, version: &str) -> PlanningFacts {
        PlanningFacts { milestone: Some(version.to_owned()), ..self.clone() }
    }
}

/// A file beside STATE.md that some verbs read or write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlanningFile {
    /// `STATE.md` in the base folder.
    State,
    /// `STATE-ARCHIVE.md` in the base folder: what `state prune` moved away.
    StateArchive,
    /// `WAITING.json` in the base folder: the signal of `state signal-waiting`.
    Waiting,
    /// `config.json` in `.planning`.
    Configuration,
    /// `PROJECT.md` in `.planning`.
    Project,
}

impl PlanningFile {
    /// The file's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::State => "STATE.md",
            Self::StateArchive => "STATE-ARCHIVE.md",
            Self::Waiting => "WAITING.json",
            Self::Configuration => "config.json",
            Self::Project => "PROJECT.md",
        }
    }

    /// Whether it stands in the base folder, which a workstream has of its own; the others stand in `.planning`.
    #[must_use]
    pub fn is_in_base_folder(self) -> bool {
        matches!(self, Self::State | Self::StateArchive | Self::Waiting)
    }
}

/// The configuration keys that the STATE.md engine obeys (contract section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateSettings {
    /// `state.percent`: whether `progress.percent` is written (D32).
    pub writes_percent: bool,
    /// `state.lifecycle`: whether the project opted into the life-cycle keys (D20).
    pub has_lifecycle: bool,
}

impl Default for StateSettings {
    fn default() -> Self {
        Self { writes_percent: true, has_lifecycle: false }
    }
}

/// What is read from disk, git and configuration for a verb. A verb declares which of the costly parts it needs
/// (`Needs`); the others may be left out.
#[derive(Debug, Clone, Default)]
pub struct ProjectFacts {
    /// The base folder from the root, with `/` between its parts: `.planning`, `.planning/workstreams/NAME`.
    pub base_folder: String,
    /// The full commit id of the project's own repository; `None` when it cannot be proven (S-26).
    pub state_head: Option<String>,
    /// Configuration.
    pub settings: StateSettings,
    /// How many `*.md` files `.planning/todos/pending/` holds.
    pub pending_todos: usize,
    /// The path from the root of the newest `.continue-here*.md` below `.planning/`.
    pub continue_file: Option<String>,
    /// Whether there is a ROADMAP.md in the base folder (`state load`).
    pub has_roadmap: bool,
    /// The configuration as it was read, for `state load`; `None` when the file is missing or broken.
    pub configuration: Option<Value>,
    /// The bytes of files beside STATE.md; a missing file has no entry.
    pub files: BTreeMap<PlanningFile, Vec<u8>>,
}

impl ProjectFacts {
    /// The path of STATE.md from the root, as messages name it.
    #[must_use]
    pub fn state_path(&self) -> String {
        self.path_of(PlanningFile::State)
    }

    /// The path of a file from the root.
    #[must_use]
    pub fn path_of(&self, file: PlanningFile) -> String {
        let folder = if file.is_in_base_folder() { self.base_folder.as_str() } else { PLANNING_FOLDER };
        format!("{folder}/{}", file.name())
    }

    /// The bytes of a file beside STATE.md.
    #[must_use]
    pub fn file(&self, file: PlanningFile) -> Option<&[u8]> {
        self.files.get(&file).map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::tests::planning;

    /// 9.3, 10.3: a position names a total only where the scope is trusted and holds a phase.
    #[test]
    fn phase_totals() {
        for (scope, total_phases, expected) in [
            (ProgressScope::Complete, 3, Some(3)),
            (ProgressScope::Complete, 0, None),
            (ProgressScope::Unscoped, 3, None),
            (ProgressScope::Missing, 0, None),
        ] {
            let counters = Counters { total_phases, ..Counters::default() };
            let facts = PlanningFacts { scope, counters, ..PlanningFacts::default() };
            assert_eq!(facts.phase_total(), expected, "{scope:?} {total_phases}");
        }
    }

    /// 5: a new STATE.md begins at the first phase that is not complete.
    #[test]
    fn first_open_phases() {
        let mut facts = planning();
        let open = |facts: &PlanningFacts| facts.first_open_phase().map(|phase| phase.id.plain());
        assert_eq!(open(&facts).as_deref(), Some("2"));
        facts.phases.iter_mut().for_each(|phase| phase.is_complete = true);
        assert_eq!(open(&facts), None);
    }

    /// 9.2: known facts are those of the milestone that is asked for by name; a stored one counts only where none is known.
    #[test]
    fn facts_of_a_milestone() {
        let unknown = PlanningFacts { milestone: None, ..planning() };
        for (facts, expected) in [
            (planning().facts_of("v3.0"), Some("v3.0")),
            (planning().facts(Some("v3.0")), Some("v2.0")),
            (unknown.facts(Some("v3.0")), Some("v3.0")),
            (unknown.facts(None), None),
        ] {
            assert_eq!((facts.milestone.as_deref(), facts.phases.len()), (expected, 3));
        }
    }

    /// Section 3: a workstream has its own STATE.md, archive and signal; configuration and PROJECT.md are those of the project.
    #[test]
    fn paths() {
        let base_folder = ".planning/workstreams/alpha".to_owned();
        let project = ProjectFacts { base_folder, ..ProjectFacts::default() };
        for (file, path) in [
            (PlanningFile::State, ".planning/workstreams/alpha/STATE.md"),
            (PlanningFile::StateArchive, ".planning/workstreams/alpha/STATE-ARCHIVE.md"),
            (PlanningFile::Waiting, ".planning/workstreams/alpha/WAITING.json"),
            (PlanningFile::Configuration, ".planning/config.json"),
            (PlanningFile::Project, ".planning/PROJECT.md"),
        ] {
            assert_eq!(project.path_of(file), path);
        }
    }
}
