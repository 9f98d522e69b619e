//! Generated documents, checks, benchmarks of this repository.

mod docs;

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tasks of this repository.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Write the generated regions of the reference pages.
    Docs {
        /// Write nothing; fail when a page differs from the schema.
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let outcome = match arguments.task {
        Task::Docs { check } => docs::run(&root, check),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
