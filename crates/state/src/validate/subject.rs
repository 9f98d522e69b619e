//! What a rule looks at, and what it gives back.

use cairn_text::{Encoding, LineIndex, Position, Span};

use crate::document::StateDocument;
use crate::facts::{PlanningFacts, ProjectFacts};
use crate::phase_id::PhaseId;
use crate::schema::Key;
use crate::writing::{Reading, decided_text};

/// A document with the facts that it is compared with.
pub(super) struct Subject<'a> {
    reading: &'a Reading<'a>,
    path: String,
    index: LineIndex<'a>,
}

/// Where something is wrong, and how it is put right.
pub(super) struct Place {
    /// The bytes in question; `None` for the whole file.
    pub(super) span: Option<Span>,
    /// What is wrong.
    pub(super) message: String,
    /// The line to write instead, or the command that helps.
    pub(super) fix: Option<String>,
}

impl Place {
    /// Something at `span`.
    pub(super) fn at(span: Span, message: impl Into<String>) -> Self {
        Self { span: Some(span), message: message.into(), fix: None }
    }

    /// Something about the whole file.
    pub(super) fn whole(message: impl Into<String>) -> Self {
        Self { span: None, message: message.into(), fix: None }
    }

    /// The same with its remedy.
    pub(super) fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }
}

impl<'a> Subject<'a> {
    pub(super) fn new(reading: &'a Reading<'a>) -> Self {
        Self { reading, path: reading.project.state_path(), index: reading.document.line_index() }
    }

    pub(super) fn document(&self) -> &'a StateDocument<'a> {
        &self.reading.document
    }

    pub(super) fn source(&self) -> &'a [u8] {
        self.reading.document.source()
    }

    pub(super) fn facts(&self) -> &PlanningFacts {
        &self.reading.facts
    }

    pub(super) fn project(&self) -> &ProjectFacts {
        self.reading.project
    }

    /// The path of the file from the root.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    pub(super) fn position(&self, offset: usize) -> Position {
        self.index.position(offset)
    }

    pub(super) fn line_count(&self) -> usize {
        self.index.line_count()
    }

    /// Whether the bytes are read as UTF-8; of a wide encoding nothing else can be said.
    pub(super) fn is_text(&self) -> bool {
        Encoding::detect(self.source()).is_utf8()
    }

    /// The text that a key would hold after a write.
    pub(super) fn decided(&self, key: Key) -> Option<String> {
        decided_text(self.document(), &self.reading.decisions(), key)
    }

    /// Where a stored key stands.
    pub(super) fn key_span(&self, key: Key) -> Option<Span> {
        self.document().entry(key).map(|entry| entry.key_span)
    }

    /// Whether the window is known and does not hold the phase.
    pub(super) fn is_outside_window(&self, phase: &PhaseId) -> bool {
        let facts = self.facts();
        facts.scope.is_trusted() && !facts.phases.is_empty() && facts.phase(phase).is_none()
    }
}
