//! Whether an offset lies in a URL: in a run of characters without a blank that has `://` before it (8.3).

use bstr::ByteSlice;

/// Answers for offsets in ascending order, reading the text once.
#[derive(Debug)]
pub(super) struct UrlRuns<'t> {
    text: &'t [u8],
    at: usize,
    in_url: bool,
}

impl<'t> UrlRuns<'t> {
    /// Nothing of `text` is read yet.
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self { text, at: 0, in_url: false }
    }

    /// Whether `at` lies in a URL that begins at or behind `from`, where the text around it begins.
    pub(super) fn holds(&mut self, from: usize, at: usize) -> bool {
        if self.at <= from {
            self.at = from;
            self.in_url = false;
        }
        let unread = self.text.get(self.at..at).unwrap_or_default();
        for (start, _, character) in unread.char_indices() {
            if ends_url(character) {
                self.in_url = false;
            } else if character == ':'
                && self.text.get(self.at + start..at).is_some_and(|rest| rest.starts_with(b"://"))
            {
                self.in_url = true;
            }
        }
        self.at = self.at.max(at);
        self.in_url
    }
}

/// A blank of any script, or a character that separates and that no URL holds. Brackets do not end one: they stand for what the
/// reader is to fill in (`https://host/<branch>/docs/…`).
fn ends_url(character: char) -> bool {
    character.is_whitespace() || "\"`|「」『』、。，“”«»".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// inside a URL there is no citation, and no warning.
    #[test]
    fn a_15_urls() {
        for (text, expected) in [
            ("https://example.org/X", true),
            ("see (https://example.org/a/X", true),
            ("https://example.org/<branch>/X", true),
            ("https://example.org X", false),
            ("https://example.org\u{3000}X", false),
            ("https://example.org\nX", false),
            ("|https://example.org|X", false),
            ("「https://example.org」X", false),
            ("https:/X", false),
            ("https:X", false),
            ("x://X", true),
        ] {
            let at = text.find('X').unwrap();
            assert_eq!(UrlRuns::new(text.as_bytes()).holds(0, at), expected, "{text:?}");
        }
        let mut runs = UrlRuns::new(b"https://a.b/X/X)X");
        assert!(runs.holds(0, 12) && runs.holds(0, 14) && !runs.holds(16, 16));
        let mut runs = UrlRuns::new(b"https://a.b/X<b>X");
        assert!(runs.holds(0, 13) && !runs.holds(13, 16));
    }
}
