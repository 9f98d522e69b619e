//! What a verb answers: named values in a fixed order (contract section 2).
//!
//! A plain value type without a wire format; the command line renders it as JSON, as picked fields or as raw text.

/// A value of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Known to be nothing.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
    /// Values in order.
    List(Vec<Value>),
    /// Named values in order.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// A list of texts.
    pub fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self::List(texts.into_iter().map(|text| Self::Text(text.into())).collect())
    }

    /// The text, for a value that is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Self::Number(value.into())
    }
}

impl From<u8> for Value {
    fn from(value: u8) -> Self {
        Self::Number(value.into())
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Self::Number(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

/// Named values in the order in which they are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    members: Vec<(String, Value)>,
}

impl Answer {
    /// An answer without members.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The answer with one more member behind the others.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.push(name, value);
        self
    }

    /// Adds a member behind the others.
    pub fn push(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.members.push((name.into(), value.into()));
    }

    /// The members in order.
    #[must_use]
    pub fn members(&self) -> &[(String, Value)] {
        &self.members
    }

    /// The first member with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.members.iter().find(|(member, _)| member == name).map(|(_, value)| value)
    }

    /// The members as one map.
    #[must_use]
    pub fn into_map(self) -> Value {
        Value::Map(self.members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 2: a text is one, a number spelled alike is none.
    #[test]
    fn texts() {
        for (value, text) in [
            (Value::from("2"), Some("2")),
            (Value::from(""), Some("")),
            (Value::Number(2), None),
            (Value::Null, None),
            (Value::texts(["2"]), None),
        ] {
            assert_eq!(value.as_text(), text, "{value:?}");
        }
    }
}
