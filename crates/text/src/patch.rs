//! A patch: the changes to one source, as spans and their new bytes (D5).
//!
//! It knows nothing of what the bytes mean. Bytes that no edit names are the same before and after.

use crate::contents::Contents;
use crate::lines::Line;
use crate::span::Span;
use std::fmt;

/// One change: the bytes of `span` become `replacement`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// What stands there afterwards; empty for a deletion.
    pub replacement: Vec<u8>,
}

impl Edit {
    /// `span` becomes `replacement`.
    pub fn replace(span: Span, replacement: impl Into<Vec<u8>>) -> Self {
        Self { span, replacement: replacement.into() }
    }

    /// `text` is put in front of the byte at `offset`.
    pub fn insert(offset: usize, text: impl Into<Vec<u8>>) -> Self {
        Self::replace(Span::at(offset), text)
    }

    /// The bytes of `span` go.
    pub fn delete(span: Span) -> Self {
        Self::replace(span, Vec::new())
    }

    /// Order of edits: by place; at one place insertions stand in front of what is replaced there.
    fn key(&self) -> (usize, bool) {
        (self.span.start, !self.span.is_empty())
    }

    /// Whether `later`, which does not sort before this one, names a byte of this one or a place inside it.
    fn overlaps(&self, later: &Edit) -> bool {
        later.span.start < self.span.end
    }
}

/// Two edits of one patch want the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatchError {
    /// The edit that stands first in the source.
    pub first: Span,
    /// The edit that overlaps it.
    pub second: Span,
}

impl fmt::Display for PatchError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "two edits overlap: bytes {:?} and {:?}", self.first, self.second)
    }
}

impl std::error::Error for PatchError {}

/// Ordered edits against one source, none overlapping another. Insertions at one place keep the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    edits: Vec<Edit>,
}

impl Patch {
    /// A patch that changes nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// A patch of `edits`, given in any order; one pass, for many edits at once.
    ///
    /// # Errors
    /// [`PatchError`] when two of them overlap.
    pub fn from_edits(edits: impl IntoIterator<Item = Edit>) -> Result<Self, PatchError> {
        let mut edits: Vec<Edit> = edits.into_iter().collect();
        edits.sort_by_key(Edit::key);
        for (first, second) in edits.iter().zip(edits.iter().skip(1)) {
            check(first, second)?;
        }
        Ok(Self { edits })
    }

    /// Adds one edit. Cheap when edits come in the order of the source.
    ///
    /// # Errors
    /// [`PatchError`] when it overlaps one that is there; the patch stays as it was.
    pub fn push(&mut self, edit: Edit) -> Result<(), PatchError> {
        let place = self.edits.partition_point(|present| present.key() <= edit.key());
        if let Some(before) = place.checked_sub(1).and_then(|index| self.edits.get(index)) {
            check(before, &edit)?;
        }
        if let Some(after) = self.edits.get(place) {
            check(&edit, after)?;
        }
        self.edits.insert(place, edit);
        Ok(())
    }

    /// Adds all edits of `other`, behind those that are here at the same place.
    ///
    /// # Errors
    /// [`PatchError`] when two overlap; the patch stays as it was.
    pub fn merge(&mut self, other: Patch) -> Result<(), PatchError> {
        *self = Self::from_edits(self.edits.iter().cloned().chain(other.edits))?;
        Ok(())
    }

    /// The edits, in the order of the source.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether it has no edit.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// `source` with all edits made. An edit behind its end is made at its end.
    pub fn apply(&self, source: &[u8]) -> Vec<u8> {
        let mut result = Vec::with_capacity(source.len());
        self.pieces(source).for_each(|piece| result.extend_from_slice(piece));
        result
    }

    /// The same for a document that may be large.
    pub fn edited(&self, source: &[u8]) -> Contents {
        let mut result = Contents::zeroed(self.pieces(source).map(<[u8]>::len).sum());
        let mut rest: &mut [u8] = &mut result;
        for piece in self.pieces(source) {
            let Some((place, behind)) = rest.split_at_mut_checked(piece.len()) else { break };
            place.copy_from_slice(piece);
            rest = behind;
        }
        result
    }

    /// What stays and what comes, in order.
    fn pieces<'p>(&'p self, source: &'p [u8]) -> impl Iterator<Item = &'p [u8]> {
        let starts = std::iter::once(0).chain(self.edits.iter().map(|edit| edit.span.end));
        let ends = self.edits.iter().map(|edit| edit.span.start).chain([source.len()]);
        let kept = starts.zip(ends).map(move |(start, end)| Span::new(start, end).of(source));
        let replacements = self.edits.iter().map(|edit| edit.replacement.as_slice()).chain([&[][..]]);
        kept.zip(replacements).flat_map(|(kept, replacement)| [kept, replacement])
    }

    /// [`Self::edited`] for bytes that are given away: only what stands between the first and the last edit is made anew, so that
    /// a large document is not held twice.
    pub fn apply_to(&self, mut source: Contents) -> Contents {
        let (Some(first), Some(last)) = (self.edits.first(), self.edits.last()) else { return source };
        let start = first.span.start.min(source.len());
        let end = last.span.end.clamp(start, source.len());
        let moved = self.edits.iter().map(|edit| Edit {
            span: Span::new(edit.span.start.saturating_sub(start), edit.span.end.saturating_sub(start)),
            replacement: edit.replacement.clone(),
        });
        let inside = Self { edits: moved.collect() }.apply(Span::new(start, end).of(&source));
        let (before, behind) = (source.len(), start.saturating_add(inside.len()));
        let after = behind.saturating_add(before.saturating_sub(end));
        source.resize(before.max(after));
        source.copy_within(end..before, behind);
        if let Some(place) = source.get_mut(start..behind) {
            place.copy_from_slice(&inside);
        }
        source.resize(after);
        source
    }
}

