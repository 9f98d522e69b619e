//! Blocks that look like frontmatter and are none: below other lines, behind blanks, or behind the first block (S-54).
//!
//! A line `---` is also a rule of Markdown. So what follows it must be closed and hold nothing but entries and their lines, the
//! first of them right below the fence.

use super::block::{Block, FENCE};
use super::parse;
use super::problem::{Problem, ProblemKind};
use crate::encoding::content_start;
use crate::lines::{Line, lines_in};
use crate::span::Span;

/// What is wrong with the start of a file that has no closed block.
pub(super) fn without_block(source: &[u8]) -> Option<Problem> {
    let start = content_start(source);
    if let Some(block) = Block::locate(source) {
        return Some(Problem { kind: ProblemKind::UnclosedBlock, span: block.opening.content });
    }
    let mut in_comment = false;
    for line in lines_in(source, Span::new(start, source.len())) {
        let text = line.content.trim(source).of(source);
        if !in_comment && text == FENCE {
            let first = line.content.start == start;
            let behind = Span::new(line.full().end, source.len());
            let kind = if first { ProblemKind::BlanksBehindFence } else { ProblemKind::NotFirst };
            return is_block(source, behind).then_some(Problem { kind, span: line.content });
        }
        if !passes(text, &mut in_comment) {
            return None;
        }
    }
    None
}

/// A second block right behind `block`, blank lines between them or not.
pub(super) fn second_block(source: &[u8], block: &Block) -> Option<Problem> {
    let behind = Span::new(block.end()?, source.len());
    let opening: Line = lines_in(source, behind).find(|line| !line.is_blank(source))?;
    let is_second = opening.content.trim(source).of(source) == FENCE
        && is_block(source, Span::new(opening.full().end, source.len()));
    is_second.then_some(Problem { kind: ProblemKind::SecondBlock, span: opening.content })
}

/// Whether a line may stand above a misplaced block: it is blank or a comment, of YAML or of HTML.
fn passes(text: &[u8], in_comment: &mut bool) -> bool {
    if !*in_comment && (text.is_empty() || text.starts_with(b"#")) {
        return true;
    }
    if !*in_comment && !text.starts_with(b"<!--") {
        return false;
    }
    *in_comment = !text.ends_with(b"-->");
    *in_comment || text.ends_with(b"-->")
}

/// Whether `rest` begins with the content of a block and its closing line.
fn is_block(source: &[u8], rest: Span) -> bool {
    let Some(closing) = lines_in(source, rest).find(|line| line.content.of(source).starts_with(FENCE)) else {
        return false;
    };
    let content = Span::new(rest.start, closing.content.start);
    let (entries, problems) = parse::parse(source, content);
    let first_is_entry =
        entries.first().is_some_and(|entry| entry.span.start == content.start && is_word(&entry.key));
    first_is_entry && !problems.iter().any(|problem| problem.kind == ProblemKind::UnreadLine)
}

fn is_word(key: &str) -> bool {
    key.chars().all(|character| character.is_alphanumeric() || matches!(character, '_' | '-' | '.'))
}
