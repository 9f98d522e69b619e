//! The position that the body of STATE.md tells: its phase and its status.

use super::frontmatter;
use cairn_state::language::Term;
use cairn_state::sections::language_of_heading;
use cairn_text::outline::LineClass;
use cairn_text::{Outline, Span};
use std::borrow::Cow;

/// What the line reads of the body.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Body {
    /// The first line `Phase: N of M (name)`.
    pub phase: Option<BodyPhase>,
    /// The word that the first line `Status:` stands for.
    pub status: Option<&'static str>,
}

/// A position, each number as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodyPhase {
    /// N, a whole number.
    pub number: String,
    /// M, a whole number.
    pub total: String,
    /// The name in parentheses, up to the first `)`.
    pub name: Option<String>,
}

impl Body {
    /// Reads the section Current Position of `source`; when there is no such section, the whole of it. Lines of fenced code
    /// and comments are no lines of the document.
    pub fn read(source: &[u8]) -> Self {
        let block = frontmatter::block(source);
        let outline = Outline::parse_body(source, Span::new(block.end, source.len()));
        let section = outline.find(source, |level, heading| {
            language_of_heading(level, heading, Term::CurrentPosition).is_some()
        });
        let scope = section.map_or_else(|| outline.body(), |section| section.content);
        let above = if section.is_some() { &[] } else { block.of(source) };
        let lines = || {
            let text = outline.lines(source, scope).filter(|line| line.class == LineClass::Text);
            frontmatter::lines(above).map(Cow::Borrowed).chain(text.map(|line| line.masked()))
        };
        let status = lines().find_map(|line| line.strip_prefix(b"Status:").map(status_word));
        Self { phase: lines().find_map(|line| phase(&line)), status: status.flatten() }
    }
}

/// The word that a body status stands for, by words that the line has always known; free text gives none.
fn status_word(value: &[u8]) -> Option<&'static str> {
    const WORDS: [(&str, &str); 5] = [
        ("ready to plan", "planning"),
        ("planning", "planning"),
        ("execut", "executing"),
        ("complet", "complete"),
        ("archived", "complete"),
    ];
    let value = String::from_utf8_lossy(value).to_lowercase();
    WORDS.iter().find(|(part, _)| value.contains(part)).map(|(_, word)| *word)
}

/// The position of a line that begins `Phase: N of M`, optionally with ` (name)` behind it.
fn phase(line: &[u8]) -> Option<BodyPhase> {
    let (number, rest) = whole_number(line.strip_prefix(b"Phase:")?.trim_ascii_start())?;
    let (total, rest) = whole_number(behind_blanks(behind_blanks(rest)?.strip_prefix(b"of")?)?)?;
    let name = behind_blanks(rest).and_then(|rest| name_in_parentheses(rest.strip_prefix(b"(")?));
    Some(BodyPhase { number, total, name })
}

/// The digits that `text` begins with, and what follows them.
fn whole_number(text: &[u8]) -> Option<(String, &[u8])> {
    let (digits, rest) =
        text.split_at_checked(text.iter().take_while(|byte| byte.is_ascii_digit()).count())?;
    (!digits.is_empty()).then(|| (String::from_utf8_lossy(digits).into_owned(), rest))
}

/// What follows the blanks that `text` begins with; `None` when it begins with none.
fn behind_blanks(text: &[u8]) -> Option<&[u8]> {
    let rest = text.trim_ascii_start();
    (rest.len() < text.len()).then_some(rest)
}

fn name_in_parentheses(text: &[u8]) -> Option<String> {
    let name = text.get(..text.iter().position(|byte| *byte == b')')?)?;
    (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned())
}
