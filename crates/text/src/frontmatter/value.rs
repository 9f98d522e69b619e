//! Values as they are read: every scalar is text, order is kept (6.1, types).

/// A value of the frontmatter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `null`, `~` or nothing, unquoted.
    Null,
    /// Any other scalar. Bytes that are no UTF-8 stand as U+FFFD (D29).
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// A map, in the order of the file; of a key that stands twice the last value, in the place of the first.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// The text of a scalar.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list.
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// The entries of a map.
    pub fn as_map(&self) -> Option<&[(String, Value)]> {
        match self {
            Self::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// Whether it is [`Value::Null`].
    pub fn is_null(&self) -> bool {
        *self == Self::Null
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 6.1, types: a value is one of four things.
    #[test]
    fn each_value_is_read_as_what_it_is() {
        let text = Value::Text("a".to_owned());
        let items = vec![text.clone(), Value::Null];
        let entries = vec![("k".to_owned(), text.clone())];
        let (list, map) = (Value::List(items.clone()), Value::Map(entries.clone()));
        for (value, expected) in [
            (&Value::Null, (None, None, None)),
            (&text, (Some("a"), None, None)),
            (&list, (None, Some(&items[..]), None)),
            (&map, (None, None, Some(&entries[..]))),
        ] {
            assert_eq!((value.as_text(), value.as_list(), value.as_map()), expected);
            assert_eq!(value.is_null(), expected == (None, None, None));
        }
    }
}
