//! `.planning/config.json`: the keys that the product obeys (msd-tools 3), nested or dotted.

use cairn_state::answer::Value as Domain;
use cairn_state::facts::StateSettings;
use serde_json::{Map, Value};

/// Broken configuration is no reason to stop: defaults hold, and the caller warns (`config_unreadable`).
#[derive(Debug, Clone, Default)]
pub struct Configuration {
    /// The whole object, for `state load`.
    pub object: Map<String, Value>,
    /// The file exists.
    pub exists: bool,
    /// Why the file could not be used.
    pub problem: Option<String>,
}

impl Configuration {
    /// Reads the bytes of the file; `None` when there is none.
    pub fn read(bytes: Option<&[u8]>) -> Configuration {
        let Some(bytes) = bytes else { return Configuration::default() };
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let (object, problem) = match serde_json::from_slice::<Value>(bytes) {
            Ok(Value::Object(object)) => (object, None),
            Ok(_) => (Map::new(), Some("holds no JSON object".to_owned())),
            Err(error) => (Map::new(), Some(format!("is no JSON: {error}"))),
        };
        Configuration { object, exists: true, problem }
    }

    /// A configuration whose file is there and cannot be read at all.
    pub fn unreadable(problem: impl Into<String>) -> Configuration {
        Configuration { exists: true, problem: Some(problem.into()), ..Configuration::default() }
    }

    /// The whole object as the domains' values; `None` when there is no file that can be used.
    pub fn as_domain(&self) -> Option<Domain> {
        (self.exists && self.problem.is_none()).then(|| domain(&Value::Object(self.object.clone())))
    }

    /// The value of a dotted key: as one literal key first, else nested.
    pub fn get(&self, key: &str) -> Option<&Value> {
        fn below<'a>(object: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
            if let Some(found) = object.get(key) {
                return Some(found);
            }
            key.match_indices('.').find_map(|(at, _)| {
                let (head, rest) = key.split_at(at);
                below(object.get(head)?.as_object()?, rest.get(1..)?)
            })
        }
        below(&self.object, key)
    }

    /// A text that is not blank.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_str().map(str::trim).filter(|text| !text.is_empty())
    }

    /// A switch that is exactly true.
    pub fn is_true(&self, key: &str) -> bool {
        self.get(key) == Some(&Value::Bool(true))
    }

    /// `state.percent`, `state.lifecycle`.
    pub fn state_settings(&self) -> StateSettings {
        StateSettings {
            writes_percent: self.get("state.percent") != Some(&Value::Bool(false)),
            has_lifecycle: self.is_true("state.lifecycle"),
        }
    }

    /// `sub_repos` or `planning.sub_repos` is a list that is not empty: no `state_head` (S-26).
    pub fn has_sub_repositories(&self) -> bool {
        ["sub_repos", "planning.sub_repos"]
            .iter()
            .any(|key| self.get(key).and_then(Value::as_array).is_some_and(|list| !list.is_empty()))
    }
}

fn domain(value: &Value) -> Domain {
    match value {
        Value::Null => Domain::Null,
        Value::Bool(switch) => Domain::Bool(*switch),
        // The domains know whole numbers; any other number is shown as it is written.
        Value::Number(number) => {
            number.as_i64().map_or_else(|| Domain::Text(number.to_string()), Domain::Number)
        }
        Value::String(text) => Domain::Text(text.clone()),
        Value::Array(items) => Domain::List(items.iter().map(domain).collect()),
        Value::Object(members) => {
            Domain::Map(members.iter().map(|(name, value)| (name.clone(), domain(value))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Configuration {
        Configuration::read(Some(text.as_bytes()))
    }

    #[test]
    fn keys_are_nested_or_dotted() {
        for text in [r#"{"state": {"lifecycle": true}}"#, r#"{"state.lifecycle": true}"#] {
            assert!(read(text).state_settings().has_lifecycle, "{text}");
        }
        assert!(read(r#"{"planning": {"sub_repos": ["a"]}}"#).has_sub_repositories());
        assert!(!read(r#"{"sub_repos": []}"#).has_sub_repositories());
        assert_eq!(read(r#"{"milestone": " v2.0 "}"#).text("milestone"), Some("v2.0"));
    }

    /// D32: the percent is written unless the project says no.
    #[test]
    fn switches_count_only_as_switches() {
        assert!(read(r#"{"state": {"percent": "false"}}"#).state_settings().writes_percent);
        assert!(!read(r#"{"state": {"percent": false}}"#).state_settings().writes_percent);
        assert!(!read(r#"{"state": {"lifecycle": "true"}}"#).state_settings().has_lifecycle);
    }

    #[test]
    fn a_broken_file_gives_defaults_and_a_problem() {
        for text in ["{", "[]", "", "\u{0}"] {
            let configuration = read(text);
            assert!(configuration.problem.is_some() && configuration.object.is_empty(), "{text:?}");
        }
        assert!(Configuration::read(None).problem.is_none());
    }
}
