//! True receipts (D6): what differs between the bytes before and after, by the names that people know.
//!
//! A body field by its label as spelled in the file, a list or table by its heading, a frontmatter key in dotted form.
//! `last_updated` accompanies every write and is never listed.

use std::collections::{HashMap, HashSet};

use bstr::ByteSlice;
use cairn_text::field::all_labels;
use cairn_text::frontmatter::{Entry, Frontmatter, Style};
use cairn_text::{Span, lines_in};

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
    let old = values(before.frontmatter(), before.source());
    let new = values(after, source);
    let known: HashMap<&str, &[u8]> = old.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let present: HashSet<&str> = new.iter().map(|(name, _)| name.as_str()).collect();
    let set =
        new.iter().filter(|(name, value)| known.get(name.as_str()) != Some(value)).map(|(name, _)| name);
    let gone = old.iter().map(|(name, _)| name).filter(|name| !present.contains(name.as_str()));
    set.chain(gone).filter(|name| *name != Key::LastUpdated.name()).cloned().collect()
}

/// Every value of the frontmatter with its dotted name and its bytes; of equal keys the last.
fn values<'a>(frontmatter: &Frontmatter, source: &'a [u8]) -> Vec<(String, &'a [u8])> {
    let mut found: Vec<(String, &[u8])> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for entry in frontmatter.entries() {
        let children: Vec<(String, &[u8])> = match entry.style {
            Style::BlockMap | Style::FlowMap => entry
                .children()
                .iter()
                .map(|child| (format!("{}.{}", entry.key, child.key), bytes_of(child, source)))
                .collect(),
            _ => vec![(entry.key.clone(), bytes_of(entry, source))],
        };
        for (name, value) in children {
            match places.get(&name).and_then(|place| found.get_mut(*place)) {
                Some(present) => present.1 = value,
                None => {
                    places.insert(name.clone(), found.len());
                    found.push((name, value));
                }
            }
        }
    }
    found
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
        heading: document.outline().heading_text(document.source(), &section.heading).trim().to_vec(),
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
