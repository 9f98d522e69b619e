//! The merge of the sections of a body (contract 6.8, 6.10): three-way by heading path, each section's content on its own.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use cairn_text::content_start;

use super::Kind;
use super::choice::{Choice, Three};
use super::content::Surroundings;
use super::frontmatter::FENCE;
use super::markers::{ConflictKind, Open, Piece, borrowed};
use super::merger::Merger;
use super::order::merged_order;
use super::section_tree::Section;
use super::text::folded;

/// A merged section, or a conflict about one, before the blank lines behind it are known.
struct Block<'t> {
    pieces: Vec<Piece<'t>>,
    /// Blank lines behind it where something follows.
    gap: Option<usize>,
    /// Blank lines behind it at the end of a file.
    tail: Option<usize>,
}

impl Merger<'_> {
    /// Merges the bodies of three documents.
    pub(super) fn body<'t>(
        &mut self,
        base: Option<&Section<'t>>,
        ours: &Section<'t>,
        theirs: &Section<'t>,
        is_below_frontmatter: bool,
    ) -> Vec<Piece<'t>> {
        let mut blocks = Vec::new();
        let lead = start_lead(base, ours, theirs, is_below_frontmatter);
        self.section(base, ours, theirs, &mut blocks);
        let mut pieces = Vec::new();
        let last = blocks.iter().rposition(|block| !block.pieces.is_empty());
        for (place, block) in blocks.into_iter().enumerate() {
            let is_start = place == 0;
            if is_start && block.pieces.is_empty() {
                // Nothing stands in front of the first heading: its blank lines are those at the start.
                pieces.extend(blanks(lead));
                continue;
            }
            if is_start {
                pieces.extend(blanks(lead));
            }
            pieces.extend(block.pieces);
            let gap = if Some(place) == last { block.tail.unwrap_or(0) } else { block.gap.unwrap_or(1) };
            pieces.extend(blanks(gap));
        }
        // A rule that stood below blank lines would begin a frontmatter on the first line.
        if !is_below_frontmatter && pieces.first().is_some_and(is_fence) {
            pieces.insert(0, Piece::line(b""));
        }
        pieces
    }

    /// One section that both sides have, and everything below it.
    fn section<'t>(
        &mut self,
        base: Option<&Section<'t>>,
        ours: &Section<'t>,
        theirs: &Section<'t>,
        blocks: &mut Vec<Block<'t>>,
    ) {
        let mut pieces: Vec<Piece<'t>> =
            heading(base.map(|base| base.heading), ours.heading, theirs.heading).into_iter().collect();
        let content = self.direct(base, ours, theirs);
        if !content.is_empty() {
            if !pieces.is_empty() {
                pieces.extend(blanks(lead(base, ours, theirs)));
            }
            pieces.extend(content);
        }
        // Blank lines below a heading alone are not those behind its content.
        let has_content = [ours, theirs].into_iter().any(|section| !section.lines.is_empty());
        let gap_of = |section: &Section<'t>| {
            (!section.is_last && section.lines.is_empty() != has_content).then_some(section.gap)
        };
        let gap = match (gap_of(ours), gap_of(theirs)) {
            (Some(one), Some(other)) if base.and_then(gap_of) == Some(one) => Some(other),
            (one, other) => one.or(other),
        };
        let tail = [ours, theirs].into_iter().find(|section| section.is_last).map(|section| section.gap);
        blocks.push(Block { pieces, gap, tail });
        self.children(base, ours, theirs, blocks);
    }

    /// The content in front of the sections below.
    fn direct<'t>(
        &mut self,
        base: Option<&Section<'t>>,
        ours: &Section<'t>,
        theirs: &Section<'t>,
    ) -> Vec<Piece<'t>> {
        let base_lines = base.map(|base| base.lines.as_slice()).unwrap_or_default();
        let whole = |section: &Section<'t>| section.lines.iter().map(|line| Piece::line(line)).collect();
        let has_position = [Some(ours), Some(theirs), base].into_iter().flatten().any(Section::has_position);
        // Counts of ROADMAP.md that both sides raised alike may have to be raised further.
        let may_count = self.rules.kind == Kind::Roadmap && base_lines != ours.lines;
        if ours.lines == theirs.lines && !may_count {
            return whole(ours);
        }
        if !has_position && base_lines == ours.lines {
            return whole(theirs);
        }
        if !has_position && base_lines == theirs.lines {
            return whole(ours);
        }
        let around = Surroundings {
            phase: ours.phase.as_ref().map(|(id, _)| id),
            is_metrics: ours.is_metrics && theirs.is_metrics,
        };
        let base = base.map(|base| base.tokens.as_slice()).unwrap_or_default();
        self.content(Three { base, ours: ours.tokens.as_slice(), theirs: theirs.tokens.as_slice() }, around)
    }

    fn children<'t>(
        &mut self,
        base: Option<&Section<'t>>,
        ours: &Section<'t>,
        theirs: &Section<'t>,
        blocks: &mut Vec<Block<'t>>,
    ) {
        let by_key = |section: &'_ [Section<'t>]| -> HashMap<String, usize> {
            section.iter().enumerate().map(|(place, child)| (child.key.clone(), place)).collect()
        };
        let base_children = base.map(|base| base.children.as_slice()).unwrap_or_default();
        let places = Three {
            base: by_key(base_children),
            ours: by_key(&ours.children),
            theirs: by_key(&theirs.children),
        };
        let keys =
            |section: &[Section<'t>]| section.iter().map(|child| child.key.clone()).collect::<Vec<_>>();
        let of_base: HashSet<String> = places.base.keys().cloned().collect();
        for key in merged_order(&of_base, &keys(&ours.children), &keys(&theirs.children), |_| false) {
            let child = Three {
                base: places.base.get(&key).and_then(|place| base_children.get(*place)),
                ours: places.ours.get(&key).and_then(|place| ours.children.get(*place)),
                theirs: places.theirs.get(&key).and_then(|place| theirs.children.get(*place)),
            };
            self.child(child, blocks);
        }
    }

    fn child<'t>(&mut self, child: Three<Option<&Section<'t>>>, blocks: &mut Vec<Block<'t>>) {
        match (child.ours, child.theirs) {
            (Some(ours), Some(theirs)) if child.base.is_none() && are_two_phases(ours, theirs) => {
                blocks.push(conflict(child));
            }
            (Some(ours), Some(theirs)) => self.section(child.base, ours, theirs, blocks),
            (Some(left), None) | (None, Some(left)) => match child.base {
                None => verbatim(left, blocks),
                Some(base) if base.all_lines() == left.all_lines() => {}
                Some(_) => blocks.push(conflict(child)),
            },
            (None, None) => {}
        }
    }
}

