//! YAML as Spec files mean it (roundfix 2.3): comments, quotes and flow values all count as YAML says.
//!
//! The only module that knows the YAML crate. It answers with a small tree that keeps the line of every value, the text of every
//! scalar as it was written, and what YAML's core schema makes of it. It refuses what no Spec file needs and what costs without
//! bound: several documents, duplicate keys, keys that are no scalars, deep nesting, aliases that multiply.
//! It does not write YAML (`record::style` does) and does not edit it (`cairn_text` does).

mod build;
mod schema;
#[cfg(test)]
mod tests;

pub use build::read;

/// Nesting below this many levels is refused: Spec files need four, and a tree is dropped recursively.
pub const DEEPEST: usize = 64;

/// Most bytes a read may hold, aliases counted where they are used. Far above any Spec file, far below what hurts.
pub const HEAVIEST: usize = 32 << 20;

/// A block that is no YAML we accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlError {
    /// 1-based line in the block that was read.
    pub line: usize,
    /// Lower-case fragment.
    pub message: String,
}

/// A value and the line it stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// 1-based line in the block that was read.
    pub line: usize,
    /// What stands there.
    pub value: Value,
}

/// The three shapes of a YAML value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A plain, quoted or block scalar.
    Scalar(Scalar),
    /// A sequence, block or flow.
    List(Vec<Node>),
    /// A mapping, block or flow.
    Map(Map),
}

/// A scalar: its text as it decodes, and its type by the core schema of YAML 1.2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar {
    /// The decoded text; for `017` it is `017`, whatever the type.
    pub text: String,
    /// What the text means.
    pub kind: Kind,
}

/// The types of the core schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`, `~` or nothing.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// An integer; values beyond 64 bits are held at the border.
    Integer(i64),
    /// A number that is no integer.
    Float,
    /// Anything else, and everything quoted.
    Text,
}

/// A mapping in the order of the file. Keys are unique.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Map {
    /// The entries, first one first.
    pub entries: Vec<Entry>,
}

/// One key with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The decoded text of the key.
    pub key: String,
    /// 1-based line of the key.
    pub line: usize,
    /// The value.
    pub value: Node,
}

impl Map {
    /// The entry of a key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The value of a key, unless it is absent or null.
    pub fn present(&self, key: &str) -> Option<&Node> {
        self.get(key).filter(|node| !node.is_null())
    }

    /// The text of a scalar value as it was written, whatever its type; absent, null and other shapes are none.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.present(key).and_then(Node::text)
    }
}

impl Node {
    /// Whether the value is null.
    pub fn is_null(&self) -> bool {
        matches!(&self.value, Value::Scalar(scalar) if scalar.kind == Kind::Null)
    }

    /// The text of a scalar as it was written, whatever its type: `0042` stays `0042`. Null is no text.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(scalar) if scalar.kind != Kind::Null => Some(&scalar.text),
            _ => None,
        }
    }

    /// The text of a scalar that YAML reads as a string.
    pub fn string(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(scalar) if scalar.kind == Kind::Text => Some(&scalar.text),
            _ => None,
        }
    }

    /// The value of an integer.
    pub fn integer(&self) -> Option<i64> {
        match &self.value {
            Value::Scalar(Scalar { kind: Kind::Integer(number), .. }) => Some(*number),
            _ => None,
        }
    }

    /// The value of a boolean.
    pub fn boolean(&self) -> Option<bool> {
        match &self.value {
            Value::Scalar(Scalar { kind: Kind::Boolean(flag), .. }) => Some(*flag),
            _ => None,
        }
    }

    /// The items of a list.
    pub fn list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// The mapping.
    pub fn map(&self) -> Option<&Map> {
        match &self.value {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// Counts lines from another start: everything moves down by `lines`.
    pub fn move_down(&mut self, lines: usize) {
        self.line += lines;
        match &mut self.value {
            Value::Scalar(_) => {}
            Value::List(items) => items.iter_mut().for_each(|item| item.move_down(lines)),
            Value::Map(map) => map.entries.iter_mut().for_each(|entry| {
                entry.line += lines;
                entry.value.move_down(lines);
            }),
        }
    }

    /// How a message calls this value: `a list`, `a map`, or the text in backticks.
    pub fn described(&self) -> String {
        match &self.value {
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
            Value::Scalar(scalar) if scalar.kind == Kind::Null => "empty".to_owned(),
            Value::Scalar(scalar) => format!("`{}`", scalar.text),
        }
    }
}
