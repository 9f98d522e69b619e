//! How a value is written in a record (roundfix 14.3).
//!
//! Plain where every YAML reader, of version 1.1 and 1.2 alike, reads the same string; otherwise quoted as the table says. Nothing
//! is folded at any length.

/// Two blanks a level.
pub(super) fn indent(out: &mut String, level: usize) {
    out.push_str(&"  ".repeat(level));
}

/// Adds a scalar behind `key:` or `-`; `level` is the one that a block's lines stand at. Ends with a line end.
pub(super) fn push(out: &mut String, value: &str, level: usize) {
    out.push(' ');
    match style(value) {
        Style::Plain => out.push_str(value),
        Style::Single => single(out, value),
        Style::Double => double(out, value),
        Style::Block => return block(out, value, level),
    }
    out.push('\n');
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Plain,
    Single,
    Double,
    Block,
}

fn style(value: &str) -> Style {
    if is_something_else(value) || value.contains(needs_escape) {
        return Style::Double;
    }
    if value.contains('\n') {
        // A block cannot start with a blank (it would be taken for indentation) and keeps at most one final line end.
        let fits = !value.starts_with([' ', '\n']) && !value.ends_with("\n\n");
        return if fits { Style::Block } else { Style::Double };
    }
    if needs_quotes(value) { Style::Single } else { Style::Plain }
}

/// Control characters, the tab among them, and the line separators of Unicode; a line feed is not one of them.
fn needs_escape(character: char) -> bool {
    (character.is_control() && character != '\n') || matches!(character, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

fn needs_quotes(value: &str) -> bool {
    let indicator = value
        .starts_with(['#', '`', '@', '%', '!', '&', '*', '|', '>', '\'', '"', '[', ']', '{', '}', ','])
        || value.starts_with("- ")
        || value.starts_with("? ")
        || value.starts_with(": ")
        || matches!(value, "-" | "?" | ":")
        || value.starts_with("---")
        || value.starts_with("...");
    indicator
        || value.contains(": ")
        || value.contains(" #")
        || value.ends_with(':')
        || value.starts_with(char::is_whitespace)
        || value.ends_with(char::is_whitespace)
}

/// Whether some YAML reader would take the plain text for something else than a string.
fn is_something_else(value: &str) -> bool {
    let word = value.to_ascii_lowercase();
    let words = ["", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "=", "<<"];
    words.contains(&word.as_str()) || is_number(&word) || is_time(value)
}

/// Integers and floats in the spellings of YAML 1.1 and 1.2: signs, underscores, `0x`, `0o`, `0b`, sexagesimal, `.inf`, `.nan`.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if matches!(digits, ".inf" | ".nan") {
        return true;
    }
    let all = |text: &str, fits: fn(char) -> bool| {
        !text.is_empty() && text.chars().all(|one| one == '_' || fits(one))
    };
    if let Some(hex) = digits.strip_prefix("0x") {
        return all(hex, |one| one.is_ascii_hexdigit());
    }
    if let Some(octal) = digits.strip_prefix("0o") {
        return all(octal, |one| one.is_digit(8));
    }
    if let Some(binary) = digits.strip_prefix("0b") {
        return all(binary, |one| one.is_digit(2));
    }
    let (mantissa, exponent) =
        digits.split_once('e').map_or((digits, None), |(mantissa, rest)| (mantissa, Some(rest)));
    let decimal = |text: &str| {
        text.contains(|one: char| one.is_ascii_digit())
            && text.matches('.').count() <= 1
            && text.chars().all(|one| one.is_ascii_digit() || matches!(one, '.' | '_'))
    };
    let exponent_fits = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        all(exponent, |one| one.is_ascii_digit())
    });
    if decimal(mantissa) && exponent_fits {
        return true;
    }
    let mut parts = digits.split(':');
    let first = parts.next().is_some_and(|first| all(first, |one| one.is_ascii_digit()));
    digits.contains(':') && first && parts.all(decimal)
}

/// Dates, and dates with a time behind them.
fn is_time(value: &str) -> bool {
    let mut parts = value.splitn(3, '-');
    let digits = |text: &str, counts: &[usize]| {
        counts.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (Some(year), Some(month), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let day = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (day, behind) = rest.split_at_checked(day).unwrap_or((rest, ""));
    if !digits(year, &[4]) || !digits(month, &[1, 2]) || !digits(day, &[1, 2]) {
        return false;
    }
    let time = behind.strip_prefix(['T', 't']).unwrap_or_else(|| behind.trim_start_matches([' ', '\t']));
    behind.is_empty()
        || (time.starts_with(|one: char| one.is_ascii_digit())
            && time.contains(':')
            && time
                .chars()
                .all(|one| one.is_ascii_digit() || matches!(one, ':' | '.' | '+' | '-' | 'Z' | 'z' | ' ')))
}

fn single(out: &mut String, value: &str) {
    out.push('\'');
    out.push_str(&value.replace('\'', "''"));
    out.push('\'');
}

fn double(out: &mut String, value: &str) {
    out.push('"');
    for character in value.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{1b}' => out.push_str("\\e"),
            other if other.is_control() => {
                out.push_str(&format!("\\x{:02x}", u32::from(other)));
            }
            other if needs_escape(other) => out.push_str(&format!("\\u{:04x}", u32::from(other))),
            other => out.push(other),
        }
    }
    out.push('"');
}

