//! `msd-tools phase …`, `phases list`, `find-phase`, `phase-plan-index` (msd-tools 15): the words.

use clap::{Args, Subcommand, ValueEnum};

/// One phase.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
pub struct PhaseArgs {
    /// What to do with it.
    #[command(subcommand)]
    pub verb: PhaseVerb,
}

/// Verbs over one phase.
#[derive(Debug, Subcommand)]
pub enum PhaseVerb {
    /// Close a phase: STATE.md, ROADMAP.md and REQUIREMENTS.md in one change
    Complete {
        /// The phase.
        phase: String,
        /// Also when plans have no summary yet.
        #[arg(long)]
        force: bool,
    },
    /// Add a phase behind the last one of the milestone
    Add {
        /// Its name.
        title: String,
    },
    /// Insert a decimal phase behind another
    Insert {
        /// The phase in front of it.
        after: String,
        /// Its name.
        title: String,
    },
    /// Remove a phase and renumber the later ones everywhere
    Remove {
        /// The phase.
        phase: String,
        /// Also when it has summaries.
        #[arg(long)]
        force: bool,
    },
    /// The next free decimal behind a phase
    NextDecimal {
        /// The phase.
        phase: String,
    },
    /// The plan files of a phase
    ListPlans {
        /// The phase.
        phase: String,
    },
}

/// All phases.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
pub struct PhasesArgs {
    /// What to do.
    #[command(subcommand)]
    pub verb: PhasesVerb,
}

/// Verbs over all phase folders.
#[derive(Debug, Subcommand)]
pub enum PhasesVerb {
    /// Phase folders in the order of their ids, or the plans or summaries in them
    List {
        /// Files instead of folders.
        #[arg(long = "type", value_enum, value_name = "TYPE")]
        kind: Option<PhaseFileKind>,
        /// Only this phase.
        #[arg(long)]
        phase: Option<String>,
    },
}

/// Which files of the phases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PhaseFileKind {
    /// Plan files.
    Plans,
    /// Summary files.
    Summaries,
}

/// Find the folder of a phase.
#[derive(Debug, Args)]
pub struct FindPhaseArgs {
    /// The phase.
    pub phase: String,
}

/// The plans of a phase.
#[derive(Debug, Args)]
pub struct PhasePlanIndexArgs {
    /// The phase.
    pub phase: String,
}
