//! What a writing command says it did.

/// The part of every writing verb's answer that says what differs between the bytes before and after (D6).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Receipt {
    /// Did anything change?
    pub changed: bool,
    /// The names of what differs: field labels, headings, dotted frontmatter keys, paths from the root.
    pub updated: Vec<String>,
}

impl Receipt {
    /// `changed` when there is a name.
    pub fn of(updated: Vec<String>) -> Self {
        Self { changed: !updated.is_empty(), updated }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D6: `changed` says whether anything is named.
    #[test]
    fn changed_when_something_is_named() {
        let names = vec!["Status".to_owned()];
        assert_eq!(Receipt::of(names.clone()), Receipt { changed: true, updated: names });
        assert_eq!(Receipt::of(Vec::new()), Receipt::default());
        assert!(!Receipt::default().changed);
    }
}
