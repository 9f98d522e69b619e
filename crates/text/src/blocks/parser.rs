//! The one pass over the lines of a document.

use super::container::Container;
use super::cursor::Cursor;
use super::definition::{Definition, definition};
use super::html_block::HtmlKind;
use super::leaf_text::LeafText;
use super::{Blocks, Leaf, MAX_DEPTH, table};
use crate::encoding::content_start;
use crate::frontmatter::body_start;
use crate::lines::{Line, lines_in};
use crate::outline::{Fence, heading_level, is_rule};
use crate::span::Span;

pub(super) fn parse(document: &[u8]) -> Blocks {
    let mut parser = Parser { document, containers: Vec::new(), leaf: Open::None, blocks: Blocks::default() };
    let body = body_start(document);
    let start = content_start(document);
    if body > start {
        parser.blocks.leaves.push(Leaf::Frontmatter(Span::new(start, body)));
    }
    for line in lines_in(document, Span::new(body, document.len())) {
        parser.read(line);
    }
    parser.close_leaf();
    parser.blocks
}

/// The leaf that is open at the end of the last line.
#[derive(Debug)]
enum Open {
    None,
    /// Its lines from their first character that is no blank, with their line ends.
    Paragraph(Vec<Span>),
    Table,
    Fence(Fence, Span),
    IndentedCode(Span),
    Html(HtmlKind, Vec<Span>),
}

struct Parser<'d> {
    document: &'d [u8],
    containers: Vec<Container>,
    leaf: Open,
    blocks: Blocks,
}

/// Where a line stands after its containers were taken off.
struct Place<'d> {
    cursor: Cursor<'d>,
    line: Line,
    /// How many containers go on with the line.
    matched: usize,
}

impl Place<'_> {
    /// The rest of the line with its line end, from the first character that is no blank.
    fn text(&self) -> Span {
        let mut cursor = self.cursor;
        cursor.skip_blanks();
        Span::new(cursor.offset(), self.line.full().end)
    }

    /// The same without the line end.
    fn content(&self) -> Span {
        Span::new(self.text().start, self.line.content.end)
    }
}

impl<'d> Parser<'d> {
    fn read(&mut self, line: Line) {
        let mut cursor = Cursor::new(self.document, line.content);
        let matched = self.containers.iter().take_while(|container| container.continues(&mut cursor)).count();
        let mut place = Place { cursor, line, matched };
        // Text goes on with a paragraph also where containers of it do not (a lazy line).
        let may_be_lazy = matches!(self.leaf, Open::Paragraph(_)) && !cursor.is_blank();
        if matched < self.containers.len() && !may_be_lazy {
            self.close_down_to(matched);
        }
        if self.continue_leaf(&place) {
            return;
        }
        if place.cursor.is_blank() || self.open_blocks(&mut place) {
            return;
        }
        let text = place.text();
        match &mut self.leaf {
            // Also the lazy line of a paragraph whose containers do not go on.
            Open::Paragraph(lines) => lines.push(text),
            Open::Table => self.add_row(place.content()),
            _ => self.set_leaf(Open::Paragraph(vec![text])),
        }
    }

    /// Gives the line to the open leaf when it can only belong there, or when it ends it; `false`: the line may be anything.
    fn continue_leaf(&mut self, place: &Place<'_>) -> bool {
        let content = place.content().of(self.document);
        let is_blank = place.cursor.is_blank();
        let full = place.line.full();
        match &mut self.leaf {
            Open::None => false,
            Open::Paragraph(_) | Open::Table => {
                if is_blank {
                    self.close_leaf();
                }
                is_blank
            }
            Open::Fence(fence, span) => {
                span.end = full.end;
                if fence.is_closed_by(content, place.cursor.indent()) {
                    self.close_leaf();
                }
                true
            }
            Open::IndentedCode(span) => {
                if place.cursor.indent() > 3 && !is_blank {
                    span.end = full.end;
                } else if !is_blank {
                    self.close_leaf();
                    return false;
                }
                true
            }
            Open::Html(HtmlKind::Tag, _) if is_blank => {
                self.close_leaf();
                true
            }
            Open::Html(kind, lines) => {
                let kind = *kind;
                lines.push(Span::new(place.cursor.offset(), full.end));
                if kind.ends_with(content) {
                    self.close_leaf();
                }
                true
            }
        }
    }

