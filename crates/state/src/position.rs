//! What the `Phase` and `Plan` texts of Current Position say, and how their numbers are set (S-22, S-23, S-61; contract 10.3, 13).
//!
//! Answers for one text at a time. Which line is the field, and whether two lines disagree, is not decided here.

use std::ops::Range;

use bstr::ByteSlice;
use cairn_text::trimmed_start;

use crate::language::{self, Term};
use crate::phase_id::PhaseId;
use crate::template_defaults;

mod phase_name;
mod plan_position;

pub use plan_position::{PlanPosition, read_plan, read_plan_number};

/// A `Phase` text that names a phase.
#[derive(Debug, Clone)]
pub struct PhasePosition {
    /// The id, as spelled.
    pub id: PhaseId,
    /// The name, when the text has one that is no placeholder.
    pub name: Option<String>,
    /// The number behind `of`, with its place.
    pub total: Option<(u32, Range<usize>)>,
}

/// Reads a `Phase` text: an optional word `Phase` in any language, then an id at a word border (contract 10.3). Anything
/// else names no phase.
#[must_use]
pub fn read_phase(text: &[u8]) -> Option<PhasePosition> {
    let start = text.len() - behind_phase_word(text).len();
    let rest = text.get(start..)?;
    let (id, length) = PhaseId::read(rest)?;
    let behind = rest.get(length..)?;
    let total = total_behind(behind).map(|(total, range)| {
        let offset = start + length;
        (total, range.start + offset..range.end + offset)
    });
    let name =
        phase_name::read_name(&behind.to_str_lossy()).filter(|name| !template_defaults::is_placeholder(name));
    Some(PhasePosition { id, name, total })
}

/// The text `N of M (Name)`, with the parts that are known.
#[must_use]
pub fn write_phase(id: &PhaseId, total: Option<u32>, name: Option<&str>) -> String {
    let mut text = id.as_str().to_owned();
    if let Some(total) = total {
        text.push_str(&format!(" of {total}"));
    }
    if let Some(name) = name {
        text.push_str(&format!(" ({name})"));
    }
    text
}

/// The text with another total behind `of`; `None` when it names no total.
#[must_use]
pub fn with_total(text: &[u8], total: u32) -> Option<Vec<u8>> {
    let (_, range) = read_phase(text)?.total?;
    Some(replace_range(text, range, &total.to_string()))
}

/// What follows the word `Phase`, in any of the languages, and blanks; the whole text without such a word.
fn behind_phase_word(text: &[u8]) -> &[u8] {
    let text = trimmed_start(text);
    language::spellings(Term::Phase)
        .find_map(|(_, spelling)| {
            let (word, behind) = text.split_at_checked(spelling.len())?;
            let is_word = cairn_text::caseless::same(word, spelling.as_bytes());
            // A word that is written with blanks ends at one; `フェーズ2` needs none.
            let ends = behind.first().is_some_and(|byte| byte.is_ascii_whitespace())
                || !spelling_needs_blank(spelling);
            (is_word && ends).then(|| trimmed_start(behind))
        })
        .unwrap_or(text)
}

fn spelling_needs_blank(spelling: &str) -> bool {
    spelling.chars().all(|character| character < '\u{2e80}')
}

/// The number behind ` of `, at the start of what follows the id.
fn total_behind(behind: &[u8]) -> Option<(u32, Range<usize>)> {
    let mut rest = trimmed_start(behind);
    if rest.len() == behind.len() {
        return None;
    }
    let (word, number) = rest.split_at_checked(2)?;
    if !word.eq_ignore_ascii_case(b"of") || !number.first()?.is_ascii_whitespace() {
        return None;
    }
    rest = trimmed_start(number);
    let start = behind.len() - rest.len();
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let total = rest.get(..length)?.to_str().ok()?.parse().ok()?;
    Some((total, start..start + length))
}

fn replace_range(text: &[u8], range: Range<usize>, by: &str) -> Vec<u8> {
    let piece = |range: Range<usize>| text.get(range).unwrap_or_default();
    [piece(0..range.start), by.as_bytes(), piece(range.end..text.len())].concat()
}

#[cfg(test)]
mod tests;
