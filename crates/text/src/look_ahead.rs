//! Where a byte stands next. Most lines hold none of the marks that readers look for; one search far ahead tells so of all the
//! lines up to the mark, where a search in each line would begin anew.

use crate::span::Span;

/// The next place of one byte, remembered from one span to the next.
#[derive(Clone, Debug)]
pub(crate) struct LookAhead {
    byte: u8,
    /// Offset behind all that is ever asked about.
    end: usize,
    /// Between the two the byte does not stand; at the second it does, or that is the end.
    clear: (usize, usize),
}

impl LookAhead {
    /// For spans that end at `end` at most.
    pub(crate) fn new(byte: u8, end: usize) -> Self {
        Self { byte, end, clear: (0, 0) }
    }

    /// Whether the byte stands in `span` of `source`. Linear in all when the spans come in order.
    pub(crate) fn is_in(&mut self, source: &[u8], span: Span) -> bool {
        self.search(source, span.start, self.end.max(span.end));
        self.clear.1 < span.end
    }

    /// The next place of the byte at or behind `offset`, or the end.
    pub(crate) fn place(&mut self, source: &[u8], offset: usize) -> usize {
        self.search(source, offset, self.end.max(offset));
        self.clear.1
    }

    fn search(&mut self, source: &[u8], start: usize, end: usize) {
        let (from, next) = self.clear;
        if !(from..next).contains(&start) {
            let ahead = Span::new(start, end).of(source);
            let next = memchr::memchr(self.byte, ahead).map_or(end, |length| start.saturating_add(length));
            self.clear = (start, next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G10: the answer is that of a search in each span, whatever the order.
    #[test]
    fn answers_like_a_search_in_the_span() {
        let source = b"ab*cd**e fgh*";
        let spans: Vec<Span> = (0..=source.len())
            .flat_map(|start| (start..=source.len()).map(move |end| Span::new(start, end)))
            .collect();
        for spans in [spans.clone(), spans.into_iter().rev().collect()] {
            let mut ahead = LookAhead::new(b'*', source.len());
            for span in spans {
                assert_eq!(ahead.is_in(source, span), span.of(source).contains(&b'*'), "{span:?}");
                let behind = source.get(span.end..).unwrap_or_default();
                let place = behind.iter().position(|byte| *byte == b'*').unwrap_or(behind.len());
                assert_eq!(ahead.place(source, span.end), span.end + place, "{span:?}");
            }
        }
    }
}
