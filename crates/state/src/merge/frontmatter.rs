//! The merge of the frontmatter: groups of keys, each by its own rule (contract 6.4, 6.10).

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use cairn_text::frontmatter::{Change, NewValue, Value};

use super::Kind;
use super::choice::{Choice, Three};
use super::frontmatter_block::{BlockEntry, EntryBlock};
use super::frontmatter_order::entry_order;
use super::markers::{ConflictKind, LineText, Open, Piece, borrowed};
use super::merger::Rules;
use super::side_text::SideText;
use super::stamp::moment;
use super::text::{folded, is_blank};
use crate::derive::number_of;
use crate::schema::{Key, PROGRESS, canonical_paths, counter_order, key_named};

/// The line around a block.
pub(super) const FENCE: &[u8] = b"---";

/// How the versions of one entry are decided.
enum Rule {
    /// From the side that leads, or absent.
    Leading,
    /// The later instant.
    Later,
    /// Only when both sides have the same.
    Same,
    /// Ours, else theirs.
    OursFirst,
    /// The map of counters, entry by entry.
    Counters,
    ThreeWay,
}

/// Merges the blocks; nothing when no side has one.
pub(super) fn merge_frontmatter<'t>(
    sides: Three<Option<&SideText<'t>>>,
    rules: &Rules<'_>,
) -> Vec<Piece<'t>> {
    let blocks = sides.map(|side| side.and_then(|side| EntryBlock::of(&side.document)));
    let present = blocks.as_ref().map(Option::is_some);
    let blocks = blocks.map(Option::unwrap_or_default);
    let content = merge_entries(blocks.as_ref(), rules);
    let is_there = match present.choose() {
        Choice::Theirs => present.theirs,
        Choice::Ours | Choice::Conflict => present.ours,
    };
    if content.is_empty() && !is_there {
        return Vec::new();
    }
    let closing = |side: Option<&SideText<'t>>| {
        let document = &side?.document;
        let closing = document.frontmatter().block()?.closing?;
        Some(closing.content.of(document.source()))
    };
    let last = closing(sides.ours).or_else(|| closing(sides.theirs)).unwrap_or(FENCE);
    [Piece::line(FENCE)].into_iter().chain(content).chain([Piece::line(last)]).collect()
}

fn merge_entries<'t>(blocks: Three<&EntryBlock<'t>>, rules: &Rules<'_>) -> Vec<Piece<'t>> {
    let by_key = blocks.map(|block| -> HashMap<&str, &BlockEntry<'t>> {
        block.entries.iter().map(|entry| (entry.key.as_str(), entry)).collect()
    });
    let notes = Notes::of(blocks);
    let indent = blocks.ours.entries.first().or(blocks.theirs.entries.first()).map(indent_of);
    let mut pieces = Vec::new();
    let mut waiting: Vec<LineText<'t>> = Vec::new();
    for key in entry_order(blocks, rules.kind) {
        let versions = by_key.as_ref().map(|side| side.get(key).copied());
        let above = versions.map(|entry| entry.map(|entry| entry.above.as_slice()).unwrap_or_default());
        let kept = notes.kept(above.ours, above.theirs);
        let merged = merge_entry(versions, rules, indent);
        if merged.is_empty() {
            // Comments of an entry that goes stand above the next one.
            waiting.extend(kept.into_iter().filter(|line| !is_blank(line)));
            continue;
        }
        pieces.extend(waiting.drain(..).chain(kept).map(Piece::Line));
        pieces.extend(merged);
    }
    let tail = notes.kept(&blocks.ours.tail, &blocks.theirs.tail);
    pieces.extend(waiting.into_iter().chain(tail).map(Piece::Line));
    pieces
}

/// Comment lines, which are known by their text.
struct Notes {
    base: HashSet<String>,
    ours: HashSet<String>,
    theirs: HashSet<String>,
}

impl Notes {
    fn of(blocks: Three<&EntryBlock<'_>>) -> Self {
        let Three { base, ours, theirs } = blocks.map(|block| block.notes().map(folded).collect());
        Self { base, ours, theirs }
    }

    /// What is left of the lines above an entry: ours that theirs did not remove, then what theirs added.
    fn kept<'t>(&self, ours: &[&'t [u8]], theirs: &[&'t [u8]]) -> Vec<LineText<'t>> {
        let stays = |line: &&&'t [u8]| {
            let text = folded(line);
            is_blank(line) || self.theirs.contains(&text) || !self.base.contains(&text)
        };
        let is_new = |line: &&&'t [u8]| {
            let text = folded(line);
            !is_blank(line) && !self.ours.contains(&text) && !self.base.contains(&text)
        };
        let kept = ours.iter().filter(stays).chain(theirs.iter().filter(is_new));
        kept.map(|line| Cow::Borrowed(*line)).collect()
    }
}

fn rule_of(name: &str, kind: Kind) -> Rule {
    if kind != Kind::State {
        return Rule::ThreeWay;
    }
    match key_named(name) {
        _ if name == PROGRESS => Rule::Counters,
        Some(Key::LastUpdated) => Rule::Later,
        Some(Key::StateHead) => Rule::Same,
        Some(Key::Version) => Rule::OursFirst,
        // What is left of the schema are the position, and the counters below `progress`.
        Some(_) => Rule::Leading,
        None => Rule::ThreeWay,
    }
}

