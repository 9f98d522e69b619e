//! Lines that look like a field and are none, so that the validator can say so (S-64, section 18).

use super::line::{first_colon, without_colon};
use super::{Colon, Label};
use crate::lines::Line;
use crate::outline::{LineClass, Outline, list_marker};
use crate::span::{Span, is_blank};

/// Why no reader sees the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NearMissKind {
    /// `  Phase: 2`
    Indented,
    /// `- Phase: 2`
    ListItem,
    /// `> Phase: 2`
    Quote,
    /// `**Phase**: 2`
    ColonOutsideBold,
    /// `Phase : 2`
    BlankBeforeColon,
    /// `Phase：2`
    WideColon,
}

/// A line that looks like a field and is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// Why it is none; of several reasons the first in the order of [`NearMissKind`].
    pub kind: NearMissKind,
    /// Its line.
    pub line: Line,
    /// The label as it stands.
    pub label: Span,
    /// What would be the value.
    pub value: Span,
}

/// The near misses of the field that has one of `labels` in `scope`, in the order of the file.
pub fn near_misses(outline: &Outline, source: &[u8], scope: Span, labels: &[Label<'_>]) -> Vec<NearMiss> {
    let lines = outline.lines(source, scope).filter(|line| line.class == LineClass::Text);
    lines.filter_map(|line| near_miss(line.line, &line.masked(), labels)).collect()
}

fn near_miss(line: Line, text: &[u8], labels: &[Label<'_>]) -> Option<NearMiss> {
    let (start, container) = container(text);
    let rest = text.get(start..)?;
    let found = match rest.strip_prefix(b"**") {
        Some(inner) => bold(inner, labels)?,
        None => plain(rest, container, labels)?,
    };
    let base = line.content.start.saturating_add(start);
    let value = Span::new(found.value_start, rest.len()).trim(rest);
    Some(NearMiss {
        kind: found.kind,
        line,
        label: Span::new(base.saturating_add(found.label.start), base.saturating_add(found.label.end)),
        value: Span::new(base.saturating_add(value.start), base.saturating_add(value.end)),
    })
}

/// What was found behind the container; places count from there.
struct Found {
    kind: NearMissKind,
    label: Span,
    value_start: usize,
}

/// `**Label**: value`, or a colon inside the bold that is no colon of this label. `inner` stands behind the opening marks.
fn bold(inner: &[u8], labels: &[Label<'_>]) -> Option<Found> {
    let close = memchr::memmem::find(inner, b"**")?;
    let bold = inner.get(..close)?;
    let behind = close.saturating_add(2);
    let (kind, label, value_start) = match without_colon(bold) {
        Some((before, colon)) => (odd_colon(before, colon, labels)?, before, behind),
        None => {
            let after = inner.get(behind..)?;
            let blanks = after.iter().take_while(|byte| is_blank(**byte)).count();
            let (length, _, colon_end) = first_colon(after)?;
            known(bold, labels).filter(|_| length == blanks)?;
            (NearMissKind::ColonOutsideBold, bold, behind.saturating_add(colon_end))
        }
    };
    let label = Span::whole(label).trim(label);
    let moved = |offset: usize| offset.saturating_add(2);
    Some(Found {
        kind,
        label: Span::new(moved(label.start), moved(label.end)),
        value_start: moved(value_start),
    })
}

fn plain(rest: &[u8], container: Option<NearMissKind>, labels: &[Label<'_>]) -> Option<Found> {
    let (length, colon, value_start) = first_colon(rest)?;
    let before = rest.get(..length)?;
    known(before, labels)?;
    let value = rest.get(value_start..)?;
    if value.iter().all(|byte| is_blank(*byte)) {
        return None;
    }
    let kind = container.or_else(|| odd_colon(before, colon, labels))?;
    Some(Found { kind, label: Span::whole(before).trim(before), value_start })
}

fn known<'a>(label: &[u8], labels: &'a [Label<'_>]) -> Option<&'a Label<'a>> {
    let name = Span::whole(label).trim(label).of(label);
    labels.iter().find(|known| known.matches(name, Colon::Narrow))
}

/// What is wrong with the colon behind `label`, if anything.
fn odd_colon(label: &[u8], colon: Colon, labels: &[Label<'_>]) -> Option<NearMissKind> {
    known(label, labels)?;
    if label.last().is_some_and(|last| is_blank(*last)) {
        return Some(NearMissKind::BlankBeforeColon);
    }
    let is_read = labels.iter().any(|known| known.matches(label, colon));
    (!is_read).then_some(NearMissKind::WideColon)
}

/// Offset of the text behind indentation, quote and list markers, and the outermost of them.
fn container(text: &[u8]) -> (usize, Option<NearMissKind>) {
    let mut kind = None;
    let mut start = 0usize;
    loop {
        let rest = text.get(start..).unwrap_or_default();
        let (length, found) = match rest.first() {
            Some(byte) if is_blank(*byte) => (1, NearMissKind::Indented),
            Some(b'>') => (1, NearMissKind::Quote),
            _ => match list_marker(rest) {
                Some(length) => (length, NearMissKind::ListItem),
                None => return (start, kind),
            },
        };
        // Blanks in front of a marker are its own; a marker decides.
        if kind.is_none_or(|kind| kind == NearMissKind::Indented) {
            kind = Some(found);
        }
        start = start.saturating_add(length);
    }
}
