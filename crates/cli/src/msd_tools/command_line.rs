//! The command line of `msd-tools` as types: what can be typed, and the manual (the doc comments).

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::commands::{frontmatter, phases, reports, roadmap, state, workstream};

/// Reads and changes `.planning/STATE.md` and what it is derived from.
///
/// Results are JSON on stdout; `--raw` gives the short text of a command and `--pick` one field. Every write edits only
/// the bytes of what it names, and its receipt says what changed.
#[derive(Debug, Parser)]
#[command(name = "msd-tools", version, disable_help_subcommand = true, arg_required_else_help = false)]
pub struct CommandLine {
    /// Flags that every command takes.
    #[command(flatten)]
    pub global: GlobalFlags,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Flags that every command takes (msd-tools 1).
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global flags")]
pub struct GlobalFlags {
    /// Start folder of the search for the project (default: the current one).
    #[arg(long, global = true, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
    /// The project root itself; no walk upwards.
    #[arg(long, global = true, value_name = "DIR")]
    pub project_dir: Option<PathBuf>,
    /// The workstream to use instead of the active one.
    #[arg(long, global = true, value_name = "NAME")]
    pub ws: Option<String>,
    /// The short text of the command instead of JSON.
    #[arg(long, global = true)]
    pub raw: bool,
    /// Print one field of the JSON: `progress.percent`, `phases[-1].name`.
    #[arg(long, global = true, value_name = "PATH")]
    pub pick: Option<String>,
    /// Diagnostics as JSON lines on stderr.
    #[arg(long, global = true)]
    pub json_errors: bool,
    /// How long to wait for the lock, in seconds (decimals allowed).
    #[arg(long, global = true, value_name = "SECS", default_value = "5")]
    pub lock_timeout: String,
    /// Print the receipt and the diff of a writing command, write nothing.
    #[arg(long, global = true)]
    pub dry_run: bool,
}

/// Every command of `msd-tools`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Read and change STATE.md; alone: load it with the configuration
    State(state::StateArgs),
    /// One phase: complete, add, insert, remove, next decimal, plans
    Phase(phases::PhaseArgs),
    /// All phase folders, or their plans and summaries
    Phases(phases::PhasesArgs),
    /// Find the folder of a phase
    FindPhase(phases::FindPhaseArgs),
    /// The plans of a phase with waves, dependencies and what can run now
    PhasePlanIndex(phases::PhasePlanIndexArgs),
    /// ROADMAP.md: one phase, the whole analysis, plan progress
    Roadmap(roadmap::RoadmapArgs),
    /// Close a milestone
    Milestone(roadmap::MilestoneArgs),
    /// Progress of the milestone as JSON, bar or table
    Progress(reports::ProgressArgs),
    /// Progress with phase counts and the last activity
    Stats(reports::StatsArgs),
    /// STATE.md as structured data: position, decisions, blockers, session
    StateSnapshot,
    /// Read or set one frontmatter field of a file
    Frontmatter(frontmatter::FrontmatterArgs),
    /// Pending todos, all or of one area
    ListTodos(reports::ListTodosArgs),
    /// Workstreams: list, create, set, get, status
    Workstream(workstream::WorkstreamArgs),
}

/// How a report is printed when `--raw` asks for text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportForm {
    /// The JSON object.
    Json,
    /// One bar with a percent.
    Bar,
    /// A Markdown table.
    Table,
}

/// A phase, given as argument or as `--phase`.
#[derive(Debug, Clone, Args)]
pub struct PhaseChoice {
    /// The phase, as ROADMAP.md spells it: `2`, `02`, `4.5`, `3A`.
    #[arg(value_name = "PHASE")]
    pub number: Option<String>,
    /// The same as a flag.
    #[arg(long = "phase", value_name = "PHASE", conflicts_with = "number")]
    pub phase: Option<String>,
}

impl PhaseChoice {
    /// The phase that was given, in either place.
    pub fn given(&self) -> Option<&str> {
        self.number.as_deref().or(self.phase.as_deref())
    }
}
