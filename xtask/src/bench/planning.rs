//! The planning engine, as whole processes: what a caller of `msd-tools` waits for.

mod bare;
mod projects;
mod writers;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use self::projects::Project;
use super::measure::{Program, in_turns, peak_memory, percentile};
use super::{in_folder, programs};
use crate::Answer;

const MEBIBYTE: f64 = 1024.0 * 1024.0;

/// Time `msd-tools` on a small, a large and a huge project
///
/// Builds it, runs it in turns with the least that the system takes for the same work (and with the reference
/// implementation, when it is given), and prints medians, ratios and the peak memory.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many runs of each work; a tenth of them on the huge project
    #[arg(long, default_value_t = 100)]
    runs: usize,
    /// Where the projects are written: a folder of a disk whose speed means something [default: the temporary folder]
    #[arg(long, value_name = "DIR")]
    place: Option<PathBuf>,
    /// The folder into which `bench/compare` has installed the reference implementation
    #[arg(long, value_name = "DIR")]
    reference: Option<PathBuf>,
    /// Fail when a goal is missed
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    let place = args.place.clone().unwrap_or_else(std::env::temp_dir);
    let met = in_folder(&place, |folder| measure(args, folder))?;
    Ok(if met || !args.check { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The least that the system takes for the same work, on a file or folder.
type Bare = fn(&Path) -> Result<Duration, String>;

/// One work that is measured, and its goals (`design/performance.md`).
struct Work {
    name: &'static str,
    /// The arguments of the even and of the odd runs, so that every write changes something.
    arguments: [&'static [&'static str]; 2],
    bare_name: &'static str,
    /// The file or folder of `.planning` that the bare work is done on, and the work.
    bare: (&'static str, Bare),
    most_milliseconds: Option<f64>,
    most_ratio: Option<f64>,
    most_memory: Option<f64>,
}

const JSON: [&[&str]; 2] = [&["state", "json"]; 2];
const UPDATE: [&[&str]; 2] =
    [&["state", "update", "Status", "In progress"], &["state", "update", "Status", "Planning"]];

/// Prints the measurements; whether every goal that could be measured is met.
fn measure(args: &Args, folder: &Path) -> Result<bool, String> {
    let tools = programs::shipped("cairn-cli", "msd-tools", folder)?;
    let small = projects::small(folder.join("small"))?;
    let large = projects::large(folder.join("large"))?;
    let huge = projects::huge(folder.join("huge"))?;
    let huge_size = fs::metadata(huge.state()).map_err(|error| error.to_string())?.len() as f64;
    let json = |name, most_milliseconds, most_memory| Work {
        name,
        arguments: JSON,
        bare_name: "read the names",
        bare: ("phases", bare::read_names),
        most_milliseconds: Some(most_milliseconds),
        most_ratio: None,
        most_memory,
    };
    let json_small = json("state json, small", 3.0, Some(10.0 * MEBIBYTE));
    let update_small = Work {
        name: "state update, small",
        arguments: UPDATE,
        bare_name: "durable write",
        bare: ("STATE.md", bare::durable_write),
        most_milliseconds: Some(5.0),
        most_ratio: None,
        most_memory: None,
    };
    let json_large = json("state json, large", 40.0, None);
    let update_huge = Work {
        name: "state update, 50 MB",
        arguments: UPDATE,
        bare_name: "copy with fsync",
        bare: ("STATE.md", bare::copy),
        most_milliseconds: None,
        most_ratio: Some(3.0),
        most_memory: Some(4.0 * huge_size),
    };
    println!("whole processes, static release build, medians (90 of 100), {} runs in turns", args.runs);
    let bench = Bench { args, folder, tools: &tools };
    let mut met = true;
    for (work, project, runs) in [
        (&json_small, &small, args.runs),
        (&update_small, &small, args.runs),
        (&json_large, &large, args.runs),
        (&update_huge, &huge, args.runs.div_ceil(10)),
    ] {
        met &= bench.measure(work, project, runs)?;
    }
    Ok(met & writers::measure(&tools, &projects::small(folder.join("shared"))?, &folder.join("home"))?)
}

struct Bench<'a> {
    args: &'a Args,
    folder: &'a Path,
    tools: &'a Path,
}

impl Bench<'_> {
    /// Measures and prints one work; whether its goals are met.
    fn measure(&self, work: &Work, project: &Project, runs: usize) -> Result<bool, String> {
        let program = |turn: usize| {
            let arguments = if turn.is_multiple_of(2) { work.arguments[0] } else { work.arguments[1] };
            self.program(self.tools, &[], arguments, project)
        };
        let bare_path = project.root.join(".planning").join(work.bare.0);
        let ours = |turn| program(turn).time();
        let bare = |_| work.bare.1(&bare_path);
        let works: [&mut dyn FnMut(usize) -> Result<Duration, String>; 2] = [&mut { ours }, &mut { bare }];
        let [ours, bare] = in_turns(works, runs, 3)?;
        // The next write after the last turn, so that it changes something too.
        let memory = peak_memory(&program(runs.saturating_add(3)));
        let ratio = milliseconds(&ours, 50) / milliseconds(&bare, 50);

        println!("\n{}", work.name);
        print_times("msd-tools", &ours);
        print_times(work.bare_name, &bare);
        let mut met = match work.most_milliseconds {
            Some(most) => goal("median", milliseconds(&ours, 50), most, "ms"),
            None => true,
        };
        met &= match work.most_ratio {
            Some(most) => goal("ratio", ratio, most, "×"),
            None => {
                println!("  {:<18} {ratio:>9.2} ×", "ratio");
                true
            }
        };
        match (memory, work.most_memory) {
            (Ok(memory), Some(most)) => {
                met &= goal("peak memory", memory as f64 / MEBIBYTE, most / MEBIBYTE, "MiB")
            }
            (Ok(memory), None) => println!("  {:<18} {:>9.2} MiB", "peak memory", memory as f64 / MEBIBYTE),
            (Err(why), _) => println!("  {:<18} not measured: {why}", "peak memory"),
        }
        if let Some(reference) = &self.args.reference {
            self.measure_reference(reference, work, project, &ours)?;
        }
        Ok(met)
    }

    /// Prints the times of the reference on the same project: few, since they are long.
    fn measure_reference(
        &self,
        reference: &Path,
        work: &Work,
        project: &Project,
        ours: &[Duration],
    ) -> Result<(), String> {
        let node = reference.join("node_modules/node/bin/node");
        let script = reference.join("node_modules/@opengsd/gsd-core/gsd-core/bin/gsd-tools.cjs");
        let script = script.display().to_string();
        let run = |turn: usize| {
            let arguments = if turn.is_multiple_of(2) { work.arguments[1] } else { work.arguments[0] };
            self.program(&node, &[&script], arguments, project)
        };
        let [times] = in_turns([|turn| run(turn).time()], 5, 1)?;
        print_times("reference", &times);
        println!("  {:<18} {:>9.0} ×", "reference / ours", milliseconds(&times, 50) / milliseconds(ours, 50));
        match peak_memory(&run(6)) {
            Ok(memory) => println!("  {:<18} {:>9.2} MiB", "its peak memory", memory as f64 / MEBIBYTE),
            Err(why) => println!("  {:<18} not measured: {why}", "its peak memory"),
        }
        Ok(())
    }

    fn program(&self, path: &Path, before: &[&str], arguments: &[&str], project: &Project) -> Program {
        let mut all: Vec<_> = before.iter().chain(arguments).map(Into::into).collect();
        all.extend(["--cwd".into(), project.root.clone().into_os_string()]);
        Program {
            path: path.to_owned(),
            arguments: all,
            input: String::new(),
            home: self.folder.join("home"),
        }
    }
}

fn milliseconds(times: &[Duration], percent: usize) -> f64 {
    percentile(times, percent).as_secs_f64() * 1000.0
}

fn print_times(name: &str, times: &[Duration]) {
    println!("  {name:<18} {:>9.3} ms  ({:.3} ms)", milliseconds(times, 50), milliseconds(times, 90));
}

/// Prints one figure beside its goal; whether the goal is met.
fn goal(name: &str, value: f64, most: f64, unit: &str) -> bool {
    let is_met = value <= most;
    println!(
        "  {name:<18} {value:>9.2} {unit}   goal ≤ {most:.1} {unit}{}",
        if is_met { "" } else { "   MISSED" }
    );
    is_met
}
