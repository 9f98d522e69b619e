//! Why a command did not do what it was asked: the one table of reasons and exit codes (contract section 2, D1).

use std::fmt;

use crate::answer::{Answer, Value};

/// The cause of a failure, as scripts read it. One reason for one cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Wrong command line.
    Usage,
    /// No such command.
    UnknownCommand,
    /// A value that is not allowed.
    InvalidValue,
    /// A step that wants `--confirm`.
    ConfirmationRequired,
    /// No STATE.md, or no `.planning` at all.
    StateNotFound,
    /// `state init` where a STATE.md stands already.
    StateExists,
    /// No field, key or section of that name.
    FieldNotFound,
    /// A label that stands in several places.
    AmbiguousField,
    /// A field whose value is computed.
    DerivedField,
    /// A frontmatter block that cannot be edited safely.
    FrontmatterUnparseable,
    /// Conflict markers of a merge.
    MergeConflict,
    /// UTF-16 or UTF-32.
    Encoding,
    /// No blocker matches.
    BlockerNotFound,
    /// Several blockers match.
    AmbiguousBlocker,
    /// Two `Phase` lines of one form with different phases.
    AmbiguousPositionPhase,
    /// Two plan positions that disagree.
    AmbiguousPlanPosition,
    /// No readable plan position.
    PlanPositionUnreadable,
    /// Plans of the phase without a summary.
    PlansOutstanding,
    /// No such phase.
    PhaseNotFound,
    /// A phase that was worked on already.
    PhaseHasSummaries,
    /// Phases are inserted behind the one that is to go.
    PhaseHasInsertions,
    /// A plan of the phase has no summary.
    PhasePlanCoverageIncomplete,
    /// The required verification is not passed.
    PhaseVerificationIncomplete,
    /// The plans of a phase depend on each other in a circle.
    DependencyCycle,
    /// A phase of the milestone is open.
    MilestoneIncomplete,
    /// ROADMAP.md does not hold the version.
    MilestoneNotFound,
    /// No ROADMAP.md.
    RoadmapNotFound,
    /// No such file.
    FileNotFound,
    /// A value of `config.json` that cannot be used.
    ConfigInvalid,
    /// Counters that cannot be trusted.
    ProgressScope,
    /// No such workstream.
    WorkstreamNotFound,
    /// A workstream of that name exists.
    WorkstreamExists,
    /// `--pick` names nothing.
    PickFieldAbsent,
    /// An editor wrote meanwhile.
    ConcurrentEdit,
    /// An input or output error.
    Io,
    /// Another process holds the lock.
    Locked,
    /// Ctrl-C between two steps; what was begun was taken back.
    Interrupted,
    /// This very command had been interrupted and was finished just now; it was not done a second time.
    InterruptedBefore,
    /// A fault of the program.
    Internal,
}

impl Reason {
    /// The token that scripts read.
    #[must_use]
    pub fn token(self) -> &'static str {
        match self {
            Self::Usage => "usage",
            Self::UnknownCommand => "unknown_command",
            Self::InvalidValue => "invalid_value",
            Self::ConfirmationRequired => "confirmation_required",
            Self::StateNotFound => "state_not_found",
            Self::StateExists => "state_exists",
            Self::FieldNotFound => "field_not_found",
            Self::AmbiguousField => "ambiguous_field",
            Self::DerivedField => "derived_field",
            Self::FrontmatterUnparseable => "frontmatter_unparseable",
            Self::MergeConflict => "merge_conflict",
            Self::Encoding => "encoding",
            Self::BlockerNotFound => "blocker_not_found",
            Self::AmbiguousBlocker => "ambiguous_blocker",
            Self::AmbiguousPositionPhase => "ambiguous_position_phase",
            Self::AmbiguousPlanPosition => "ambiguous_plan_position",
            Self::PlanPositionUnreadable => "plan_position_unreadable",
            Self::PlansOutstanding => "plans_outstanding",
            Self::PhaseNotFound => "phase_not_found",
            Self::PhaseHasSummaries => "phase_has_summaries",
            Self::PhaseHasInsertions => "phase_has_insertions",
            Self::PhasePlanCoverageIncomplete => "phase_plan_coverage_incomplete",
            Self::PhaseVerificationIncomplete => "phase_verification_incomplete",
            Self::DependencyCycle => "dependency_cycle",
            Self::MilestoneIncomplete => "milestone_incomplete",
            Self::MilestoneNotFound => "milestone_not_found",
            Self::RoadmapNotFound => "roadmap_not_found",
            Self::FileNotFound => "file_not_found",
            Self::ConfigInvalid => "config_invalid",
            Self::ProgressScope => "progress_scope",
            Self::WorkstreamNotFound => "workstream_not_found",
            Self::WorkstreamExists => "workstream_exists",
            Self::PickFieldAbsent => "pick_field_absent",
            Self::ConcurrentEdit => "concurrent_edit",
            Self::Io => "io",
            Self::Locked => "locked",
            Self::Interrupted => "interrupted",
            Self::InterruptedBefore => "interrupted_before",
            Self::Internal => "internal",
        }
    }

    /// The exit code: 2 for a usage error, 4 for a held lock, 70 for a fault of the program, else 1.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Usage | Self::UnknownCommand | Self::InvalidValue | Self::ConfirmationRequired => 2,
            Self::Locked => 4,
            Self::Internal => 70,
            Self::Interrupted => 130,
            _ => 1,
        }
    }
}

