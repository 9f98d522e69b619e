//! How a destination spells its path: escapes, character references and percent-encoding, read and written.

use super::scan::Form;
use crate::blocks::tail;
use crate::span::Span;

/// A destination as the renderer of Markdown or HTML sees it: escapes and character references resolved, percent-encoding not.
#[derive(Debug, Default)]
pub(super) struct Decoded {
    pub(super) bytes: Vec<u8>,
    /// For each byte the offset in the destination of what spells it.
    offsets: Vec<usize>,
    length: usize,
}

impl Decoded {
    /// Reads `destination`.
    pub(super) fn read(destination: &[u8], form: Form) -> Self {
        let has_escapes = matches!(form, Form::Bare | Form::Angle);
        let mut decoded = Self { length: destination.len(), ..Self::default() };
        let mut at = 0;
        while let Some(byte) = destination.get(at) {
            let start = at;
            let mut buffer = [0; 4];
            let spelled: &[u8] = match byte {
                b'\\' if has_escapes && tail::is_escape(destination, at) => {
                    at += 2;
                    destination.get(at - 1..at).unwrap_or_default()
                }
                b'&' => match character_reference(destination.get(at..).unwrap_or_default()) {
                    Some((character, length)) => {
                        at += length;
                        character.encode_utf8(&mut buffer).as_bytes()
                    }
                    None => {
                        at += 1;
                        b"&"
                    }
                },
                byte => {
                    at += 1;
                    std::slice::from_ref(byte)
                }
            };
            decoded.bytes.extend_from_slice(spelled);
            decoded.offsets.extend(spelled.iter().map(|_| start));
        }
        decoded
    }

    /// The span of the destination that spells `span` of the bytes.
    pub(super) fn spelled(&self, span: Span) -> Span {
        let offset = |index: usize| self.offsets.get(index).copied().unwrap_or(self.length);
        Span::new(offset(span.start), offset(span.end))
    }
}

/// Names of character references that occur in paths. A name that is not here stays as it is written; the path is then not found, and
/// reported.
const REFERENCES: [(&[u8], char); 6] =
    [(b"amp", '&'), (b"lt", '<'), (b"gt", '>'), (b"quot", '"'), (b"apos", '\''), (b"nbsp", '\u{a0}')];

/// The character that the reference at the start of `text` stands for, and its length: `&amp;`, `&#38;`, `&#x26;`.
pub(super) fn character_reference(text: &[u8]) -> Option<(char, usize)> {
    let length = text.iter().take(12).position(|byte| *byte == b';')?;
    let name = text.get(1..length)?;
    let character = if let Some(number) = name.strip_prefix(b"#") {
        let (digits, radix) = match number.strip_prefix(b"x").or_else(|| number.strip_prefix(b"X")) {
            Some(digits) => (digits, 16),
            None => (number, 10),
        };
        let is_number = digits.iter().all(|byte| char::from(*byte).is_digit(radix));
        let code =
            u32::from_str_radix(std::str::from_utf8(digits).ok().filter(|_| is_number)?, radix).ok()?;
        char::from_u32(code).filter(|character| *character != '\0').unwrap_or(char::REPLACEMENT_CHARACTER)
    } else {
        REFERENCES.iter().find(|(known, _)| *known == name)?.1
    };
    Some((character, length + 1))
}

/// Resolves percent-encoding; `None` when a `%` is not followed by two hex digits, or when a zero byte comes out.
pub(super) fn percent_decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((byte, behind)) = rest.split_first() {
        if *byte == b'%' {
            let (digits, behind) = behind.split_first_chunk()?;
            let value = hex(*digits).filter(|value| *value != 0)?;
            decoded.push(value);
            rest = behind;
        } else {
            decoded.push(*byte);
            rest = behind;
        }
    }
    Some(decoded)
}

/// The byte that two hex digits stand for.
pub(super) fn hex(digits: [u8; 2]) -> Option<u8> {
    let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
    u8::from_str_radix(std::str::from_utf8(&digits).ok().filter(|_| is_hex)?, 16).ok()
}

