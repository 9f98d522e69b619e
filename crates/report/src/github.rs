//! For a GitHub workflow: commands on stdout that become annotations at the lines.

use std::borrow::Cow;

use cairn_text::escape::escaped;

use crate::{Report, Severity};

pub(crate) fn render(report: &Report<'_>) -> String {
    let mut text = String::new();
    for finding in report.findings {
        let command = match finding.severity {
            Severity::Info => "notice",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let (file, message) = (property(&finding.path), data(&finding.message));
        let (line, column, code) = (finding.line, finding.column, finding.code);
        text.push_str(&format!("::{command} file={file},line={line},col={column}::{message} [{code}]\n"));
    }
    text
}

/// A message: the three characters that would end or change the command are written as GitHub wants.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    Cow::into_owned(escaped(&text))
}

/// A property, which a colon or comma would end too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
