//! Strings of a checked text: their end, their text, their comparison.

use std::borrow::Cow;

/// Length of the string that `text` begins with, both quotes included; `None` when it does not end or holds what no string may.
pub(super) fn checked_length(text: &[u8]) -> Option<usize> {
    let mut rest = text.strip_prefix(b"\"")?;
    loop {
        let (byte, behind) = rest.split_first()?;
        rest = match byte {
            b'"' => return text.len().checked_sub(behind.len()),
            b'\\' => behind_escape(behind)?,
            0..=0x1f => return None,
            _ => behind,
        };
    }
}

fn behind_escape(rest: &[u8]) -> Option<&[u8]> {
    let (kind, behind) = rest.split_first()?;
    match kind {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(behind),
        b'u' => {
            let (digits, behind) = behind.split_at_checked(4)?;
            digits.iter().all(u8::is_ascii_hexdigit).then_some(behind)
        }
        _ => None,
    }
}

/// What stands between the quotes of the checked string that `text` begins with; `None` when it begins with none.
fn content(text: &[u8]) -> Option<&[u8]> {
    let inside = text.strip_prefix(b"\"")?;
    let mut is_escaped = false;
    let length = inside.iter().position(|byte| {
        let ends = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        ends
    })?;
    inside.get(..length)
}

/// Length of the checked string that `text` begins with, both quotes included.
pub(super) fn length(text: &[u8]) -> usize {
    content(text).map_or(text.len(), |content| content.len().saturating_add(2))
}

/// Whether the checked string that `text` begins with is `name`.
pub(super) fn equals(text: &[u8], name: &str) -> bool {
    content(text).is_some_and(|content| {
        content == name.as_bytes() || (content.contains(&b'\\') && resolve(content) == name)
    })
}

/// The text of the checked string that `text` begins with.
pub(super) fn decode(text: &[u8]) -> Option<Cow<'_, str>> {
    let content = content(text)?;
    Some(if content.contains(&b'\\') {
        Cow::Owned(resolve(content))
    } else {
        String::from_utf8_lossy(content)
    })
}

/// The text that `content` stands for: escapes resolved, half surrogate pairs and bytes that are no UTF-8 as U+FFFD.
fn resolve(content: &[u8]) -> String {
    let mut text = String::with_capacity(content.len());
    let mut rest = content;
    while !rest.is_empty() {
        let plain = rest.iter().position(|byte| *byte == b'\\').unwrap_or(rest.len());
        let (before, escape) = rest.split_at_checked(plain).unwrap_or((rest, &[]));
        text.push_str(&String::from_utf8_lossy(before));
        let Some((_, escape)) = escape.split_first() else { break };
        let (character, behind) = escaped_character(escape);
        text.push(character);
        rest = behind;
    }
    text
}

/// The character of the escape that `escape`, from behind its backslash, begins with, and what follows it.
fn escaped_character(escape: &[u8]) -> (char, &[u8]) {
    let Some((kind, behind)) = escape.split_first() else { return (char::REPLACEMENT_CHARACTER, escape) };
    let character = match kind {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode_character(behind),
        other => char::from(*other),
    };
    (character, behind)
}

/// The character of a `\u` escape, from its digits on; two that are a surrogate pair are one character.
fn unicode_character(digits: &[u8]) -> (char, &[u8]) {
    let (unit, behind) = code_unit(digits);
    if let Some(character) = char::from_u32(unit) {
        return (character, behind);
    }
    if let (0xd800..0xdc00, Some(second)) = (unit, behind.strip_prefix(b"\\u")) {
        let (low, behind_pair) = code_unit(second);
        if let 0xdc00..0xe000 = low {
            let code = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
            return (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), behind_pair);
        }
    }
    (char::REPLACEMENT_CHARACTER, behind)
}

fn code_unit(digits: &[u8]) -> (u32, &[u8]) {
    let (digits, behind) = digits.split_at_checked(4).unwrap_or((digits, &[]));
    let unit = digits.iter().fold(0, |unit, digit| unit * 16 + char::from(*digit).to_digit(16).unwrap_or(0));
    (unit, behind)
}
