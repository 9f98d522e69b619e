//! True receipts (D6): what differs between the bytes before and after, by the names that people know.
//!
//! A body field by its label as spelled in the file, a list or table by its heading, a frontmatter key in dotted form.
//! `last_updated` accompanies every write and is never listed.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use bstr::ByteSlice;
use cairn_text::field::all_labels;
use cairn_text::frontmatter::{Entry, Frontmatter, Style};
use cairn_text::{Span, lines_in, trimmed};

use crate::document::StateDocument;
use crate::language::{self, Term};
use crate::schema::Key;
use crate::sections::{OPERATOR_NEXT_STEPS, ROADMAP_EVOLUTION};

/// The sections that are named as a whole, whatever stands in their lines.
const LISTS: &[Term] = &[Term::Decisions, Term::PendingTodos, Term::Blockers, Term::PerformanceMetrics];

/// The names of everything that differs, body first.
pub(crate) fn updated(before: &StateDocument<'_>, after: &StateDocument<'_>) -> Vec<String> {
    let mut names = body_names(before, after);
    names.extend(key_names(before, after.frontmatter(), after.source()));
    names
}

/// The keys of the frontmatter that differ, in the order of the file.
pub(crate) fn key_names(before: &StateDocument<'_>, after: &Frontmatter, source: &[u8]) -> Vec<String> {
    let old = Values::of(before.frontmatter(), before.source());
    let new = Values::of(after, source);
    let set = new.found.iter().filter(|(name, value)| old.get(name) != Some(*value));
    let gone = old.found.iter().filter(|(name, _)| new.get(name).is_none());
    let names = set.chain(gone).map(|(name, _)| name.as_ref());
    names.filter(|name| *name != Key::LastUpdated.name()).map(str::to_owned).collect()
}

/// Every value of a frontmatter with its dotted name and its bytes; of equal keys the last.
#[derive(Default)]
struct Values<'a> {
    found: Vec<(Cow<'a, str>, &'a [u8])>,
    places: HashMap<Cow<'a, str>, usize>,
}

impl<'a> Values<'a> {
    fn of(frontmatter: &'a Frontmatter, source: &'a [u8]) -> Self {
        let mut values = Self::default();
        for entry in frontmatter.entries() {
            match entry.style {
                Style::BlockMap | Style::FlowMap => {
                    for child in entry.children() {
                        let name = [entry.key.as_str(), ".", &child.key].concat();
                        values.add(Cow::Owned(name), bytes_of(child, source));
                    }
                }
                _ => values.add(Cow::Borrowed(&entry.key), bytes_of(entry, source)),
            }
        }
        values
    }

    fn add(&mut self, name: Cow<'a, str>, value: &'a [u8]) {
        match self.places.get(&name).and_then(|place| self.found.get_mut(*place)) {
            Some(present) => present.1 = value,
            None => {
                self.places.insert(name.clone(), self.found.len());
                self.found.push((name, value));
            }
        }
    }

    fn get(&self, name: &str) -> Option<&'a [u8]> {
        self.found.get(*self.places.get(name)?).map(|(_, value)| *value)
    }
}

fn bytes_of<'a>(entry: &Entry, source: &'a [u8]) -> &'a [u8] {
    if entry.below.is_empty() {
        entry.value_span.of(source)
    } else {
        entry.value_span.join(entry.below).of(source)
    }
}

/// A heading with what stands directly below it, or what stands above the first heading.
struct Block<'a> {
    heading: Vec<u8>,
    span: Span,
    document: &'a StateDocument<'a>,
}

/// The fields, lists and tables of the body that differ, in the order of the file. A document that was read beside another one is
/// compared with that one.
pub(crate) fn body_names(before: &StateDocument<'_>, after: &StateDocument<'_>) -> Vec<String> {
    let old = blocks(before);
    let new = blocks(after);
    let mut names = Vec::new();
    let mut unpaired: HashMap<(&[u8], usize), &Block<'_>> = numbered(&old).collect();
    for (place, block) in numbered(&new) {
        let counterpart = unpaired.remove(&place);
        let same = counterpart
            .is_some_and(|old| after.has_in_common(block.span, old.span) || old.bytes() == block.bytes());
        if !same {
            names.extend(names_between(counterpart, Some(block)));
        }
    }
    for (place, block) in numbered(&old) {
        if unpaired.contains_key(&place) {
            names.extend(names_between(Some(block), None));
        }
    }
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

fn blocks<'a>(document: &'a StateDocument<'a>) -> Vec<Block<'a>> {
    let body = document.outline().body();
    let first = document.outline().headings().first();
    let preamble = Span::new(body.start, first.map_or(body.end, |heading| heading.line.content.start));
    let top = Block { heading: Vec::new(), span: preamble, document };
    let sections = document.outline().sections().map(|section| Block {
        heading: trimmed(&document.outline().heading_text(document.source(), &section.heading)).to_vec(),
        span: Span::new(section.heading.line.content.start, section.direct.end),
        document,
    });
    std::iter::once(top).chain(sections).collect()
}

/// Blocks with their heading and how many of the same heading stand before them.
fn numbered<'a>(blocks: &'a [Block<'a>]) -> impl Iterator<Item = ((&'a [u8], usize), &'a Block<'a>)> {
    let mut counts: HashMap<&[u8], usize> = HashMap::new();
    blocks.iter().map(move |block| {
        let count = counts.entry(&block.heading).or_default();
        let place = (block.heading.as_slice(), *count);
        *count += 1;
        (place, block)
    })
}

