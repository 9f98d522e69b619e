//! The check of a whole text, and skipping over a value of a checked one.

use super::{string, without_blanks};

/// What may stand at a place of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// A value.
    Value,
    /// A value, or the end of the array that has just begun.
    ItemOrEnd,
    /// A key.
    Key,
    /// A key, or the end of the object that has just begun.
    KeyOrEnd,
    /// `,`, or the end of the innermost list, or of the text.
    Separator,
}

/// Whether `text` is one JSON value with nothing but blanks around it.
pub(super) fn is_json(text: &[u8]) -> bool {
    read(text).is_some()
}

fn read(text: &[u8]) -> Option<()> {
    // The lists that are open, each as the byte that ends it.
    let mut open: Vec<u8> = Vec::new();
    let mut expected = Expected::Value;
    let mut rest = without_blanks(text);
    while let Some((byte, behind)) = rest.split_first() {
        (expected, rest) = match (expected, *byte) {
            (Expected::Separator, b',') => match open.last()? {
                b'}' => (Expected::Key, behind),
                _ => (Expected::Value, behind),
            },
            (Expected::Separator | Expected::KeyOrEnd | Expected::ItemOrEnd, b'}' | b']') => {
                if open.pop()? != *byte {
                    return None;
                }
                (Expected::Separator, behind)
            }
            (Expected::Separator, _) => return None,
            (Expected::Key | Expected::KeyOrEnd, _) => {
                let key_length = string::checked_length(rest)?;
                let colon = without_blanks(rest.get(key_length..)?);
                (Expected::Value, colon.strip_prefix(b":")?)
            }
            (Expected::Value | Expected::ItemOrEnd, b'{') => {
                open.push(b'}');
                (Expected::KeyOrEnd, behind)
            }
            (Expected::Value | Expected::ItemOrEnd, b'[') => {
                open.push(b']');
                (Expected::ItemOrEnd, behind)
            }
            (Expected::Value | Expected::ItemOrEnd, _) => {
                let length = string::checked_length(rest).or_else(|| word_length(rest))?;
                (Expected::Separator, rest.get(length..)?)
            }
        };
        rest = without_blanks(rest);
    }
    (expected == Expected::Separator && open.is_empty()).then_some(())
}

/// Length of the word or number that `text` begins with.
fn word_length(text: &[u8]) -> Option<usize> {
    let words: [&[u8]; 3] = [b"true", b"false", b"null"];
    let word = words.into_iter().find(|word| text.starts_with(word));
    word.map(<[u8]>::len).or_else(|| number_length(text))
}

/// Length of the number that `text` begins with: `-0.5e+10`; `None` when it begins with none.
pub(super) fn number_length(text: &[u8]) -> Option<usize> {
    let unsigned = text.strip_prefix(b"-").unwrap_or(text);
    let mut rest = match unsigned.strip_prefix(b"0") {
        Some(behind) => behind,
        None => behind_digits(unsigned)?,
    };
    if let Some(fraction) = rest.strip_prefix(b".") {
        rest = behind_digits(fraction)?;
    }
    if let Some(exponent) = rest.strip_prefix(b"e").or_else(|| rest.strip_prefix(b"E")) {
        let digits = exponent.strip_prefix(b"+").or_else(|| exponent.strip_prefix(b"-")).unwrap_or(exponent);
        rest = behind_digits(digits)?;
    }
    text.len().checked_sub(rest.len())
}

/// What follows the digits that `text` begins with; `None` when it begins with none.
fn behind_digits(text: &[u8]) -> Option<&[u8]> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 { None } else { text.get(digits..) }
}

/// What follows the value that the checked `text` begins with.
pub(super) fn skip_value(text: &[u8]) -> &[u8] {
    let mut rest = text;
    let mut depth = 0_usize;
    loop {
        let Some(byte) = rest.first() else { return rest };
        let length = match byte {
            b'"' => string::length(rest),
            b'{' | b'[' => {
                depth = depth.saturating_add(1);
                1
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                1
            }
            // What is no word stands between two: a blank, a comma, a colon.
            _ => word_length(rest).unwrap_or(1),
        };
        rest = rest.get(length..).unwrap_or_default();
        if depth == 0 {
            return rest;
        }
    }
}
