//! Version tokens in headings, and what a heading says about its milestone: open or closed, and its name (9.2).
//!
//! Matching is by whole tokens: `v2.0` is neither `v2.0.1` nor `v2.01` (fault kind "numbers out of context").

/// Words that close a milestone, and words that say it is open after all.
const CLOSED: [&str; 5] = ["CLOSED", "ARCHIVED", "ABANDONED", "SHIPPED", "FAILED"];
const CLOSED_MARKS: [char; 2] = ['✅', '🗄'];
const OPEN: [&str; 4] = ["STARTED", "ACTIVE", "WIP", "IN PROGRESS"];
const OPEN_MARKS: [char; 2] = ['🚧', '🔄'];

/// Marks with which people begin the headings of milestones that are done, planned, in work.
const MILESTONE_MARKS: [char; 3] = ['✅', '📋', '🚧'];

/// What may stand behind a `-` and still belong to the version: `v2.0-beta.1` is one token, `v2.0-Start` is `v2.0`.
const PRE_RELEASES: [&str; 6] = ["alpha", "beta", "rc", "pre", "preview", "dev"];

/// The version tokens of a text, in order.
pub(crate) fn version_tokens(text: &str) -> impl Iterator<Item = &str> {
    version_spans(text).filter_map(|(start, end)| text.get(start..end))
}

/// Whether `text` holds the milestone `version` as a whole token. A milestone that itself names several versions
/// (`v1.22 + v1.23`) is held when all of them are.
pub(crate) fn holds_version(text: &str, version: &str) -> bool {
    let held = |wanted: &str| version_tokens(text).any(|token| token.eq_ignore_ascii_case(wanted));
    if held(version) {
        return true;
    }
    let mut wanted = version_tokens(version).peekable();
    wanted.peek().is_some() && wanted.all(held)
}

/// Closed in the sense of 9.2: a closing word or mark, and no word or mark that says it goes on.
pub(crate) fn is_closed(text: &str) -> bool {
    let closed = text.contains(CLOSED_MARKS) || CLOSED.iter().any(|word| says(text, word));
    closed && !text.contains(OPEN_MARKS) && !OPEN.iter().any(|word| says(text, word))
}

/// Whether a heading carries one of the marks that set milestones apart.
pub(crate) fn has_milestone_mark(text: &str) -> bool {
    text.contains(MILESTONE_MARKS)
}

/// The milestone's name in a heading or bullet: what stands behind its last version token, cleaned. None when nothing with
/// a letter or digit is left.
pub(crate) fn milestone_name(text: &str) -> Option<String> {
    let (_, end) = version_spans(text).last()?;
    clean_name(text.get(end..)?)
}

/// Upper case counts anywhere. In other cases a word may be part of a name (`Failed Payments`), so that it counts only where
/// remarks stand: in parentheses, at the end, or in front of a date.
fn says(text: &str, word: &str) -> bool {
    let mut depth = 0_usize;
    let mut previous = None;
    for (at, character) in text.char_indices() {
        match character {
            '(' | '（' | '[' => depth += 1,
            ')' | '）' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let starts_word = !previous.is_some_and(char::is_alphanumeric);
        previous = Some(character);
        let Some(found) =
            text.get(at..at + word.len()).filter(|found| starts_word && found.eq_ignore_ascii_case(word))
        else {
            continue;
        };
        let behind = text.get(at + word.len()..).unwrap_or_default();
        if behind.starts_with(char::is_alphanumeric) {
            continue;
        }
        let remark = behind.trim_start_matches([' ', '*', '_', '~', ':']);
        if found == word || depth > 0 || remark.is_empty() || remark.starts_with(|c: char| c.is_ascii_digit())
        {
            return true;
        }
    }
    false
}

fn clean_name(text: &str) -> Option<String> {
    let mut name = text.trim_start_matches(|c: char| c.is_whitespace() || is_leader(c));
    loop {
        let before = name.len();
        name = name.trim_end_matches(|c: char| c.is_whitespace() || is_trailer(c));
        if let Some(open) = name.ends_with(')').then(|| name.rfind('(')).flatten() {
            let remark = name.get(open + 1..name.len() - 1).unwrap_or_default().trim();
            let is_remark = remark.eq_ignore_ascii_case("in progress")
                || starts_with_word(remark, "Phases")
                || starts_with_word(remark, "Phase");
            if is_remark || is_closed(remark) {
                name = name.get(..open).unwrap_or_default();
            }
        }
        if name.len() == before {
            break;
        }
    }
    name.contains(char::is_alphanumeric).then(|| name.to_owned())
}

fn starts_with_word(text: &str, word: &str) -> bool {
    let head = text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    head && !text.get(word.len()..).unwrap_or_default().starts_with(char::is_alphanumeric)
}

fn is_leader(character: char) -> bool {
    matches!(character, '-' | '–' | '—' | ':' | '：' | '*' | '_' | '~') || is_emoji(character)
}

fn is_trailer(character: char) -> bool {
    matches!(character, '*' | '~' | ':' | '-' | '–' | '—') || is_emoji(character)
}

/// Pictures that decorate headings, with the characters that only join or colour them.
pub(crate) fn is_emoji(character: char) -> bool {
    matches!(u32::from(character),
        0x200D | 0x20E3 | 0xFE0E | 0xFE0F
        | 0x2190..=0x21FF | 0x2300..=0x23FF | 0x2460..=0x24FF | 0x25A0..=0x27BF | 0x2900..=0x297F | 0x2B00..=0x2BFF
        | 0x1F000..=0x1FAFF | 0xE0020..=0xE007F)
}

/// Byte ranges of the tokens `vN.N…`.
fn version_spans(text: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut behind = 0;
    text.char_indices().filter_map(move |(at, character)| {
        if at < behind || !matches!(character, 'v' | 'V') {
            return None;
        }
        let before = text.get(..at)?.chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            return None;
        }
        let end = at + 1 + version_length(text.get(at + 1..)?)?;
        behind = end;
        Some((at, end))
    })
}

