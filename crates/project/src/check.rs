//! `cairn check`: every rule over one project, and the repair of what the fixable ones found (cairn 10, 11).
//!
//! Answers for what is read for the rules and in which order they are asked. It judges nothing: the rules are
//! `cairn_state::validate`, `cairn_state::check` and `cairn_spec::check`. Nothing is written but by [`Workplace::repair`].

mod baseline;
mod paths;
mod planning;
mod repair;
mod rules;
mod specs;

use std::collections::BTreeSet;

use cairn_report::{Diagnostic, sort};
use cairn_state::failure::Failure;

use crate::workplace::Workplace;

pub use baseline::{Baseline, BaselineError};
pub use paths::PathFilter;
pub use repair::Repaired;
pub use rules::{RuleFacts, rules};

/// What the rules came to.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// Every finding, sorted by path, line, code.
    pub findings: Vec<Diagnostic>,
    /// Every file that was looked at, in the form of [`Diagnostic::path`], sorted.
    pub files: Vec<String>,
}

/// Collects what single checks found.
#[derive(Default)]
pub(crate) struct Findings {
    findings: Vec<Diagnostic>,
    files: BTreeSet<String>,
}

impl Findings {
    /// A file was looked at.
    pub(crate) fn file(&mut self, path: impl Into<String>) {
        self.files.insert(path.into());
    }

    /// Rules found this.
    pub(crate) fn extend(&mut self, found: impl IntoIterator<Item = Diagnostic>) {
        self.findings.extend(found);
    }
}

impl Workplace<'_> {
    /// Asks every rule about everything in the project. Paths in findings are relative to the root.
    ///
    /// # Errors
    ///
    /// Something that must be read cannot be.
    pub fn check(&self) -> Result<Checked, Failure> {
        let mut found = Findings::default();
        self.check_planning(&mut found)?;
        self.check_specs(&mut found)?;
        let Findings { mut findings, files } = found;
        sort(&mut findings);
        findings.dedup();
        Ok(Checked { findings, files: files.into_iter().collect() })
    }
}
