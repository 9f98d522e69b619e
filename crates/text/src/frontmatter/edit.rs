//! Changes as a patch (6.2): values in place, new keys at their place of the canonical order, keys that go with their lines.
//! A value that does not change keeps its bytes.

use super::Frontmatter;
use super::absorbed;
use super::change::{Action, Change, KeyChange, NewKey, Order, flow_map, new_keys, tree};
use super::entry::{Entry, Style};
use super::problem::{Problem, ProblemKind};
use super::written::NewValue;
use crate::encoding::content_start;
use crate::lines::{insert_lines, lines_in};
use crate::patch::{Edit, Patch, PatchError};
use crate::span::Span;
use std::collections::HashSet;
use std::fmt;

/// Why no patch could be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The block cannot be read (reason `frontmatter_unparseable`).
    Unreadable(Problem),
    /// One change names a key inside the value of another.
    Contradiction {
        /// The key of the later change.
        path: String,
    },
    /// Two changes want the same bytes.
    Overlap(PatchError),
}

impl fmt::Display for EditError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(problem) => problem.kind.fmt(out),
            Self::Contradiction { path } => {
                write!(out, "`{path}` is changed together with a value it is a part of")
            }
            Self::Overlap(overlap) => overlap.fmt(out),
        }
    }
}

impl std::error::Error for EditError {}

impl Frontmatter {
    /// The patch that makes all `changes`. `order` is the canonical order of keys; those inside maps stand in it in dotted form.
    /// Of several changes to one key the last counts. A file without a block gets one.
    ///
    /// # Errors
    /// [`EditError`] when the block cannot be read, or the changes contradict each other.
    pub fn edit<O: AsRef<str>>(
        &self,
        source: &[u8],
        changes: &[Change],
        order: &[O],
    ) -> Result<Patch, EditError> {
        if let Some(problem) = self.refusal() {
            return Err(EditError::Unreadable(problem.clone()));
        }
        if changes.is_empty() {
            return Ok(Patch::new());
        }
        let changes = tree(changes, self.entries()).map_err(|path| EditError::Contradiction { path })?;
        let mut editor = Editor { source, order: Order::new(order), edits: Vec::new() };
        match self.block() {
            Some(block) => {
                let front = editor.front(self, block.content);
                editor.block_map(self.entries(), &changes, front, b"");
            }
            None => editor.new_block(&changes),
        }
        Patch::from_edits(editor.edits).map_err(EditError::Overlap)
    }
}

struct Editor<'s> {
    source: &'s [u8],
    order: Order<'s>,
    edits: Vec<Edit>,
}

