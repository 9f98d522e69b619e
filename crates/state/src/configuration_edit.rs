//! Sets the milestone in `config.json` without touching another byte (S-11, D5, contract 9.2).
//!
//! Knows as much JSON as it takes to find the members of the outermost object; it neither validates nor formats.

use std::ops::Range;

use bstr::ByteSlice;
use cairn_text::frontmatter::double_quoted;

/// The configuration with another milestone, and name when that key is there. `None` when the key `milestone` is missing or
/// the file is no JSON object.
#[must_use]
pub(crate) fn with_milestone(bytes: &[u8], version: &str, name: Option<&str>) -> Option<Vec<u8>> {
    let members = members(bytes)?;
    let place =
        |key: &[u8]| members.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value.clone());
    let mut edits = vec![(place(b"milestone")?, double_quoted(version))];
    if let Some(range) = place(b"milestone_name") {
        edits.push((range, name.map_or_else(|| "null".to_owned(), double_quoted)));
    }
    edits.sort_by_key(|(range, _)| range.start);
    let mut result = Vec::with_capacity(bytes.len());
    let mut done = 0;
    for (range, text) in edits {
        result.extend_from_slice(bytes.get(done..range.start)?);
        result.extend_from_slice(text.as_bytes());
        done = range.end;
    }
    result.extend_from_slice(bytes.get(done..)?);
    Some(result)
}

/// The members of the outermost object: their names and the places of their values.
fn members(bytes: &[u8]) -> Option<Vec<(Vec<u8>, Range<usize>)>> {
    let mut at = skip_blanks(bytes, if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 });
    if bytes.get(at) != Some(&b'{') {
        return None;
    }
    let mut members = Vec::new();
    at = skip_blanks(bytes, at + 1);
    while bytes.get(at) != Some(&b'}') {
        let name_end = string_end(bytes, at)?;
        let name = bytes.get(at + 1..name_end - 1)?.to_vec();
        at = skip_blanks(bytes, name_end);
        if bytes.get(at) != Some(&b':') {
            return None;
        }
        let start = skip_blanks(bytes, at + 1);
        let end = value_end(bytes, start)?;
        members.push((name, start..end));
        at = skip_blanks(bytes, end);
        match bytes.get(at)? {
            b',' => at = skip_blanks(bytes, at + 1),
            b'}' => {}
            _ => return None,
        }
    }
    Some(members)
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

    fn check(before: &str, name: Option<&str>, expected: Option<&str>) {
        let after =
            with_milestone(before.as_bytes(), "v4.0", name).map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(after.as_deref(), expected, "{before}");
    }

    /// S-11: the value changes, nothing else does.
    #[test]
    fn milestone_in_place() {
        check(
            "{\n  \"milestone\": \"v3.0\",\n  \"mode\": \"yolo\"\n}\n",
            Some("Next"),
            Some("{\n  \"milestone\": \"v4.0\",\n  \"mode\": \"yolo\"\n}\n"),
        );
        check(
            "{\"a\":{\"milestone\":1,\"b\":[\"}\"]},\"milestone_name\":\"Old \\\" }\",\"milestone\":null}",
            Some("Ne\"xt"),
            Some(
                "{\"a\":{\"milestone\":1,\"b\":[\"}\"]},\"milestone_name\":\"Ne\\\"xt\",\"milestone\":\"v4.0\"}",
            ),
        );
        check(
            "{\"milestone\":\"v3\",\"milestone_name\":\"Old\"}",
            None,
            Some("{\"milestone\":\"v4.0\",\"milestone_name\":null}"),
        );
        for broken in [
            "{\"mode\":1}",
            "",
            "[]",
            "{\"milestone\"",
            "{\"milestone\": ",
            "{\"milestone\": \"v3",
            "{]",
            "{\"a\":[}",
        ] {
            check(broken, None, None);
        }
    }
}
