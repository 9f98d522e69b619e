//! The content of a section as tokens.

use cairn_text::Span;
use cairn_text::list::{ListItem, list_items};
use cairn_text::outline::{BodyLine, LineClass};
use cairn_text::table::{Table, tables};

use super::Kind;
use super::bullet::{Bullet, BulletLines};
use super::label::{label_of, last_updated};
use super::row::TableRows;
use super::side_text::{Meaning, items_in};
use super::text::{is_blank, lines_of};
use super::token::{EntryContent, KeyedLine, LabelRule, ListEntry, PositionLines, Token};
use crate::list_section::is_placeholder_line;
use crate::performance_metrics::is_computed_label;

/// Items deeper than this are lines of the item around them; people write three levels.
const DEEPEST: usize = 8;

/// Reads `content`, the direct content of a section.
pub(super) fn tokens<'t>(meaning: &Meaning<'_, 't>, content: Span) -> Vec<Token<'t>> {
    let (outline, source) = (meaning.document.outline(), meaning.source());
    let items: Vec<ListItem> = list_items(outline, source, content)
        .into_iter()
        .filter(|item| outline.details_around(item.line.content.start).is_none())
        .collect();
    let tables: Vec<Table> = tables(outline, source, content)
        .into_iter()
        .filter(|table| outline.details_around(table.span().start).is_none())
        .collect();
    let reader = Reader { meaning, items: &items, tables: &tables };
    reader.read(content, 0)
}

struct Reader<'r, 'd, 't> {
    meaning: &'r Meaning<'d, 't>,
    items: &'r [ListItem],
    tables: &'r [Table],
}

/// What is being collected.
#[derive(Default)]
struct Collected<'t> {
    tokens: Vec<Token<'t>>,
    list: Vec<ListEntry<'t>>,
    /// Blank lines since the last entry of the list.
    blanks: Vec<&'t [u8]>,
}

impl<'t> Collected<'t> {
    fn entry(&mut self, content: EntryContent<'t>) {
        let gap = self.blanks.len();
        self.blanks.clear();
        self.list.push(ListEntry { gap, content });
    }

    fn blank(&mut self, line: &'t [u8]) {
        if self.list.is_empty() {
            self.tokens.push(Token::Blank(line));
        } else {
            self.blanks.push(line);
        }
    }

    fn end_list(&mut self) {
        if !self.list.is_empty() {
            self.tokens.push(Token::List(std::mem::take(&mut self.list)));
        }
        self.tokens.extend(self.blanks.drain(..).map(Token::Blank));
    }

    fn push(&mut self, token: Token<'t>) {
        self.end_list();
        self.tokens.push(token);
    }
}

impl<'t> Reader<'_, '_, 't> {
    fn read(&self, span: Span, depth: usize) -> Vec<Token<'t>> {
        let source = self.meaning.source();
        let outline = self.meaning.document.outline();
        let mut items = items_in(self.items, span).iter().filter(|item| item.depth == depth).peekable();
        let first_table = self.tables.partition_point(|table| table.span().start < span.start);
        let mut tables = self.tables.get(first_table..).unwrap_or_default().iter().peekable();
        let mut collected = Collected::default();
        let mut taken_to = span.start;
        for line in outline.lines(source, span) {
            let start = line.line.content.start;
            if start < taken_to {
                continue;
            }
            while tables.next_if(|table| table.span().start < start).is_some() {}
            while items.next_if(|item| item.span.start < start).is_some() {}
            if let Some(item) = items.next_if(|item| item.span.start == start) {
                taken_to = item.span.end.min(span.end);
                collected.entry(self.item(item, Span::new(start, taken_to), depth));
            } else if depth == 0
                && let Some(table) = tables.next_if(|table| table.span().start == start)
            {
                taken_to = table.span().end;
                let field = |start| self.meaning.position_field(start);
                collected.push(Token::Table(TableRows::read(outline, source, table, field)));
            } else {
                taken_to = self.line(&line, span, &mut collected);
            }
        }
        collected.end_list();
        collected.tokens
    }

    /// Reads a line that is no item and no row; gives the offset behind what was read.
    fn line(&self, line: &BodyLine<'_>, span: Span, collected: &mut Collected<'t>) -> usize {
        let source = self.meaning.source();
        let (start, end) = (line.line.content.start, line.line.full().end);
        let bytes = line.line.content.of(source);
        let is_text =
            line.class == LineClass::Text && self.meaning.document.outline().details_around(start).is_none();
        if is_blank(bytes) && is_text {
            collected.blank(bytes);
            return end;
        }
        if !is_text {
            collected.push(Token::Prose(bytes));
            return end;
        }
        if let Some(field) = self.meaning.position_field(start) {
            let mut lines = vec![bytes];
            let mut behind = end;
            let following = Span::new(end, span.end);
            for next in self.meaning.document.outline().lines(source, following) {
                let text = next.line.content.of(source);
                if next.class != LineClass::Text || !self.meaning.continues(next.line.content.start, text) {
                    break;
                }
                lines.push(text);
                behind = next.line.full().end;
            }
            collected.push(Token::Position(PositionLines { field, lines }));
            return behind;
        }
        if is_placeholder_line(bytes) {
            collected.entry(EntryContent::Placeholder(bytes));
            return end;
        }
        collected.push(match self.keyed(start, bytes) {
            Some(keyed) => Token::Keyed(keyed),
            None => Token::Prose(bytes),
        });
        end
    }

    fn keyed(&self, start: usize, line: &'t [u8]) -> Option<KeyedLine<'t>> {
        let (label, rule) = match self.meaning.kind {
            Kind::Lines => return None,
            Kind::Roadmap => (label_of(line)?, LabelRule::Roadmap),
            Kind::State if last_updated(line).is_some() => {
                ("last updated".to_owned(), LabelRule::LastUpdated)
            }
            Kind::State => {
                let label = label_of(line)?;
                let is_computed = self.meaning.is_in_metrics(start) && is_computed_label(&label);
                if !is_computed && !self.meaning.is_in_position(start) {
                    return None;
                }
                (label, LabelRule::Leading)
            }
        };
        Some(KeyedLine { label, line, rule })
    }

    fn item(&self, item: &ListItem, span: Span, depth: usize) -> EntryContent<'t> {
        let source = self.meaning.source();
        let first = item.line.content.of(source);
        if depth == 0 && is_placeholder_line(first) {
            return EntryContent::Placeholder(first);
        }
        let below = Span::new(item.line.full().end, span.end);
        let nested = items_in(self.items, below).iter().find(|nested| nested.depth == depth + 1);
        let nested_start =
            nested.filter(|_| depth < DEEPEST).map_or(below.end, |nested| nested.span.start.min(below.end));
        let nested = Span::new(nested_start, below.end);
        let lines = BulletLines {
            first,
            continuation: lines_of(Span::new(below.start, nested_start).of(source)),
            nested: if nested.is_empty() { Vec::new() } else { self.read(nested, depth + 1) },
            below: lines_of(below.of(source)),
            position: self.meaning.position_field(item.line.content.start),
        };
        let in_metrics = self.meaning.is_in_metrics(item.line.content.start);
        EntryContent::Bullet(Box::new(Bullet::new(item, lines, self.meaning.kind, in_metrics)))
    }
}
