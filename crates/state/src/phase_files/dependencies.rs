//! What a plan waits for: the `depends_on` of its frontmatter.

use cairn_text::Span;
use cairn_text::frontmatter::{Frontmatter, Value};

/// Where `depends_on` stands in a plan, and the names in it; nothing where there is none.
pub(crate) fn depends_on(bytes: &[u8]) -> (Span, Vec<String>) {
    let frontmatter = Frontmatter::parse(bytes);
    match frontmatter.entry("depends_on") {
        Some(entry) => (entry.key_span, texts(Some(entry.value()))),
        None => (Span::at(0), Vec::new()),
    }
}

/// The texts of a list, or of one scalar, whose commas then separate.
pub(crate) fn texts(value: Option<Value>) -> Vec<String> {
    match value {
        Some(Value::List(items)) => items.iter().filter_map(Value::as_text).map(str::to_owned).collect(),
        Some(Value::Text(text)) => {
            text.split(',').map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}
