//! The edges of a path in text: what may stand directly before and behind it (8.3, 8.6).

use super::folder::Entry;
use bstr::ByteSlice;

/// Whether a path that will be rewritten may begin behind `before`.
pub(super) fn is_left_edge(before: &[u8]) -> bool {
    before.last().is_none_or(|byte| !byte.is_ascii_alphanumeric() && !b"_-./\\@%+~".contains(byte))
}

/// Whether a path that is only reported may begin behind `before` (8.6).
pub(super) fn is_loose_left_edge(before: &[u8]) -> bool {
    before.last().is_none_or(|byte| !byte.is_ascii_alphanumeric() && !b"_-".contains(byte))
}

/// Whether a path to `entry` may end in front of `behind`, the rest of its line.
///
/// Narrower than the words of 8.3 in one point: a `/` behind a file, with a name behind it, goes on with a path that does not exist.
pub(super) fn is_right_edge(behind: &[u8], entry: Entry) -> bool {
    if let Some(rest) = behind.strip_prefix(b"/") {
        return entry != Entry::Directory && !rest.first().is_some_and(|byte| is_name_byte(*byte));
    }
    let Some(character) = bstr::decode_utf8(behind).0 else {
        // Bytes that are no text: in an old encoding they are letters, which end a file and not a folder.
        return behind.is_empty() || entry != Entry::Directory;
    };
    match character {
        '_' | '-' => false,
        '.' => !behind.chars().nth(1).is_some_and(char::is_alphanumeric),
        _ if entry != Entry::Directory && !character.is_ascii() => !is_mark(character),
        _ => !character.is_alphanumeric() && !is_mark(character),
    }
}

/// Whether a folder with its final `/` may end in front of `behind`.
///
/// Narrower than the words of 8.3 where a name goes on that is no path of the folder, so that nothing is put in front of its rest:
/// `F/*.md`, `F/<name>.md`, `F/\_prd.md`, `F/../other`, `F//x`. Marks that close emphasis (`**F/**`) are an edge.
pub(super) fn is_right_edge_behind_slash(behind: &[u8]) -> bool {
    let marks = behind.iter().take_while(|byte| matches!(byte, b'*' | b'~')).count();
    let unmarked = behind.get(marks..).unwrap_or_default();
    if marks > 0
        && unmarked.first().is_some_and(|byte| is_name_byte(*byte) || matches!(byte, b'.' | b'/' | b'{'))
    {
        return false;
    }
    let goes_on = opens(unmarked)
        || matches!(unmarked.first(), Some(b'\\' | b'$' | b'%' | b'@' | b'+' | b'=' | b'&' | b'/'));
    let climbs = unmarked.starts_with(b"./") || unmarked.starts_with(b"../");
    !goes_on && !climbs && is_right_edge(behind, Entry::Directory)
}

/// Whether `behind` begins with a bracket that stands for a part of a name: `<name>`, `{a,b}`. The tags that end or break a line of
/// text, `</td>` and `<br>`, and comments do not.
pub(super) fn opens(behind: &[u8]) -> bool {
    let is_tag =
        [b"</".as_slice(), b"<!", b"<br>", b"<br/", b"<br "].iter().any(|tag| behind.starts_with(tag));
    matches!(behind.first(), Some(b'<' | b'{' | b'[' | b'(')) && !is_tag
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || !byte.is_ascii()
}

/// A character without width of its own, such as a combining accent: it belongs to the letter before it. Breaks and directions do not.
fn is_mark(character: char) -> bool {
    let is_format = matches!(character, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}');
    !is_format && !character.is_control() && unicode_width::UnicodeWidthChar::width(character) == Some(0)
}

/// Length of the run that `text` begins with and that a path which does not exist is taken to have: up to a blank, quote, bracket,
/// backtick, `#`, `|` or line end, freed of sentence punctuation at its end.
pub(super) fn run(text: &[u8]) -> usize {
    let end = text
        .char_indices()
        .find(|(_, _, character)| ends_run(*character))
        .map_or(text.len(), |(start, _, _)| start);
    let run = text.get(..end).unwrap_or_default();
    run.trim_end_with(|character| {
        matches!(
            character,
            '.' | ',' | ';' | ':' | '!' | '?' | '。' | '、' | '，' | '！' | '？' | '：' | '；'
        )
    })
    .len()
}