/// Whether two new sections of one number are about different phases.
fn are_two_phases(ours: &Section<'_>, theirs: &Section<'_>) -> bool {
    let name = |section: &Section<'_>| section.phase.as_ref().map(|(_, name)| name.to_lowercase());
    ours.phase.is_some() && name(ours) != name(theirs)
}

/// Everything of a section that is new on one side.
fn verbatim<'t>(section: &Section<'t>, blocks: &mut Vec<Block<'t>>) {
    section.walk(&mut |section| {
        let mut pieces: Vec<Piece<'t>> = section.heading.map(Piece::line).into_iter().collect();
        pieces.extend(blanks(section.lead));
        pieces.extend(section.lines.iter().map(|line| Piece::line(line)));
        let gap = section.gap;
        let (gap, tail) = if section.is_last { (None, Some(gap)) } else { (Some(gap), None) };
        blocks.push(Block { pieces, gap, tail });
    });
}

/// Both versions of a section, each whole, with the blank line that stands behind it.
fn conflict<'t>(child: Three<Option<&Section<'t>>>) -> Block<'t> {
    let what = child.ours.or(child.theirs).and_then(|section| section.heading).map(folded);
    let lines = child.map(|section| {
        let lines = section.map(Section::all_lines).unwrap_or_default();
        let mut lines = borrowed(&lines);
        if !lines.is_empty() {
            lines.push(Cow::Borrowed(b""));
        }
        lines
    });
    Block {
        pieces: vec![Piece::Conflict(Open {
            kind: ConflictKind::Section,
            what: what.unwrap_or_default(),
            base: lines.base,
            ours: lines.ours,
            theirs: lines.theirs,
        })],
        gap: Some(0),
        tail: Some(0),
    }
}

fn heading<'t>(
    base: Option<Option<&'t [u8]>>,
    ours: Option<&'t [u8]>,
    theirs: Option<&'t [u8]>,
) -> Option<Piece<'t>> {
    let versions = Three { base: base.flatten(), ours, theirs };
    match versions.choose() {
        Choice::Ours => ours.map(Piece::line),
        Choice::Theirs => theirs.map(Piece::line),
        // The same heading in other blanks or letters.
        Choice::Conflict if is_same(ours, theirs) => ours.map(Piece::line),
        Choice::Conflict => Some(Piece::Conflict(Open {
            kind: ConflictKind::Section,
            what: ours.map(folded).unwrap_or_default(),
            base: versions.base.map(Cow::Borrowed).into_iter().collect(),
            ours: ours.map(Cow::Borrowed).into_iter().collect(),
            theirs: theirs.map(Cow::Borrowed).into_iter().collect(),
        })),
    }
}

fn is_same(one: Option<&[u8]>, other: Option<&[u8]>) -> bool {
    one.map(|line| folded(line).to_lowercase()) == other.map(|line| folded(line).to_lowercase())
}

/// Blank lines between a heading and its content.
fn lead(base: Option<&Section<'_>>, ours: &Section<'_>, theirs: &Section<'_>) -> usize {
    let of = |section: &Section<'_>| (!section.lines.is_empty()).then_some(section.lead);
    match (of(ours), of(theirs)) {
        (Some(one), Some(other)) if base.and_then(of) == Some(one) => other,
        (one, other) => one.or(other).unwrap_or(1),
    }
}

/// Blank lines in front of the body.
fn start_lead(
    base: Option<&Section<'_>>,
    ours: &Section<'_>,
    theirs: &Section<'_>,
    is_below_frontmatter: bool,
) -> usize {
    let of = |section: &Section<'_>| if section.lines.is_empty() { section.gap } else { section.lead };
    let found = match base.map(of) {
        Some(base) if base == of(ours) => of(theirs),
        _ => of(ours),
    };
    found.max(usize::from(is_below_frontmatter && of(ours) + of(theirs) > 0))
}

/// Whether a piece would open a frontmatter on the first line, where a byte-order mark is none of it.
fn is_fence(piece: &Piece<'_>) -> bool {
    matches!(piece, Piece::Line(line) if line.get(content_start(line)..) == Some(FENCE))
}

fn blanks<'t>(count: usize) -> impl Iterator<Item = Piece<'t>> {
    std::iter::repeat_n(Piece::line(b""), count)
}