/// A literal block; blank lines carry no indentation.
fn block(out: &mut String, value: &str, level: usize) {
    out.push_str(if value.ends_with('\n') { "|\n" } else { "|-\n" });
    for line in value.strip_suffix('\n').unwrap_or(value).split('\n') {
        if !line.is_empty() {
            indent(out, level);
            out.push_str(line);
        }
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    fn written(value: &str) -> String {
        let mut out = "k:".to_owned();
        push(&mut out, value, 1);
        out
    }

    fn check(value: &str, expected: &str) {
        let text = written(value);
        assert_eq!(text, format!("k: {expected}\n"), "{value:?}");
        let back = yaml::read(&text).unwrap();
        assert_eq!(back.map().unwrap().get("k").unwrap().string(), Some(value), "{text}");
    }

    /// Roundfix 14.3, first row: what would be read as something else.
    #[test]
    fn double_quoted() {
        for value in [
            "",
            "1",
            "1.0",
            "0x10",
            "017",
            "1e10",
            "1_000",
            "2026-10-01",
            "12:30",
            "yes",
            "No",
            "ON",
            "off",
            "y",
            "N",
            "true",
            "False",
            "null",
            "NULL",
            "~",
            "+1",
            "-1",
            ".5",
            "1.",
            ".inf",
            "-.INF",
            ".nan",
            "0b1",
            "0o7",
            "0x1_0",
            "190:20:30.15",
            "2026-1-5",
            "2026-10-01T12:00:00Z",
            "2026-10-01 12:00:00",
            "12e40000",
            "0123456789012345678901234567890123456789",
            "=",
            "<<",
        ] {
            check(value, &format!("\"{value}\""));
        }
        check("a\tb", "\"a\\tb\"");
        check("a\r\u{1b}\u{7}\"\\", "\"a\\r\\e\\x07\\\"\\\\\"");
        check("a\nb\tc", "\"a\\nb\\tc\"");
        check("\u{85}\u{2028}\u{feff}\0", "\"\\x85\\u2028\\ufeff\\x00\"");
        check(" a\nb", "\" a\\nb\"");
        check("a\n\n", "\"a\\n\\n\"");
    }

    /// Third row: indicators, `: `, ` #`, a final colon, blanks at an end.
    #[test]
    fn single_quoted() {
        for value in [
            "#a", "`a`", "@a", "%a", "!a", "&a", "*a", "|a", ">a", "\"a", "[a", "{a", "]a", "}a", ",a",
            "- a", "? a", "-", "?", "---a", "...", "a: b", "a #b", "a:", " a", "a ", ": a", ":",
        ] {
            check(value, &format!("'{value}'"));
        }
        check("it's: so", "'it''s: so'");
        check("'a", "'''a'");
    }

    /// Last two rows: lines and everything else.
    #[test]
    fn blocks_and_plain() {
        check("a\nb", "|-\n  a\n  b");
        check("a\nb\n", "|\n  a\n  b");
        check("a\n\n  b: c", "|-\n  a\n\n    b: c");
        check("# a\n- b", "|-\n  # a\n  - b");
        for value in [
            "a",
            "0042-sample",
            "一覧の計測",
            "maintainer, 2026-10-06",
            "a:b",
            "a#b",
            "-a",
            "?a",
            ":a",
            "it's",
            "5f0e1d2c3b4a59687766554433221100ffeeddcc",
            "2026-10-01 plan",
            "12:30 standup",
            "yes please",
            "1.2.3",
            "v1",
            "docs/specs/0042-sample",
            "a\\b",
            "x=y",
            "2026-10-5x",
            "1-2",
            "1e",
            "e5",
            "0xyz",
            "0o8",
            "0b2",
            "_",
            "a:1",
            "12:ab",
            "20261-10-01",
            "year-10-01",
            "2026-123-01",
            "2026-ab-01",
            "2026-10-011",
            "2026-10-01 12",
            "2026-10-01 :30",
            "2026-10-01 12:30 plan",
        ] {
            check(value, value);
        }
    }
}
