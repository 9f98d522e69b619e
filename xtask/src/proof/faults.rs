//! Proof L2: the real binaries, killed and failed at every system call that opens, writes, flushes, renames or removes.

use std::collections::HashMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cairn_testkit::repository::TestRepository;
use cairn_testkit::writing::{COMMANDS, WritingCommand};

use super::everything::Everything;
use super::project::{Leftovers, Programs, Sides, copied, difference, stage, tree, without_leftovers};
use super::strace::{self, Call, Disturbance};
use crate::{Answer, checkout};
use tempfile::TempDir;

/// Kill and fail the real binaries at every system call of every writing command, then look what the next command makes of it
///
/// Every call that opens, lists, writes, flushes, renames or removes is disturbed in up to five ways, each on an untouched copy of
/// a sample project: the process is killed there; the call answers EIO, or ENOSPC where it writes, once and from then on. Then the next command and
/// `cairn recover` run (once for each state that was left). Nothing may be lost or half done, and `cairn doctor` must find
/// nothing new. Needs `strace`; skipped, with the reason, where there is none or where tracing is not permitted.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only commands that hold this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Only every n-th disturbance
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Leave out so many commands at the front of the list
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: usize,
}

const ALL: [Disturbance; 5] = [
    Disturbance::Kill,
    Disturbance::Once("EIO"),
    Disturbance::ForEver("EIO"),
    Disturbance::Once("ENOSPC"),
    Disturbance::ForEver("ENOSPC"),
];

/// Every call with what is done to it: a call that reads cannot answer that the disk is full, and before the first change there
/// is nothing that a kill could leave.
fn disturbances(calls: &[Call]) -> Vec<(Call, Disturbance)> {
    let first_change = calls.iter().position(|call| !call.reads).unwrap_or(calls.len());
    let of = |(position, call): (usize, &Call)| {
        let all: &[Disturbance] = match call.reads {
            true if position < first_change => &ALL[1..3],
            true => &ALL[..3],
            false => &ALL,
        };
        all.iter().map(|how| (call.clone(), *how)).collect::<Vec<_>>()
    };
    calls.iter().enumerate().flat_map(of).collect()
}

pub(crate) fn run(args: &Args) -> Answer {
    if let Some(reason) = strace::unavailable() {
        println!("skipped: {reason}");
        return Ok(ExitCode::SUCCESS);
    }
    let programs = Programs { folder: checkout::build(false)? };
    let only = args.only.as_deref().unwrap_or_default();
    let (mut injections, mut violations, mut position) = (0, 0, 0);
    for one in COMMANDS.iter().skip(args.skip).filter(|one| one.shown().contains(only)) {
        let proof = Proof::of(&programs, one)?;
        let chosen: Vec<(Call, Disturbance)> = disturbances(&proof.calls)
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
    /// What was found where the same had been left.
    judged: Mutex<HashMap<(u64, Leftovers), Option<String>>>,
}

impl<'p> Proof<'p> {
    fn of(programs: &'p Programs, one: &'p WritingCommand) -> Result<Self, String> {
        let template = programs.prepare(one);
        let sides = Sides::of(programs, one, &template)?;
        let stage = stage()?;
        let root = copied(&template, stage.path());
        let command = programs.command(&root, stage.path(), one.program, one.words);
        let calls = strace::calls(&command, &stage.path().join("calls"))?;
        Ok(Self { programs, one, template, sides, calls, judged: Mutex::default() })
    }

    fn try_all(&self, chosen: &[(Call, Disturbance)]) -> Result<Vec<String>, String> {
        let next = AtomicUsize::new(0);
        let found = Mutex::new(Vec::new());
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let ended: Result<Vec<()>, String> = std::thread::scope(|scope| {
            let running: Vec<_> = (0..workers)
                .map(|_| {
                    scope.spawn(|| -> Result<(), String> {
                        let mut untouched = None;
                        while let Some((call, how)) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                            if let Some(text) = self.try_one(call, *how, &mut untouched)? {
                                let text =
                                    format!("{how:?} at {} {} {}: {text}", call.name, call.number, call.path);
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

    /// The call reads what the command does without, by its contract, and says so with a warning: a `config.json` that cannot be
    /// read counts as none (msd-tools 3); a verb over STATE.md, and `check --fix`, keep the counters when ROADMAP.md or the phases
    /// cannot be read (msd-tools 9.3), as does `resolve` (cairn 7.3).
    fn passes_over(&self, call: &Call) -> bool {
        let path = Path::new(&call.path);
        let plan = ["ROADMAP.md", ".planning/phases", ".planning/milestones"];
        let is_plan = path.ends_with(".planning") || plan.iter().any(|one| call.path.contains(one));
        let keeps_counters = matches!(self.one.command, "check" | "resolve")
            || self.one.command.starts_with("state ") && self.one.command != "state init";
        call.reads && (path.ends_with(".planning/config.json") || keeps_counters && is_plan)
    }

    /// What is wrong after one disturbance. A copy in which it changed nothing serves the next one, too.
    fn try_one(
        &self,
        call: &Call,
        how: Disturbance,
        untouched: &mut Option<(TempDir, Everything)>,
    ) -> Result<Option<String>, String> {
        let (stage, before) = match untouched.take() {
            Some(untouched) => untouched,
            None => {
                let stage = stage()?;
                copied(&self.template, stage.path());
                let before = Everything::below(stage.path(), &Everything::default())?;
                (stage, before)
            }
        };
        let root = stage.path().join("work");
        let command = self.programs.command(&root, stage.path(), self.one.program, self.one.words);
        let status = strace::disturbed(&command, &stage.path().join("calls"), call, how)?;
        if matches!(status.code(), Some(70 | 101)) {
            return Ok(Some(format!("it ended with {status}")));
        }
        let after = Everything::below(stage.path(), &before)?;
        let state = after.number();
        if state == before.number() && !status.success() {
            *untouched = Some((stage, after));
            return Ok(None);
        }
        let leftovers = match how {
            Disturbance::Once(_) | Disturbance::ForEver(_) if self.passes_over(call) => Leftovers::Decided,
            Disturbance::Kill if self.one.is_recorded() => Leftovers::Nothing,
            Disturbance::Kill | Disturbance::ForEver(_) => Leftovers::Named,
            // Nobody can tell what the temporary file is whose removal failed.
            Disturbance::Once(_) if !self.one.is_recorded() && call.name.starts_with("unlink") => {
                Leftovers::Named
            }
            Disturbance::Once(_) => Leftovers::Nothing,
        };
        if status.success() && leftovers != Leftovers::Decided {
            let now = without_leftovers(&tree(&root)?);
            if now != self.sides.new {
                return Ok(Some(format!("done, and it is not: {}", difference(&self.sides.new, &now))));
            }
        }
        // What comes behind is the same for the same state.
        let known = self.judged.lock().ok().and_then(|judged| judged.get(&(state, leftovers)).cloned());
        if let Some(known) = known {
            return Ok(known);
        }
        let verdict = self.sides.healed(self.programs, self.one, &root, stage.path(), leftovers)?;
        if let Ok(mut judged) = self.judged.lock() {
            judged.insert((state, leftovers), verdict.clone());
        }
        Ok(verdict)
    }
}
