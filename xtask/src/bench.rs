//! Benchmarks: what the performance goals (`design/performance.md`) say, measured on this machine.

mod measure;
mod planning;
mod programs;
mod statusline;

use std::fs;
use std::path::Path;

use crate::Answer;

/// Measure the product against its performance goals
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    bench: Bench,
}

#[derive(clap::Subcommand)]
enum Bench {
    Planning(planning::Args),
    Statusline(statusline::Args),
}

pub(crate) fn run(args: &Args) -> Answer {
    match &args.bench {
        Bench::Planning(args) => planning::run(args),
        Bench::Statusline(args) => statusline::run(args),
    }
}

/// What `measure` says, in a new folder in `place` that holds a folder `home` and is removed behind it.
fn in_folder<T>(place: &Path, measure: impl FnOnce(&Path) -> Result<T, String>) -> Result<T, String> {
    let folder = place.join(format!("cairn-bench-{}", std::process::id()));
    let describe = |error: std::io::Error| format!("{}: {error}", folder.display());
    let measured = fs::create_dir_all(folder.join("home")).map_err(describe).and_then(|()| measure(&folder));
    let removed = fs::remove_dir_all(&folder).map_err(describe);
    let answer = measured?;
    removed?;
    Ok(answer)
}
