//! Benchmarks: what the performance goals (`design/performance.md`) say, measured on this machine.

mod measure;
mod statusline;

use crate::Answer;

/// Measure the product against its performance goals
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    bench: Bench,
}

#[derive(clap::Subcommand)]
enum Bench {
    Statusline(statusline::Args),
}

pub(crate) fn run(args: &Args) -> Answer {
    match &args.bench {
        Bench::Statusline(args) => statusline::run(args),
    }
}
