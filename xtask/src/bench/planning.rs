//! The planning engine, as whole processes: what a caller of `msd-tools` waits for.

mod projects;
pub(super) mod writers;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use self::projects::Project;
use super::measure::{MEBIBYTE, Program, in_turns, peak_memory, system_calls};
use super::reference::Reference;
use super::table::{Figure, Table, milliseconds};
use super::{bare, in_folder, programs};
use crate::Answer;

/// Time `msd-tools` on a small, a large and a huge project
///
/// Builds it, runs it in turns with the least that the system takes for the same work (and with the reference
/// implementation, when it is given), and prints medians, ratios and the peak memory.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many runs of each work; a third of them on the huge project
    #[arg(long, default_value_t = RUNS)]
    runs: usize,
    /// Where the projects are written: a folder of a disk whose speed means something [default: the temporary folder]
    #[arg(long, value_name = "DIR")]
    place: Option<PathBuf>,
    /// The folder into which the reference implementation was installed (`npm install --prefix DIR …`)
    #[arg(long, value_name = "DIR")]
    reference: Option<PathBuf>,
    /// Fail when a goal is missed
    #[arg(long)]
    check: bool,
}

/// Enough for a steady median, few enough for a minute.
pub(super) const RUNS: usize = 100;

pub(crate) fn run(args: &Args) -> Answer {
    let place = args.place.clone().unwrap_or_else(std::env::temp_dir);
    let reference = args.reference.as_deref().map(Reference::in_folder);
    let table = measure(args.runs, &place, reference.as_ref())?;
    print!("{}", table.as_text());
    Ok(if table.is_met() || !args.check { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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

/// Every work on its project.
pub(super) fn measure(runs: usize, place: &Path, reference: Option<&Reference>) -> Result<Table, String> {
    in_folder(place, |folder| {
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
        let json_small = json("state json, small", 3.0, Some(10.0));
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
            most_memory: Some(4.0 * huge_size / MEBIBYTE),
        };
        let mut table =
            Table::new("Planning engine", "cargo xtask bench planning [--place DIR] [--reference DIR]");
        table.about = format!(
            "Whole processes, static release build, medians (and below which nine of ten lie) of {runs} runs in turns with the \
             least that the system takes for the same work; a third of the runs on the 50 MB file. The small project has 3 \
             phases, the large one 300 phases of 6 plans and a STATE.md of 5,000 lines."
        );
        let bench = Bench { folder, tools: &tools, reference };
        for (work, project, runs) in [
            (&json_small, &small, runs),
            (&update_small, &small, runs),
            (&json_large, &large, runs),
            (&update_huge, &huge, runs.div_ceil(3)),
        ] {
            bench.measure(work, project, runs, &mut table)?;
        }
        writers::measure(&tools, folder, &mut table)?;
        Ok(table)
    })
}

struct Bench<'a> {
    folder: &'a Path,
    tools: &'a Path,
    reference: Option<&'a Reference>,
}

impl Bench<'_> {
    /// Measures one work.
    fn measure(&self, work: &Work, project: &Project, runs: usize, table: &mut Table) -> Result<(), String> {
        let program = |turn: usize| {
            let arguments = if turn.is_multiple_of(2) { work.arguments[0] } else { work.arguments[1] };
            self.program(self.tools, &[], arguments, project)
        };
        let bare_path = project.root.join(".planning").join(work.bare.0);
        let ours = |turn| program(turn).time();
        let bare = |_| work.bare.1(&bare_path);
        let works: [&mut dyn FnMut(usize) -> Result<Duration, String>; 2] = [&mut { ours }, &mut { bare }];
        let [ours, bare] = in_turns(works, runs, 3)?;
        // The next writes after the last turn, so that they change something too.
        let memory = peak_memory(&program(runs.saturating_add(3)));
        let calls = system_calls(&program(runs.saturating_add(4)), self.folder);
        let ratio = milliseconds(&ours, 50) / milliseconds(&bare, 50);

        let figures = &mut table.figures;
        figures.push(Figure::times(work.name, "msd-tools", &ours, work.most_milliseconds));
        figures.push(Figure::times(work.name, work.bare_name, &bare, None));
        figures.push(match work.most_ratio {
            Some(most) => Figure::limited(work.name, "ratio", ratio, most, "×"),
            None => Figure::plain(work.name, "ratio", format!("{ratio:.2} ×")),
        });
        figures.push(match (memory, work.most_memory) {
            (Ok(bytes), Some(most)) => {
                Figure::limited(work.name, "peak memory", bytes as f64 / MEBIBYTE, most.round(), "MiB")
            }
            (Ok(bytes), None) => {
                Figure::plain(work.name, "peak memory", format!("{:.2} MiB", bytes as f64 / MEBIBYTE))
            }
            (Err(why), _) => Figure::missing(work.name, "peak memory", &why),
        });
        figures.push(match calls {
            Ok(calls) => Figure::plain(work.name, "system calls", calls.to_string()),
            Err(why) => Figure::missing(work.name, "system calls", &why),
        });
        if let Some(reference) = self.reference
            && let Err(why) = self.measure_reference(reference, work, project, &ours, table)
        {
            table.figures.push(Figure::missing(work.name, "reference", &why));
        }
        Ok(())
    }

    /// The times of the reference on the same project: few, since they are long.
    fn measure_reference(
        &self,
        reference: &Reference,
        work: &Work,
        project: &Project,
        ours: &[Duration],
        table: &mut Table,
    ) -> Result<(), String> {
        let script = reference.script();
        let run = |turn: usize| {
            let arguments = if turn.is_multiple_of(2) { work.arguments[1] } else { work.arguments[0] };
            self.program(&reference.node(), &[&script], arguments, project)
        };
        let [times] = in_turns([|turn| run(turn).time()], 5, 1)?;
        let ratio = milliseconds(&times, 50) / milliseconds(ours, 50);
        table.figures.push(Figure::times(work.name, "reference", &times, None));
        table.figures.push(Figure::plain(work.name, "reference / ours", format!("{ratio:.0} ×")));
        table.figures.push(match peak_memory(&run(6)) {
            Ok(memory) => {
                Figure::plain(work.name, "its peak memory", format!("{:.0} MiB", memory as f64 / MEBIBYTE))
            }
            Err(why) => Figure::missing(work.name, "its peak memory", &why),
        });
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
            folder: None,
        }
    }
}
