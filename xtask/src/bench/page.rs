//! Every table, and the page that they make: `docs/benchmarks.md`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use super::reference::{PACKAGES, Reference};
use super::table::Table;
use super::{archive, growth, machine, planning, statusline};
use crate::{Answer, checkout};

/// What the whole takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Where projects and repositories are written [default: the temporary folder]
    #[arg(long, value_name = "DIR")]
    place: Option<PathBuf>,
    /// The folder into which the reference implementation was installed [default: `target/reference`, by `npm`]
    #[arg(long, value_name = "DIR")]
    reference: Option<PathBuf>,
    /// Leave the reference implementation out
    #[arg(long, conflicts_with = "reference")]
    without_reference: bool,
    /// Print the tables and leave the page as it is
    #[arg(long)]
    print_only: bool,
}

const PAGE: &str = "docs/benchmarks.md";

/// What the page keeps: sections that other programs measured.
const KEPT: &str = "## Agreement with the reference implementation";

pub(crate) fn run(args: &Options) -> Answer {
    let place = args.place.clone().unwrap_or_else(std::env::temp_dir);
    let root = checkout::root();
    let begin = Instant::now();
    let kind = machine::kind(&place);
    let (reference, said) = reference(args, &root);
    let tables = [
        statusline::measure(statusline::RUNS, reference.as_ref())?,
        planning::measure(planning::RUNS, &place, reference.as_ref())?,
        archive::measure(archive::RUNS, &place)?,
        growth::measure(None)?,
    ];
    for table in &tables {
        print!("{}", table.as_text());
    }
    println!("\n{said}\n{:.0} s in all", begin.elapsed().as_secs_f64());
    if !args.print_only {
        let path = root.join(PAGE);
        let before = fs::read_to_string(&path).unwrap_or_default();
        let page = page(&kind, &said, &tables, &before);
        fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The reference, and a sentence that says which one, or why none.
fn reference(args: &Options, root: &Path) -> (Option<Reference>, String) {
    let named = format!("Reference: {}.", PACKAGES.join(" with "));
    if args.without_reference {
        return (None, "The reference was left out.".to_owned());
    }
    if let Some(folder) = &args.reference {
        return (Some(Reference::in_folder(folder)), named);
    }
    match Reference::installed(&root.join("target/reference")) {
        Ok(reference) => (Some(reference), named),
        Err(why) => (None, format!("The reference was left out: {why}.")),
    }
}

fn page(kind: &[String], said: &str, tables: &[Table], before: &str) -> String {
    let mut page = "# Benchmarks\n\nWritten by `cargo xtask bench`, which measures everything below anew. Ratios say more than \
                    milliseconds: each work ran in turns with the least that the system takes for the same.\n\n"
        .to_owned();
    for line in kind {
        page += &format!("- {line}\n");
    }
    page += &format!("\n{said}\n");
    for table in tables {
        page += &format!("\n{}", table.as_markdown());
    }
    if let Some(start) = before.find(KEPT) {
        let kept = before.get(start..).unwrap_or_default();
        let end =
            kept.get(2..).and_then(|rest| rest.find("\n## ")).map_or(kept.len(), |end| end.saturating_add(3));
        page += &format!("\n{}\n", kept.get(..end).unwrap_or(kept).trim_end());
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The section that this task does not measure stays as it is, and a second run changes nothing more.
    #[test]
    fn foreign_sections_stay() {
        let kept = format!("{KEPT}\n\n1,538 values\n");
        let tables = [Table::new("Growth", "cargo xtask bench growth")];
        let kind = ["kernel: linux 6.1".to_owned()];
        let first = page(&kind, "None.", &tables, &format!("# Benchmarks\n\n{kept}\n## Old\n\nx\n"));
        assert!(first.contains("- kernel: linux 6.1\n") && first.ends_with(&kept));
        assert_eq!(page(&kind, "None.", &tables, &first), first);
    }
}
