//! The checks before anything is written (roundfix 4.1), as one table a command.
//!
//! All checks of a table are evaluated and every failure is reported together, in the order of the table, then by path and line
//! (D61). A check that needs the result of a failed one says nothing.

mod adopted;
mod change;
mod completion;
mod contained;
mod destination;
mod kept;
mod promote;
mod record;
mod remedy;
#[cfg(test)]
mod tests;
mod unfinished;

use cairn_plan::{Reason, Refusal, RelativePath};

use crate::Slug;
use crate::folder::SpecFolder;
use crate::prd::{self, Prd};
use crate::presence::Presence;
use crate::situation::Situation;

pub use unfinished::{Leftover, unfinished_deletion};

/// One check.
pub struct Check {
    /// Its name, as refusals print it.
    pub name: &'static str,
    /// Every failure.
    pub run: fn(&Situation<'_>) -> Vec<Reason>,
}

const COMMITTED: Check = Check { name: "committed", run: kept::committed };
const IGNORED: Check = Check { name: "ignored", run: kept::ignored };
const OVERRIDE: Check = Check { name: "override", run: completion::exception };
const GRAPH: Check = Check { name: "graph", run: completion::graph };
const TASKS: Check = Check { name: "tasks", run: completion::tasks };
const QA: Check = Check { name: "qa", run: completion::qa };
const SELF_CONTAINMENT: Check = Check { name: "self-containment", run: contained::self_containment };
const ADOPTED: Check = Check { name: "adopted", run: adopted::adopted };
const DESTINATION: Check = Check { name: "destination", run: destination::destination };
const ODD_FILES: Check = Check { name: "odd-files", run: kept::odd_files };
const PROMOTE: Check = Check { name: "promote", run: promote::promote };
const RELINK: Check = Check { name: "relink", run: change::relink };
const COMMIT: Check = Check { name: "commit", run: change::commit };
const RECORD: Check = Check { name: "record", run: record::record };

/// Checks 5 to 17 of an archive.
pub const ARCHIVE: [Check; 13] = [
    COMMITTED,
    IGNORED,
    OVERRIDE,
    GRAPH,
    TASKS,
    QA,
    SELF_CONTAINMENT,
    DESTINATION,
    ODD_FILES,
    PROMOTE,
    RELINK,
    COMMIT,
    RECORD,
];

/// Checks 5 to 15, which `--plan` reports.
pub const PLAN: [Check; 11] = [
    COMMITTED,
    IGNORED,
    OVERRIDE,
    GRAPH,
    TASKS,
    QA,
    SELF_CONTAINMENT,
    DESTINATION,
    ODD_FILES,
    PROMOTE,
    RELINK,
];

/// The checks of a cancel: in place of 7 to 11 that of the adopted sources.
pub const CANCEL: [Check; 9] =
    [COMMITTED, IGNORED, ADOPTED, DESTINATION, ODD_FILES, PROMOTE, RELINK, COMMIT, RECORD];

/// A refusal, and the command that finishes an earlier run when there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Every reason, and what to do next.
    pub refusal: Refusal,
    /// The finishing command of roundfix 4.2.
    pub finish: Option<String>,
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self { refusal, finish: None }
    }
}

/// Runs a table of checks.
pub fn evaluate(checks: &[Check], situation: &Situation<'_>) -> Refusal {
    let mut refusal = Refusal::new();
    for check in checks {
        let mut reasons = (check.run)(situation);
        reasons.sort_by(|one, other| (&one.path, one.line).cmp(&(&other.path, other.line)));
        reasons.dedup();
        for reason in reasons {
            refusal.push(reason);
        }
    }
    remedy::add(&mut refusal);
    refusal
}

/// Check 4: the Spec is there, is a folder, and its PRD is active. Stops at once. `at` is the folder in the home repository.
///
/// # Errors
/// `spec_not_found`, `spec_is_symlink` or `spec_not_active`.
pub fn active_spec(
    slug: &Slug,
    at: &RelativePath,
    presence: Presence,
    folder: &SpecFolder,
) -> Result<Prd, Refused> {
    let path = at.join(prd::FILE).unwrap_or_else(|_| at.clone());
    let refuse = |reason: Reason| {
        let mut refusal = Refusal::because(reason);
        remedy::add(&mut refusal);
        Refused::from(refusal)
    };
    if presence == Presence::Link {
        let message = format!("{at}: is a symbolic link, which is not followed");
        return Err(refuse(Reason::new("spec", "spec_is_symlink", message).at(at.clone())));
    }
    let Some(bytes) = folder.bytes(prd::FILE) else {
        let what = match folder.get(prd::FILE) {
            None => "does not exist",
            Some(_) => "is no regular file that can be read",
        };
        let message = format!("{path}: {what}, so there is no Spec `{slug}`");
        return Err(refuse(Reason::new("spec", "spec_not_found", message).at(path)));
    };
    let prd = Prd::read(bytes);
    if prd.is_active() {
        return Ok(prd);
    }
    let (line, what) = match (&prd.problem, &prd.status) {
        (Some(cause), _) => (cause.line, prd.problem_text().unwrap_or_default()),
        (None, Some(status)) => (prd.status_line, format!("status is `{status}`, expected `active`")),
        (None, None) => (None, "has no `status: active`".to_owned()),
    };
    let place = line.map_or_else(|| path.to_string(), |line| format!("{path}:{line}"));
    let mut reason = Reason::new("spec", "spec_not_active", format!("{place}: {what}")).at(path);
    reason.line = line;
    Err(refuse(reason))
}
