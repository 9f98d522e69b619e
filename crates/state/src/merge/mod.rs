//! The merge of two versions of STATE.md or ROADMAP.md (`cairn.md` section 6): pure, no clock, no file but the three.
//!
//! Answers for the result of a merge: the position of one side, whole; every item of both; conflicts that hold one entry, item or
//! stretch of lines and nothing else. It refuses to guess: what two sides changed in two ways is marked. What cannot be read is
//! merged line by line, and said so.
//!
//! The way of a text: outer form off ([`line_form`]), read ([`side_text`]: sections of tokens), which side leads ([`leading`]),
//! frontmatter by groups of keys ([`frontmatter`]), body by sections ([`sections`]), each content by its skeleton of lines and its
//! slots ([`content`]), rendered ([`markers`]), computed lines computed again ([`computed`]), outer form of ours on.
//!
//! # Limitations
//!
//! - A section that moved is known at its new place when its heading path is the same; else it is a removed and a new one.
//! - Two versions of one line of prose are never joined within the line.

mod alignment;
mod bullet;
mod bullet_merge;
mod choice;
mod computed;
mod content;
mod frontmatter;
mod frontmatter_block;
mod frontmatter_order;
mod hunks;
mod kind;
mod known;
mod label;
mod label_merge;
mod leading;
mod line_form;
mod markers;
mod merger;
mod order;
mod place;
mod plan_count;
mod reader;
mod row;
mod row_merge;
mod section_tree;
mod sections;
mod side_text;
mod skeleton;
mod stamp;
#[cfg(test)]
mod tests;
mod text;
mod token;
mod unreadable;

pub use choice::Side;
pub use hunks::{Hunks, Tangled};
pub use kind::Kind;
pub use markers::{Conflict, ConflictKind, MarkerStyle, USUAL_WIDTH};

use std::collections::HashMap;

use bstr::ByteSlice;
use cairn_text::LineIndex;

use crate::document::StateDocument;
use crate::phase_id::PhaseId;
use choice::Three;
use line_form::{LineForm, plain_lines};
use markers::{Piece, render, render_ours};
use merger::{Merger, PlanBoxes, Rules};
use side_text::SideText;

/// The texts of a merge.
#[derive(Clone, Copy, Debug)]
pub struct Versions<'t> {
    /// What both sides began with; empty when there was nothing.
    pub base: &'t [u8],
    /// The side that the result is written to.
    pub ours: &'t [u8],
    /// The other side.
    pub theirs: &'t [u8],
}

/// Which of the three texts could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// What both sides began with.
    Base,
    /// A side.
    Side(Side),
}

/// A text that could not be read, for which the merge was made line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Which one.
    pub version: Version,
    /// Why, as the middle of a sentence.
    pub cause: String,
}

/// The result of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The merged text.
    pub bytes: Vec<u8>,
    /// What is left to decide, in the order of the text; empty when the merge is clean.
    pub conflicts: Vec<Conflict>,
    /// The side that the position comes from; `None` when both have the same, or nothing was read.
    pub leads: Option<Side>,
    /// Why the merge was made line by line.
    pub unreadable: Vec<Unreadable>,
}

