//! For programs: findings and counts, as `cairn check --format json` has them (cairn 10).

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::report::document;
use crate::{Counts, Diagnostic, Report, Severity};

/// A finding on the wire; the order of the fields is that of the document.
#[derive(Debug, Clone, Serialize)]
pub struct Finding<'a> {
    /// [`Diagnostic::code`]
    pub code: &'a str,
    /// [`Diagnostic::severity`]
    pub severity: Severity,
    /// [`Diagnostic::path`]
    pub path: &'a str,
    /// [`Diagnostic::line`]
    pub line: usize,
    /// [`Diagnostic::column`]
    pub column: usize,
    /// [`Diagnostic::message`]
    pub message: &'a str,
    /// The line to write instead, or the command that does it; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<&'a str>,
    /// Whether `cairn check --fix` does it.
    pub fixable: bool,
}

impl<'a> From<&'a Diagnostic> for Finding<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        let fix = diagnostic.fix.as_ref();
        Self {
            code: diagnostic.code,
            severity: diagnostic.severity,
            path: &diagnostic.path,
            line: diagnostic.line,
            column: diagnostic.column,
            message: &diagnostic.message,
            fix: fix.map(|fix| fix.text.as_str()).or(diagnostic.help.as_deref()),
            fixable: fix.is_some_and(|fix| fix.automatic),
        }
    }
}

pub(crate) fn render(report: &Report<'_>) -> String {
    document(&Value::Object(report.json()))
}

impl Report<'_> {
    /// `findings` and `counts`, to be put into a command's own object.
    #[must_use]
    pub fn json(&self) -> Map<String, Value> {
        let findings: Vec<Finding<'_>> = self.findings.iter().map(Finding::from).collect();
        let mut object = Map::new();
        object.insert("findings".to_owned(), json!(findings));
        object.insert("counts".to_owned(), json!(Counts::of(self.findings)));
        object
    }
}
