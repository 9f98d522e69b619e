//! GUARANTEES.md promises only what a test proves: every name on the page is a test, or an acceptance case.

use crate::workspace::{all_rust_files, root, shown, text};
use std::collections::BTreeSet;

/// What is wrong with the page, one line each.
pub(crate) fn unproven() -> Vec<String> {
    let page = text("GUARANTEES.md");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| G")).collect();
    let numbers: Vec<&str> = rows.iter().filter_map(|row| row.split(' ').nth(1)).collect();
    let mut faults = Vec::new();
    if numbers != ["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10"] {
        faults.push(format!("GUARANTEES.md: the rows are {numbers:?}"));
    }
    let (tests, known) = (tests(), case_ids());
    for row in rows {
        let proofs = row.split('|').nth(3).unwrap_or_default();
        let names: Vec<&str> = proofs.split(',').map(|name| name.trim().trim_matches('`')).collect();
        for name in names {
            if !(tests.contains(name) || known.contains(name)) {
                faults.push(format!("GUARANTEES.md: `{name}` is no test and no acceptance case"));
            }
        }
    }
    faults
}

/// `crate::function` of every test function in the workspace; those inside `proptest!` have the same form.
fn tests() -> BTreeSet<String> {
    let mut tests = BTreeSet::new();
    for file in all_rust_files() {
        let path = shown(&file);
        let Some(name) = path.strip_prefix("crates/").and_then(|rest| rest.split('/').next()) else {
            continue;
        };
        let source = std::fs::read_to_string(&file).unwrap();
        let mut is_test = false;
        for line in source.lines().map(str::trim) {
            if line.starts_with("#[test]") {
                is_test = true;
            } else if let Some(rest) = line.strip_prefix("fn ").filter(|_| is_test) {
                let function = rest.split(['(', '<']).next().unwrap_or_default();
                tests.insert(format!("{name}::{function}"));
                is_test = false;
            }
        }
    }
    tests
}

/// The ids of the acceptance cases, as their files are named: `fault-064-disk-full.toml` is `fault-064`.
fn case_ids() -> BTreeSet<String> {
    let files = cairn_testkit::cases::find(&root().join("tests/cases")).unwrap();
    let id = |file: &std::path::PathBuf| {
        let stem = file.file_stem()?.to_str()?;
        Some(stem.split('-').take(2).collect::<Vec<_>>().join("-"))
    };
    files.iter().filter_map(id).collect()
}