/// Merges two versions of a file (6.1 to 6.10).
#[must_use]
pub fn merge(kind: Kind, versions: Versions<'_>, style: &MarkerStyle) -> Merged {
    if let Some((bytes, leads)) = shortcut(versions) {
        let conflicts = left_by_others(bytes, Vec::new());
        return Merged { bytes: bytes.to_vec(), conflicts, leads, unreadable: Vec::new() };
    }
    if kind == Kind::Lines {
        return by_lines(versions, style);
    }
    let turned = Versions { ours: versions.theirs, theirs: versions.ours, ..versions };
    let merged = match by_reading(kind, versions, style) {
        Ok(merged) => merged,
        Err(unreadable) => return Merged { unreadable, ..by_lines(versions, style) },
    };
    // Two readable sides whose parts do not make a readable whole, such as a fence that one side opened: line by line, and when
    // that makes none either, side by side. Blank lines and the outer form are those of ours; where they could make the difference
    // the other direction is asked, too, so that both leave the same to a person.
    let is_delicate = [versions.ours, versions.theirs].into_iter().any(unreadable::depends_on_form);
    let is_spoiled = |merged: &Merged, turned: &dyn Fn() -> Option<Merged>| {
        let is_unreadable =
            |merged: &Merged| merged.conflicts.is_empty() && unreadable::cause(&merged.bytes).is_some();
        is_unreadable(merged)
            || (is_delicate && merged.conflicts.is_empty() && turned().as_ref().is_some_and(is_unreadable))
    };
    if !is_spoiled(&merged, &|| by_reading(kind, turned, style).ok()) {
        return merged;
    }
    let merged = by_lines(versions, style);
    if is_spoiled(&merged, &|| Some(by_lines(turned, style))) {
        return by_pieces(versions, style, unreadable::whole);
    }
    merged
}

/// The merge by meaning; which texts cannot be read when it cannot be made.
fn by_reading(kind: Kind, versions: Versions<'_>, style: &MarkerStyle) -> Result<Merged, Vec<Unreadable>> {
    let plain = Three {
        base: plain_lines(versions.base),
        ours: plain_lines(versions.ours),
        theirs: plain_lines(versions.theirs),
    };
    read(kind, versions, &plain).map(|sides| by_meaning(kind, versions.ours, sides, style))
}

/// 6.1: equal sides, or only one side changed: that text, byte for byte.
fn shortcut(versions: Versions<'_>) -> Option<(&[u8], Option<Side>)> {
    let Versions { base, ours, theirs } = versions;
    if ours == theirs {
        Some((ours, None))
    } else if base == ours {
        Some((theirs, Some(Side::Theirs)))
    } else if base == theirs {
        Some((ours, Some(Side::Ours)))
    } else {
        None
    }
}

/// The three texts as the merge reads them, each read once; or which of them cannot be read (6.3). `plain` are the lines of the versions.
fn read<'t>(
    kind: Kind,
    versions: Versions<'_>,
    plain: &'t Three<Vec<u8>>,
) -> Result<Sides<'t>, Vec<Unreadable>> {
    let mut unreadable = Vec::new();
    let mut document = |version: Version, bytes: &[u8], plain: &'t [u8]| {
        let in_bytes = unreadable::cause_in_bytes(bytes);
        let document = in_bytes.is_none().then(|| StateDocument::parse(plain));
        let cause = in_bytes.or_else(|| unreadable::cause_in_document(document.as_ref()?));
        unreadable.extend(cause.map(|cause| Unreadable { version, cause }));
        document
    };
    let documents = Three {
        base: document(Version::Base, versions.base, &plain.base),
        ours: document(Version::Side(Side::Ours), versions.ours, &plain.ours),
        theirs: document(Version::Side(Side::Theirs), versions.theirs, &plain.theirs),
    };
    if !unreadable.is_empty() {
        return Err(unreadable);
    }
    let of = |document: Option<StateDocument<'t>>| document.map(|document| SideText::of(document, kind));
    Ok(Three {
        base: of(documents.base.filter(|base| !base.source().is_empty())),
        ours: of(documents.ours),
        theirs: of(documents.theirs),
    })
}

fn by_lines(versions: Versions<'_>, style: &MarkerStyle) -> Merged {
    by_pieces(versions, style, unreadable::merge_lines)
}

fn by_pieces(
    versions: Versions<'_>,
    style: &MarkerStyle,
    pieces_of: for<'t> fn(Three<&'t [u8]>) -> Vec<Piece<'t>>,
) -> Merged {
    let Versions { base, ours, theirs } = versions;
    let texts = Three { base: plain_lines(base), ours: plain_lines(ours), theirs: plain_lines(theirs) };
    let pieces = pieces_of(Three { base: &texts.base, ours: &texts.ours, theirs: &texts.theirs });
    let (text, conflicts) = render(&pieces, style);
    let conflicts = left_by_others(&text, conflicts);
    Merged { bytes: LineForm::of(ours).apply(&text), conflicts, leads: None, unreadable: Vec::new() }
}

