//! Plays the acceptance cases.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cairn_testkit::cases::{Case, Ledger, Played, Runner, Settled, Verdict, find};

use crate::{Answer, checkout};

/// Play the acceptance cases against the built binaries
///
/// Prints a FAIL block for each case that does not hold, and a closing line. Cases listed in `pending.toml` or
/// `disputed.toml` count as skipped; one that is pending and passes fails the run. Exit status: 0 when no case failed,
/// 1 when one did, 2 for a case file that cannot be played.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only cases whose path contains this text
    #[arg(short = 'k', value_name = "TEXT", default_value = "")]
    pub(crate) filter: String,
    /// Folder of the binaries; without it they are built first
    #[arg(long = "bin", value_name = "DIR")]
    pub(crate) binaries: Option<PathBuf>,
    /// Build and play the release binaries
    #[arg(long, conflicts_with = "binaries")]
    pub(crate) release: bool,
    /// Judge listed cases like all others
    #[arg(long)]
    pub(crate) no_lists: bool,
    /// Leave the folder of each case in place and print where it is
    #[arg(long)]
    pub(crate) keep: bool,
    /// Only compare tests/cases with the handed cases in ../shared/cases, where they exist
    #[arg(long)]
    pub(crate) check_copies: bool,
    /// Case files or folders of them
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Answer {
    if args.check_copies {
        return check_copies();
    }
    let ledger = if args.no_lists { Ledger::default() } else { Ledger::read(&checkout::cases())? };
    let played = play(args)?;
    let (mut passed, mut failed, mut skipped, mut broken) = (0_usize, 0_usize, 0_usize, false);
    for one in &played {
        broken |= matches!(one.verdict, Verdict::Broken(_));
        match ledger.settle(one) {
            Settled::Passed => passed += 1,
            Settled::Failed(text) => {
                failed += 1;
                println!("FAIL {}\n  {text}", one.case.path.display());
            }
            Settled::Skipped(_) => skipped += 1,
        }
    }
    let skipped = if skipped == 0 { String::new() } else { format!(", {skipped} skipped") };
    println!("{passed} passed, {failed} failed{skipped}");
    Ok(ExitCode::from(if broken { 2 } else { u8::from(failed > 0) }))
}

/// Reads and plays the cases that `args` names.
pub(crate) fn play(args: &Args) -> Result<Vec<Played>, String> {
    let all = [checkout::cases()];
    let paths = if args.paths.is_empty() { &all[..] } else { &args.paths };
    let mut cases = Vec::new();
    for path in paths {
        for file in find(path)?.iter().filter(|file| file.to_string_lossy().contains(&args.filter)) {
            cases.push(Case::read(file)?);
        }
    }
    let binaries = match &args.binaries {
        Some(folder) => folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?,
        None => checkout::build(args.release)?,
    };
    let runner = Runner { keep: args.keep, ..Runner::new(binaries) };
    Ok(runner.run_all(cases))
}

/// The cases were handed to this repository; nobody may bend one here.
fn check_copies() -> Answer {
    let handed = checkout::root().join("../shared/cases");
    if !handed.is_dir() {
        println!("no handed cases beside this checkout, nothing to compare");
        return Ok(ExitCode::SUCCESS);
    }
    let own = checkout::cases();
    let (theirs, ours) = (files(&handed)?, files(&own)?);
    let mut faults = 0;
    for path in theirs.iter().filter(|path| !ours.contains(path)) {
        faults += 1;
        println!("missing in tests/cases: {}", path.display());
    }
    let lists = [Path::new("pending.toml"), Path::new("disputed.toml")];
    for path in ours.iter().filter(|path| !lists.contains(&path.as_path())) {
        let same = theirs.contains(path) && read(&handed.join(path))? == read(&own.join(path))?;
        if !same {
            faults += 1;
            println!("differs from the handed cases: {}", path.display());
        }
    }
    println!("{} handed files, {faults} differences", theirs.len());
    Ok(ExitCode::from(u8::from(faults > 0)))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Every file below `root`, relative to it, sorted.
fn files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(relative) = path.strip_prefix(root) {
                found.push(relative.to_owned());
            }
        }
    }
    found.sort();
    Ok(found)
}
