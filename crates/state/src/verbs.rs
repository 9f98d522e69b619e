//! The `state` verbs (contract section 12): each a file of the same form, all listed in one table.
//!
//! A verb is a value that holds its arguments. [`Verb::run`] is pure: it takes bytes, facts and the present moment, and
//! returns new bytes with what is to be said about them, or a [`Failure`]. Whoever runs it reads what [`Verb::needs`] names,
//! and carries the files out, all of them or none.

use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};

mod add_blocker;
mod add_decision;
mod add_roadmap_evolution;
mod advance_plan;
mod begin;
mod begin_phase;
mod complete_milestone;
mod complete_phase;
mod get;
mod idle;
mod init;
mod json;
mod lifecycle;
mod load;
mod metrics;
mod milestone_switch;
mod overview;
mod patch;
mod planned_phase;
mod prune;
mod rebuild;
mod record_metric;
mod record_session;
mod resolve_blocker;
mod signal_resume;
mod signal_waiting;
mod state_snapshot;
mod sync;
mod transition;
mod update;
mod update_progress;

pub use add_blocker::AddBlocker;
pub use add_decision::AddDecision;
pub use add_roadmap_evolution::AddRoadmapEvolution;
pub use advance_plan::AdvancePlan;
pub use begin::Begin;
pub use begin_phase::BeginPhase;
pub use complete_milestone::CompleteMilestone;
pub use complete_phase::{CompletePhase, Completion, completion};
pub(crate) use get::key_names;
pub use get::{Get, field_names};
pub use idle::Idle;
pub use init::Init;
pub use json::Json;
pub use load::Load;
pub use milestone_switch::MilestoneSwitch;
pub use overview::Overview;
pub use patch::Patch;
pub use planned_phase::PlannedPhase;
pub use prune::Prune;
pub use rebuild::Rebuild;
pub use record_metric::RecordMetric;
pub use record_session::RecordSession;
pub use resolve_blocker::ResolveBlocker;
pub use signal_resume::SignalResume;
pub use signal_waiting::SignalWaiting;
pub use state_snapshot::StateSnapshot;
pub use sync::Sync;
pub use update::Update;
pub use update_progress::UpdateProgress;

/// What must be read for a verb besides STATE.md, the plan and the repository's head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs {
    /// The number of pending todos.
    pub pending_todos: bool,
    /// The newest `.continue-here*.md`.
    pub continue_file: bool,
    /// `PROJECT.md`.
    pub project_file: bool,
    /// `config.json`, as bytes.
    pub configuration: bool,
    /// `STATE-ARCHIVE.md`.
    pub state_archive: bool,
    /// `WAITING.json`.
    pub waiting: bool,
}

/// A command of the STATE.md engine with its arguments.
pub trait Verb {
    /// Its row in [`VERBS`].
    fn name(&self) -> &'static str;

    /// What it needs to be read.
    fn needs(&self) -> Needs {
        Needs::default()
    }

    /// Decides.
    ///
    /// # Errors
    ///
    /// A [`Failure`] of the table in section 2; nothing is to be written then.
    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure>;
}

/// A row of the table of verbs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerbDeclaration {
    /// The subcommand below `state`.
    pub name: &'static str,
    /// Whether it writes, and so takes `--dry-run` and answers `changed` and `updated`.
    pub writes: bool,
    /// One line about it.
    pub about: &'static str,
}

/// Every verb, in the order of section 12.
pub const VERBS: &[VerbDeclaration] = &[
    reads("load", "the files that a workflow begins with"),
    reads("json", "the frontmatter as a write would store it now"),
    reads("get", "a body field, a frontmatter key, a section, or the file"),
    writes("init", "create STATE.md from the template"),
    writes("update", "set one field"),
    writes("patch", "set several fields, all or none"),
    writes("sync", "let the frontmatter follow the body and the disk"),
    writes("begin", "an orchestrator command begins on a phase"),
    writes("idle", "no orchestrator command runs; recommend the next"),
    writes("begin-phase", "the execution of a phase begins"),
    writes("planned-phase", "the plans of a phase are ready"),
    writes("advance-plan", "move to the next plan of the phase"),
    writes("complete-phase", "move to the next phase"),
    writes("milestone-switch", "start another milestone"),
    writes("record-metric", "record how long a plan took"),
    writes("update-progress", "write bar and counters"),
    writes("add-decision", "note a decision"),
    writes("add-blocker", "note a blocker"),
    writes("resolve-blocker", "remove a blocker"),
    writes("record-session", "note where a session ended"),
    writes("add-roadmap-evolution", "note how the roadmap changed"),
    writes("signal-waiting", "say that the work waits for an answer"),
    writes("signal-resume", "say that it goes on"),
    writes("prune", "move entries of old phases to the archive"),
    writes("rebuild", "write the computed parts of the body again"),
];

const fn reads(name: &'static str, about: &'static str) -> VerbDeclaration {
    VerbDeclaration { name, writes: false, about }
}

const fn writes(name: &'static str, about: &'static str) -> VerbDeclaration {
    VerbDeclaration { name, writes: true, about }
}

#[cfg(test)]
pub(crate) mod tests;
