//! JSON as the contracts want it: two blanks of indentation and a final newline for results, one line without blanks
//! for diagnostics. Control, bidirectional and zero-width characters leave as `\uXXXX`, so that JSON is safe on a
//! terminal too (msd-tools 2, G9).

use cairn_text::escape;
use serde::Serialize;
use serde_json::Value;

/// The result as it goes to stdout.
pub fn pretty(value: &impl Serialize) -> String {
    let mut text = safe(serde_json::to_string_pretty(value));
    text.push('\n');
    text
}

/// One line, for diagnostics on stderr. No final newline.
pub fn line(value: &impl Serialize) -> String {
    safe(serde_json::to_string(value))
}

/// Our wire types have text keys only, so serialising them cannot fail; if it ever does, an empty object is a result
/// that no caller mistakes for theirs.
fn safe(json: serde_json::Result<String>) -> String {
    escape::json_escaped(&json.unwrap_or_else(|_| "{}".to_owned())).into_owned()
}

/// Named values of a domain as a JSON object, in their order.
pub fn object(members: &[(String, cairn_state::answer::Value)]) -> serde_json::Map<String, Value> {
    members.iter().map(|(name, value)| (name.clone(), of_domain(value))).collect()
}

fn of_domain(value: &cairn_state::answer::Value) -> Value {
    use cairn_state::answer::Value as Domain;
    match value {
        Domain::Null => Value::Null,
        Domain::Bool(switch) => Value::Bool(*switch),
        Domain::Number(number) => Value::from(*number),
        Domain::Text(text) => Value::String(text.clone()),
        Domain::List(items) => Value::Array(items.iter().map(of_domain).collect()),
        Domain::Map(members) => Value::Object(object(members)),
    }
}

/// One field of a result (`--pick`): names and `name[2]`, `name[-1]` joined by dots. At each step a key that itself
/// holds dots is tried literally first.
pub fn pick<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    if let Some(found) = value.get(path) {
        return Some(found);
    }
    // The longest literal key first, so that `a.b.c` finds the key `a.b` before the map `a`.
    let dots = path.char_indices().filter(|(_, c)| *c == '.').map(|(at, _)| at).collect::<Vec<_>>();
    for at in dots.iter().rev().copied().chain([path.len()]).collect::<Vec<_>>() {
        let (head, rest) = path.split_at_checked(at)?;
        if at == path.len() && !head.contains('[') {
            continue; // tried above
        }
        let Some(inner) = step(value, head) else { continue };
        // Nothing behind the last name; a dot without a name behind it is no path.
        let found = match rest.strip_prefix('.') {
            Some(rest) => pick(inner, rest),
            None => Some(inner),
        };
        if found.is_some() {
            return found;
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
            ("", None),
            ("progress.", None),
            (".progress", None),
            ("list[0].", None),
            ("list[9]", None),
            ("list[x]", None),
            ("progress.percent.x", None),
        ] {
            assert_eq!(picked(path).as_deref(), expected, "{path}");
        }
    }
}
