//! Small comparisons of texts: what counts as the same although its blanks differ.

use bstr::ByteSlice;

/// The words of a text with one blank between them.
pub(super) fn folded(text: &[u8]) -> String {
    let text = text.to_str_lossy();
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

/// The lines of a text, without their line feeds.
pub(super) fn lines_of(text: &[u8]) -> Vec<&[u8]> {
    let text = text.strip_suffix(b"\n").map_or_else(|| (!text.is_empty()).then_some(text), Some);
    text.map(|text| text.split(|byte| *byte == b'\n').collect()).unwrap_or_default()
}

/// Whether a line holds nothing but blanks.
pub(super) fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty()
}

/// Lines without the blank ones at both ends, and how many those are.
pub(super) fn without_blank_ends<'l, 't>(lines: &'l [&'t [u8]]) -> (usize, &'l [&'t [u8]], usize) {
    let lead = lines.iter().take_while(|line| is_blank(line)).count();
    let rest = lines.get(lead..).unwrap_or_default();
    let tail = rest.iter().rev().take_while(|line| is_blank(line)).count();
    (lead, rest.get(..rest.len() - tail).unwrap_or_default(), tail)
}
