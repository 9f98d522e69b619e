//! The git locators of a document, for checks of what they name (9).

use super::locator::{Locator, Revision, follows};
use super::scan::{Context, Region, scan};
use super::spelling::{Decoded, percent_decode};
use crate::line_index::LineIndex;
use crate::span::Span;

/// A git locator where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLocator {
    /// Its bytes.
    pub span: Span,
    /// Its line, from 1.
    pub line: usize,
    /// The path, decoded.
    pub path: Vec<u8>,
    /// The commit id, or the number of the pull request.
    pub revision: Vec<u8>,
    /// Whether `revision` is a commit id.
    pub is_commit: bool,
}

/// The locators of `document`, a Markdown file: its destinations, and what stands in running text and code spans between blanks.
pub fn find_locators(document: &[u8]) -> Vec<FoundLocator> {
    let scan = scan(document);
    let lines = LineIndex::new(document);
    let mut found: Vec<FoundLocator> = Vec::new();
    let mut push = |span: Span, text: &[u8]| {
        let Some(Locator { path, revision }) = Locator::parse(text) else { return };
        let (revision, is_commit) = match revision {
            Revision::Commit(commit) => (commit, true),
            Revision::PullRequest(number) => (number, false),
        };
        let line = lines.line(span.start);
        found.push(FoundLocator { span, line, path: path.to_vec(), revision: revision.to_vec(), is_commit });
    };
    for destination in &scan.destinations {
        let decoded = Decoded::read(destination.span.of(document), destination.form);
        if let Some(text) = percent_decode(&decoded.bytes) {
            push(destination.span, &text);
        }
    }
    let mut done = 0;
    for at in memchr::memchr_iter(b'@', document) {
        if at >= done && is_searched(&scan.regions, at) && follows(document.get(at..).unwrap_or_default()) {
            let span = around(document, done, at);
            done = span.end;
            push(span, span.of(document));
        }
    }
    found.sort_by_key(|locator| locator.span);
    found
}

/// Whether `at` lies in running text or in a code span.
fn is_searched(regions: &[Region], at: usize) -> bool {
    let index = regions.partition_point(|region| region.span.end <= at);
    let region = regions.get(index).filter(|region| region.span.contains(at));
    region.is_none_or(|region| region.context == Context::CodeSpan)
}

/// The path, not beginning in front of `from`, and the revision around the `@` at `at`.
fn around(document: &[u8], from: usize, at: usize) -> Span {
    let before = Span::new(from, at).of(document);
    let length = before.iter().rev().take_while(|byte| !ends_path(**byte)).count();
    let behind = document.get(at + 1..).unwrap_or_default();
    let revision = behind.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'/').count();
    Span::new(at - length, at + 1 + revision)
}

fn ends_path(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"\"'`()[]{}<>|".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A-13: as destination, in text, in a code span; not in what is no text.
    #[test]
    fn a_13_locators_of_a_document() {
        let commit = "5f0e1d2c3b4a59687766554433221100ffeeddcc";
        let document = format!(
            "[a](docs/my%20a.md@{commit})\ndocs/b.md@pull/7, (`c.md@{commit}`).\n\n```\nd.md@{commit}\n```\n<e@pull.org> f@pull/x @{commit}"
        );
        let found = find_locators(document.as_bytes());
        let found: Vec<_> = found
            .iter()
            .map(|locator| {
                (locator.line, locator.path.as_slice(), locator.revision.as_slice(), locator.is_commit)
            })
            .collect();
        let commit = commit.as_bytes();
        assert_eq!(
            found,
            [
                (1, b"docs/my a.md".as_slice(), commit, true),
                (2, b"docs/b.md", b"7", false),
                (2, b"c.md", commit, true)
            ]
        );
    }
}
