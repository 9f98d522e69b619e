//! Comparison of labels and headings without regard to case, in any script (10.1, 10.6).

use bstr::ByteSlice;

/// Whether `text` and `other` are the same but for case. Bytes that are no UTF-8 equal nothing but U+FFFD.
pub fn same(text: &[u8], other: &[u8]) -> bool {
    if text.eq_ignore_ascii_case(other) {
        return true;
    }
    // Nearly all text is ASCII, where nothing else is the same. (The signs for kelvin and long s, whose small letters are
    // ASCII, stand in no word.)
    if other.is_ascii() || text.is_ascii() {
        return false;
    }
    lower(text).eq(lower(other))
}

/// `text` in lower case; bytes that are no UTF-8 become U+FFFD.
fn lower(text: &[u8]) -> impl Iterator<Item = char> + '_ {
    text.chars().flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, other: &str, expected: bool) {
        assert_eq!(same(text.as_bytes(), other.as_bytes()), expected, "{text} {other}");
    }

    /// 10.1: a label is case-insensitive, in every language of 10.6.
    #[test]
    fn labels_of_any_script() {
        check("PHASE", "phase", true);
        check("ФАЗА", "Фаза", true);
        check("ÚLTIMA ATIVIDADE", "Última atividade", true);
        check("現在位置", "現在位置", true);
        check("Phase", "Phases", false);
        check("ФАЗА", "План", false);
        check("фаза", "фазами", false);
    }

    /// The sign for kelvin has the small letter `k`, and stands in no word.
    #[test]
    fn text_beside_ascii_is_the_same_as_ascii_only() {
        check("\u{212a}ind", "kind", false);
        check("kind", "\u{212a}ind", false);
        assert!(same(b"\xFF\xC3\x89", "\u{fffd}é".as_bytes()));
    }
}
