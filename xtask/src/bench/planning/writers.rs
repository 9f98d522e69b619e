//! 64 writers at once: none of their writes may be lost, none of them may starve, and together they are not much slower than the disk.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use super::projects::{self, Project};
use crate::Answer;
use crate::bench::measure::Program;
use crate::bench::table::{Figure, Table};
use crate::bench::{bare, in_folder, programs};
use crate::proof::strace;

/// Measure 64 writers at once, alone
///
/// The rows of `cargo xtask bench planning` that are about them: the rate beside the one of a bare loop of the same flushes, on the
/// disk as it is, and on one whose flushes take a millisecond longer.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where the project is written: a folder of a disk whose speed means something [default: the temporary folder]
    #[arg(long, value_name = "DIR")]
    place: Option<PathBuf>,
    /// Measure once with this program, under whatever disturbs this task, and print bare numbers
    #[arg(long, value_name = "PROGRAM", hide = true)]
    once: Option<PathBuf>,
}

const WRITERS: usize = 64;

/// Changes of each writer, one process after the other: enough that the first moment, in which all of them start, does not decide.
const CHANGES: usize = 8;

const COUNT: usize = WRITERS * CHANGES;

/// L4: at least half the rate of a bare loop of the same flushes.
const MOST_TIME: f64 = 2.0;

/// L4: the longest wait against the mean.
const LONGEST_WAIT: f64 = 20.0;

/// What is added to each flush in the second measurement. A flush of an ordinary disk takes this long or longer; one of a virtual
/// disk may end in the memory of its host.
const LONGER: Duration = Duration::from_millis(1);

pub(crate) fn run(args: &Args) -> Answer {
    let place = args.place.clone().unwrap_or_else(std::env::temp_dir);
    in_folder(&place, |folder| {
        if let Some(program) = &args.once {
            println!("{}", once(program, folder)?.as_words());
            return Ok(());
        }
        let tools = programs::shipped("cairn-cli", "msd-tools", folder)?;
        let mut table = Table::new("Writers", "cargo xtask bench writers [--place DIR]");
        measure(&tools, folder, &mut table)?;
        print!("{}", table.as_text());
        Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Both measurements, in `folder`.
pub(super) fn measure(tools: &Path, folder: &Path, table: &mut Table) -> Result<(), String> {
    let work = format!("{WRITERS} writers at once");
    once(tools, folder)?.push_to(table, &work);
    let work = format!("{WRITERS} writers, flushes + {} ms", LONGER.as_millis());
    match with_longer_flushes(tools, folder) {
        Ok(measured) => {
            measured.push_to(table, &work);
            table.notes.push(
                "A flush here may end in the memory of a host; on a disk of one's own it takes a millisecond or longer. `strace` adds \
                 that to each flush, of the writers and of the bare loop, and costs every process of a writer some time besides: \
                 on such a disk the ratio is below the one in the table."
                    .to_owned(),
            );
        }
        Err(why) => table.figures.push(Figure::missing(work, "time, against bare", &why)),
    }
    Ok(())
}

/// What was measured once.
struct Measured {
    lost: usize,
    failed: usize,
    seconds: f64,
    bare_seconds: f64,
    /// The longest wait of a writer against the mean.
    longest_wait: f64,
}

impl Measured {
    fn as_words(&self) -> String {
        let Self { lost, failed, seconds, bare_seconds, longest_wait } = self;
        format!("{lost} {failed} {seconds} {bare_seconds} {longest_wait}")
    }

    fn of_words(words: &str) -> Option<Self> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let [lost, failed, seconds, bare_seconds, longest_wait] = words.try_into().ok()?;
        Some(Self {
            lost: lost.parse().ok()?,
            failed: failed.parse().ok()?,
            seconds: seconds.parse().ok()?,
            bare_seconds: bare_seconds.parse().ok()?,
            longest_wait: longest_wait.parse().ok()?,
        })
    }

    fn push_to(&self, table: &mut Table, work: &str) {
        table.figures.push(Figure::limited(work, "writes that were lost", self.lost as f64, 0.0, "writes"));
        if self.failed > 0 {
            table.notes.push(format!("{work}: {} writes failed.", self.failed));
        }
        let rate = |seconds: f64| format!("{:.0} writes/s", COUNT as f64 / seconds);
        table.figures.push(Figure::plain(work, "msd-tools", rate(self.seconds)));
        table.figures.push(Figure::plain(work, "bare, same flushes", rate(self.bare_seconds)));
        let slower = self.seconds / self.bare_seconds;
        table.figures.push(Figure::limited(work, "time, against bare", slower, MOST_TIME, "×"));
        table.figures.push(Figure::limited(
            work,
            "longest wait / mean",
            self.longest_wait,
            LONGEST_WAIT,
            "×",
        ));
    }
}

/// Starts all writers at once, each with decisions of its own, counts the decisions, and sets the rate beside the one of as many
/// bare writes with the same flushes, one after the other.
fn once(tools: &Path, folder: &Path) -> Result<Measured, String> {
    let (project, home) = (projects::small(folder.join("shared"))?, folder.join("home"));
    let begin = Instant::now();
    let ended: Vec<Result<Duration, String>> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let (project, home) = (&project, &home);
                let time = move |change| add_decision(tools, project, home, &summary(writer, change)).time();
                scope.spawn(move || (0..CHANGES).map(time).collect::<Vec<_>>())
            })
            .collect();
        writers
            .into_iter()
            .flat_map(|writer| {
                writer.join().unwrap_or_else(|_| vec![Err("a writer's thread failed".to_owned())])
            })
            .collect()
    });
    let seconds = begin.elapsed().as_secs_f64();
    let state = fs::read_to_string(project.state()).map_err(|error| error.to_string())?;
    let kept = (0..WRITERS)
        .flat_map(|writer| (0..CHANGES).map(move |change| summary(writer, change)))
        .filter(|summary| state.matches(summary.as_str()).count() == 1)
        .count();

    let mut bare_seconds = 0.0;
    for number in 0..COUNT {
        bare_seconds += bare::recorded_write(&project.state(), &home.join("bare"), number)?.as_secs_f64();
    }
    for gone in [&project.root, &home.join("bare")] {
        fs::remove_dir_all(gone).map_err(|error| format!("{}: {error}", gone.display()))?;
    }
    let failed = ended.iter().filter(|writer| writer.is_err()).count();
    let waits: Vec<f64> = ended.iter().flatten().map(Duration::as_secs_f64).collect();
    let mean = waits.iter().sum::<f64>() / waits.len().max(1) as f64;
    let longest_wait = waits.iter().copied().fold(0.0, f64::max) / mean;
    let lost = COUNT.saturating_sub(kept).max(failed);
    Ok(Measured { lost, failed, seconds, bare_seconds, longest_wait })
}

