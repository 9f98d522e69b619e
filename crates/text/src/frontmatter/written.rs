//! Values as they are written (6.2): plain where every reader takes the text for text, else quoted.

use super::value::Value;

/// A value to write, with the form that it takes when it is written anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewValue {
    /// `null`
    Null,
    /// A text: plain, or double-quoted when a YAML reader would take it for something else.
    Text(String),
    /// A text that is always double-quoted: phase ids.
    Quoted(String),
    /// A text in single quotes: the version.
    SingleQuoted(String),
    /// A number or boolean: plain whatever it looks like.
    Bare(String),
    /// A flow list on one line.
    List(Vec<NewValue>),
    /// A flow map on one line.
    Map(Vec<(String, NewValue)>),
}

impl NewValue {
    /// What a reader gets from it.
    pub fn value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Text(text) | Self::Quoted(text) | Self::SingleQuoted(text) | Self::Bare(text) => {
                Value::Text(text.clone())
            }
            Self::List(items) => Value::List(items.iter().map(Self::value).collect()),
            Self::Map(entries) => {
                Value::Map(entries.iter().map(|(key, value)| (key.clone(), value.value())).collect())
            }
        }
    }

    /// Its bytes behind a key.
    pub fn written(&self) -> String {
        self.write(false)
    }

    /// Its bytes inside brackets.
    pub(super) fn written_in_flow(&self) -> String {
        self.write(true)
    }

    fn write(&self, in_flow: bool) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Text(text) if is_plain(text) && (!in_flow || is_plain_in_flow(text)) => text.clone(),
            Self::Text(text) | Self::Quoted(text) => double_quoted(text),
            Self::SingleQuoted(text) if text.chars().any(needs_escape) => double_quoted(text),
            Self::SingleQuoted(text) => format!("'{}'", text.replace('\'', "''")),
            Self::Bare(text) => text.clone(),
            Self::List(items) => format!("[{}]", joined(items.iter().map(Self::written_in_flow))),
            Self::Map(entries) => {
                let entries = entries
                    .iter()
                    .map(|(key, value)| format!("{}: {}", written_key(key), value.written_in_flow()));
                format!("{{{}}}", joined(entries))
            }
        }
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// `key` as it is written: plain, or double-quoted when it would not be read back as it is.
pub(super) fn written_key(key: &str) -> String {
    let plain = is_plain_text(key) && !key.contains(':') && !key.contains([',', '[', ']', '{', '}', '=']);
    if plain { key.to_owned() } else { double_quoted(key) }
}

/// Whether every YAML reader takes `text` for that text when it stands behind a key without quotes.
pub fn is_plain(text: &str) -> bool {
    is_plain_text(text) && !is_word_of_yaml(text) && !is_number(text) && !is_date(text)
}

fn is_plain_text(text: &str) -> bool {
    let first_is_safe = text.chars().next().is_some_and(|first| !INDICATORS.contains(first));
    first_is_safe
        && !text.starts_with(char::is_whitespace)
        && !text.ends_with(char::is_whitespace)
        && !text.contains(": ")
        && !text.ends_with(':')
        && !text.contains(" #")
        && !text.chars().any(needs_escape)
}

/// Whether `text` is plain inside brackets, where readers differ on what ends a text: words of letters, digits and a few marks.
fn is_plain_in_flow(text: &str) -> bool {
    text.split(' ').all(|word| {
        word.starts_with(char::is_alphanumeric)
            && word.ends_with(char::is_alphanumeric)
            && word.chars().all(|character| character.is_alphanumeric() || "._-/+".contains(character))
    })
}

/// Characters that mean something to YAML at the start of a value.
const INDICATORS: &str = "-?:,[]{}#&*!|>'\"%@`";

fn is_word_of_yaml(text: &str) -> bool {
    ["true", "false", "yes", "no", "on", "off", "null", "~"]
        .iter()
        .any(|word| word.eq_ignore_ascii_case(text))
}

/// Whether `text` is an integer, a fraction, a number with an exponent, or a word for infinity or no number.
fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if [".inf", ".nan"].iter().any(|word| word.eq_ignore_ascii_case(unsigned)) {
        return true;
    }
    let digits_of =
        |text: &str, radix: u32| !text.is_empty() && text.chars().all(|ch| ch.is_digit(radix) || ch == '_');
    let prefixed = [("0x", 16), ("0o", 8), ("0b", 2)];
    if prefixed
        .iter()
        .any(|(prefix, radix)| unsigned.strip_prefix(prefix).is_some_and(|rest| digits_of(rest, *radix)))
    {
        return true;
    }
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |part: &str| part.chars().all(|ch| ch.is_ascii_digit() || ch == '_');
    let any_digit = mantissa.chars().any(|ch| ch.is_ascii_digit());
    any_digit && digits(whole) && digits(fraction) && digits_of(exponent, 10)
}

