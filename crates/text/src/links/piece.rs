//! What the scanners of running text and of HTML find: pieces of one leaf, in offsets of its text.

use super::scan::{Context, Form, Kind};
use crate::blocks::tag::{Quote, Tag};
use crate::span::Span;

/// One thing that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A destination, and the title behind it.
    Destination { kind: Kind, form: Form, span: Span, title: Option<Span> },
    /// Bytes that are no running text.
    Region(Context, Span),
}

impl Piece {
    /// Where it stands.
    pub(super) fn span(&self) -> Span {
        match self {
            Self::Destination { span, .. } | Self::Region(_, span) => *span,
        }
    }
}

/// The pieces of the tag between `start` and `tag.end`: its `href` and `src`, and the bytes around them.
pub(super) fn push_tag(pieces: &mut Vec<Piece>, text: &[u8], start: usize, tag: &Tag) {
    let mut done = start;
    for attribute in &tag.attributes {
        let name = attribute.name.of(text);
        let kind = match name {
            _ if name.eq_ignore_ascii_case(b"href") => Kind::Href,
            _ if name.eq_ignore_ascii_case(b"src") => Kind::Src,
            _ => continue,
        };
        let form = match attribute.quote {
            Quote::Double => Form::DoubleQuoted,
            Quote::Single => Form::SingleQuoted,
            Quote::None => Form::Unquoted,
        };
        push_region(pieces, Context::Html, Span::new(done, attribute.value.start));
        pieces.push(Piece::Destination { kind, form, span: attribute.value, title: None });
        done = attribute.value.end;
    }
    push_region(pieces, Context::Html, Span::new(done, tag.end));
}

/// Adds a region, unless it is empty.
pub(super) fn push_region(pieces: &mut Vec<Piece>, context: Context, span: Span) {
    if !span.is_empty() {
        pieces.push(Piece::Region(context, span));
    }
}
