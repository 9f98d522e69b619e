//! Generated documents, checks, benchmarks of this repository: `cargo xtask <task>`.
//!
//! Every task is a file of the same shape: an `Args` whose doc comment is the manual, and `fn run(args) -> Answer`.

#![allow(
    clippy::disallowed_methods,
    reason = "tasks of the repository read and write the repository; nothing here is released"
)]

mod bench;
mod cases;
mod checkout;
mod conformance;
mod demo;
mod dist;
mod docs;
mod manual;
mod merge_laws;
mod pending;
mod proof;
mod rules;
mod schemas;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What a task answers: the exit code, or the text of what went wrong.
type Answer = Result<ExitCode, String>;

/// Tasks of this repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Command {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Bench(bench::Args),
    Cases(cases::Args),
    Conformance(conformance::Args),
    Demo(demo::Args),
    Dist(dist::Args),
    Docs(docs::Args),
    Concurrency(proof::concurrency::Args),
    Faults(proof::faults::Args),
    Images(proof::images::Args),
    MergeLaws(merge_laws::Args),
    Pending(pending::Args),
    Rules(rules::Args),
    Schemas(schemas::Args),
}

fn main() -> ExitCode {
    let answer = match Command::parse().task {
        Task::Bench(args) => bench::run(&args),
        Task::Cases(args) => cases::run(&args),
        Task::Conformance(args) => conformance::run(&args),
        Task::Demo(args) => demo::run(&args),
        Task::Dist(args) => dist::run(&args),
        Task::Docs(args) => docs::run(&args),
        Task::Concurrency(args) => proof::concurrency::run(&args),
        Task::Faults(args) => proof::faults::run(&args),
        Task::Images(args) => proof::images::run(&args),
        Task::MergeLaws(args) => merge_laws::run(&args),
        Task::Pending(args) => pending::run(&args),
        Task::Rules(args) => rules::run(&args),
        Task::Schemas(args) => schemas::run(&args),
    };
    answer.unwrap_or_else(|text| {
        eprintln!("error: {text}");
        ExitCode::from(2)
    })
}
