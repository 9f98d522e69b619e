//! The bar that draws a percent: ten cells, as the body's `Progress` field, the status line and its context meter
//! show it (S-61, D19). It draws a number that was counted elsewhere and counts nothing; it finds
//! a bar in a longer text and sets it, and leaves the text around it alone.

use std::ops::Range;

use bstr::ByteSlice;
use cairn_text::trimmed_start;

/// How many cells a bar has.
const CELLS: u8 = 10;
/// A cell that is done.
const FULL: char = '█';
/// A cell that is not.
const EMPTY: char = '░';

/// The ten cells of `percent`: one filled cell for each full tenth (D19), above 100 all of them.
#[must_use]
pub fn cells(percent: u8) -> String {
    let filled = (percent / CELLS).min(CELLS);
    let cell = |index| if index < filled { FULL } else { EMPTY };
    (0..CELLS).map(cell).collect()
}

/// The bar as texts show it: `[███░░░░░░░] 33%`; above 100 it says 100.
#[must_use]
pub fn bar(percent: u8) -> String {
    format!("[{}] {}%", cells(percent), percent.min(100))
}

/// A bar of ten cells with a percent inside a longer text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar {
    /// Where the cells stand, without brackets.
    pub cells: Range<usize>,
    /// Where the number in front of the percent sign stands.
    pub number: Range<usize>,
}

impl Bar {
    /// The text with the bar set to `percent`; everything around cells and number stays.
    #[must_use]
    pub fn set(&self, text: &[u8], percent: u8) -> Vec<u8> {
        let piece = |range: Range<usize>| text.get(range).unwrap_or_default();
        [
            piece(0..self.cells.start),
            cells(percent).as_bytes(),
            piece(self.cells.end..self.number.start),
            percent.to_string().as_bytes(),
            piece(self.number.end..text.len()),
        ]
        .concat()
    }

    /// Whether the bar shows `percent`, in its cells and in its number.
    #[must_use]
    pub fn shows(&self, text: &[u8], percent: u8) -> bool {
        self.set(text, percent) == text
    }
}

/// The first bar of a text: ten cells, in brackets or not, then a number and a percent sign.
#[must_use]
pub fn find_bar(text: &[u8]) -> Option<Bar> {
    let mut run: Option<(usize, usize)> = None;
    for (start, _, character) in text.char_indices() {
        let is_cell = matches!(character, FULL | EMPTY);
        match (is_cell, run) {
            (true, None) => run = Some((start, 1)),
            (true, Some((first, count))) => run = Some((first, count + 1)),
            (false, Some((first, count))) if count == usize::from(CELLS) => {
                if let Some(number) = number_behind(text, start) {
                    return Some(Bar { cells: first..start, number });
                }
                run = None;
            }
            (false, _) => run = None,
        }
    }
    None
}

/// The number that stands at `offset` behind a closing bracket and blanks and before a percent sign.
fn number_behind(text: &[u8], offset: usize) -> Option<Range<usize>> {
    let rest = text.get(offset..)?;
    let rest = rest.strip_prefix(b"]").unwrap_or(rest);
    let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let start = text.len() - rest.len() + blanks;
    let digits = text.get(start..)?;
    let length = digits.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    let has_number = digits.first()?.is_ascii_digit();
    let behind = trimmed_start(digits.get(length..)?);
    (has_number && behind.starts_with(b"%")).then_some(start..start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(percent: u8, expected: &str) {
        assert_eq!(bar(percent), expected);
    }

    /// S-61, D19: floor of a tenth, never rounded, full only at 100.
    #[test]
    fn s_61_ten_cells() {
        check(0, "[░░░░░░░░░░] 0%");
        check(9, "[░░░░░░░░░░] 9%");
        check(10, "[█░░░░░░░░░] 10%");
        check(59, "[█████░░░░░] 59%");
        check(99, "[█████████░] 99%");
        check(100, "[██████████] 100%");
        check(250, "[██████████] 100%");
    }

    fn check_found(text: &str, set_to_67: Option<&str>) {
        let set =
            find_bar(text.as_bytes()).map(|bar| String::from_utf8(bar.set(text.as_bytes(), 67)).unwrap());
        assert_eq!(set.as_deref(), set_to_67, "{text}");
    }

    /// Section 9.5: only a bar of ten cells with a percent is one; the text around it stays.
    #[test]
    fn bars_in_a_text() {
        check_found("[███░░░░░░░] 33%", Some("[██████░░░░] 67%"));
        check_found("[███░░░░░░░] 33% (see ROADMAP)", Some("[██████░░░░] 67% (see ROADMAP)"));
        check_found("v2: [███░░░░░░░]  33.5 %", Some("v2: [██████░░░░]  67 %"));
        check_found("███░░░░░░░ 33%", Some("██████░░░░ 67%"));
        check_found("[████░░░░░░░] 33%", None);
        check_found("[███░░░░░░░]", None);
        check_found("[███░░░░░░░] 33", None);
        check_found("[███░░░░░░░] %", None);
        check_found("[###-------] 33%", None);
        check_found("33%", None);
        check_found("", None);
    }

    #[test]
    fn what_a_bar_shows() {
        let text = "[███░░░░░░░] 33%".as_bytes();
        let bar = find_bar(text).unwrap();
        assert!(bar.shows(text, 33));
        assert!(!bar.shows(text, 34));
    }
}
