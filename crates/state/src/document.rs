//! A STATE.md as it was read: bytes, frontmatter, outline, sections and fields (S-60 to S-65).
//!
//! Reading never fails, and reads each scope once for all its fields. Whether the file may be written is a question of its
//! own ([`StateDocument::check_writable`]).

use std::sync::LazyLock;

use cairn_text::field::{Field, Label, Occurrence, all_fields};
use cairn_text::frontmatter::{Entry, Frontmatter};
use cairn_text::outline::{Outline, Section};
use cairn_text::{LineIndex, Same, Span};

use crate::body_field::{BodyField, FieldScope};
use crate::phase_id::PhaseId;
use crate::position;
use crate::schema::{Key, OLDER_VERSION_KEY};
use crate::sections::Sections;

mod refusal;
#[cfg(test)]
mod tests;

pub(crate) use refusal::ends_lines_with_lone_returns;

/// One STATE.md.
#[derive(Debug)]
pub struct StateDocument<'source> {
    source: &'source [u8],
    frontmatter: Frontmatter,
    outline: Outline,
    sections: Sections,
    fields: Vec<(BodyField, Field)>,
    /// The fields that stand anywhere, wherever they stand.
    anywhere: Vec<Field>,
    /// What it has in common with the document beside which it was read.
    same: Option<Same>,
}

impl<'source> StateDocument<'source> {
    /// Reads a document. Never fails; linear in the bytes.
    #[must_use]
    pub fn parse(source: &'source [u8]) -> Self {
        let outline = Outline::parse(source);
        let anywhere = Field::find_each(&outline, source, outline.body(), labels_in(FieldScope::Anywhere));
        Self::of(source, outline, anywhere, None)
    }

