//! One side as the merge reads it: its document, the lines of its position, its sections.

use std::collections::HashMap;

use cairn_text::Span;
use cairn_text::list::ListItem;
use cairn_text::outline::list_marker;

use super::Kind;
use super::label::{label_of, last_updated};
use super::section_tree::Section;
use super::text::is_blank;
use super::token::{EntryContent, PositionLines, Token};
use crate::body_field::BodyField;
use crate::document::StateDocument;
use crate::language::Term;
use crate::sections::find_term;

/// One side: base, ours or theirs.
#[derive(Debug)]
pub(super) struct SideText<'t> {
    pub(super) document: StateDocument<'t>,
    pub(super) root: Section<'t>,
}

/// What the lines of a side mean beyond their form.
pub(super) struct Meaning<'d, 't> {
    pub(super) document: &'d StateDocument<'t>,
    pub(super) kind: Kind,
    position_lines: HashMap<usize, BodyField>,
    /// Where those lines begin, ascending.
    position_starts: Vec<usize>,
    position: Vec<Span>,
    metrics: Option<Span>,
}

impl<'t> SideText<'t> {
    /// Reads a text whose lines all end in a line feed. Never fails; linear.
    pub(super) fn read(text: &'t [u8], kind: Kind) -> Self {
        Self::of(StateDocument::parse(text), kind)
    }

    /// The same for a document that was read already.
    pub(super) fn of(document: StateDocument<'t>, kind: Kind) -> Self {
        let root = Section::tree(&Meaning::of(&document, kind));
        Self { document, root }
    }

    /// Every line of the position, with its field, in the order of the text.
    pub(super) fn position(&self) -> Vec<PositionLines<'t>> {
        let mut found = Vec::new();
        self.root.walk(&mut |section| collect(&section.tokens, &mut found));
        found
    }
}

fn collect<'t>(tokens: &[Token<'t>], found: &mut Vec<PositionLines<'t>>) {
    for token in tokens {
        match token {
            Token::Position(position) => found.push(position.clone()),
            Token::List(entries) => {
                for entry in entries {
                    let EntryContent::Bullet(bullet) = &entry.content else { continue };
                    match bullet.position {
                        Some(field) => found.push(PositionLines { field, lines: bullet.lines() }),
                        None => collect(&bullet.nested, found),
                    }
                }
            }
            Token::Table(table) => found.extend(
                table
                    .rows
                    .iter()
                    .filter_map(|row| Some(PositionLines { field: row.position?, lines: vec![row.line] })),
            ),
            Token::Blank(_) | Token::Prose(_) | Token::Keyed(_) => {}
        }
    }
}

impl<'d, 't> Meaning<'d, 't> {
    fn of(document: &'d StateDocument<'t>, kind: Kind) -> Self {
        let mut position_lines = HashMap::new();
        let mut position = Vec::new();
        let mut metrics = None;
        if kind == Kind::State {
            // The core value is the project's, not the position's.
            let fields = BodyField::ALL.into_iter().filter(|field| *field != BodyField::CoreValue);
            for field in fields {
                let Some(found) = document.field(field) else { continue };
                for occurrence in found.occurrences().iter().chain(found.unset()) {
                    position_lines.entry(occurrence.line.content.start).or_insert(field);
                }
            }
            let sections = document.sections();
            position.extend([sections.position(), sections.session()].into_iter().flatten().map(|s| s.span));
            metrics = find_term(document.outline(), document.source(), Term::PerformanceMetrics)
                .map(|(section, _)| section.span);
        }
        let mut position_starts: Vec<usize> = position_lines.keys().copied().collect();
        position_starts.sort_unstable();
        Self { document, kind, position_lines, position_starts, position, metrics }
    }

