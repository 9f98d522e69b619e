//! Marks around a name: emphasis, strikes and code. A mark goes where both of its halves stand around the whole name; a half whose
//! other one stands inside of the name is part of it.

use super::bold::{self, Role};
use super::version::is_emoji;

/// How many marks a name may wear; more are left, so that no line costs more than its length.
const LAYERS: usize = 8;

/// Marks that are read one character at a time: `**x**` wears two.
const MARKS: [&str; 2] = ["*", "~"];

/// `name` without the marks around it. `front` is what stands before it in its line: a mark that was opened there may close
/// within the name. `tidy` takes off what else is no part of a name, once more below each mark.
pub(super) fn peeled<'t>(name: &'t str, front: &str, tidy: impl Fn(&'t str) -> &'t str) -> &'t str {
    let mut name = tidy(name);
    for _ in 0..LAYERS {
        if let Some(code) = code(name) {
            return code.trim();
        }
        let Some(inner) =
            MARKS.into_iter().find_map(|mark| inside(name, front, mark)).or_else(|| half_code(name, front))
        else {
            break;
        };
        name = tidy(inner);
    }
    name
}

/// What `mark` encloses, or what is left without the half of it that closes what `front` opened.
fn inside<'t>(name: &'t str, front: &str, mark: &str) -> Option<&'t str> {
    if let Some((inner, "")) = name.strip_prefix(mark).and_then(|text| closing(text, mark)) {
        return (!inner.trim().is_empty()).then_some(inner);
    }
    let is_at_an_end = name.starts_with(mark) || name.ends_with(mark);
    let (before, behind) = closing(name, mark).filter(|_| is_at_an_end && opens(front, mark))?;
    let behind = behind.trim_start_matches(mark);
    match (before.is_empty(), behind.is_empty()) {
        (true, false) => Some(behind),
        (false, true) => Some(before),
        _ => None,
    }
}

/// What stands in front of and behind the first `mark` that closes what was opened in front of `text`. Marks side by side do the same.
fn closing<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    let (mut depth, mut from) = (0_usize, 0_usize);
    while let Some(found) = text.get(from..)?.find(mark) {
        let (before, rest) = text.split_at_checked(from + found)?;
        let behind = rest.trim_start_matches(mark);
        let length = rest.len() - behind.len();
        match bold::role(before, behind, mark) {
            Role::Text => {}
            Role::Opens => depth += length,
            Role::Closes if length > depth => {
                return Some((text.get(..before.len() + depth)?, rest.get(depth + 1..)?));
            }
            Role::Closes => depth -= length,
        }
        from = before.len() + length;
    }
    None
}

/// Whether `front` opens `mark` more often than it closes it: it opens where a word begins.
fn opens(front: &str, mark: &str) -> bool {
    let mut depth = 0_usize;
    for (at, _) in front.match_indices(mark) {
        let before = front.get(..at).unwrap_or_default().trim_end_matches(['*', '_', '~', '`']);
        let begins = before.chars().next_back().is_none_or(|c| c.is_whitespace() || c == '[' || is_emoji(c));
        depth = if begins { depth + 1 } else { depth.saturating_sub(1) };
    }
    depth > 0
}

/// The text of a name that is code from one end to the other.
fn code(name: &str) -> Option<&str> {
    let text = name.trim_start_matches('`');
    let mark = name.get(..name.len() - text.len()).filter(|mark| !mark.is_empty())?;
    let inner = text.strip_suffix(mark)?;
    let mut runs = inner.split(|c| c != '`').filter(|run| !run.is_empty());
    let is_one = !inner.ends_with('`') && runs.all(|run| run.len() != mark.len());
    (is_one && !inner.trim().is_empty()).then_some(inner)
}

/// What is left without the half of a code mark that `front` opened.
fn half_code<'t>(name: &'t str, front: &str) -> Option<&'t str> {
    let is_odd = |text: &str| text.matches('`').count() % 2 == 1;
    let inner = name.strip_suffix('`').or_else(|| name.strip_prefix('`'))?;
    (is_odd(front) && is_odd(name)).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 3: a mark goes where both halves stand around the whole name, however many stand inside of it.
    #[test]
    fn marks_around_a_name() {
        for (name, front, expected) in [
            ("*a *b* c*", "", "a *b* c"),
            ("*a **b** c*", "", "a **b** c"),
            ("*a *b* c", "", "*a *b* c"),
            ("a *b*", "", "a *b*"),
            ("*a* b*", "", "*a* b*"),
            ("a *b* c*", "*Phase 1: ", "a *b* c"),
            ("a `b`", "`Phase 1: ", "a `b`"),
            ("a `", "Phase 1: ", "a `"),
            ("a`", "`Phase 1: ", "a"),
        ] {
            assert_eq!(peeled(name, front, str::trim), expected, "{front}{name}");
        }
    }

    /// Section 3: what stands in front of a name opens a mark where a word begins.
    #[test]
    fn marks_opened_in_front() {
        for (front, is_open) in [
            ("*Phase 1: ", true),
            ("- *Phase 1: ", true),
            ("[*Phase 1: ", true),
            ("✅*Phase 1: ", true),
            ("✅ *Phase 1: ", true),
            ("`*Phase 1: ", true),
            ("Phase* 1: ", false),
            ("*Phase 1*: ", false),
            ("Phase 1: ", false),
        ] {
            let expected = if is_open { "Name" } else { "Name*" };
            assert_eq!(peeled("Name*", front, str::trim), expected, "{front}");
        }
    }
}
