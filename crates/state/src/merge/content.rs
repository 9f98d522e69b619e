//! The merge of a section's content: the skeleton of its lines, and in its slots what is known by key (contract 6.6 to 6.8).

use std::collections::HashMap;

use super::choice::{Side, Three};
use super::known::{Groups, Known};
use super::markers::{ConflictKind, Open, Piece, borrowed};
use super::merger::Merger;
use super::order::merged_order;
use super::row::{TableRow, TableRows};
use super::skeleton::{Part, Slot, merge_tokens};
use super::text::folded;
use super::token::{EntryContent, KeyedLine, ListEntry, Token};
use crate::phase_id::PhaseId;

/// Where content stands, as far as it matters to what is merged in it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surroundings<'s> {
    /// The phase of the section, in ROADMAP.md.
    pub(super) phase: Option<&'s PhaseId>,
    /// Whether the section is one of Performance Metrics.
    pub(super) is_metrics: bool,
}

/// What stands under the keys of a section, and what becomes of each.
struct Keyed<'k, 't> {
    entries: Known<'k, ListEntry<'t>>,
    merged_entries: HashMap<String, Vec<Piece<'t>>>,
    tables: HashMap<String, KeyedRows<'k, 't>>,
    lines: Known<'k, KeyedLine<'t>>,
    has_real_item: bool,
}

struct KeyedRows<'k, 't> {
    rows: Known<'k, TableRow<'t>>,
    merged: HashMap<String, Piece<'t>>,
    has_real_row: bool,
}

/// The pieces of one content, blank lines kept in order.
struct Pieces<'t> {
    pieces: Vec<Piece<'t>>,
    /// A blank line is wanted before whatever comes next.
    wants_blank: bool,
    /// Nothing came of the last slot: the blank line behind it is that in front of it.
    is_gone: bool,
}

impl<'t> Pieces<'t> {
    fn push(&mut self, piece: Piece<'t>) {
        let ends_blank = self.pieces.last().is_none_or(Piece::is_blank);
        if piece.is_blank() {
            if !(self.is_gone && ends_blank) {
                self.pieces.push(piece);
            }
            self.wants_blank = false;
            return;
        }
        if self.wants_blank && !ends_blank {
            self.pieces.push(Piece::line(b""));
        }
        self.pieces.push(piece);
        (self.wants_blank, self.is_gone) = (false, false);
    }
}

