//! The line grammar: rows into entries (6.1). One odd line never costs another line.

use super::block_text::{Header, joined};
use super::entry::{Content, Entry, Item, Style};
use super::problem::{Problem, ProblemKind};
use super::rows::{Key, Row, RowKind, is_item, key, rows};
use super::{MAX_DEPTH, flow, scalar};
use crate::span::Span;
use std::collections::HashSet;

/// Reads the lines of a block.
pub(super) fn parse(source: &[u8], content: Span) -> (Vec<Entry>, Vec<Problem>) {
    let mut parser = Parser::new(source, content);
    let entries = parser.entries(0, 0, None);
    let mut problems = parser.problems;
    problems.sort_by_key(|problem| problem.span.start);
    (entries, problems)
}

/// Reads `text`, lines of a map whose keys are indented by `indent`.
pub(super) fn parse_indented(text: &[u8], indent: usize) -> Vec<Entry> {
    Parser::new(text, Span::whole(text)).entries(indent, 0, None)
}

struct Parser<'s> {
    source: &'s [u8],
    rows: Vec<Row>,
    at: usize,
    /// Index of the row of text that was found last; holds while it is not passed.
    next_text: usize,
    problems: Vec<Problem>,
}

/// A value and the places of its parts.
struct Read {
    value_span: Span,
    comment: Option<Span>,
    below: Span,
    style: Style,
    content: Content,
}

impl<'s> Parser<'s> {
    fn new(source: &'s [u8], content: Span) -> Self {
        Self { source, rows: rows(source, content), at: 0, next_text: 0, problems: Vec::new() }
    }

    fn row(&self) -> Option<Row> {
        self.rows.get(self.at).copied()
    }

    fn advance(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    /// The next row of text, from here on.
    fn next_text(&mut self) -> Option<Row> {
        self.next_text = self.next_text.max(self.at);
        let found = self.rows.get(self.next_text..)?.iter().position(|row| row.kind == RowKind::Text);
        self.next_text = found.map_or(self.rows.len(), |skipped| self.next_text.saturating_add(skipped));
        self.rows.get(self.next_text).copied()
    }

    fn report(&mut self, kind: ProblemKind, span: Span) {
        self.problems.push(Problem { kind, span });
    }

    /// Reads the entries that are indented by `indent`, as the map of `parent`.
    fn entries(&mut self, indent: usize, depth: usize, parent: Option<&str>) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut comments = Vec::new();
        // Whether nothing but what goes with the last entry stands behind it.
        let mut is_below_last = false;
        while let Some(row) = self.row() {
            match row.kind {
                RowKind::Blank => self.advance(),
                RowKind::Comment => {
                    // Comments in front of an entry further out belong to that one, unless they are indented like this map.
                    let ends = self.next_text().is_none_or(|next| next.indent < indent);
                    if ends && row.indent < indent {
                        break;
                    }
                    comments.push(row.text);
                    self.advance();
                }
                RowKind::Text if row.indent < indent => break,
                RowKind::Text => match self.entry_at(row, indent, depth) {
                    Some(entry) => {
                        entries.push(entry);
                        is_below_last = true;
                    }
                    None => {
                        // Further lines below a value go with it when it goes, though they are no part of the value; below the
                        // entry in front of it they would become a part of that.
                        is_below_last &= row.indent > indent || is_item(row.text.of(self.source));
                        if is_below_last && let Some(last) = entries.last_mut() {
                            last.span.end = row.line.full().end;
                        }
                        self.report(ProblemKind::UnreadLine, row.text);
                        self.advance();
                    }
                },
            }
        }
        self.report_duplicates(&entries);
        if let Some(parent) = parent {
            for comment in comments {
                self.report(ProblemKind::CommentInMap { key: parent.to_owned() }, comment);
            }
        }
        entries
    }

    fn report_duplicates(&mut self, entries: &[Entry]) {
        let mut keys = HashSet::with_capacity(entries.len());
        for entry in entries {
            if !keys.insert(entry.key.as_str()) {
                self.report(ProblemKind::DuplicateKey { key: entry.key.clone() }, entry.key_span);
            }
        }
    }

    fn entry_at(&mut self, row: Row, indent: usize, depth: usize) -> Option<Entry> {
        if row.indent != indent {
            return None;
        }
        let Key { span: key_span, name, colon_end } = key(self.source, row.text)?;
        self.advance();
        let read = self.value(row, colon_end, indent, depth, Some(&name));
        let end = self.line_end_at(read.below.end.max(read.value_span.end));
        Some(Entry {
            key: name,
            key_span,
            colon_end,
            value_span: read.value_span,
            comment: read.comment,
            below: read.below,
            span: Span::new(row.line.content.start, end),
            style: read.style,
            content: read.content,
        })
    }

