//! Mutation testing of the pure crates: which changes of the code does no test notice?
//!
//! `cargo-mutants` says what the changes are; it would build each of them anew, which takes days for ten thousand. Here all changes of
//! a package are built in at once, each behind a switch that a variable of the environment turns on; then each is tried by the
//! tests that reach it, the shortest first, until one fails.

mod build;
mod changes;
mod report;
mod switches;
mod trial;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;

/// Try every change of a package's code by its tests
///
/// Results are kept in `target/mutants`, so that a run goes on where the one before stopped. Needs `cargo-mutants`
/// (`cargo install cargo-mutants --locked`).
#[derive(Parser)]
struct Args {
    /// The package, such as `cairn-text`
    package: String,
    /// Stop after so many minutes; the next run goes on
    #[arg(long, default_value_t = 20)]
    minutes: u64,
    /// How many changes are tried at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Leave out tests that take longer than so many seconds without a change
    #[arg(long, default_value_t = 15)]
    longest: u64,
    /// Only changes in files whose path holds this text
    #[arg(long)]
    only: Option<String>,
    /// Forget what earlier runs found
    #[arg(long)]
    anew: bool,
    /// Print what is known and run nothing
    #[arg(long)]
    report: bool,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no folder above this package")?;
    let place = root.join("target/mutants");
    std::fs::create_dir_all(&place).map_err(|error| format!("{}: {error}", place.display()))?;
    let kept = place.join(format!("{}.json", args.package));
    let mut results = if args.anew { report::Results::default() } else { report::Results::read(&kept)? };
    let all = changes::list(root, &args.package)?;
    if !args.report {
        let end = Instant::now() + Duration::from_secs(args.minutes * 60);
        try_all(args, root, &place, &all, &mut results, end)?;
        results.write(&kept)?;
    }
    report::print(root, &args.package, &all, &results)
}

fn try_all(
    args: &Args,
    root: &Path,
    place: &Path,
    all: &[changes::Change],
    results: &mut report::Results,
    end: Instant,
) -> Result<(), String> {
    let wanted: Vec<&changes::Change> = all
        .iter()
        .filter(|change| args.only.as_ref().is_none_or(|only| change.file.contains(only.as_str())))
        .filter(|change| !results.knows(change))
        .collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let tree: PathBuf = place.join("tree");
    let built = build::switched(root, &tree, place, &args.package, &wanted)?;
    for (number, why) in &built.refused {
        if let Some(change) = wanted.get(*number) {
            results.add(change, report::Outcome::from_refusal(why));
        }
    }
    let longest = Duration::from_secs(args.longest);
    let bench = trial::Bench::new(&tree, place, &args.package, &built.tests, longest)?;
    let open: Vec<usize> = (0..wanted.len())
        .filter(|number| !built.refused.iter().any(|(refused, _)| refused == number))
        .collect();
    let outcomes = bench.try_each(&open, args.jobs, end);
    let done = outcomes.len();
    for (number, outcome) in outcomes {
        if let Some(change) = wanted.get(number) {
            results.add(change, outcome);
        }
    }
    println!("{done} of {} changes tried in this run", open.len());
    Ok(())
}
