//! `msd-tools roadmap …` and `milestone complete` (msd-tools 15): the words.

use clap::{Args, Subcommand};

/// ROADMAP.md.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
pub struct RoadmapArgs {
    /// What to do.
    #[command(subcommand)]
    pub verb: RoadmapVerb,
}

/// Verbs over ROADMAP.md.
#[derive(Debug, Subcommand)]
pub enum RoadmapVerb {
    /// The block of one phase: goal, dependencies, success criteria, text
    GetPhase {
        /// The phase.
        phase: String,
    },
    /// Every phase of the milestone with its state on disk
    Analyze,
    /// Write the plan counts of one phase: Progress row, Plans line, plan boxes
    UpdatePlanProgress {
        /// The phase.
        phase: String,
    },
}

/// Milestones.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
pub struct MilestoneArgs {
    /// What to do.
    #[command(subcommand)]
    pub verb: MilestoneVerb,
}

/// Verbs over milestones.
#[derive(Debug, Subcommand)]
pub enum MilestoneVerb {
    /// Close a milestone: archive ROADMAP.md, REQUIREMENTS.md and the phase folders in one change
    Complete {
        /// The version, exactly as ROADMAP.md spells it.
        version: String,
        /// Really do it.
        #[arg(long)]
        confirm: bool,
        /// The milestone's name (default: what ROADMAP.md says).
        #[arg(long)]
        name: Option<String>,
        /// Also when phases are not complete.
        #[arg(long)]
        force: bool,
        /// Leave the phase folders where they are.
        #[arg(long)]
        no_archive_phases: bool,
    },
}
