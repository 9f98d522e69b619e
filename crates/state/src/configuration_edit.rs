//! Sets the milestone in `config.json` without touching another byte (S-11, D5, contract 9.2).
//!
//! The places of the values come from [`JsonObject`]; nothing is validated or formatted.

use cairn_text::frontmatter::double_quoted;
use cairn_text::{JsonObject, Span};

/// The configuration with another milestone, and name when that key is there. `None` when the key `milestone` is missing or
/// the file is no JSON object.
#[must_use]
pub(crate) fn with_milestone(bytes: &[u8], version: &str, name: Option<&str>) -> Option<Vec<u8>> {
    let object = JsonObject::read(bytes)?;
    let place = |key: &str| object.member(bytes, key).map(|member| member.value);
    let mut edits: Vec<(Span, String)> = vec![(place("milestone")?, double_quoted(version))];
    if let Some(value) = place("milestone_name") {
        edits.push((value, name.map_or_else(|| "null".to_owned(), double_quoted)));
    }
    edits.sort_by_key(|(value, _)| value.start);
    let mut result = Vec::with_capacity(bytes.len());
    let mut done = 0;
    for (value, text) in edits {
        result.extend_from_slice(bytes.get(done..value.start)?);
        result.extend_from_slice(text.as_bytes());
        done = value.end;
    }
    result.extend_from_slice(bytes.get(done..)?);
    Some(result)
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