    /// Offset behind the line on which `offset` ends a span.
    fn line_end_at(&self, offset: usize) -> usize {
        let index = self.rows.partition_point(|row| row.line.full().end < offset);
        self.rows.get(index).map_or(offset, |row| row.line.full().end)
    }

    /// Reads what stands behind `from` on `row`, and below it. The row itself is already passed.
    fn value(&mut self, row: Row, from: usize, indent: usize, depth: usize, name: Option<&str>) -> Read {
        let area = Span::new(from, row.line.content.end).trim(self.source);
        let bytes = area.of(self.source);
        if bytes.is_empty() || scalar::is_comment(bytes) {
            let comment = (!bytes.is_empty()).then_some(area);
            return self.below(row, from, indent, depth, name, comment);
        }
        let read = match bytes.first() {
            Some(b'|' | b'>') => self.block_text(row, area, indent),
            Some(b'[' | b'{') => self.flow(area, indent, name),
            Some(b'"' | b'\'') => self.quoted(area, indent),
            _ => None,
        };
        read.unwrap_or_else(|| self.plain(area))
    }

    fn plain(&self, area: Span) -> Read {
        let (value_span, comment) = self.split_comment(area);
        let content = scalar::plain(value_span.of(self.source));
        Read { value_span, comment, below: Span::at(value_span.end), style: Style::Plain, content }
    }

    fn split_comment(&self, area: Span) -> (Span, Option<Span>) {
        match scalar::comment_start(area.of(self.source)) {
            Some(mark) => {
                let mark = area.start.saturating_add(mark);
                (Span::new(area.start, mark).trim(self.source), Some(Span::new(mark, area.end)))
            }
            None => (area, None),
        }
    }

    fn block_text(&mut self, row: Row, area: Span, indent: usize) -> Option<Read> {
        let (value_span, comment) = self.split_comment(area);
        let header = Header::read(value_span.of(self.source))?;
        let start = row.line.full().end;
        let mut end = start;
        while let Some(row) = self.row()
            && (row.kind == RowKind::Blank || row.indent > indent)
        {
            // Blank lines behind the text are part of it only where the header keeps them.
            if row.kind != RowKind::Blank || header.keeps_blank_lines() {
                end = row.line.full().end;
            }
            self.advance();
        }
        let below = Span::new(start, end);
        let content = Content::Text(header.text(self.source, below, indent));
        Some(Read { value_span, comment, below, style: Style::BlockText, content })
    }

    /// Reads a quoted text, over indented lines below when it is not closed on its own.
    fn quoted(&mut self, area: Span, indent: usize) -> Option<Read> {
        let first_row = self.at;
        let quoted = match scalar::quoted(area.of(self.source)) {
            Some(quoted) => quoted,
            None => {
                while self.row().is_some_and(|row| row.kind == RowKind::Blank || row.indent > indent) {
                    self.advance();
                }
                let end = self.rows.get(..self.at)?.last()?.line.content.end;
                let found = scalar::quoted(Span::new(area.start, end.max(area.end)).of(self.source));
                self.at = first_row;
                found?
            }
        };
        let value_span = Span::new(area.start, area.start.saturating_add(quoted.length));
        let comment = self.behind(value_span.end)?;
        self.pass(value_span.end);
        let double = value_span.of(self.source).starts_with(b"\"");
        let style = if double { Style::DoubleQuoted } else { Style::SingleQuoted };
        let content = Content::Text(quoted.text);
        Some(Read { value_span, comment, below: Span::at(value_span.end), style, content })
    }

    fn flow(&mut self, area: Span, indent: usize, name: Option<&str>) -> Option<Read> {
        let flow = flow::read(self.source, area)
            .or_else(|| flow::read(self.source, Span::new(area.start, self.flow_limit(indent)?)));
        let behind = flow.as_ref().map(|flow| (flow.end, self.behind(flow.end)));
        if let Some((end, None)) = behind
            && end <= area.end
        {
            return None;
        }
        // Text behind a bracket that is closed on a later line: whichever line is changed, the rest would mean something else.
        let (Some(flow), Some((_, Some(comment)))) = (flow, behind) else {
            let key = name.unwrap_or_default().to_owned();
            self.report(ProblemKind::UnclosedBracket { key }, area);
            return None;
        };
        let value_span = Span::new(area.start, flow.end);
        self.pass(value_span.end);
        let style = if matches!(flow.content, Content::Map(_)) { Style::FlowMap } else { Style::FlowList };
        Some(Read { value_span, comment, below: Span::at(value_span.end), style, content: flow.content })
    }

    /// Offset behind the last line that a bracket opened here may go on to: indented lines, and lines that are no entry. `None` when
    /// there is no such line.
    fn flow_limit(&self, indent: usize) -> Option<usize> {
        let rest = self.rows.get(self.at..).unwrap_or_default();
        let goes_on = |row: &&Row| {
            let begins = || is_item(row.text.of(self.source)) || key(self.source, row.text).is_some();
            row.kind != RowKind::Text || row.indent > indent || !begins()
        };
        rest.iter().take_while(goes_on).last().map(|row| row.line.content.end)
    }

