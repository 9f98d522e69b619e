//! Links into the intake trees, which a Spec that owns what it adopted does not have (roundfix 7, A-54).
//!
//! The rule is one of lines, not of Markdown: it is the seed's check, and what the scanner makes of the line does not matter.

use crate::lines::lines;
use crate::span::Span;
use memchr::memmem;

/// What names an intake tree in a link.
const TREES: [&[u8]; 2] = [b"_inbox/", b"findings/"];

/// A line with a link into an intake tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntakeLink {
    /// The line, from 1.
    pub line: usize,
    /// The whole line without its end, to be shown.
    pub span: Span,
}

/// The lines of `document` that hold a link into an intake tree, inline or as a definition, in any context.
pub fn intake_links(document: &[u8]) -> impl Iterator<Item = IntakeLink> {
    let numbered = lines(document).zip(1usize..);
    numbered.filter_map(move |(line, number)| {
        let text = line.content.of(document);
        let is_link = names_tree(text) && (has_inline_link(text) || is_definition(text));
        is_link.then_some(IntakeLink { line: number, span: line.content })
    })
}

fn names_tree(text: &[u8]) -> bool {
    TREES.iter().any(|tree| memmem::find(text, tree).is_some())
}

/// `](`, then no `)` up to a tree, then later a `)`.
fn has_inline_link(line: &[u8]) -> bool {
    let mut rest = line;
    while let Some(at) = memmem::find(rest, b"](") {
        let behind = rest.get(at + 2..).unwrap_or_default();
        let Some(length) = memchr::memchr(b')', behind) else { return false };
        let (destination, next) = behind.split_at_checked(length).unwrap_or_default();
        if names_tree(destination) {
            return true;
        }
        rest = next;
    }
    false
}

/// Blanks, `[label]:`, blanks, optional `<`, then a run without blank or `>` that holds a tree.
fn is_definition(line: &[u8]) -> bool {
    let Some(label) = line.trim_ascii_start().strip_prefix(b"[") else { return false };
    let Some(length) = memchr::memchr(b']', label).filter(|length| *length > 0) else { return false };
    let Some(target) = label.get(length..).and_then(|rest| rest.strip_prefix(b"]:")) else { return false };
    let target = target.trim_ascii_start();
    let target = target.strip_prefix(b"<").unwrap_or(target);
    let end =
        target.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'>').unwrap_or(target.len());
    names_tree(target.get(..end).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: bool) {
        assert_eq!(intake_links(line.as_bytes()).next().is_some(), expected, "{line:?}");
    }

    /// the two forms, in any context.
    #[test]
    fn a_54_links_into_the_intake_trees() {
        for line in [
            "See [it](../../findings/x.md).",
            "![shot](<docs/_inbox/y.png>)",
            "[a](b) and [c](docs/_inbox/z.md)",
            "[a](b (docs/_inbox/z.md)",
            "[(a)](docs/_inbox/z.md)",
            "[history](../../history/findings/x.md)",
            "[web](https://example.org/findings/x)",
            "- `[it](../findings/x.md)`",
            "[raw]: ../../_inbox/z.md \"raw\"",
            "  \t[raw]:<../../_inbox/z.md>",
            "[raw]:   findings/",
        ] {
            check(line, true);
        }
    }

    /// prose, code and HTML that name the trees are no links; nor is what ends on another line.
    #[test]
    fn a_54_what_only_names_the_trees() {
        for line in [
            "Moved from docs/findings/ and `docs/_inbox/x.md`.",
            "[findings] and [backlog](../../backlog/y.md)",
            "<a href=\"../../findings/x.md\">x</a>",
            "[x](../../Findings/x.md)",
            "[x](../../findings.md)",
            "[x](../../findings/x.md",
            "[x](a) findings/ (b)",
            "../../findings/x.md). <a>",
            "> [raw]: ../../_inbox/z.md",
            "[]: _inbox/x",
            "[raw] : _inbox/x",
            "[raw]: x _inbox/y",
            "[raw]: <x>_inbox/y",
        ] {
            check(line, false);
        }
    }

    /// each is named with its line.
    #[test]
    fn a_57_lines() {
        let document = b"# T\r\n\r\n[a](../findings/a.md)\r\ntext\n[b]: _inbox/b.md";
        let found: Vec<_> = intake_links(document).map(|link| (link.line, link.span.of(document))).collect();
        assert_eq!(found, [(3, b"[a](../findings/a.md)".as_slice()), (5, b"[b]: _inbox/b.md")]);
    }
}
