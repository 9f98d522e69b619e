//! For people and editors: a line for each finding, its help below it, the counts at the end.

use anstyle::{AnsiColor, Style};
use cairn_text::escape::escaped;

use crate::{Counts, Diagnostic, Report, Severity};

pub(crate) fn render(report: &Report<'_>) -> String {
    lines(report, |_| Style::new())
}

pub(crate) fn render_coloured(report: &Report<'_>) -> String {
    lines(report, |severity| {
        let colour = match severity {
            Severity::Info => AnsiColor::Cyan,
            Severity::Warning => AnsiColor::Yellow,
            Severity::Error => AnsiColor::Red,
        };
        colour.on_default().bold()
    })
}

fn lines(report: &Report<'_>, style: impl Fn(Severity) -> Style) -> String {
    let mut text = String::new();
    for finding in report.findings {
        text.push_str(&line(finding, style(finding.severity)));
        text.push('\n');
        let fix = finding.fix.as_ref().map(|fix| ("fix", &fix.text));
        for (what, how) in finding.help.as_ref().map(|help| ("help", help)).into_iter().chain(fix) {
            text.push_str(&format!("  {what}: {}\n", escaped(how)));
        }
    }
    text.push_str(&counts(Counts::of(report.findings)));
    text
}

/// `PATH:LINE:COLUMN: SEVERITY: MESSAGE [CODE]`, on one line whatever the texts hold (G9).
pub(crate) fn line(finding: &Diagnostic, style: Style) -> String {
    let Diagnostic { path, line, column, severity, message, code, .. } = finding;
    let (path, message) = (escaped(path), escaped(message));
    format!("{path}:{line}:{column}: {style}{}{style:#}: {message} [{code}]", severity.word())
}

fn counts(counts: Counts) -> String {
    if counts == Counts::default() {
        return "no findings\n".to_owned();
    }
    let many = |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
    let Counts { error, warning, info } = counts;
    format!("{}, {}, {}\n", many(error, "error"), many(warning, "warning"), many(info, "info"))
}
