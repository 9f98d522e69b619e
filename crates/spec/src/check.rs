//! The rules of `cairn check` about Specs, Archive Records and links to them (cairn 11).
//!
//! The same shape as the rules of STATE.md: one rule a function, listed in one table; severity and code are the table's. What must
//! be read for them is handed in as facts. Paths are those of the home repository.

mod links;
mod records;
mod requires;
mod specs;
#[cfg(test)]
mod tests;

use cairn_plan::RelativePath;
use cairn_report::{Diagnostic, Severity};

use crate::Slug;
use crate::folder::SpecFolder;
use crate::list::{FoundRecord, ListSnapshot};
use crate::prd::Prd;
use crate::presence::Presence;
use crate::standing::Standings;

pub use links::{DeadLink, Sources};
pub use specs::KNOWN_STATUSES;

/// A rule about Specs, records or links.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Its code, as findings carry it.
    pub code: &'static str,
    /// How bad a finding is, mostly.
    pub severity: Severity,
    /// What it looks for, in one line.
    pub title: &'static str,
    find: Find,
}

/// What a rule looks at.
#[derive(Clone, Copy)]
enum Find {
    Spec(fn(&SpecFacts<'_>) -> Vec<Place>),
    Record(fn(&RecordFacts<'_>) -> Vec<Place>),
    /// Folders that are gone without a record.
    Gone,
    /// Links into folders that are gone.
    Link,
}

/// Every rule, in the order of section 11.
pub const RULES: &[Rule] = &[
    warning("spec-prd-status", "a PRD without a known status", Find::Spec(specs::prd_status)),
    info("spec-graph-missing", "an active Spec without a Task Graph", Find::Spec(specs::graph_missing)),
    error("spec-graph-invalid", "a Task Graph that breaks a rule", Find::Spec(specs::graph_invalid)),
    warning("spec-requires-unknown", "a prerequisite that is nowhere", Find::Spec(requires::unknown)),
    warning("spec-requires-cancelled", "a prerequisite that was cancelled", Find::Spec(requires::cancelled)),
    error("spec-slug-reused", "a spec number that a record has already", Find::Spec(specs::slug_reused)),
    error("spec-qa-report-invalid", "a QA report that cannot be read", Find::Spec(specs::report_invalid)),
    info(
        "spec-qa-report-name",
        "a report that the newest-report rule does not see",
        Find::Spec(specs::report_name),
    ),
    error("spec-index-invalid", "a reference index that breaks a rule", Find::Spec(specs::index_invalid)),
    error("spec-source-link", "a link to an adopted source's old place", Find::Spec(specs::source_link)),
    warning("spec-ignored-file", "a file of a Spec that git ignores", Find::Spec(specs::ignored_file)),
    error("record-invalid", "a record that its reader refuses", Find::Record(records::invalid)),
    error(
        "record-revision-missing",
        "a revision that does not hold the folder",
        Find::Record(records::revision),
    ),
    warning(
        "record-locator-dead",
        "a locator whose commit does not hold the path",
        Find::Record(records::locators),
    ),
    error(
        "record-folder-left",
        "a record and the folder of the same Spec",
        Find::Record(records::folder_left),
    ),
    warning("record-edited", "a record that was changed after it was added", Find::Record(records::edited)),
    warning("spec-left-without-record", "a Spec folder that was deleted without a record", Find::Gone),
    info("spec-archivable", "finished work in the active set", Find::Spec(specs::archivable)),
    warning("dead-spec-link", "a link into a Spec folder that is gone", Find::Link),
];

/// One folder of the Spec Root.
pub struct SpecFacts<'a> {
    /// Its name.
    pub slug: &'a Slug,
    /// Where it stands.
    pub at: &'a RelativePath,
    /// What it holds.
    pub folder: &'a SpecFolder,
    /// Its `_prd.md`.
    pub prd: &'a Prd,
    /// Its files that git ignores.
    pub ignored: &'a [RelativePath],
    /// Every Spec there is.
    pub list: &'a ListSnapshot,
    /// Where every Spec stands.
    pub standings: &'a Standings,
    /// Whether an archive would accept it, and work has gone on since it was finished.
    pub is_left_finished: bool,
    /// What stands at a path.
    pub presence: &'a dyn Fn(&RelativePath) -> Presence,
}

/// One record.
pub struct RecordFacts<'a> {
    /// The file.
    pub found: &'a FoundRecord,
    /// Whether its revision is there and holds its source.
    pub revision: RevisionState,
    /// Whether the clone is shallow, so that nothing follows from what is not there.
    pub is_shallow: bool,
    /// Its locators whose commit is here and does not hold the path: line and text.
    pub dead_locators: &'a [(usize, String)],
    /// Where a Spec folder of the same slug stands.
    pub folder: Option<&'a RelativePath>,
    /// Whether its bytes differ from the commit that added it, a later pull request left out of account; that commit.
    pub edited_since: Option<&'a str>,
}

/// What is known of the revision of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevisionState {
    /// The record could not be read, or git could not be asked.
    Unknown,
    /// The commit is here and holds the folder.
    Held,
    /// The commit is not here.
    NoCommit,
    /// The commit is here, and the folder is not in it.
    NoSource,
}

/// Where something is wrong.
struct Place {
    path: String,
    line: usize,
    column: usize,
    message: String,
    help: Option<String>,
    severity: Option<Severity>,
}

impl Place {
    fn whole(path: impl ToString, message: impl Into<String>) -> Self {
        Self::at(path, None, message)
    }

