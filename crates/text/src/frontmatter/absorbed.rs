//! What a value would take in when the keys below it go: a block text indented comments, and blank lines if it keeps them; a quote
//! that nothing closed, a comment with a quote in it.

use super::entry::Entry;
use super::parse;
use crate::lines::lines_in;
use crate::span::Span;

/// Where each of `removed`, the entries that follow `before` and go, is to end, so that `before` keeps its value: behind its own
/// lines, behind the comments below them, or behind the blank lines there, too.
pub(super) fn ends(source: &[u8], before: &Entry, removed: &[Entry]) -> Vec<usize> {
    let indent = before.key_span.start.saturating_sub(before.span.start);
    let gaps: Vec<Gap> = removed.iter().map(|entry| Gap::behind(source, entry.span.end, indent)).collect();
    let start = removed.first().map_or(before.span.end, |entry| entry.span.start);
    let keeps_its_value = |end_of: fn(&Gap) -> usize| {
        if gaps.iter().all(|gap| end_of(gap) == gap.end) {
            return true;
        }
        let mut text = Span::new(before.span.start, start).of(source).to_vec();
        for gap in &gaps {
            text.extend_from_slice(Span::new(end_of(gap), gap.end).of(source));
        }
        let entries = parse::parse_indented(&text, indent);
        entries.first().is_some_and(|entry| entry.content.value() == before.content.value())
    };
    let all: [fn(&Gap) -> usize; 3] = [|gap| gap.start, |gap| gap.comments, |gap| gap.end];
    let enough = all.into_iter().find(|end_of| keeps_its_value(*end_of)).unwrap_or(|gap| gap.end);
    gaps.iter().map(enough).collect()
}

/// Blank lines and indented comments below an entry.
struct Gap {
    start: usize,
    /// Behind the last comment.
    comments: usize,
    end: usize,
}

impl Gap {
    fn behind(source: &[u8], start: usize, indent: usize) -> Self {
        let mut gap = Self { start, comments: start, end: start };
        for line in lines_in(source, Span::new(start, source.len())) {
            let text = line.content.trim(source);
            if !text.is_empty() {
                if text.start.saturating_sub(line.content.start) <= indent {
                    break;
                }
                gap.comments = line.full().end;
            }
            gap.end = line.full().end;
        }
        gap
    }
}
