//! Growth: instructions at n and at 10 n bytes, for every parser on inputs that make careless ones slow.
//!
//! Counted by callgrind in a process of its own for each parser and size, so that neither the load of the machine nor the reading
//! of the input is part of the figure. The shape of the growth does not depend on optimisation; the worker is this very program.

mod parsers;
mod records;
mod shapes;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;

use self::parsers::{PARSERS, Parser};
use super::in_folder;
use super::table::{Figure, Table};
use crate::Answer;

/// Bytes of the smaller input: many times what a parser does once, and little enough that ten times as much stays a matter of
/// seconds under callgrind.
const SIZE: usize = 10_000;

/// The goal of `design/performance.md`.
const MOST: f64 = 11.0;

/// Count instructions of every parser at n and 10 n bytes
///
/// Needs valgrind. Prints the ratios; a parser that looks at anything again and again shows up with far more than 10.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Fail when a goal is missed
    #[arg(long)]
    check: bool,
    /// Only parsers and shapes whose name holds this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Read FILE with the parser of this name and say nothing: what is started under callgrind
    #[arg(long, hide = true, value_names = ["PARSER", "FILE"], num_args = 2)]
    worker: Option<Vec<String>>,
}

pub(crate) fn run(args: &Args) -> Answer {
    if let Some([name, file]) = args.worker.as_deref() {
        return work(name, Path::new(file));
    }
    let table = measure(args.only.as_deref())?;
    print!("{}", table.as_text());
    Ok(if table.is_met() || !args.check { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn work(name: &str, file: &Path) -> Answer {
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let parser = PARSERS.iter().find(|parser| parser.name == name);
    if let Some(parser) = parser {
        (parser.read)(&bytes);
    }
    Ok(ExitCode::SUCCESS)
}

/// Every parser on every one of its shapes.
pub(super) fn measure(only: Option<&str>) -> Result<Table, String> {
    let mut table = Table::new("Growth", "cargo xtask bench growth");
    table.about = format!(
        "Instructions at 10 n over those at n, n = {SIZE} bytes, counted by callgrind in a debug build; what the process takes \
         for an empty input is subtracted from both."
    );
    if let Err(error) = Command::new("valgrind").arg("--version").stdout(Stdio::null()).status() {
        table.notes.push(format!("Not measured: valgrind: {error}."));
        return Ok(table);
    }
    in_folder(&std::env::temp_dir(), |folder| {
        let empty = instructions("none", &[], &folder.join("empty"))?;
        let is_wanted = |parser: &Parser, shape: &str| {
            only.is_none_or(|only| parser.name.contains(only) || shape.contains(only))
        };
        let works: Vec<(&Parser, &str, shapes::Shape)> = PARSERS
            .iter()
            .flat_map(|parser| parser.shapes.iter().map(move |(name, shape)| (parser, *name, *shape)))
            .filter(|(parser, shape, _)| is_wanted(parser, shape))
            .collect();
        let ahead = Mutex::new(works.iter().enumerate());
        let counted = Mutex::new(Vec::new());
        // Counts do not depend on what else the machine does.
        let count = || -> Result<(), String> {
            loop {
                let next = ahead.lock().map_err(|error| error.to_string())?.next();
                let Some((index, (parser, _, shape))) = next else { return Ok(()) };
                let at = |size: usize| {
                    let file = folder.join(format!("{index}-{size}"));
                    instructions(parser.name, &shape(size), &file).map(|count| count.saturating_sub(empty))
                };
                let counts = (at(SIZE)?, at(SIZE.saturating_mul(10))?);
                counted.lock().map_err(|error| error.to_string())?.push((index, counts));
            }
        };
        std::thread::scope(|scope| {
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            let counters: Vec<_> = (0..threads).map(|_| scope.spawn(count)).collect();
            counters
                .into_iter()
                .try_for_each(|counter| counter.join().unwrap_or_else(|_| Err("a counter failed".to_owned())))
        })?;
        let mut counted = counted.into_inner().map_err(|error| error.to_string())?;
        counted.sort_unstable();
        for ((parser, shape, _), (_, (small, large))) in works.iter().zip(counted) {
            let ratio = large as f64 / small.max(1) as f64;
            let name = format!("{}, {shape}", parser.name);
            table.figures.push(Figure::limited(name, "instructions", ratio, MOST, "×"));
        }
        Ok(())
    })?;
    Ok(table)
}

/// How many instructions the worker executes on `input`.
fn instructions(parser: &str, input: &[u8], file: &Path) -> Result<u64, String> {
    fs::write(file, input).map_err(|error| format!("{}: {error}", file.display()))?;
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["bench", "growth", "--worker", parser])
        .arg(file)
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let count = said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    count.filter(|_| output.status.success()).ok_or_else(|| format!("valgrind: {parser}: {said}"))
}
