//! A checklist bullet: `- [x] text`, in any list form, at any depth.

use cairn_text::Span;
use cairn_text::outline::list_marker;

/// One line with a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkbox {
    /// The mark between the brackets.
    pub mark: Span,
    /// Whether the mark is `x` or `X`.
    pub ticked: bool,
    /// The text behind the box, without blanks in front.
    pub text: Span,
}

impl Checkbox {
    /// Reads `line`, a line's content that begins at `start` in the source.
    pub(crate) fn read(line: &[u8], start: usize) -> Option<Self> {
        let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'>')).count();
        let marker = list_marker(line.get(blanks..)?)?;
        let behind = line.get(blanks + marker..)?;
        let gap = behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let inside = behind.get(gap..)?.strip_prefix(b"[")?;
        let (mark, length) = bstr::decode_utf8(inside);
        let rest = inside.get(length..)?.strip_prefix(b"]")?;
        if !rest.is_empty() && !rest.starts_with(b" ") && !rest.starts_with(b"\t") {
            return None;
        }
        let mark_start = start + blanks + marker + gap + 1;
        let skipped = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let text = rest.get(skipped..)?.trim_ascii_end();
        let text_start = mark_start + length + 1 + skipped;
        Some(Self {
            mark: Span::new(mark_start, mark_start + length),
            ticked: matches!(mark, Some('x' | 'X')),
            text: Span::new(text_start, text_start + text.len()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 9.3, fault kind "a legal spelling is not read": boxes as people write them.
    #[test]
    fn boxes() {
        for (line, expected) in [
            ("- [ ] a", Some((" ", false, "a"))),
            ("  * [x] a b  ", Some(("x", true, "a b"))),
            ("1. [X] a", Some(("X", true, "a"))),
            ("- [~] a", Some(("~", false, "a"))),
            ("- [✓] a", Some(("✓", false, "a"))),
            ("- [x]", Some(("x", true, ""))),
            ("- [x](link)", None),
            ("- [xx] a", None),
            ("- [] a", None),
            ("[x] a", None),
            ("- a", None),
            ("", None),
        ] {
            let source = format!("??{line}");
            let found = Checkbox::read(line.as_bytes(), 2);
            let found = found.map(|found| {
                (
                    &source[found.mark.start..found.mark.end],
                    found.ticked,
                    &source[found.text.start..found.text.end],
                )
            });
            assert_eq!(found, expected, "{line}");
        }
    }
}
