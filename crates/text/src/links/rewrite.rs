//! Rewriting: new destinations for a document whose targets move, or that moves itself (8.2, 8.4, 8.5).

use super::citation::{Citation, Citations, LeftBecause, Written};
use super::reading;
use super::repository_path::RepositoryPath;
use super::resolve::{Reference, Resolved, resolve, resolve_text};
use super::scan::{Destination, Form};
use super::write;
use crate::patch::{Edit, Patch};
use crate::span::Span;

/// What becomes of the target of a citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewTarget {
    /// It stays where it is.
    Keep,
    /// It, or a copy of it, stands there now: suffix and final `/` stay.
    MovedTo(RepositoryPath),
    /// Another file answers for it, such as the Archive Record: suffix and final `/` go.
    StandsIn(RepositoryPath),
    /// It is a git locator, or whatever else is to stand there literally: suffix and final `/` go.
    Locator(Vec<u8>),
    /// There is none: the citation stays and is reported.
    Leave,
}

/// One destination or path that is written anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The bytes that change.
    pub span: Span,
    /// Their line, from 1.
    pub line: usize,
    /// What stands there.
    pub old: Vec<u8>,
    /// What will stand there.
    pub new: Vec<u8>,
}

impl Change {
    /// Changes of one rewrite as a patch of its document.
    pub(super) fn patch<'c>(changes: impl Iterator<Item = &'c Self>) -> Patch {
        let edits = changes.map(|change| Edit::replace(change.span, change.new.clone()));
        // Changes come from the scan in order and no two share a byte, so there is nothing to refuse.
        Patch::from_edits(edits).unwrap_or_default()
    }
}

/// One destination or path that stays although it does not lead where it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Its bytes.
    pub span: Span,
    /// Its line, from 1. A rewrite neither adds nor removes lines, so it holds before and after.
    pub line: usize,
    /// Its text.
    pub target: Vec<u8>,
    /// Why.
    pub because: LeftBecause,
}

/// What a rewrite does to a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rewrite {
    /// What is written anew, in order.
    pub changes: Vec<Change>,
    /// What stays and has to be reported, in order.
    pub left: Vec<Left>,
}

impl Rewrite {
    /// The changes as a patch of the document. It names destination bytes only.
    pub fn patch(&self) -> Patch {
        Change::patch(self.changes.iter())
    }

    /// Takes back the changes with which the text around them would be read as something else.
    fn leave_what_alters_the_reading(&mut self, citations: &Citations<'_>) {
        if self.changes.is_empty() {
            return;
        }
        let altering = reading::altering(citations.document, &citations.scan, &self.changes);
        let changes = std::mem::take(&mut self.changes);
        for (change, is_altering) in changes.into_iter().zip(altering) {
            if is_altering {
                let Change { span, line, old: target, .. } = change;
                self.left.push(Left { span, line, target, because: LeftBecause::AltersReading });
            } else {
                self.changes.push(change);
            }
        }
        self.left.sort_by_key(|left| left.span);
    }
}

impl Citations<'_> {
    /// Rewrites the document for `place`, where it, or a copy of it, will stand; its own place when it does not move.
    ///
    /// `target` is asked for every citation that may be rewritten. All other links keep their target: they change only as far as
    /// another place makes it necessary (8.5).
    pub fn rewrite(&self, place: &RepositoryPath, mut target: impl FnMut(&Citation) -> NewTarget) -> Rewrite {
        let base = place.parent();
        let mut writer =
            Writer { citations: self, moves: self.place.parent() != base, base, rewrite: Rewrite::default() };
        let mut destinations = self.scan.destinations.iter().peekable();
        for citation in self.iter() {
            while let Some(other) = destinations.next_if(|other| other.span.start < citation.span.start) {
                writer.keep(other);
            }
            if let Written::Destination(own) = &citation.written {
                destinations.next_if(|other| other.span == own.span);
            }
            match citation.left {
                Some(because) => writer.leave(citation.span, citation.line, because),
                None => writer.retarget(citation, target(citation)),
            }
        }
        destinations.for_each(|other| writer.keep(other));
        let mut rewrite = writer.rewrite;
        rewrite.leave_what_alters_the_reading(self);
        rewrite
    }
}

