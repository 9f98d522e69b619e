//! White space at the ends of a text, in any script. The state machine with which `ByteSlice::trim` finds it costs more to set up
//! than a label or a heading costs to read.

/// `text` without the white space at both ends.
pub fn trimmed(text: &[u8]) -> &[u8] {
    let mut text = trimmed_start(text);
    while let (Some(character), length) = bstr::decode_last_utf8(text)
        && character.is_whitespace()
    {
        text = text.get(..text.len().saturating_sub(length)).unwrap_or_default();
    }
    text
}

/// `text` without the white space in front.
pub fn trimmed_start(mut text: &[u8]) -> &[u8] {
    while let (Some(character), length) = bstr::decode_utf8(text)
        && character.is_whitespace()
    {
        text = text.get(length..).unwrap_or_default();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstr::ByteSlice;

    /// 10.1: white space is that of Unicode, and bytes that are no UTF-8 are none.
    #[test]
    fn as_the_state_machine_finds_it() {
        for text in
            ["", " ", "a", " \t\r\na b\u{a0} ", "\u{3000}状态\u{2003}", "\u{feff} x", "\u{85}x\u{1680}"]
        {
            assert_eq!(trimmed(text.as_bytes()), text.trim().as_bytes(), "{text:?}");
            assert_eq!(trimmed_start(text.as_bytes()), text.trim_start().as_bytes(), "{text:?}");
        }
        for bytes in [&b" \xFF "[..], b"\xC2\xA0x\xC2", b"\xE3\x80 x \xA0"] {
            assert_eq!(trimmed(bytes), bytes.trim());
            assert_eq!(trimmed_start(bytes), bytes.trim_start());
        }
    }
}
