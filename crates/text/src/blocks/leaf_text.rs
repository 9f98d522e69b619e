//! The text of one leaf: its lines put together without the marks of their containers, and the way back to the document.

use crate::span::Span;
use std::borrow::Cow;

/// The text of a leaf. Borrowed from the document where no container mark stands between its lines.
#[derive(Debug)]
pub(crate) struct LeafText<'d> {
    text: Cow<'d, [u8]>,
    /// For each piece that was copied: where it begins in the text, and in the document.
    pieces: Vec<(usize, usize)>,
}

impl<'d> LeafText<'d> {
    /// Puts `lines` together.
    pub(crate) fn new(document: &'d [u8], lines: &[Span]) -> Self {
        let mut pieces: Vec<(usize, usize)> = Vec::new();
        let (mut length, mut end) = (0, None);
        for line in lines {
            if end != Some(line.start) {
                pieces.push((length, line.start));
            }
            length += line.len();
            end = Some(line.end);
        }
        let text = match (pieces.as_slice(), end) {
            ([(_, start)], Some(end)) => Cow::Borrowed(Span::new(*start, end).of(document)),
            _ => Cow::Owned(lines.iter().flat_map(|line| line.of(document)).copied().collect()),
        };
        Self { text, pieces }
    }

    /// The text.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.text
    }

    /// The span of the document that `span` of the text came from. A span that crosses container marks covers them.
    pub(crate) fn in_document(&self, span: Span) -> Span {
        let start = self.offset(span.start);
        if span.is_empty() {
            return Span::at(start);
        }
        Span::new(start, self.offset(span.end - 1) + 1)
    }

    fn offset(&self, offset: usize) -> usize {
        let piece = self.pieces.partition_point(|(start, _)| *start <= offset).checked_sub(1);
        let (start, in_document) =
            piece.and_then(|piece| self.pieces.get(piece)).copied().unwrap_or_default();
        in_document + (offset - start)
    }
}
