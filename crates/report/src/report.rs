//! What a run of rules came to, and the formats it is written in.

use crate::{Diagnostic, Severity, github, json, junit, sarif, text};

/// The findings of a run, and what they are about.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// Who found them.
    pub tool: Tool<'a>,
    /// Every rule that was asked, for the formats that list them.
    pub rules: &'a [Rule<'a>],
    /// Every file that was checked, in the form of [`Diagnostic::path`].
    pub checked: &'a [String],
    /// The findings, sorted.
    pub findings: &'a [Diagnostic],
    /// Whether warnings fail the run.
    pub strict: bool,
}

/// The program that made a report.
#[derive(Debug, Clone, Copy)]
pub struct Tool<'a> {
    /// Its name, such as `cairn`.
    pub name: &'a str,
    /// Its version.
    pub version: &'a str,
}

/// A rule, as far as formats list it.
#[derive(Debug, Clone, Copy)]
pub struct Rule<'a> {
    /// Its code.
    pub code: &'a str,
    /// What it looks for, in one line.
    pub title: &'a str,
    /// The severity of most of its findings.
    pub severity: Severity,
    /// The text of the page that explains it, Markdown.
    pub page: &'a str,
}

/// A form that a report is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A line for each finding, for people and editors.
    Text,
    /// Findings and counts.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands, which GitHub shows at the lines.
    Github,
    /// JUnit's XML, for test reports.
    Junit,
}

impl Format {
    /// Every format with the word that chooses it.
    pub const TABLE: [(Self, &'static str); 5] = [
        (Self::Text, "text"),
        (Self::Json, "json"),
        (Self::Sarif, "sarif"),
        (Self::Github, "github"),
        (Self::Junit, "junit"),
    ];

    /// The format that `word` chooses.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::TABLE.into_iter().find(|(_, known)| *known == word).map(|(format, _)| format)
    }
}

impl Report<'_> {
    /// The whole report in one format, with a line end behind the last line; nothing at all for GitHub without findings.
    #[must_use]
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Text => text::render(self),
            Format::Json => json::render(self),
            Format::Sarif => sarif::render(self),
            Format::Github => github::render(self),
            Format::Junit => junit::render(self),
        }
    }

    /// The text format with colours, for a terminal.
    #[must_use]
    pub fn render_coloured(&self) -> String {
        text::render_coloured(self)
    }

    /// Whether the run failed: a finding that counts for the exit status (D25).
    #[must_use]
    pub fn fails(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity.fails(self.strict))
    }
}

/// A JSON value as every document of ours is written: two blanks, a final line feed, no character that drives a terminal.
pub(crate) fn document(value: &serde_json::Value) -> String {
    let mut document = cairn_text::escape::json_escaped(&format!("{value:#}")).into_owned();
    document.push('\n');
    document
}

#[cfg(test)]
mod tests;
