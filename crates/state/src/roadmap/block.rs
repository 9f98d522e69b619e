//! The block of one phase: its heading, fields and success criteria (section 3).
//!
//! Fields are read as people write them: `**Goal:** x`, `**Goal**: x`, `Goal: x`, each also as a list item. The first line of a
//! label counts.

use super::criteria::{Criteria, Part};
use super::{MentionKind, Roadmap, RoadmapPhase};
use bstr::ByteSlice;
use cairn_text::outline::{LineClass, list_marker};
use cairn_text::{Line, Span};

/// A label and its value inside a phase block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockField {
    /// The value without blanks around it; empty when there is none on the line.
    pub value: Span,
    /// Its line.
    pub line: Line,
}

/// The block of one phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseBlock {
    /// Heading and everything up to the next phase, or the next heading of the same or a higher level.
    pub span: Span,
    /// `Goal`.
    pub goal: Option<BlockField>,
    /// `Depends on`.
    pub depends_on: Option<BlockField>,
    /// `Requirements`.
    pub requirements: Option<BlockField>,
    /// `Plans`, with a value on its line; the `Plans:` above a list of plans is none.
    pub plans: Option<BlockField>,
    /// The list below `Success Criteria`, or the text on its line.
    pub success_criteria: Vec<String>,
}

impl PhaseBlock {
    fn says_something(&self) -> bool {
        let fields = [&self.goal, &self.depends_on, &self.requirements, &self.plans];
        fields.iter().any(|field| field.is_some()) || !self.success_criteria.is_empty()
    }

    /// Where the field named `label` goes.
    fn slot(&mut self, label: &str) -> Option<&mut Option<BlockField>> {
        match label {
            "goal" => Some(&mut self.goal),
            "depends on" => Some(&mut self.depends_on),
            "requirements" => Some(&mut self.requirements),
            "plans" => Some(&mut self.plans),
            _ => None,
        }
    }

    /// Whether a line with `label` is read as a field: the first one of its name counts.
    fn looks_for(&mut self, label: &str) -> bool {
        is_criteria(label) || self.slot(label).is_some_and(|slot| slot.is_none())
    }

    fn add(&mut self, part: Part) {
        match (part, self.success_criteria.last_mut()) {
            (Part::Criterion(text), _) => self.success_criteria.push(text),
            (Part::More(text), Some(last)) => {
                last.push_str(if last.is_empty() { "" } else { " " });
                last.push_str(&text);
            }
            (Part::More(_), None) | (Part::Nothing, _) => {}
        }
    }
}

impl Roadmap<'_> {
    /// The block of a phase: of several headings the first one with a field below it, else the first. None for a phase that
    /// only a bullet or row names.
    pub fn block(&self, phase: &RoadmapPhase) -> Option<PhaseBlock> {
        let mut blocks =
            phase.headings.iter().filter_map(|&index| Some(self.read_block(self.block_span(index)?)));
        let first = blocks.next()?;
        if first.says_something() {
            return Some(first);
        }
        Some(blocks.find(PhaseBlock::says_something).unwrap_or(first))
    }

    /// The bytes of the block whose heading is the mention at `index`.
    pub(crate) fn block_span(&self, index: usize) -> Option<Span> {
        let mention = self.mentions().get(index)?;
        let MentionKind::Heading(heading) = mention.kind else { return None };
        let heading = self.outline().headings().get(heading)?;
        let mut later = self.mentions().iter().skip(index + 1);
        let next = later.find(|later| matches!(later.kind, MentionKind::Heading(_)));
        let end = next.map_or(heading.section_end, |next| next.line.content.start.min(heading.section_end));
        // A block inside `<details>` ends in front of the line that closes it.
        let around = heading.details.and_then(|index| self.outline().details().get(index));
        let closing = around.map(|details| {
            let inside = details.span.of(self.source());
            let line = if details.closed {
                inside.rfind_byte(b'\n').map_or(0, |feed| feed + 1)
            } else {
                inside.len()
            };
            details.span.start + line
        });
        let folded = self.folded_milestone_in(Span::new(heading.line.full().end, end));
        let end = [closing, folded].into_iter().flatten().fold(end, usize::min).max(heading.line.full().end);
        Some(Span::new(heading.line.content.start, end))
    }

    /// The start of the first `<details>` in `span` that folds up a milestone: an archive below a phase is no part of its block.
    fn folded_milestone_in(&self, span: Span) -> Option<usize> {
        let details = self.outline().details();
        let first = details.partition_point(|details| details.span.start < span.start);
        let mut inside = details.iter().skip(first).take_while(|details| details.span.start < span.end);
        let folded = inside.find(|details| self.is_milestone(details))?;
        let before = Span::new(span.start, folded.span.start).of(self.source());
        Some(before.rfind_byte(b'\n').map_or(span.start, |feed| span.start + feed + 1))
    }

    pub(super) fn read_block(&self, span: Span) -> PhaseBlock {
        let mut block = PhaseBlock {
            span,
            goal: None,
            depends_on: None,
            requirements: None,
            plans: None,
            success_criteria: Vec::new(),
        };
        let mut criteria: Option<Criteria> = None;
        for line in self.outline().lines(self.source(), span) {
            if line.class != LineClass::Text {
                criteria.iter_mut().for_each(Criteria::interrupt);
                continue;
            }
            let text = line.masked();
            let start = line.line.content.start;
            let label = label(&text);
            let is_field = label.as_ref().is_some_and(|(label, _)| block.looks_for(label));
            match criteria.as_mut().and_then(|criteria| criteria.read(&text, label.is_some(), is_field)) {
                Some(part) => {
                    block.add(part);
                    continue;
                }
                None => criteria = None,
            }
            let Some((label, from)) = label else { continue };
            let value = Span::new(from, text.len()).trim(&text);
            let value = Span::new(start + value.start, start + value.end);
            if is_criteria(&label) {
                criteria = Some(Criteria::below(&text, !value.is_empty()));
                if !value.is_empty() {
                    block.success_criteria.push(value.of(self.source()).to_str_lossy().into_owned());
                }
            }
            let counts = label != "plans" || !value.is_empty();
            if let Some(slot) = block.slot(&label).filter(|slot| slot.is_none() && counts) {
                *slot = Some(BlockField { value, line: line.line });
            }
        }
        block
    }
}

fn is_criteria(label: &str) -> bool {
    label.starts_with("success criteria")
}

fn indentation(line: &[u8]) -> usize {
    line.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The label of a line in lower case, without a remark in parentheses behind it, and where its value begins.
fn label(line: &[u8]) -> Option<(String, usize)> {
    let blanks = indentation(line);
    let marker = line.get(blanks..).and_then(list_marker).unwrap_or_default();
    let start = blanks
        + marker
        + line
            .get(blanks + marker..)?
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'*' | b'_'))
            .count();
    let rest = line.get(start..)?;
    let colon = rest.find_byteset(b":\n")?;
    let is_bold = line.get(..start)?.ends_with_str("*") || line.get(..start)?.ends_with_str("_");
    let name = rest.get(..colon)?.to_str().ok()?.trim_end_matches(['*', '_', ' ']);
    let name = match name.split_once('(') {
        Some((name, _)) => name.trim_end_matches(['*', '_', ' ']),
        None => name,
    };
    let is_label = !name.is_empty() && name.len() <= 40 && (is_bold || !name.contains(['*', '`', '[']));
    let behind = rest.get(colon + 1..)?;
    let closing =
        if is_bold { behind.iter().take_while(|byte| matches!(byte, b'*' | b'_')).count() } else { 0 };
    is_label.then(|| (name.to_lowercase(), start + colon + 1 + closing))
}
