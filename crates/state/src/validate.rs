//! `state validate`: what a reader of this STATE.md should know (S-64, D25, contract section 18).
//!
//! One rule a function, all of one shape, listed in one table. A rule says where and what; severity and code are the table's.
//! Nothing is ever written, and files that must not be written are read all the same.

mod content;
mod drift;
mod file;
mod frontmatter;
mod life_cycle;
mod position;
mod repair;
mod status_text;
mod subject;
#[cfg(test)]
mod tests;
mod text_file;

use cairn_report::{Diagnostic, Severity, sort};

use crate::facts::ProgressScope;
use crate::failure::Failure;
use crate::input::StateInput;
use crate::verbs::Needs;
use crate::writing::Reading;

pub use repair::repair;
pub use text_file::{TEXT_RULES, text_findings};

use subject::{Place, Subject};

/// A rule of the validator.
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

/// Every rule, in the order of section 18.
pub const RULES: &[Rule] = &[
    error("conflict-marker", "conflict markers of a merge", file::conflict_markers),
    error("frontmatter-unparseable", "a frontmatter block that cannot be read", frontmatter::unparseable),
    error("control-character", "a control character", file::control_characters),
    error("not-utf8", "bytes that are no UTF-8", file::not_utf8),
    warning("frontmatter-not-first", "a block that does not begin at the first byte", frontmatter::not_first),
    fixable(warning(
        "bom",
        "a byte-order mark, which the status line does not read over",
        file::byte_order_mark,
    )),
    warning("second-frontmatter", "a second block behind the first", frontmatter::second_block),
    warning("duplicate-key", "a key that stands twice", frontmatter::duplicate_keys),
    warning(
        "comment-in-progress",
        "a comment inside the `progress` block",
        frontmatter::comments_in_progress,
    ),
    fixable(warning("block-list-next-phases", "`next_phases` on several lines", frontmatter::block_list)),
    warning("duplicate-field", "a field of Current Position on two lines", position::duplicate_fields),
    warning("shadowed-form", "a line that a higher form beats", position::shadowed_forms),
    warning("empty-bold-field", "a bold field with blanks only", position::empty_bold_fields),
    warning("bold-label-in-table", "a table row with a bold label", position::bold_labels_in_tables),
    warning("indented-field", "an indented field, which no form matches", position::indented_fields),
    warning("unread-field", "a line that looks like a field and is none", position::unread_fields),
    warning("status-ambiguous", "a status whose word is doubtful", status_text::ambiguous),
    warning("status-unknown", "a status without a word", status_text::unknown),
    fixable(warning("progress-drift", "counters or a bar that the disk contradicts", drift::progress)),
    warning("phase-drift", "a phase that body, frontmatter and roadmap tell differently", drift::phase),
    warning("scope-untrusted", "a milestone whose phases cannot be counted", drift::scope),
    warning("milestone-drift", "a stored milestone that is not the configured one", drift::milestone),
    warning("todo-drift", "a number of pending todos that the folder contradicts", drift::todos),
    info("no-position-section", "no section Current Position", position::no_section),
    warning(
        "duplicate-entries",
        "a list that repeats an entry ten times or more",
        content::duplicate_entries,
    ),
    warning("invalid-date", "a date that is in no calendar", content::invalid_dates),
    warning("unknown-lifecycle-action", "a `next_action` that is no command", life_cycle::unknown_action),
    warning("stale-active-phase", "an active phase of finished work", life_cycle::stale_phase),
    warning("too-long", "more than 100 lines", file::too_long),
];

/// What the validator found.
#[derive(Debug, Clone)]
pub struct Validation {
    /// The findings, sorted by line.
    pub findings: Vec<Diagnostic>,
    /// Whether the counters can be trusted.
    pub scope: ProgressScope,
}

impl Validation {
    /// Whether no finding is an error or a warning.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity == Severity::Info)
    }
}

/// What must be read for the rules besides STATE.md and the plan.
pub const NEEDS: Needs = Needs {
    pending_todos: true,
    continue_file: false,
    project_file: false,
    configuration: false,
    state_archive: false,
    waiting: false,
};

/// Asks every rule.
///
/// # Errors
///
/// `state_not_found` when there is no STATE.md.
pub fn validate(input: &StateInput<'_>) -> Result<Validation, Failure> {
    let reading = Reading::lenient(input)?;
    let subject = Subject::new(&reading);
    let mut findings = Vec::new();
    for rule in RULES {
        if !subject.is_text() && rule.code != "not-utf8" {
            continue;
        }
        findings.extend((rule.find)(&subject).into_iter().map(|place| diagnostic(rule, &subject, place)));
    }
    sort(&mut findings);
    Ok(Validation { findings, scope: reading.facts.scope })
}

fn diagnostic(rule: &Rule, subject: &Subject<'_>, place: Place) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(rule.code, rule.severity, subject.path(), place.message);
    if let Some(span) = place.span {
        let position = subject.position(span.start);
        diagnostic = diagnostic.at(position.line, position.column).over(span);
    }
    match place.fix {
        Some(fix) => diagnostic.fix(fix, rule.fixable),
        None => diagnostic,
    }
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
