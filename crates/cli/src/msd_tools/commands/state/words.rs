//! `msd-tools state …`: the words of every verb (msd-tools 11 to 14, 18).

use std::ffi::OsString;

use clap::{ArgGroup, Args, Subcommand, ValueEnum};

use crate::msd_tools::command_line::PhaseChoice;

/// STATE.md and its verbs.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
pub struct StateArgs {
    /// The verb; none: load.
    #[command(subcommand)]
    pub verb: Option<Verb>,
}

/// Every verb over STATE.md.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// What a write would store now: the frontmatter, derived again; writes nothing
    Json,
    /// STATE.md, the configuration and which files exist (also: `msd-tools state` alone)
    Load,
    /// A body field, else a frontmatter key, else a section; without NAME the file
    Get {
        /// Field label, dotted key or section heading.
        name: Option<String>,
    },
    /// Create STATE.md from the template; never overwrites
    Init {
        /// The milestone's version.
        #[arg(long, value_name = "VERSION")]
        milestone: Option<String>,
        /// The milestone's name.
        #[arg(long)]
        name: Option<String>,
    },
    /// Set one field: a body label or a frontmatter key
    Update {
        /// Body label (in any language of the file) or frontmatter key; case, blanks and underscores do not matter.
        field: String,
        /// The new value, one line.
        value: String,
    },
    /// Set several fields in one write, all or nothing
    Patch {
        /// `--FIELD VALUE` pairs, or one JSON object.
        #[arg(value_name = "PAIRS", num_args = 0.., allow_hyphen_values = true)]
        pairs: Vec<OsString>,
    },
    /// Derive everything again: the body wins over stored values
    Sync {
        /// Show what would change, write nothing.
        #[arg(long)]
        verify: bool,
    },
    /// An orchestrator command starts on a phase
    Begin {
        /// discuss-phase, plan-phase, execute-phase or verify-phase.
        #[arg(long, required = true)]
        action: String,
        /// The phase it works on.
        #[arg(long, required = true)]
        phase: String,
    },
    /// No orchestrator command runs; perhaps the next one is known
    Idle {
        /// The recommended next action.
        #[arg(long)]
        next: Option<String>,
        /// The phases it applies to, joined by commas.
        #[arg(long)]
        phases: Option<String>,
    },
    /// A phase is executed from now on
    BeginPhase(PhaseStart),
    /// A phase has its plans
    PlannedPhase(PhaseStart),
    /// The present plan is done: on to the next one
    AdvancePlan,
    /// The position moves on to the next phase; STATE.md only
    CompletePhase {
        /// The phase that is complete (default: the current one).
        #[command(flatten)]
        phase: PhaseChoice,
    },
    /// STATE.md turns to another milestone
    MilestoneSwitch {
        /// The new milestone's version.
        #[arg(long, required = true, value_name = "VERSION")]
        milestone: String,
        /// Its name (default: what ROADMAP.md says).
        #[arg(long)]
        name: Option<String>,
    },
    /// Record how long a plan took
    RecordMetric {
        /// The phase.
        #[arg(long, required = true)]
        phase: String,
        /// The plan.
        #[arg(long, required = true)]
        plan: String,
        /// `90s`, `12min`, `1h 5m`, `1.5h`, or minutes.
        #[arg(long, required = true)]
        duration: String,
        /// Number of tasks.
        #[arg(long)]
        tasks: Option<String>,
        /// Number of files.
        #[arg(long)]
        files: Option<String>,
    },
    /// Write the counters and the bar from the phase folders
    UpdateProgress,
    /// Note a decision
    #[command(group = one_of(&["summary", "summary_file"]))]
    AddDecision {
        /// The decision in one line.
        #[arg(long)]
        summary: Option<String>,
        /// A file of the project that holds it.
        #[arg(long, value_name = "FILE", conflicts_with = "summary")]
        summary_file: Option<String>,
        /// Why.
        #[arg(long)]
        rationale: Option<String>,
        /// The phase it belongs to (default: the current one).
        #[arg(long)]
        phase: Option<String>,
    },
    /// Note a blocker or concern
    #[command(group = one_of(&["text", "text_file"]))]
    AddBlocker {
        /// The blocker in one line.
        #[arg(long)]
        text: Option<String>,
        /// A file of the project that holds it.
        #[arg(long, value_name = "FILE", conflicts_with = "text")]
        text_file: Option<String>,
        /// The phase it came from (default: the current one).
        #[arg(long)]
        phase: Option<String>,
    },
    /// Remove a blocker: by its exact text, else by a part of it
    ResolveBlocker {
        /// The text, with or without its `[Phase N]`.
        #[arg(long, required = true)]
        text: String,
        /// All that match, not just one.
        #[arg(long)]
        all: bool,
    },
    /// Record where the session stopped
    #[command(group = one_of(&["stopped_at", "resume_file"]).multiple(true))]
    RecordSession {
        /// What was completed last.
        #[arg(long)]
        stopped_at: Option<String>,
        /// The file to resume from (default: the newest `.continue-here*.md`).
        #[arg(long, value_name = "PATH")]
        resume_file: Option<String>,
    },
    /// Note a change of the roadmap
    #[command(group = one_of(&["note", "note_file"]))]
    AddRoadmapEvolution {
        /// The note in one line.
        #[arg(long)]
        note: Option<String>,
        /// A file of the project that holds it.
        #[arg(long, value_name = "FILE", conflicts_with = "note")]
        note_file: Option<String>,
        /// The phase it is about.
        #[arg(long)]
        phase: Option<String>,
        /// What happened to it (default: changed).
        #[arg(long)]
        action: Option<String>,
        /// The phase behind which it stands now.
        #[arg(long)]
        after: Option<String>,
        /// It was urgent.
        #[arg(long)]
        urgent: bool,
    },
    /// Say that a question waits for an answer (WAITING.json)
    SignalWaiting {
        /// The kind of question.
        #[arg(long = "type", required = true, value_name = "TYPE")]
        kind: String,
        /// The question.
        #[arg(long, required = true)]
        question: String,
        /// The answers to choose from, joined by `|`.
        #[arg(long)]
        options: Option<String>,
        /// The phase it is about.
        #[arg(long)]
        phase: Option<String>,
    },
    /// The question is answered: remove WAITING.json
    SignalResume,
    /// Move old decisions, blockers and metrics to STATE-ARCHIVE.md
    Prune {
        /// How many phases before the current one are kept.
        #[arg(long, value_name = "K", default_value = "3")]
        keep_recent: String,
    },
    /// Write the derived parts of the body again: position labels, By Phase table, velocity, trend, bar
    Rebuild {
        /// Report each change with its old and new text.
        #[arg(long)]
        verbose: bool,
    },
    /// Check STATE.md: what readers make of it, drift, broken places; writes nothing
    Validate {
        /// Warnings count like errors.
        #[arg(long)]
        strict: bool,
        /// How findings are printed.
        #[arg(long, value_enum, default_value = "json")]
        format: ReportFormat,
    },
}

/// Options of which one must be given, so that the usage line shows them.
fn one_of(options: &'static [&'static str]) -> ArgGroup {
    ArgGroup::new("given").args(options).required(true)
}

/// A phase that starts, with what the caller knows about it.
#[derive(Debug, Args)]
pub struct PhaseStart {
    /// The phase.
    #[command(flatten)]
    pub phase: PhaseChoice,
    /// Its name (default: what ROADMAP.md says).
    #[arg(long)]
    pub name: Option<String>,
    /// How many plans it has (default: what its folder holds).
    #[arg(long, value_name = "COUNT")]
    pub plans: Option<String>,
}

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// `PATH:LINE:COLUMN: SEVERITY: MESSAGE [CODE]`
    Text,
    /// One object.
    Json,
    /// SARIF 2.1.0.
    Sarif,
    /// Workflow commands of GitHub.
    Github,
}
