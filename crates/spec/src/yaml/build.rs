//! From the crate's events to our tree, without recursion and within limits.

use std::collections::{BTreeMap, BTreeSet};

use saphyr_parser::{Event, Parser, ScalarStyle, Tag};

use super::{DEEPEST, Entry, HEAVIEST, Kind, Map, Node, Scalar, Value, YamlError, schema};

/// What a node costs beyond its text.
const NODE_WEIGHT: usize = 96;

/// Reads one YAML document. An empty block is a null.
///
/// # Errors
/// Anything that is no YAML, and what the module header names; the line is relative to `text`.
pub fn read(text: &str) -> Result<Node, YamlError> {
    printable(text)?;
    let mut builder = Builder::default();
    let mut ended = false;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| YamlError {
            line: error.marker().line().max(1),
            message: format!("no valid YAML: {}", error.info()),
        })?;
        let line = span.start.line().max(1);
        match event {
            Event::DocumentStart(_) if ended => return Err(fail(line, "more than one YAML document")),
            Event::DocumentEnd => ended = true,
            event => builder.take(event, line)?,
        }
    }
    Ok(builder.root.unwrap_or_else(|| null(1)))
}

/// YAML allows printable characters only; the crate reads a NUL as the end of the text, which would hide what follows it.
fn printable(text: &str) -> Result<(), YamlError> {
    let forbidden = |character: char| !matches!(character, '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..);
    match text.char_indices().find(|(_, character)| forbidden(*character)) {
        None => Ok(()),
        Some((at, character)) => {
            let before = text.get(..at).unwrap_or_default();
            let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
            Err(fail(line, format!("no valid YAML: control character U+{:04X}", u32::from(character))))
        }
    }
}

fn fail(line: usize, message: impl Into<String>) -> YamlError {
    YamlError { line, message: message.into() }
}

fn null(line: usize) -> Node {
    Node { line, value: Value::Scalar(Scalar { text: String::new(), kind: Kind::Null }) }
}

/// A collection that is still open.
enum Open {
    List { line: usize, anchor: usize, items: Vec<Node> },
    Map { line: usize, anchor: usize, map: Map, keys: BTreeSet<String>, key: Option<(String, usize)> },
}

/// A finished node with what using it again would cost.
struct Anchored {
    node: Node,
    weight: usize,
    depth: usize,
}

#[derive(Default)]
struct Builder {
    open: Vec<Open>,
    anchors: BTreeMap<usize, Anchored>,
    weight: usize,
    root: Option<Node>,
}

impl Builder {
    fn take(&mut self, event: Event<'_>, line: usize) -> Result<(), YamlError> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let scalar = Scalar { kind: kind(&text, style, tag.as_deref()), text: text.into_owned() };
                self.spend(scalar.text.len(), line)?;
                let node = Node { line, value: Value::Scalar(scalar) };
                self.finish(node, anchor)
            }
            Event::Alias(anchor) => {
                let Some(anchored) = self.anchors.get(&anchor) else {
                    return Err(fail(line, "an alias without its anchor"));
                };
                if self.open.len() + anchored.depth > DEEPEST {
                    return Err(fail(line, "nested too deeply"));
                }
                let mut node = anchored.node.clone();
                node.line = line;
                let weight = anchored.weight;
                self.spend(weight, line)?;
                self.finish(node, 0)
            }
            Event::SequenceStart(anchor, _) => {
                self.begin(Open::List { line, anchor, items: Vec::new() }, line)
            }
            Event::MappingStart(anchor, _) => self.begin(
                Open::Map { line, anchor, map: Map::default(), keys: BTreeSet::new(), key: None },
                line,
            ),
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open::List { line, anchor, items }) => {
                    self.finish(Node { line, value: Value::List(items) }, anchor)
                }
                Some(Open::Map { line, anchor, map, .. }) => {
                    self.finish(Node { line, value: Value::Map(map) }, anchor)
                }
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn begin(&mut self, open: Open, line: usize) -> Result<(), YamlError> {
        if self.open.len() >= DEEPEST {
            return Err(fail(line, "nested too deeply"));
        }
        self.spend(0, line)?;
        self.open.push(open);
        Ok(())
    }

    fn spend(&mut self, bytes: usize, line: usize) -> Result<(), YamlError> {
        self.weight = self.weight.saturating_add(bytes).saturating_add(NODE_WEIGHT);
        if self.weight > HEAVIEST {
            return Err(fail(line, "too large"));
        }
        Ok(())
    }

    /// Hands a finished node to whatever it is part of.
    fn finish(&mut self, node: Node, anchor: usize) -> Result<(), YamlError> {
        if anchor > 0 {
            // What an anchor holds is kept twice, so it is paid for twice.
            let (weight, depth) = measure(&node);
            self.spend(weight, node.line)?;
            self.anchors.insert(anchor, Anchored { node: node.clone(), weight, depth });
        }
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open::List { items, .. }) => items.push(node),
            Some(Open::Map { map, keys, key, .. }) => match key.take() {
                Some((text, line)) => map.entries.push(Entry { key: text, line, value: node }),
                None => {
                    let Value::Scalar(scalar) = node.value else {
                        return Err(fail(node.line, "a key that is no plain value"));
                    };
                    if !keys.insert(scalar.text.clone()) {
                        return Err(fail(node.line, format!("duplicate key `{}`", scalar.text)));
                    }
                    *key = Some((scalar.text, node.line));
                }
            },
        }
        Ok(())
    }
}

/// Weight and depth of a tree; `DEEPEST` bounds the recursion.
fn measure(node: &Node) -> (usize, usize) {
    let (mut weight, mut depth) = (NODE_WEIGHT, 0);
    let mut add = |child: &Node, extra: usize| {
        let (below, deep) = measure(child);
        weight = weight.saturating_add(below).saturating_add(extra);
        depth = depth.max(deep);
    };
    match &node.value {
        Value::Scalar(scalar) => return (NODE_WEIGHT + scalar.text.len(), 0),
        Value::List(items) => items.iter().for_each(|item| add(item, 0)),
        Value::Map(map) => map.entries.iter().for_each(|entry| add(&entry.value, entry.key.len())),
    }
    (weight, depth + 1)
}

fn kind(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Kind {
    match tag {
        None if style == ScalarStyle::Plain => schema::resolve(text),
        None => Kind::Text,
        Some(tag) if tag.is_yaml_core_schema() => match tag.suffix.as_str() {
            "int" => schema::integer(text).map_or(Kind::Text, Kind::Integer),
            "float" if schema::float(text) => Kind::Float,
            "null" | "bool" => match schema::resolve(text) {
                kind @ (Kind::Null | Kind::Boolean(_)) => kind,
                _ => Kind::Text,
            },
            _ => Kind::Text,
        },
        Some(_) => Kind::Text,
    }
}