fn ends_run(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || "\"'`()[]{}<>#|“”‘’«»「」『』（）【】《》〈〉".contains(character)
}

/// Length of the fragment that stands directly behind a path: `#` and the run behind it; 0 when there is none.
pub(super) fn fragment(text: &[u8]) -> usize {
    match text.strip_prefix(b"#").map(run) {
        None | Some(0) => 0,
        Some(length) => length + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 8.3, 8.6: the left edges.
    #[test]
    fn a_15_left_edges() {
        for (before, strict, loose) in [
            ("", true, true),
            (" ", true, true),
            ("(", true, true),
            ("|", true, true),
            ("\"", true, true),
            ("は", true, true),
            ("「", true, true),
            ("=", true, true),
            ("y", false, false),
            ("7", false, false),
            ("_", false, false),
            ("-", false, false),
            (".", false, true),
            ("/", false, true),
            ("\\", false, true),
            ("@", false, true),
            ("%", false, true),
            ("+", false, true),
            ("~", false, true),
        ] {
            let found = (is_left_edge(before.as_bytes()), is_loose_left_edge(before.as_bytes()));
            assert_eq!(found, (strict, loose), "{before:?}");
        }
    }

    /// 8.3: the right edges of a folder and of a file.
    #[test]
    fn a_10_right_edges() {
        for (behind, folder, file) in [
            ("", true, true),
            (" and", true, true),
            (".", true, true),
            (". Next", true, true),
            (".md", false, false),
            (".次", false, false),
            (", and", true, true),
            ("-two", false, false),
            ("_two", false, false),
            ("2", false, false),
            ("s", false, false),
            ("二", false, true),
            ("を読む", false, true),
            ("、次", true, true),
            ("」", true, true),
            ("\u{301}", false, false),
            ("\u{200B}", true, true),
            ("#top", true, true),
            ("`", true, true),
            ("/", false, true),
            ("/x", false, false),
            ("/_x", false, false),
            ("/-x", false, false),
            ("/二", false, false),
            ("/.", false, true),
        ] {
            let found = (
                is_right_edge(behind.as_bytes(), Entry::Directory),
                is_right_edge(behind.as_bytes(), Entry::File),
            );
            assert_eq!(found, (folder, file), "{behind:?}");
        }
        assert!(!is_right_edge(b"\xE9", Entry::Directory));
    }

    /// 8.3: a final `/` belongs to the path; a name that goes on behind it does not end there.
    #[test]
    fn a_10_right_edges_behind_a_slash() {
        for (behind, expected) in [
            ("", true),
            (".", true),
            ("...", true),
            (")", true),
            ("、次", true),
            ("**", true),
            ("** bold", true),
            ("*.md", false),
            ("**/*.md", false),
            ("x", false),
            ("に", false),
            ("\\_prd.md", false),
            ("<name>.md", false),
            ("</td>", true),
            ("<br>x", true),
            ("{a,b}.md", false),
            ("$x", false),
            ("../other", false),
            ("./x", false),
            ("/x", false),
        ] {
            assert_eq!(is_right_edge_behind_slash(behind.as_bytes()), expected, "{behind:?}");
        }
    }

    #[test]
    fn a_15_runs() {
        for (text, expected) in [
            ("none.md. Next", "none.md"),
            ("none.md), x", "none.md"),
            ("a/b?!", "a/b"),
            ("none.md|", "none.md"),
            ("none.md」、", "none.md"),
            ("none.md。", "none.md"),
            ("", ""),
        ] {
            assert_eq!(&text[..run(text.as_bytes())], expected);
        }
        assert_eq!((fragment(b"#cold."), fragment(b"# cold"), fragment(b"x")), (5, 0, 0));
    }
}
