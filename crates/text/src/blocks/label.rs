//! Labels of references: `[label]`, compared without regard to case and to how much blank space stands in them.

use crate::span::Span;
use bstr::ByteSlice;

/// Bytes that a label may have (CommonMark counts characters; no one writes either).
pub(crate) const MAX_LENGTH: usize = 999;

/// The span between the brackets of the label that begins with `[` at `at`. It may be blank; whoever needs text asks [`normalise`].
pub(crate) fn label(text: &[u8], at: usize) -> Option<Span> {
    if text.get(at) != Some(&b'[') {
        return None;
    }
    let start = at + 1;
    let mut place = start;
    while place - start <= MAX_LENGTH {
        match text.get(place)? {
            b']' => return Some(Span::new(start, place)),
            b'[' => return None,
            // Whatever stands behind it: nothing but brackets and backslashes has a meaning here.
            b'\\' => place += 2,
            _ => place += 1,
        }
    }
    None
}

/// What two labels have in common when they mean the same; `None` for a blank one.
pub(crate) fn normalise(label: &[u8]) -> Option<Vec<u8>> {
    let mut folded = Vec::with_capacity(label.len());
    for word in label.fields_with(|character| matches!(character, ' ' | '\t' | '\r' | '\n')) {
        if !folded.is_empty() {
            folded.push(b' ');
        }
        // Lower case of upper case folds what has several lower forms, such as the two sigmas.
        folded.extend_from_slice(&word.to_uppercase().to_lowercase());
    }
    (!folded.is_empty()).then_some(folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Brackets that a backslash stands before belong to the label, which has a greatest length.
    #[test]
    fn ends_of_labels() {
        let longest = "a".repeat(MAX_LENGTH);
        for (text, expected) in [
            ("[a b](c)", Some("a b")),
            ("[]", Some("")),
            (r"[\]]", Some(r"\]")),
            (r"[a\[b]", Some(r"a\[b")),
            (r"[a\\]b]", Some(r"a\\")),
            (r"[a\b]", Some(r"a\b")),
            ("[a[b]", None),
            ("[a", None),
            ("a]", None),
            (&format!("[{longest}]"), Some(&longest)),
            (&format!("[{longest}a]"), None),
        ] {
            let found = label(text.as_bytes(), 0).map(|span| span.of(text.as_bytes()));
            assert_eq!(found, expected.map(str::as_bytes), "{text:?}");
        }
    }

    /// Case and the amount of blank space make no difference; whether there is any does.
    #[test]
    fn what_labels_have_in_common() {
        for (label, expected) in
            [(" A \t\nb ", Some("a b")), ("ab", Some("ab")), ("ΑΓΩΣ ς", Some("αγωσ σ")), (" \n", None)]
        {
            assert_eq!(normalise(label.as_bytes()).as_deref(), expected.map(str::as_bytes), "{label:?}");
        }
    }
}
