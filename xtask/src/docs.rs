//! `cargo xtask docs [--check]`: everything in the documentation that is made from something else.

mod figures;
mod pages;
mod pictures;
mod regions;

use std::path::PathBuf;
use std::process::ExitCode;

use crate::{Answer, checkout};

/// Write what is generated in the documentation
///
/// The regions of the STATE.md reference that the schema gives, the measured figures of the README pages, the manual pages, completions and reference pages of the commands, the pictures of `docs/pictures`, and below each command of a `console` block what it prints
/// today. A command that ends with another exit status than its page says is an error.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Write nothing; fail when a page is not up to date
    #[arg(long)]
    check: bool,
    /// Use the binaries in this folder instead of building them
    #[arg(long, value_name = "DIR")]
    bin: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Answer {
    let root = checkout::root();
    regions::run(&root, args.check)?;
    crate::manual::run(&root, args.check)?;
    let binaries = match &args.bin {
        Some(folder) => std::path::absolute(folder).map_err(|error| error.to_string())?,
        None => checkout::build(false)?,
    };
    pictures::run(&root, &binaries, args.check)?;
    pages::run(&root, &binaries, args.check)?;
    figures::run(&root, args.check)?;
    Ok(ExitCode::SUCCESS)
}
