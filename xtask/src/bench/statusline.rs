//! The status line, as a whole process, against a static "hello".

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use super::measure::{Program, peak_memory, percentile, side_by_side, system_calls};
use crate::{Answer, checkout};

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
    let folder = std::env::temp_dir().join(format!("cairn-bench-{}", std::process::id()));
    let measured = fs::create_dir_all(folder.join("home"))
        .map_err(|error| format!("{}: {error}", folder.display()))
        .and_then(|()| measure(args, &folder));
    let removed = fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()));
    let met = measured?;
    removed?;
    Ok(if met || !args.check { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the measurements; whether every goal that could be measured is met.
fn measure(args: &Args, folder: &Path) -> Result<bool, String> {
    let triple = host_triple()?;
    let input = write_project(folder)?;
    let program = |path| Program { path, input: input.clone(), home: folder.join("home") };
    let hello = program(installed(&build_hello(folder, &triple)?, folder)?);
    let line = program(installed(&build_line(&triple)?, folder)?);
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

fn host_triple() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output().map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let triple = text.lines().find_map(|line| line.strip_prefix("host: "));
    triple.map(str::to_owned).ok_or_else(|| "rustc -vV: no host".to_owned())
}

/// `fn main() { println!("hello") }`, built like the line.
fn build_hello(folder: &Path, triple: &str) -> Result<PathBuf, String> {
    let source = folder.join("hello.rs");
    fs::write(&source, "fn main() {\n    println!(\"hello\");\n}\n").map_err(|error| error.to_string())?;
    let program = folder.join("hello");
    let mut command = Command::new("rustc");
    command.args(["--edition=2024", "--target", triple, "-o"]).arg(&program).arg(&source);
    for option in [
        "opt-level=3",
        "target-feature=+crt-static",
        "panic=abort",
        "strip=symbols",
        "lto=fat",
        "codegen-units=1",
    ] {
        command.args(["-C", option]);
    }
    build(command, "hello")?;
    Ok(program)
}

/// The line as it is shipped. The target is named so that the flags do not reach build scripts and macros.
fn build_line(triple: &str) -> Result<PathBuf, String> {
    let target = checkout::root().join("target");
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .current_dir(checkout::root())
        .env("RUSTFLAGS", "-C target-feature=+crt-static")
        .args([
            "build",
            "--quiet",
            "--release",
            "--package",
            "cairn-statusline",
            "--target",
            triple,
            "--target-dir",
        ])
        .arg(&target);
    build(command, "msd-statusline")?;
    Ok(target.join(triple).join("release/msd-statusline"))
}

/// A copy of `program`, as an installation makes one: pages that a linker has written are mapped more slowly than copied ones,
/// by a seventh of the whole time here.
fn installed(program: &Path, folder: &Path) -> Result<PathBuf, String> {
    let name = program.file_name().unwrap_or_default();
    let copy = folder.join("installed").join(name);
    let copied = fs::create_dir_all(folder.join("installed")).and_then(|()| fs::copy(program, &copy));
    copied.map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(copy)
}

fn build(mut command: Command, name: &str) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("building {name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("building {name}: {status}")) }
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
