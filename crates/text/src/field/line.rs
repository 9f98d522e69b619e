//! The three forms on one line. `text` is a line with blanks for what lies in comments.

use super::{Colon, Form, Occurrence};
use crate::lines::Line;
use crate::span::{Span, is_blank};

/// The full-width colon.
pub(super) const WIDE_COLON: &[u8] = "：".as_bytes();
const BOLD: &[u8] = b"**";

/// `**Label:** value` anywhere in the line. Only blanks behind it are the empty value; nothing at all is none.
pub(super) fn bold(line: Line, text: &[u8], found: &mut impl FnMut(Occurrence, Colon, bool)) {
    // Where the text behind the last marks begins; for marks may overlap, as in `***`.
    let mut open: Option<usize> = None;
    for mark in memchr::memchr_iter(b'*', text).filter(|mark| text.get(mark.saturating_add(1)) == Some(&b'*'))
    {
        let behind = mark.saturating_add(BOLD.len());
        if let Some(open) = open
            && let Some((label, colon)) = text.get(open..mark).and_then(without_colon)
            && !label.is_empty()
        {
            let label = span_in(line, open, open.saturating_add(label.len()));
            let is_set = behind < text.len();
            found(
                Occurrence { form: Form::Bold, line, label, value: value(line, text, behind) },
                colon,
                is_set,
            );
        }
        open = Some(behind);
    }
}

/// `Label: value` at column 1.
pub(super) fn plain(line: Line, text: &[u8], found: &mut impl FnMut(Occurrence, Colon, bool)) {
    let Some((length, colon, behind)) = first_colon(text) else { return };
    if length == 0 || text.first().is_none_or(|first| is_blank(*first)) {
        return;
    }
    let value = value(line, text, behind);
    let label = span_in(line, 0, length);
    found(Occurrence { form: Form::Plain, line, label, value }, colon, !value.is_empty());
}

/// Length of the text before the first colon, which one it is, and the offset behind it.
pub(super) fn first_colon(text: &[u8]) -> Option<(usize, Colon, usize)> {
    let narrow = memchr::memchr(b':', text);
    let before = text.get(..narrow.unwrap_or(text.len())).unwrap_or(text);
    let lead = WIDE_COLON.first().copied().unwrap_or_default();
    let mut leads = memchr::memchr_iter(lead, before);
    let wide = leads.find(|lead| before.get(*lead..).is_some_and(|rest| rest.starts_with(WIDE_COLON)));
    match (wide, narrow) {
        (Some(wide), _) => Some((wide, Colon::Wide, wide.saturating_add(WIDE_COLON.len()))),
        (None, Some(narrow)) => Some((narrow, Colon::Narrow, narrow.saturating_add(1))),
        (None, None) => None,
    }
}

/// `text` without the colon at its end.
pub(super) fn without_colon(text: &[u8]) -> Option<(&[u8], Colon)> {
    let narrow = text.strip_suffix(b":").map(|label| (label, Colon::Narrow));
    narrow.or_else(|| text.strip_suffix(WIDE_COLON).map(|label| (label, Colon::Wide)))
}

/// The value behind `behind`, without blanks; none: the empty span right there.
fn value(line: Line, text: &[u8], behind: usize) -> Span {
    let rest = text.get(behind..).unwrap_or_default();
    let trimmed = Span::whole(rest).trim(rest);
    if trimmed.is_empty() {
        return span_in(line, behind, behind);
    }
    span_in(line, behind.saturating_add(trimmed.start), behind.saturating_add(trimmed.end))
}

fn span_in(line: Line, start: usize, end: usize) -> Span {
    let base = line.content.start;
    Span::new(base.saturating_add(start), base.saturating_add(end))
}

/// `| Label | value |`: a line of exactly two cells, no escaped pipe, no separator row.
///
/// The names above the columns of another table are no field (`| Phase | Goal |` over rows of numbers). So a row above a separator
/// waits for the row below it, and counts unless that one begins with a number.
#[derive(Default)]
pub(super) struct RowFilter {
    /// The last row, while it is not known whether it counts.
    waiting: Option<Occurrence>,
    /// Whether the waiting row was followed by a separator.
    is_above_separator: bool,
}

impl RowFilter {
    pub(super) fn read(&mut self, line: Line, text: &[u8], found: &mut impl FnMut(Occurrence, Colon, bool)) {
        let Some(row) = two_cells(line, text) else {
            self.interrupt(found);
            return;
        };
        if row.is_separator {
            self.is_above_separator = self.waiting.is_some();
            return;
        }
        if self.is_above_separator && row.begins_with_number {
            self.waiting = None;
        }
        self.interrupt(found);
        self.waiting = Some(row.occurrence);
    }

    /// Whether a line that is no row would change nothing.
    pub(super) fn is_idle(&self) -> bool {
        self.waiting.is_none()
    }

    /// Gives the waiting row; the table ends here.
    pub(super) fn interrupt(&mut self, found: &mut impl FnMut(Occurrence, Colon, bool)) {
        self.is_above_separator = false;
        if let Some(waiting) = self.waiting.take() {
            found(waiting, Colon::Cell, !waiting.value.is_empty());
        }
    }
}

struct TwoCells {
    occurrence: Occurrence,
    is_separator: bool,
    begins_with_number: bool,
}

fn two_cells(line: Line, text: &[u8]) -> Option<TwoCells> {
    let row = Span::whole(text).trim(text);
    let inner = row.of(text).strip_prefix(b"|")?.strip_suffix(b"|")?;
    let border = memchr::memchr(b'|', inner)?;
    let (label, rest) = inner.split_at_checked(border)?;
    let cell = rest.strip_prefix(b"|")?;
    if cell.contains(&b'|') || memchr::memmem::find(inner, b"\\|").is_some() || inner.ends_with(b"\\") {
        return None;
    }
    let label_start = row.start.saturating_add(1);
    let cell_start = label_start.saturating_add(border).saturating_add(1);
    let trimmed = Span::whole(label).trim(label);
    let label_span =
        span_in(line, label_start.saturating_add(trimmed.start), label_start.saturating_add(trimmed.end));
    let value = {
        let trimmed = Span::whole(cell).trim(cell);
        span_in(line, cell_start.saturating_add(trimmed.start), cell_start.saturating_add(trimmed.end))
    };
    Some(TwoCells {
        occurrence: Occurrence { form: Form::Table, line, label: label_span, value },
        is_separator: is_separator(label) && is_separator(cell),
        begins_with_number: trimmed.of(label).first().is_some_and(u8::is_ascii_digit),
    })
}

fn is_separator(cell: &[u8]) -> bool {
    let dashes = Span::whole(cell).trim(cell).of(cell);
    let dashes = dashes.strip_prefix(b":").unwrap_or(dashes);
    let dashes = dashes.strip_suffix(b":").unwrap_or(dashes);
    !dashes.is_empty() && dashes.iter().all(|byte| *byte == b'-')
}
