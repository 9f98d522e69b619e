//! The archive, as whole processes: what a caller of `roundfix` waits for in a repository of ten thousand documents.

mod repository;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use self::repository::Repository;
use super::measure::{MEBIBYTE, Program, in_turns, peak_memory};
use super::table::{Figure, Table, milliseconds};
use super::{bare, in_folder, programs};
use crate::Answer;

/// Time `roundfix archive` among 10,000 documents
///
/// Builds it, archives a Spec of 50 files again and again in a repository of its own, in turns with `grep` over the same
/// documents; then one that 2,000 documents cite, and takes that back.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many runs of each work; a tenth of them with 2,000 citing documents
    #[arg(long, default_value_t = RUNS)]
    runs: usize,
    /// Where the repositories are written: a folder of a disk whose speed means something [default: the temporary folder]
    #[arg(long, value_name = "DIR")]
    place: Option<PathBuf>,
    /// Fail when a goal is missed
    #[arg(long)]
    check: bool,
}

/// A run takes a quarter of a second, and bringing the Spec back as long again.
pub(super) const RUNS: usize = 20;

/// Documents of 7,500 bytes: 75 MB.
const DOCUMENTS: usize = 10_000;

/// So many of them cite the Spec in the ordinary case, and in the hard one.
const FEW: usize = 20;
const MANY: usize = 2_000;

pub(crate) fn run(args: &Args) -> Answer {
    let place = args.place.clone().unwrap_or_else(std::env::temp_dir);
    let table = measure(args.runs, &place)?;
    print!("{}", table.as_text());
    Ok(if table.is_met() || !args.check { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Every work in its repository.
pub(super) fn measure(runs: usize, place: &Path) -> Result<Table, String> {
    in_folder(place, |folder| {
        let roundfix = programs::shipped("cairn-cli", "roundfix", folder)?;
        let cairn = programs::shipped("cairn-cli", "cairn", folder)?;
        let mut table = Table::new("Archive", "cargo xtask bench archive [--place DIR]");
        table.about = format!(
            "Whole processes, static release build, medians (and below which nine of ten lie) of {runs} runs in turns with \
             `grep -rlF` over the same documents: a Spec of 50 files among {DOCUMENTS} tracked documents (75 MB), {FEW} of \
             which cite it; then one that {MANY} documents cite, a tenth of the runs, beside as many files written and \
             flushed one after the other."
        );
        let bench = Bench { folder, roundfix, cairn };
        let few = Repository::make(folder.join("few"), DOCUMENTS, FEW)?;
        bench.few(&few, runs, &mut table)?;
        let many = Repository::make(folder.join("many"), MANY, MANY)?;
        bench.many(&many, runs.div_ceil(10), &mut table)?;
        Ok(table)
    })
}

struct Bench<'a> {
    folder: &'a Path,
    roundfix: PathBuf,
    cairn: PathBuf,
}

impl Bench<'_> {
    fn few(&self, repository: &Repository, runs: usize, table: &mut Table) -> Result<(), String> {
        let plan = self.program(&self.roundfix, repository, &["archive", repository::SLUG, "--plan"]);
        let archive = self.program(&self.roundfix, repository, &["archive", repository::SLUG]);
        let grep = self.program(
            Path::new("/usr/bin/grep"),
            repository,
            &["-rlF", repository::SLUG, "docs", "--include=*.md"],
        );
        let archived = |_| {
            let time = archive.time()?;
            repository.restore()?;
            Ok(time)
        };
        let works: [&mut dyn FnMut(usize) -> Result<Duration, String>; 3] =
            [&mut |_| plan.time(), &mut { archived }, &mut |_| grep.time()];
        let [plans, archives, greps] = in_turns(works, runs, 2)?;
        let work = "archive, 10,000 documents";
        table.figures.push(Figure::times(work, "archive --plan", &plans, Some(150.0)));
        table.figures.push(Figure::times(work, "archive", &archives, Some(250.0)));
        table.figures.push(Figure::times(work, "grep -rlF", &greps, None));
        let ratio = milliseconds(&plans, 50) / milliseconds(&greps, 50);
        table.figures.push(Figure::plain(work, "--plan / grep", format!("{ratio:.2} ×")));
        table.figures.push(match peak_memory(&plan) {
            Ok(bytes) => {
                Figure::plain(work, "peak memory of --plan", format!("{:.0} MiB", bytes as f64 / MEBIBYTE))
            }
            Err(why) => Figure::missing(work, "peak memory of --plan", &why),
        });
        Ok(())
    }

    fn many(&self, repository: &Repository, runs: usize, table: &mut Table) -> Result<(), String> {
        let archive = self.program(&self.roundfix, repository, &["archive", repository::SLUG]);
        let undo = self.program(&self.cairn, repository, &["undo"]);
        let flushed = self.folder.join("flushed");
        let works: [&mut dyn FnMut(usize) -> Result<Duration, String>; 3] =
            [&mut |_| archive.time(), &mut |_| undo.time(), &mut |_| bare::write_files(&flushed, MANY)];
        let [archives, undos, bares] = in_turns(works, runs, 0)?;
        let work = "archive, 2,000 citing";
        table.figures.push(Figure::times(work, "archive", &archives, None));
        table.figures.push(Figure::times(work, "cairn undo", &undos, None));
        table.figures.push(Figure::times(work, "2,000 flushed files", &bares, None));
        let ratio = milliseconds(&archives, 50) / milliseconds(&bares, 50);
        table.figures.push(Figure::plain(work, "archive / flushed files", format!("{ratio:.2} ×")));
        Ok(())
    }

    fn program(&self, path: &Path, repository: &Repository, arguments: &[&str]) -> Program {
        Program {
            path: path.to_owned(),
            arguments: arguments.iter().map(Into::into).collect(),
            input: String::new(),
            home: self.folder.join("home"),
            folder: Some(repository.root.clone()),
        }
    }
}
