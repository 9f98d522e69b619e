//! The list of acceptance cases that the product does not pass yet.

use std::fs;
use std::process::ExitCode;

use cairn_testkit::cases::{Ledger, Pending, Verdict};

use crate::{Answer, cases, checkout};

/// Show tests/cases/pending.toml, or write it anew from what fails now
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Play every case and list those that fail, with the issue they already had
    #[arg(long)]
    refresh: bool,
    /// Title of the issue for cases that were not listed before
    #[arg(long, value_name = "TITLE", default_value = "not built yet")]
    issue: String,
    /// Folder of the binaries; without it they are built first
    #[arg(long = "bin", value_name = "DIR")]
    binaries: Option<std::path::PathBuf>,
}

pub(crate) fn run(args: &Args) -> Answer {
    let folder = checkout::cases();
    let ledger = Ledger::read(&folder)?;
    if !args.refresh {
        for entry in &ledger.pending {
            println!("{}\t{}", entry.id, entry.issue);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let played = cases::play(&cases::Args {
        filter: String::new(),
        binaries: args.binaries.clone(),
        release: false,
        no_lists: true,
        keep: false,
        check_copies: false,
        paths: Vec::new(),
    })?;
    let failing =
        played.iter().filter(|one| one.verdict != Verdict::Passed && !ledger.is_disputed(&one.case.id));
    let pending: Vec<Pending> = failing
        .map(|one| {
            let known = ledger.pending.iter().find(|entry| entry.id == one.case.id).cloned();
            known.unwrap_or_else(|| Pending { id: one.case.id.clone(), issue: args.issue.clone() })
        })
        .collect();
    let path = folder.join("pending.toml");
    fs::write(&path, Ledger::render_pending(&pending))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{} pending, {} before", pending.len(), ledger.pending.len());
    Ok(ExitCode::SUCCESS)
}