fn merge_entry<'t>(
    versions: Three<Option<&BlockEntry<'t>>>,
    rules: &Rules<'_>,
    indent: Option<usize>,
) -> Vec<Piece<'t>> {
    let Some(any) = versions.ours.or(versions.theirs) else { return Vec::new() };
    let leading = *versions.of(rules.leading);
    let chosen = match rule_of(&any.name, rules.kind) {
        Rule::Leading => leading,
        Rule::OursFirst => Some(any),
        Rule::Later => {
            let at = |entry: Option<&BlockEntry<'t>>| moment(entry?.entry.text()?);
            match at(versions.ours).cmp(&at(versions.theirs)) {
                std::cmp::Ordering::Greater => versions.ours,
                std::cmp::Ordering::Less => versions.theirs,
                std::cmp::Ordering::Equal => leading.or(Some(any)),
            }
        }
        Rule::Same => {
            let value = |entry: Option<&BlockEntry<'t>>| entry.map(|entry| entry.entry.value());
            versions.ours.filter(|_| value(versions.ours) == value(versions.theirs))
        }
        Rule::Counters => return merge_counters(versions, rules),
        Rule::ThreeWay => return three_way(versions, indent),
    };
    chosen.map(|entry| lines_at(entry, indent)).unwrap_or_default()
}

fn three_way<'t>(versions: Three<Option<&BlockEntry<'t>>>, indent: Option<usize>) -> Vec<Piece<'t>> {
    let lines = versions.map(|entry| entry.map(|entry| &entry.lines));
    match lines.choose() {
        Choice::Ours => versions.ours.map(|entry| lines_at(entry, indent)).unwrap_or_default(),
        Choice::Theirs => versions.theirs.map(|entry| lines_at(entry, indent)).unwrap_or_default(),
        Choice::Conflict => {
            let what = versions.ours.or(versions.theirs).map(|entry| entry.name.clone()).unwrap_or_default();
            let lines = lines.map(|lines| lines.map(|lines| borrowed(lines)).unwrap_or_default());
            vec![Piece::Conflict(Open {
                kind: ConflictKind::Entry,
                what,
                base: lines.base,
                ours: lines.ours,
                theirs: lines.theirs,
            })]
        }
    }
}

/// The map of counters: its own from the side that leads, unknown ones three-way.
fn merge_counters<'t>(versions: Three<Option<&BlockEntry<'t>>>, rules: &Rules<'_>) -> Vec<Piece<'t>> {
    let present = [versions.base, versions.ours, versions.theirs].into_iter().flatten();
    if present.into_iter().all(|entry| entry.children.is_some()) {
        let empty = EntryBlock::default();
        let blocks = versions.map(|entry| entry.and_then(|entry| entry.children.as_ref()).unwrap_or(&empty));
        let content = merge_entries(blocks, rules);
        let head = versions.ours.or(versions.theirs).and_then(|entry| entry.lines.first().copied());
        let is_left = !content.is_empty() || versions.of(rules.leading).is_some();
        return head.filter(|_| is_left).into_iter().map(Piece::line).chain(content).collect();
    }
    let own = versions.map(|entry| entry.map(unknown_counters));
    match own.ours == own.theirs {
        true => versions.of(rules.leading).map(|entry| lines_at(entry, None)).unwrap_or_default(),
        false => three_way(versions, None),
    }
}

/// The entries of `progress` that are no counters of ours.
fn unknown_counters(entry: &BlockEntry<'_>) -> Vec<(String, Value)> {
    let value = entry.entry.value();
    let Some(map) = value.as_map() else { return vec![(String::new(), value)] };
    let is_own = |name: &str| counter_order().any(|own| own == name);
    map.iter().filter(|(name, _)| !is_own(name)).cloned().collect()
}

fn indent_of(entry: &BlockEntry<'_>) -> usize {
    entry.lines.first().map_or(0, |line| line.iter().take_while(|byte| **byte == b' ').count())
}

/// The lines of an entry, moved to the indentation of its new neighbours.
fn lines_at<'t>(entry: &BlockEntry<'t>, indent: Option<usize>) -> Vec<Piece<'t>> {
    let own = indent_of(entry);
    let wanted = indent.unwrap_or(own);
    let moved = |line: &&'t [u8]| {
        if wanted == own || is_blank(line) {
            return Piece::line(line);
        }
        let kept =
            line.get(own..).filter(|_| line.iter().take(own).all(|byte| *byte == b' ')).unwrap_or(line);
        Piece::Line(Cow::Owned([vec![b' '; wanted].as_slice(), kept].concat()))
    };
    entry.lines.iter().map(moved).collect()
}

/// Whether `side` leads and counts more done than there is, and the text with those numbers lowered (contract 6.4).
pub(super) fn lowered(side: &SideText<'_>) -> Option<Vec<u8>> {
    let pairs = [(Key::CompletedPhases, Key::TotalPhases), (Key::CompletedPlans, Key::TotalPlans)];
    let number = |key: Key| side.document.entry(key).and_then(number_of);
    let changes: Vec<Change> = pairs
        .into_iter()
        .filter_map(|(completed, total)| {
            let (done, all) = (number(completed)?, number(total)?);
            (done > all).then(|| Change::set(completed.name(), NewValue::Bare(all.to_string())))
        })
        .collect();
    if changes.is_empty() {
        return None;
    }
    let source = side.document.source();
    let order: Vec<&str> = canonical_paths().collect();
    let patch = side.document.frontmatter().edit(source, &changes, &order).ok()?;
    Some(patch.apply(source))
}
