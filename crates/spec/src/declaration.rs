//! `## Unreachable Acceptance` of a PRD: what the QA gate cannot reach and who satisfies it later (roundfix 2.3, A-21).

use cairn_text::Span;

use crate::document::Document;

/// What the section declares.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Declarations {
    /// The complete entries, in order.
    pub entries: Vec<Declaration>,
    /// The fields that are missing or empty.
    pub malformed: Vec<MissingField>,
}

/// One complete entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// 1-based line of the entry.
    pub line: usize,
    /// What cannot be reached.
    pub criterion: String,
    /// Why.
    pub reason: String,
    /// What will satisfy it; kept in the record as `unproven`.
    pub satisfied_by: String,
}

/// An entry that lacks a field. It matters only where declared rows are judged (roundfix 6.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingField {
    /// 1-based line of the entry.
    pub line: usize,
    /// `criterion`, `reason` or `satisfied-by`.
    pub field: &'static str,
}

const FIELDS: [&str; 3] = ["criterion", "reason", "satisfied-by"];

/// An entry while it is read: its line, and the three values in the order of [`FIELDS`].
struct Open {
    line: usize,
    values: [String; 3],
    /// Index of the field that a continuation line belongs to.
    field: Option<usize>,
}

impl Declarations {
    /// Reads the section of a PRD. No section: nothing declared.
    pub fn read(prd: &Document<'_>) -> Self {
        let mut read = Self::default();
        for section in prd.sections("Unreachable Acceptance") {
            read.section(prd, section.content);
        }
        read
    }

    fn section(&mut self, prd: &Document<'_>, content: Span) {
        let mut open: Option<Open> = None;
        for line in prd.lines(content).filter(|line| !line.hidden) {
            if let Some(first) = line.text.strip_prefix("- ") {
                self.close(open.take());
                let mut entry = Open { line: line.number, values: Default::default(), field: None };
                entry.take(first);
                open = Some(entry);
            } else if let Some(entry) = &mut open
                && !entry.take(&line.text)
            {
                if line.text.starts_with("  ") || line.text.starts_with('\t') {
                    entry.go_on(&line.text);
                } else {
                    entry.field = None;
                }
            }
        }
        self.close(open);
    }

    fn close(&mut self, open: Option<Open>) {
        let Some(Open { line, values, .. }) = open else { return };
        let missing = FIELDS.into_iter().zip(&values).filter(|(_, value)| value.is_empty());
        let before = self.malformed.len();
        self.malformed.extend(missing.map(|(field, _)| MissingField { line, field }));
        if self.malformed.len() == before {
            let [criterion, reason, satisfied_by] = values;
            self.entries.push(Declaration { line, criterion, reason, satisfied_by });
        }
    }
}

impl Open {
    /// Takes a text as a field; `false` when it is none.
    fn take(&mut self, text: &str) -> bool {
        let text = text.trim();
        let found = FIELDS
            .iter()
            .enumerate()
            .find_map(|(index, field)| Some((index, text.strip_prefix(field)?.strip_prefix(':')?.trim())));
        let Some((index, value)) = found else { return false };
        if let Some(place) = self.values.get_mut(index) {
            *place = value.to_owned();
        }
        self.field = Some(index);
        true
    }

    /// Takes a text as the continuation of the field before it, joined with one blank.
    fn go_on(&mut self, text: &str) {
        let value = self.field.and_then(|index| self.values.get_mut(index));
        if let (Some(value), text) = (value, text.trim())
            && !text.is_empty()
        {
            if !value.is_empty() {
                value.push(' ');
            }
            value.push_str(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(section: &str) -> Declarations {
        let text = format!("# T\n\n## Unreachable Acceptance\n\n{section}");
        Declarations::read(&Document::new(text.as_bytes()))
    }

    fn check(section: &str, expected: &[[&str; 3]], malformed: &[(usize, &str)]) {
        let found = read(section);
        let entries: Vec<_> =
            found.entries.iter().map(|one| [&*one.criterion, &*one.reason, &*one.satisfied_by]).collect();
        assert_eq!(entries, expected, "{section:?}");
        let missing: Vec<_> = found.malformed.iter().map(|one| (one.line, one.field)).collect();
        assert_eq!(missing, malformed, "{section:?}");
    }

    /// A-21: fields on one line or on later ones, wrapped values, remarks and other sections around.
    #[test]
    fn entries() {
        check("", &[], &[]);
        check("- criterion: a\n  reason: b\n  satisfied-by: c\n", &[["a", "b", "c"]], &[]);
        check(
            "Intro.\n\n- criterion: publish\n  the release\n\treason: no credentials\n  satisfied-by:\n    a maintainer\n    publishes it\n\n## Later\n\n- criterion: not one\n",
            &[["publish the release", "no credentials", "a maintainer publishes it"]],
            &[],
        );
        check(
            "- criterion: a\n  reason: b\n  satisfied-by: c\nprose\n  more prose\n- criterion: d\n  reason: e: f\n  satisfied-by: g\n",
            &[["a", "b", "c"], ["d", "e: f", "g"]],
            &[],
        );
        check("```\n- criterion: x\n```\n<!--\n- criterion: y\n-->\n", &[], &[]);
    }

    /// A-21: a missing or empty field is named with the line of its entry.
    #[test]
    fn malformed() {
        check("- criterion: a\n  reason: b\n", &[], &[(5, "satisfied-by")]);
        check("- criterion: a\n  reason:\n  satisfied-by: c\n", &[], &[(5, "reason")]);
        check("- something\n", &[], &[(5, "criterion"), (5, "reason"), (5, "satisfied-by")]);
    }
}
