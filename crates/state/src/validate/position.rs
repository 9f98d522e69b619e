//! Rules about Current Position: lines that readers take otherwise than their writer meant (S-62 to S-64).

use cairn_text::Span;
use cairn_text::field::{Form, NearMissKind, Occurrence, near_misses};

use super::subject::{Place, Subject};
use crate::body_field::BodyField;
use crate::document::labels_of;

/// A second line of the form that counts.
pub(super) fn duplicate_fields(subject: &Subject<'_>) -> Vec<Place> {
    each_field(subject, |field, winner, occurrence| {
        let is_duplicate = occurrence.form == winner.form && occurrence.label != winner.label;
        is_duplicate.then(|| {
            let name = field.name();
            Place::at(start_of(subject, occurrence), format!("`{name}` stands twice; the first line counts"))
                .fix(line_of(subject, field, winner))
        })
    })
}

/// A line of a lower form.
pub(super) fn shadowed_forms(subject: &Subject<'_>) -> Vec<Place> {
    each_field(subject, |field, winner, occurrence| {
        (occurrence.form > winner.form).then(|| {
            let line = subject.position(winner.label.start).line;
            let message = format!("this `{}` is not read: line {line} has it in a higher form", field.name());
            Place::at(start_of(subject, occurrence), message).fix(line_of(subject, field, winner))
        })
    })
}

/// A bold label with nothing but blanks behind it is the empty text, and hides lower forms.
pub(super) fn empty_bold_fields(subject: &Subject<'_>) -> Vec<Place> {
    each_field(subject, |field, _, occurrence| {
        let is_empty = occurrence.form == Form::Bold && occurrence.value.is_empty();
        is_empty.then(|| {
            let name = field.name();
            let others = subject.document().field(field).map(|found| found.occurrences()).unwrap_or_default();
            let meant = others.iter().find(|other| !other.value.is_empty());
            let value = meant.map_or("…".to_owned(), |other| subject.document().occurrence_text(other));
            let message = format!("the bold `{name}` has no value and is read as the empty text");
            Place::at(start_of(subject, occurrence), message).fix(format!("{name}: {value}"))
        })
    })
}

/// A table row whose label is bold is read as the bold form, pipes and all.
pub(super) fn bold_labels_in_tables(subject: &Subject<'_>) -> Vec<Place> {
    each_field(subject, |field, _, occurrence| {
        occurrence.is_bold_in_table(subject.source()).then(|| {
            let label = subject.document().occurrence_label(occurrence);
            let value = subject.document().occurrence_text(occurrence);
            let cell = value.trim_matches(['|', ' ', '\t']);
            let message = format!(
                "the bold label in a table row makes `{}` the rest of the row: `{value}`",
                field.name()
            );
            Place::at(start_of(subject, occurrence), message).fix(format!("| {label} | {cell} |"))
        })
    })
}

/// An indented line is invisible to the plain form.
pub(super) fn indented_fields(subject: &Subject<'_>) -> Vec<Place> {
    near(subject, |kind| kind == NearMissKind::Indented)
}

/// Other lines that look like a field and are none.
pub(super) fn unread_fields(subject: &Subject<'_>) -> Vec<Place> {
    near(subject, |kind| kind != NearMissKind::Indented)
}

/// The whole body is one scope then (S-63).
pub(super) fn no_section(subject: &Subject<'_>) -> Vec<Place> {
    if subject.document().sections().position().is_some() {
        return Vec::new();
    }
    let message = "there is no section `Current Position`, so the whole body is read as one";
    vec![Place::whole(message).fix("## Current Position")]
}

/// Asks about every occurrence of the five fields, given the one that counts.
fn each_field(
    subject: &Subject<'_>,
    judge: impl Fn(BodyField, &Occurrence, &Occurrence) -> Option<Place>,
) -> Vec<Place> {
    let mut places = Vec::new();
    for field in BodyField::OF_POSITION {
        let Some(found) = subject.document().field(field) else { continue };
        let Some(winner) = found.winner() else { continue };
        places.extend(found.occurrences().iter().filter_map(|occurrence| judge(field, winner, occurrence)));
    }
    places
}

fn near(subject: &Subject<'_>, is_meant: impl Fn(NearMissKind) -> bool) -> Vec<Place> {
    let document = subject.document();
    let Some(section) = document.sections().position() else { return Vec::new() };
    let mut places = Vec::new();
    for field in BodyField::OF_POSITION {
        let labels = labels_of(field);
        for miss in near_misses(document.outline(), document.source(), section.content, &labels) {
            if !is_meant(miss.kind) {
                continue;
            }
            let label = String::from_utf8_lossy(miss.label.of(document.source())).into_owned();
            let value = String::from_utf8_lossy(miss.value.of(document.source())).trim().to_owned();
            let message = format!("this line looks like `{label}` and is not read: {}", reason(miss.kind));
            places.push(
                Place::at(miss.line.content.trim(document.source()), message)
                    .fix(format!("{label}: {value}")),
            );
        }
    }
    places
}

fn reason(kind: NearMissKind) -> &'static str {
    match kind {
        NearMissKind::Indented => "it is indented",
        NearMissKind::ListItem => "it is a list item",
        NearMissKind::Quote => "it is a quote",
        NearMissKind::ColonOutsideBold => "the colon stands outside the bold marks",
        NearMissKind::BlankBeforeColon => "a blank stands before the colon",
        NearMissKind::WideColon => "the colon is full-width",
    }
}

/// The line that says what readers see.
fn line_of(subject: &Subject<'_>, field: BodyField, winner: &Occurrence) -> String {
    format!("{}: {}", field.name(), subject.document().occurrence_text(winner))
}

/// The marks of a bold label, the row of a table, else the label.
fn start_of(subject: &Subject<'_>, occurrence: &Occurrence) -> Span {
    match occurrence.form {
        Form::Bold if !occurrence.is_bold_in_table(subject.source()) => {
            Span::new(occurrence.label.start.saturating_sub(2), occurrence.line.content.end)
        }
        Form::Plain => Span::new(occurrence.label.start, occurrence.line.content.end),
        _ => occurrence.line.content.trim(subject.source()),
    }
}
