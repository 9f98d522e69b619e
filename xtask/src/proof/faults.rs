//! Proof L2: the real binaries, killed and failed at every system call that opens, writes, flushes, renames or removes.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cairn_testkit::repository::TestRepository;
use cairn_testkit::writing::{COMMANDS, WritingCommand};

use super::project::{Leftovers, Programs, Sides, copied, difference, stage, tree};
use super::strace::{self, Call, Disturbance};
use crate::{Answer, checkout};

/// Kill and fail the real binaries at every system call of every writing command, then look what the next command makes of it
///
/// Every call that opens, writes, flushes, renames or removes is disturbed in five ways, each on a fresh copy of a sample
/// project: the process is killed there; the call answers EIO or ENOSPC, once and from then on. Then the next command and
/// `cairn recover` run. Nothing may be lost or half done, and `cairn doctor` must find nothing new. Needs `strace`; skipped,
/// with the reason, where there is none or where tracing is not permitted.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only commands that hold this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Only every n-th disturbance
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
}

const DISTURBANCES: [Disturbance; 5] = [
    Disturbance::Kill,
    Disturbance::Once("EIO"),
    Disturbance::Once("ENOSPC"),
    Disturbance::ForEver("EIO"),
    Disturbance::ForEver("ENOSPC"),
];

pub(crate) fn run(args: &Args) -> Answer {
    if let Some(reason) = strace::unavailable() {
        println!("skipped: {reason}");
        return Ok(ExitCode::SUCCESS);
    }
    let programs = Programs { folder: checkout::build(false)? };
    let only = args.only.as_deref().unwrap_or_default();
    let (mut injections, mut violations, mut position) = (0, 0, 0);
    for one in COMMANDS.iter().filter(|one| one.shown().contains(only)) {
        let proof = Proof::of(&programs, one)?;
        let ahead: Vec<(Call, Disturbance)> =
            proof.calls.iter().flat_map(|call| DISTURBANCES.map(|how| (call.clone(), how))).collect();
        let chosen: Vec<(Call, Disturbance)> = ahead
            .into_iter()
            .filter(|_| {
                position += 1;
                position % args.every.max(1) == 0
            })
            .collect();
        let found = proof.try_all(&chosen)?;
        println!(
            "{:70} {:4} calls {:5} injections {:3} violations",
            one.shown(),
            proof.calls.len(),
            chosen.len(),
            found.len()
        );
        for text in &found {
            println!("  {text}");
        }
        injections += chosen.len();
        violations += found.len();
    }
    println!("{injections} injections, {violations} violations");
    Ok(if violations == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One command with its project.
struct Proof<'p> {
    programs: &'p Programs,
    one: &'p WritingCommand,
    template: TestRepository,
    sides: Sides,
    calls: Vec<Call>,
}

impl<'p> Proof<'p> {
    fn of(programs: &'p Programs, one: &'p WritingCommand) -> Result<Self, String> {
        let template = programs.prepare(one);
        let sides = Sides::of(programs, one, &template)?;
        let stage = stage()?;
        let root = copied(&template, stage.path());
        let command = programs.command(&root, stage.path(), one.program, one.words);
        let calls = strace::calls(&command, &stage.path().join("calls"))?;
        Ok(Self { programs, one, template, sides, calls })
    }

    fn try_all(&self, chosen: &[(Call, Disturbance)]) -> Result<Vec<String>, String> {
        let next = AtomicUsize::new(0);
        let found = Mutex::new(Vec::new());
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let ended: Result<Vec<()>, String> = std::thread::scope(|scope| {
            let running: Vec<_> = (0..workers)
                .map(|_| {
                    scope.spawn(|| -> Result<(), String> {
                        while let Some((call, how)) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                            if let Some(text) = self.try_one(call, *how)? {
                                let text = format!("{how:?} at {} {}: {text}", call.name, call.number);
                                if let Ok(mut found) = found.lock() {
                                    found.push(text);
                                }
                            }
                        }
                        Ok(())
                    })
                })
                .collect();
            running
                .into_iter()
                .map(|worker| worker.join().unwrap_or(Err("a worker panicked".to_owned())))
                .collect()
        });
        ended?;
        found.into_inner().map_err(|error| error.to_string())
    }

    /// What is wrong after one disturbance.
    fn try_one(&self, call: &Call, how: Disturbance) -> Result<Option<String>, String> {
        let stage = stage()?;
        let root = copied(&self.template, stage.path());
        let command = self.programs.command(&root, stage.path(), self.one.program, self.one.words);
        let status = strace::disturbed(&command, &stage.path().join("calls"), call, how)?;
        if matches!(status.code(), Some(70 | 101)) {
            return Ok(Some(format!("it ended with {status}")));
        }
        let leftovers = match how {
            Disturbance::Kill => Leftovers::Nothing,
            Disturbance::ForEver(_) if !call.reads => Leftovers::Named,
            _ if call.reads => Leftovers::Decided,
            _ => Leftovers::Nothing,
        };
        let now = tree(&root)?;
        let is_done = now == self.sides.new || without_leftovers(&now) == self.sides.new;
        if status.success() && !is_done && leftovers != Leftovers::Decided {
            return Ok(Some(format!("done, and it is not: {}", difference(&self.sides.new, &now))));
        }
        self.sides.healed(self.programs, self.one, &root, stage.path(), leftovers)
    }
}

fn without_leftovers(tree: &super::project::Tree) -> super::project::Tree {
    tree.iter()
        .filter(|(path, _)| !path.ends_with(".cairn-tmp"))
        .map(|(path, bytes)| (path.clone(), bytes.clone()))
        .collect()
}