/// Adds one component of a path to a destination of `form`, percent-encoded where that form needs it (8.4, step 5).
pub(super) fn push_component(destination: &mut Vec<u8>, component: &[u8], form: Form) {
    for chunk in component.utf8_chunks() {
        for (at, byte) in chunk.valid().bytes().enumerate() {
            let behind = chunk.valid().as_bytes().get(at..).unwrap_or_default();
            if needs_encoding(byte, form) || (byte == b'&' && looks_like_reference(behind)) {
                push_encoded(destination, byte);
            } else {
                destination.push(byte);
            }
        }
        // A document is UTF-8 (8.1) and stays so, whatever a file is called.
        chunk.invalid().iter().for_each(|byte| push_encoded(destination, *byte));
    }
}

/// What a destination of `form` cannot hold as it is. `|` would end the cell of a table.
fn needs_encoding(byte: u8, form: Form) -> bool {
    match byte {
        b'%' | b'\\' | b'<' | b'>' | b'?' | b'#' | b'|' => true,
        _ if byte.is_ascii_control() => true,
        b' ' | b'"' | b'`' => form != Form::Angle,
        b'\'' => form == Form::SingleQuoted,
        _ => false,
    }
}

/// Whether `text`, which begins with `&`, might be read as a character reference, also one that [`REFERENCES`] does not know. One by
/// number is none any more, as its `#` is encoded.
fn looks_like_reference(text: &[u8]) -> bool {
    let name = text.get(1..).unwrap_or_default();
    let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    length > 0 && name.get(length) == Some(&b';')
}

fn push_encoded(destination: &mut Vec<u8>, byte: u8) {
    destination.extend_from_slice(format!("%{byte:02X}").as_bytes());
}

/// `destination` with those of its parentheses encoded that have no partner, as a bare destination needs it.
pub(super) fn balance_parentheses(destination: &[u8]) -> Vec<u8> {
    let mut lonely = Vec::new();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(byte) = destination.get(at) {
        match byte {
            b'\\' => at += 1,
            b'(' if open.len() < tail::MAX_PARENTHESES => open.push(at),
            b'(' => lonely.push(at),
            b')' if open.pop().is_none() => lonely.push(at),
            _ => {}
        }
        at += 1;
    }
    lonely.extend(open);
    lonely.sort_unstable();
    let mut balanced = Vec::with_capacity(destination.len());
    let mut lonely = lonely.into_iter().peekable();
    for (at, byte) in destination.iter().enumerate() {
        if lonely.next_if_eq(&at).is_some() {
            push_encoded(&mut balanced, *byte);
        } else {
            balanced.push(*byte);
        }
    }
    balanced
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 8.4, step 5: encoded where Markdown or HTML needs it; other characters as they are.
    #[test]
    fn a_11_components() {
        for (component, form, expected) in [
            (&b"a b\"c`.md"[..], Form::Bare, "a%20b%22c%60.md"),
            (b"a b\"c`.md", Form::Angle, "a b\"c`.md"),
            (b"%\\<>?#|\t\x7F", Form::Angle, "%25%5C%3C%3E%3F%23%7C%09%7F"),
            (b"it's", Form::SingleQuoted, "it%27s"),
            (b"it's", Form::DoubleQuoted, "it's"),
            (b"R&D; a&; b&", Form::Angle, "R%26D; a&; b&"),
            (b"R&D&copy.md", Form::Bare, "R&D&copy.md"),
            (b"&#38;", Form::Bare, "&%2338;"),
            ("計\u{7f}".as_bytes(), Form::Bare, "計%7F"),
            (b"\xFF.md", Form::Bare, "%FF.md"),
        ] {
            let mut found = Vec::new();
            push_component(&mut found, component, form);
            assert_eq!(bstr::BStr::new(&found), expected);
            let read = percent_decode(&Decoded::read(&found, form).bytes);
            assert_eq!(read.as_deref(), Some(component), "{expected}");
        }
    }

    /// 8.4, step 5: no more parentheses stay than a destination may hold, and each has its partner.
    #[test]
    fn a_11_parentheses() {
        let most = (["("; tail::MAX_PARENTHESES].concat(), [")"; tail::MAX_PARENTHESES].concat());
        for (text, expected) in [
            ("a(b)c", "a(b)c"),
            (")a(b)(", "%29a(b)%28"),
            ("\\(a\\)", "\\(a\\)"),
            (&format!("({}{})", most.0, most.1), &format!("{}%28{}%29", most.0, most.1)),
        ] {
            let found = balance_parentheses(text.as_bytes());
            assert_eq!(bstr::BStr::new(&found), expected);
            let read = tail::destination(&found, 0).unwrap();
            assert_eq!(read.span, Span::whole(&found), "{expected}");
        }
    }
}
