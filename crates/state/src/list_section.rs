//! The lists of a STATE.md: finding one, adding a line, and the placeholder that stands where nothing is listed yet
//! (S-68, D22, contract 14.1, 14.2).
//!
//! Only a line that is exactly a placeholder is ever replaced; nothing else is removed here.

use cairn_text::list::{ListItem, list_items};
use cairn_text::outline::{LineClass, Section};
use cairn_text::{Edit, Line, Span, lines_in};

use crate::document::StateDocument;
use crate::draft::Draft;
use crate::failure::Failure;
use crate::language::{self, Term};
use crate::phase_id::PhaseId;
use crate::sections::{self, ROADMAP_EVOLUTION};
use crate::writing::Reading;

/// Lines that say that nothing is listed, compared without regard to case.
const PLACEHOLDERS: &[&str] =
    &["none yet.", "none yet", "none", "none.", "- none", "- none yet", "no decisions yet"];

/// A list that verbs add to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum List {
    /// `Decisions`, `Decisions Made`.
    Decisions,
    /// `Blockers/Concerns`, `Blockers`, `Concerns`.
    Blockers,
    /// `Roadmap Evolution`.
    RoadmapEvolution,
}

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Addition {
    /// False when the line stood there already.
    pub(crate) is_added: bool,
    /// Whether the section had to be made.
    pub(crate) is_created: bool,
}

impl List {
    /// The section of the list.
    pub(crate) fn find(self, document: &StateDocument<'_>) -> Option<Section> {
        let (outline, source) = (document.outline(), document.source());
        match self {
            Self::Decisions => sections::find_list(outline, source, Term::Decisions),
            Self::Blockers => sections::find_list(outline, source, Term::Blockers),
            Self::RoadmapEvolution => sections::find_named(outline, source, ROADMAP_EVOLUTION),
        }
    }

    /// The top items of the list.
    pub(crate) fn items(self, document: &StateDocument<'_>) -> Vec<ListItem> {
        let Some(section) = self.find(document) else { return Vec::new() };
        let items = list_items(document.outline(), document.source(), section.direct);
        items.into_iter().filter(|item| item.depth == 0).collect()
    }

    /// Adds a line behind the last one of the list, or in the place of its placeholder; the section is made when missing.
    pub(crate) fn add(
        self,
        reading: &Reading<'_>,
        draft: &mut Draft<'_, '_>,
        line: &str,
    ) -> Result<Addition, Failure> {
        let document = &reading.document;
        let Some(section) = self.find(document) else {
            create(document, draft, self.heading(document), line)?;
            return Ok(Addition { is_added: true, is_created: true });
        };
        let is_added = add_to(document, draft, &section, line)?;
        Ok(Addition { is_added, is_created: false })
    }

    fn heading(self, document: &StateDocument<'_>) -> &'static str {
        let language = document.sections().language();
        match self {
            Self::Decisions => language::written(Term::Decisions, language),
            Self::Blockers => language::written(Term::Blockers, language),
            Self::RoadmapEvolution => ROADMAP_EVOLUTION,
        }
    }
}

/// Whether a line is exactly a placeholder: one of the known ones, or one bracket `[…]`.
pub(crate) fn is_placeholder_line(line: &[u8]) -> bool {
    let is_known = |line: &[u8]| PLACEHOLDERS.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(line));
    let visible = line.trim_ascii();
    // Nearly every line of a long list is an entry with none of the wider blanks around it: it need not be read as text.
    let is_end = |end: Option<&u8>| end.is_some_and(u8::is_ascii_graphic);
    if is_end(visible.first()) && is_end(visible.last()) && !visible.starts_with(b"[") {
        return is_known(visible);
    }
    let line = String::from_utf8_lossy(visible);
    let line = line.trim();
    let is_bracket = line
        .strip_prefix('[')
        .and_then(|inner| inner.strip_suffix(']'))
        .is_some_and(|inner| !inner.contains(['[', ']']) && inner.contains(char::is_alphabetic));
    is_bracket || is_known(line.as_bytes())
}

/// The first of these placeholder lines that speaks of the whole list: one below an entry is a part of that entry.
pub(crate) fn placeholder_among(
    document: &StateDocument<'_>,
    section: &Section,
    lines: &[Line],
) -> Option<Line> {
    let (outline, source) = (document.outline(), document.source());
    if lines.is_empty() {
        return None;
    }
    let mut items = list_items(outline, source, section.direct).into_iter().filter(|item| item.depth == 0);
    let mut item = items.next();
    lines.iter().copied().find(|line| {
        while item.is_some_and(|item| item.span.end <= line.content.start) {
            item = items.next();
        }
        item.is_none_or(|item| line.content.start <= item.line.content.start)
    })
}

