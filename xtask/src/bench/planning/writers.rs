//! 64 writers at once: none of their writes may be lost.

use std::fs;
use std::path::Path;
use std::time::Instant;

use super::bare;
use super::projects::Project;
use crate::bench::measure::Program;

const WRITERS: usize = 64;

/// Starts all writers at once, each with a decision of its own, counts the decisions, and prints the rate beside the one of
/// as many bare durable writes one after the other; whether every decision is there once.
pub(super) fn measure(tools: &Path, project: &Project, home: &Path) -> Result<bool, String> {
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
    let is_met = kept == WRITERS && failed.is_empty();
    println!("\n{WRITERS} writers at once");
    println!("  {:<18} {kept:>9} of {WRITERS}{}", "decisions kept", if is_met { "" } else { "   MISSED" });
    if let Some(why) = failed.first() {
        println!("  {:<18} {:>9}   the first: {why}", "writers that failed", failed.len());
    }
    println!("  {:<18} {:>9.0} writes/s", "msd-tools", WRITERS as f64 / seconds);
    println!("  {:<18} {:>9.0} writes/s", "durable write", WRITERS as f64 / bare_seconds);
    println!("  {:<18} {:>9.2} ×", "ratio", seconds / bare_seconds);
    Ok(is_met)
}