/// The same with each flush, of the writers and of the bare loop, made [`LONGER`]. `strace` does that, which costs every process of
/// a writer some milliseconds besides, and the loop next to nothing: the true ratio is below what this finds.
fn with_longer_flushes(tools: &Path, folder: &Path) -> Result<Measured, String> {
    if let Some(why) = strace::unavailable() {
        return Err(why);
    }
    let this = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
    let longer = format!("inject=fsync:delay_exit={}", LONGER.as_micros());
    let output = Command::new("strace")
        .args(["-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e", &longer])
        .arg(this)
        .args(["bench", "writers", "--once"])
        .arg(tools)
        .arg("--place")
        .arg(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("strace: {error}"))?;
    let words = String::from_utf8_lossy(&output.stdout);
    Measured::of_words(&words).ok_or_else(|| {
        format!("under strace: {}, {}", output.status, String::from_utf8_lossy(&output.stderr).trim())
    })
}

fn summary(writer: usize, change: usize) -> String {
    format!("Writer {writer} was here for the {change}. time.")
}

fn add_decision(tools: &Path, project: &Project, home: &Path, summary: &str) -> Program {
    let arguments =
        ["state", "add-decision", "--phase", "2", "--lock-timeout", "60", "--summary", summary, "--cwd"];
    let mut arguments: Vec<_> = arguments.map(Into::into).to_vec();
    arguments.push(project.root.clone().into_os_string());
    Program { path: tools.to_owned(), arguments, input: String::new(), home: home.to_owned(), folder: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one process measured is what the other tells.
    #[test]
    fn words_are_read_back() {
        let measured = Measured { lost: 1, failed: 2, seconds: 1.25, bare_seconds: 0.5, longest_wait: 1.5 };
        let back = Measured::of_words(&measured.as_words()).unwrap();
        assert_eq!(back.as_words(), measured.as_words());
        let mut table = Table::new("Writers", "cargo xtask bench writers");
        back.push_to(&mut table, "writers");
        let text = table.as_text();
        for told in ["1.00 writes", "410 writes/s", "1024 writes/s", "2.50 ×", "MISSED", "2 writes failed"] {
            assert!(text.contains(told), "{told} in {text}");
        }
        assert!(Measured::of_words("error: no such program").is_none());
    }
}
