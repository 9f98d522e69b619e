//! The laws of the merge on as many generated triples as wanted; a test run checks a few of them (L6, `cairn.md` 6.11).

#![allow(clippy::indexing_slicing, reason = "the generated texts have a known shape")]

#[path = "../../crates/state/tests/merge_laws/dice.rs"]
mod dice;
#[path = "../../crates/state/tests/merge_laws/laws.rs"]
mod laws;
#[path = "../../crates/state/tests/merge_laws/many.rs"]
mod many;
#[path = "../../crates/state/tests/merge_laws/roadmap_file.rs"]
mod roadmap_file;
#[path = "../../crates/state/tests/merge_laws/state_file.rs"]
mod state_file;
#[path = "../../crates/state/tests/merge_laws/triple.rs"]
mod triple;

use std::process::ExitCode;

/// Check the laws of the merge on generated triples, and print how many merge without a person
///
/// Worth an optimized build: `cargo run --release -p xtask -- merge-laws`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many triples.
    #[arg(long, default_value_t = 1_000_000)]
    count: u64,
    /// The first seed.
    #[arg(long, default_value_t = 0)]
    from: u64,
}

/// The clean share, in hundredths, below which the merge is not worth having.
const LEAST_CLEAN: u64 = 95;

pub(crate) fn run(args: &Args) -> super::Answer {
    let clean = many::check(args.from, args.count)?;
    let permille = clean * 1000 / args.count.max(1);
    println!(
        "{} triples, every law holds, {clean} clean ({}.{} %)",
        args.count,
        permille / 10,
        permille % 10
    );
    let is_enough = clean * 100 >= args.count * LEAST_CLEAN;
    Ok(if is_enough { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
