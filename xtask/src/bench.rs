//! Benchmarks: what the performance goals (`design/performance.md`) say, measured on this machine.

mod archive;
mod bare;
mod growth;
mod machine;
mod measure;
mod page;
mod planning;
mod programs;
mod reference;
mod statusline;
mod table;

use std::fs;
use std::path::Path;

use crate::Answer;

/// Measure the product against its performance goals
///
/// Alone: runs every table and writes `docs/benchmarks.md`. Wants a quiet machine.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    bench: Option<Bench>,
    #[command(flatten)]
    page: page::Options,
}

#[derive(clap::Subcommand)]
enum Bench {
    Planning(planning::Args),
    Archive(archive::Args),
    Statusline(statusline::Args),
    Growth(growth::Args),
    Writers(planning::writers::Args),
}

pub(crate) fn run(args: &Args) -> Answer {
    match &args.bench {
        None => page::run(&args.page),
        Some(Bench::Planning(args)) => planning::run(args),
        Some(Bench::Archive(args)) => archive::run(args),
        Some(Bench::Statusline(args)) => statusline::run(args),
        Some(Bench::Growth(args)) => growth::run(args),
        Some(Bench::Writers(args)) => planning::writers::run(args),
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
