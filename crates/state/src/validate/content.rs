//! Rules about values and lists.

use std::collections::HashMap;

use cairn_text::Span;
use cairn_text::list::list_items;

use super::subject::{Place, Subject};
use crate::body_field::BodyField;
use crate::dates::is_impossible;
use crate::schema::Key;

/// From this many equal entries on a list has grown by mistake.
const MOST_EQUAL: usize = 10;

/// The same entry ten times or more, reported at the tenth.
pub(super) fn duplicate_entries(subject: &Subject<'_>) -> Vec<Place> {
    let document = subject.document();
    let outline = document.outline();
    let preamble_end =
        outline.headings().first().map_or(outline.body().end, |heading| heading.line.content.start);
    let preamble = Span::new(outline.body().start, preamble_end);
    let scopes = std::iter::once(preamble).chain(outline.sections().map(|section| section.direct));
    scopes.flat_map(|scope| repeated(subject, scope)).collect()
}

fn repeated(subject: &Subject<'_>, scope: Span) -> Vec<Place> {
    let document = subject.document();
    let source = document.source();
    let mut counts: HashMap<&[u8], usize> = HashMap::new();
    let mut tenth = Vec::new();
    for item in list_items(document.outline(), source, scope) {
        let text = item.text.of(source);
        if text.is_empty() {
            continue;
        }
        let count = counts.entry(text).or_default();
        *count += 1;
        if *count == MOST_EQUAL {
            tenth.push(item);
        }
    }
    let message = |item: &cairn_text::list::ListItem| {
        let times = counts.get(item.text.of(source)).copied().unwrap_or_default();
        format!("the entry stands {times} times in this list; keep one")
    };
    tenth.iter().map(|item| Place::at(item.line.content, message(item))).collect()
}

/// Digits that are no date of the calendar.
pub(super) fn invalid_dates(subject: &Subject<'_>) -> Vec<Place> {
    let document = subject.document();
    let mut places = Vec::new();
    for key in [Key::LastActivity, Key::LastUpdated] {
        if let Some(text) = document.key_text(key).filter(|text| is_impossible(text)) {
            let message = format!("`{}` does not begin with a date of the calendar: `{text}`", key.name());
            places.push(Place { span: subject.key_span(key), message, fix: None });
        }
    }
    if let Some(occurrence) = document.winner(BodyField::LastActivity) {
        let text = document.occurrence_text(occurrence);
        if is_impossible(&text) {
            let label = document.occurrence_label(occurrence);
            let message = format!("`{label}` does not begin with a date of the calendar: `{text}`");
            places.push(
                Place::at(occurrence.line.content.trim(document.source()), message)
                    .fix(format!("{label}: YYYY-MM-DD")),
            );
        }
    }
    places
}
