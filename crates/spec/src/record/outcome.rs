//! Shortening the outcome so that a record stays small (roundfix 14.2).

use cairn_text::Span;
use cairn_text::links::{Context, Kind, scan};

/// What the whole file aims at.
pub const RECORD_BYTES: usize = 2048;

/// What the outcome gets at least, however long the other fields are.
pub const LEAST_BYTES: usize = 300;

/// Room for the mark of a cut.
const MARK: &str = "…";

/// The outcome as it fits.
///
/// `rest` is the number of bytes of everything else in the file, `whole` the spans of links and code in `outcome`, in order: no
/// cut falls inside one.
pub fn shorten(outcome: &str, rest: usize, whole: &[Span]) -> String {
    let room = RECORD_BYTES.saturating_sub(rest).max(LEAST_BYTES);
    if outcome.len() <= room {
        return outcome.to_owned();
    }
    let mut end = room - MARK.len();
    while !outcome.is_char_boundary(end) {
        end -= 1;
    }
    if let Some(span) = whole.iter().find(|span| span.contains(end)) {
        end = span.start;
    }
    let kept = outcome.get(..end).unwrap_or_default();
    match last_sentence_end(outcome, end, whole) {
        Some(sentence) => outcome.get(..sentence).unwrap_or_default().to_owned(),
        None => format!("{}{MARK}", kept.trim_end()),
    }
}

/// The spans of links and code spans that a cut must not split, in order.
pub fn whole_spans(outcome: &str) -> Vec<Span> {
    let found = scan(outcome.as_bytes());
    let links = found.destinations.iter().map(|destination| match destination.kind {
        Kind::Link | Kind::Image => {
            let end = destination.title.map_or(destination.span.end, |title| title.end);
            Span::new(link_start(outcome, destination.span.start), behind(outcome, end, ')'))
        }
        Kind::Autolink => {
            Span::new(destination.span.start.saturating_sub(1), behind(outcome, destination.span.end, '>'))
        }
        Kind::Definition | Kind::Href | Kind::Src => destination.span,
    });
    let code = found.regions.iter().filter(|region| region.context == Context::CodeSpan).map(|region| {
        let before = outcome.get(..region.span.start).unwrap_or_default();
        let after = outcome.get(region.span.end..).unwrap_or_default();
        let opening = before.len() - before.trim_end_matches('`').len();
        let closing = after.len() - after.trim_start_matches('`').len();
        Span::new(region.span.start - opening, region.span.end + closing)
    });
    let mut spans: Vec<Span> = links.chain(code).collect();
    spans.sort();
    // Images inside links: the outer span covers the inner one.
    let mut joined: Vec<Span> = Vec::new();
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.start < last.end => *last = last.join(span),
            _ => joined.push(span),
        }
    }
    joined
}

/// The offset of the bracket that opens the link whose destination starts at `start`.
fn link_start(outcome: &str, start: usize) -> usize {
    let mut depth = 0usize;
    for (at, character) in outcome.get(..start).unwrap_or_default().char_indices().rev() {
        match character {
            ']' => depth += 1,
            '[' if depth <= 1 => {
                return at
                    .saturating_sub(usize::from(outcome.get(..at).is_some_and(|text| text.ends_with('!'))));
            }
            '[' => depth -= 1,
            _ => {}
        }
    }
    start
}

/// The offset behind the next `close` at or behind `from`.
fn behind(outcome: &str, from: usize, close: char) -> usize {
    outcome.get(from..).and_then(|rest| rest.find(close)).map_or(from, |at| from + at + close.len_utf8())
}

/// The offset behind the last sentence that ends at or before `end`.
fn last_sentence_end(outcome: &str, end: usize, whole: &[Span]) -> Option<usize> {
    let kept = outcome.get(..end)?;
    let mut found = None;
    let mut spans = whole.iter().peekable();
    for (at, character) in kept.char_indices() {
        let behind = at + character.len_utf8();
        let ends = match character {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' => outcome.get(behind..).is_some_and(|rest| rest.starts_with(' ')),
            _ => false,
        };
        while spans.next_if(|span| span.end <= at).is_some() {}
        let inside = spans.peek().is_some_and(|span| span.contains(at));
        if ends && !inside {
            found = Some(behind);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(outcome: &str, room: usize, whole: &[(usize, usize)], expected: &str) {
        let spans: Vec<_> = whole.iter().map(|(start, end)| Span::new(*start, *end)).collect();
        assert_eq!(shorten(outcome, RECORD_BYTES - room, &spans), expected);
    }

    /// A-62, archive-009, archive-010: the last sentence that fits, else a cut with a mark.
    #[test]
    fn cuts() {
        let filler = "x".repeat(290);
        check("short", 300, &[], "short");
        check(&format!("One. {filler} Two. Three."), 300, &[], "One.");
        check(&format!("{filler} Two. Three and more."), 300, &[], &format!("{filler} Two."));
        check(&format!("{filler}.. version 1.2 and more"), 300, &[], &format!("{filler}.."));
        check(&format!("{filler}1.2.3.4.5.6.7.8"), 300, &[], &format!("{filler}1.2.3.4…"));
        check(&"日本".repeat(60), 300, &[], &format!("{}…", "日本".repeat(49) + "日"));
        check(&"é".repeat(151), 300, &[], &format!("{}…", "é".repeat(148)));
        check(&format!("一。{}", "語".repeat(110)), 300, &[], "一。");
        check(&format!("{} {filler}", "y".repeat(296)), 300, &[], &format!("{}…", "y".repeat(296)));
    }

    /// The cut moves before a link or code span; a sentence end inside one is none.
    #[test]
    fn links_stay_whole() {
        let text = format!("{} [a. b](docs/a.md) end", "x".repeat(285));
        let link = text.find('[').unwrap();
        check(&text, 300, &[(link, link + 17)], &format!("{}…", "x".repeat(285)));
        let fits = format!("{} [a](docs/a.md)", "x".repeat(282));
        let link = fits.find('[').unwrap();
        check(&format!("{fits} end"), 300, &[(link, link + 14)], &format!("{fits}…"));
        let text = format!("`a. b` {}", "x".repeat(300));
        check(&text, 300, &[(0, 6)], &format!("`a. b` {}…", "x".repeat(290)));
    }

    #[test]
    fn spans_of_links_and_code() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<_> = whole_spans(text).iter().map(|span| &text[span.start..span.end]).collect();
            assert_eq!(found, expected, "{text}");
        };
        check(
            "See [a [b]](x.md \"t\") and ``c`d`` or <https://e.org>.",
            &["[a [b]](x.md \"t\")", "``c`d``", "<https://e.org>"],
        );
        check("x [![i](a.png)](b.md)", &["[![i](a.png)](b.md)"]);
        check("[a](b.md)[c](d.md)`e`", &["[a](b.md)", "[c](d.md)", "`e`"]);
        check("![i](<a b.png>) plain", &["![i](<a b.png>)"]);
        check("none", &[]);
    }

    /// At least 300 bytes, however long the rest is.
    #[test]
    fn the_least() {
        assert_eq!(shorten(&"x".repeat(300), 9000, &[]).len(), 300);
        assert_eq!(shorten(&"x".repeat(301), 9000, &[]).len(), 300);
    }
}
