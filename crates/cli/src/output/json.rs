//! JSON as the contracts want it: two blanks of indentation and a final newline for results, one line without blanks
//! for diagnostics. Control, bidirectional and zero-width characters leave as `\uXXXX`, so that JSON is safe on a
//! terminal too (msd-tools 2, G9).

use std::io::{self, Write};

use cairn_text::escape;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};
use serde_json::{Serializer, Value};

/// The result as it goes to stdout.
pub fn pretty(value: &impl Serialize) -> String {
    let mut text = with(value, Escaping { inner: PrettyFormatter::new() });
    text.push('\n');
    text
}

/// One line, for diagnostics on stderr. No final newline.
pub fn line(value: &impl Serialize) -> String {
    with(value, Escaping { inner: CompactFormatter })
}

fn with(value: &impl Serialize, formatter: impl Formatter) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, formatter);
    // Our wire types have text keys only and a `Vec` takes every write, so this cannot fail; if it ever does, an
    // empty object is a result that no caller mistakes for theirs.
    if value.serialize(&mut serializer).is_err() {
        return "{}".to_owned();
    }
    String::from_utf8(bytes).unwrap_or_else(|_| "{}".to_owned())
}

/// The formatter underneath, with the text of strings escaped further than JSON itself asks.
struct Escaping<F> {
    inner: F,
}

impl<F: Formatter> Formatter for Escaping<F> {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut start = 0;
        for (at, character) in fragment.char_indices() {
            if escape::is_hidden(character) {
                writer.write_all(fragment.get(start..at).unwrap_or_default().as_bytes())?;
                // Every character of the table lies in the basic plane, so one escape is enough.
                write!(writer, "\\u{:04x}", u32::from(character))?;
                start = at + character.len_utf8();
            }
        }
        writer.write_all(fragment.get(start..).unwrap_or_default().as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.begin_array(writer)
    }
    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.end_array(writer)
    }
    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.inner.begin_array_value(writer, first)
    }
    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.end_array_value(writer)
    }
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.begin_object(writer)
    }
    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.end_object(writer)
    }
    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.inner.begin_object_key(writer, first)
    }
    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.begin_object_value(writer)
    }
    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.end_object_value(writer)
    }
}

/// One field of a result (`--pick`): names and `name[2]`, `name[-1]` joined by dots. At each step a key that itself
/// holds dots is tried literally first.
pub fn pick<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    if path.is_empty() {
        return Some(value);
    }
    if let Some(found) = value.get(path) {
        return Some(found);
    }
    // The longest literal key first, so that `a.b.c` finds the key `a.b` before the map `a`.
    let dots = path.char_indices().filter(|(_, c)| *c == '.').map(|(at, _)| at).collect::<Vec<_>>();
    for at in dots.iter().rev().copied().chain([path.len()]).collect::<Vec<_>>() {
        let (head, rest) = path.split_at_checked(at)?;
        let rest = rest.strip_prefix('.').unwrap_or(rest);
        if at == path.len() && !head.contains('[') {
            continue; // tried above
        }
        if let Some(inner) = step(value, head)
            && let Some(found) = pick(inner, rest)
        {
            return Some(found);
        }
    }
    None
}

/// One name with its indexes: `phases[-1]`, `rows[0][1]`.
fn step<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    if let Some(found) = value.get(name) {
        return Some(found);
    }
    let (key, indexes) = name.split_once('[')?;
    let mut found = if key.is_empty() { value } else { value.get(key)? };
    for index in indexes.strip_suffix(']')?.split("][") {
        let list = found.as_array()?;
        let index: i64 = index.parse().ok()?;
        let position = if index < 0 { list.len() as i64 + index } else { index };
        found = list.get(usize::try_from(position).ok()?)?;
    }
    Some(found)
}

/// A picked field as text: text as it is, null as nothing, numbers and switches as JSON, objects and lists as JSON in
/// the form of a result. No final newline.
pub fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Object(_) | Value::Array(_) => pretty(value).trim_end().to_owned(),
        other => line(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn strings_hide_nothing_from_a_terminal() {
        let value = json!({"a": "x\u{1b}[31m\u{202e}y\u{200b}z\u{7f}\u{9b}ä"});
        assert_eq!(line(&value), r#"{"a":"x\u001b[31m\u202ey\u200bz\u007f\u009bä"}"#);
        assert_eq!(serde_json::from_str::<Value>(&line(&value)).unwrap(), value);
    }

    #[test]
    fn results_have_two_blanks_and_a_newline() {
        assert_eq!(pretty(&json!({"a": [1], "b": {}})), "{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}\n");
    }

    fn picked(path: &str) -> Option<String> {
        let value = json!({
            "progress": {"percent": 33}, "list": [{"a": "x"}, "y"], "a.b": {"c": 1}, "a": {"b": {"c": 2, "d": 3}},
            "nothing": null, "rows": [[1, 2], [3, 4]],
        });
        pick(&value, path).map(plain)
    }

    /// D4
    #[test]
    fn picking_a_field() {
        for (path, expected) in [
            ("progress.percent", Some("33")),
            ("list[-1]", Some("y")),
            ("list[0].a", Some("x")),
            ("a.b.c", Some("1")),
            ("a.b.d", Some("3")),
            ("nothing", Some("")),
            ("rows[1][0]", Some("3")),
            ("progress", Some("{\n  \"percent\": 33\n}")),
            ("nope", None),
            ("list[9]", None),
            ("list[x]", None),
            ("progress.percent.x", None),
        ] {
            assert_eq!(picked(path).as_deref(), expected, "{path}");
        }
    }
}
