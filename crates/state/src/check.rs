//! The rules of `cairn check` about ROADMAP.md and the phase folders (cairn 11).
//!
//! The same shape as [`crate::validate`]: one rule a function, listed in one table. A rule says where and what; severity and
//! code are the table's. [`repair`] makes the edits of the rules that are marked fixable, and those alone.

mod boxes;
mod dependencies;
mod drift;
mod folders;
mod phases;
mod plan_dependencies;
mod subject;
#[cfg(test)]
mod tests;

use cairn_report::{Diagnostic, Severity, sort};
use cairn_text::Patch;

use crate::planning::{Focus, PlanningSnapshot};

use subject::{Place, Subject};

/// A rule about the planning tree.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Its code, as findings carry it.
    pub code: &'static str,
    /// How bad a finding is.
    pub severity: Severity,
    /// What it looks for, in one line.
    pub title: &'static str,
    /// Whether `cairn check --fix` puts it right.
    pub fixable: bool,
    find: fn(&Subject<'_>) -> Vec<Place>,
}

/// Every rule, in the order of section 11.
pub const RULES: &[Rule] = &[
    warning("roadmap-missing", "a stored milestone without ROADMAP.md", phases::missing),
    error("roadmap-duplicate-phase", "a second heading of one phase", phases::duplicates),
    info(
        "roadmap-details-missing",
        "a phase without a heading block, where others have one",
        phases::details,
    ),
    fixable(warning("roadmap-row-drift", "a Progress row that the disk contradicts", drift::rows)),
    fixable(warning("roadmap-plans-drift", "a `Plans` line that the disk contradicts", drift::plans_lines)),
    warning("roadmap-box-drift", "a box that the disk contradicts", boxes::drift),
    error("roadmap-depends-unknown", "a dependency on a phase that is not there", dependencies::unknown),
    error("roadmap-depends-cycle", "phases that depend on each other in a circle", dependencies::cycles),
    warning("phase-folder-duplicate", "a second folder of one phase", folders::duplicates),
    warning("phase-folder-unknown", "a folder whose phase the roadmap does not name", folders::unknown),
    warning("summary-without-plan", "a summary that belongs to no plan", folders::lone_summaries),
    error("plan-depends-unknown", "a dependency on a plan that is not there", plan_dependencies::unknown),
    error("plan-depends-cycle", "plans that depend on each other in a circle", plan_dependencies::cycles),
    warning(
        "verification-status-unknown",
        "a verification with a status that is none",
        folders::verifications,
    ),
];

/// What must be read of the disk for the rules.
#[must_use]
pub fn focus(stored: Option<&str>) -> Vec<Focus> {
    vec![Focus::Stored(stored.map(str::to_owned)), Focus::EveryPhase]
}

/// Asks every rule. `stored` is the milestone that STATE.md stores; the findings are sorted.
#[must_use]
pub fn check(snapshot: &PlanningSnapshot, stored: Option<&str>) -> Vec<Diagnostic> {
    let subject = Subject::new(snapshot, stored);
    let mut findings = Vec::new();
    for rule in RULES {
        findings.extend((rule.find)(&subject).into_iter().map(|place| place.diagnostic(rule)));
    }
    sort(&mut findings);
    findings
}

/// ROADMAP.md with what `codes` name put right, as `roadmap update-plan-progress` of each phase would; `None` when nothing
/// is to be done. `date` is the day that completed phases get.
#[must_use]
pub fn repair(
    snapshot: &PlanningSnapshot,
    stored: Option<&str>,
    codes: &[&str],
    date: &str,
) -> Option<Vec<u8>> {
    let source = snapshot.roadmap.bytes()?;
    let edits = drift::edits(&Subject::new(snapshot, stored), codes, date);
    if edits.is_empty() {
        return None;
    }
    Some(Patch::from_edits(edits).ok()?.apply(source))
}

const fn fixable(rule: Rule) -> Rule {
    Rule { fixable: true, ..rule }
}

const fn error(code: &'static str, title: &'static str, find: fn(&Subject<'_>) -> Vec<Place>) -> Rule {
    Rule { code, severity: Severity::Error, title, fixable: false, find }
}

const fn warning(code: &'static str, title: &'static str, find: fn(&Subject<'_>) -> Vec<Place>) -> Rule {
    Rule { code, severity: Severity::Warning, title, fixable: false, find }
}

const fn info(code: &'static str, title: &'static str, find: fn(&Subject<'_>) -> Vec<Place>) -> Rule {
    Rule { code, severity: Severity::Info, title, fixable: false, find }
}