impl Merger<'_> {
    /// Merges the content of one section, or of one bullet.
    pub(super) fn content<'t>(
        &mut self,
        tokens: Three<&[Token<'t>]>,
        around: Surroundings<'_>,
    ) -> Vec<Piece<'t>> {
        let keyed = self.keyed(tokens, around);
        let mut out = Pieces { pieces: Vec::new(), wants_blank: false, is_gone: false };
        for part in merge_tokens(tokens) {
            match part {
                Part::SoftBlank => out.wants_blank = true,
                Part::Line(side, place) => {
                    if let Some(Token::Blank(line) | Token::Prose(line)) = tokens.of(side).get(place) {
                        out.push(Piece::line(line));
                    }
                }
                Part::Conflict(places) => out.push(Piece::Conflict(prose_conflict(tokens, &places))),
                Part::Slot(slot) => {
                    let pieces = self.slot(tokens, slot, &keyed, around);
                    out.is_gone |= pieces.is_empty();
                    pieces.into_iter().for_each(|piece| out.push(piece));
                }
            }
        }
        while out.pieces.last().is_some_and(Piece::is_blank) {
            out.pieces.pop();
        }
        out.pieces
    }

    fn keyed<'k, 't>(&mut self, tokens: Three<&'k [Token<'t>]>, around: Surroundings<'_>) -> Keyed<'k, 't> {
        let entries = Known::new(tokens.map(lists), entry_key, entry_text);
        let mut merged_entries = HashMap::new();
        let mut has_real_item = false;
        for key in entries.all_keys() {
            let versions = entries.versions(key);
            let pieces = self.entry(versions, around);
            let is_real = [versions.ours, versions.theirs].into_iter().flatten().any(is_real_item);
            has_real_item |= is_real && !pieces.is_empty();
            merged_entries.insert(key.to_owned(), pieces);
        }
        let heads: Vec<&String> = [tokens.ours, tokens.theirs]
            .into_iter()
            .flatten()
            .filter_map(|token| if let Token::Table(table) = token { Some(&table.head) } else { None })
            .collect();
        let mut all: HashMap<String, KeyedRows<'k, 't>> = HashMap::new();
        for head in heads {
            if !all.contains_key(head) {
                let rows = self.rows(tokens, head, around);
                has_real_item |= rows.has_real_row;
                all.insert(head.clone(), rows);
            }
        }
        let lines = Known::new(tokens.map(label_lines), |line| &line.label, |line| &line.label);
        Keyed { entries, merged_entries, tables: all, lines, has_real_item }
    }

    fn rows<'k, 't>(
        &mut self,
        tokens: Three<&'k [Token<'t>]>,
        head: &str,
        around: Surroundings<'_>,
    ) -> KeyedRows<'k, 't> {
        let rows = Known::new(tokens.map(|side| rows_below(side, head)), |row| &row.key, |row| &row.whole);
        let columns = [tokens.ours, tokens.theirs]
            .into_iter()
            .flatten()
            .find_map(|token| table_of(token).filter(|table| table.head == head))
            .map(|table| table.columns)
            .unwrap_or_default();
        let (mut merged, mut has_real_row) = (HashMap::new(), false);
        for key in rows.all_keys() {
            let versions = rows.versions(key);
            if let Some(piece) = self.row(versions, columns, around) {
                let versions = [versions.ours, versions.theirs];
                has_real_row |=
                    versions.into_iter().flatten().any(|row| !row.is_dashes() && row.position.is_none());
                merged.insert(key.to_owned(), piece);
            }
        }
        KeyedRows { rows, merged, has_real_row }
    }

    fn slot<'t>(
        &mut self,
        tokens: Three<&[Token<'t>]>,
        slot: Slot,
        keyed: &Keyed<'_, 't>,
        around: Surroundings<'_>,
    ) -> Vec<Piece<'t>> {
        let (ours, theirs) = (
            slot.ours.and_then(|place| tokens.ours.get(place)),
            slot.theirs.and_then(|place| tokens.theirs.get(place)),
        );
        match ours.or(theirs) {
            Some(Token::Position(_)) => {
                let leading = match self.rules.leading {
                    Side::Ours => ours,
                    Side::Theirs => theirs,
                };
                let Some(Token::Position(position)) = leading else { return Vec::new() };
                position.lines.iter().map(|line| Piece::line(line)).collect()
            }
            Some(Token::List(_)) => list_pieces(slot, keyed),
            Some(Token::Table(table)) => table_pieces(slot, table, keyed),
            Some(Token::Keyed(_)) => {
                let (of_ours, of_theirs) = keyed.lines.keys_of(slot.ours, slot.theirs);
                // A line that ours has too stands at ours' place.
                let only_theirs = of_theirs.iter().filter(|key| !keyed.lines.is_in_ours(key));
                let keys = of_ours.iter().chain(only_theirs);
                keys.flat_map(|key| self.label_line(keyed.lines.versions(key), around)).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn lists<'k, 't>(tokens: &'k [Token<'t>]) -> Groups<'k, ListEntry<'t>> {
    let list = |(place, token): (usize, &'k Token<'t>)| match token {
        Token::List(entries) => Some((place, entries.iter().collect())),
        _ => None,
    };
    tokens.iter().enumerate().filter_map(list).collect()
}

fn label_lines<'k, 't>(tokens: &'k [Token<'t>]) -> Groups<'k, KeyedLine<'t>> {
    let line = |(place, token): (usize, &'k Token<'t>)| match token {
        Token::Keyed(line) => Some((place, vec![line])),
        _ => None,
    };
    tokens.iter().enumerate().filter_map(line).collect()
}

fn table_of<'k, 't>(token: &'k Token<'t>) -> Option<&'k TableRows<'t>> {
    if let Token::Table(table) = token { Some(table) } else { None }
}

fn rows_below<'k, 't>(tokens: &'k [Token<'t>], head: &str) -> Groups<'k, TableRow<'t>> {
    let tables = tokens.iter().enumerate().filter_map(|(place, token)| Some((place, table_of(token)?)));
    tables
        .filter(|(_, table)| table.head == head)
        .map(|(place, table)| (place, table.rows.iter().collect()))
        .collect()
}

