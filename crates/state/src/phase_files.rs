//! Which files of a phase folder are plans, which summary executes which plan, and what the verification says (9.4).
//!
//! Answers for names and pairing, for the statuses that take a plan or a summary out of the count, and for plan ids.
//! It refuses to count a summary without a plan, and never opens a file: contents are handed in as [`FileHead`]s.

use crate::phase_id::PhaseId;
use cairn_text::frontmatter::Frontmatter;
use cairn_text::{LineIndex, Span};
use std::cmp::Ordering;
use std::collections::HashSet;

mod dependencies;
mod natural_order;
mod plan_name;
#[cfg(test)]
mod tests;
mod verification;

pub(crate) use dependencies::{depends_on, texts};
pub use natural_order::natural_order;
pub use plan_name::{PlanName, is_plan, is_summary};
pub use verification::{Verification, is_verification, verification_file};

/// How much of a plan, summary or verification file is read: their frontmatter decides, and it stands in front (section 3).
pub const HEAD_LENGTH: usize = 64 * 1024;

/// What was read of a file whose content decides something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileHead {
    /// The first [`HEAD_LENGTH`] bytes, or all of a shorter file.
    Read(Vec<u8>),
    /// The file is there and could not be read.
    Unreadable,
}

/// The plans of one phase as they count (S-18 to S-20).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhasePlans {
    /// Counted plans, in natural order of their names.
    pub plans: Vec<Plan>,
    /// Plans that do not count because their frontmatter says `status: superseded`.
    pub superseded: Vec<String>,
    /// Every summary of the folder, with a plan or without, in natural order.
    pub summary_files: Vec<String>,
}

/// One counted plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The file name within the phase folder; files of the subfolder are `plans/NAME`.
    pub file: String,
    /// The plan's id, such as `02-01`.
    pub id: String,
    /// The summary that pairs with it and counts, none when there is none or it says `blocked` or `halted`.
    pub summary: Option<String>,
}

impl PhasePlans {
    /// Sorts out the files of one folder. `head` answers for the files of [`files_to_open`].
    pub fn new<'h>(phase: &PhaseId, files: &[String], head: impl Fn(&str) -> Option<&'h FileHead>) -> Self {
        let says = |file: &str, words: &[&str]| {
            head(file)
                .and_then(stated)
                .is_some_and(|status| words.iter().any(|word| status.eq_ignore_ascii_case(word)))
        };
        let (superseded, counted): (Vec<_>, Vec<_>) =
            plan_names(phase, files).into_iter().partition(|plan| says(plan.file(), &["superseded"]));
        let mut free: HashSet<&str> =
            files.iter().map(String::as_str).filter(|file| is_summary(file)).collect();
        let mut summary_files: Vec<String> = free.iter().map(|&file| file.to_owned()).collect();
        summary_files.sort_by(|left, right| natural_order(left, right));

        let mut plans: Vec<(PlanName<'_>, Option<String>)> =
            counted.into_iter().map(|plan| (plan, None)).collect();
        // One summary executes one plan. Names that say the whole plan go before the id alone, which two plans may share.
        for by_id in [false, true] {
            for (plan, summary) in plans.iter_mut().filter(|(_, summary)| summary.is_none()) {
                *summary = plan.summary_names(by_id).into_iter().find(|name| free.remove(name.as_str()));
            }
        }
        let plans = plans.into_iter().map(|(plan, summary)| Plan {
            file: plan.file().to_owned(),
            id: plan.id(),
            summary: summary.filter(|file| !says(file, &["blocked", "halted"])),
        });
        Self {
            plans: plans.collect(),
            superseded: superseded.into_iter().map(|plan| plan.file().to_owned()).collect(),
            summary_files,
        }
    }

    /// Plans that count.
    pub fn total(&self) -> usize {
        self.plans.len()
    }

    /// Plans with a summary that counts.
    pub fn completed(&self) -> usize {
        self.plans.iter().filter(|plan| plan.summary.is_some()).count()
    }

    /// S-18: at least one plan, and a summary for each.
    pub fn is_complete(&self) -> bool {
        !self.plans.is_empty() && self.outstanding().next().is_none()
    }

    /// The plans that have no counting summary yet.
    pub fn outstanding(&self) -> impl Iterator<Item = &Plan> {
        self.plans.iter().filter(|plan| plan.summary.is_none())
    }
}

/// The files of a phase folder whose content decides whether they count: its plans, and the summaries that pair with one.
pub fn files_to_open(phase: &PhaseId, files: &[String]) -> Vec<String> {
    let plans = plan_names(phase, files);
    let mut summaries: HashSet<&str> =
        files.iter().map(String::as_str).filter(|file| is_summary(file)).collect();
    let mut wanted = Vec::new();
    for plan in &plans {
        wanted.push(plan.file().to_owned());
        let names = [false, true].into_iter().flat_map(|by_id| plan.summary_names(by_id));
        wanted.extend(names.filter(|name| summaries.remove(name.as_str())));
    }
    wanted
}

/// The summaries of a folder that no plan of it can be the plan of, counted or superseded.
pub fn summaries_without_plan(phase: &PhaseId, files: &[String]) -> Vec<String> {
    let mut free: HashSet<&str> = files.iter().map(String::as_str).filter(|file| is_summary(file)).collect();
    for plan in plan_names(phase, files) {
        for name in [false, true].into_iter().flat_map(|by_id| plan.summary_names(by_id)) {
            free.remove(name.as_str());
        }
    }
    let mut alone: Vec<String> = free.into_iter().map(str::to_owned).collect();
    alone.sort_by(|left, right| natural_order(left, right));
    alone
}

/// What makes a frontmatter unreadable.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fault {
    line: usize,
    message: String,
}

/// The `status` of a file's frontmatter. A file without frontmatter has none.
fn status_of(bytes: &[u8]) -> Result<Option<String>, Fault> {
    let frontmatter = Frontmatter::parse(bytes);
    match frontmatter.refusal() {
        Some(problem) => Err(Fault {
            line: LineIndex::new(bytes).line(problem.span.start),
            message: problem.kind.to_string(),
        }),
        None => Ok(frontmatter.text("status").map(str::to_owned)),
    }
}

/// The line of the `status` key of a file's frontmatter.
pub(crate) fn status_span(bytes: &[u8]) -> Option<Span> {
    Frontmatter::parse(bytes).entry("status").map(|entry| entry.key_span)
}

/// The status a plan or summary states; one that cannot be read states none, so that its file counts by its name.
fn stated(head: &FileHead) -> Option<String> {
    match head {
        FileHead::Read(bytes) => status_of(bytes).ok().flatten(),
        FileHead::Unreadable => None,
    }
}

fn plan_names<'f>(phase: &'f PhaseId, files: &'f [String]) -> Vec<PlanName<'f>> {
    let mut plans: Vec<_> = files.iter().filter_map(|file| PlanName::read(file, phase)).collect();
    plans.sort_by(|left, right| natural_order(left.file(), right.file()));
    plans
}

/// Whether two lists of names have the same order by phase: ids in the order of 9.1, names without an id behind them.
pub fn folder_order(left: &str, right: &str, project_code: Option<&str>) -> Ordering {
    use crate::phase_id::read_folder_name;
    match (read_folder_name(left, project_code), read_folder_name(right, project_code)) {
        (Some((left_id, _)), Some((right_id, _))) => left_id.cmp(&right_id).then_with(|| left.cmp(right)),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => natural_order(left, right),
    }
}
