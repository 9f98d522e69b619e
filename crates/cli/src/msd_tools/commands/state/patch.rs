//! The pairs of `state patch`: `--FIELD VALUE …`, or one JSON object.

use std::ffi::OsString;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::output::failure::Failure;

/// Names and values in the order in which they were given. The argument reader has made each `--FIELD VALUE` one word
/// `--FIELD=VALUE`.
pub(crate) fn fields(words: &[OsString]) -> Result<Vec<(String, String)>, Failure> {
    let mut fields = Vec::new();
    for word in words {
        let text = word.to_str().ok_or_else(|| Failure::usage("an argument is not UTF-8"))?;
        match text.strip_prefix("--").and_then(|pair| pair.split_once('=')) {
            Some((name, value)) => fields.push((name.to_owned(), value.to_owned())),
            None if fields.is_empty() && words.len() == 1 => return object(text),
            None => return Err(expected(format!("`{text}` is neither `--FIELD VALUE` nor a JSON object"))),
        }
    }
    if fields.is_empty() {
        return Err(expected("no field is named".to_owned()));
    }
    Ok(fields)
}

fn object(text: &str) -> Result<Vec<(String, String)>, Failure> {
    let Ok(Members(members)) = serde_json::from_str(text) else {
        return Err(expected(format!("`{text}` is no JSON object")));
    };
    if members.is_empty() {
        return Err(expected("the object names no field".to_owned()));
    }
    // A reader of JSON would take one of them and say nothing.
    let again = members
        .iter()
        .enumerate()
        .find(|(place, (name, _))| members.iter().take(*place).any(|(before, _)| before == name));
    if let Some((_, (name, _))) = again {
        return Err(expected(format!("the object names `{name}` twice; give each field once")));
    }
    members.into_iter().map(|(name, value)| Ok((name.clone(), scalar(&name, &value)?))).collect()
}

/// The members of an object in the order of the text, also those whose name stands there twice.
struct Members(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ReadMembers)
    }
}

struct ReadMembers;

impl<'de> Visitor<'de> for ReadMembers {
    type Value = Members;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}

/// A value as `state update` would be given it: null as `null`, a list of phases joined by commas.
fn scalar(name: &str, value: &Value) -> Result<String, Failure> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(value.to_string()),
        Value::Array(items) => {
            let items: Result<Vec<String>, Failure> = items.iter().map(|item| scalar(name, item)).collect();
            Ok(items?.join(","))
        }
        Value::Object(_) => Err(Failure::invalid_value(
            name,
            format!("the value of `{name}` is an object; name its fields with dots"),
        )),
    }
}

fn expected(message: String) -> Failure {
    Failure::usage(message)
        .fact("expected", "--FIELD VALUE … | JSON")
        .hint("`msd-tools state patch --Status Verifying`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &[&str], expected: &[(&str, &str)]) {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let found = fields(&words).expect("pairs");
        let found: Vec<(&str, &str)> =
            found.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn pairs_and_objects() {
        check(&["--Status=Done", "--Current Plan=3"], &[("Status", "Done"), ("Current Plan", "3")]);
        check(&["--Status=a=b"], &[("Status", "a=b")]);
        check(
            &[r#"{"Status": "Done", "next_phases": ["4.5", "4.6"], "paused_at": null, "Plan": 3}"#],
            &[("Status", "Done"), ("next_phases", "4.5,4.6"), ("paused_at", "null"), ("Plan", "3")],
        );
    }

    #[test]
    fn anything_else_is_a_usage_error() {
        for words in [
            &[][..],
            &["Status"],
            &["{}"],
            &["[1]"],
            &["--Status=x", "y"],
            &[r#"{"Status": "a", "Plan": 1, "Status": "a"}"#],
        ] {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            assert_eq!(fields(&words).expect_err("no pairs").reason, "usage");
        }
    }
}
