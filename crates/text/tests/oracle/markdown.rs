//! The outline beside another Markdown parser, over documents without HTML (D17).

use cairn_text::Outline;
use cairn_text::outline::RegionKind;
use proptest::prelude::*;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag};

/// Lines of Markdown: every shape of fence and heading, and text that is none.
const LINES: &[&str] = &[
    "```",
    "````",
    "``` rust",
    "~~~",
    "~~~~ a",
    "   ```",
    "    ```",
    "\t```",
    "``",
    "``` a`b",
    "~~~ a`b",
    "``` ",
    "# a",
    "## b ##",
    "### c #",
    "####### d",
    "#e",
    "   # f",
    "    # g",
    "#",
    "## ##",
    "#\th",
    "text",
    "more text  ",
    "",
    "",
    "`code`",
    "*em*",
    "# a \\#",
    "\u{a0}# x",
];

/// Starts of fences and of headings with their levels, as pulldown-cmark sees them.
fn theirs(source: &str) -> (Vec<usize>, Vec<(usize, u8)>) {
    let (mut fences, mut headings) = (Vec::new(), Vec::new());
    for (event, range) in Parser::new(source).into_offset_iter() {
        let line = source[..range.start].rfind('\n').map_or(0, |feed| feed + 1);
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => fences.push(line),
            Event::Start(Tag::Heading { level, .. }) if source[range].trim_start().starts_with('#') => {
                headings.push((line, level_number(level)))
            }
            _ => {}
        }
    }
    (fences, headings)
}

fn level_number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

fn ours(source: &str) -> (Vec<usize>, Vec<(usize, u8)>) {
    let outline = Outline::parse(source.as_bytes());
    let fences = outline.regions().iter().filter(|region| region.kind == RegionKind::Fence);
    let headings = outline.headings().iter().map(|heading| (heading.line.content.start, heading.level));
    (fences.map(|region| region.span.start).collect(), headings.collect())
}

proptest! {
    #[test]
    fn fences_and_headings_as_commonmark(lines in prop::collection::vec(prop::sample::select(LINES), 0..14), windows in any::<bool>()) {
        let source = lines.join(if windows { "\r\n" } else { "\n" });
        prop_assert_eq!(ours(&source), theirs(&source));
    }

    /// In lists, where code is indented as the item wants.
    #[test]
    fn fences_in_lists_as_commonmark(marker in prop::sample::select(vec!["- ", "* ", "1. ", "10) ", "-    ", "  - "]), lines in prop::collection::vec(prop::sample::select(vec!["```", "    ```", "# x", "text", "", "~~~", "  # y"]), 1..8)) {
        let indent = " ".repeat(marker.len());
        let mut source = format!("{marker}item\n");
        for line in &lines {
            source.push_str(&format!("{indent}{line}\n"));
        }
        prop_assert_eq!(ours(&source).0, theirs(&source).0, "{}", source);
    }
}
