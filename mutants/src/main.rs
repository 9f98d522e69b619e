//! Mutation testing of the pure crates: which changes of the code does no test notice?
//!
//! `cargo-mutants` says what the changes are; it would build each of them anew, which takes days for ten thousand. Here all changes of
//! a package are built in at once, each behind a switch that a variable of the environment turns on; then each is tried by the
//! tests that reach it, the shortest first, until one fails.

#![allow(
    clippy::disallowed_methods,
    reason = "it builds a copy of the repository and runs its tests; nothing here is released"
)]

mod alone;
mod build;
mod changes;
mod report;
mod switches;
mod trial;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;

use crate::changes::Change;
use crate::report::Results;

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
    /// Try those that no switch can be made for, one build after another
    #[arg(long)]
    alone: bool,
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
    let mut results = if args.anew { Results::default() } else { Results::read(&kept)? };
    let all = changes::list(root, &args.package)?;
    if !args.report {
        let end = Instant::now() + Duration::from_secs(args.minutes * 60);
        let tree = place.join("tree");
        let site = build::Site { root, tree: &tree, place: &place, package: &args.package };
        if args.alone {
            try_alone(args, site, &all, &mut results, end, &kept)?;
        } else {
            try_all(args, site, &all, &mut results, end)?;
        }
        results.write(&kept)?;
    }
    report::print(root, &args.package, &all, &results)
}

/// The changes that this run is about.
fn wanted<'a>(args: &Args, all: &'a [Change], is_wanted: impl Fn(&Change) -> bool) -> Vec<&'a Change> {
    let is_in_file =
        |change: &Change| args.only.as_ref().is_none_or(|only| change.file.contains(only.as_str()));
    all.iter().filter(|change| is_in_file(change) && is_wanted(change)).collect()
}

fn add_refused(results: &mut Results, wanted: &[&Change], refused: &[(usize, String)]) {
    for (number, why) in refused {
        if let Some(change) = wanted.get(*number) {
            results.add(change, report::Outcome::from_refusal(why));
        }
    }
}

fn try_all(
    args: &Args,
    site: build::Site<'_>,
    all: &[Change],
    results: &mut Results,
    end: Instant,
) -> Result<(), String> {
    let wanted = wanted(args, all, |change| !results.knows(change));
    if wanted.is_empty() {
        return Ok(());
    }
    let built = build::switched(site, &wanted)?;
    add_refused(results, &wanted, &built.refused);
    let longest = Duration::from_secs(args.longest);
    let bench = trial::Bench::new(site.tree, site.place, site.package, &built.tests, longest)?;
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

/// Asks the compiler for which changes there is no switch, unless that is known, and tries those.
fn try_alone(
    args: &Args,
    site: build::Site<'_>,
    all: &[Change],
    results: &mut Results,
    end: Instant,
    kept: &Path,
) -> Result<(), String> {
    let unknown = wanted(args, all, |change| !results.knows(change));
    if !unknown.is_empty() {
        let refused = build::refused(site, &unknown)?;
        add_refused(results, &unknown, &refused);
        results.write(kept)?;
    }
    let alone = wanted(args, all, |change| results.is_unasked(change));
    let mut done = 0;
    alone::try_each(site, &alone, Duration::from_secs(args.longest), end, |change, outcome| {
        println!("{}:{} {}: {outcome:?}", change.file, change.line_number, change.what);
        done += 1;
        results.add(change, outcome);
        results.write(kept)
    })?;
    println!("{done} of {} changes without a switch tried in this run", alone.len());
    Ok(())
}
