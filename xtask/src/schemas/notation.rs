//! A short notation for shapes of JSON.
//!
//! | written | is |
//! |---|---|
//! | `text`, `number`, `truth`, `null`, `any` | a value of that type |
//! | `"word"` | exactly this text |
//! | `[T]` | a list |
//! | `{a: T, b?: T}` | an object; keys with `?` may be missing, others than the named may be there |
//! | `{*: T}` | an object of any keys |
//! | `{a: T, *: U}` | the same, and every other key is of `U` |
//! | `T \| U` | one of them |
//! | `NAME` | a shape that was named before |

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// Shapes with names of their own.
pub(super) type Named = BTreeMap<String, Value>;

/// The schema of a shape, in which those of `named` may stand.
///
/// # Errors
///
/// The place that cannot be read.
pub(super) fn schema(shape: &str, named: &Named) -> Result<Value, String> {
    let mut reader = Reader { rest: shape.trim(), named };
    let schema = reader.either()?;
    match reader.rest {
        "" => Ok(schema),
        rest => Err(format!("something is left: `{rest}`")),
    }
}

struct Reader<'s> {
    rest: &'s str,
    named: &'s Named,
}

impl<'s> Reader<'s> {
    fn either(&mut self) -> Result<Value, String> {
        let mut shapes = vec![self.one()?];
        while self.takes("|") {
            shapes.push(self.one()?);
        }
        match shapes.len() {
            1 => Ok(shapes.remove(0)),
            _ => Ok(json!({ "anyOf": shapes })),
        }
    }

    fn one(&mut self) -> Result<Value, String> {
        if self.takes("[") {
            let items = self.either()?;
            return self.wants("]").map(|()| json!({ "type": "array", "items": items }));
        }
        if self.takes("{") {
            return self.object();
        }
        if self.takes("\"") {
            let (word, rest) = self.rest.split_once('"').ok_or("a text has no end")?;
            self.rest = rest.trim_start();
            return Ok(json!({ "const": word }));
        }
        match self.word() {
            "text" => Ok(json!({ "type": "string" })),
            "number" => Ok(json!({ "type": "number" })),
            "truth" => Ok(json!({ "type": "boolean" })),
            "null" => Ok(json!({ "type": "null" })),
            "any" => Ok(json!({})),
            word => match self.named.get(word) {
                Some(shape) => Ok(shape.clone()),
                None => Err(format!("`{word}` is no shape, before `{}`", self.rest)),
            },
        }
    }

    fn object(&mut self) -> Result<Value, String> {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        while !self.takes("}") {
            if self.takes("*") {
                self.wants(":")?;
                let others = self.either()?;
                self.wants("}")?;
                return Ok(match properties.is_empty() {
                    true => json!({ "type": "object", "additionalProperties": others }),
                    false => json!({
                        "type": "object",
                        "properties": properties,
                        "required": required,
                        "additionalProperties": others,
                    }),
                });
            }
            let key = self.word().to_owned();
            if !self.takes("?") {
                required.push(json!(key));
            }
            self.wants(":")?;
            let value = self.either()?;
            properties.insert(key, value);
            let _ = self.takes(",");
            if self.rest.is_empty() {
                return Err("an object has no end".to_owned());
            }
        }
        Ok(json!({ "type": "object", "properties": properties, "required": required }))
    }

    fn word(&mut self) -> &'s str {
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | '$');
        let end = self.rest.find(|letter| !is_part(letter)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    fn takes(&mut self, mark: &str) -> bool {
        match self.rest.strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn wants(&mut self, mark: &str) -> Result<(), String> {
        if self.takes(mark) { Ok(()) } else { Err(format!("`{mark}` is missing before `{}`", self.rest)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cairn 2: every form of the notation.
    #[test]
    fn forms() {
        let named = Named::from([("mark".to_owned(), json!({ "type": "number" }))]);
        let schema = |shape: &str| schema(shape, &named);
        assert_eq!(schema("text").unwrap(), json!({ "type": "string" }));
        assert_eq!(
            schema("{a: [number], b?: text | null, c: {*: truth}}").unwrap(),
            json!({
                "type": "object",
                "properties": {
                    "a": { "type": "array", "items": { "type": "number" } },
                    "b": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
                    "c": { "type": "object", "additionalProperties": { "type": "boolean" } },
                },
                "required": ["a", "c"],
            })
        );
        assert_eq!(schema("\"check\"").unwrap(), json!({ "const": "check" }));
        assert_eq!(
            schema("{a: mark, *: text}").unwrap(),
            json!({
                "type": "object",
                "properties": { "a": { "type": "number" } },
                "required": ["a"],
                "additionalProperties": { "type": "string" },
            })
        );
        for broken in ["", "{a: text", "[text", "word", "text text", "{*: text, a: text}"] {
            assert!(schema(broken).is_err(), "{broken}");
        }
    }
}
