//! Lines that are known by their label (contract 6.6, 6.7, 6.10): `Label: value` at column 1, `**Label:** value`, `**Label**: value`.

use bstr::ByteSlice;
use cairn_text::outline::list_marker;

/// Longer texts in front of a colon are prose.
const LONGEST_LABEL: usize = 40;
/// More words than this without emphasis are prose.
const MOST_WORDS: usize = 5;

/// The words that a line about the time of the last change begins with.
const LAST_UPDATED: &str = "last updated";

/// The label of a line, in lower case; `None` for any other line.
pub(super) fn label_of(line: &[u8]) -> Option<String> {
    if list_marker(line).is_some() {
        return None;
    }
    let text = line.to_str().ok()?;
    let (name, is_bold) = match text.strip_prefix("**") {
        Some(inner) => (bold_name(inner)?, true),
        None => (plain_name(text)?, false),
    };
    let is_label = !name.is_empty()
        && name.chars().count() <= LONGEST_LABEL
        && !name.contains(['*', '`', '[', '|', '<', '>'])
        && name.starts_with(char::is_alphanumeric)
        && (is_bold || name.split_whitespace().count() <= MOST_WORDS);
    is_label.then(|| name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase())
}

fn bold_name(inner: &str) -> Option<&str> {
    let (bold, behind) = inner.split_once("**")?;
    match bold.strip_suffix([':', '：']) {
        Some(name) => Some(name.trim_end()),
        None => behind.starts_with([':', '：']).then_some(bold),
    }
}

fn plain_name(text: &str) -> Option<&str> {
    let (name, behind) = text.split_once([':', '：'])?;
    let begins = name.starts_with(char::is_alphabetic);
    // `https://…` and `10:30` are no labels.
    let is_digit = |c: char| c.is_ascii_digit();
    let goes_on = behind.starts_with("//") || name.ends_with(is_digit) && behind.starts_with(is_digit);
    (begins && !goes_on).then_some(name.trim_end())
}

/// What a line says behind `Last updated`, whatever emphasis it stands in.
pub(super) fn last_updated(line: &[u8]) -> Option<&str> {
    let text = line.to_str().ok()?.trim_start_matches(|mark: char| mark.is_whitespace() || is_emphasis(mark));
    let (head, rest) = text.split_at_checked(LAST_UPDATED.len())?;
    let ends = !rest.starts_with(char::is_alphanumeric);
    (head.eq_ignore_ascii_case(LAST_UPDATED) && ends).then(|| {
        rest.trim_start_matches(|mark: char| mark.is_whitespace() || mark == ':' || is_emphasis(mark))
    })
}

fn is_emphasis(mark: char) -> bool {
    matches!(mark, '*' | '_' | '>')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// L6, 6.6: what a label line is.
    #[test]
    fn labels() {
        for (line, label) in [
            ("Next: start", Some("next")),
            ("Current session: x", Some("current session")),
            ("**Goal:** x", Some("goal")),
            ("**Depends on**: Phase 1", Some("depends on")),
            ("**Plans:**", Some("plans")),
            ("次：始める", Some("次")),
            ("  Next: x", None),
            ("- Next: x", None),
            ("**bold** text: x", None),
            ("See https://example.org", None),
            ("10:30 we met", None),
            ("At 10:30 we met", None),
            ("Step 2: x", Some("step 2")),
            ("This is a long sentence with a colon: x", None),
            ("Use `x` here: y", None),
            ("Abcdefghijabcdefghijabcdefghijabcdefghij: x", Some("abcdefghijabcdefghijabcdefghijabcdefghij")),
            ("Abcdefghijabcdefghijabcdefghijabcdefghijk: x", None),
            ("plain text", None),
        ] {
            assert_eq!(label_of(line.as_bytes()).as_deref(), label, "{line}");
        }
    }

    /// L6, 6.6: lines about the last change.
    #[test]
    fn last_updated_lines() {
        for (line, text) in [
            ("Last updated: 2026-10-01", Some("2026-10-01")),
            ("*Last updated: 2026-10-01 after phase 2*", Some("2026-10-01 after phase 2*")),
            ("**Last Updated:** 2026-10-01", Some("2026-10-01")),
            ("_Last updated 2026-10-01_", Some("2026-10-01_")),
            ("Last updatedness", None),
            ("It was Last updated: x", None),
        ] {
            assert_eq!(last_updated(line.as_bytes()), text, "{line}");
        }
    }
}
