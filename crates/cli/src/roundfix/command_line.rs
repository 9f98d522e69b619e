//! The command line of `roundfix` as types: what can be typed, and the manual (the doc comments).

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Archives finished Specs as small records, and brings them back.
///
/// A Spec is a folder below the Spec Root (`docs/specs` unless `.roundfixrc.yml` names another). Archiving writes one
/// record and deletes the folder; every byte of it stays in git at the record's `source_revision`. Nothing is deleted
/// before it is proven to be there, and nothing is written when a check fails.
#[derive(Debug, Parser)]
#[command(
    name = "roundfix",
    version,
    after_help = "Examples:\n  roundfix list --active\n  roundfix archive 0042-sample --plan\n  roundfix archive 0042-sample\n  roundfix unarchive 0042-sample\n\nExit status: 0 done, 1 failed after the checks, 2 usage error or refusal (nothing was written), 4 locked, 70 internal fault, 130 Ctrl-C."
)]
pub struct CommandLine {
    /// Flags that every command takes.
    #[command(flatten)]
    pub global: GlobalFlags,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Flags that every command takes (roundfix 3.1).
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global flags")]
pub struct GlobalFlags {
    /// The form of the report on stdout.
    #[arg(long, global = true, value_enum, default_value = "text")]
    pub format: Format,
    /// How long to wait for the lock, in seconds (decimals allowed).
    #[arg(long, global = true, value_name = "SECS", default_value = "5")]
    pub lock_timeout: String,
}

/// The form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines for people.
    Text,
    /// One JSON object.
    Json,
}

/// Every command of `roundfix`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Archive a finished Spec: write its record, delete its folder
    Archive(ArchiveArgs),
    /// Cancel a Spec that will not be delivered: record the reason, return what it adopted, delete its folder
    Cancel(CancelArgs),
    /// Bring an archived Spec back from git and remove its record
    Unarchive(UnarchiveArgs),
    /// Settle the QA Task by the newest report
    Settle(SettleArgs),
    /// Add the pull request to a record that does not name one yet
    PullRequest(PullRequestArgs),
    /// Every Spec, active and archived
    List(ListArgs),
    /// Judge a QA Report by the policy of the archive
    QaReport(QaReportArgs),
}

/// Archive a finished Spec.
///
/// Every task must be completed, the newest QA Report must pass (or be a partial whose gaps are declared), and the Spec
/// must own every reference in its index. All failed checks are reported at once, and then nothing was written.
///
/// Documents that cite files of the Spec are rewritten: a cited file is copied to `docs/references/` first, the folder
/// and its core files become the record. A merged pull request is never waited for.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  roundfix archive 0042-sample --plan\n  roundfix archive 0042-sample --promote measurement/list.md --commit\n  roundfix archive 0042-sample --qa-override --approval \"maintainer, 2026-10-06\" --reason \"the gate host is gone\""
)]
pub struct ArchiveArgs {
    /// The Spec's folder name.
    pub slug: String,
    /// Show what would be archived, with advice on candidate files; write nothing.
    #[arg(long)]
    pub plan: bool,
    /// Copy this file of the Spec to `docs/references/` (may be repeated).
    #[arg(long, value_name = "PATH", action = clap::ArgAction::Append)]
    pub promote: Vec<String>,
    /// Archive although QA failed or is missing; needs --approval and --reason.
    #[arg(long)]
    pub qa_override: bool,
    /// Who approved the override, and where that is written.
    #[arg(long, value_name = "SOURCE")]
    pub approval: Option<String>,
    /// Why the override is right.
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    /// The pull request that carries the work.
    #[arg(long, value_name = "N")]
    pub pull_request: Option<String>,
    /// Commit exactly the archived paths on the current branch.
    #[arg(long)]
    pub commit: bool,
}

/// Cancel a Spec that will not be delivered.
///
/// The record keeps the reason. Adopted backlog entries return as `status: open`, adopted findings as
/// `status: pending`; the folder stays in git at the record's `source_revision`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  roundfix cancel 0042-sample --reason \"the harbour is closed\"")]
pub struct CancelArgs {
    /// The Spec's folder name.
    pub slug: String,
    /// Why it will not be delivered.
    #[arg(long, value_name = "TEXT", required = true)]
    pub reason: String,
    /// Commit exactly the changed paths on the current branch.
    #[arg(long)]
    pub commit: bool,
    /// The pull request that carries the work.
    #[arg(long, value_name = "N")]
    pub pull_request: Option<String>,
}

/// Bring an archived Spec back.
///
/// The folder is restored from git exactly as it was at the record's `source_revision`, and the record is removed.
/// This is rare: going on with finished work is usually a new Spec that links to the record.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  roundfix unarchive 0042-sample --relink")]
pub struct UnarchiveArgs {
    /// The Spec's folder name.
    pub slug: String,
    /// Give documents that the archive rewrote their old text back, where nobody changed them since.
    #[arg(long)]
    pub relink: bool,
}

/// Settle the QA Task by the newest report.
///
/// The same policy as the archive's: an eligible report sets the QA Task's status to `completed`, anything else changes
/// nothing and says why.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  roundfix settle 0042-sample")]
pub struct SettleArgs {
    /// The Spec's folder name.
    pub slug: String,
}

/// Add the pull request to a record that does not name one yet.
///
/// Locators in the record and in unchanged promoted copies that had no commit to name get the pull request. This is the
/// only edit of a record that exists.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  roundfix pull-request 0042-sample 117")]
pub struct PullRequestArgs {
    /// The Spec's folder name.
    pub slug: String,
    /// The pull request's number.
    pub number: String,
}

/// Every Spec, one a line: slug, state, date, title.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  roundfix list --archived --format json")]
#[group(multiple = false)]
pub struct ListArgs {
    /// Only active Specs.
    #[arg(long)]
    pub active: bool,
    /// Only archived ones.
    #[arg(long)]
    pub archived: bool,
    /// Only cancelled ones.
    #[arg(long)]
    pub cancelled: bool,
}

/// Judge a QA Report by the policy of the archive.
#[derive(Debug, Args)]
pub struct QaReportArgs {
    /// What to do.
    #[command(subcommand)]
    pub verb: QaReportVerb,
}

/// Verbs over one QA Report.
#[derive(Debug, Subcommand)]
pub enum QaReportVerb {
    /// Exit status 0 when the report would let its Spec be archived, 1 with the cause when not
    Accept {
        /// The report, in a folder `qa` beside its `_prd.md`.
        path: String,
    },
    /// Verdict, counts, every row with its class, and the judgement
    Show {
        /// The report, in a folder `qa` beside its `_prd.md`.
        path: String,
    },
}
