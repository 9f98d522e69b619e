//! The field writer (10.4): the value of one occurrence is replaced; label, form, indentation and the rest of a row stay.

use super::{Form, Occurrence};
use crate::outline::Outline;
use crate::patch::Edit;
use crate::span::{Span, is_blank};
use std::fmt;

/// A value with a pipe cannot stand in a table row: no reader would find the field again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PipeInCell;

impl fmt::Display for PipeInCell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a value with `|` cannot stand in a table row")
    }
}

impl std::error::Error for PipeInCell {}

impl Occurrence {
    /// The edit that gives this occurrence `value`, which holds no line ends; `None` when it has it already. `Status:` without a
    /// value becomes `Status: new`. An empty value leaves the label with one blank behind it.
    ///
    /// # Errors
    /// [`PipeInCell`] when the occurrence is a table row and `value` holds a pipe.
    pub fn set(&self, outline: &Outline, source: &[u8], value: &str) -> Result<Option<Edit>, PipeInCell> {
        if self.form == Form::Table && value.contains('|') {
            return Err(PipeInCell);
        }
        if self.text(outline, source) == value.as_bytes() {
            return Ok(None);
        }
        if !self.value.is_empty() {
            return Ok(Some(Edit::replace(self.value, value)));
        }
        Ok(Some(self.fill(source, value)))
    }

    /// Puts `value` where none stands, one blank before it; of the blanks there, those at the end of the line go.
    fn fill(&self, source: &[u8], value: &str) -> Edit {
        let start = self.value_start(source);
        let rest = Span::new(start, self.line.content.end).of(source);
        let blanks = rest.iter().take_while(|byte| is_blank(**byte)).count();
        if blanks == rest.len() {
            return Edit::replace(Span::new(start, self.line.content.end), format!(" {value}"));
        }
        // A comment or the border of the cell stands behind the blanks.
        Edit::replace(Span::new(start, start.saturating_add(blanks)), format!(" {value} "))
    }

    /// Offset right behind the colon or cell border in front of an empty value.
    fn value_start(&self, source: &[u8]) -> usize {
        let before = Span::new(self.label.end, self.value.start).of(source);
        let blanks = before.iter().rev().take_while(|byte| is_blank(**byte)).count();
        self.value.start.saturating_sub(blanks)
    }
}
