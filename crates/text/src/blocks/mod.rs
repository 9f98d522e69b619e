//! Markdown blocks: which bytes of a document are running text, and which are code, HTML or frontmatter.
//!
//! The block rules of CommonMark with the tables and footnotes of GitHub, over any bytes, in one pass. It answers for two things that
//! [`crate::outline`] has no use for: the containers around a line (quotes, list items, footnotes), on which indented code and
//! definitions depend, and the text of each paragraph, heading and table cell with its container marks taken off. The grammar of a
//! fence, a list marker and a heading is that of the outline; there is no second one.
//!
//! It makes no tree and keeps no list or heading: whoever needs sections asks the outline. Containers nest [`MAX_DEPTH`] deep; a
//! mark beyond that is text, so that no input costs more than time linear in its size.

mod container;
mod cursor;
pub(crate) mod definition;
mod html_block;
pub(crate) mod label;
pub(crate) mod leaf_text;
mod parser;
mod table;
pub(crate) mod tag;
pub(crate) mod tail;
#[cfg(test)]
mod tests;

pub(crate) use html_block::HtmlKind;
pub(crate) use leaf_text::LeafText;

use crate::span::Span;

/// How deep containers nest. Documents of people stay below ten; the cap is what keeps a blank line below thousands of open items cheap.
pub(crate) const MAX_DEPTH: usize = 100;

/// One leaf block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    /// The block between the `---` lines at the start of a document, both lines included.
    Frontmatter(Span),
    /// Fenced code: whole lines, both fences included.
    Fence(Span),
    /// Indented code: whole lines.
    IndentedCode(Span),
    /// An HTML block.
    Html(HtmlKind, Lines),
    /// A paragraph, a heading, or a table cell.
    Text(Lines),
    /// A reference definition.
    Definition(definition::Definition),
}

/// The lines of one leaf: a range of [`Blocks::lines`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    first: usize,
    end: usize,
}

/// The leaves of a document, in order.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    pub(crate) leaves: Vec<Leaf>,
    /// Lines of all leaves that hold text, without the marks of their containers, with their line ends.
    lines: Vec<Span>,
}

impl Blocks {
    /// Reads `document`. Never fails.
    pub(crate) fn parse(document: &[u8]) -> Self {
        parser::parse(document)
    }

    /// The lines of one leaf.
    pub(crate) fn lines(&self, lines: Lines) -> &[Span] {
        self.lines.get(lines.first..lines.end).unwrap_or_default()
    }

    fn add_lines(&mut self, lines: &[Span]) -> Lines {
        let first = self.lines.len();
        self.lines.extend_from_slice(lines);
        Lines { first, end: self.lines.len() }
    }
}
