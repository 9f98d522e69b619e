//! The edits of one verb to one STATE.md, collected before any of them is made (S-65, S-66, D5, D31).
//!
//! A draft knows the bytes it edits and nothing of why. It writes values only where their field stands; it never adds a line
//! on its own.

use cairn_text::field::Occurrence;
use cairn_text::frontmatter::{Change, NewValue};
use cairn_text::{Contents, Edit, Patch, Same, insert_lines};

use crate::body_field::{BodyField, fold_name};
use crate::derive::Given;
use crate::document::StateDocument;
use crate::failure::{Failure, Reason, Warning, WarningCode};
use crate::input::FileEdit;
use crate::schema::{Key, canonical_paths};
use crate::template_defaults::{is_activity_default, is_status_default};

/// A field that the edit gave a value.
#[derive(Debug)]
enum Written {
    /// One that the engine knows.
    Field(BodyField),
    /// Any other, by its folded label.
    Label(String),
}

impl Written {
    fn name(&self) -> &str {
        match self {
            Self::Field(field) => field.name(),
            Self::Label(label) => label,
        }
    }

    /// What readers see of it; nothing when the field stands nowhere.
    fn read(&self, document: &StateDocument<'_>) -> String {
        let text = match self {
            Self::Field(field) => document.text(*field),
            Self::Label(label) => {
                let found = document.labelled(|spelled| fold_name(spelled) == *label);
                let winner = found.iter().min_by_key(|occurrence| occurrence.form);
                winner.map(|occurrence| document.occurrence_text(occurrence))
            }
        };
        text.unwrap_or_default()
    }

    /// In how many places it stands.
    fn count(&self, document: &StateDocument<'_>) -> usize {
        match self {
            Self::Field(field) => document.field(*field).map_or(0, |found| found.occurrences().len()),
            Self::Label(label) => document.labelled(|spelled| fold_name(spelled) == *label).len(),
        }
    }
}

/// What a verb wants to change.
#[derive(Debug)]
pub(crate) struct Draft<'a, 'source> {
    document: &'a StateDocument<'source>,
    edits: Vec<Edit>,
    keys: Vec<Change>,
    touched: Vec<BodyField>,
    written: Vec<(Written, String)>,
    /// What the pass behind the edit is given.
    pub(crate) given: Given,
    /// Whether the pass runs although the verb itself edits nothing (`sync`, `update-progress`).
    pub(crate) always_synchronises: bool,
    /// Whether an empty or placeholder `Progress` gets a bar.
    pub(crate) fills_bar: bool,
    /// How many headings the edit adds.
    pub(crate) added_headings: usize,
    /// Files beside STATE.md.
    pub(crate) files: Vec<FileEdit>,
    /// What the user should know.
    pub(crate) warnings: Vec<Warning>,
}