/// Length of `2.0`, `2.0.1`, `E.1.2`, `2.0.0rc1`, `2.0-beta.1` at the start of `text`; none when it is no version or runs on.
fn version_length(text: &str) -> Option<usize> {
    let major = match digits(text) {
        0 if text.starts_with(|c: char| c.is_ascii_uppercase()) => 1,
        length => length,
    };
    let mut end = major;
    while text.get(end..)?.starts_with('.') && digits(text.get(end + 1..)?) > 0 {
        end += 1 + digits(text.get(end + 1..)?);
    }
    if major == 0 || end == major {
        return None;
    }
    end += text.get(end..)?.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let rest = text.get(end..)?;
    if let Some(tail) = rest.strip_prefix('-')
        && PRE_RELEASES
            .iter()
            .any(|word| tail.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word)))
    {
        let length = tail.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'.').count();
        end += 1 + tail.get(..length)?.trim_end_matches('.').len();
    }
    let runs_on = text.get(end..)?.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    (!runs_on).then_some(end)
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D14, fault kind "numbers out of context": whole tokens only.
    #[test]
    fn tokens() {
        let cases: [(&str, &[&str]); 15] = [
            ("v2.0 Code Quality", &["v2.0"]),
            ("Milestone v2.0: X", &["v2.0"]),
            ("**v2.0.1** and (v3.1)", &["v2.0.1", "v3.1"]),
            ("v1.22 + v1.23", &["v1.22", "v1.23"]),
            ("v1.0-v1.3 done", &["v1.0", "v1.3"]),
            ("v2.0.0rc1", &["v2.0.0rc1"]),
            ("v2.0-beta.1 Try", &["v2.0-beta.1"]),
            ("v2.0-Start", &["v2.0"]),
            ("vE.1.2 x", &["vE.1.2"]),
            ("ve.1.2 x", &[]),
            ("Ends with v2.0.", &["v2.0"]),
            ("v2 only, 2.0 only", &[]),
            ("rev2.0 _v2.0", &[]),
            ("v2026.7.7", &["v2026.7.7"]),
            ("v2.0ы", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(version_tokens(text).collect::<Vec<_>>(), expected, "{text}");
        }
        assert!(
            !holds_version("v2.0.1 Patch", "v2.0")
                && !holds_version("v2.01", "v2.0")
                && holds_version("V2.0 x", "v2.0")
        );
        assert!(
            holds_version("v1.22 + v1.23", "v1.22 + v1.23 tail") && !holds_version("v1.22", "v1.22 + v1.23")
        );
    }

    /// 9.2: closed, unless something says that it goes on.
    #[test]
    fn closedness() {
        for (text, closed) in [
            ("v1.0 Start (SHIPPED 2026-01-01)", true),
            ("✅ v1.0 Start", true),
            ("🗄 v1.0", true),
            ("v1.0 Start (shipped)", true),
            ("v1.0 Start — Shipped 2026-01-01", true),
            ("v1.0 ABANDONED", true),
            ("v1.0 SHIPPED but ACTIVE", false),
            ("✅ v1.0 🚧", false),
            ("v1.0 CLOSED (in progress)", false),
            ("v2.1 Failed Payments", false),
            ("v2.1 (beta) Failed Payments", false),
            ("v2.1 (beta, failed early) Payments", true),
            ("v2.1 Active Directory ✅", true),
            ("v2.1 UNARCHIVED", false),
            ("v2.0 Code Quality", false),
        ] {
            assert_eq!(is_closed(text), closed, "{text}");
        }
    }

    /// S-12, 9.2: the name behind the version.
    #[test]
    fn names() {
        for (text, name) in [
            ("v2.0 Code Quality", Some("Code Quality")),
            ("v2.0 — Code Quality (Phases 4-6)", Some("Code Quality")),
            ("🚧 v2.0: Code Quality (In Progress) 🚧", Some("Code Quality")),
            ("Milestone v2.0 - Tides (spring)", Some("Tides (spring)")),
            ("v2.0 Code (Phase 4)", Some("Code")),
            ("v2.0 Code (phased)", Some("Code (phased)")),
            ("v2.0 🚧", None),
            ("v2.0", None),
            ("v2.0 —", None),
            ("v2.0 コード品質", Some("コード品質")),
        ] {
            assert_eq!(milestone_name(text).as_deref(), name, "{text}");
        }
    }
}
