//! What `cairn check --fix` does to a STATE.md: the edits of the fixable rules and nothing else (cairn 10, 11).

use cairn_text::frontmatter::{Change, Content, Entry, Item, NewValue, Style};
use cairn_text::{BOM, Edit, Span, lines_in};

use crate::body_field::BodyField;
use crate::derive;
use crate::input::StateInput;
use crate::progress_bar;
use crate::schema::{Key, canonical_paths};
use crate::writing::Reading;

/// The keys that are counted.
const COUNTED: [Key; 5] =
    [Key::TotalPhases, Key::CompletedPhases, Key::TotalPlans, Key::CompletedPlans, Key::Percent];

/// STATE.md with what `codes` name put right: the byte-order mark removed, counters and bar as `state sync` writes them,
/// `next_phases` on one line. `None` when nothing is to be done, or the file must not be written.
#[must_use]
pub fn repair(input: &StateInput<'_>, codes: &[&str]) -> Option<Vec<u8>> {
    let reading = Reading::strict(input).ok()?;
    let source = reading.document.source();
    let mut changes = Vec::new();
    let mut edits = Vec::new();
    for code in codes {
        match *code {
            "bom" if source.starts_with(BOM) => edits.push(Edit::delete(Span::new(0, BOM.len()))),
            "progress-drift" => {
                changes.extend(counters(&reading));
                edits.extend(bar_edit(&reading));
            }
            "block-list-next-phases" => edits.extend(one_line(&reading)),
            _ => {}
        }
    }
    let order: Vec<&str> = canonical_paths().collect();
    let mut patch = reading.document.frontmatter().edit(source, &changes, &order).ok()?;
    for edit in edits {
        patch.push(edit).ok()?;
    }
    let repaired = patch.apply(source);
    (repaired != source).then_some(repaired)
}

fn counters(reading: &Reading<'_>) -> Vec<Change> {
    let decisions = reading.decisions().into_iter().filter(|(key, _)| COUNTED.contains(key));
    derive::changes(decisions.collect())
}

fn bar_edit(reading: &Reading<'_>) -> Option<Edit> {
    let percent = reading.facts.counters.percent.filter(|_| reading.facts.scope.is_trusted())?;
    let occurrence = reading.document.winner(BodyField::Progress)?;
    let value = occurrence.value.of(reading.document.source());
    let bar = progress_bar::find_bar(value).filter(|bar| !bar.shows(value, percent))?;
    Some(Edit::replace(occurrence.value, bar.set(value, percent)))
}

/// The list is written behind its key, and the lines of its items go: an equal value keeps its bytes in the frontmatter's own edit. A
/// comment stays; one behind an item becomes a line of its own.
fn one_line(reading: &Reading<'_>) -> Vec<Edit> {
    let source = reading.document.source();
    let entry = reading.document.entry(Key::NextPhases);
    let Some((entry, items)) = entry.and_then(|entry| Some((entry, plain_items(entry, source)?))) else {
        return Vec::new();
    };
    let mut edits = vec![Edit::insert(entry.colon_end, format!(" {}", written(&items)))];
    // Each item has a line of its own, in the same order.
    let mut items = items.into_iter().peekable();
    for line in lines_in(source, entry.below) {
        let text = line.content.trim(source);
        let item = items.next_if(|(span, _)| line.content.contains(span.start));
        match item.map(|(span, _)| Span::new(span.end, line.content.end).trim(source)) {
            Some(comment) if !comment.is_empty() => {
                edits.push(Edit::delete(Span::new(text.start, comment.start)));
            }
            None if text.of(source).starts_with(b"#") => {}
            _ => edits.push(Edit::delete(line.full())),
        }
    }
    edits
}

/// The list as it is written on one line.
pub(super) fn written(items: &[(Span, &str)]) -> String {
    let texts = items.iter().map(|(_, text)| NewValue::Quoted((*text).to_owned()));
    NewValue::List(texts.collect()).written()
}