impl<'a, 'source> Draft<'a, 'source> {
    /// A draft without edits.
    pub(crate) fn new(document: &'a StateDocument<'source>) -> Self {
        Self {
            document,
            edits: Vec::new(),
            keys: Vec::new(),
            touched: Vec::new(),
            written: Vec::new(),
            given: Given::default(),
            always_synchronises: false,
            fills_bar: false,
            added_headings: 0,
            files: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Writes a field where it stands. Says whether it stands anywhere.
    pub(crate) fn set(&mut self, field: BodyField, value: &str) -> Result<bool, Failure> {
        let Some(occurrence) = self.document.field(field).and_then(|found| found.target()).copied() else {
            return Ok(false);
        };
        self.expect(field, value);
        self.set_occurrence(&occurrence, value)?;
        Ok(true)
    }

    /// Writes a field of the border of the life cycle: a text that was no default is replaced with a warning (D31).
    pub(crate) fn set_at_border(&mut self, field: BodyField, value: &str) -> Result<bool, Failure> {
        let present = self.document.text(field);
        let exists = self.set(field, value)?;
        if let Some(present) = present.filter(|present| present != value && !is_default(field, present)) {
            let message = format!(
                "the text of `{}` was replaced; it was `{present}` (`cairn undo` restores it)",
                field.name()
            );
            self.warnings.push(Warning::new(WarningCode::ExecutorTextReplaced, message));
        }
        Ok(exists)
    }

    /// Writes a field only over a known default (S-66). Says whether the field stands anywhere.
    pub(crate) fn set_over_default(&mut self, field: BodyField, value: &str) -> Result<bool, Failure> {
        match self.document.text(field) {
            Some(present) if !is_default(field, &present) => Ok(true),
            _ => self.set(field, value),
        }
    }

    /// Writes the value of one occurrence.
    pub(crate) fn set_occurrence(&mut self, occurrence: &Occurrence, value: &str) -> Result<(), Failure> {
        let document = self.document;
        let edit = occurrence.set(document.outline(), document.source(), value).map_err(|error| {
            let label = document.occurrence_label(occurrence);
            Failure::invalid_value(&label, format!("`{label}` stands in a table: {error}"))
        })?;
        self.edits.extend(edit);
        Ok(())
    }

    /// Marks a field as one that this verb means to change.
    pub(crate) fn touch(&mut self, field: BodyField) {
        self.touched.push(field);
    }

    /// Marks a field as one that must read back as `value` behind the edit (D7).
    pub(crate) fn expect(&mut self, field: BodyField, value: &str) {
        self.touched.push(field);
        self.written.push((Written::Field(field), value.to_owned()));
    }

    /// The same for a field that the engine does not know, by its label.
    pub(crate) fn expect_label(&mut self, label: &str, value: &str) {
        self.written.push((Written::Label(fold_name(label)), value.to_owned()));
    }

    /// The label of an occurrence as the file spells it.
    pub(crate) fn label_of(&self, occurrence: &Occurrence) -> String {
        self.document.occurrence_label(occurrence)
    }

    /// Adds an edit of the body.
    pub(crate) fn push(&mut self, edit: Edit) {
        self.edits.push(edit);
    }

    /// Adds whole lines at `offset`, which is the start of a line or the end of the file.
    ///
    /// A code fence or a comment that is never closed reaches to the end of the file: what is added there nobody reads.
    pub(crate) fn insert_lines<L: AsRef<[u8]>>(
        &mut self,
        offset: usize,
        lines: impl IntoIterator<Item = L>,
    ) -> Result<(), Failure> {
        let open = self
            .document
            .outline()
            .regions()
            .iter()
            .find(|region| !region.closed && region.span.start < offset);
        if let Some(region) = open {
            let line = self.document.line_index().line(region.span.start);
            let message =
                format!("a code fence or comment that begins on line {line} is never closed; close it first");
            return Err(Failure::new(Reason::FieldNotFound, message).with("line", line));
        }
        self.edits.push(insert_lines(self.document.source(), offset, lines));
        Ok(())
    }

    /// Sets a key of the frontmatter; one that holds the value already keeps its bytes.
    pub(crate) fn set_key(&mut self, key: Key, value: NewValue) {
        self.set_path(key.name(), value);
    }

    /// Sets the key at a dotted path.
    pub(crate) fn set_path(&mut self, path: &str, value: NewValue) {
        if self.document.frontmatter().value(path).as_ref() != Some(&value.value()) {
            self.keys.push(Change::set(path, value));
        }
    }

    /// The bytes with every edit made, and from where on they are the same.
    pub(crate) fn apply(&self) -> Result<(Contents, Same), Failure> {
        let source = self.document.source();
        let order: Vec<&str> = canonical_paths().collect();
        let keys = self.document.frontmatter().edit(source, &self.keys, &order).map_err(unreadable)?;
        let edits = self.edits.iter().cloned().chain(keys.edits().iter().cloned());
        let patch = Patch::from_edits(edits).map_err(|error| {
            Failure::new(
                Reason::InvalidValue,
                format!("two of the changes are about the same place: {error}"),
            )
        })?;
        Ok((patch.edited(source), patch.same_behind(source)))
    }

    /// Refuses an edit whose text would be read as something else: as another field, a heading, a fence or a comment (D7).
    pub(crate) fn check_structure(&self, edited: &StateDocument<'_>) -> Result<(), Failure> {
        let injected = |what: &str| {
            let message = format!("the value would be read as {what}; write it without Markdown marks");
            Err(Failure::new(Reason::InvalidValue, message))
        };
        let expected = self.document.outline().headings().len().saturating_add(self.added_headings);
        if edited.outline().headings().len() != expected {
            return injected("a heading");
        }
        if edited.outline().regions().len() != self.document.outline().regions().len() {
            return injected("a code fence or a comment");
        }
        let changed = BodyField::ALL
            .into_iter()
            .find(|field| !self.touched.contains(field) && edited.text(*field) != self.document.text(*field));
        if let Some(field) = changed {
            return injected(&format!("the field `{}`", field.name()));
        }
        self.check_read_back(edited)
    }

    /// A value that names a field, its own included, would win over the line it stands in: it reads back as something else, and
    /// grows with every write.
    fn check_read_back(&self, edited: &StateDocument<'_>) -> Result<(), Failure> {
        for (written, value) in &self.written {
            let read = written.read(edited);
            let (name, value) = (written.name(), value.trim());
            let message = if read != value {
                format!(
                    "the value `{value}` of `{name}` would be read back as `{read}`; write it without a field label"
                )
            } else if written.count(edited) > written.count(self.document).max(1) {
                format!(
                    "the value `{value}` names the field `{name}` a second time; write it without a field label"
                )
            } else {
                continue;
            };
            return Err(Failure::invalid_value(name, message));
        }
        Ok(())
    }
}

/// Whether a handler may overwrite the text of a field (S-66, contract 10.5).
fn is_default(field: BodyField, text: &str) -> bool {
    match field {
        BodyField::Status => is_status_default(text),
        BodyField::LastActivity => is_activity_default(text),
        _ => true,
    }
}

/// A block that cannot be edited; [`StateDocument::check_writable`] has refused nearly all of them before.
pub(crate) fn unreadable(error: cairn_text::frontmatter::EditError) -> Failure {
    Failure::new(Reason::FrontmatterUnparseable, format!("the frontmatter cannot be edited: {error}"))
}
