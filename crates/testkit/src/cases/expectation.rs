//! What a text or a JSON answer must be like.

use regex::RegexBuilder;
use serde_json::Value as Json;
use toml::Value as Toml;

use super::{Trouble, broken, failed};

/// Expectations about one text: exact, parts it has, parts it lacks, patterns found in it.
pub(crate) struct Expectation<'a> {
    pub(crate) name: &'a str,
    pub(crate) exact: Option<&'a str>,
    pub(crate) has: &'a [String],
    pub(crate) lacks: &'a [String],
    pub(crate) matches: &'a [String],
}

impl Expectation<'_> {
    /// Holds `body` against the expectations.
    pub(crate) fn judge(&self, body: &str) -> Result<(), Trouble> {
        let name = self.name;
        if let Some(exact) = self.exact
            && exact != body
        {
            return failed(format!("{name} is\n{body}\nexpected\n{exact}"));
        }
        for part in self.has {
            if !body.contains(part.as_str()) {
                return failed(format!("{name} lacks {part:?}; it is\n{body}"));
            }
        }
        for part in self.lacks {
            if body.contains(part.as_str()) {
                return failed(format!("{name} has {part:?}; it is\n{body}"));
            }
        }
        for pattern in self.matches {
            if !found(pattern, body)? {
                return failed(format!("{name} does not match {pattern:?}; it is\n{body}"));
            }
        }
        Ok(())
    }
}

/// Whether `pattern` occurs in `body`; `^` and `$` are ends of lines, `\Z` is the very end of the text.
fn found(pattern: &str, body: &str) -> Result<bool, Trouble> {
    match RegexBuilder::new(&pattern.replace(r"\Z", r"\z")).multi_line(true).build() {
        Ok(regex) => Ok(regex.is_match(body)),
        Err(error) => broken(format!("pattern {pattern:?}: {error}")),
    }
}

/// Holds a JSON answer against the part of it that is expected; lists must have the same length.
pub(crate) fn judge_json(want: &Toml, got: &Json, place: &str) -> Result<(), Trouble> {
    match want {
        Toml::Table(_) if is_word(want, "any") => Ok(()),
        Toml::Table(_) if is_word(want, "absent") => failed(format!("{place}: present, expected absent")),
        Toml::Table(members) => {
            let Some(object) = got.as_object() else {
                return failed(format!("{place}: expected an object, got {got}"));
            };
            for (key, value) in members {
                let place = format!("{place}.{key}");
                match object.get(key) {
                    Some(member) if is_word(value, "absent") => {
                        return failed(format!("{place}: present ({member}), expected absent"));
                    }
                    None if is_word(value, "absent") => {}
                    None => {
                        let keys: Vec<_> = object.keys().collect();
                        return failed(format!("{place}: missing; has {keys:?}"));
                    }
                    Some(Json::Null) if is_word(value, "null") => {}
                    Some(member) if is_word(value, "null") => {
                        return failed(format!("{place}: {member}, expected null"));
                    }
                    Some(member) => judge_json(value, member, &place)?,
                }
            }
            Ok(())
        }
        Toml::Array(items) => {
            let list = got.as_array().filter(|list| list.len() == items.len());
            let Some(list) = list else {
                return failed(format!("{place}: {got}, expected {want}"));
            };
            for (index, (want, got)) in items.iter().zip(list).enumerate() {
                judge_json(want, got, &format!("{place}[{index}]"))?;
            }
            Ok(())
        }
        _ if equal(want, got) => Ok(()),
        _ => failed(format!("{place}: {got}, expected {want}")),
    }
}

/// Whether `value` is `{ WORD = true }`.
fn is_word(value: &Toml, word: &str) -> bool {
    value.as_table().is_some_and(|table| table.len() == 1 && table.get(word) == Some(&Toml::Boolean(true)))
}

/// Scalars: numbers compare by value, whole or not; nothing else crosses types.
fn equal(want: &Toml, got: &Json) -> bool {
    match (want, got) {
        (Toml::String(want), Json::String(got)) => want == got,
        (Toml::Boolean(want), Json::Bool(got)) => want == got,
        (Toml::Integer(want), Json::Number(got)) => {
            got.as_i64().map_or_else(|| got.as_f64() == Some(*want as f64), |got| got == *want)
        }
        (Toml::Float(want), Json::Number(got)) => got.as_f64() == Some(*want),
        _ => false,
    }
}
