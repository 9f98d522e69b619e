//! The rules about bytes that hold for every text file of a project: ROADMAP.md, Tasks, records (cairn 11).

use cairn_report::{Diagnostic, sort};
use cairn_text::{Encoding, LineIndex};

use super::subject::Place;
use super::{RULES, Rule, file};
use crate::document::StateDocument;

/// The codes of these rules.
pub const TEXT_RULES: [&str; 3] = ["conflict-marker", "control-character", "not-utf8"];

/// What is wrong with the bytes of a file that is no STATE.md.
#[must_use]
pub fn text_findings(path: &str, source: &[u8]) -> Vec<Diagnostic> {
    let is_text = Encoding::detect(source).is_utf8();
    let index = LineIndex::new(source);
    let mut findings = Vec::new();
    for rule in RULES.iter().filter(|rule| TEXT_RULES.contains(&rule.code)) {
        let places = match rule.code {
            "not-utf8" => file::not_utf8_of(source),
            _ if !is_text => Vec::new(),
            "control-character" => file::control_characters_of(source),
            _ => file::conflict_markers_of(StateDocument::parse(source).conflict_lines()),
        };
        findings.extend(places.into_iter().map(|place| diagnostic(rule, path, &index, place)));
    }
    sort(&mut findings);
    findings
}

fn diagnostic(rule: &Rule, path: &str, index: &LineIndex<'_>, place: Place) -> Diagnostic {
    let diagnostic = Diagnostic::new(rule.code, rule.severity, path, place.message);
    match place.span {
        Some(span) => {
            let position = index.position(span.start);
            diagnostic.at(position.line, position.column).over(span)
        }
        None => diagnostic,
    }
}
