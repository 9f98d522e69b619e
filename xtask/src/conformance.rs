//! The conformance map: every requirement of the seeds, and the tests that prove it.
//!
//! A requirement is proven by an acceptance case that covers it, or by a Rust test that names it; a case that is pending
//! or disputed proves nothing. The map is written to `docs/conformance.md`.

mod page;
mod requirements;
mod rust_tests;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use cairn_testkit::cases::{Case, Ledger, find};

use crate::{Answer, checkout};
use requirements::Requirements;

/// Map every requirement to the tests that prove it
///
/// Writes docs/conformance.md, and takes ids off the list of open ones in docs/requirements.toml once they have a test.
/// Fails when a requirement that is not open has no test, or when a test names a requirement that does not exist.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; fail when the page or the list of open ids is out of date
    #[arg(long)]
    check: bool,
    /// Put every requirement without a test on the list of open ones (for the time of building)
    #[arg(long, conflicts_with = "check")]
    reopen: bool,
}

/// What proves a requirement.
#[derive(Debug, Default)]
struct Proofs {
    /// Ids of acceptance cases.
    cases: BTreeSet<String>,
    /// `path::function` of Rust tests.
    tests: BTreeSet<String>,
}

/// Requirement id to its proofs.
type Map = BTreeMap<String, Proofs>;

const PAGE: &str = "docs/conformance.md";

pub(crate) fn run(args: &Args) -> Answer {
    let root = checkout::root();
    let mut requirements = Requirements::read(&root)?;
    let map = map(&root)?;
    if args.reopen {
        requirements.open =
            requirements.ids().filter(|id| !map.contains_key(*id)).map(str::to_owned).collect();
    }
    let mut faults = faults(&requirements, &map);
    let stale: Vec<String> = requirements.open.iter().filter(|id| map.contains_key(*id)).cloned().collect();
    let page = page::render(&requirements, &map);
    if args.check {
        faults.extend(stale.iter().map(|id| format!("{id} is listed as open, but has a test")));
        if fs::read_to_string(root.join(PAGE)).unwrap_or_default() != page {
            faults.push(format!("{PAGE} is out of date; run `cargo xtask conformance`"));
        }
    } else {
        requirements.open.retain(|id| !stale.contains(id));
        requirements.write(&root)?;
        fs::write(root.join(PAGE), page).map_err(|error| format!("{PAGE}: {error}"))?;
    }
    for fault in &faults {
        println!("{fault}");
    }
    println!(
        "{} requirements, {} open, {} faults",
        requirements.list.len(),
        requirements.open.len(),
        faults.len()
    );
    Ok(ExitCode::from(u8::from(!faults.is_empty())))
}

/// Every id that a test or a case names, with those that prove it.
fn map(root: &Path) -> Result<Map, String> {
    let mut map = Map::new();
    let folder = root.join("tests/cases");
    let ledger = Ledger::read(&folder)?;
    for file in find(&folder)? {
        let case = Case::read(&file)?;
        if ledger.is_pending(&case.id) || ledger.is_disputed(&case.id) {
            continue;
        }
        for id in case.covers.iter().filter(|id| rust_tests::is_requirement(id)) {
            map.entry(id.clone()).or_default().cases.insert(case.id.clone());
        }
    }
    for test in rust_tests::find(root)? {
        for id in test.ids {
            map.entry(id).or_default().tests.insert(format!("{}::{}", test.path, test.name));
        }
    }
    Ok(map)
}

/// Requirements without a test that are not open, and ids that are no requirement.
fn faults(requirements: &Requirements, map: &Map) -> Vec<String> {
    let mut faults = Vec::new();
    for id in requirements.ids().filter(|id| !map.contains_key(*id) && !requirements.is_open(id)) {
        faults.push(format!("{id} has no test"));
    }
    for (id, proofs) in map.iter().filter(|(id, _)| !requirements.ids().any(|known| known == *id)) {
        let by: Vec<_> = proofs.cases.iter().chain(&proofs.tests).cloned().collect();
        faults.push(format!("{id} is no requirement, but is named by {}", by.join(", ")));
    }
    for id in requirements.open.iter().filter(|id| !requirements.ids().any(|known| known == *id)) {
        faults.push(format!("{id} is listed as open, but is no requirement"));
    }
    faults
}
