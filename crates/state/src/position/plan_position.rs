//! Plan positions: `2 of 3 in current phase` and its parts (S-61, contract 13).

use std::ops::Range;

use bstr::ByteSlice;
use cairn_text::trimmed_start;

/// A plan number and a total, with the place of the number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanPosition {
    /// P: the plan that is worked on.
    pub plan: u32,
    /// T: how many plans the phase has; `None` when the text does not say.
    pub total: Option<u32>,
    number: Range<usize>,
}

impl PlanPosition {
    /// The plan number as the text spells it, with its zero padding.
    #[must_use]
    pub fn spelled(&self, text: &[u8]) -> String {
        text.get(self.number.clone()).unwrap_or_default().to_str_lossy().into_owned()
    }

    /// Where the plan number stands in the text, and the digits of another one with the same zero padding.
    #[must_use]
    pub fn number(&self, text: &[u8], plan: u32) -> (Range<usize>, String) {
        let width = self.number.len();
        let is_padded = text.get(self.number.clone()).is_some_and(|digits| digits.starts_with(b"0"));
        let digits = if is_padded { format!("{plan:0width$}") } else { plan.to_string() };
        (self.number.clone(), digits)
    }
}

/// Reads `P of T …`, with any text behind the total; `None` for anything else, such as `1/3` or prose.
#[must_use]
pub fn read_plan(text: &[u8]) -> Option<PlanPosition> {
    let (plan, number, behind) = read_number(text, 0)?;
    let of = behind_of(text, behind)?;
    let (total, _, end) = read_number(text, of)?;
    let ends = text.get(end..)?.chars().next().is_none_or(|character| !character.is_alphanumeric());
    ends.then_some(PlanPosition { plan, total: Some(total), number })
}

/// Reads a text that is a plan number, or `P of T …` (the two forms of `Current Plan`).
#[must_use]
pub fn read_plan_number(text: &[u8]) -> Option<PlanPosition> {
    if let Some(position) = read_plan(text) {
        return Some(position);
    }
    let (plan, number, end) = read_number(text, 0)?;
    trimmed_start(text.get(end..)?).is_empty().then_some(PlanPosition { plan, total: None, number })
}

/// The number at `offset` behind blanks: its value, its place, and where it ends.
fn read_number(text: &[u8], offset: usize) -> Option<(u32, Range<usize>, usize)> {
    let rest = text.get(offset..)?;
    let start = offset + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let length = text.get(start..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let end = start + length;
    let value = text.get(start..end)?.to_str().ok()?.parse().ok()?;
    Some((value, start..end, end))
}

/// Where the word `of`, with a blank on both sides, ends.
fn behind_of(text: &[u8], offset: usize) -> Option<usize> {
    let rest = text.get(offset..)?;
    let word = trimmed_start(rest);
    let (of, behind) = word.split_at_checked(2)?;
    let has_blanks = word.len() < rest.len() && behind.first()?.is_ascii_whitespace();
    (has_blanks && of.eq_ignore_ascii_case(b"of")).then_some(text.len() - behind.len())
}
