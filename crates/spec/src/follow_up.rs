//! What a Task's `## Result` leaves for later (roundfix 4.5, A-61).
//!
//! Follow-ups are reported, never recorded: they belong in a new Spec.

use std::collections::BTreeMap;

use cairn_text::outline::list_marker;

use crate::document::{Document, one_line};

/// One unfinished follow-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUp {
    /// 1-based line it starts on.
    pub line: usize,
    /// Its text on one line.
    pub text: String,
}

/// A list item or paragraph while it is read.
struct Block {
    line: usize,
    text: String,
    /// Whether it stands below a heading that starts with `Follow-up`.
    below_heading: bool,
}

/// The follow-ups of a Task file, in the order of the file.
pub fn follow_ups(bytes: &[u8]) -> Vec<FollowUp> {
    let document = Document::new(bytes);
    let headings: BTreeMap<usize, (u8, String)> = document
        .outline()
        .headings()
        .iter()
        .map(|heading| {
            let text = String::from_utf8_lossy(&document.outline().heading_text(bytes, heading)).into_owned();
            (heading.line.content.start, (heading.level, text))
        })
        .collect();
    let mut found = Vec::new();
    for section in document.sections("Result") {
        let mut scope: Option<u8> = None;
        let mut block: Option<Block> = None;
        for line in document.lines(section.content) {
            let text = line.text.trim();
            if let Some((level, heading)) = headings.get(&line.start) {
                found.extend(block.take().and_then(Block::finish));
                scope = scope.filter(|outer| level > outer);
                if scope.is_none() && behind_mark(heading).is_some() {
                    scope = Some(*level);
                }
            } else if line.hidden || text.is_empty() {
                found.extend(block.take().and_then(Block::finish));
            } else if let Some(marker) = list_marker(text.as_bytes()) {
                found.extend(block.take().and_then(Block::finish));
                let text = text.get(marker..).unwrap_or_default().to_owned();
                block = Some(Block { line: line.number, text, below_heading: scope.is_some() });
            } else if let Some(open) = &mut block {
                open.text.push(' ');
                open.text.push_str(text);
            } else {
                block =
                    Some(Block { line: line.number, text: text.to_owned(), below_heading: scope.is_some() });
            }
        }
        found.extend(block.and_then(Block::finish));
    }
    found
}

impl Block {
    /// The follow-up that the block is, if it is one.
    fn finish(self) -> Option<FollowUp> {
        let text = self.text.trim_start();
        let boxed =
            |mark: &str| text.strip_prefix(mark).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        if boxed("[x]").or_else(|| boxed("[X]")).is_some() {
            return None;
        }
        let unchecked = boxed("[ ]");
        let text = unchecked.unwrap_or(text);
        let marked = behind_mark(text).and_then(|rest| rest.split_once(':')).map(|(_, behind)| behind);
        if unchecked.is_none() && marked.is_none() && !self.below_heading {
            return None;
        }
        let text = one_line(marked.unwrap_or(text).trim_start_matches([' ', '*', '_']));
        (!text.is_empty() && !is_nothing(&text)).then_some(FollowUp { line: self.line, text })
    }
}

/// What stands behind `Follow-up` or `Follow up` at the start of a text, emphasis before it ignored.
fn behind_mark(text: &str) -> Option<&str> {
    let text = text.trim_start_matches([' ', '*', '_']);
    ["follow-up", "follow up"].iter().find_map(|mark| {
        let (start, rest) = text.split_at_checked(mark.len())?;
        start.eq_ignore_ascii_case(mark).then_some(rest)
    })
}

/// Whether an entry says that nothing is left.
fn is_nothing(text: &str) -> bool {
    ["none", "n/a", "resolved"].iter().any(|word| {
        text.split_at_checked(word.len()).is_some_and(|(start, rest)| {
            start.eq_ignore_ascii_case(word) && !rest.starts_with(|next: char| next.is_alphanumeric())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(result: &str, expected: &[(usize, &str)]) {
        let text = format!("---\nstatus: completed\n---\n# T\n## Result\n{result}");
        let found: Vec<_> = follow_ups(text.as_bytes()).into_iter().map(|one| (one.line, one.text)).collect();
        let expected: Vec<_> = expected.iter().map(|(line, text)| (*line, (*text).to_owned())).collect();
        assert_eq!(found, expected, "{result:?}");
    }

    /// A-61: unchecked boxes with any list marker; checked ones are done.
    #[test]
    fn boxes() {
        check("- [ ] raise\n- [x] rename\n* [X] y\n", &[(6, "raise")]);
        check("1. [ ] one\n  + [ ] two\n     more\n", &[(6, "one"), (7, "two more")]);
        check("- [ ]nothing\n- []\n", &[]);
    }

    /// A-61: paragraphs and items that start with the word and have a colon.
    #[test]
    fn marked_text() {
        check(
            "Works.\n\nFollow-up: drop the flag\nin the next release.\n",
            &[(8, "drop the flag in the next release.")],
        );
        check(
            "- follow up: a\n- **Follow-up:** b\n- Follow-ups (later): c\n",
            &[(6, "a"), (7, "b"), (8, "c")],
        );
        check("Follow-up work is elsewhere\n", &[]);
    }

    /// A-61: everything below a deeper heading, up to the next of its level; `none` and fences left out.
    #[test]
    fn below_a_heading() {
        check(
            "### Follow-ups\n\n- measure\n- None for this slice.\n- N/A\n- resolved: x\n- Nonetheless\n\nA paragraph.\n\n```\n- [ ] example\n```\n\n#### Deeper\n- d\n\n### Other\n- no\n\n## Notes\n- [ ] not a result\n",
            &[(8, "measure"), (12, "Nonetheless"), (14, "A paragraph."), (21, "d")],
        );
    }
}