    /// The comment behind a closed value that ends at `end`; `None` when other text stands there, so that the value is plain text.
    fn behind(&self, end: usize) -> Option<Option<Span>> {
        let index = self.rows.partition_point(|row| row.line.content.end < end);
        let line_end = self.rows.get(index)?.line.content.end;
        let rest = Span::new(end, line_end).trim(self.source);
        let bytes = rest.of(self.source);
        if bytes.is_empty() {
            return Some(None);
        }
        (bytes.starts_with(b"#") && rest.start > end).then_some(Some(rest))
    }

    /// Goes on behind the row on which `end` lies.
    fn pass(&mut self, end: usize) {
        let index = self.rows.partition_point(|row| row.line.content.end < end);
        self.at = self.at.max(index.saturating_add(1));
    }

    /// Reads what stands below a key or list marker that has nothing behind it.
    fn below(
        &mut self,
        row: Row,
        from: usize,
        indent: usize,
        depth: usize,
        name: Option<&str>,
        comment: Option<Span>,
    ) -> Read {
        let start = row.line.full().end;
        let empty = Read {
            value_span: Span::at(from),
            comment,
            below: Span::at(start),
            style: Style::Empty,
            content: Content::Null,
        };
        let Some(next) = self.next_text().filter(|_| depth < MAX_DEPTH) else { return empty };
        let item = is_item(next.text.of(self.source));
        // Items may stand at the indentation of their key, but not at that of the list item they would belong to.
        let (style, content) = if item && (next.indent > indent || (next.indent == indent && name.is_some()))
        {
            (Style::BlockList, Content::List(self.items(next.indent, depth.saturating_add(1))))
        } else if next.indent <= indent {
            return empty;
        } else if key(self.source, next.text).is_some() {
            (Style::BlockMap, Content::Map(self.entries(next.indent, depth.saturating_add(1), name)))
        } else {
            (Style::IndentedText, self.indented_text(indent))
        };
        let end = self.last_text_end(start);
        let below = Span::new(start, end);
        let content =
            if style == Style::IndentedText { Content::Text(joined(self.source, below)) } else { content };
        Read { below, style, content, ..empty }
    }

    fn indented_text(&mut self, indent: usize) -> Content {
        while self.row().is_some_and(|row| row.kind != RowKind::Text || row.indent > indent) {
            self.advance();
        }
        Content::Null
    }

    /// Offset behind the last row of text that was passed.
    fn last_text_end(&self, start: usize) -> usize {
        let passed = self.rows.get(..self.at).unwrap_or_default();
        let last = passed.iter().rev().find(|row| row.kind == RowKind::Text);
        last.map_or(start, |row| row.line.full().end).max(start)
    }

    /// Reads the list items that are indented by `indent`.
    fn items(&mut self, indent: usize, depth: usize) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        while let Some(row) = self.row() {
            if row.kind != RowKind::Text {
                let next = self.next_text();
                if next.is_none_or(|next| next.indent < indent || !self.goes_on(&next, indent)) {
                    break;
                }
                self.advance();
            } else if row.indent == indent && is_item(row.text.of(self.source)) {
                items.push(self.item(row, indent, depth));
            } else if row.indent > indent {
                self.report(ProblemKind::UnreadLine, row.text);
                self.advance();
            } else {
                break;
            }
        }
        items
    }

    fn goes_on(&self, row: &Row, indent: usize) -> bool {
        row.indent > indent || is_item(row.text.of(self.source))
    }

    fn item(&mut self, row: Row, indent: usize, depth: usize) -> Item {
        let marker_end = row.text.start.saturating_add(1);
        let text = Span::new(marker_end, row.text.end).trim(self.source);
        let nested = !text.is_empty() && depth < MAX_DEPTH;
        let is_list = nested && is_item(text.of(self.source));
        if is_list || (nested && key(self.source, text).is_some()) {
            // The text behind the marker is read as a line of its own, at the column it stands at.
            let column = text.start.saturating_sub(row.line.content.start);
            if let Some(place) = self.rows.get_mut(self.at) {
                *place = Row { indent: column, text, ..row };
            }
            let content = if is_list {
                Content::List(self.items(column, depth.saturating_add(1)))
            } else {
                Content::Map(self.entries(column, depth.saturating_add(1), None))
            };
            let end = self.last_text_end(text.end);
            return Item { span: Span::new(text.start, end), content };
        }
        self.advance();
        let read = self.value(row, marker_end, indent, depth, None);
        let start = if read.value_span.is_empty() { text.start } else { read.value_span.start };
        Item { span: Span::new(start, read.value_span.end.max(read.below.end)), content: read.content }
    }
}
