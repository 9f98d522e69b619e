//! The places of an object's members in JSON text, so that one value can be changed and nothing else touched.
//!
//! Knows as much JSON as it takes to find them; it neither validates nor formats, and refuses by `None` what it cannot follow.

use bstr::ByteSlice;

use crate::{Span, content_start};

/// The outermost object of a JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonObject {
    /// From its `{` to behind its `}`.
    pub span: Span,
    /// Its members in order; a key may stand there twice.
    pub members: Vec<JsonMember>,
}

/// One member of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonMember {
    /// The key with its quotes.
    pub key: Span,
    /// The value.
    pub value: Span,
}

impl JsonObject {
    /// Reads the object that `bytes` (or `bytes` behind a byte-order mark) begins with; linear in the bytes, never recursive.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        Self::read_at(bytes, skip_blanks(bytes, content_start(bytes)))
    }

    /// Reads the object that begins at `open`.
    #[must_use]
    pub fn read_at(bytes: &[u8], open: usize) -> Option<Self> {
        if bytes.get(open) != Some(&b'{') {
            return None;
        }
        let mut members = Vec::new();
        let mut at = skip_blanks(bytes, open + 1);
        while bytes.get(at) != Some(&b'}') {
            let key = Span::new(at, string_end(bytes, at)?);
            at = skip_blanks(bytes, key.end);
            if bytes.get(at) != Some(&b':') {
                return None;
            }
            let start = skip_blanks(bytes, at + 1);
            let value = Span::new(start, value_end(bytes, start)?);
            members.push(JsonMember { key, value });
            at = skip_blanks(bytes, value.end);
            match bytes.get(at)? {
                b',' => at = skip_blanks(bytes, at + 1),
                b'}' => {}
                _ => return None,
            }
        }
        Some(Self { span: Span::new(open, at + 1), members })
    }

    /// The member with this key, spelled without escapes: the last one, as JSON readers take it.
    #[must_use]
    pub fn member(&self, bytes: &[u8], key: &str) -> Option<JsonMember> {
        let is_key = |member: &&JsonMember| {
            let spelled = member.key.of(bytes).strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\""));
            spelled == Some(key.as_bytes())
        };
        self.members.iter().rev().find(is_key).copied()
    }
}

/// Offset behind the value at `start`: a string, a bracketed value with everything inside it, or a word.
fn value_end(bytes: &[u8], start: usize) -> Option<usize> {
    match bytes.get(start)? {
        b'"' => string_end(bytes, start),
        b'{' | b'[' => {
            let mut depth = 0_usize;
            let mut at = start;
            loop {
                match bytes.get(at)? {
                    b'"' => at = string_end(bytes, at)?,
                    b'{' | b'[' => {
                        depth += 1;
                        at += 1;
                    }
                    b'}' | b']' => {
                        depth -= 1;
                        at += 1;
                        if depth == 0 {
                            return Some(at);
                        }
                    }
                    _ => at += 1,
                }
            }
        }
        _ => {
            let rest = bytes.get(start..)?;
            let length = rest.find_byteset(b",}] \t\r\n").unwrap_or(rest.len());
            (length > 0).then_some(start + length)
        }
    }
}

/// Offset behind the closing quote of the string at `start`.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    if bytes.get(start) != Some(&b'"') {
        return None;
    }
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

fn skip_blanks(bytes: &[u8], start: usize) -> usize {
    let blanks =
        bytes.get(start..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    start + blanks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&[(&str, &str)]>) {
        let bytes = text.as_bytes();
        let found = JsonObject::read(bytes).map(|object| {
            let text = |span: Span| String::from_utf8_lossy(span.of(bytes)).into_owned();
            object.members.iter().map(|one| (text(one.key), text(one.value))).collect::<Vec<_>>()
        });
        let expected = expected.map(|members| {
            members.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect::<Vec<_>>()
        });
        assert_eq!(found, expected, "{text:?}");
    }

    /// The object ends behind its bracket, whatever stands there.
    #[test]
    fn spans() {
        for (text, expected) in
            [("{} x", "{}"), ("\n{\"a\": {\"b\":1}}}", "{\"a\": {\"b\":1}}"), ("{\"a\":1}", "{\"a\":1}")]
        {
            let span = JsonObject::read(text.as_bytes()).unwrap().span;
            assert_eq!(&text[span.start..span.end], expected);
        }
    }

    /// D5, G6: places of keys and values, whatever stands inside them.
    #[test]
    fn members() {
        check("{}", Some(&[]));
        check("\u{feff} {\"a\": 1}", Some(&[("\"a\"", "1")]));
        check(
            "{\"a\":{\"b\":[\"}\\\"\"]} , \"c\\\"\":tru}",
            Some(&[("\"a\"", "{\"b\":[\"}\\\"\"]}"), ("\"c\\\"\"", "tru")]),
        );
        check("{\"a\": \"b, }c\"}", Some(&[("\"a\"", "\"b, }c\"")]));
        for broken in [
            "",
            "{\"a\":}",
            "[]",
            "{",
            "{\"a\"",
            "{\"a\" 1}",
            "{\"a\": ",
            "{\"a\": \"b",
            "{\"a\":1 2}",
            "{]",
            "{\"a\":[}",
            "{\"a\\",
        ] {
            check(broken, None);
        }
        let twice = br#"{"a":1,"a":2}"#;
        let object = JsonObject::read(twice).unwrap();
        assert_eq!(object.member(twice, "a").unwrap().value.of(twice), b"2");
        assert_eq!(object.member(twice, "b"), None);
    }
}