/// What the merge reads of each text; no base: `None`.
type Sides<'t> = Three<Option<SideText<'t>>>;

fn by_meaning(kind: Kind, form: &[u8], sides: Sides<'_>, style: &MarkerStyle) -> Merged {
    let lowered;
    let mut sides: Sides<'_> = sides;
    let leads = if kind == Kind::State { leading::leading_side(references(&sides)) } else { None };
    let leading = leads.unwrap_or(Side::Ours);
    if kind == Kind::State {
        // The side that leads gives the counters: none of them above its total.
        let side = match leading {
            Side::Ours => &mut sides.ours,
            Side::Theirs => &mut sides.theirs,
        };
        if let Some(text) = side.as_ref().and_then(frontmatter::lowered) {
            lowered = text;
            *side = Some(SideText::read(&lowered, kind));
        }
    }
    let none = HashMap::new();
    let first = pieces(kind, references(&sides), leading, &none);
    // Counts of ROADMAP.md follow the boxes of the merged sections, so those are merged first.
    let plans = if kind == Kind::Roadmap { computed::plan_boxes(&render_ours(&first.0)) } else { none };
    let (pieces, recomputed) =
        if plans.is_empty() { first } else { pieces(kind, references(&sides), leading, &plans) };
    let (mut text, conflicts) = render(&pieces, style);
    if kind == Kind::State && conflicts.is_empty() && computed::both_changed_metrics(references(&sides)) {
        text = computed::with_metrics(text, &recomputed);
    }
    Merged { bytes: LineForm::of(form).apply(&text), conflicts, leads, unreadable: Vec::new() }
}

fn references<'s, 't>(sides: &'s Sides<'t>) -> Three<Option<&'s SideText<'t>>> {
    sides.as_ref().map(Option::as_ref)
}

fn pieces<'t>(
    kind: Kind,
    sides: Three<Option<&SideText<'t>>>,
    leading: Side,
    plans: &HashMap<PhaseId, PlanBoxes>,
) -> (Vec<Piece<'t>>, Vec<PhaseId>) {
    let rules = Rules { kind, leading, plans };
    let mut pieces = frontmatter::merge_frontmatter(sides, &rules);
    let mut merger = Merger::new(rules);
    if let (Some(ours), Some(theirs)) = (sides.ours, sides.theirs) {
        let base = sides.base.map(|base| &base.root);
        let is_below = !pieces.is_empty();
        pieces.extend(merger.body(base, &ours.root, &theirs.root, is_below));
    }
    (pieces, merger.recomputed)
}

/// The conflicts of a text, also those that a side brought with it (6.3).
fn left_by_others(text: &[u8], own: Vec<Conflict>) -> Vec<Conflict> {
    // A document is only read for the markers that one search sees.
    if !text.contains_str("<<<<<<<") {
        return own;
    }
    let document = StateDocument::parse(text);
    let index = LineIndex::new(text);
    let marks: Vec<(usize, bool)> = document
        .conflict_lines()
        .into_iter()
        .map(|line| (index.line(line.content.start), line.content.of(text).starts_with(b"<")))
        .collect();
    let is_own = |line: usize| {
        own.iter().any(|conflict| (conflict.line..conflict.line + conflict.lines).contains(&line))
    };
    let found: Vec<Conflict> = marks
        .iter()
        .enumerate()
        .filter(|(_, (line, begins))| *begins && !is_own(*line))
        .map(|(place, (line, _))| {
            let end = marks.iter().skip(place + 1).take_while(|(_, begins)| !begins).last();
            Conflict {
                line: *line,
                lines: end.map_or(1, |(end, _)| end + 1 - line),
                kind: ConflictKind::Prose,
                what: "markers that were there before".to_owned(),
            }
        })
        .collect();
    let mut conflicts = own;
    conflicts.extend(found);
    conflicts.sort_by_key(|conflict| conflict.line);
    conflicts
}
