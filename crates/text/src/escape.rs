//! Text of files and of stdin on its way to a terminal: no character of it may drive the terminal or hide what it says.
//!
//! One table of such characters (status line, section 8) serves three writers: [`escaped`] shows them, [`stripped`] removes them,
//! [`json_escaped`] spells them as JSON does. Nothing else is changed.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether `character` must not reach a terminal as it is: a control character (C0, DEL, C1), a bidirectional control or one of
/// zero width.
pub fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}'
        )
}

/// `text` on one line: every unsafe character, tabs and line feeds too, as `\u{1b}`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    replaced(text, is_unsafe, show)
}

/// `text` with its tabs and line feeds as they are, every other unsafe character as `\u{1b}`.
pub fn escaped_lines(text: &str) -> Cow<'_, str> {
    replaced(text, |character| is_unsafe(character) && !matches!(character, '\t' | '\n'), show)
}

/// `text` without its unsafe characters.
pub fn stripped(text: &str) -> Cow<'_, str> {
    replaced(text, is_unsafe, |_, _| {})
}

/// `json`, a finished JSON document, with the unsafe characters that JSON allows inside strings as `\u009b`. The line feeds and
/// blanks between its parts stay.
pub fn json_escaped(json: &str) -> Cow<'_, str> {
    let inside_strings = |character: char| is_unsafe(character) && character >= '\u{7F}';
    replaced(json, inside_strings, |character, result| write_code(result, "\\u", character, 4, ""))
}

fn show(character: char, result: &mut String) {
    write_code(result, "\\u{", character, 0, "}");
}

fn write_code(result: &mut String, before: &str, character: char, width: usize, behind: &str) {
    // Writing to a string does not fail.
    let _ = write!(result, "{before}{:0width$x}{behind}", u32::from(character));
}

fn replaced(
    text: &str,
    is_replaced: impl Fn(char) -> bool,
    replace: impl Fn(char, &mut String),
) -> Cow<'_, str> {
    let Some(first) = text.find(&is_replaced) else { return Cow::Borrowed(text) };
    let (clean, rest) = text.split_at_checked(first).unwrap_or((text, ""));
    let mut result = String::with_capacity(text.len());
    result.push_str(clean);
    for character in rest.chars() {
        if is_replaced(character) {
            replace(character, &mut result);
        } else {
            result.push(character);
        }
    }
    Cow::Owned(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, shown: &str, lines: &str, removed: &str) {
        assert_eq!(escaped(text), shown);
        assert_eq!(escaped_lines(text), lines);
        assert_eq!(stripped(text), removed);
    }

    /// Status line, section 8: the exact characters; msd-tools, section 2: how they are shown.
    #[test]
    fn unsafe_characters() {
        check("Red\u{1b}[31mAlert", "Red\\u{1b}[31mAlert", "Red\\u{1b}[31mAlert", "Red[31mAlert");
        check("a\tb\nc\r\0", "a\\u{9}b\\u{a}c\\u{d}\\u{0}", "a\tb\nc\\u{d}\\u{0}", "abc");
        check("完了 ✅ é", "完了 ✅ é", "完了 ✅ é", "完了 ✅ é");
        check("\u{7f}\u{9b}x\u{202e}", "\\u{7f}\\u{9b}x\\u{202e}", "\\u{7f}\\u{9b}x\\u{202e}", "x");
        for character in [
            '\u{61c}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202e}',
            '\u{2060}', '\u{2066}', '\u{2069}', '\u{feff}',
        ] {
            assert!(is_unsafe(character), "{}", character.escape_unicode());
        }
        for character in ['\u{2010}', '\u{2028}', '\u{202f}', '\u{2061}', '\u{206a}', '\u{a0}', '│', '█']
        {
            assert!(!is_unsafe(character), "{}", character.escape_unicode());
        }
    }

    /// Section 2: JSON escapes all of them.
    #[test]
    fn json_documents() {
        assert_eq!(
            json_escaped("{\n  \"a\": \"\\u001b\u{9b}\u{7f}\u{200b}é\"\n}\n"),
            "{\n  \"a\": \"\\u001b\\u009b\\u007f\\u200bé\"\n}\n"
        );
    }
}
