//! The outer form of a text: byte-order mark, line ends, final newline. Sides are merged without it, the result has that of ours
//! (contract 6.2).

use bstr::ByteSlice;
use cairn_text::{BOM, content_start, prevailing_line_end};

/// How the lines of a file are wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineForm {
    has_mark: bool,
    line_end: &'static [u8],
    has_final_newline: bool,
}

impl LineForm {
    /// The form of a file; of an empty one the usual form.
    pub(super) fn of(source: &[u8]) -> Self {
        let content = source.get(content_start(source)..).unwrap_or_default();
        Self {
            has_mark: content_start(source) > 0,
            line_end: prevailing_line_end(source).bytes(),
            has_final_newline: content.is_empty() || content.ends_with(b"\n"),
        }
    }

    /// `text`, whose lines all end in a line feed, in this form.
    pub(super) fn apply(self, text: &[u8]) -> Vec<u8> {
        let mut result = if self.has_mark { BOM.to_vec() } else { Vec::new() };
        if self.line_end == b"\n" {
            result.extend_from_slice(text);
        } else {
            result.extend(text.replace(b"\n", self.line_end));
        }
        if !self.has_final_newline && result.ends_with(b"\n") {
            result.truncate(result.len() - self.line_end.len());
        }
        result
    }
}

/// The lines of a file, each with a line feed, without byte-order mark.
pub(super) fn plain_lines(source: &[u8]) -> Vec<u8> {
    let content = source.get(content_start(source)..).unwrap_or_default();
    let mut text = content.replace(b"\r\n", b"\n");
    if !text.is_empty() && !text.ends_with(b"\n") {
        text.push(b'\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(form: &str, text: &str, expected: &str) {
        let applied = LineForm::of(form.as_bytes()).apply(&plain_lines(text.as_bytes()));
        assert_eq!(String::from_utf8(applied).unwrap(), expected, "{form:?}");
    }

    /// L6, 6.2: the form of ours.
    #[test]
    fn forms() {
        check("a\n", "x\r\ny", "x\ny\n");
        check("a\r\nb\r\n", "x\ny\n", "x\r\ny\r\n");
        check("a\r\nb", "x\ny\n", "x\r\ny");
        check("a\r\nb\nc\n", "x\r\n", "x\n");
        check("\u{feff}a\n", "x", "\u{feff}x\n");
        check("a\n", "\u{feff}x\n", "x\n");
        check("", "x", "x\n");
        check("a\n", "", "");
    }
}
