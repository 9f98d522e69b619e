//! What changed between two versions of STATE.md, field by field (cairn 12).
//!
//! Fields are the keys of the frontmatter, dotted, and the body fields that people follow. It knows no git: versions are handed in.

use std::collections::HashMap;

use cairn_text::frontmatter::{Content, Entry, Value};

use crate::body_field::BodyField;
use crate::document::StateDocument;
use crate::failure::Failure;

/// The body fields of a history, in its order.
pub const BODY_FIELDS: [BodyField; 6] = [
    BodyField::Phase,
    BodyField::Plan,
    BodyField::Status,
    BodyField::Progress,
    BodyField::StoppedAt,
    BodyField::ResumeFile,
];

/// Fields that change at every write, left out where no field is asked for.
pub const CLOCK_FIELDS: [&str; 3] = ["last_updated", "last_activity", "state_head"];

/// The fields of one version in the order of the file, body fields behind the keys.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldValues(Vec<(String, String)>);

/// One field that changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    /// Its name.
    pub field: String,
    /// Its text before; `None` where it was not there.
    pub old: Option<String>,
    /// Its text now; `None` where it is gone.
    pub new: Option<String>,
}

impl FieldValues {
    /// Reads a version. Null is no value.
    ///
    /// # Errors
    ///
    /// The version cannot be read for certain: half of a conflict, a block without an end, a wide encoding.
    pub fn read(path: &str, bytes: &[u8]) -> Result<Self, Failure> {
        let document = StateDocument::parse(bytes);
        document.check_writable(path)?;
        let mut values = Vec::new();
        add_entries("", document.frontmatter().entries(), &mut values);
        for field in BODY_FIELDS {
            if let Some(text) = document.text(field).filter(|text| !text.is_empty()) {
                values.push((field.name().to_owned(), text));
            }
        }
        Ok(Self(values))
    }

    /// The text of a field.
    #[must_use]
    pub fn get(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == field).map(|(_, text)| text.as_str())
    }

    /// The names of its fields.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// What is different from `before`: fields of now in their order, then those that are gone.
    #[must_use]
    pub fn changes_since(&self, before: &Self) -> Vec<FieldChange> {
        let old: HashMap<&str, &str> =
            before.0.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let new: HashMap<&str, &str> =
            self.0.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let change = |name: &str| {
            let (old, new) = (old.get(name).copied(), new.get(name).copied());
            (old != new).then(|| FieldChange {
                field: name.to_owned(),
                old: old.map(str::to_owned),
                new: new.map(str::to_owned),
            })
        };
        let gone = before.names().filter(|name| !new.contains_key(name));
        self.names().chain(gone).filter_map(change).collect()
    }
}

/// The field that a typed name means: as it stands, else without regard to case, blanks and underscores; keys before body fields.
#[must_use]
pub fn resolve<'f>(typed: &str, fields: impl Iterator<Item = &'f str> + Clone) -> Option<&'f str> {
    let wanted = folded(typed);
    let mut exact = fields.clone();
    let mut similar = fields;
    exact.find(|name| *name == typed).or_else(|| similar.find(|name| folded(name) == wanted))
}

fn folded(name: &str) -> String {
    name.chars()
        .filter(|letter| !letter.is_whitespace() && *letter != '_')
        .flat_map(char::to_lowercase)
        .collect()
}

fn add_entries(prefix: &str, entries: &[Entry], values: &mut Vec<(String, String)>) {
    for entry in entries {
        let name = format!("{prefix}{}", entry.key);
        match &entry.content {
            Content::Map(inner) => add_entries(&format!("{name}."), inner, values),
            Content::Null => {}
            content => values.push((name, text_of(&content.value()))),
        }
    }
}

fn text_of(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Text(text) => text.clone(),
        Value::List(items) => format!("[{}]", items.iter().map(text_of).collect::<Vec<_>>().join(", ")),
        Value::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{key}: {}", text_of(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> FieldValues {
        FieldValues::read("STATE.md", text.as_bytes()).unwrap()
    }

    fn check(before: &str, after: &str, expected: &[(&str, Option<&str>, Option<&str>)]) {
        let before = if before.is_empty() { FieldValues::default() } else { read(before) };
        let changes = read(after).changes_since(&before);
        let found: Vec<_> =
            changes.iter().map(|one| (one.field.as_str(), one.old.as_deref(), one.new.as_deref())).collect();
        assert_eq!(found, expected, "{after}");
    }

    /// S-40: the first version, a change, a field that goes, dotted keys, lists, null.
    #[test]
    fn changes() {
        let one = "---\nstatus: executing\nprogress:\n  percent: 33\nnext_phases: [\"3\", \"4\"]\npaused_at: null\n---\n\n## Current Position\n\nStatus: Ready\n";
        check(
            "",
            one,
            &[
                ("status", None, Some("executing")),
                ("progress.percent", None, Some("33")),
                ("next_phases", None, Some("[3, 4]")),
                ("Status", None, Some("Ready")),
            ],
        );
        check(one, one, &[]);
        check(
            one,
            "---\nstatus: verifying\nprogress:\n  percent: 33\n---\n\n## Current Position\n\nStatus: Ready\n",
            &[("status", Some("executing"), Some("verifying")), ("next_phases", Some("[3, 4]"), None)],
        );
    }

    /// S-40: the text of one field by its exact name.
    #[test]
    fn values() {
        let values = read(
            "---\nstatus: executing\nprogress:\n  percent: 33\n---\n\n## Current Position\n\nStatus: Ready\n",
        );
        for (field, text) in [
            ("status", Some("executing")),
            ("progress.percent", Some("33")),
            ("Status", Some("Ready")),
            ("percent", None),
            ("Phase", None),
        ] {
            assert_eq!(values.get(field), text, "{field}");
        }
    }

    /// S-40: a version that cannot be read for certain is none.
    #[test]
    fn unreadable_versions() {
        assert!(FieldValues::read("STATE.md", b"---\nstatus: executing\n").is_err());
        assert!(FieldValues::read("STATE.md", b"---\na: b\n---\n<<<<<<< x\n").is_err());
    }

    /// S-40: `status` is the key, `Status` the body field; else spelling does not matter.
    #[test]
    fn names() {
        let fields = ["status", "stopped_at", "progress.completed_plans", "Status", "Stopped at"];
        for (typed, expected) in [
            ("status", Some("status")),
            ("Status", Some("Status")),
            ("STATUS", Some("status")),
            ("Stopped at", Some("Stopped at")),
            ("stopped AT", Some("stopped_at")),
            ("Progress.CompletedPlans", Some("progress.completed_plans")),
            ("nope", None),
        ] {
            assert_eq!(resolve(typed, fields.iter().copied()), expected, "{typed}");
        }
    }
}
