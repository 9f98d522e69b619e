//! One finding: what, where, how bad, and what to do.

use std::fmt;

use cairn_text::Span;
use serde::Serialize;

/// Something a rule found in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule's code, such as `duplicate-field`. Never changes its meaning.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The file, relative to the project root, with `/`; absolute outside of it.
    pub path: String,
    /// From 1; a finding about the whole file stands at 1:1.
    pub line: usize,
    /// From 1, in characters, the byte-order mark not counted.
    pub column: usize,
    /// The bytes in question, where the rule knows them.
    pub span: Option<Span>,
    /// What is wrong: a lower-case fragment, values in backticks.
    pub message: String,
    /// What to do next, such as a command.
    pub help: Option<String>,
    /// How it is put right in the file itself.
    pub fix: Option<Fix>,
}

/// How a finding is put right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The line to write instead, or the command that does it.
    pub text: String,
    /// Whether `cairn check --fix` does it by itself.
    pub automatic: bool,
}

/// How bad a finding is; worse ones are greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Good to know.
    Info,
    /// Likely a mistake; fails a strict run.
    Warning,
    /// Broken; fails every run.
    Error,
}

impl Severity {
    /// The word: `info`, `warning`, `error`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// Whether a finding of this severity fails the run (D25).
    #[must_use]
    pub fn fails(self, strict: bool) -> bool {
        match self {
            Self::Info => false,
            Self::Warning => strict,
            Self::Error => true,
        }
    }
}

impl Diagnostic {
    /// A finding about the whole file `path`, at 1:1.
    #[must_use]
    pub fn new(
        code: &'static str,
        severity: Severity,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            severity,
            path: path.into(),
            line: 1,
            column: 1,
            span: None,
            message: message.into(),
            help: None,
            fix: None,
        }
    }

    /// The same at a place, both numbers from 1.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        (self.line, self.column) = (line, column);
        self
    }

    /// The same with the bytes in question.
    #[must_use]
    pub fn over(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// The same with the next step.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with the line or command that puts it right.
    #[must_use]
    pub fn fix(mut self, text: impl Into<String>, automatic: bool) -> Self {
        self.fix = Some(Fix { text: text.into(), automatic });
        self
    }
}

impl fmt::Display for Diagnostic {
    /// `PATH:LINE:COLUMN: SEVERITY: MESSAGE [CODE]` (D25).
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&crate::text::line(self, anstyle::Style::new()))
    }
}

/// Sorts by path, line, code, then by what is left, so that the order never depends on the rules' own.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by(|one, other| key(one).cmp(&key(other)));
}

fn key(diagnostic: &Diagnostic) -> (&[u8], usize, &str, usize, &str) {
    let Diagnostic { path, line, code, column, message, .. } = diagnostic;
    (path.as_bytes(), *line, code, *column, message)
}

/// How many findings of each severity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Errors.
    pub error: usize,
    /// Warnings.
    pub warning: usize,
    /// Infos.
    pub info: usize,
}

impl Counts {
    /// Counts `diagnostics`.
    #[must_use]
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        let count = |severity| diagnostics.iter().filter(|one| one.severity == severity).count();
        Self { error: count(Severity::Error), warning: count(Severity::Warning), info: count(Severity::Info) }
    }
}
