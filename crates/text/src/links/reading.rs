//! Whether a document is still read as it was when some of its destinations are written anew (8.4).
//!
//! What a destination holds can decide what the text around it is: in `[a]([b](<x y>))` the blank is what keeps the outer brackets
//! from being a link. A new target without the blank would make them one, take the inner link away, and lead on to whatever stands
//! behind. Such a change is no change of a destination alone, so it is not made.

use super::rewrite::Change;
use super::scan::{Context, Form, Kind, Scan, scan};
use crate::span::Span;

/// Which of `changes` of `document`, whose scan is `before`, alter how it is read, one answer a change. Linear: two scans at most.
pub(super) fn altering(document: &[u8], before: &Scan, changes: &[Change]) -> Vec<bool> {
    let moved = Moved::by(changes.iter());
    let differences = differences(document, before, changes.iter());
    let altering = touched(&moved.new, &differences);
    let kept = || changes.iter().zip(&altering).filter(|(_, altering)| !**altering).map(|(change, _)| change);
    if differences.is_empty() || self::differences(document, before, kept()).is_empty() {
        return altering;
    }
    // What is at fault lies elsewhere than its effect: nothing of the document is touched.
    vec![true; changes.len()]
}

/// What bytes are read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Region(Context),
    Destination(Kind, Form),
}

/// What a document is read as, by place. Autolinks are left out: a path in `<…>` that becomes a locator may look like an address of
/// mail, and is a locator all the same.
fn readings(scan: &Scan) -> Vec<(Span, Reading)> {
    let regions = scan.regions.iter().filter(|region| region.context != Context::Destination);
    let destinations = scan
        .destinations
        .iter()
        .filter(|destination| destination.form != Form::Autolink)
        .map(|destination| (destination.span, Reading::Destination(destination.kind, destination.form)));
    let mut readings: Vec<_> =
        regions.map(|region| (region.span, Reading::Region(region.context))).chain(destinations).collect();
    readings.sort_by_key(|(span, _)| *span);
    readings
}

/// Where the document that `changes` make is read otherwise than the one that `before` is a scan of; spans of the new one, ascending.
fn differences<'c>(
    document: &[u8],
    before: &Scan,
    changes: impl Iterator<Item = &'c Change> + Clone,
) -> Vec<Span> {
    let moved = Moved::by(changes.clone());
    let after = Change::patch(changes).apply(document);
    let mut old = readings(before).into_iter().map(|(span, reading)| (moved.span(span), reading)).peekable();
    let mut new = readings(&scan(&after)).into_iter().peekable();
    let mut differences = Vec::new();
    loop {
        let is_old_first = match (old.peek(), new.peek()) {
            (None, None) => return differences,
            (Some(one), Some(other)) if one == other => {
                old.next();
                new.next();
                continue;
            }
            (Some((one, _)), Some((other, _))) => one <= other,
            (one, _) => one.is_some(),
        };
        let next = if is_old_first { old.next() } else { new.next() };
        differences.extend(next.map(|(span, _)| span));
    }
}

/// Which of `spans`, which share no byte, overlap one of `others`; both ascend.
fn touched(spans: &[Span], others: &[Span]) -> Vec<bool> {
    let mut others = others.iter().peekable();
    let mut end = 0;
    let touched = spans.iter().map(|span| {
        while let Some(other) = others.next_if(|other| other.start < span.end) {
            end = end.max(other.end);
        }
        span.start < end
    });
    touched.collect()
}

/// Where the bytes of a document stand after some changes.
struct Moved {
    /// The spans of the changes before.
    old: Vec<Span>,
    /// And afterwards.
    new: Vec<Span>,
}

impl Moved {
    fn by<'c>(changes: impl Iterator<Item = &'c Change>) -> Self {
        let mut moved = Self { old: Vec::new(), new: Vec::new() };
        for change in changes {
            let start = moved.offset(change.span.start);
            moved.old.push(change.span);
            moved.new.push(Span::new(start, start + change.new.len()));
        }
        moved
    }

    fn span(&self, span: Span) -> Span {
        Span::new(self.offset(span.start), self.offset(span.end))
    }

    /// Where an offset that lies inside of no change stands afterwards.
    fn offset(&self, offset: usize) -> usize {
        let before = self.old.partition_point(|change| change.end <= offset).checked_sub(1);
        let change = before.and_then(|before| Some((self.old.get(before)?, self.new.get(before)?)));
        change.map_or(offset, |(old, new)| new.end + (offset - old.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What begins where a span ends, or ends where it begins, does not overlap it.
    #[test]
    fn neighbours_are_not_touched() {
        let spans = [Span::new(0, 5), Span::new(5, 9)];
        assert_eq!(touched(&spans, &[Span::new(5, 6)]), [false, true]);
        assert_eq!(touched(&spans, &[Span::new(4, 5)]), [true, false]);
        assert_eq!(touched(&spans, &[Span::new(9, 10)]), [false, false]);
    }
}
