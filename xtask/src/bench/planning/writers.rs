//! 64 writers at once: none of their writes may be lost, none of them may starve, and together they are not much slower than the disk.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::projects::Project;
use crate::bench::bare;
use crate::bench::measure::Program;
use crate::bench::table::{Figure, Table};

const WRITERS: usize = 64;

/// Changes of each writer, one process after the other: enough that the first moment, in which all of them start, does not decide.
const CHANGES: usize = 8;

/// L4: at least half the rate of a bare loop of the same flushes.
const MOST_TIME: f64 = 2.0;

/// L4: the longest wait against the mean.
const LONGEST_WAIT: f64 = 20.0;

/// Starts all writers at once, each with decisions of its own, counts the decisions, and sets the rate beside the one of as many
/// bare writes with the same flushes, one after the other.
pub(super) fn measure(tools: &Path, project: &Project, home: &Path, table: &mut Table) -> Result<(), String> {
    let begin = Instant::now();
    let ended: Vec<Result<Duration, String>> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
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
    let failed = ended.iter().filter_map(|writer| writer.as_ref().err()).collect::<Vec<_>>();
    let state = fs::read_to_string(project.state()).map_err(|error| error.to_string())?;
    let kept = (0..WRITERS)
        .flat_map(|writer| (0..CHANGES).map(move |change| summary(writer, change)))
        .filter(|summary| state.matches(summary.as_str()).count() == 1)
        .count();

    let count = WRITERS.saturating_mul(CHANGES);
    let mut bare_seconds = 0.0;
    for number in 0..count {
        bare_seconds += bare::recorded_write(&project.state(), &home.join("bare"), number)?.as_secs_f64();
    }
    let work = format!("{WRITERS} writers at once");
    let lost = count.saturating_sub(kept).max(failed.len());
    table.figures.push(Figure::limited(&work, "writes that were lost", lost as f64, 0.0, "writes"));
    if let Some(why) = failed.first() {
        table.notes.push(format!("Of the writes {} failed; the first: {why}", failed.len()));
    }
    let rate = |seconds: f64| format!("{:.0} writes/s", count as f64 / seconds);
    table.figures.push(Figure::plain(&work, "msd-tools", rate(seconds)));
    table.figures.push(Figure::plain(&work, "bare, same flushes", rate(bare_seconds)));
    let slower = seconds / bare_seconds;
    table.figures.push(Figure::limited(&work, "time, against bare", slower, MOST_TIME, "×"));
    let waits: Vec<f64> = ended.iter().flatten().map(Duration::as_secs_f64).collect();
    let mean = waits.iter().sum::<f64>() / waits.len().max(1) as f64;
    let longest = waits.iter().copied().fold(0.0, f64::max);
    table.figures.push(Figure::limited(&work, "longest wait / mean", longest / mean, LONGEST_WAIT, "×"));
    Ok(())
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