    pub(super) fn source(&self) -> &'t [u8] {
        self.document.source()
    }

    /// The field of the position that the line at `start` is.
    pub(super) fn position_field(&self, start: usize) -> Option<BodyField> {
        self.position_lines.get(&start).copied()
    }

    /// Whether a line of the position lies in `span`.
    pub(super) fn holds_position(&self, span: Span) -> bool {
        let first = self.position_starts.partition_point(|start| *start < span.start);
        self.position_starts.get(first).is_some_and(|start| *start < span.end)
    }

    /// Whether `offset` lies in Current Position or in the session section.
    pub(super) fn is_in_position(&self, offset: usize) -> bool {
        self.position.iter().any(|span| span.contains(offset))
    }

    /// Whether `offset` lies in Performance Metrics.
    pub(super) fn is_in_metrics(&self, offset: usize) -> bool {
        self.metrics.is_some_and(|span| span.contains(offset))
    }

    /// Whether a line goes on with the field above it: plain text at column 1, nothing that begins something of its own.
    pub(super) fn continues(&self, start: usize, line: &[u8]) -> bool {
        let begins_block = line.first().is_none_or(|first| {
            first.is_ascii_whitespace() || matches!(first, b'#' | b'|' | b'>' | b'<' | b'`' | b'~' | b'[')
        });
        !is_blank(line)
            && !begins_block
            && list_marker(line).is_none()
            && self.position_field(start).is_none()
            && label_of(line).is_none()
            && last_updated(line).is_none()
            && !line.starts_with(b"---")
    }
}

/// The items of `items` that begin in `span`.
pub(super) fn items_in(items: &[ListItem], span: Span) -> &[ListItem] {
    let first = items.partition_point(|item| item.span.start < span.start);
    let end = items.partition_point(|item| item.span.start < span.end);
    items.get(first..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use cairn_text::list::list_items;

    use super::*;

    const TEXT: &str = "## Current Position\n\nPhase: 1 of 9 (A)\n\n## Performance Metrics\n\n- Trend: Stable\n\n## Notes\n\n- a\n- b\n";

    fn place(words: &str) -> usize {
        TEXT.find(words).unwrap()
    }

    /// L6, 6.6: where the position and the metrics are.
    #[test]
    fn places() {
        let document = StateDocument::parse(TEXT.as_bytes());
        let meaning = Meaning::of(&document, Kind::State);
        let (field, behind) = (place("Phase:"), place("## Performance"));
        for (start, end, holds) in [
            (field, behind, true),
            (0, behind, true),
            (field, field + 1, true),
            (0, field, false),
            (field + 1, behind, false),
            (behind, TEXT.len(), false),
        ] {
            assert_eq!(meaning.holds_position(Span::new(start, end)), holds, "{start}..{end}");
        }
        for (words, in_position, in_metrics) in
            [("Phase:", true, false), ("- Trend", false, true), ("- a", false, false)]
        {
            assert_eq!(meaning.is_in_position(place(words)), in_position, "{words}");
            assert_eq!(meaning.is_in_metrics(place(words)), in_metrics, "{words}");
        }
    }

    /// L6, 6.6: what goes on with a field of the position.
    #[test]
    fn continuation() {
        let document = StateDocument::parse(TEXT.as_bytes());
        let meaning = Meaning::of(&document, Kind::State);
        let behind = TEXT.len();
        assert!(meaning.continues(behind, b"more words"));
        assert!(!meaning.continues(place("Phase:"), b"more words"));
        for line in
            ["", " ", " words", "# A", "| a |", "> a", "- a", "Next: a", "Last updated: 2026-10-01", "---"]
        {
            assert!(!meaning.continues(behind, line.as_bytes()), "{line}");
        }
    }

    /// L6, 6.7: the items of a stretch are those that begin in it.
    #[test]
    fn items_of_a_stretch() {
        let document = StateDocument::parse(TEXT.as_bytes());
        let items = list_items(document.outline(), document.source(), document.outline().body());
        let (first, second) = (place("- a"), place("- b"));
        for (start, end, count) in
            [(first, second, 1), (first, TEXT.len(), 2), (first + 1, TEXT.len(), 1), (first, first, 0)]
        {
            assert_eq!(items_in(&items, Span::new(start, end)).len(), count, "{start}..{end}");
        }
    }
}