/// Whether `text` begins with a date or is a time of day: numbers joined by `-` or `:`, and for a date anything that a time may have.
fn is_date(text: &str) -> bool {
    let (date, time) =
        text.split_at_checked(text.find(['T', 't', ' ']).unwrap_or(text.len())).unwrap_or((text, ""));
    let numbers = |text: &str, mark: char| {
        text.split(mark).all(|part| !part.is_empty() && part.chars().all(|ch| ch.is_ascii_digit()))
    };
    let is_day = date.split('-').count() == 3 && numbers(date, '-');
    let time_characters =
        |ch: char| ch.is_ascii_digit() || matches!(ch, 'T' | 't' | ' ' | ':' | '.' | '+' | '-' | 'Z' | 'z');
    let is_clock = text.contains(':') && numbers(text.split_once('.').map_or(text, |(clock, _)| clock), ':');
    (is_day && time.chars().all(time_characters)) || is_clock
}

/// Control characters, and what YAML takes for line ends or forbids inside a document.
fn needs_escape(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
}

/// `text` in double quotes with JSON escapes.
pub fn double_quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len().saturating_add(2));
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            _ if needs_escape(character) => quoted.push_str(&format!("\\u{:04x}", u32::from(character))),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(NewValue::Text(text.to_owned()).written(), expected);
    }

    /// 6.2: the table of written values.
    #[test]
    fn texts_are_plain_where_they_can_be() {
        for text in [
            "v2.0",
            "executing",
            "Code Quality",
            "1.2.3",
            "2026.7.7",
            "closed (PR#6)",
            "完了",
            "1/3",
            "7 of 9",
            "e5",
            "2026-10 x",
            "12 min",
            "a:b",
            "2026-10-07 did it",
            "2026-10",
            "a-b-c",
            "0xyz",
            "0x",
            "1ex",
        ] {
            check(text, text);
        }
        for text in [
            "",
            " a",
            "a ",
            "Phase 4: done",
            "done:",
            "closed (PR #6)",
            "1",
            "1.5",
            "-1",
            "+1",
            ".5",
            "1.",
            "1e10",
            "1_000",
            "0x1F",
            "0x1_F",
            "0o17",
            ".inf",
            "-.INF",
            ".NaN",
            "4.10",
            "2026-10-07",
            "2026-1-7",
            "2026-10-07T12:00:00.000Z",
            "2026-10-07 12:00:00",
            "12:30",
            "1:30:45.5",
            "True",
            "NO",
            "on",
            "off",
            "Null",
            "~",
            "- a",
            "-a",
            "?",
            ":a",
            ",",
            "[a]",
            "{a}",
            "#a",
            "&a",
            "*a",
            "!a",
            "|",
            ">",
            "'a'",
            "\"a\"",
            "%a",
            "@a",
            "`a`",
        ] {
            check(text, &format!("\"{}\"", text.replace('"', "\\\"")));
        }
        check("a\tb\r\n\u{1b}\u{85}\\", r#""a\tb\r\n\u001b\u0085\\""#);
    }

    /// 6.2: keys, and texts inside brackets, are quoted where a reader would end them too early.
    #[test]
    fn keys_and_texts_in_brackets() {
        for (key, is_plain) in [
            ("a_b-c.d", true),
            ("a b", true),
            ("a:b", false),
            ("a=b", false),
            ("a,b", false),
            ("- a", false),
            ("", false),
            ("a: b", false),
        ] {
            assert_eq!(written_key(key), if is_plain { key.to_owned() } else { double_quoted(key) });
        }
        for (text, is_plain) in [
            ("a b", true),
            ("v1.0/x_y+z", true),
            ("a.", false),
            (".a", false),
            ("a(b)c", false),
            ("a,b", false),
            ("true", false),
        ] {
            let written = NewValue::Text(text.to_owned()).written_in_flow();
            assert_eq!(written, if is_plain { text.to_owned() } else { double_quoted(text) });
        }
    }

    #[test]
    fn the_other_forms() {
        assert_eq!(NewValue::SingleQuoted("1.0".into()).written(), "'1.0'");
        assert_eq!(NewValue::SingleQuoted("it's".into()).written(), "'it''s'");
        assert_eq!(NewValue::SingleQuoted("a\n".into()).written(), r#""a\n""#);
        assert_eq!(NewValue::Quoted("4.10".into()).written(), r#""4.10""#);
        assert_eq!(NewValue::Bare("40".into()).written(), "40");
        assert_eq!(NewValue::Null.written(), "null");
        let list = NewValue::List(vec![
            NewValue::Quoted("4.5".into()),
            NewValue::Text("a, b".into()),
            NewValue::Text("c".into()),
        ]);
        assert_eq!(list.written(), r#"["4.5", "a, b", c]"#);
        assert_eq!(
            NewValue::Map(vec![("a".into(), list), ("b: c".into(), NewValue::Null)]).written(),
            r#"{a: ["4.5", "a, b", c], "b: c": null}"#
        );
        assert_eq!(NewValue::List(Vec::new()).written(), "[]");
    }
}
