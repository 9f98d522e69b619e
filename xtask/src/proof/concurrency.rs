//! Proof L4: many processes at one STATE.md, some killed, and two editors that ask for no lock.

use std::process::ExitCode;

use cairn_testkit::crowd::Crowd;
use cairn_testkit::writing::sample;

use crate::{Answer, checkout};

/// Let many processes change one STATE.md at a time, kill some of them, let editors save without a lock; nothing may be lost
///
/// First writers alone: every change that was confirmed is in the file exactly once. Then the same beside an editor that saves by
/// a new file and one that saves into the old one: what they saved is in the file or beside it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Processes at a time
    #[arg(long, default_value_t = 64)]
    writers: usize,
    /// Changes that each of them makes
    #[arg(long, default_value_t = 100)]
    changes: usize,
    /// Which of them are killed, and when
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> Answer {
    let tools = checkout::build(false)?.join("msd-tools");
    let crowd = Crowd { writers: args.writers, changes: args.changes, seed: args.seed };
    let project = sample();
    let seen = crowd.writers_alone(&tools, project.root(), &project.beside("home"))?;
    println!("writers alone: {} confirmed, {} killed, 0 lost", seen.confirmed, seen.killed);
    let project = sample();
    let seen = crowd.with_editors(&tools, project.root(), &project.beside("home"))?;
    println!(
        "with editors: {} confirmed, {} beside the file, {} killed, {} texts saved by editors, 0 lost",
        seen.confirmed, seen.rejected, seen.killed, seen.saved
    );
    Ok(ExitCode::SUCCESS)
}
