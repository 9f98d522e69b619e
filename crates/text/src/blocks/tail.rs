//! Destinations and titles: `dest`, `<dest>`, `"title"`, and what stands behind the text of an inline link, `(dest "title")`.

use crate::span::Span;

/// Parentheses that may be open at once in a destination. It bounds how often a byte is read again.
pub(crate) const MAX_PARENTHESES: usize = 32;

/// A destination where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Destination {
    /// Its bytes, without angle brackets.
    pub(crate) span: Span,
    /// Whether it stands in angle brackets.
    pub(crate) in_angles: bool,
    /// Offset behind it and its bracket.
    pub(crate) end: usize,
}

/// What stands behind the text of an inline link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tail {
    pub(crate) destination: Destination,
    /// The title with its quotes.
    pub(crate) title: Option<Span>,
    /// Offset behind the closing parenthesis.
    pub(crate) end: usize,
}

/// The tail that begins with the parenthesis at `at`.
pub(crate) fn tail(text: &[u8], at: usize) -> Option<Tail> {
    if text.get(at) != Some(&b'(') {
        return None;
    }
    let destination = destination(text, skip_space(text, at + 1))?;
    let behind = skip_space(text, destination.end);
    let title = if behind > destination.end { title(text, behind) } else { None };
    let close = title.map_or(behind, |title| skip_space(text, title.end));
    (text.get(close) == Some(&b')')).then_some(Tail { destination, title, end: close + 1 })
}

/// The destination at `at`; an empty one when a closing parenthesis or the end of a line stands there.
pub(crate) fn destination(text: &[u8], at: usize) -> Option<Destination> {
    if text.get(at) == Some(&b'<') { angle_destination(text, at + 1) } else { bare_destination(text, at) }
}

fn angle_destination(text: &[u8], start: usize) -> Option<Destination> {
    let mut place = start;
    loop {
        match text.get(place)? {
            b'>' => {
                return Some(Destination { span: Span::new(start, place), in_angles: true, end: place + 1 });
            }
            b'<' | b'\n' | b'\r' => return None,
            b'\\' if is_escape(text, place) => place += 2,
            _ => place += 1,
        }
    }
}

fn bare_destination(text: &[u8], start: usize) -> Option<Destination> {
    let mut place = start;
    let mut open = 0usize;
    while let Some(byte) = text.get(place) {
        match byte {
            b'\\' if is_escape(text, place) => place += 1,
            b'(' => open += 1,
            b')' if open == 0 => break,
            b')' => open -= 1,
            byte if *byte == b' ' || byte.is_ascii_control() => break,
            _ => {}
        }
        if open > MAX_PARENTHESES {
            return None;
        }
        place += 1;
    }
    (open == 0).then_some(Destination { span: Span::new(start, place), in_angles: false, end: place })
}

/// The title at `at`, with its quotes.
pub(crate) fn title(text: &[u8], at: usize) -> Option<Span> {
    let close = match text.get(at)? {
        b'"' => b'"',
        b'\'' => b'\'',
        b'(' => b')',
        _ => return None,
    };
    let mut place = at + 1;
    loop {
        match text.get(place)? {
            byte if *byte == close => return Some(Span::new(at, place + 1)),
            b'(' if close == b')' => return None,
            // Whatever stands behind it: nothing but quotes, parentheses and backslashes has a meaning here.
            b'\\' => place += 2,
            _ => place += 1,
        }
    }
}

/// Whether the backslash at `at` takes the meaning from what stands behind it.
pub(crate) fn is_escape(text: &[u8], at: usize) -> bool {
    text.get(at + 1).is_some_and(u8::is_ascii_punctuation)
}

/// Offset of the first byte at or behind `at` that is no blank and no line end. The text of a leaf holds no blank line.
pub(crate) fn skip_space(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The destination and the title of the tail that `text` is, up to its last byte; `None`: it is none.
    fn check(text: &str, expected: Option<(&str, &str)>) {
        let bytes = text.as_bytes();
        let found = tail(bytes, 0);
        let part = |span: Span| std::str::from_utf8(span.of(bytes)).unwrap();
        let parts = found.map(|tail| (part(tail.destination.span), tail.title.map_or("", part)));
        assert_eq!(parts, expected, "{text:?}");
        assert!(found.is_none_or(|tail| tail.end == text.len()), "{text:?}");
    }

    /// 8.3: backslash escapes, balanced parentheses and titles follow CommonMark.
    #[test]
    fn a_10_tails() {
        check("()", Some(("", "")));
        check("( a\n'b' )", Some(("a", "'b'")));
        check("(<>)", Some(("", "")));
        check(r"(<a\>>)", Some((r"a\>", "")));
        check(r"(a\))", Some((r"a\)", "")));
        check("(a\\ 'b')", Some(("a\\", "'b'")));
        check(r#"(a "b\"(c")"#, Some(("a", r#""b\"(c""#)));
        check(r"(a (b\)))", Some(("a", r"(b\))")));
        for text in ["(<a\\\nb>)", "(<a\\>)", "(<a>'b')", "(a 'b' c)", "(a (b(c))", "(a", "a)"] {
            check(text, None);
        }
    }

    #[test]
    fn a_10_parentheses_nest_to_a_depth() {
        let nested = |depth: usize| format!("{}{}", "(".repeat(depth), ")".repeat(depth));
        check(&nested(MAX_PARENTHESES + 1), Some((&nested(MAX_PARENTHESES), "")));
        check(&nested(MAX_PARENTHESES + 2), None);
    }
}
