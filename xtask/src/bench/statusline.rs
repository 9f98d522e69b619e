//! The status line, as a whole process, against a static "hello".

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::measure::{MEBIBYTE, Program, in_turns, peak_memory, side_by_side, system_calls};
use super::reference::Reference;
use super::table::{Figure, Table, milliseconds};
use super::{in_folder, programs};
use crate::Answer;

/// A run takes a millisecond.
pub(super) const RUNS: usize = 500;

/// The goals of `design/performance.md`.
const LARGEST_RATIO: f64 = 1.5;
const MOST_SYSTEM_CALLS: f64 = 50.0;
/// In MiB.
const MOST_MEMORY: f64 = 2.0;

/// Time the status line against a static "hello", both as whole processes
///
/// Builds both, runs them in turns on a project of ordinary size, and prints the ratio of the medians, the system calls
/// and the peak memory of the line.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many runs of each
    #[arg(long, default_value_t = RUNS)]
    runs: usize,
    /// The folder into which the reference implementation was installed (`npm install --prefix DIR …`)
    #[arg(long, value_name = "DIR")]
    reference: Option<PathBuf>,
    /// Fail when a goal is missed
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    let reference = args.reference.as_deref().map(Reference::in_folder);
    let table = measure(args.runs, reference.as_ref())?;
    print!("{}", table.as_text());
    Ok(if table.is_met() || !args.check { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The line beside "hello".
pub(super) fn measure(runs: usize, reference: Option<&Reference>) -> Result<Table, String> {
    in_folder(&std::env::temp_dir(), |folder| {
        let input = write_project(folder)?;
        let program = |path| Program {
            path,
            arguments: Vec::new(),
            input: input.clone(),
            home: folder.join("home"),
            folder: None,
        };
        let hello = program(programs::hello(folder)?);
        let line = program(programs::shipped("cairn-statusline", "msd-statusline", folder)?);
        let [hello_times, line_times] = side_by_side([&hello, &line], runs)?;
        let ratio = milliseconds(&line_times, 50) / milliseconds(&hello_times, 50);

        let mut table = Table::new("Status line", "cargo xtask bench statusline");
        table.about = format!(
            "Whole process, static release build, medians (and below which nine of ten lie) of {runs} runs in turns."
        );
        let work = "status line";
        table.figures.push(Figure::times(work, "msd-statusline", &line_times, None));
        table.figures.push(Figure::times(work, "static hello", &hello_times, None));
        table.figures.push(Figure::limited(work, "ratio", ratio, LARGEST_RATIO, "×"));
        table.figures.push(match system_calls(&line, folder) {
            Ok(calls) => Figure::limited(work, "system calls", calls as f64, MOST_SYSTEM_CALLS, "calls"),
            Err(why) => Figure::missing(work, "system calls", &why),
        });
        table.figures.push(match peak_memory(&line) {
            Ok(bytes) => Figure::limited(work, "peak memory", bytes as f64 / MEBIBYTE, MOST_MEMORY, "MiB"),
            Err(why) => Figure::missing(work, "peak memory", &why),
        });
        if let Some(reference) = reference {
            let mut theirs = program(reference.node());
            theirs.arguments.push(reference.status_line().into());
            match in_turns([|_| theirs.time()], runs.div_ceil(20), 1) {
                Ok([times]) => {
                    let ratio = milliseconds(&times, 50) / milliseconds(&line_times, 50);
                    table.figures.push(Figure::times(work, "reference", &times, None));
                    table.figures.push(Figure::plain(work, "reference / ours", format!("{ratio:.0} ×")));
                }
                Err(why) => table.figures.push(Figure::missing(work, "reference", &why)),
            }
        }
        Ok(table)
    })
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
