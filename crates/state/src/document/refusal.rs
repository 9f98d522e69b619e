//! Which files are not written (contract section 4, D11, D29): half of a conflict is no state, and an edit of bytes that were
//! not understood is damage.

use cairn_text::outline::LineClass;
use cairn_text::{Encoding, Line, Span, lines_in};

use super::StateDocument;
use crate::failure::{Failure, Reason, Warning, WarningCode};

/// The marks at the start of a line that a merge leaves behind.
const CONFLICT_MARKS: &[&[u8]] = &[b"<<<<<<<", b"|||||||", b">>>>>>>"];

impl StateDocument<'_> {
    /// Refuses a file that cannot be changed safely.
    ///
    /// # Errors
    ///
    /// `encoding`, `merge_conflict` or `frontmatter_unparseable`, with the line where there is one.
    pub fn check_writable(&self, path: &str) -> Result<(), Failure> {
        if !Encoding::detect(self.source).is_utf8() {
            let message = format!("`{path}` is UTF-16 or UTF-32; save it as UTF-8 and run the command again");
            return Err(Failure::new(Reason::Encoding, message));
        }
        if ends_lines_with_lone_returns(self.source) {
            let message = format!(
                "the lines of `{path}` end in a lone carriage return (CR), which is never edited; save it with LF or CRLF and run the command again"
            );
            return Err(Failure::new(Reason::Encoding, message));
        }
        if let Some((line, markers)) = self.first_conflict(path) {
            let message = format!(
                "{markers}; `cairn resolve {path}` merges them by their meaning; then run the command again"
            );
            return Err(Failure::new(Reason::MergeConflict, message).with("line", line));
        }
        if let Some(problem) = self.frontmatter.refusal() {
            let line = self.line_index().line(problem.span.start);
            let message =
                format!("the frontmatter of `{path}` cannot be edited: {} (line {line})", problem.kind);
            return Err(Failure::new(Reason::FrontmatterUnparseable, message).with("line", line));
        }
        Ok(())
    }

    /// What is to be said about the conflict markers of a file that is only read.
    #[must_use]
    pub fn conflict_warning(&self, path: &str) -> Option<Warning> {
        let (_, markers) = self.first_conflict(path)?;
        let message = format!("{markers}; `cairn resolve {path}` merges them by their meaning");
        Some(Warning::new(WarningCode::MergeConflict, message))
    }

    fn first_conflict(&self, path: &str) -> Option<(usize, String)> {
        let line = self.line_index().line(self.conflict_lines().first()?.content.start);
        Some((line, format!("`{path}` has merge-conflict markers (line {line})")))
    }

    /// The lines that begin with a conflict marker, outside code fences.
    #[must_use]
    pub fn conflict_lines(&self) -> Vec<Line> {
        let body = self.outline.body();
        // Nearly every file has none, which one search tells.
        let mut marks = memchr::memchr3_iter(b'<', b'|', b'>', self.source);
        let begins_line = |at: usize| {
            at == body.start || at.checked_sub(1).is_none_or(|before| self.source.get(before) == Some(&b'\n'))
        };
        let is_mark = |at: usize| self.source.get(at..).is_some_and(is_conflict_mark);
        if !marks.any(|at| begins_line(at) && is_mark(at)) {
            return Vec::new();
        }
        let above = lines_in(self.source, Span::new(0, body.start));
        let below = self.outline.lines(self.source, body).filter(|line| line.class != LineClass::Fence);
        above
            .chain(below.map(|line| line.line))
            .filter(|line| is_conflict_mark(line.content.of(self.source)))
            .collect()
    }
}

/// Whether carriage returns by themselves stand for the line ends: more of them than line feeds. A single one between proper lines is
/// text, which `validate` reports.
pub(crate) fn ends_lines_with_lone_returns(source: &[u8]) -> bool {
    if memchr::memchr(b'\r', source).is_none() {
        return false;
    }
    let feeds = memchr::memchr_iter(b'\n', source).count();
    let returns = memchr::memchr_iter(b'\r', source);
    let lone = returns.filter(|at| source.get(at.saturating_add(1)) != Some(&b'\n'));
    lone.take(feeds.saturating_add(1)).count() > feeds
}

/// Exactly seven equal marks: eight are a ruler or the border of an empty table.
fn is_conflict_mark(line: &[u8]) -> bool {
    CONFLICT_MARKS
        .iter()
        .any(|mark| line.strip_prefix(*mark).is_some_and(|behind| behind.first() != mark.first()))
}