impl Editor<'_> {
    /// A block at the start of a file without one, behind a byte-order mark; then a blank line if the body does not begin with one.
    fn new_block(&mut self, changes: &[KeyChange]) {
        let keys = new_keys(changes, &self.order);
        if keys.is_empty() {
            return;
        }
        let start = content_start(self.source);
        let first = lines_in(self.source, Span::new(start, self.source.len())).next();
        let blank = first.is_some_and(|line| !line.is_blank(self.source)).then(Vec::new);
        let fence = || super::block::FENCE.to_vec();
        let entries = keys.iter().flat_map(|key| key.lines(b""));
        let lines = std::iter::once(fence()).chain(entries).chain([fence()]).chain(blank);
        self.edits.push(insert_lines(self.source, start, lines));
    }

    /// Where a key in front of all others stands: at the start of `content`, but behind lines there that are no entry, which would
    /// become a part of it.
    fn front(&self, frontmatter: &Frontmatter, content: Span) -> usize {
        let first = frontmatter.entries().first().map_or(content.end, |entry| entry.span.start);
        let unread = frontmatter.problems().iter().filter(|problem| problem.kind == ProblemKind::UnreadLine);
        let last = unread.take_while(|problem| problem.span.end <= first).last();
        last.map_or(content.start, |problem| self.line_behind(problem.span.end))
    }

    /// Changes in a map of lines, whose first line begins at `front`; whether it holds anything afterwards.
    fn block_map(&mut self, entries: &[Entry], changes: &[KeyChange], front: usize, indent: &[u8]) -> bool {
        let removed = removed(changes);
        let mut is_left = entries.iter().any(|entry| !removed.contains(entry.key.as_str()));
        self.remove_lines(entries, &removed);
        let kept = self.kept(entries, &removed, changes);
        for key in self.change_present(entries, changes, false) {
            let anchor = self.anchor(&kept, &key);
            let offset = anchor.map_or(front, |entry| entry.span.end);
            self.edits.push(insert_lines(self.source, offset, key.lines(indent)));
            is_left = true;
        }
        is_left
    }

    /// Deletes entries with their lines, and with those below them that the entry in front would take in.
    fn remove_lines(&mut self, entries: &[Entry], removed: &HashSet<&str>) {
        let is_removed = |entry: &Entry| removed.contains(entry.key.as_str());
        let mut before = None;
        for run in entries.chunk_by(|one, other| is_removed(one) == is_removed(other)) {
            if !run.first().is_some_and(is_removed) {
                before = run.last();
                continue;
            }
            let own = || run.iter().map(|entry| entry.span.end).collect();
            let ends: Vec<usize> = before.map_or_else(own, |before| absorbed::ends(self.source, before, run));
            let spans = run.iter().zip(ends).map(|(entry, end)| Span::new(entry.span.start, end));
            self.edits.extend(spans.map(Edit::delete));
        }
    }

    /// Changes in a map `{…}`, the value of `parent`.
    fn flow_map(&mut self, parent: &Entry, changes: &[KeyChange]) {
        let entries = parent.children();
        let removed = removed(changes);
        let kept: Vec<bool> = entries.iter().map(|entry| !removed.contains(entry.key.as_str())).collect();
        self.remove_from_flow(entries, &kept);
        let none_kept = !kept.contains(&true);
        let front =
            entries.first().map_or(parent.value_span.start.saturating_add(1), |entry| entry.span.start);
        let places = self.kept(entries, &removed, changes);
        let mut separator = if none_kept { "" } else { ", " };
        for key in self.change_present(entries, changes, true) {
            let anchor = self.anchor(&places, &key);
            let text = key.in_flow();
            let edit = match anchor {
                Some(entry) => Edit::insert(entry.span.end, format!(", {text}")),
                None if none_kept => Edit::insert(front, format!("{separator}{text}")),
                None => Edit::insert(front, format!("{text}, ")),
            };
            separator = ", ";
            self.edits.push(edit);
        }
    }

    /// Deletes runs of entries with the comma that separates them from what is kept.
    fn remove_from_flow(&mut self, entries: &[Entry], kept: &[bool]) {
        let mut pairs = entries.iter().zip(kept).peekable();
        let mut before: Option<&Entry> = None;
        while let Some((entry, kept)) = pairs.next() {
            if *kept {
                before = Some(entry);
                continue;
            }
            let mut last = entry;
            while let Some((next, _)) = pairs.next_if(|(_, kept)| !**kept) {
                last = next;
            }
            let span = match (pairs.peek(), before) {
                (Some((next, _)), _) => Span::new(entry.span.start, next.span.start),
                (None, Some(before)) => Span::new(before.span.end, last.span.end),
                (None, None) => Span::new(entry.span.start, last.span.end),
            };
            self.edits.push(Edit::delete(span));
        }
    }

    /// Makes the changes to keys that are there, and gives those that are not, in canonical order.
    fn change_present<'c>(
        &mut self,
        entries: &[Entry],
        changes: &'c [KeyChange],
        in_flow: bool,
    ) -> Vec<NewKey<'c>> {
        let mut missing = Vec::new();
        for change in changes {
            let Some(entry) = entries.iter().rev().find(|entry| entry.key == change.key) else {
                missing.extend(change.new_key(&self.order));
                continue;
            };
            match &change.action {
                Action::Remove => {}
                Action::Set(value) => self.set(entry, value, in_flow),
                Action::Within(inner) => self.change_within(entry, inner, in_flow),
            }
        }
        missing.sort_by_key(|key| self.order.place(key.path));
        missing
    }

    fn change_within(&mut self, entry: &Entry, inner: &[KeyChange], in_flow: bool) {
        match entry.style {
            Style::FlowMap => self.flow_map(entry, inner),
            Style::BlockMap => {
                let first = entry.children().first();
                let indent =
                    first.map_or(Span::at(0), |child| Span::new(child.span.start, child.key_span.start));
                let is_left =
                    self.block_map(entry.children(), inner, entry.below.start, indent.of(self.source));
                // Lines that were no part of the map would become its value.
                if !is_left && entry.span.end > entry.below.end {
                    self.replace_value(entry, "{}");
                }
            }
            _ => self.replace_by_map(entry, inner, in_flow),
        }
    }

    /// What is no map becomes one; further lines below the old value go with it, since they would become a part of the new one.
    fn replace_by_map(&mut self, entry: &Entry, inner: &[KeyChange], in_flow: bool) {
        let keys = new_keys(inner, &self.order);
        if keys.is_empty() {
            return;
        }
        if in_flow {
            self.replace_value(entry, &flow_map(&keys));
            return;
        }
        self.edits.push(Edit::delete(Span::new(entry.colon_end, entry.value_span.end)));
        let offset = self.line_behind(entry.comment.map_or(entry.value_span.end, |comment| comment.end));
        let indent = Span::new(entry.span.start, entry.key_span.start).of(self.source);
        let deeper = [indent, b"  "].concat();
        let lines = keys.iter().flat_map(|key| key.lines(&deeper));
        self.edits.push(insert_lines(self.source, offset, lines));
        self.delete(Span::new(offset, entry.span.end));
    }

    fn set(&mut self, entry: &Entry, value: &NewValue, in_flow: bool) {
        if entry.value() == value.value() {
            return;
        }
        let text = if in_flow { value.written_in_flow() } else { value.written() };
        self.replace_value(entry, &text);
        self.delete(entry.below);
    }

    fn replace_value(&mut self, entry: &Entry, text: &str) {
        let before = Span::new(entry.key_span.end, entry.colon_end).of(self.source);
        let glue = match (entry.value_span.is_empty(), before.ends_with(b":")) {
            (false, _) => "",
            (true, true) => " ",
            (true, false) => ": ",
        };
        self.edits.push(Edit::replace(entry.value_span, format!("{glue}{text}")));
    }

    fn delete(&mut self, span: Span) {
        if !span.is_empty() {
            self.edits.push(Edit::delete(span));
        }
    }

    /// The entries of the map that `changes` are about which stay, each with its place in the canonical order.
    fn kept<'e>(
        &self,
        entries: &'e [Entry],
        removed: &HashSet<&str>,
        changes: &[KeyChange],
    ) -> Vec<(usize, &'e Entry)> {
        let prefix = Prefix::of(changes);
        let kept = entries.iter().filter(|entry| !removed.contains(entry.key.as_str()));
        kept.map(|entry| (self.order.place(&prefix.path(&entry.key)), entry)).collect()
    }

    /// The entry of `kept` behind which a new key stands: the nearest that precedes it in the canonical order; behind a key that the
    /// order does not name, the last of all.
    fn anchor<'e>(&self, kept: &[(usize, &'e Entry)], key: &NewKey<'_>) -> Option<&'e Entry> {
        let place = self.order.place(key.path);
        let nearest = match place {
            usize::MAX => kept.last(),
            _ => kept.iter().filter(|(other, _)| *other < place).max_by_key(|(other, _)| *other),
        };
        nearest.map(|(_, entry)| *entry)
    }

    /// Offset behind the line that `offset` lies on.
    fn line_behind(&self, offset: usize) -> usize {
        let line = lines_in(self.source, Span::new(offset, self.source.len())).next();
        line.map_or(offset, |line| line.full().end)
    }
}

fn removed(changes: &[KeyChange]) -> HashSet<&str> {
    changes
        .iter()
        .filter(|change| change.action == Action::Remove)
        .map(|change| change.key.as_str())
        .collect()
}

/// The keys of the maps around a map, with the dot behind them.
#[derive(Clone, Copy)]
struct Prefix<'c>(&'c str);

impl<'c> Prefix<'c> {
    /// That of the map that `changes` are about.
    fn of(changes: &'c [KeyChange]) -> Self {
        let prefix = changes.first().and_then(|change| change.path.strip_suffix(change.key.as_str()));
        Self(prefix.unwrap_or_default())
    }

    fn path(self, key: &str) -> String {
        [self.0, key].concat()
    }
}
