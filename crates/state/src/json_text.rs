//! Writes a [`Value`] as JSON: two blanks of indentation, keys in their order, unsafe characters as `\uXXXX` (contract 2).

use cairn_text::escape::{is_unsafe, json_escaped};

use crate::answer::Value;

/// The value on several lines, without a final newline.
#[must_use]
pub fn pretty(value: &Value) -> String {
    let mut text = String::new();
    write(value, Some(0), &mut text);
    json_escaped(&text).into_owned()
}

/// The value on one line, without blanks between its parts.
#[must_use]
pub fn compact(value: &Value) -> String {
    let mut text = String::new();
    write(value, None, &mut text);
    json_escaped(&text).into_owned()
}

/// Writes at a depth of indentation, or on one line.
fn write(value: &Value, depth: Option<usize>, text: &mut String) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) => text.push_str(&number.to_string()),
        Value::Text(value) => write_text(value, text),
        Value::List(items) => {
            write_all(('[', ']'), items.iter(), depth, text, write);
        }
        Value::Map(members) => {
            write_all(('{', '}'), members.iter(), depth, text, |(name, value), depth, text| {
                write_text(name, text);
                text.push_str(if depth.is_some() { ": " } else { ":" });
                write(value, depth, text);
            });
        }
    }
}

fn write_all<T>(
    (open, close): (char, char),
    items: impl ExactSizeIterator<Item = T>,
    depth: Option<usize>,
    text: &mut String,
    mut write: impl FnMut(T, Option<usize>, &mut String),
) {
    text.push(open);
    let is_empty = items.len() == 0;
    let inner = depth.map(|depth| depth.saturating_add(1));
    for (place, item) in items.enumerate() {
        if place > 0 {
            text.push(',');
        }
        break_line(inner, text);
        write(item, inner, text);
    }
    if !is_empty {
        break_line(depth, text);
    }
    text.push(close);
}

fn break_line(depth: Option<usize>, text: &mut String) {
    if let Some(depth) = depth {
        text.push('\n');
        text.push_str(&"  ".repeat(depth));
    }
}

fn write_text(value: &str, text: &mut String) {
    text.push('"');
    for character in value.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            _ if is_unsafe(character) => text.push_str(&format!("\\u{:04x}", u32::from(character))),
            _ => text.push(character),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer;

    /// Section 2: the spelling of answers.
    #[test]
    fn spelling() {
        let value = Answer::new()
            .with("a", "q\"\\\n\r\t\u{1b}\u{202e}é")
            .with("list", vec![1_u32, 2])
            .with("none", Vec::<String>::new())
            .with("map", Answer::new().with("b", true).into_map())
            .with("null", Value::Null)
            .into_map();
        assert_eq!(
            pretty(&value),
            "{\n  \"a\": \"q\\\"\\\\\\n\\r\\t\\u001b\\u202eé\",\n  \"list\": [\n    1,\n    2\n  ],\n  \"none\": [],\n  \"map\": {\n    \"b\": true\n  },\n  \"null\": null\n}"
        );
        assert_eq!(compact(&Value::texts(["a", "b"])), "[\"a\",\"b\"]");
    }
}