/// A command that was not carried out: nothing changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The cause.
    pub reason: Reason,
    /// What happened and what to do next, for people. Names the file, field or value it is about.
    pub message: String,
    /// The facts of the table in section 2, in order.
    pub facts: Answer,
}

impl Failure {
    /// A failure without facts.
    #[must_use]
    pub fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self { reason, message: message.into(), facts: Answer::new() }
    }

    /// The failure with one more fact.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.facts.push(name, value);
        self
    }

    /// A value that is not allowed for `field`.
    #[must_use]
    pub fn invalid_value(field: &str, message: impl Into<String>) -> Self {
        Self::new(Reason::InvalidValue, message).with("field", field)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// What a command wants to be known although it went on (contract section 2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The kind.
    pub code: WarningCode,
    /// The text, for people.
    pub message: String,
}

/// The kind of a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WarningCode {
    /// Progress was left as stored.
    ProgressScope,
    /// The status word is doubtful.
    StatusAmbiguous,
    /// A status text gives no word.
    StatusUnknown,
    /// A text that was no default was replaced.
    ExecutorTextReplaced,
    /// A phase folder was left out.
    DuplicatePhaseDir,
    /// `config.json` cannot be read.
    ConfigUnreadable,
    /// The workstream pointer names nothing.
    WorkstreamPointer,
    /// A file that is read holds conflict markers.
    MergeConflict,
    /// A command that had been interrupted was finished or taken back first.
    InterruptedCommand,
    /// A link to a file that moved was left as it is.
    LinkNotRewritten,
}

impl WarningCode {
    /// The code as it is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ProgressScope => "progress_scope",
            Self::StatusAmbiguous => "status_ambiguous",
            Self::StatusUnknown => "status_unknown",
            Self::ExecutorTextReplaced => "executor_text_replaced",
            Self::DuplicatePhaseDir => "duplicate_phase_dir",
            Self::ConfigUnreadable => "config_unreadable",
            Self::WorkstreamPointer => "workstream_pointer",
            Self::MergeConflict => "merge_conflict",
            Self::InterruptedCommand => "interrupted_command",
            Self::LinkNotRewritten => "link_not_rewritten",
        }
    }
}

impl Warning {
    /// A warning.
    #[must_use]
    pub fn new(code: WarningCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D1: exit codes by reason.
    #[test]
    fn exit_codes() {
        for (reason, token, code) in [
            (Reason::Usage, "usage", 2),
            (Reason::InvalidValue, "invalid_value", 2),
            (Reason::ConfirmationRequired, "confirmation_required", 2),
            (Reason::StateNotFound, "state_not_found", 1),
            (Reason::ConcurrentEdit, "concurrent_edit", 1),
            (Reason::Io, "io", 1),
            (Reason::PhaseHasInsertions, "phase_has_insertions", 1),
            (Reason::ConfigInvalid, "config_invalid", 1),
            (Reason::Locked, "locked", 4),
            (Reason::Internal, "internal", 70),
            (Reason::Interrupted, "interrupted", 130),
            (Reason::InterruptedBefore, "interrupted_before", 1),
        ] {
            assert_eq!((reason.token(), reason.exit_code()), (token, code));
        }
    }

    #[test]
    fn facts_keep_their_order() {
        let failure = Failure::invalid_value("phase", "`x` is no phase id").with("expected", "2");
        let names: Vec<_> = failure.facts.members().iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            (names, failure.to_string()),
            (vec!["field", "expected"], "`x` is no phase id".to_owned())
        );
    }
}
