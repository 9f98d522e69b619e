//! For code scanning: SARIF 2.1.0, one run.

use cairn_text::escape::escaped;
use serde_json::{Value, json};

use crate::report::document;
use crate::{Diagnostic, Report, Rule, Severity};

pub(crate) fn render(report: &Report<'_>) -> String {
    let rules: Vec<Value> = report.rules.iter().map(rule).collect();
    let results: Vec<Value> = report.findings.iter().map(|finding| result(finding, report.rules)).collect();
    document(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": report.tool.name, "version": report.tool.version, "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    }))
}

fn rule(rule: &Rule<'_>) -> Value {
    json!({
        "id": rule.code,
        "shortDescription": {"text": rule.title},
        "help": {"text": rule.page, "markdown": rule.page},
        "defaultConfiguration": {"level": level(rule.severity)},
    })
}

fn result(finding: &Diagnostic, rules: &[Rule<'_>]) -> Value {
    let mut result = json!({
        "ruleId": finding.code,
        "level": level(finding.severity),
        "message": {"text": message(finding)},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(&finding.path)},
            "region": {"startLine": finding.line, "startColumn": finding.column},
        }}],
    });
    let index = rules.iter().position(|rule| rule.code == finding.code);
    if let (Some(index), Some(object)) = (index, result.as_object_mut()) {
        object.insert("ruleIndex".to_owned(), index.into());
    }
    result
}

/// The message, and what to do, as sentences of one text.
fn message(finding: &Diagnostic) -> String {
    let fix = finding.fix.as_ref().map(|fix| &fix.text);
    let parts = [Some(&finding.message), finding.help.as_ref(), fix];
    let parts: Vec<_> = parts.into_iter().flatten().map(|part| escaped(part)).collect();
    parts.join("; ")
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// A path as a relative reference (RFC 3986): everything but unreserved characters and `/` as percent and two digits.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}
