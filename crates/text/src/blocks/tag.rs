//! HTML tags: `<name attribute="value">` and `</name>`, as CommonMark reads them in running text.

use crate::span::Span;

/// What stands around the value of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quote {
    Double,
    Single,
    None,
}

/// The value of an attribute, without its quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attribute {
    pub(crate) name: Span,
    pub(crate) value: Span,
    pub(crate) quote: Quote,
}

/// A tag where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) name: Span,
    pub(crate) is_closing: bool,
    /// The attributes that have a value.
    pub(crate) attributes: Vec<Attribute>,
    /// Offset behind its `>`.
    pub(crate) end: usize,
}

/// The tag that begins with `<` at `at`.
pub(crate) fn tag(text: &[u8], at: usize) -> Option<Tag> {
    let is_closing = text.get(at + 1) == Some(&b'/');
    let start = at + 1 + usize::from(is_closing);
    if !text.get(start)?.is_ascii_alphabetic() {
        return None;
    }
    let name =
        Span::new(start, start + run(text, start, |byte| byte.is_ascii_alphanumeric() || byte == b'-'));
    let mut attributes = Vec::new();
    let mut place = name.end;
    loop {
        let behind = skip_space(text, place);
        match text.get(behind)? {
            b'>' => return Some(Tag { name, is_closing, attributes, end: behind + 1 }),
            b'/' if !is_closing && text.get(behind + 1) == Some(&b'>') => {
                return Some(Tag { name, is_closing, attributes, end: behind + 2 });
            }
            byte if !is_closing && behind > place && starts_attribute(*byte) => {
                let (attribute, end) = attribute(text, behind)?;
                attributes.extend(attribute);
                place = end;
            }
            _ => return None,
        }
    }
}

fn starts_attribute(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b':')
}

/// The attribute at `at`, `None` inside when it has no value, and the offset behind it.
fn attribute(text: &[u8], at: usize) -> Option<(Option<Attribute>, usize)> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b'.' | b'-');
    let name = Span::new(at, at + run(text, at, is_name));
    let equals = skip_space(text, name.end);
    if text.get(equals) != Some(&b'=') {
        return Some((None, name.end));
    }
    let start = skip_space(text, equals + 1);
    let (value, quote) = match text.get(start)? {
        b'"' => (quoted(text, start + 1, b'"')?, Quote::Double),
        b'\'' => (quoted(text, start + 1, b'\'')?, Quote::Single),
        _ => (Span::new(start, start + run(text, start, is_unquoted)), Quote::None),
    };
    let end = value.end + usize::from(quote != Quote::None);
    (quote != Quote::None || !value.is_empty()).then_some((Some(Attribute { name, value, quote }), end))
}

fn quoted(text: &[u8], start: usize, quote: u8) -> Option<Span> {
    let length = memchr::memchr(quote, text.get(start..)?)?;
    Some(Span::new(start, start + length))
}

fn is_unquoted(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'"' | b'\'' | b'=' | b'<' | b'>' | b'`')
}

fn run(text: &[u8], at: usize, belongs: impl Fn(u8) -> bool) -> usize {
    text.get(at..).unwrap_or_default().iter().take_while(|byte| belongs(**byte)).count()
}

fn skip_space(text: &[u8], at: usize) -> usize {
    super::tail::skip_space(text, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 8.3: what CommonMark takes for a tag. What is left behind it, and its attributes that have a value.
    #[test]
    fn a_10_tags() {
        let attributes =
            [("_c", "d", Quote::None), (":e.f-g", "", Quote::Single), ("h", "i\nj", Quote::Double)];
        for (text, expected) in [
            ("<a-1>x", &[][..]),
            ("</a >x", &[]),
            ("<br/>x", &[]),
            ("<a b _c=d :e.f-g = '' h=\"i\nj\"\n/>x", &attributes),
        ] {
            let tag = tag(text.as_bytes(), 0).unwrap();
            let part = |span: Span| &text[span.start..span.end];
            let found = tag
                .attributes
                .iter()
                .map(|attribute| (part(attribute.name), part(attribute.value), attribute.quote));
            assert_eq!(found.collect::<Vec<_>>(), expected, "{text:?}");
            assert_eq!(&text[tag.end..], "x", "{text:?}");
        }
    }

    #[test]
    fn a_10_no_tags() {
        for text in [
            "< a>",
            "<1>",
            "<a",
            "<a:b>",
            "<a 1>",
            "<a b=>",
            "<a b='c'd>",
            "<a b='c>",
            "</a b>",
            "</a/>",
            "<a/ >",
        ] {
            assert_eq!(tag(text.as_bytes(), 0), None, "{text:?}");
        }
    }
}
