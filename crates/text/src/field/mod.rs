//! Fields of a body: `**Label:** value`, `Label: value` and `| Label | value |` (S-62 to S-65, 10.1, 10.4).
//!
//! Given a scope and the labels of one field in all its languages, every occurrence is found with its form and place. Which of them
//! counts is decided by form and then by order, here and nowhere else. Which labels belong to a field, and what its scope is, is
//! the caller's knowledge. Lines in fences and text in comments are not read (D17).

mod line;
mod near_miss;
#[cfg(test)]
mod tests;
mod write;

pub use near_miss::{NearMiss, NearMissKind, near_misses};
pub use write::PipeInCell;

use crate::caseless::same;
use crate::lines::Line;
use crate::look_ahead::LookAhead;
use crate::outline::{LineClass, Outline};
use crate::patch::Same;
use crate::span::Span;
use bstr::ByteSlice;
use std::borrow::Cow;

/// One spelling of a field's label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label<'l> {
    /// The label without its colon; case does not matter.
    pub text: &'l str,
    /// Whether the full-width colon `：` counts like `:` behind it (ja, zh, ko).
    pub wide_colon: bool,
}

impl<'l> Label<'l> {
    /// A label behind which only `:` counts.
    pub fn new(text: &'l str) -> Self {
        Self { text, wide_colon: false }
    }

    /// A label behind which `：` counts too.
    pub fn with_wide_colon(text: &'l str) -> Self {
        Self { text, wide_colon: true }
    }

    fn matches(&self, label: &[u8], colon: Colon) -> bool {
        (self.wide_colon || colon != Colon::Wide) && same(label, self.text.as_bytes())
    }
}

/// The form of an occurrence; a lower one never wins over a higher one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// `**Label:** value` anywhere in a line.
    Bold,
    /// `Label: value` at column 1.
    Plain,
    /// `| Label | value |`
    Table,
}

/// What stands behind a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colon {
    Narrow,
    Wide,
    /// The border of a table cell.
    Cell,
}

/// One place at which a field stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Its form.
    pub form: Form,
    /// Its line.
    pub line: Line,
    /// The label, without marks and colon.
    pub label: Span,
    /// The value without the blanks around it; empty, at the place where a value would stand, when there is none.
    pub value: Span,
}

impl Occurrence {
    /// The value, without comments inside it.
    pub fn text<'s>(&self, outline: &Outline, source: &'s [u8]) -> Cow<'s, [u8]> {
        outline.text(source, self.value)
    }

    /// Whether a bold label is a cell of a table row, so that the value is the rest of the row with its pipes (S-64).
    pub fn is_bold_in_table(&self, source: &[u8]) -> bool {
        let before = Span::new(self.line.content.start, self.label.start).trim(source);
        self.form == Form::Bold && before.of(source).starts_with(b"|")
    }
}

/// All occurrences of one field in a scope.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    occurrences: Vec<Occurrence>,
    unset: Vec<Occurrence>,
}

