//! Self-containment (roundfix 7, A-53 to A-57): the reference index of a Spec, rule by rule.
//!
//! The table grammar is that of the seed's own shell check: cells between plain pipes, blanks trimmed, `#` lines and blank lines
//! skipped anywhere. Every failure is collected, each with the adoption step that repairs it. The rule on links into the intake
//! trees is in [`intake`].

pub mod intake;
mod table;
#[cfg(test)]
mod tests;

use cairn_plan::{Reason, RelativePath};

use crate::Slug;
use crate::folder::{FolderEntry, SpecFolder};
use crate::presence::Presence;

/// Where the index stands in a Spec folder.
pub const FILE: &str = "references/_index.md";

/// The intake tree an adopted source came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceType {
    /// `docs/_inbox/`.
    Inbox,
    /// `docs/findings/`.
    Finding,
    /// `docs/backlog/`.
    Backlog,
}

impl SourceType {
    /// The type that a cell names.
    pub fn parse(cell: &str) -> Option<Self> {
        match cell {
            "inbox" => Some(Self::Inbox),
            "finding" => Some(Self::Finding),
            "backlog" => Some(Self::Backlog),
            _ => None,
        }
    }

    /// The cell.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Inbox => "inbox",
            Self::Finding => "finding",
            Self::Backlog => "backlog",
        }
    }

    /// The folder of the home repository, with its final `/`.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Inbox => "docs/_inbox/",
            Self::Finding => "docs/findings/",
            Self::Backlog => "docs/backlog/",
        }
    }
}

/// A row of the table that has five cells; what the cells say may still be wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexRow {
    /// 1-based line.
    pub line: usize,
    /// Where the source stood.
    pub source: String,
    /// Its type; `None` for a word that is none.
    pub kind: Option<SourceType>,
    /// The `type` cell.
    pub kind_cell: String,
    /// The `owner` cell.
    pub owner: String,
    /// The `adopted date` cell.
    pub adopted: String,
    /// The file in `references/`.
    pub path: String,
}

impl IndexRow {
    /// The row as the evidence shows it: cells joined with `|` (roundfix 4.5).
    pub fn evidence(&self) -> String {
        [&self.source, &self.kind_cell, &self.owner, &self.adopted, &self.path].map(String::as_str).join("|")
    }
}

/// One broken rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexFinding {
    /// The code of roundfix 7.
    pub code: &'static str,
    /// The file in question, relative to the home repository.
    pub path: RelativePath,
    /// 1-based line.
    pub line: Option<usize>,
    /// What is wrong; without path and step.
    pub message: String,
    /// The adoption step that repairs it.
    pub step: u8,
}

impl IndexFinding {
    /// The finding as a reason of a refusal.
    pub fn reason(&self, check: &'static str) -> Reason {
        let place = match self.line {
            Some(line) => format!("{}:{line}", self.path),
            None => self.path.to_string(),
        };
        Reason {
            check: check.into(),
            code: self.code.into(),
            path: Some(self.path.clone()),
            line: self.line,
            message: format!("{place}: {}; repair: adoption step {}", self.message, self.step),
        }
    }
}

/// What the index of a Spec says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReferenceIndex {
    /// Whether the contract applies at all; if not, there is nothing else here.
    pub applies: bool,
    /// The rows, in table order.
    pub rows: Vec<IndexRow>,
    /// Every broken rule, links into the intake trees excepted.
    pub findings: Vec<IndexFinding>,
}

impl ReferenceIndex {
    /// Reads and checks the index of a Spec.
    ///
    /// `at` is the Spec folder in the home repository; `presence` answers for paths of the home repository.
    pub fn read(
        folder: &SpecFolder,
        slug: &Slug,
        at: &RelativePath,
        presence: &dyn Fn(&RelativePath) -> Presence,
    ) -> Self {
        let linked = matches!(folder.get("references"), Some(FolderEntry::Link(_)));
        let entry = folder.get(FILE);
        let mut index = Self { applies: entry.is_some() || folder.index_reachable, ..Self::default() };
        if !index.applies {
            return index;
        }
        let inside = |path: &str| at.join(path).unwrap_or_else(|_| at.clone());
        let place = |code: &'static str, path: &str, message: &str| IndexFinding {
            code,
            path: inside(path),
            line: None,
            message: message.to_owned(),
            step: 5,
        };
        if linked {
            index.findings.push(place("references_is_symlink", "references", "is a symbolic link"));
            return index;
        }
        let bytes = match entry {
            Some(FolderEntry::File(file)) => file.bytes.as_deref(),
            _ => None,
        };
        let Some(bytes) = bytes else {
            let message = match entry {
                Some(FolderEntry::Link(_)) => "is a symbolic link",
                Some(FolderEntry::File(_)) => "is too large to be read",
                _ => "is no regular file",
            };
            index.findings.push(place("index_not_regular", FILE, message));
            return index;
        };
        let path = inside(FILE);
        let parsed = table::parse(bytes, slug.owner());
        index.findings.extend(parsed.faults.into_iter().map(|fault| IndexFinding {
            code: fault.code,
            path: path.clone(),
            line: fault.line,
            message: fault.message,
            step: 5,
        }));
        for row in &parsed.rows {
            files(row, folder, &inside, presence, &mut index.findings);
        }
        index.rows = parsed.rows;
        index
    }

    /// The `path` column, in table order: the `sources` of the record.
    pub fn sources(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.path.clone()).collect()
    }

    /// The rows as evidence.
    pub fn evidence(&self) -> Vec<String> {
        self.rows.iter().map(IndexRow::evidence).collect()
    }
}

/// The rules on the two files of a row.
fn files(
    row: &IndexRow,
    folder: &SpecFolder,
    inside: &dyn Fn(&str) -> RelativePath,
    presence: &dyn Fn(&RelativePath) -> Presence,
    findings: &mut Vec<IndexFinding>,
) {
    let basename = row.source.rsplit('/').next().unwrap_or(&row.source);
    let at_row = |message: String| IndexFinding {
        code: "path_invalid",
        path: inside(FILE),
        line: Some(row.line),
        message,
        step: 5,
    };
    let is_basename = !matches!(row.path.as_str(), "" | "." | "..") && !row.path.contains(['/', '\\', '\0']);
    if !is_basename {
        findings.push(at_row(format!("path must be one basename: `{}`", row.path)));
    } else if row.path != basename {
        findings
            .push(at_row(format!("path `{}` must equal the basename of source `{}`", row.path, row.source)));
    }
    if is_basename {
        let path = format!("references/{}", row.path);
        let missing = match folder.get(&path) {
            Some(FolderEntry::File(_)) => None,
            Some(FolderEntry::Link(_)) => Some("is a symbolic link, expected a regular file"),
            Some(_) => Some("is no regular file"),
            None => Some("is missing"),
        };
        if let Some(message) = missing {
            findings.push(IndexFinding {
                code: "path_missing",
                path: inside(&path),
                line: None,
                message: format!("{message} (row `{}`, line {})", row.source, row.line),
                step: 7,
            });
        }
    }
    // A source that is no path of an intake tree is reported as such and never looked for on the disk.
    if let Ok(source) = RelativePath::new(row.source.as_str())
        && table::is_source(&row.source)
        && presence(&source).exists()
    {
        let message = format!("the adopted source still exists ({FILE}:{})", row.line);
        findings.push(IndexFinding { code: "source_exists", path: source, line: None, message, step: 7 });
    }
}
