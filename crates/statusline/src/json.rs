//! A reader of JSON texts: checks the whole text once, then finds values in it by name, without building a tree.
//!
//! It accepts what RFC 8259 accepts, a byte-order mark in front of it, and inside strings bytes that are no UTF-8 (read
//! as U+FFFD). Nesting is bounded by memory alone: nothing here calls itself. It writes no JSON.

mod check;
mod string;

use check::skip_value;
use std::borrow::Cow;

/// One value of a checked text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Json<'a> {
    /// Its bytes, from its first on; the checked text goes on behind it.
    text: &'a [u8],
}

impl<'a> Json<'a> {
    /// The value that `text` is; `None` when it is no JSON. Linear.
    pub fn parse(text: &'a [u8]) -> Option<Self> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        check::is_json(text).then(|| Self { text: without_blanks(text) })
    }

    /// The value of the key `name`, the last one when there are several; `None` when there is none, or this is no object.
    pub fn get(self, name: &str) -> Option<Self> {
        let mut found = None;
        let mut rest = self.text.strip_prefix(b"{")?;
        while let Some(key) = next_element(rest) {
            let value = behind_colon(key);
            if string::equals(key, name) {
                found = Some(Self { text: value });
            }
            rest = skip_value(value);
        }
        found
    }

    /// The value at the end of a path of keys.
    pub fn find(self, path: &[&str]) -> Option<Self> {
        path.iter().try_fold(self, |value, name| value.get(name))
    }

    /// The values of an array; none for anything else.
    pub fn items(self) -> impl Iterator<Item = Self> {
        let mut rest = self.text.strip_prefix(b"[").unwrap_or_default();
        std::iter::from_fn(move || {
            let item = next_element(rest)?;
            rest = skip_value(item);
            Some(Self { text: item })
        })
    }

    /// Whether it is an array that holds something.
    pub fn is_filled_array(self) -> bool {
        self.items().next().is_some()
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.text.starts_with(b"null")
    }

    /// Whether it is `true`.
    pub fn is_true(self) -> bool {
        self.text.starts_with(b"true")
    }

    /// The text of a string, escapes resolved.
    pub fn text(self) -> Option<Cow<'a, str>> {
        string::decode(self.text)
    }

    /// The value of a number; infinite when it is too large for one.
    pub fn number(self) -> Option<f64> {
        let length = check::number_length(self.text)?;
        std::str::from_utf8(self.text.get(..length)?).ok()?.parse().ok()
    }
}

/// Where the next key or item of a list begins; `None` at its end.
fn next_element(rest: &[u8]) -> Option<&[u8]> {
    let rest = without_blanks(rest);
    let rest = without_blanks(rest.strip_prefix(b",").unwrap_or(rest));
    match rest.first()? {
        b'}' | b']' => None,
        _ => Some(rest),
    }
}

/// Where the value of the key that `key` begins with begins.
fn behind_colon(key: &[u8]) -> &[u8] {
    let colon = without_blanks(skip_value(key));
    without_blanks(colon.strip_prefix(b":").unwrap_or_default())
}

fn without_blanks(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
    text.get(blanks..).unwrap_or_default()
}

#[cfg(test)]
mod tests;