fn names_between(before: Option<&Block<'_>>, after: Option<&Block<'_>>) -> Vec<String> {
    let Some(named) = after.or(before) else { return Vec::new() };
    if named.is_list() {
        return vec![named.name()];
    }
    let old = before.map(Block::content).unwrap_or_default();
    let new = after.map(Block::content).unwrap_or_default();
    let labels = new.labels.iter().chain(&old.labels);
    let mut names: Vec<String> = labels
        .filter(|(label, _)| old.values_of(label) != new.values_of(label))
        .map(|(label, _)| label.clone())
        .collect();
    // A heading that comes or goes is told by the fields below it, when there are any; blank lines are not told.
    let is_new_or_gone = before.is_none() || after.is_none();
    if old.other_lines != new.other_lines || (is_new_or_gone && names.is_empty()) {
        names.push(named.name());
    }
    names
}

/// The labels of a block with their values in order, and every other line that is not blank.
#[derive(Default)]
struct Content {
    labels: Vec<(String, Vec<Vec<u8>>)>,
    places: HashMap<String, usize>,
    other_lines: Vec<Vec<u8>>,
}

impl Content {
    fn values_of(&self, label: &str) -> Option<&Vec<Vec<u8>>> {
        self.labels.get(*self.places.get(&label.to_lowercase())?).map(|(_, values)| values)
    }

    fn add(&mut self, label: String, value: Vec<u8>) {
        let place = *self.places.entry(label.to_lowercase()).or_insert(self.labels.len());
        match self.labels.get_mut(place) {
            Some((_, values)) => values.push(value),
            None => self.labels.push((label, vec![value])),
        }
    }
}

impl Block<'_> {
    fn bytes(&self) -> &[u8] {
        self.span.of(self.document.source())
    }

    fn name(&self) -> String {
        if self.heading.is_empty() { "body".to_owned() } else { self.heading.to_str_lossy().into_owned() }
    }

    fn is_list(&self) -> bool {
        let Ok(heading) = self.heading.to_str() else { return false };
        LISTS.iter().any(|term| language::language_of(*term, heading).is_some())
            || [ROADMAP_EVOLUTION, OPERATOR_NEXT_STEPS].iter().any(|name| name.eq_ignore_ascii_case(heading))
    }

    fn content(&self) -> Content {
        let source = self.document.source();
        let mut content = Content::default();
        let mut field_lines = HashSet::new();
        for occurrence in all_labels(self.document.outline(), source, self.span) {
            if !is_field_label(&self.document.occurrence_label(&occurrence)) {
                continue;
            }
            field_lines.insert(occurrence.line.content.start);
            content.add(self.document.occurrence_label(&occurrence), occurrence.value.of(source).to_vec());
        }
        let heading = if self.heading.is_empty() { None } else { Some(self.span.start) };
        content.other_lines = lines_in(source, self.span)
            .filter(|line| !line.is_blank(source) && Some(line.content.start) != heading)
            .filter(|line| !field_lines.contains(&line.content.start))
            .map(|line| line.content.of(source).to_vec())
            .collect();
        content
    }
}

/// Whether a label is the name of a field, and not the start of a list item, a quote or a sentence.
pub(crate) fn is_field_label(label: &str) -> bool {
    let is_name = |character: char| !matches!(character, '*' | '|' | '`' | '<' | '>');
    label.starts_with(char::is_alphanumeric)
        && label.chars().all(is_name)
        && label.chars().count() <= LONGEST_LABEL
}

/// Longer texts in front of a colon are sentences.
const LONGEST_LABEL: usize = 60;

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: &str, after: &str, expected: &[&str]) {
        let (before, after) =
            (StateDocument::parse(before.as_bytes()), StateDocument::parse(after.as_bytes()));
        assert_eq!(updated(&before, &after), expected);
    }

    /// D6: fields by label, lists by heading, keys dotted, in the order body, frontmatter.
    #[test]
    fn names_of_what_differs() {
        check("---\na: 1\n---\nStatus: x\n", "---\na: 1\n---\nStatus: x\n", &[]);
        check(
            "---\nstatus: a\nlast_updated: 1\n---\n## Current Position\nStatus: x\nPlan: 1\n",
            "---\nstatus: b\nlast_updated: 2\n---\n## Current Position\nStatus: y\nPlan: 1\n",
            &["Status", "status"],
        );
        check(
            "---\nprogress:\n  percent: 1\n  note: x\nold: 1\n---\n",
            "---\nprogress:\n  total_plans: 2\n  percent: 2\n  note: x\n---\n",
            &["progress.total_plans", "progress.percent", "old"],
        );
        check("### Decisions\n\nNone yet.\n", "### Decisions\n\n- **Note:** x\n", &["Decisions"]);
        check("# S\n", "# S\n\n## Session Continuity\n\nStopped at: x\n", &["Stopped at"]);
        check("# S\n", "# S\n\n## New\n", &["New"]);
        check("# S\n\n## Old\n", "# S\n", &["Old"]);
        check("## A\nStatus:\ntext\n", "## A\nStatus: new\ntext\n", &["Status"]);
        check("## A\ntext\n", "## A\nother\n", &["A"]);
        check("## A\n- x\n## A\n- y\n", "## A\n- x\n## A\n- z\n", &["A"]);
        check("| Status | a |\n", "| Status | b |\n", &["Status"]);
        check("---\na: [1]\n---\n", "---\na: [2]\n---\n", &["a"]);
    }

    /// D6: what may stand in front of a colon and be the name of a field.
    #[test]
    fn labels_of_fields() {
        let longest = "a".repeat(LONGEST_LABEL);
        for (label, is_label) in [
            ("Last activity", true),
            ("状态", true),
            ("2. phase", true),
            (longest.as_str(), true),
            (&format!("{longest}a"), false),
            ("(see", false),
            ("a | b", false),
            ("`a", false),
            ("", false),
        ] {
            assert_eq!(is_field_label(label), is_label, "{label:?}");
        }
    }
}
