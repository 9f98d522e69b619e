//! What a rule looks at, and what it gives back.

use cairn_report::Diagnostic;
use cairn_text::{LineIndex, Span};

use super::Rule;
use crate::planning::{MilestoneView, PlanningSnapshot};
use crate::roadmap::{Roadmap, Window};

/// The planning tree with its current milestone.
pub(super) struct Subject<'a> {
    pub(super) snapshot: &'a PlanningSnapshot,
    /// The milestone that STATE.md stores.
    pub(super) stored: Option<&'a str>,
    pub(super) view: MilestoneView<'a>,
    index: LineIndex<'a>,
}

/// Where something is wrong.
pub(super) struct Place {
    path: String,
    line: usize,
    column: usize,
    span: Option<Span>,
    message: String,
    fix: Option<String>,
}

impl Place {
    /// Something about a whole file or folder, by its path from the root.
    pub(super) fn whole(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), line: 1, column: 1, span: None, message: message.into(), fix: None }
    }

    /// Something at `span` of a file.
    pub(super) fn at(path: impl Into<String>, bytes: &[u8], span: Span, message: impl Into<String>) -> Self {
        Self::indexed(path, &LineIndex::new(bytes), span, message)
    }

    fn indexed(
        path: impl Into<String>,
        index: &LineIndex<'_>,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        let position = index.position(span.start);
        Self { line: position.line, column: position.column, span: Some(span), ..Self::whole(path, message) }
    }

    /// The same with the line to write instead, or the command that does it.
    pub(super) fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }

    pub(super) fn diagnostic(self, rule: &Rule) -> Diagnostic {
        let mut diagnostic =
            Diagnostic::new(rule.code, rule.severity, self.path, self.message).at(self.line, self.column);
        diagnostic.span = self.span;
        match self.fix {
            Some(fix) => diagnostic.fix(fix, rule.fixable),
            None => diagnostic,
        }
    }
}

impl<'a> Subject<'a> {
    pub(super) fn new(snapshot: &'a PlanningSnapshot, stored: Option<&'a str>) -> Self {
        let view = MilestoneView::new(snapshot, stored);
        let index = LineIndex::new(snapshot.roadmap.bytes().unwrap_or_default());
        Self { snapshot, stored, view, index }
    }

    /// ROADMAP.md, when it was read.
    pub(super) fn roadmap(&self) -> Option<&Roadmap<'a>> {
        self.view.roadmap.as_ref()
    }

    /// ROADMAP.md and the window of the current milestone.
    pub(super) fn window(&self) -> Option<(&Roadmap<'a>, &Window)> {
        self.roadmap().zip(self.view.window.as_ref())
    }

    /// The window of every version, the whole document where there are no versions.
    pub(super) fn windows(&self) -> Vec<Window> {
        let Some(roadmap) = self.roadmap() else { return Vec::new() };
        let versions = roadmap.version_names();
        if versions.is_empty() {
            return self.view.window.iter().cloned().collect();
        }
        versions.iter().filter_map(|version| roadmap.window(Some(version))).collect()
    }

    /// Something at `span` of ROADMAP.md.
    pub(super) fn in_roadmap(&self, span: Span, message: impl Into<String>) -> Place {
        Place::indexed(self.roadmap_path(), &self.index, span, message)
    }

    /// The line of an offset in ROADMAP.md.
    pub(super) fn line(&self, offset: usize) -> usize {
        self.index.line(offset)
    }

    /// ROADMAP.md from the root.
    pub(super) fn roadmap_path(&self) -> String {
        self.snapshot.from_root("ROADMAP.md")
    }
}
