//! Writing a record: keys in their order, then heading and outcome (roundfix 14.1, 14.2).

use super::style::{indent, push};
use super::{Record, SCHEMA};
use crate::authorization::Regeneration;

pub(super) fn render(record: &Record) -> String {
    let mut out = "---\n".to_owned();
    let strings = [
        ("schema", SCHEMA),
        ("spec", record.spec.as_str()),
        ("title", &record.title),
        ("status", "archived"),
        ("created", &record.created),
        ("archived", &record.archived),
        ("disposition", record.disposition.as_str()),
        ("source", &record.source),
        ("source_revision", &record.source_revision),
        ("qa_task", &record.qa_task),
        ("qa_report", &record.qa_report),
        ("qa_verdict", &record.qa_verdict),
    ];
    for (key, value) in strings {
        string(&mut out, key, value);
    }
    list(&mut out, "unproven", &record.unproven, 0);
    if let Some(exception) = &record.qa_override {
        out.push_str("qa_override: true\n");
        string(&mut out, "qa_override_approval", &exception.approval);
        string(&mut out, "qa_override_reason", &exception.reason);
        string(&mut out, "qa_override_qa_outcome", &exception.qa_outcome);
        string(&mut out, "qa_override_qa_task_status", &exception.qa_task_status);
        string(&mut out, "qa_override_revision", &exception.revision);
    }
    optional(&mut out, "superseded_by", record.superseded_by.as_deref());
    optional(&mut out, "cancel_reason", record.cancel_reason.as_deref());
    list(&mut out, "adrs", &record.adrs, 0);
    list(&mut out, "sources", &record.sources, 0);
    regeneration(&mut out, &record.regeneration);
    list(&mut out, "promoted", &record.promoted, 0);
    if !record.relinked.is_empty() {
        list(&mut out, "relinked", &record.relinked, 0);
    }
    optional(&mut out, "pull_request", record.pull_request.as_deref());
    out.push_str("---\n");
    out.push_str(&body(&record.title, &record.outcome));
    out
}

/// What stands behind the closing `---`.
fn body(title: &str, outcome: &str) -> String {
    match outcome {
        "" => format!("\n# {title}\n"),
        outcome => format!("\n# {title}\n\n{outcome}\n"),
    }
}

fn string(out: &mut String, key: &str, value: &str) {
    out.push_str(key);
    out.push(':');
    push(out, value, 1);
}

fn optional(out: &mut String, key: &str, value: Option<&str>) {
    if let Some(value) = value {
        string(out, key, value);
    }
}

/// A list below a key that stands at `level`.
fn list(out: &mut String, key: &str, items: &[String], level: usize) {
    indent(out, level);
    out.push_str(key);
    if items.is_empty() {
        out.push_str(": []\n");
        return;
    }
    out.push_str(":\n");
    for item in items {
        indent(out, level + 1);
        out.push('-');
        push(out, item, level + 2);
    }
}

fn regeneration(out: &mut String, commands: &[Regeneration]) {
    if commands.is_empty() {
        out.push_str("regeneration: []\n");
        return;
    }
    out.push_str("regeneration:\n");
    for one in commands {
        out.push_str("  - command:");
        push(out, &one.command, 3);
        if let Some(outputs) = &one.outputs {
            list(out, "outputs", outputs, 2);
        }
    }
}
