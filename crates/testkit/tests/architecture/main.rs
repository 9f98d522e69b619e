//! The shape of the workspace, held against `tests/architecture.toml`: who may use whom, who may act, how long a file
//! may be, what each dependency is for.

#![allow(clippy::disallowed_methods, reason = "reads the sources of the workspace")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may say what must hold by panicking"
)]

mod dependencies;
mod guarantees;
mod rules;
mod sources;
mod supply;
mod workspace;

use rules::Rules;
use workspace::Workspace;

/// Fails with all of `faults` at once.
fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Invariant: dependencies point one way.
#[test]
fn crates_use_only_what_the_table_allows() {
    none(dependencies::forbidden_edges(&Workspace::read(), &Rules::read()));
}

/// Invariant: `unsafe` is forbidden everywhere, and every crate is judged by the same lints.
#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    none(dependencies::crates_without_lints(&Workspace::read()));
}

/// Every dependency has a line that says what it is for, and no line is left of one that is gone.
#[test]
fn every_dependency_is_accounted_for() {
    none(dependencies::unaccounted(&Workspace::read()));
}

/// G1 to G10: GUARANTEES.md promises only what a test proves.
#[test]
fn every_guarantee_names_its_tests() {
    none(guarantees::unproven());
}

/// The number of packages is a budget.
#[test]
fn packages_stay_within_the_budget() {
    none(dependencies::over_budget(&Rules::read()));
}

/// Everything comes from the registry.
#[test]
fn packages_come_from_the_registry_alone() {
    none(supply::foreign_sources());
}

/// Nothing is there twice in two versions.
#[test]
fn packages_have_one_version_each() {
    none(supply::doubled_versions());
}

/// Every licence is one that a binary may be shipped under.
#[test]
fn licences_are_allowed() {
    none(supply::foreign_licences());
}

/// No file hides several concepts.
#[test]
fn files_stay_within_the_budget() {
    none(sources::too_long(&Rules::read()));
}

/// Nothing is left unfinished and no test is switched off.
#[test]
fn nothing_is_stubbed_or_ignored() {
    none(sources::stubs());
}

/// Invariant: the pure crates do no I/O; clippy's list of methods is not lifted there.
#[test]
fn pure_crates_lift_no_lint_against_acting() {
    none(sources::acting_in_pure_crates(&Workspace::read(), &Rules::read()));
}

/// Invariant: only the named crates start processes (G8).
#[test]
fn only_named_crates_start_processes() {
    none(sources::processes(&Workspace::read(), &Rules::read()));
}