/// The items of a list of lines and their texts, when each is a text on one line: any other list cannot stand on one. Nor can one with
/// lines that are no items, as the rest of a text, or with bytes that are no text.
pub(super) fn plain_items<'e>(entry: &'e Entry, source: &[u8]) -> Option<Vec<(Span, &'e str)>> {
    let Content::List(items) = Some(&entry.content).filter(|_| entry.style == Style::BlockList)? else {
        return None;
    };
    let plain = |item: &'e Item| match &item.content {
        Content::Text(text) if !item.span.of(source).contains(&b'\n') => {
            std::str::from_utf8(item.span.of(source)).ok().map(|_| (item.span, text.as_str()))
        }
        _ => None,
    };
    let below = lines_in(source, entry.below).map(|line| line.content.trim(source).of(source));
    let counted = below.filter(|text| !text.is_empty() && !text.starts_with(b"#")).count();
    (counted == items.len()).then(|| items.iter().map(plain).collect())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::tests::{BASIC, input, planning, project};

    fn check(codes: &[&str], from: &str, to: &str, expected: Option<&str>) {
        assert!(BASIC.contains(from), "{from}");
        let source = BASIC.replace(from, to);
        let (planning, project) = (planning(), project());
        let input = input(&source, &planning, &project);
        let found = repair(&input, codes).map(|bytes| String::from_utf8(bytes).unwrap());
        let expected = expected.map(|expected| BASIC.replace(from, expected));
        assert_eq!(found, expected, "{to}");
    }

    /// D25, `bom`: the mark goes, nothing else.
    #[test]
    fn bom() {
        check(&["bom"], "---\nmsd_state", "\u{feff}---\nmsd_state", Some("---\nmsd_state"));
        check(&["bom"], "---\nmsd_state", "---\nmsd_state", None);
    }

    /// D25, `progress-drift`: counters and bar, no clock.
    #[test]
    fn progress_drift() {
        check(&["progress-drift"], "  percent: 33", "  percent: 34", Some("  percent: 33"));
        check(&["progress-drift"], "[███░░░░░░░] 33%", "[████░░░░░░] 44%", Some("[███░░░░░░░] 33%"));
        check(&["bom"], "  percent: 33", "  percent: 34", None);
    }

    /// D25, `block-list-next-phases`: one line.
    #[test]
    fn block_list_next_phases() {
        let (from, lines) = ("stopped_at: Phase", "next_phases:\n  - \"3\"\n  - 4\nstopped_at: Phase");
        let line = "next_phases: [\"3\", \"4\"]\nstopped_at: Phase";
        check(&["block-list-next-phases"], from, lines, Some(line));
    }

    /// D25, `block-list-next-phases`: comments stay, wherever they stand in the list, and what cannot stand on one line is left.
    #[test]
    fn block_list_next_phases_with_comments() {
        let from = "stopped_at: Phase";
        let with = |list: &str| format!("{list}stopped_at: Phase");
        for (lines, one_line) in [
            (
                "next_phases: # in this order\n  # the harbour first\n  - \"3\" # Kim asked\n\n  - 4\n  # then rest\n  - '5#1'\n",
                Some(
                    "next_phases: [\"3\", \"4\", \"5#1\"] # in this order\n  # the harbour first\n  # Kim asked\n  # then rest\n",
                ),
            ),
            ("next_phases:\r\n- 3   # a\r\n- 4\r\n", Some("next_phases: [\"3\", \"4\"]\r\n# a\r\n")),
            ("next_phases:\n  - 3\n  -\n", None),
            ("next_phases:\n  - 3\n    more\n", None),
            ("next_phases:\n  - 3\n    - 4\n  - 5\n", None),
            ("next_phases:\n  - 3\n  - id: 4\n", None),
            ("next_phases:\n  - |\n    3\n    # no comment\n", None),
            ("next_phases:\n  - |\n    # no comment\n", None),
        ] {
            let expected = one_line.map(with);
            check(&["block-list-next-phases"], from, &with(lines), expected.as_deref());
            if let Some(again) = expected {
                check(&["block-list-next-phases"], from, &again, None);
            }
        }
    }

    /// D29: bytes that are no UTF-8 are never written.
    #[test]
    fn a_list_of_other_bytes_is_left() {
        let source = BASIC.replace("stopped_at: Phase", "next_phases:\n  - \u{1}\nstopped_at: Phase");
        let (planning, project) = (planning(), project());
        let input = input(&source, &planning, &project);
        assert!(repair(&input, &["block-list-next-phases"]).is_some());
        let bytes: Vec<u8> = source.bytes().map(|byte| if byte == 1 { 0xff } else { byte }).collect();
        assert_eq!(
            repair(&StateInput { document: Some(&bytes), ..input }, &["block-list-next-phases"]),
            None
        );
    }
}