/// The phase that a new entry belongs to: the one given, else the current one.
pub(crate) fn phase_of_entry(document: &StateDocument<'_>, given: Option<&PhaseId>) -> Option<PhaseId> {
    given.cloned().or_else(|| document.current_phase())
}

fn add_to(
    document: &StateDocument<'_>,
    draft: &mut Draft<'_, '_>,
    section: &Section,
    line: &str,
) -> Result<bool, Failure> {
    let source = document.source();
    let (mut placeholders, mut last) = (Vec::new(), None);
    for present in document.outline().lines(source, section.direct).filter(|present| !present.is_blank()) {
        last = Some(present.line);
        // Lines in fences and comments are no entries.
        if present.class == LineClass::Text {
            if present.line.content.trim(source).of(source) == line.as_bytes() {
                return Ok(false);
            }
            if is_placeholder_line(present.bytes()) {
                placeholders.push(present.line);
            }
        }
    }
    match (placeholder_among(document, section, &placeholders), last) {
        (Some(placeholder), Some(last)) if placeholder == last => {
            draft.push(Edit::replace(placeholder.content, line));
        }
        (Some(placeholder), Some(last)) => {
            draft.push(Edit::delete(placeholder.full()));
            draft.insert_lines(last.full().end, [line])?;
        }
        (None, Some(last)) => draft.insert_lines(last.full().end, [line])?,
        (_, None) => insert_below_heading(source, draft, section, line)?,
    }
    Ok(true)
}

/// The first line of an empty section, with a blank line on both sides.
fn insert_below_heading(
    source: &[u8],
    draft: &mut Draft<'_, '_>,
    section: &Section,
    line: &str,
) -> Result<(), Failure> {
    let start = section.direct.start;
    let is_followed_by_text = section.direct.is_empty() && start < source.len();
    let mut lines = vec!["", line];
    if is_followed_by_text {
        lines.push("");
    }
    draft.insert_lines(start, lines)
}

/// A new section at the end of Accumulated Context, else at the end of the file.
fn create(
    document: &StateDocument<'_>,
    draft: &mut Draft<'_, '_>,
    heading: &str,
    line: &str,
) -> Result<(), Failure> {
    let source = document.source();
    let parent = sections::find_term(document.outline(), source, Term::AccumulatedContext);
    let (end, marks) = match parent {
        Some((section, _)) => (last_text_end(source, section.span), "###"),
        None => (last_text_end(source, document.outline().body()), "##"),
    };
    add_section(draft, end, &format!("{marks} {heading}"), &[line])
}

/// Adds a section behind `end`, a blank line before and behind its heading.
pub(crate) fn add_section(
    draft: &mut Draft<'_, '_>,
    end: usize,
    heading: &str,
    lines: &[&str],
) -> Result<(), Failure> {
    let separator: &[&str] = if end == 0 { &[] } else { &[""] };
    let heading_lines = [heading, ""];
    let all: Vec<&str> = separator.iter().chain(&heading_lines).chain(lines).copied().collect();
    draft.added_headings += 1;
    draft.insert_lines(end, all)
}

/// Offset behind the last line of `span` that is not blank.
pub(crate) fn last_text_end(source: &[u8], span: Span) -> usize {
    let last = lines_in(source, span).filter(|line| !line.is_blank(source)).last();
    last.map_or(span.start, |line| line.full().end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D22: one of the known words or one bracket, in any case, with blanks of any kind around it; nothing else.
    #[test]
    fn placeholders() {
        let brackets = ["[x]", "[Decisions go here]", "[§ 4 and é]"];
        for word in PLACEHOLDERS.iter().chain(&brackets) {
            for blank in ["", " ", "\t ", "\r", "\u{b}", "\u{a0}", "\u{3000}"] {
                let upper = word.to_ascii_uppercase();
                for line in
                    [format!("{blank}{word}"), format!("{upper}{blank}"), format!("{blank}{word}{blank}")]
                {
                    assert!(is_placeholder_line(line.as_bytes()), "{line:?}");
                }
            }
        }
        let others = [
            "",
            " ",
            "- a",
            "none at all",
            "no decisions yet.",
            "no",
            "[]",
            "[1]",
            "[a[b]]",
            "[a] b",
            "a [b]",
            "[a",
        ];
        for word in others {
            for line in [word.to_owned(), format!("\u{a0}{word}"), format!("{word}\u{3000}")] {
                assert!(!is_placeholder_line(line.as_bytes()), "{line:?}");
            }
        }
    }
}
