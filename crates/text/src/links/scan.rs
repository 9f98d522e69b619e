//! The scan of a Markdown document: every destination, and every region whose bytes are no running text.

use super::html;
use super::inline::{self, Labels};
use super::piece::Piece;
use crate::blocks::definition::Definition;
use crate::blocks::{Blocks, Leaf, LeafText, label};
use crate::line_index::LineIndex;
use crate::span::Span;

/// What a destination belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `[text](dest)`.
    Link,
    /// `![text](dest)`, also inside the text of a link.
    Image,
    /// `[label]: dest`.
    Definition,
    /// The value of an `href` attribute.
    Href,
    /// The value of a `src` attribute.
    Src,
    /// `<https://example.org>`, `<name@example.org>`: always an address, never a path.
    Autolink,
}

/// How a destination is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Without anything around it.
    Bare,
    /// In angle brackets.
    Angle,
    /// An attribute in `"`.
    DoubleQuoted,
    /// An attribute in `'`.
    SingleQuoted,
    /// An attribute without quotes: reported, never rewritten (8.3 names either quote only).
    Unquoted,
    /// Between the brackets of an autolink.
    Autolink,
}

/// A destination where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Destination {
    /// Its bytes, suffix included; without brackets, quotes and title. Never crosses a line end unless it is an attribute's value.
    pub span: Span,
    /// Its line, from 1.
    pub line: usize,
    /// What it belongs to.
    pub kind: Kind,
    /// How it is spelled.
    pub form: Form,
    /// The title behind it, with its quotes.
    pub title: Option<Span>,
}

/// Why bytes are no running text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Context {
    /// The block between the `---` lines at the start.
    Frontmatter,
    /// Fenced code, fences included.
    Fence,
    /// Indented code.
    IndentedCode,
    /// The content of a code span, without its backticks.
    CodeSpan,
    /// An HTML comment.
    Comment,
    /// A tag, the content of `<script>`, `<style>`, `<textarea>` and `<pre>`, and the rarer kinds of HTML.
    Html,
    /// `[[…]]`, brackets included.
    WikiLink,
    /// A destination; [`Scan::destinations`] has more of it.
    Destination,
    /// A title with its quotes.
    Title,
    /// The label of a definition, or the text of a reference that finds its definition by it.
    Label,
}

/// Bytes that are no running text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Why.
    pub context: Context,
    /// Which.
    pub span: Span,
}

/// What was found in a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// All destinations, in order (8.3). Those of images stand before that of the link around them.
    pub destinations: Vec<Destination>,
    /// All regions, in order, none overlapping another. What lies in none is running text.
    pub regions: Vec<Region>,
}

/// Scans `document` (8.3). Any bytes will do; linear.
///
/// Frontmatter, code, comments and wiki links are recognised first: nothing inside them is a destination.
pub fn scan(document: &[u8]) -> Scan {
    let blocks = Blocks::parse(document);
    let labels = defined_labels(document, &blocks);
    let mut collector = Collector { lines: LineIndex::new(document), scan: Scan::default() };
    let mut pieces = Vec::new();
    for leaf in &blocks.leaves {
        match leaf {
            Leaf::Frontmatter(span) => collector.push_region(Context::Frontmatter, *span),
            Leaf::Fence(span) => collector.push_region(Context::Fence, *span),
            Leaf::IndentedCode(span) => collector.push_region(Context::IndentedCode, *span),
            Leaf::Definition(definition) => collector.push_definition(definition),
            Leaf::Html(kind, lines) => {
                let text = LeafText::new(document, blocks.lines(*lines));
                html::scan(text.bytes(), *kind, &mut pieces);
                collector.push_pieces(&text, &mut pieces);
            }
            Leaf::Text(lines) => {
                let text = LeafText::new(document, blocks.lines(*lines));
                inline::scan(text.bytes(), &labels, &mut pieces);
                collector.push_pieces(&text, &mut pieces);
            }
        }
    }
    collector.scan
}

fn defined_labels(document: &[u8], blocks: &Blocks) -> Labels {
    let definitions = blocks.leaves.iter().filter_map(|leaf| match leaf {
        Leaf::Definition(definition) => Some(definition),
        _ => None,
    });
    definitions.filter_map(|definition| label::normalise(definition.label.of(document))).collect()
}

struct Collector<'d> {
    lines: LineIndex<'d>,
    scan: Scan,
}

impl Collector<'_> {
    fn push_definition(&mut self, definition: &Definition) {
        let form = if definition.in_angles { Form::Angle } else { Form::Bare };
        self.push_region(Context::Label, definition.label);
        self.push_destination(Kind::Definition, form, definition.destination, definition.title);
        if let Some(title) = definition.title {
            self.push_region(Context::Title, title);
        }
    }

    /// Takes the pieces of one leaf.
    fn push_pieces(&mut self, text: &LeafText<'_>, pieces: &mut Vec<Piece>) {
        for piece in pieces.drain(..) {
            let span = text.in_document(piece.span());
            match piece {
                Piece::Region(context, _) => self.push_region(context, span),
                Piece::Destination { kind, form, title, .. } => {
                    self.push_destination(kind, form, span, title.map(|title| text.in_document(title)));
                }
            }
        }
    }

    fn push_destination(&mut self, kind: Kind, form: Form, span: Span, title: Option<Span>) {
        let line = self.lines.line(span.start);
        self.scan.destinations.push(Destination { span, line, kind, form, title });
        self.push_region(Context::Destination, span);
    }

    fn push_region(&mut self, context: Context, span: Span) {
        if !span.is_empty() {
            self.scan.regions.push(Region { context, span });
        }
    }
}
