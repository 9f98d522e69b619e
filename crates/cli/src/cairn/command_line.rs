//! The command line of `cairn` as types: what can be typed, and the manual (the doc comments).

use std::path::PathBuf;

use cairn_project::location::Request;
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::{
    check, completions, doctor, explain, history, init, log, merge, merge_driver, recover, resolve, reversal,
    search, status, statusline,
};
use crate::{msd_tools, roundfix};

/// Where a project stands, what was built in it and why: one door to both memories.
///
/// Everything that `msd-tools` and `roundfix` do is here under the same words (`cairn state …`, `cairn archive …`), with
/// the same arguments, output and exit statuses; their flags are those that their own `--help` lists. Alone, it shows the
/// project's status.
#[derive(Debug, Parser)]
#[command(name = "cairn", version, disable_help_subcommand = true)]
pub struct CommandLine {
    /// Flags that every command of its own takes.
    #[command(flatten)]
    pub global: GlobalFlags,
    /// What to do; none: status.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Flags that every command takes but those of the other binaries, which have flags of their own (cairn 1).
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Flags of Cairn's own commands")]
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
    /// How long to wait for the lock, in seconds (decimals allowed).
    #[arg(long, global = true, value_name = "SECS", default_value = "5")]
    pub lock_timeout: String,
    /// The form of the result on stdout.
    #[arg(long, global = true, value_enum, default_value = "text")]
    pub format: Format,
    /// Show the plan or the diff of a writing command, write nothing.
    #[arg(long, global = true)]
    pub dry_run: bool,
}

impl GlobalFlags {
    /// Where the caller says the project is.
    pub fn request(&self) -> Request<'_> {
        Request {
            start: self.cwd.as_deref(),
            root: self.project_dir.as_deref(),
            workstream: self.ws.as_deref(),
        }
    }
}

/// The form of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines for people.
    Text,
    /// One JSON object.
    Json,
    /// SARIF 2.1.0, of `check` alone.
    Sarif,
    /// Workflow commands of GitHub, of `check` alone.
    Github,
    /// JUnit's XML, of `check` alone.
    Junit,
    /// A picture, of `history` alone.
    Svg,
}

/// Every command of `cairn`. The flattened group is answered by the code of the other binary.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Where the project stands, on one screen
    Status(status::StatusArgs),
    /// Set this clone up, or take that back
    Init(init::InitArgs),
    /// The newest operations: when, which command, which files
    Log(log::LogArgs),
    /// Take back the newest operations, to the byte
    Undo(reversal::ReversalArgs),
    /// Do again what was taken back last
    Redo(reversal::ReversalArgs),
    /// Every rule over the whole project: the gate for CI
    Check(check::CheckArgs),
    /// What a rule of `check` wants, and why
    Explain(explain::ExplainArgs),
    /// How STATE.md changed, commit by commit; a burn-up as SVG
    History(history::HistoryArgs),
    /// Look for words in the archive, deleted folders included
    Search(search::SearchArgs),
    /// Merge two versions of STATE.md or ROADMAP.md by their meaning
    Merge(merge::MergeArgs),
    /// Merge a planning file for git
    MergeDriver(merge_driver::MergeDriverArgs),
    /// Merge the conflicts of a planning file by their meaning
    Resolve(resolve::ResolveArgs),
    /// What is wrong around this project, and the command that repairs it
    Doctor(doctor::DoctorArgs),
    /// Deal with what a crash left behind
    Recover(recover::RecoverArgs),
    /// The completion script of a shell
    Completions(completions::CompletionsArgs),
    /// One line for an agent's terminal
    Statusline(statusline::StatuslineArgs),
    /// Every command of `msd-tools`
    #[command(flatten)]
    Planning(msd_tools::command_line::Command),
    /// Every command of `roundfix`
    #[command(flatten)]
    Specs(roundfix::command_line::Command),
}