    fn at(path: impl ToString, line: Option<usize>, message: impl Into<String>) -> Self {
        let line = line.unwrap_or(1);
        Self { path: path.to_string(), line, column: 1, message: message.into(), help: None, severity: None }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn diagnostic(self, rule: &Rule) -> Diagnostic {
        let severity = self.severity.unwrap_or(rule.severity);
        let mut diagnostic =
            Diagnostic::new(rule.code, severity, self.path, self.message).at(self.line, self.column);
        diagnostic.help = self.help;
        diagnostic
    }
}

/// Asks every rule about one Spec folder.
#[must_use]
pub fn check_spec(facts: &SpecFacts<'_>) -> Vec<Diagnostic> {
    asked(|rule| match rule.find {
        Find::Spec(find) => find(facts),
        _ => Vec::new(),
    })
}

/// Asks every rule about one record.
#[must_use]
pub fn check_record(facts: &RecordFacts<'_>) -> Vec<Diagnostic> {
    asked(|rule| match rule.find {
        Find::Record(find) => find(facts),
        _ => Vec::new(),
    })
}

/// Folders that history deleted without a record: where each stood, and the commit that deleted it.
#[must_use]
pub fn check_gone(gone: &[(String, String)]) -> Vec<Diagnostic> {
    asked(|rule| match rule.find {
        Find::Gone => gone.iter().map(|(path, commit)| specs::left_without_record(path, commit)).collect(),
        _ => Vec::new(),
    })
}

/// Links of Live Documents into folders that are gone.
#[must_use]
pub fn check_links(dead: &[DeadLink]) -> Vec<Diagnostic> {
    asked(|rule| match rule.find {
        Find::Link => dead.iter().map(links::place).collect(),
        _ => Vec::new(),
    })
}

fn asked(places: impl Fn(&Rule) -> Vec<Place>) -> Vec<Diagnostic> {
    RULES.iter().flat_map(|rule| places(rule).into_iter().map(move |place| place.diagnostic(rule))).collect()
}

const fn error(code: &'static str, title: &'static str, find: Find) -> Rule {
    Rule { code, severity: Severity::Error, title, find }
}

const fn warning(code: &'static str, title: &'static str, find: Find) -> Rule {
    Rule { code, severity: Severity::Warning, title, find }
}

const fn info(code: &'static str, title: &'static str, find: Find) -> Rule {
    Rule { code, severity: Severity::Info, title, find }
}
