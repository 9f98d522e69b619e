//! The status line, as a whole process, against a static "hello".

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use super::measure::{Program, peak_memory, percentile, side_by_side, system_calls};
use super::{in_folder, programs};
use crate::Answer;

/// The goals of `design/performance.md`.
const LARGEST_RATIO: f64 = 1.5;
const MOST_SYSTEM_CALLS: usize = 50;
const MOST_MEMORY: u64 = 2 * 1024 * 1024;

/// Time the status line against a static "hello", both as whole processes
///
/// Builds both, runs them in turns on a project of ordinary size, and prints the ratio of the medians, the system calls
/// and the peak memory of the line.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many runs of each
    #[arg(long, default_value_t = 500)]
    runs: usize,
    /// Fail when a goal is missed
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    let met = in_folder(&std::env::temp_dir(), |folder| measure(args, folder))?;
    Ok(if met || !args.check { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the measurements; whether every goal that could be measured is met.
fn measure(args: &Args, folder: &Path) -> Result<bool, String> {
    let input = write_project(folder)?;
    let program =
        |path| Program { path, arguments: Vec::new(), input: input.clone(), home: folder.join("home") };
    let hello = program(programs::hello(folder)?);
    let line = program(programs::shipped("cairn-statusline", "msd-statusline", folder)?);
    let [hello_times, line_times] = side_by_side([&hello, &line], args.runs)?;
    let milliseconds = |times, percent| percentile(times, percent).as_secs_f64() * 1000.0;
    let ratio = milliseconds(&line_times, 50) / milliseconds(&hello_times, 50);

    println!("whole process, static release build, {} runs each, in turns", args.runs);
    println!("                     median   90 of 100");
    for (name, times) in [("static hello", &hello_times), ("msd-statusline", &line_times)] {
        println!("{name:<16} {:>7.3} ms  {:>7.3} ms", milliseconds(times, 50), milliseconds(times, 90));
    }
    let mut met = report("ratio of medians", Ok(format!("{ratio:.2}")), ratio <= LARGEST_RATIO, "1.5");
    let calls = system_calls(&line, folder);
    let few = calls.as_ref().is_ok_and(|calls| *calls <= MOST_SYSTEM_CALLS);
    met &= report("system calls", calls.map(|calls| calls.to_string()), few, "50");
    let memory = peak_memory(&line);
    let small = memory.as_ref().is_ok_and(|memory| *memory <= MOST_MEMORY);
    let in_mebibytes = memory.map(|bytes| format!("{:.2} MiB", bytes as f64 / f64::from(1024 * 1024)));
    met &= report("peak memory", in_mebibytes, small, "2 MiB");
    Ok(met)
}

/// Prints one measurement beside its goal; whether the goal is met, which one that could not be measured is.
fn report(name: &str, value: Result<String, String>, is_met: bool, goal: &str) -> bool {
    match value {
        Ok(value) => {
            println!("{name:<18} {value:>9}   goal ≤ {goal}{}", if is_met { "" } else { "   MISSED" });
            is_met
        }
        Err(why) => {
            println!("{name:<18} not measured: {why}");
            true
        }
    }
}

/// A project of ordinary size; what the agent sends for a window on its root.
fn write_project(folder: &Path) -> Result<String, String> {
    let project = folder.join("home/work/project");
    let decisions = "- [Phase 4]: Tables start at midnight — the harbour office does\n".repeat(40);
    let state = format!(
        "---\nmsd_state_version: '1.0'\nmilestone: v2.0\nmilestone_name: Code Quality\nstatus: executing\n\
         last_updated: \"2026-10-07T12:00:00.000Z\"\nprogress:\n  total_phases: 17\n  completed_phases: 10\n  \
         total_plans: 84\n  completed_plans: 47\n  percent: 56\n---\n\n# Project State\n\n## Current Position\n\n\
         Phase: 11 of 17 (Observability)\nPlan: 2 of 5 in current phase\nStatus: Ready to execute\n\n\
         Progress: [█████░░░░░] 56%\n\n## Accumulated Context\n\n### Decisions\n\n{decisions}"
    );
    let input = format!(
        "{{\"session_id\":\"0b9c\",\"model\":{{\"display_name\":\"Opus\"}},\"workspace\":{{\"current_dir\":{project:?}}},\
         \"context_window\":{{\"remaining_percentage\":60}}}}"
    );
    let written = fs::create_dir_all(project.join(".planning"))
        .and_then(|()| fs::write(project.join(".planning/STATE.md"), state))
        .and_then(|()| {
            fs::write(project.join(".planning/config.json"), "{\"state\":{\"lifecycle\":true}}\n")
        });
    written.map_err(|error| format!("{}: {error}", project.display()))?;
    Ok(input)
}
