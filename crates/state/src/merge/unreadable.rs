//! Texts that cannot be read as planning files (contract 6.3), and the merge line by line that is left for them.

use bstr::ByteSlice;
use cairn_text::frontmatter::body_start;
use cairn_text::{Encoding, content_start, lines};

use super::choice::Three;
use super::frontmatter::FENCE;
use super::markers::{ConflictKind, Open, Piece, borrowed};
use super::skeleton::{Part, merge_tokens};
use super::text::{folded, lines_of};
use super::token::Token;
use crate::document::{StateDocument, ends_lines_with_lone_returns};

/// The longest line that is read.
const LONGEST_LINE: usize = 1 << 20;
/// The largest file that is read.
const LARGEST_FILE: usize = 64 << 20;

/// Why a text cannot be read, as the middle of a sentence; `None` when it can.
pub(super) fn cause(source: &[u8]) -> Option<String> {
    cause_in_bytes(source).or_else(|| cause_in_document(&StateDocument::parse(source)))
}

/// What is wrong with the bytes, whatever they say.
pub(super) fn cause_in_bytes(source: &[u8]) -> Option<String> {
    if source.len() > LARGEST_FILE {
        return Some("is larger than 64 MiB".to_owned());
    }
    if !Encoding::detect(source).is_utf8() {
        return Some("is UTF-16 or UTF-32".to_owned());
    }
    if source.contains(&0) {
        return Some("holds NUL characters".to_owned());
    }
    if let Err(error) = source.to_str() {
        let line = line_of(source, error.valid_up_to());
        return Some(format!("is not UTF-8 (line {line})"));
    }
    if ends_lines_with_lone_returns(source) {
        return Some("ends its lines in lone carriage returns (CR)".to_owned());
    }
    let long = lines(source).find(|line| line.content.len() >= LONGEST_LINE)?;
    Some(format!("has a line of 1 MiB or more (line {})", line_of(source, long.content.start)))
}

/// Whether blank lines and line ends, which are those of ours, could decide on whether what a merge makes of `side` can be read: it
/// holds carriage returns that end no line, or a line `---` that stands first but for blank lines and comments.
pub(super) fn depends_on_form(side: &[u8]) -> bool {
    let is_lone = |at: usize| side.get(at + 1) != Some(&b'\n');
    let text = side.get(body_start(side)..).unwrap_or_default();
    let mut above = lines(text).map(|line| line.content.of(text).trim_ascii());
    memchr::memchr_iter(b'\r', side).any(is_lone)
        || above
            .find(|line| !line.is_empty() && !line.starts_with(b"#") && !line.starts_with(b"<!--"))
            .is_some_and(|line| line.get(content_start(line)..) == Some(FENCE))
}

/// What is wrong with a text as a document.
pub(super) fn cause_in_document(document: &StateDocument<'_>) -> Option<String> {
    let source = document.source();
    if let Some(marker) = document.conflict_lines().first() {
        return Some(format!("holds conflict markers (line {})", line_of(source, marker.content.start)));
    }
    let problem = document.frontmatter().refusal()?;
    Some(format!("cannot be read: {} (line {})", problem.kind, line_of(source, problem.span.start)))
}

fn line_of(source: &[u8], offset: usize) -> usize {
    cairn_text::LineIndex::new(source).line(offset)
}

/// Both sides as they are, in one conflict.
pub(super) fn whole(texts: Three<&[u8]>) -> Vec<Piece<'_>> {
    let lines = texts.map(lines_of);
    vec![Piece::Conflict(Open {
        kind: ConflictKind::Prose,
        what: lines.ours.first().or(lines.theirs.first()).map(|line| folded(line)).unwrap_or_default(),
        base: borrowed(&lines.base),
        ours: borrowed(&lines.ours),
        theirs: borrowed(&lines.theirs),
    })]
}

/// Merges texts line by line, as git does.
pub(super) fn merge_lines(texts: Three<&[u8]>) -> Vec<Piece<'_>> {
    let lines = texts.map(lines_of);
    let tokens = lines.as_ref().map(|side| side.iter().map(|line| Token::Prose(line)).collect::<Vec<_>>());
    let sequences = Three {
        base: tokens.base.as_slice(),
        ours: tokens.ours.as_slice(),
        theirs: tokens.theirs.as_slice(),
    };
    let mut pieces = Vec::new();
    for part in merge_tokens(sequences) {
        match part {
            Part::Line(side, place) => pieces.extend(lines.of(side).get(place).map(|line| Piece::line(line))),
            Part::Conflict(places) => {
                let of = |lines: &[_], places: &[usize]| -> Vec<_> {
                    places.iter().filter_map(|place| lines.get(*place).copied()).collect()
                };
                let ours = of(&lines.ours, &places.ours);
                let theirs = of(&lines.theirs, &places.theirs);
                pieces.push(Piece::Conflict(Open {
                    kind: ConflictKind::Prose,
                    what: ours.first().or(theirs.first()).map(|line| folded(line)).unwrap_or_default(),
                    base: borrowed(&of(&lines.base, &places.base)),
                    ours: borrowed(&ours),
                    theirs: borrowed(&theirs),
                }));
            }
            Part::Slot(_) | Part::SoftBlank => {}
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 6.3: a file may be as large as the largest, and no larger.
    #[test]
    fn sizes() {
        for (size, expected) in
            [(LARGEST_FILE, "UTF-16"), (LARGEST_FILE + 1, "64 MiB"), (LARGEST_FILE + 2, "64 MiB")]
        {
            let mut source = vec![0; size];
            source.splice(..2, *b"\xff\xfe");
            let cause = cause_in_bytes(&source).unwrap();
            assert!(cause.contains(expected), "{size}: {cause}");
        }
    }

    /// 6.2: what blank lines and line ends decide on.
    #[test]
    fn delicate_texts() {
        for (text, expected) in [
            ("a\r\nb\n", false),
            ("a\rb\n", true),
            ("a\r", true),
            ("a\r\r\n", true),
            ("---\na: 1\n---\n\n# T\na\n---\n", false),
            ("---\na: 1\n---\n\n# T\n---\na\n", true),
            ("\n<!-- c -->\n--- \n", true),
            ("\n\u{feff}---\n", true),
        ] {
            assert_eq!(depends_on_form(text.as_bytes()), expected, "{text:?}");
        }
    }

    /// 6.3: bytes and document are asked, in this order.
    #[test]
    fn causes() {
        for (text, expected) in [
            ("a\n", None),
            ("a\0\n", Some("holds NUL characters")),
            ("a\rb\n", None),
            ("a\rb\rc\n", Some("ends its lines in lone carriage returns (CR)")),
            ("a\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\n", Some("holds conflict markers (line 2)")),
        ] {
            assert_eq!(cause(text.as_bytes()).as_deref(), expected, "{text:?}");
        }
    }
}