    /// Opens the containers that begin on the line, and the leaf if it is more than running text. `true` when the line is used up.
    fn open_blocks(&mut self, place: &mut Place<'d>) -> bool {
        while place.cursor.indent() <= 3 && !place.cursor.is_blank() {
            if self.open_leaf(place) {
                return true;
            }
            let on_paragraph = self.goes_on_with_paragraph(place);
            let container = if self.containers.len() < MAX_DEPTH {
                Container::open(&mut place.cursor, on_paragraph)
            } else {
                None
            };
            let Some(container) = container else { return self.open_table(place) };
            self.close_down_to(place.matched);
            self.close_leaf();
            self.note_child();
            self.containers.push(container);
            place.matched = self.containers.len();
        }
        // An indented line below a paragraph goes on with it, also with one whose containers do not; below a table it is a row.
        if place.cursor.is_blank() || matches!(self.leaf, Open::Paragraph(_) | Open::Table) {
            return place.cursor.is_blank();
        }
        self.set_leaf(Open::IndentedCode(place.line.full()));
        true
    }

    /// Opens the leaf that begins at the cursor, unless it is running text or a container. `true` when the line is used up.
    fn open_leaf(&mut self, place: &Place<'_>) -> bool {
        let span = place.content();
        let content = span.of(self.document);
        if self.underline(place, content) {
            return true;
        }
        if let Some(level) = heading_level(content) {
            self.close_down_to(place.matched);
            self.note_child();
            self.add_text(&[Span::new(span.start + usize::from(level), span.end)]);
        } else if let Some(fence) = Fence::open(content, 0) {
            self.close_down_to(place.matched);
            self.set_leaf(Open::Fence(fence, place.line.full()));
        } else if let Some(kind) = HtmlKind::open(content, matches!(self.leaf, Open::Paragraph(_))) {
            self.close_down_to(place.matched);
            self.set_leaf(Open::Html(kind, vec![Span::new(place.cursor.offset(), place.line.full().end)]));
            if kind.ends_with(content) {
                self.close_leaf();
            }
        } else if is_rule(content) {
            self.close_down_to(place.matched);
            self.note_child();
        } else {
            return false;
        }
        true
    }

    /// Whether the line would go on with the open paragraph, all of whose containers it is in.
    fn goes_on_with_paragraph(&self, place: &Place<'_>) -> bool {
        matches!(self.leaf, Open::Paragraph(_)) && place.matched == self.containers.len()
    }

    /// Makes the open paragraph a heading, if the line underlines it.
    fn underline(&mut self, place: &Place<'_>, content: &[u8]) -> bool {
        if !is_underline(content) || !self.goes_on_with_paragraph(place) {
            return false;
        }
        let Open::Paragraph(lines) = std::mem::replace(&mut self.leaf, Open::None) else { return false };
        let lines = self.take_definitions(&lines);
        if lines.is_empty() {
            // Definitions alone are nothing to underline: the line begins a paragraph of its own.
            self.leaf = Open::Paragraph(Vec::new());
            return false;
        }
        self.add_text(lines);
        true
    }

    /// Makes the last line of the open paragraph the head of a table, if the line is its row of dashes.
    fn open_table(&mut self, place: &Place<'_>) -> bool {
        if !self.goes_on_with_paragraph(place) {
            return false;
        }
        let Some(columns) = table::delimiter_columns(place.content().of(self.document)) else { return false };
        let Open::Paragraph(lines) = std::mem::replace(&mut self.leaf, Open::None) else { return false };
        let lines = self.take_definitions(&lines);
        let (last, before) =
            lines.split_last().map_or((Span::default(), lines), |(last, before)| (*last, before));
        let head = without_line_end(last, self.document);
        if table::cells(self.document, head).len() != columns {
            self.leaf = Open::Paragraph(lines.to_vec());
            return false;
        }
        if !before.is_empty() {
            self.add_text(before);
        }
        self.leaf = Open::Table;
        self.add_row(head);
        true
    }