/// All placeholders are one entry.
fn entry_key<'e>(entry: &'e ListEntry<'_>) -> &'e str {
    match &entry.content {
        EntryContent::Placeholder(_) => "placeholder",
        EntryContent::Bullet(bullet) => &bullet.key,
    }
}

fn entry_text<'e>(entry: &'e ListEntry<'_>) -> &'e str {
    match &entry.content {
        EntryContent::Placeholder(_) => "placeholder",
        EntryContent::Bullet(bullet) => &bullet.text_key,
    }
}

fn is_real_item(entry: &ListEntry<'_>) -> bool {
    matches!(&entry.content, EntryContent::Bullet(bullet) if bullet.is_listed())
}

fn is_placeholder(entry: Option<&ListEntry<'_>>) -> bool {
    entry.is_some_and(|entry| matches!(entry.content, EntryContent::Placeholder(_)))
}

fn list_pieces<'t>(slot: Slot, keyed: &Keyed<'_, 't>) -> Vec<Piece<'t>> {
    let entries = &keyed.entries;
    let (ours, theirs) = entries.keys_of(slot.ours, slot.theirs);
    // Where something is listed placeholders go, and nothing stands in front of them or behind.
    let stays = |key: &&String| {
        let versions = entries.versions(key);
        !(keyed.has_real_item && is_placeholder(versions.ours.or(versions.theirs)))
    };
    let ours: Vec<String> = ours.iter().filter(stays).cloned().collect();
    let theirs: Vec<String> = theirs.iter().filter(stays).cloned().collect();
    let gap_of = |key: &str| {
        let versions = entries.versions(key);
        versions.ours.or(versions.theirs).map_or(0, |entry| entry.gap)
    };
    let firsts: Vec<&String> = [ours.first(), theirs.first()].into_iter().flatten().collect();
    let usual = ours.get(1).or(theirs.get(1)).map_or(0, |key| gap_of(key));
    let mut pieces = Vec::new();
    for key in merged_order(&entries.of_base, &ours, &theirs, |key| entries.is_in_ours(key)) {
        let entry = keyed.merged_entries.get(&key).filter(|entry| !entry.is_empty());
        let Some(entry) = entry else { continue };
        if !pieces.is_empty() {
            let gap = if firsts.contains(&&key) { usual } else { gap_of(&key) };
            pieces.extend(std::iter::repeat_n(Piece::line(b""), gap));
        }
        pieces.extend(entry.iter().cloned());
    }
    pieces
}

fn table_pieces<'t>(slot: Slot, table: &TableRows<'t>, keyed: &Keyed<'_, 't>) -> Vec<Piece<'t>> {
    let Some(known) = keyed.tables.get(&table.head) else { return Vec::new() };
    let (ours, theirs) = known.rows.keys_of(slot.ours, slot.theirs);
    let order = merged_order(&known.rows.of_base, ours, theirs, |key| known.rows.is_in_ours(key));
    let rows = order.iter().filter_map(|key| {
        let versions = known.rows.versions(key);
        let is_empty = versions.ours.or(versions.theirs).is_some_and(TableRow::is_dashes);
        known.merged.get(key).filter(|_| !(is_empty && known.has_real_row)).cloned()
    });
    let rows: Vec<Piece<'t>> = rows.collect();
    if rows.is_empty() && !slot.is_kept {
        return Vec::new();
    }
    [Piece::line(table.header), Piece::line(table.rule)].into_iter().chain(rows).collect()
}

fn prose_conflict<'t>(tokens: Three<&[Token<'t>]>, places: &Three<Vec<usize>>) -> Open<'t> {
    let lines = |tokens: &[Token<'t>], places: &[usize]| -> Vec<&'t [u8]> {
        let line = |place: &usize| match tokens.get(*place) {
            Some(Token::Blank(line) | Token::Prose(line)) => Some(*line),
            _ => None,
        };
        places.iter().filter_map(line).collect()
    };
    let ours = lines(tokens.ours, &places.ours);
    let theirs = lines(tokens.theirs, &places.theirs);
    Open {
        kind: ConflictKind::Prose,
        what: ours.first().or(theirs.first()).map(|line| folded(line)).unwrap_or_default(),
        base: borrowed(&lines(tokens.base, &places.base)),
        ours: borrowed(&ours),
        theirs: borrowed(&theirs),
    }
}