impl Field {
    /// Finds the field that has one of `labels` in `scope`.
    pub fn find(outline: &Outline, source: &[u8], scope: Span, labels: &[Label<'_>]) -> Self {
        Self::find_each(outline, source, scope, &[labels]).pop().unwrap_or_default()
    }

    /// Finds several fields in one pass over `scope`, one for each list of labels, in their order.
    pub fn find_each<'l>(
        outline: &Outline,
        source: &[u8],
        scope: Span,
        fields: &[impl AsRef<[Label<'l>]>],
    ) -> Vec<Self> {
        let mut result = vec![Self::default(); fields.len()];
        let beginnings = Beginnings::of(fields.iter().flat_map(|labels| labels.as_ref()));
        scan(outline, source, scope, &beginnings, |found, colon, is_set| {
            let label = found.label.of(source);
            if !beginnings.may_begin(label) {
                return;
            }
            for (field, labels) in result.iter_mut().zip(fields) {
                if labels.as_ref().iter().any(|known| known.matches(label, colon)) {
                    if is_set { &mut field.occurrences } else { &mut field.unset }.push(found);
                }
            }
        });
        result
    }

    /// The field in front of a place, and behind it as it was found in an earlier source (see [`Same`]).
    pub fn followed_by(mut self, earlier: &Field, same: Same) -> Self {
        let behind = |occurrences: &[Occurrence]| -> Vec<Occurrence> {
            let behind = occurrences.iter().filter(|occurrence| occurrence.label.start >= same.old);
            behind
                .map(|occurrence| Occurrence {
                    line: same.moved_line(occurrence.line),
                    label: same.moved(occurrence.label),
                    value: same.moved(occurrence.value),
                    ..*occurrence
                })
                .collect()
        };
        self.occurrences.extend(behind(&earlier.occurrences));
        self.unset.extend(behind(&earlier.unset));
        self
    }

    /// The field as it stands in a part of its scope: the occurrences whose label lies there.
    pub fn within(&self, part: Span) -> Self {
        let inside = |occurrences: &[Occurrence]| {
            occurrences.iter().filter(|occurrence| part.covers(occurrence.label)).copied().collect()
        };
        Self { occurrences: inside(&self.occurrences), unset: inside(&self.unset) }
    }

    /// The occurrences that have a value, in the order of the file.
    pub fn occurrences(&self) -> &[Occurrence] {
        &self.occurrences
    }

    /// The labels behind which no value stands, in the order of the file. No reader sees them; a writer fills them.
    pub fn unset(&self) -> &[Occurrence] {
        &self.unset
    }

    /// The occurrence that counts: of the highest form, and of that form the first.
    pub fn winner(&self) -> Option<&Occurrence> {
        self.occurrences.iter().min_by_key(|occurrence| occurrence.form)
    }

    /// The occurrence that a write goes to: the winner, else the first label of the highest form that has no value.
    pub fn target(&self) -> Option<&Occurrence> {
        self.winner().or_else(|| self.unset.iter().min_by_key(|occurrence| occurrence.form))
    }
}

/// Which bytes labels begin with. Most lines of a large file have a colon somewhere, and nothing else of a field.
struct Beginnings([bool; 256]);

impl Beginnings {
    /// Labels that begin with anything.
    const ANY: Self = Self([true; 256]);

    fn of<'a, 'l: 'a>(labels: impl Iterator<Item = &'a Label<'l>>) -> Self {
        // What is not ASCII may become anything in lower case.
        let mut known = std::array::from_fn(|byte| byte >= 0x80);
        for label in labels {
            let first = label.text.chars().flat_map(char::to_lowercase).next();
            let Some(first) = first.and_then(|first| u8::try_from(first).ok()) else { continue };
            for spelled in [first, first.to_ascii_uppercase()] {
                if let Some(known) = known.get_mut(usize::from(spelled)) {
                    *known = true;
                }
            }
        }
        Self(known)
    }

    /// Is it a line that holds no field unless it has a `*`: empty, or beginning with something else than a label, a row of a
    /// table, or the blanks in front of a row?
    fn is_dull(&self, line: &[u8]) -> bool {
        line.first().is_some_and(|byte| {
            *byte == b'\n' || byte.is_ascii_graphic() && *byte != b'|' && !self.may_begin(line)
        })
    }

    fn may_begin(&self, label: &[u8]) -> bool {
        label.first().is_none_or(|byte| self.0.get(usize::from(*byte)).is_some_and(|known| *known))
    }
}

/// All fields of `scope` that have a value, in the order of the file: every label that begins with a letter or digit.
pub fn all_fields(outline: &Outline, source: &[u8], scope: Span) -> Vec<Occurrence> {
    let mut found = Vec::new();
    scan(outline, source, scope, &Beginnings::ANY, |occurrence, _, is_set| {
        let label = occurrence.label.of(source);
        if is_set && label.chars().next().is_some_and(char::is_alphanumeric) {
            found.push(occurrence);
        }
    });
    found
}

/// All labels of `scope` in the order of the file, those without a value too (their value is empty).
pub fn all_labels(outline: &Outline, source: &[u8], scope: Span) -> Vec<Occurrence> {
    let mut found: Vec<Occurrence> = Vec::new();
    scan(outline, source, scope, &Beginnings::ANY, |occurrence, _, _| {
        // Found form by form, and a table row is known to be one only when the next line has been read: what stands behind it is
        // never more than two lines.
        let start = occurrence.label.start;
        let place = found.iter().rposition(|earlier| earlier.label.start <= start);
        found.insert(place.map_or(0, |place| place.saturating_add(1)), occurrence);
    });
    found
}

/// Calls `found` with every label of `scope`, what stands behind it, and whether a value does. Of the plain ones those that begin
/// as `beginnings` tells are enough.
fn scan(
    outline: &Outline,
    source: &[u8],
    scope: Span,
    beginnings: &Beginnings,
    mut found: impl FnMut(Occurrence, Colon, bool),
) {
    let mut rows = line::RowFilter::default();
    let mut next_star = LookAhead::new(b'*', scope.end.min(source.len()));
    let mut lines = outline.lines(source, scope);
    loop {
        if rows.is_idle() {
            lines.pass(&mut next_star, |line| beginnings.is_dull(line));
        }
        let Some(body_line) = lines.next() else { break };
        if body_line.class != LineClass::Text || body_line.bytes().is_empty() {
            rows.interrupt(&mut found);
            continue;
        }
        let text = body_line.masked();
        rows.read(body_line.line, &text, &mut found);
        if next_star.is_in(source, body_line.line.content) {
            line::bold(body_line.line, &text, &mut found);
        }
        if beginnings.may_begin(&text) {
            line::plain(body_line.line, &text, &mut found);
        }
    }
    rows.interrupt(&mut found);
}
