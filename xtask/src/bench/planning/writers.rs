//! 64 writers at once: none of their writes may be lost.

use std::fs;
use std::path::Path;
use std::time::Instant;

use super::projects::Project;
use crate::bench::bare;
use crate::bench::measure::Program;
use crate::bench::table::{Figure, Table};

const WRITERS: usize = 64;

/// Starts all writers at once, each with a decision of its own, counts the decisions, and sets the rate beside the one of as many
/// bare durable writes one after the other.
pub(super) fn measure(tools: &Path, project: &Project, home: &Path, table: &mut Table) -> Result<(), String> {
    let begin = Instant::now();
    let ended: Vec<Result<_, String>> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|number| {
                let summary = format!("Writer {number} was here.");
                let arguments = [
                    "state",
                    "add-decision",
                    "--phase",
                    "2",
                    "--lock-timeout",
                    "60",
                    "--summary",
                    &summary,
                    "--cwd",
                ];
                let mut arguments: Vec<_> = arguments.map(Into::into).to_vec();
                arguments.push(project.root.clone().into_os_string());
                let program = Program {
                    path: tools.to_owned(),
                    arguments,
                    input: String::new(),
                    home: home.to_owned(),
                    folder: None,
                };
                scope.spawn(move || program.time())
            })
            .collect();
        writers
            .into_iter()
            .map(|writer| writer.join().unwrap_or_else(|_| Err("a writer's thread failed".to_owned())))
            .collect()
    });
    let seconds = begin.elapsed().as_secs_f64();
    let failed = ended.iter().filter_map(|writer| writer.as_ref().err()).collect::<Vec<_>>();
    let state = fs::read_to_string(project.state()).map_err(|error| error.to_string())?;
    let kept = (0..WRITERS)
        .filter(|number| state.matches(&format!("Writer {number} was here.")).count() == 1)
        .count();

    let mut bare_seconds = 0.0;
    for _ in 0..WRITERS {
        bare_seconds += bare::durable_write(&project.state())?.as_secs_f64();
    }
    let work = format!("{WRITERS} writers at once");
    let lost = WRITERS.saturating_sub(kept).max(failed.len());
    table.figures.push(Figure::limited(&work, "writes that were lost", lost as f64, 0.0, "writes"));
    if let Some(why) = failed.first() {
        table.notes.push(format!("Of the writers {} failed; the first: {why}", failed.len()));
    }
    let rate = |seconds: f64| format!("{:.0} writes/s", WRITERS as f64 / seconds);
    table.figures.push(Figure::plain(&work, "msd-tools", rate(seconds)));
    table.figures.push(Figure::plain(&work, "durable write", rate(bare_seconds)));
    // L4: at least half the rate of the same flushes in a bare loop.
    table.figures.push(Figure::limited(&work, "time, against bare writes", seconds / bare_seconds, 2.0, "×"));
    Ok(())
}
