//! Entries: a key with its value, and where every part of them stands.

use super::value::Value;
use crate::span::Span;
use std::collections::HashMap;

/// How a value is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Nothing stands behind the colon.
    Empty,
    /// As it is, without quotes.
    Plain,
    /// `'…'`
    SingleQuoted,
    /// `"…"`
    DoubleQuoted,
    /// `|` or `>` with indented lines below.
    BlockText,
    /// Indented lines of plain text below the key.
    IndentedText,
    /// `[…]`
    FlowList,
    /// `- …` lines below the key.
    BlockList,
    /// `{…}`
    FlowMap,
    /// Entries below the key, indented.
    BlockMap,
}

/// What an entry holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// `null`, `~` or nothing.
    Null,
    /// A scalar.
    Text(String),
    /// A list.
    List(Vec<Item>),
    /// A map.
    Map(Vec<Entry>),
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// From its first to behind its last character; in a list of lines without the `-`.
    pub span: Span,
    /// Its value.
    pub content: Content,
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key, without quotes.
    pub key: String,
    /// The key as it stands.
    pub key_span: Span,
    /// Offset behind the colon.
    pub colon_end: usize,
    /// The value's bytes behind the colon: without comment, quotes included; of a block the `|` or `>`; empty where nothing stands.
    pub value_span: Span,
    /// The comment behind the value, from its `#`.
    pub comment: Option<Span>,
    /// The full lines below the key's line that belong to the value of a block list, map or text.
    pub below: Span,
    /// Everything that belongs to the entry: its full lines; inside `{…}` its key and value.
    pub span: Span,
    /// How the value is spelled.
    pub style: Style,
    /// The value.
    pub content: Content,
}

impl Entry {
    /// Its value.
    pub fn value(&self) -> Value {
        self.content.value()
    }

    /// The text of a scalar; `None` for null, lists and maps.
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The entries of a map, in the order of the file; empty for anything else.
    pub fn children(&self) -> &[Entry] {
        match &self.content {
            Content::Map(entries) => entries,
            _ => &[],
        }
    }
}

impl Content {
    /// As a value.
    pub fn value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Text(text) => Value::Text(text.clone()),
            Self::List(items) => Value::List(items.iter().map(|item| item.content.value()).collect()),
            Self::Map(entries) => map_value(entries),
        }
    }
}

/// `entries` as a map value.
pub(super) fn map_value(entries: &[Entry]) -> Value {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut values: Vec<(String, Value)> = Vec::new();
    for entry in entries {
        let place = *places.entry(&entry.key).or_insert(values.len());
        match values.get_mut(place) {
            Some((_, value)) => *value = entry.value(),
            None => values.push((entry.key.clone(), entry.value())),
        }
    }
    Value::Map(values)
}

/// The entry at `path` below `entries`: keys joined by dots; a key that itself holds dots is tried first; of several the last.
pub(super) fn find<'a>(entries: &'a [Entry], path: &str) -> Option<&'a Entry> {
    let named = |key: &str| entries.iter().rev().find(|entry| entry.key == key);
    named(path).or_else(|| {
        path.match_indices('.').find_map(|(dot, _)| {
            let (key, rest) = path.split_at_checked(dot)?;
            let parent = named(key)?;
            find(parent.children(), rest.strip_prefix('.')?)
        })
    })
}