/// Two places, one in an earlier source and one in a new one, behind which both hold the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Same {
    /// The place in the earlier one.
    pub old: usize,
    /// The place in the new one.
    pub new: usize,
}

impl Same {
    /// A span of the earlier source, behind the place, as it stands in the new one.
    pub fn moved(self, span: Span) -> Span {
        let moved = |offset: usize| offset.saturating_sub(self.old).saturating_add(self.new);
        Span::new(moved(span.start), moved(span.end))
    }

    /// A line of the earlier source likewise.
    pub(crate) fn moved_line(self, line: Line) -> Line {
        Line { content: self.moved(line.content), ..line }
    }
}

impl Patch {
    /// From where on `source` stays as it is.
    pub fn same_behind(&self, source: &[u8]) -> Same {
        let old = self.edits.last().map_or(0, |last| last.span.end.min(source.len()));
        let gone: usize = self.edits.iter().map(|edit| edit.span.of(source).len()).sum();
        let come: usize = self.edits.iter().map(|edit| edit.replacement.len()).sum();
        Same { old, new: old.saturating_add(come).saturating_sub(gone) }
    }
}

impl From<Edit> for Patch {
    fn from(edit: Edit) -> Self {
        Self { edits: vec![edit] }
    }
}

impl From<Option<Edit>> for Patch {
    fn from(edit: Option<Edit>) -> Self {
        Self { edits: edit.into_iter().collect() }
    }
}

fn check(first: &Edit, second: &Edit) -> Result<(), PatchError> {
    if first.overlaps(second) {
        return Err(PatchError { first: first.span, second: second.span });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(edits: &[(usize, usize, &str)], expected: Option<&str>) {
        let edits = edits.iter().map(|(start, end, text)| Edit::replace(Span::new(*start, *end), *text));
        let patch = Patch::from_edits(edits.clone());
        let result = patch.as_ref().map(|patch| patch.apply(b"0123456789"));
        assert_eq!(result.ok().as_deref(), expected.map(str::as_bytes));
        let result = patch.as_ref().map(|patch| patch.edited(b"0123456789"));
        assert_eq!(result.ok().as_deref(), expected.map(str::as_bytes));
        if let (Ok(patch), Some(expected)) = (&patch, expected) {
            let same = patch.same_behind(b"0123456789");
            assert_eq!(&b"0123456789"[same.old..], &expected.as_bytes()[same.new..]);
        }
        let result = patch.map(|patch| patch.apply_to(b"0123456789".to_vec().into()));
        assert_eq!(result.ok().as_deref(), expected.map(str::as_bytes));
        let mut pushed = Patch::new();
        let one_by_one =
            edits.clone().try_for_each(|edit| pushed.push(edit)).map(|()| pushed.apply(b"0123456789"));
        assert_eq!(one_by_one.ok().as_deref(), expected.map(str::as_bytes));
        let mut merged = Patch::new();
        let one_by_one = edits
            .clone()
            .try_for_each(|edit| merged.merge(edit.into()))
            .map(|()| merged.apply(b"0123456789"));
        assert_eq!(one_by_one.ok().as_deref(), expected.map(str::as_bytes));
        if expected.is_some() {
            assert_eq!(merged.edits(), pushed.edits());
            assert_eq!((merged.edits().len(), merged.is_empty()), (edits.len(), edits.len() == 0));
        }
    }

    /// D5: only the named bytes change; insertions at one place keep their order.
    #[test]
    fn edits_change_what_they_name() {
        check(&[], Some("0123456789"));
        check(&[(2, 4, "ab"), (8, 8, "!")], Some("01ab4567!89"));
        check(&[(8, 8, "!"), (2, 4, "ab")], Some("01ab4567!89"));
        check(&[(3, 3, "a"), (3, 3, "b"), (3, 3, "c")], Some("012abc3456789"));
        check(&[(2, 4, ""), (2, 2, "x"), (4, 4, "y")], Some("01xy456789"));
        check(&[(10, 10, "end")], Some("0123456789end"));
        check(&[(40, 50, "end")], Some("0123456789end"));
    }

    #[test]
    fn overlaps_are_refused() {
        check(&[(2, 5, "a"), (4, 6, "b")], None);
        check(&[(2, 5, "a"), (2, 3, "b")], None);
        check(&[(2, 5, "a"), (3, 3, "b")], None);
        check(&[(3, 3, "b"), (2, 5, "a")], None);
    }

    #[test]
    fn overlaps_are_named() {
        let mut patch = Patch::from(Edit::delete(Span::new(2, 5)));
        let refused = patch.merge(Edit::insert(3, "a").into()).unwrap_err();
        assert_eq!(refused.to_string(), "two edits overlap: bytes 2..5 and 3..3");
        assert_eq!(patch.edits().len(), 1, "the patch stays as it was");
    }

    /// G10: a large source is edited as a small one is, in memory of its own and in its own place.
    #[test]
    fn large_sources() {
        const LARGE: usize = 5 << 20;
        let source: Vec<u8> = (0..LARGE).map(|place| u8::try_from(place % 251).unwrap()).collect();
        for edits in [
            vec![],
            vec![(3, 5, "longer")],
            vec![(3, 5, "ab")],
            vec![(0, 10, ""), (900, 900, "x")],
            vec![(LARGE, LARGE, "end")],
        ] {
            let edits = edits.iter().map(|(start, end, text)| Edit::replace(Span::new(*start, *end), *text));
            let patch = Patch::from_edits(edits).unwrap();
            let expected = patch.apply(&source);
            assert!(*patch.edited(&source) == *expected);
            assert!(*patch.apply_to(Contents::from(source.as_slice())) == *expected);
        }
    }
}
