//! What goes with a removed phase, and what becomes of those that depended on it (section 15, `phase remove`).

use super::super::{MentionKind, PhaseBlock, Roadmap, RoadmapPhase};
use super::Renumbering;
use crate::phase_id::PhaseId;
use bstr::ByteSlice;
use cairn_text::{Edit, Span};

/// An id inside a `Depends on` value.
struct Dependency {
    id: PhaseId,
    /// The id.
    span: Span,
    /// The id with the word `Phase` in front of it, when there is one.
    with_word: Span,
}

impl Roadmap<'_> {
    /// The spans of everything that speaks of a phase: its blocks, bullets with what is indented below them, and rows. Ascending,
    /// apart from each other.
    pub fn spans_of_phase(&self, phase: &RoadmapPhase, rows_in: impl Fn(usize) -> bool) -> Vec<Span> {
        let mut spans: Vec<Span> = phase
            .headings
            .iter()
            .filter_map(|&index| self.block_span(index))
            .map(|block| self.with_blanks_at_end(self.without_lists_of_others(block, &phase.id)))
            .collect();
        for mention in
            self.mentions().iter().filter(|mention| mention.id == phase.id && rows_in(mention.id_span.start))
        {
            match mention.kind {
                MentionKind::Heading(_) => {}
                MentionKind::Bullet(_) => spans.push(self.with_children(mention.line.full())),
                MentionKind::Row => spans.push(mention.line.full()),
            }
        }
        let rows = self.progress_rows();
        spans.extend(
            rows.iter()
                .filter(|row| row.id == phase.id && rows_in(row.id_span.start))
                .map(|row| row.line.full()),
        );
        spans.sort_unstable();
        let mut apart: Vec<Span> = Vec::new();
        for span in spans {
            match apart.last_mut() {
                Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
                _ => apart.push(span),
            }
        }
        apart
    }

    /// The block whose heading is the mention at `index`.
    pub(crate) fn block_at(&self, index: usize) -> Option<PhaseBlock> {
        Some(self.read_block(self.block_span(index)?))
    }

    /// Writes a `Depends on` value for the new numbers: moved ids in place, the removed one as the phase before it, once.
    pub(super) fn depend_anew(&self, value: Span, renumbering: &Renumbering) -> Vec<Edit> {
        let dependencies = self.dependencies(value);
        let goes = |dependency: &Dependency| dependency.id == *renumbering.removed();
        let is_named = |before: &PhaseId| dependencies.iter().any(|named| named.id == *before);
        if let (Some(first), Some(last), None) =
            (dependencies.first(), dependencies.last(), renumbering.before())
            && dependencies.iter().all(goes)
        {
            return vec![Edit::replace(first.with_word.join(last.span), *b"Nothing")];
        }
        let mut edits = Vec::new();
        // The removed phase is written once as the one before it, unless that is named already; further ones go with a separator.
        let mut heir = renumbering.before().filter(|before| !is_named(before));
        let mut last_kept: Option<&Dependency> = None;
        for (index, dependency) in dependencies.iter().enumerate() {
            if !goes(dependency) {
                let moved = renumbering.moved(&dependency.id, false);
                edits.extend(moved.map(|moved| Edit::replace(dependency.span, moved.spelled().to_owned())));
            } else if let Some(before) = heir.take() {
                edits.push(Edit::replace(dependency.span, before.as_str().to_owned()));
            } else {
                let next = dependencies.get(index + 1).map_or(dependency.span.end, |next| next.span.start);
                let previous = index
                    .checked_sub(1)
                    .and_then(|index| dependencies.get(index))
                    .map(|previous| previous.span.end);
                edits.push(Edit::delete(match (last_kept, previous) {
                    (Some(_), Some(previous)) => Span::new(previous, dependency.span.end),
                    _ => Span::new(dependency.span.start, next),
                }));
                continue;
            }
            last_kept = Some(dependency);
        }
        edits
    }

    /// The phases that a `Depends on` value names.
    pub(crate) fn phases_named_in(&self, value: Span) -> Vec<PhaseId> {
        self.dependencies(value).into_iter().map(|dependency| dependency.id).collect()
    }

    /// The phases that a value names: ids behind the word `Phase` or `Phases`, and ids that go on behind a comma, `and`, `&` or `+`. A
    /// value of bare ids counts as well.
    fn dependencies(&self, value: Span) -> Vec<Dependency> {
        let text = value.of(self.source());
        let mut found: Vec<Dependency> = Vec::new();
        let mut at = 0;
        let mut word: Option<usize> = None;
        let mut expects_id = true;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let length = rest
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
                .count();
            let token = rest.get(..length).unwrap_or_default();
            let lower = token.to_ascii_lowercase();
            if length == 0 {
                at += bstr::decode_utf8(rest).1.max(1);
                expects_id |= matches!(rest.first(), Some(b',' | b'&' | b'+' | b';' | b'/'));
                continue;
            }
            let start = value.start + at;
            match lower.as_slice() {
                b"phase" | b"phases" => (word, expects_id) = (Some(start), true),
                b"and" => expects_id = true,
                _ => {
                    let id = PhaseId::read(token).filter(|_| expects_id);
                    if let Some((id, length)) = id {
                        let span = Span::new(start, start + length);
                        let with_word = Span::new(word.unwrap_or(start), span.end);
                        found.push(Dependency { id, span, with_word });
                    }
                    (word, expects_id) = (None, false);
                }
            }
            at += length;
        }
        found
    }

    /// A list or table of other phases that stands below the last block, without a heading of its own, is no part of it.
    fn without_lists_of_others(&self, block: Span, id: &PhaseId) -> Span {
        let first = self.mentions().partition_point(|mention| mention.id_span.start < block.start);
        let mut inside =
            self.mentions().iter().skip(first).take_while(|mention| block.contains(mention.id_span.start));
        let Some(other) = inside.find(|mention| mention.id != *id && !mention.id.is_below(id)) else {
            return block;
        };
        let lines = self.outline().lines(self.source(), Span::new(block.start, other.line.content.start));
        let paragraph = lines.filter(|line| line.is_blank()).last().map(|blank| blank.line.full().end);
        Span::new(block.start, paragraph.unwrap_or(other.line.content.start))
    }

    /// A block at the end of the document goes with the blank lines in front of it.
    fn with_blanks_at_end(&self, block: Span) -> Span {
        if block.end < self.source().len() {
            return block;
        }
        let before = Span::new(0, block.start).of(self.source());
        let text = before.trim_end_with(|c| matches!(c, '\n' | '\r' | ' ' | '\t'));
        let line_end = before
            .get(text.len()..)
            .unwrap_or_default()
            .find_byte(b'\n')
            .map_or(before.len(), |feed| text.len() + feed + 1);
        Span::new(line_end.min(block.start), block.end)
    }

    /// A bullet with the lines that are indented below it, blank ones between them included.
    fn with_children(&self, bullet: Span) -> Span {
        let indentation = |line: &[u8]| line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let own = indentation(bullet.of(self.source()));
        let mut end = bullet.end;
        for line in self.outline().lines(self.source(), Span::new(bullet.end, self.outline().body().end)) {
            if line.is_blank() {
                continue;
            }
            if indentation(line.bytes()) <= own {
                break;
            }
            end = line.line.full().end;
        }
        Span::new(bullet.start, end)
    }
}
