//! For test reports: JUnit's XML, a test case for each checked file.

use std::collections::BTreeSet;

use cairn_text::escape::escaped;

use crate::{Diagnostic, Report};

pub(crate) fn render(report: &Report<'_>) -> String {
    let checked = report.checked.iter().map(String::as_str);
    let paths: BTreeSet<&str> = checked.chain(report.findings.iter().map(|one| one.path.as_str())).collect();
    let failures = report.findings.iter().filter(|one| one.severity.fails(report.strict)).count();
    let name = xml(report.tool.name);
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuite name=\"{name}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">\n",
        paths.len()
    );
    // Findings are sorted by path, so those of one file are neighbours.
    let mut rest = report.findings;
    for path in paths {
        let own = rest.iter().take_while(|one| one.path == path).count();
        let (found, others) = rest.split_at_checked(own).unwrap_or((rest, &[]));
        rest = others;
        text.push_str(&case(&name, path, found, report.strict));
    }
    text.push_str("</testsuite>\n");
    text
}

fn case(suite: &str, path: &str, findings: &[Diagnostic], strict: bool) -> String {
    let opening = format!("  <testcase classname=\"{suite}\" name=\"{}\"", xml(path));
    if findings.is_empty() {
        return format!("{opening}/>\n");
    }
    let mut text = format!("{opening}>\n");
    let (failing, others): (Vec<_>, Vec<_>) = findings.iter().partition(|one| one.severity.fails(strict));
    for one in failing {
        let (kind, message, line) = (xml(one.code), xml(&one.message), xml(&one.to_string()));
        text.push_str(&format!("    <failure type=\"{kind}\" message=\"{message}\">{line}</failure>\n"));
    }
    if !others.is_empty() {
        let lines: Vec<String> = others.iter().map(|one| xml(&one.to_string())).collect();
        text.push_str(&format!("    <system-out>{}</system-out>\n", lines.join("\n")));
    }
    text.push_str("  </testcase>\n");
    text
}

/// Text for XML 1.0, which cannot hold control characters and two more, whatever the escape.
fn xml(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for character in escaped(text).chars() {
        match character {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\u{FFFE}' | '\u{FFFF}' => written.extend(character.escape_unicode()),
            _ => written.push(character),
        }
    }
    written
}
