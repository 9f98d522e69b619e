//! Block text: `|` and `>` with the indented lines below them.

use crate::span::{Span, is_blank};
use bstr::ByteSlice;

/// What stands behind `|` or `>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    folded: bool,
    chomp: Chomp,
    /// Indentation that the header names, counted from the key's.
    indent: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chomp {
    /// One line feed at the end.
    Clip,
    /// None.
    Strip,
    /// All there are.
    Keep,
}

impl Header {
    /// Reads `text`, a value without its comment, as a header.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        let (mark, rest) = text.split_first()?;
        let folded = match mark {
            b'|' => false,
            b'>' => true,
            _ => return None,
        };
        let mut header = Self { folded, chomp: Chomp::Clip, indent: None };
        for byte in rest {
            match byte {
                b'-' if header.chomp == Chomp::Clip => header.chomp = Chomp::Strip,
                b'+' if header.chomp == Chomp::Clip => header.chomp = Chomp::Keep,
                b'1'..=b'9' if header.indent.is_none() => {
                    header.indent = Some(usize::from(byte.saturating_sub(b'0')))
                }
                _ => return None,
            }
        }
        Some(header)
    }

    /// Whether blank lines at the end are part of the text.
    pub(super) fn keeps_blank_lines(self) -> bool {
        self.chomp == Chomp::Keep
    }

    /// The text of `below`, the full lines under a key that is indented by `key_indent`.
    pub(super) fn text(self, source: &[u8], below: Span, key_indent: usize) -> String {
        let lines: Vec<&[u8]> =
            crate::lines::lines_in(source, below).map(|line| line.content.of(source)).collect();
        let indent = match self.indent {
            Some(indent) => key_indent.saturating_add(indent),
            None => lines.iter().find(|line| !is_blank_line(line)).map_or(0, |line| indentation(line)),
        };
        let lines: Vec<&[u8]> = lines.into_iter().map(|line| dedent(line, indent)).collect();
        let kept = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last.saturating_add(1));
        let (written, blank) = lines.split_at_checked(kept).unwrap_or_default();
        let mut text = if self.folded { fold(written) } else { bstr::join(b"\n", written) };
        match self.chomp {
            Chomp::Strip => {}
            Chomp::Clip if text.is_empty() => {}
            Chomp::Clip => text.push(b'\n'),
            Chomp::Keep => text.extend(std::iter::repeat_n(
                b'\n',
                blank.len().saturating_add(usize::from(!written.is_empty())),
            )),
        }
        text.to_str_lossy().into_owned()
    }
}

/// Lines of plain text below a key, joined by blanks.
pub(super) fn joined(source: &[u8], below: Span) -> String {
    let lines = crate::lines::lines_in(source, below).map(|line| line.content.trim(source).of(source));
    let written: Vec<&[u8]> = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#")).collect();
    bstr::join(b" ", written).to_str_lossy().into_owned()
}

/// Lines that follow each other are joined by a blank; blank lines and lines that are indented further keep their line ends.
fn fold(lines: &[&[u8]]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut previous: Option<&[u8]> = None;
    let mut blank_lines = 0usize;
    for line in lines {
        if line.is_empty() {
            blank_lines = blank_lines.saturating_add(1);
            continue;
        }
        let deeper = |line: &[u8]| line.first().is_some_and(|byte| is_blank(*byte));
        match previous {
            None => text.extend(std::iter::repeat_n(b'\n', blank_lines)),
            Some(before) if deeper(before) || deeper(line) => {
                text.extend(std::iter::repeat_n(b'\n', blank_lines.saturating_add(1)));
            }
            Some(_) if blank_lines == 0 => text.push(b' '),
            Some(_) => text.extend(std::iter::repeat_n(b'\n', blank_lines)),
        }
        text.extend_from_slice(line);
        previous = Some(line);
        blank_lines = 0;
    }
    text
}

fn is_blank_line(line: &[u8]) -> bool {
    line.iter().all(|byte| is_blank(*byte))
}

fn indentation(line: &[u8]) -> usize {
    line.iter().take_while(|byte| is_blank(**byte)).count()
}

/// `line` without its indentation, of at most `indent`; a line of blanks only that is not longer is empty.
fn dedent(line: &[u8], indent: usize) -> &[u8] {
    line.get(indentation(line).min(indent)..).unwrap_or_default()
}
