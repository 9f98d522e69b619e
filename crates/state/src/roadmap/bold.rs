//! Where a bold text ends: `**…**` and `__…__`, which may hold bold words themselves.

/// The marks of bold text.
const MARKS: [&str; 2] = ["**", "__"];

/// The mark that `text` begins with.
pub(super) fn mark(text: &[u8]) -> Option<&'static str> {
    MARKS.into_iter().find(|mark| text.starts_with(mark.as_bytes()))
}

/// What stands in front of and behind the mark that closes a bold text; `text` begins behind the one that opened it.
pub(super) fn closing<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    let mut depth = 0_usize;
    for (at, _) in text.match_indices(mark) {
        let (before, behind) = (text.get(..at)?, text.get(at + mark.len()..)?);
        match (role(before, behind, mark), depth) {
            (Role::Text, _) => {}
            (Role::Opens, _) => depth += 1,
            (Role::Closes, 0) => return Some((before, behind)),
            (Role::Closes, _) => depth -= 1,
        }
    }
    None
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Opens,
    Closes,
    Text,
}

/// What a mark between two texts does inside of bold text, by the rules of Markdown; one that neither opens nor closes there, as in
/// `Name ** - x`, closes.
pub(super) fn role(before: &str, behind: &str, mark: &str) -> Role {
    let (before, behind) = (before.chars().next_back(), behind.chars().next());
    let is_blank = |side: Option<char>| side.is_none_or(char::is_whitespace);
    let is_letter = |side: Option<char>| side.is_some_and(char::is_alphanumeric);
    if mark == "__" && is_letter(before) && is_letter(behind) {
        return Role::Text;
    }
    let opens = if is_letter(behind) { !is_letter(before) } else { is_blank(before) && !is_blank(behind) };
    if opens { Role::Opens } else { Role::Closes }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 9.3: the end of bold text, for both marks.
    #[test]
    fn ends_of_bold_text() {
        for (text, expected) in [
            ("Name@", Some(("Name", ""))),
            ("Name@ (tag) @x@", Some(("Name", " (tag) @x@"))),
            ("the @init@ file@ - x", Some(("the @init@ file", " - x"))),
            ("@init@@ x", Some(("@init@", " x"))),
            ("a (@b@) @c@ d@ x", Some(("a (@b@) @c@ d", " x"))),
            ("a @(b)@ c@: x", Some(("a @(b)@ c", ": x"))),
            ("a @b @c@ d@ e@ f", Some(("a @b @c@ d@ e", " f"))),
            ("Name @ - x", Some(("Name ", " - x"))),
            ("Name:@ x", Some(("Name:", " x"))),
            ("Name)@(x", Some(("Name)", "(x"))),
            ("完了@。@x", Some(("完了", "。@x"))),
            ("a @b@ c", None),
            ("a @b c", None),
            ("a", None),
        ] {
            for mark in MARKS {
                let text = text.replace('@', mark);
                let expected =
                    expected.map(|(name, behind)| (name.replace('@', mark), behind.replace('@', mark)));
                let found = closing(&text, mark).map(|(name, behind)| (name.to_owned(), behind.to_owned()));
                assert_eq!(found, expected, "{text}");
            }
        }
        // Between two letters underscores are text.
        assert_eq!(closing("a__b c__", "__"), Some(("a__b c", "")));
        assert_eq!(closing("a**b c**", "**"), Some(("a", "b c**")));
    }
}
