//! What kind of text the bytes are: UTF-8 with or without a byte-order mark, or one of the wide encodings that nothing here reads.

/// The bytes of the UTF-8 byte-order mark.
pub const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The encoding of a file, as far as its first bytes tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, or bytes that are read as if they were.
    Utf8,
    /// UTF-8 behind a byte-order mark.
    Utf8Bom,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// UTF-32, low byte first.
    Utf32Le,
    /// UTF-32, high byte first.
    Utf32Be,
}

impl Encoding {
    /// Looks at the byte-order mark; without one, at where the zero bytes of the first characters stand.
    pub fn detect(source: &[u8]) -> Self {
        match source {
            [0xEF, 0xBB, 0xBF, ..] => Self::Utf8Bom,
            [0xFF, 0xFE, 0, 0, ..] => Self::Utf32Le,
            [0, 0, 0xFE, 0xFF, ..] => Self::Utf32Be,
            [0xFF, 0xFE, ..] => Self::Utf16Le,
            [0xFE, 0xFF, ..] => Self::Utf16Be,
            [0, 0, 0, last, ..] if *last != 0 => Self::Utf32Be,
            [first, 0, 0, 0, ..] if *first != 0 => Self::Utf32Le,
            [first, 0, third, 0, ..] if *first != 0 && *third != 0 => Self::Utf16Le,
            [0, second, 0, fourth, ..] if *second != 0 && *fourth != 0 => Self::Utf16Be,
            _ => Self::Utf8,
        }
    }

    /// Whether the file can be read and edited as bytes of UTF-8 (the others are refused with reason `encoding`).
    pub fn is_utf8(self) -> bool {
        matches!(self, Self::Utf8 | Self::Utf8Bom)
    }
}

/// Offset of the first byte behind the UTF-8 byte-order mark: 3 with one, else 0.
pub fn content_start(source: &[u8]) -> usize {
    if source.starts_with(BOM) { BOM.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &[u8], expected: Encoding, start: usize) {
        assert_eq!((Encoding::detect(source), content_start(source)), (expected, start), "{source:?}");
    }

    #[test]
    fn first_bytes_tell() {
        check(b"", Encoding::Utf8, 0);
        check(b"---\n", Encoding::Utf8, 0);
        check(b"\xEF\xBB\xBF---\n", Encoding::Utf8Bom, 3);
        check(b"\xEF\xBB", Encoding::Utf8, 0);
        check(b"\xFF\xFE-\0", Encoding::Utf16Le, 0);
        check(b"\xFE\xFF\0-", Encoding::Utf16Be, 0);
        check(b"\xFF\xFE\0\0-\0\0\0", Encoding::Utf32Le, 0);
        check(b"\0\0\xFE\xFF\0\0\0-", Encoding::Utf32Be, 0);
        check(b"-\0-\0-\0\n\0", Encoding::Utf16Le, 0);
        check(b"\0-\0-\0-\0\n", Encoding::Utf16Be, 0);
        check(b"-\0\0\0-\0\0\0", Encoding::Utf32Le, 0);
        check(b"\0\0\0-\0\0\0-", Encoding::Utf32Be, 0);
        check(b"a\0bc", Encoding::Utf8, 0);
        // Zero bytes that are no half of a character: binary data, read as bytes.
        check(b"\0\0\0\0", Encoding::Utf8, 0);
        check(b"\0\0a\0", Encoding::Utf8, 0);
        check(b"\0a\0\0", Encoding::Utf8, 0);
        check(b"a\0\0b", Encoding::Utf8, 0);
    }

    #[test]
    fn only_bytes_of_utf8_are_read() {
        use Encoding::*;
        for (encoding, expected) in [
            (Utf8, true),
            (Utf8Bom, true),
            (Utf16Le, false),
            (Utf16Be, false),
            (Utf32Le, false),
            (Utf32Be, false),
        ] {
            assert_eq!(encoding.is_utf8(), expected, "{encoding:?}");
        }
    }
}
