//! What a command reports without refusing (roundfix 8.6, 6.4).

/// The code of a citation that stays.
pub const CITATION: &str = "citation";

/// The code of a link in copied text that cannot be kept: it leaves the repository, its encoding is invalid, or a new destination
/// would change how the text around it is read.
pub const LINK: &str = "link";

/// The code of a locator for which no reachable commit was found.
pub const NO_REACHABLE_COMMIT: &str = "no_reachable_commit";

/// One warning. Warnings never change an exit code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The file, relative to the repository it is in.
    pub file: String,
    /// 1-based line in the file as it now is.
    pub line: Option<usize>,
    /// A word for programs: `citation`, `no_reachable_commit`, `qa_count_below_rows`.
    pub code: &'static str,
    /// What the line names, as it stands there.
    pub target: Option<String>,
    /// Lower-case fragment without the place.
    pub message: String,
}

impl Warning {
    /// `<file>:<line>: <target>: <message>`, the line that goes to stderr.
    pub fn line(&self) -> String {
        let place = match self.line {
            Some(line) => format!("{}:{line}", self.file),
            None => self.file.clone(),
        };
        match &self.target {
            Some(target) => format!("{place}: {target}: {}", self.message),
            None => format!("{place}: {}", self.message),
        }
    }
}

/// Puts warnings in their order, by path and line; on one line they keep their order, equal ones stand once.
pub fn in_order(mut warnings: Vec<Warning>) -> Vec<Warning> {
    warnings.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
    warnings.dedup();
    warnings
}