struct Writer<'c, 'd> {
    citations: &'c Citations<'d>,
    /// The folder the document will stand in.
    base: RepositoryPath,
    /// Whether that is another one than now.
    moves: bool,
    rewrite: Rewrite,
}

impl Writer<'_, '_> {
    fn leave(&mut self, span: Span, line: usize, because: LeftBecause) {
        let target = span.of(self.citations.document).to_vec();
        self.rewrite.left.push(Left { span, line, target, because });
    }

    fn change(&mut self, span: Span, line: usize, new: Vec<u8>) {
        let old = span.of(self.citations.document).to_vec();
        if old != new {
            self.rewrite.changes.push(Change { span, line, old, new });
        }
    }

    /// A link that is no citation keeps its target.
    fn keep(&mut self, destination: &Destination) {
        if !self.moves {
            return;
        }
        match resolve(self.citations.document, destination, &self.citations.place.parent()) {
            Resolved::NotAPath | Resolved::Locator => {}
            Resolved::Outside => self.leave(destination.span, destination.line, LeftBecause::Outside),
            Resolved::InvalidEncoding(_) => {
                self.leave(destination.span, destination.line, LeftBecause::InvalidEncoding)
            }
            Resolved::Path(reference) => {
                let target = reference.path.clone();
                if destination.form != Form::Unquoted {
                    self.lead_to(destination, &reference, &target);
                } else if !self.leads_to(destination, &target) {
                    self.leave(destination.span, destination.line, LeftBecause::UnquotedAttribute);
                }
            }
        }
    }

    fn retarget(&mut self, citation: &Citation, target: NewTarget) {
        if target == NewTarget::Leave {
            self.leave(citation.span, citation.line, LeftBecause::NoTarget);
            return;
        }
        match &citation.written {
            Written::Path(path) => self.retarget_path(citation, *path, target),
            Written::Destination(destination) => self.retarget_destination(destination, target),
        }
    }

    fn retarget_path(&mut self, citation: &Citation, path: Span, target: NewTarget) {
        let text = path.of(self.citations.document);
        let style: &[u8] = match text {
            [b'.', b'/', ..] => b"./",
            [b'/', ..] => b"/",
            _ => b"",
        };
        let new = match target {
            NewTarget::Keep | NewTarget::Leave => return,
            NewTarget::Locator(text) => text,
            NewTarget::StandsIn(target) => [style, target.as_bytes()].concat(),
            NewTarget::MovedTo(target) => {
                let slash: &[u8] = if text.ends_with(b"/") { b"/" } else { b"" };
                let fragment = Span::new(path.end, citation.span.end).of(self.citations.document);
                [style, target.as_bytes(), slash, fragment].concat()
            }
        };
        self.change(citation.span, citation.line, new);
    }

    fn retarget_destination(&mut self, destination: &Destination, target: NewTarget) {
        let old = resolve(self.citations.document, destination, &self.citations.place.parent());
        let Resolved::Path(reference) = old else { return };
        let new = match target {
            NewTarget::Leave => return,
            NewTarget::Keep => {
                let target = reference.path.clone();
                return self.lead_to(destination, &reference, &target);
            }
            NewTarget::MovedTo(target) => return self.lead_to(destination, &reference, &target),
            NewTarget::StandsIn(target) => write::path(&target, &self.base, &reference, destination.form),
            NewTarget::Locator(text) => write::literal(&text, destination.form),
        };
        self.change(destination.span, destination.line, new);
    }

    /// Writes `destination` so that it leads to `target`, unless it already does.
    fn lead_to(&mut self, destination: &Destination, old: &Reference, target: &RepositoryPath) {
        if self.leads_to(destination, target) {
            return;
        }
        let mut new = write::path(target, &self.base, old, destination.form);
        if old.has_final_slash && !new.ends_with(b"/") {
            new.push(b'/');
        }
        new.extend_from_slice(&old.suffix);
        self.change(destination.span, destination.line, new);
    }

    /// Whether `destination`, as it is written, leads to `target` from the new place.
    fn leads_to(&self, destination: &Destination, target: &RepositoryPath) -> bool {
        let text = destination.span.of(self.citations.document);
        matches!(resolve_text(text, destination.form, &self.base), Resolved::Path(reference) if reference.path == *target)
    }
}
