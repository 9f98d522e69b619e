//! Scalars: quotes, comments behind values, null (6.1).

use super::entry::Content;
use crate::span::is_blank;
use bstr::ByteSlice;

/// A quoted text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Quoted {
    /// Length in bytes, both quotes included.
    pub(super) length: usize,
    pub(super) text: String,
}

/// Reads the quoted text that `bytes` begins with; it may go over several lines. `None` when it is not closed.
pub(super) fn quoted(bytes: &[u8]) -> Option<Quoted> {
    let quote = *bytes.first()?;
    let inner = bytes.get(1..)?;
    let length = if quote == b'"' { double_quoted_length(inner)? } else { single_quoted_length(inner)? };
    let folded = fold(inner.get(..length)?, quote == b'"');
    let text = if quote == b'"' { unescape(&folded) } else { folded.replace(b"''", b"'") };
    Some(Quoted { length: length.saturating_add(2), text: text.to_str_lossy().into_owned() })
}

/// Bytes up to the closing quote.
fn double_quoted_length(inner: &[u8]) -> Option<usize> {
    let mut at = 0usize;
    loop {
        let rest = inner.get(at..)?;
        let mark = at.saturating_add(memchr::memchr2(b'"', b'\\', rest)?);
        if inner.get(mark) == Some(&b'"') {
            return Some(mark);
        }
        at = mark.saturating_add(2);
    }
}

fn single_quoted_length(inner: &[u8]) -> Option<usize> {
    let mut at = 0usize;
    loop {
        let quote = at.saturating_add(memchr::memchr(b'\'', inner.get(at..)?)?);
        if inner.get(quote.saturating_add(1)) != Some(&b'\'') {
            return Some(quote);
        }
        at = quote.saturating_add(2);
    }
}

/// Joins the lines of a quoted text as YAML does: a line end with the blanks around it is one blank, each blank line a line feed; a
/// line end behind a backslash is nothing.
fn fold(inner: &[u8], escapes: bool) -> Vec<u8> {
    if !inner.contains(&b'\n') {
        return inner.to_vec();
    }
    let mut text = Vec::with_capacity(inner.len());
    let count = inner.split_str(b"\n").count();
    let mut blank_lines = 0usize;
    for (index, line) in inner.split_str(b"\n").enumerate() {
        let line = if index == 0 { line } else { line.trim_start_with(|ch| ch == ' ' || ch == '\t') };
        let last = index.saturating_add(1) == count;
        let line = if last { line } else { line.trim_end_with(|ch| matches!(ch, ' ' | '\t' | '\r')) };
        if index > 0 && line.is_empty() && !last {
            blank_lines = blank_lines.saturating_add(1);
            continue;
        }
        if blank_lines > 0 {
            text.extend(std::iter::repeat_n(b'\n', blank_lines));
        } else if escapes && text.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1 {
            text.pop();
        } else if index > 0 {
            text.push(b' ');
        }
        blank_lines = 0;
        text.extend_from_slice(line);
    }
    text
}

/// Resolves JSON escapes; a backslash in front of anything else is text.
fn unescape(raw: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(mark) = memchr::memchr(b'\\', rest) {
        text.extend_from_slice(rest.get(..mark).unwrap_or_default());
        rest = rest.get(mark.saturating_add(1)..).unwrap_or_default();
        let plain = match rest.first() {
            Some(byte @ (b'"' | b'\\' | b'/')) => *byte,
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            _ => {
                let Some((character, length)) = unicode_escape(rest) else {
                    text.push(b'\\');
                    continue;
                };
                text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                rest = rest.get(length..).unwrap_or_default();
                continue;
            }
        };
        text.push(plain);
        rest = rest.get(1..).unwrap_or_default();
    }
    text.extend_from_slice(rest);
    text
}

/// The character of `uXXXX`, or of `uXXXX\uXXXX` for a pair, and how many bytes it took.
fn unicode_escape(text: &[u8]) -> Option<(char, usize)> {
    let first = hexadecimal(text)?;
    if let Some(character) = char::from_u32(first) {
        return Some((character, 5));
    }
    let second = text.get(5..)?.strip_prefix(b"\\").and_then(hexadecimal);
    match (first, second) {
        (0xD800..0xDC00, Some(low @ 0xDC00..0xE000)) => {
            let code = 0x10000u32.saturating_add((first & 0x3FF) << 10).saturating_add(low & 0x3FF);
            Some((char::from_u32(code)?, 11))
        }
        _ => Some((char::REPLACEMENT_CHARACTER, 5)),
    }
}

fn hexadecimal(text: &[u8]) -> Option<u32> {
    let digits = text.strip_prefix(b"u")?.get(..4)?;
    digits.iter().try_fold(0u32, |code, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        Some(code.saturating_mul(16).saturating_add(digit))
    })
}

/// Offset of the comment behind plain text: a blank, `#`, and a blank or the end. `#6` is text.
pub(super) fn comment_start(text: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'#', text).find(|mark| {
        let before = mark.checked_sub(1).and_then(|offset| text.get(offset));
        before.is_none_or(|byte| is_blank(*byte)) && is_comment(text.get(*mark..).unwrap_or_default())
    })
}

/// Whether `text` begins with `#` and then a blank or the end.
pub(super) fn is_comment(text: &[u8]) -> bool {
    text.strip_prefix(b"#")
        .is_some_and(|rest| rest.first().is_none_or(|byte| is_blank(*byte) || *byte == b'\n'))
}

/// Plain text as a value.
pub(super) fn plain(text: &[u8]) -> Content {
    match text {
        b"" | b"null" | b"~" => Content::Null,
        _ => Content::Text(text.to_str_lossy().into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: Option<(usize, &str)>) {
        let found = quoted(source.as_bytes());
        assert_eq!(found.as_ref().map(|quoted| (quoted.length, quoted.text.as_str())), expected, "{source}");
    }

    /// 6.1: quotes.
    #[test]
    fn quoted_texts() {
        check(r#""a" b"#, Some((3, "a")));
        check(r#""a\"b\\" "#, Some((8, "a\"b\\")));
        check(r#""a"#, None);
        check(r#""a\""#, None);
        check(r#""\u00e9\n\ud83d\ude00\ud83d""#, Some((28, "é\n😀\u{FFFD}")));
        check(r#""C:\path\x41\u00""#, Some((17, r"C:\path\x41\u00")));
        check("'it''s' x", Some((7, "it's")));
        check("'it", None);
        check("''", Some((2, "")));
        check("\"a  \n   b\n\n  c\\\n  d\"", Some((20, "a b\ncd")));
        check("'a\r\n b'", Some((7, "a b")));
        check("'a\\\n b'", Some((7, "a\\ b")));
        check("\"\n  x\"", Some((6, " x")));
        check(r#""\b\f\n\r\t\/""#, Some((14, "\u{8}\u{c}\n\r\t/")));
    }

    /// 6.1: comments behind values.
    #[test]
    fn comments_behind_values() {
        for (text, expected) in [
            ("a # b", Some(2)),
            ("a (PR #6)", None),
            ("a #", Some(2)),
            ("a#", None),
            ("a #6 # b", Some(5)),
            ("# b", Some(0)),
            ("a\t#\tb", Some(2)),
        ] {
            assert_eq!(comment_start(text.as_bytes()), expected, "{text}");
        }
    }
}