    /// Reads `edited`, which holds from `same.new` on what this document holds from `same.old` on: what both have in common is not
    /// read again.
    #[must_use]
    pub fn parse_edited<'edited>(&self, edited: &'edited [u8], same: Same) -> StateDocument<'edited> {
        let (outline, same) = self.outline.parse_anew(edited, same);
        let body = outline.body();
        let anew = same.map_or(body, |same| Span::new(body.start, same.new));
        let mut anywhere = Field::find_each(&outline, edited, anew, labels_in(FieldScope::Anywhere));
        if let Some(same) = same {
            let both = anywhere.into_iter().zip(&self.anywhere);
            anywhere = both.map(|(front, earlier)| front.followed_by(earlier, same)).collect();
        }
        StateDocument::of(edited, outline, anywhere, same)
    }

    fn of(source: &'source [u8], outline: Outline, anywhere: Vec<Field>, same: Option<Same>) -> Self {
        let frontmatter = Frontmatter::parse(source);
        let sections = Sections::find(&outline, source);
        let mut fields = Vec::with_capacity(BodyField::ALL.len());
        let session = sections.session().map(|section| section.content);
        let scopes = [
            (FieldScope::Position, Some(position_scope(&outline, &sections))),
            (FieldScope::Session, session),
        ];
        for (scope, span) in scopes.into_iter().filter_map(|(scope, span)| Some((scope, span?))) {
            fields.extend(fields_in(scope).zip(Field::find_each(&outline, source, span, labels_in(scope))));
        }
        let position = sections.position().map(|section| section.content);
        fields.extend(fields_in(FieldScope::Anywhere).zip(anywhere.iter().map(|field| match position {
            Some(position) => first_in(field, position),
            None => field.clone(),
        })));
        Self { source, frontmatter, outline, sections, fields, anywhere, same }
    }

    /// Whether a span is one that was not read again, and stands in `earlier` at `there`: `earlier` is the document beside which
    /// this one was read.
    pub(crate) fn has_in_common(&self, here: Span, there: Span) -> bool {
        self.same.is_some_and(|same| {
            here.start >= same.new && there.start >= same.old && same.moved(there) == here
        })
    }

    /// The bytes.
    #[must_use]
    pub fn source(&self) -> &'source [u8] {
        self.source
    }

    /// The frontmatter.
    #[must_use]
    pub fn frontmatter(&self) -> &Frontmatter {
        &self.frontmatter
    }

    /// The outline of the body.
    #[must_use]
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// The sections that every verb reads.
    #[must_use]
    pub fn sections(&self) -> &Sections {
        &self.sections
    }

    /// All occurrences of a field in its scope.
    #[must_use]
    pub fn field(&self, field: BodyField) -> Option<&Field> {
        self.fields.iter().find(|(of, _)| *of == field).map(|(_, found)| found)
    }

    /// The occurrence that readers see.
    #[must_use]
    pub fn winner(&self, field: BodyField) -> Option<&Occurrence> {
        self.field(field)?.winner()
    }

    /// The value that readers see, trimmed, bytes that are no UTF-8 as U+FFFD; `None` when the field is absent.
    #[must_use]
    pub fn text(&self, field: BodyField) -> Option<String> {
        self.winner(field).map(|occurrence| self.occurrence_text(occurrence))
    }

    /// The value of an occurrence, as [`StateDocument::text`] gives it.
    #[must_use]
    pub fn occurrence_text(&self, occurrence: &Occurrence) -> String {
        String::from_utf8_lossy(&occurrence.text(&self.outline, self.source)).trim().to_owned()
    }

    /// The label of an occurrence as the file spells it.
    #[must_use]
    pub fn occurrence_label(&self, occurrence: &Occurrence) -> String {
        String::from_utf8_lossy(occurrence.label.of(self.source)).into_owned()
    }

    /// The field with any label: in Current Position first, else in the whole body (contract 10.2). `matches` is given the
    /// label as spelled.
    #[must_use]
    pub fn labelled(&self, matches: impl Fn(&str) -> bool) -> Vec<Occurrence> {
        let has_label = |occurrence: &Occurrence| matches(&self.occurrence_label(occurrence));
        let find = |scope| -> Vec<Occurrence> {
            all_fields(&self.outline, self.source, scope)
                .into_iter()
                .filter(|found| has_label(found))
                .collect()
        };
        let in_position = self.sections.position().map(|section| find(section.content)).unwrap_or_default();
        if in_position.is_empty() { find(self.outline.body()) } else { in_position }
    }

    /// The entry of a key; the version key in either spelling.
    #[must_use]
    pub fn entry(&self, key: Key) -> Option<&Entry> {
        let older = || (key == Key::Version).then(|| self.frontmatter.entry(OLDER_VERSION_KEY)).flatten();
        self.frontmatter.entry(key.name()).or_else(older)
    }

    /// The text of a scalar key.
    #[must_use]
    pub fn key_text(&self, key: Key) -> Option<&str> {
        self.entry(key)?.text()
    }

    /// The phase that the position names: of `Current Phase`, else of `Phase`.
    #[must_use]
    pub fn position_phase(&self) -> Option<PhaseId> {
        let text = |field| self.text(field).filter(|text| !crate::template_defaults::is_placeholder(text));
        let text = text(BodyField::CurrentPhase).or_else(|| text(BodyField::Phase))?;
        position::read_phase(text.as_bytes()).map(|position| position.id)
    }

    /// The current phase: that of the position, else the stored one (contract 14.1).
    #[must_use]
    pub fn current_phase(&self) -> Option<PhaseId> {
        self.position_phase().or_else(|| PhaseId::parse(self.key_text(Key::CurrentPhase)?.trim()))
    }

    /// Lines and columns of this document.
    #[must_use]
    pub fn line_index(&self) -> LineIndex<'source> {
        LineIndex::new(self.source)
    }

    /// The content of a section as text, without the blank lines and blanks around it.
    #[must_use]
    pub fn section_text(&self, section: &Section) -> String {
        String::from_utf8_lossy(section.content.of(self.source)).trim().to_owned()
    }
}

/// Every label of a field, with the colons that count behind it.
pub(crate) fn labels_of(field: BodyField) -> Vec<Label<'static>> {
    let label =
        |(language, text): (crate::language::Language, &'static str)| match language.has_full_width_colon() {
            true => Label::with_wide_colon(text),
            false => Label::new(text),
        };
    field.labels().into_iter().map(label).collect()
}

/// The scope of the fields of Current Position: the section, or the whole body of a file without it (S-63).
fn position_scope(outline: &Outline, sections: &Sections) -> Span {
    sections.position().map_or(outline.body(), |section| section.content)
}

fn fields_in(scope: FieldScope) -> impl Iterator<Item = BodyField> {
    BodyField::ALL.into_iter().filter(move |field| field.scope() == scope)
}

/// The labels of the fields in a scope, spelled once: a command reads several documents by them.
fn labels_in(scope: FieldScope) -> &'static [Vec<Label<'static>>] {
    static LABELS: LazyLock<[Vec<Vec<Label<'static>>>; 3]> = LazyLock::new(|| {
        [FieldScope::Position, FieldScope::Session, FieldScope::Anywhere]
            .map(|scope| fields_in(scope).map(labels_of).collect())
    });
    let [position, session, anywhere] = &*LABELS;
    match scope {
        FieldScope::Position => position,
        FieldScope::Session => session,
        FieldScope::Anywhere => anywhere,
    }
}

/// The occurrences inside `scope` when there is one, else all of them.
fn first_in(field: &Field, scope: Span) -> Field {
    let inside = field.within(scope);
    if inside.target().is_some() { inside } else { field.clone() }
}
