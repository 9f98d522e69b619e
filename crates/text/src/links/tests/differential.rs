//! The scanner against another Markdown parser, on documents made of the pieces that matter.
//!
//! Both must find the same inline links, images, autolinks, definitions, code spans and code blocks, at the same places.

use crate::blocks::label;
use crate::links::scan::{Context, Form, Kind, scan};
use crate::links::spelling::Decoded;
use crate::span::Span;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};
use std::collections::HashSet;

#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    /// Image or not, destination; by place of the destination.
    links: Vec<(bool, String)>,
    autolinks: Vec<String>,
    /// Destinations of definitions, by place; of two with one label the first.
    definitions: Vec<String>,
    /// Content of code spans, by place.
    code_spans: Vec<Span>,
    /// Numbers of the first lines of code blocks.
    code_blocks: Vec<usize>,
}

fn ours(document: &str) -> Found {
    let bytes = document.as_bytes();
    let scan = scan(bytes);
    let mut found = Found::default();
    let mut labels = HashSet::new();
    for destination in &scan.destinations {
        let decoded = Decoded::read(destination.span.of(bytes), destination.form);
        let text = String::from_utf8(decoded.bytes).unwrap();
        match destination.kind {
            Kind::Link => found.links.push((false, text)),
            Kind::Image => found.links.push((true, text)),
            Kind::Autolink => found.autolinks.push(text),
            Kind::Definition => {
                let label = scan.regions.iter().rfind(|region| {
                    region.context == Context::Label && region.span.end <= destination.span.start
                });
                if labels.insert(label::normalise(label.unwrap().span.of(bytes))) {
                    found.definitions.push(text);
                }
            }
            Kind::Href | Kind::Src => assert_ne!(destination.form, Form::Bare),
        }
    }
    for region in &scan.regions {
        match region.context {
            Context::CodeSpan => found.code_spans.push(trim(document, region.span)),
            Context::Fence | Context::IndentedCode => {
                found.code_blocks.push(line_of(document, region.span.start))
            }
            _ => {}
        }
    }
    found
}

fn theirs(document: &str) -> Found {
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    let mut found = Found::default();
    let mut links = Vec::new();
    let parser = Parser::new_ext(document, options);
    let mut definitions: Vec<_> = parser
        .reference_definitions()
        .iter()
        .map(|(_, definition)| (definition.span.start, definition.dest.to_string()))
        .collect();
    definitions.sort();
    found.definitions = definitions.into_iter().map(|(_, destination)| destination).collect();
    for (event, range) in parser.into_offset_iter() {
        match event {
            Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, .. }) => {
                links.push((range.end, false, dest_url.to_string()))
            }
            Event::Start(Tag::Image { link_type: LinkType::Inline, dest_url, .. }) => {
                links.push((range.end, true, dest_url.to_string()))
            }
            Event::Start(Tag::Link { link_type: LinkType::Autolink | LinkType::Email, dest_url, .. }) => {
                found.autolinks.push(dest_url.to_string())
            }
            Event::Code(_) => {
                let text = &document.as_bytes()[range.clone()];
                let ticks = text.iter().take_while(|byte| **byte == b'`').count();
                found.code_spans.push(trim(document, Span::new(range.start + ticks, range.end - ticks)));
            }
            Event::Start(Tag::CodeBlock(_)) => found.code_blocks.push(line_of(document, range.start)),
            _ => {}
        }
    }
    links.sort();
    found.links = links.into_iter().map(|(_, is_image, destination)| (is_image, destination)).collect();
    found
}

/// The span without white space and quote marks at its ends; of these alone, its end. Where a span ends that ends with a line, is a
/// matter of taste.
fn trim(document: &str, span: Span) -> Span {
    let is_blank = |character: char| character.is_whitespace() || character == '>';
    let start = document.len() - document[span.start..].trim_start_matches(is_blank).len();
    Span::new(start, start.max(span.start + document[span.start..span.end].trim_end_matches(is_blank).len()))
}

fn line_of(document: &str, offset: usize) -> usize {
    document[..offset].matches('\n').count() + 1
}

/// Differences that are meant, or theirs. Where CommonMark leaves no doubt ours follow it, for tables what GitHub does:
/// - frontmatter and wiki links are ours alone, and so is what a label with `^` means: a footnote, never a definition;
/// - a line below a table that is indented, or that begins with a tag, is a row for them or code, as it pleases; ours follow
///   8.3 (indented code stands behind a blank line) and GitHub (a tag ends the table);
/// - cells beyond the columns of their table are read, though no renderer shows them;
/// - a line of dashes that might also begin a list item does, and one below a line without a pipe makes a table all the same;
/// - a line that is indented too far to go on with a quote does not go on with the HTML in it;
/// - a tab behind a closing fence, or behind a heading, is a blank.
fn is_known_difference(document: &str) -> bool {
    let is_indented = |line: &str| line.starts_with("    ") || line.trim_start_matches(' ').starts_with('\t');
    let is_row_of_dashes = |line: &str| {
        line.contains('|')
            && line.contains('-')
            && line.chars().all(|character| "|-: \t\r>".contains(character))
    };
    let mut behind_table = document.lines().skip_while(|line| !is_row_of_dashes(line)).skip(1);
    document.starts_with("---")
        || ["[[", "\n\t>", "`\t"].iter().any(|mark| document.contains(mark))
        || document.matches("[^").count() > 1
        || (document.contains("[^") && document.contains('\t'))
        || document.lines().any(|line| is_indented(line) && line.contains("[^"))
        || document.lines().any(|line| is_row_of_dashes(line) && line != "|---|---|")
        || behind_table.any(|line| {
            let is_odd_row = line.trim() == "|" || line.matches('|').count() > 1;
            is_indented(line) || line.trim_start().starts_with('<') || is_odd_row
        })
}

const PIECES: &[&str] = &[
    "a",
    "b c",
    " ",
    " ",
    "  ",
    "    ",
    "\t",
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "[",
    "]",
    "](",
    "](d)",
    "](<d e>)",
    "](d \"t\")",
    "](d\n't')",
    "![",
    "(",
    ")",
    "\\",
    "`",
    "`",
    "``",
    "```\n",
    "\n```\n",
    "~~~~\n",
    "~~~\n",
    "> ",
    "\n> ",
    "\n- ",
    "- ",
    "\n1. ",
    "2) ",
    "\n    ",
    "\n  ",
    "<",
    ">",
    "<a b=\"c\">",
    "</a>",
    "<div>\n",
    "</div>",
    "<!-- ",
    " -->",
    "<https://e.org/x>",
    "<m@e.org>",
    "[r]: /u\n",
    "[s]:\n/v 'w'\n",
    "[t]: <x y> (z)\n",
    "[r]",
    "[s][]",
    "[u][t]",
    "# ",
    "\n===\n",
    "\n---\n",
    "***\n",
    "*",
    "_",
    "|",
    "\n| a | b |\n|---|---|\n",
    "| c",
    "&amp;",
    "é",
    "\"",
    "'",
    "<pre>",
    "</pre>\n",
    "<?",
    "?>",
    "[^n]",
    "[^n]: ",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, rng_seed: RngSeed::Fixed(42), ..ProptestConfig::default() })]

    /// 8.3: links, images, autolinks, definitions and code are those of CommonMark.
    #[test]
    fn a_10_agrees_with_another_parser(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 1..14)) {
        let document = pieces.concat();
        if !is_known_difference(&document) {
            prop_assert_eq!(ours(&document), theirs(&document), "{:?}", document);
        }
    }
}