    fn add_row(&mut self, row: Span) {
        for cell in table::cells(self.document, row) {
            self.add_text(&[cell]);
        }
    }

    fn add_text(&mut self, lines: &[Span]) {
        let lines = self.blocks.add_lines(lines);
        self.blocks.leaves.push(Leaf::Text(lines));
    }

    fn set_leaf(&mut self, leaf: Open) {
        self.close_leaf();
        self.note_child();
        self.leaf = leaf;
    }

    /// The innermost item has content from now on: a blank line below its mark no longer ends it.
    fn note_child(&mut self) {
        if let Some(Container::Item { has_child, .. }) = self.containers.last_mut() {
            *has_child = true;
        }
    }

    /// Closes the open leaf, and the containers behind the first `matched`.
    fn close_down_to(&mut self, matched: usize) {
        self.close_leaf();
        self.containers.truncate(matched);
    }

    fn close_leaf(&mut self) {
        match std::mem::replace(&mut self.leaf, Open::None) {
            Open::None | Open::Table => {}
            Open::Paragraph(lines) => {
                let rest = self.take_definitions(&lines);
                if !rest.is_empty() {
                    self.add_text(rest);
                }
            }
            Open::Fence(_, span) => self.blocks.leaves.push(Leaf::Fence(span)),
            Open::IndentedCode(span) => self.blocks.leaves.push(Leaf::IndentedCode(span)),
            Open::Html(kind, lines) => {
                let lines = self.blocks.add_lines(&lines);
                self.blocks.leaves.push(Leaf::Html(kind, lines));
            }
        }
    }

    /// Takes the definitions off the start of a paragraph; gives the lines that are left.
    fn take_definitions<'l>(&mut self, lines: &'l [Span]) -> &'l [Span] {
        let begins_with_bracket = lines.first().is_some_and(|line| line.of(self.document).starts_with(b"["));
        if !begins_with_bracket {
            return lines;
        }
        let text = LeafText::new(self.document, lines);
        let mut taken = 0;
        while let Some((definition, length)) = text.bytes().get(taken..).and_then(definition) {
            self.blocks.leaves.push(Leaf::Definition(in_document(&text, taken, definition)));
            taken += length;
        }
        let mut before = 0;
        let count = lines.iter().take_while(|line| {
            before += line.len();
            before <= taken
        });
        lines.get(count.count()..).unwrap_or_default()
    }
}

/// The definition that was found `from` bytes into `text`, with spans of the document.
fn in_document(text: &LeafText<'_>, from: usize, definition: Definition) -> Definition {
    let map = |span: Span| text.in_document(Span::new(span.start + from, span.end + from));
    Definition {
        label: map(definition.label),
        destination: map(definition.destination),
        in_angles: definition.in_angles,
        title: definition.title.map(map),
    }
}

fn without_line_end(line: Span, document: &[u8]) -> Span {
    let text = line.of(document);
    let ended = text.strip_suffix(b"\n").map_or(0, |rest| 1 + usize::from(rest.ends_with(b"\r")));
    Span::new(line.start, line.end - ended)
}

/// A line of `=` or of `-` alone.
fn is_underline(line: &[u8]) -> bool {
    let line = trim_end(line);
    !line.is_empty() && (line.iter().all(|byte| *byte == b'=') || line.iter().all(|byte| *byte == b'-'))
}

fn trim_end(line: &[u8]) -> &[u8] {
    let length = line.iter().rposition(|byte| !crate::span::is_blank(*byte)).map_or(0, |last| last + 1);
    line.get(..length).unwrap_or_default()
}
