//! Reference definitions: `[label]: dest "title"` at the start of a paragraph.

use super::label::{label, normalise};
use super::tail;
use crate::span::Span;

/// A definition where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    /// The label, without its brackets.
    pub(crate) label: Span,
    /// The destination, without angle brackets.
    pub(crate) destination: Span,
    pub(crate) in_angles: bool,
    /// The title with its quotes.
    pub(crate) title: Option<Span>,
}

/// The definition at the start of `text`, and the offset of the line behind it. A label that begins with `^` is a footnote's.
pub(crate) fn definition(text: &[u8]) -> Option<(Definition, usize)> {
    let label = label(text, 0)?;
    let label_text = label.of(text);
    if label_text.starts_with(b"^")
        || normalise(label_text).is_none()
        || text.get(label.end + 1) != Some(&b':')
    {
        return None;
    }
    let start = tail::skip_space(text, label.end + 2);
    let destination = tail::destination(text, start)?;
    if destination.end == start {
        return None;
    }
    let without_title =
        Definition { label, destination: destination.span, in_angles: destination.in_angles, title: None };
    let behind = tail::skip_space(text, destination.end);
    let title = if behind > destination.end { tail::title(text, behind) } else { None };
    if let Some(title) = title
        && let Some(next) = line_end(text, title.end)
    {
        return Some((Definition { title: Some(title), ..without_title }, next));
    }
    line_end(text, destination.end).map(|next| (without_title, next))
}

/// Offset behind the line end that follows `at` after nothing but blanks; the end of the text counts as one.
fn line_end(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let blanks = rest.iter().take_while(|byte| crate::span::is_blank(**byte)).count();
    match rest.get(blanks) {
        None => Some(text.len()),
        Some(b'\n') => Some(at + blanks + 1),
        Some(_) => None,
    }
}
