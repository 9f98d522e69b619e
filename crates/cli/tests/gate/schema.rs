//! Whether a value is as a JSON Schema of draft 7 says: exactly the words that the schema of SARIF 2.1.0 uses, every other refused.

use regex::Regex;
use serde_json::Value;

/// Where and why a value does not fit; empty when it does. References are looked up in `root`.
pub(crate) fn faults(value: &Value, schema: &Value, root: &Value, at: &str) -> Vec<String> {
    let (mut found, mut own) = (Vec::new(), Vec::new());
    let mut fault = |why: String| own.push(format!("{at}: {why}"));
    for (word, rule) in schema.as_object().unwrap() {
        match word.as_str() {
            "$schema" | "$id" | "$comment" | "title" | "definitions" => {}
            "$ref" => {
                let name = rule.as_str().and_then(|path| path.strip_prefix("#/definitions/")).unwrap();
                found.extend(faults(value, &root["definitions"][name], root, at));
            }
            "type" if !is_of_type(value, rule.as_str().unwrap()) => fault(format!("{value} is no {rule}")),
            "enum" if !rule.as_array().unwrap().contains(value) => {
                fault(format!("{value} is none of {rule}"))
            }
            "minimum" if value.as_f64() < rule.as_f64() => fault(format!("{value} is below {rule}")),
            "maximum" if value.as_f64() > rule.as_f64() => fault(format!("{value} is above {rule}")),
            "minItems" if (list(value).len() as u64) < rule.as_u64().unwrap() => fault("too few".to_owned()),
            "uniqueItems" => {
                let items = list(value);
                let again = items.iter().enumerate().find(|(place, item)| items[..*place].contains(item));
                again.into_iter().for_each(|(_, item)| fault(format!("{item} stands twice")));
            }
            "pattern" => {
                let pattern = Regex::new(rule.as_str().unwrap()).unwrap();
                if value.as_str().is_some_and(|text| !pattern.is_match(text)) {
                    fault(format!("{value} is not like {rule}"));
                }
            }
            "format" => {
                let text = value.as_str().unwrap_or_default();
                let is_right = match rule.as_str().unwrap() {
                    "uri" => is_reference(text) && text.contains(':'),
                    "uri-reference" => is_reference(text),
                    other => panic!("the judge does not know the format `{other}`"),
                };
                if !is_right {
                    fault(format!("{value} is no {rule}"));
                }
            }
            "required" => {
                let missing =
                    rule.as_array().unwrap().iter().filter(|key| value.get(key.as_str().unwrap()).is_none());
                missing.for_each(|key| fault(format!("{key} is missing")));
            }
            "properties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if let Some(rule) = rule.get(key) {
                        found.extend(faults(inner, rule, root, &format!("{at}/{key}")));
                    }
                }
            }
            "additionalProperties" => {
                let named = &schema["properties"];
                for (key, inner) in
                    value.as_object().into_iter().flatten().filter(|(key, _)| named.get(key).is_none())
                {
                    match rule {
                        Value::Bool(true) => {}
                        Value::Bool(false) => found.push(format!("{at}: `{key}` is unknown")),
                        rule => found.extend(faults(inner, rule, root, &format!("{at}/{key}"))),
                    }
                }
            }
            "items" => {
                for (place, item) in list(value).iter().enumerate() {
                    found.extend(faults(item, rule, root, &format!("{at}/{place}")));
                }
            }
            "anyOf" | "oneOf" => {
                let fitting =
                    rule.as_array().unwrap().iter().filter(|one| faults(value, one, root, at).is_empty());
                let count = fitting.count();
                if count == 0 || (word == "oneOf" && count > 1) {
                    fault(format!("{count} of {word} fit"));
                }
            }
            "type" | "enum" | "minimum" | "maximum" | "minItems" => {}
            other => panic!("the judge does not know `{other}`"),
        }
    }
    found.append(&mut own);
    found
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn is_of_type(value: &Value, wanted: &str) -> bool {
    match wanted {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("the judge does not know the type `{other}`"),
    }
}

/// The characters of RFC 3986; `%` only before two digits.
fn is_reference(text: &str) -> bool {
    let allowed = Regex::new(r"^([A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$").unwrap();
    allowed.is_match(text)
}

/// The judge finds what does not fit.
#[test]
fn the_judge_judges() {
    let schema = serde_json::json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["a"],
        "properties": {
            "a": { "type": "array", "minItems": 1, "uniqueItems": true, "items": { "$ref": "#/definitions/word" } },
            "n": { "type": "integer", "minimum": 1 },
            "u": { "format": "uri-reference" },
        },
        "definitions": { "word": { "enum": ["x", "y"] } },
    });
    for (value, count) in [
        (serde_json::json!({ "a": ["x", "y"], "n": 1, "u": "a%20b" }), 0),
        (serde_json::json!({ "a": ["x", "x"] }), 1),
        (serde_json::json!({ "a": ["z"] }), 1),
        (serde_json::json!({ "a": [], "n": 0, "b": 1, "u": "a b" }), 4),
        (serde_json::json!({ "n": 1.5 }), 2),
    ] {
        assert_eq!(faults(&value, &schema, &schema, "").len(), count, "{value}");
    }
}
