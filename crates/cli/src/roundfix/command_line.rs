//! The command line of `roundfix` as types: what can be typed, and the manual (the doc comments).

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Archives finished Specs as small records, and brings them back.
///
/// A Spec is a folder below the Spec Root (`docs/specs` unless `.roundfixrc.yml` names another). Archiving writes one
/// record and deletes the folder; every byte of it stays in git at the record's `source_revision`. Nothing is deleted
/// before it is proven to be there, and nothing is written when a check fails. `cairn undo` takes back what a command
/// has written.
#[derive(Debug, Parser)]
#[command(name = "roundfix", version, disable_help_subcommand = true)]
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
    /// The form of the report on stdout
    #[arg(long, global = true, value_enum, default_value = "text")]
    pub format: Format,
    /// How long to wait for the lock, in seconds (decimals allowed)
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

/// Every command of `roundfix`. The manual of each is the doc comment of its arguments.
#[derive(Debug, Subcommand)]
#[allow(missing_docs, reason = "a doc comment here would take the place of the manual in the help")]
pub enum Command {
    Archive(ArchiveArgs),
    Cancel(CancelArgs),
    Unarchive(UnarchiveArgs),
    Settle(SettleArgs),
    PullRequest(PullRequestArgs),
    List(ListArgs),
    QaReport(QaReportArgs),
}

/// Archive a finished Spec: write its record, delete its folder.
///
/// Every Task must be completed, the newest QA Report must pass (or be a partial whose gaps are declared), and the Spec
/// must own every source in its index. The folder must be exactly what HEAD holds, ignored files included: they are
/// listed, never deleted. All failed checks are reported at once, and then nothing was written.
///
/// Live Documents that cite the Spec are rewritten: a cited file is copied to `docs/references/` first, the folder and
/// its core files become the record. Citations that stay are warnings with file and line. Inside copied text a link
/// into the folder becomes a git locator, `<path>@<commit>`.
///
/// A merged pull request or a release is never waited for. Without --commit nothing is staged or committed;
/// `docs: archive <slug>` is the subject to commit it with.
#[derive(Debug, Args)]
pub struct ArchiveArgs {
    /// The Spec's folder name, exactly
    pub slug: String,
    /// Show what would be archived and everything that would refuse it; write nothing
    ///
    /// Lists core files, evidence, the files that could be promoted with advice on each, the promotions and rewrites
    /// that would happen, and every failed check. Exit status 0 also when the archive would be refused.
    #[arg(long)]
    pub plan: bool,
    /// Copy this file of the Spec to `docs/references/`; may be repeated
    #[arg(long, value_name = "PATH", action = clap::ArgAction::Append)]
    pub promote: Vec<String>,
    /// Archive although the QA Task is open or the newest report does not pass
    ///
    /// Waives the QA Report and the QA Task, nothing else; the record keeps approval, reason and what was seen. Refused
    /// when a normal archive would work.
    #[arg(long)]
    pub qa_override: bool,
    /// Who approved the override, and where that is written
    #[arg(long, value_name = "SOURCE")]
    pub approval: Option<String>,
    /// Why the override is right
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    /// The pull request that carries the work, for the record
    #[arg(long, value_name = "N")]
    pub pull_request: Option<String>,
    /// Commit exactly the archived paths on the current branch
    ///
    /// Your identity, hooks and signing apply; other edits stay as they are. Refused when paths are staged already.
    #[arg(long)]
    pub commit: bool,
}

/// Cancel a Spec that will not be delivered: record why, return what it adopted, delete its folder.
///
/// Tasks and QA do not matter. Adopted backlog entries return to `docs/backlog/` as `status: open`, adopted findings to
/// `docs/findings/` as `status: pending`; inbox notes stay in git. The folder stays in git at the record's
/// `source_revision`, and its number stays used. A cancelled Spec meets no prerequisite.
#[derive(Debug, Args)]
pub struct CancelArgs {
    /// The Spec's folder name, exactly
    pub slug: String,
    /// Why it will not be delivered; kept whole in the record
    #[arg(long, value_name = "TEXT", required = true)]
    pub reason: String,
    /// Commit exactly the changed paths on the current branch
    #[arg(long)]
    pub commit: bool,
    /// The pull request that carries the work, for the record
    #[arg(long, value_name = "N")]
    pub pull_request: Option<String>,
}

/// Bring an archived Spec back from git and remove its record.
///
/// The folder is restored exactly as it was at the record's `source_revision`: content, executable bits, links. The
/// index is not touched and nothing is committed.
///
/// This is rare: going on with finished work is usually a new Spec that links to the record.
#[derive(Debug, Args)]
pub struct UnarchiveArgs {
    /// The Spec's folder name, exactly
    pub slug: String,
    /// Point documents back to the Spec, and remove copies that nothing cites
    ///
    /// Only documents and copies that have exactly the bytes that the archive wrote; the others are left and named.
    #[arg(long)]
    pub relink: bool,
}

/// Settle the QA Task by the newest report.
///
/// The policy is that of the archive: an eligible report sets the QA Task's status to `completed`; any other changes
/// nothing, and exit status 1 comes with the cause. Every other Task must be completed.
#[derive(Debug, Args)]
pub struct SettleArgs {
    /// The Spec's folder name, exactly
    pub slug: String,
}

/// Add the pull request to a record that does not name one yet.
///
/// Locators in the record, and in promoted copies that nobody changed, that had no commit to name get the pull request.
/// This is the only edit of a record that exists.
#[derive(Debug, Args)]
pub struct PullRequestArgs {
    /// The Spec's folder name, exactly
    pub slug: String,
    /// The pull request's number
    pub number: String,
}

/// List every Spec, one a line: slug, state, date, title.
///
/// States are `active`, `inactive` (another status in its PRD), `archived`, `cancelled`, `unreadable` (a broken record:
/// the cause is on stderr, and the exit status is 1). With `--format json` also what each active Spec requires, and
/// whether an archive of it would pass its checks now.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct ListArgs {
    /// Only active Specs
    #[arg(long)]
    pub active: bool,
    /// Only archived ones
    #[arg(long)]
    pub archived: bool,
    /// Only cancelled ones
    #[arg(long)]
    pub cancelled: bool,
}

/// Judge a QA Report by the policy of the archive.
///
/// Exactly the named file is judged, newest or not, with the declarations of the `_prd.md` beside its `qa/` folder. No
/// git repository is needed, and nothing is written.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
pub struct QaReportArgs {
    /// What to do.
    #[command(subcommand)]
    pub verb: QaReportVerb,
}

/// Verbs over one QA Report.
#[derive(Debug, Subcommand)]
pub enum QaReportVerb {
    /// Say by the exit status whether the report would let its Spec be archived
    ///
    /// 0 when it would; 1 with path and cause on stderr when it would not, cannot be read, is missing, or is in no
    /// folder `qa`.
    Accept {
        /// The report, in a folder `qa` beside its `_prd.md`
        path: String,
    },
    /// Print verdict, counts, every row with its class, and the judgement
    Show {
        /// The report, in a folder `qa` beside its `_prd.md`
        path: String,
    },
}
