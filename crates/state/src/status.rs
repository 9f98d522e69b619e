//! The one status table: which canonical word a free status text stands for (S-40, S-41, D15, D16, contract section 8).
//!
//! Answers for the words, the order of the tests, and the doubt about a match. It does not know where a status text
//! comes from, nor which of two values is kept: that is the derivation's part.

use crate::language::{self, Term};

/// A canonical word of the life cycle (S-40), the value of the frontmatter key `status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StatusWord {
    /// `discussing`
    Discussing,
    /// `planning`
    Planning,
    /// `executing`
    Executing,
    /// `verifying`
    Verifying,
    /// `completed`
    Completed,
    /// `paused`
    Paused,
    /// `unknown`: no row of the table matched.
    Unknown,
}

impl StatusWord {
    /// Every word, in the order of the contract.
    pub const ALL: [Self; 7] = [
        Self::Discussing,
        Self::Planning,
        Self::Executing,
        Self::Verifying,
        Self::Completed,
        Self::Paused,
        Self::Unknown,
    ];

    /// The word as it is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Discussing => "discussing",
            Self::Planning => "planning",
            Self::Executing => "executing",
            Self::Verifying => "verifying",
            Self::Completed => "completed",
            Self::Paused => "paused",
            Self::Unknown => "unknown",
        }
    }

    /// The word that `text` is, compared without regard to case and blanks around it; `None` for a free text.
    #[must_use]
    pub fn from_word(text: &str) -> Option<Self> {
        let text = text.trim();
        Self::ALL.into_iter().find(|word| word.as_str().eq_ignore_ascii_case(text))
    }

    /// Whether the word is a stage that an orchestrator writes while its command runs (S-41).
    #[must_use]
    pub fn is_stage(self) -> bool {
        matches!(self, Self::Discussing | Self::Planning | Self::Executing | Self::Verifying)
    }
}

/// Why the match of a status text may not mean what the table says (contract section 8, `status_ambiguous`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StatusDoubt {
    /// The match lies inside a longer word: `Incomplete`, `abandoned`.
    InsideWord,
    /// The word before the match is a negation: `Not done`.
    Negated,
    /// The match lies inside a path: `.planning/`.
    InsidePath,
}

impl StatusDoubt {
    /// The doubt in words, as the middle of a sentence.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::InsideWord => "stands inside a longer word",
            Self::Negated => "is negated by the word before it",
            Self::InsidePath => "is part of a path",
        }
    }
}

/// What a status text says: the word, the piece of text that decided it, and a doubt about that piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusReading {
    /// The canonical word.
    pub word: StatusWord,
    /// The words of the table that was found in the text; empty for `unknown` and for a pause by `paused_at`.
    pub matched: &'static str,
    /// Whether only the words of another language gave the word (contract 10.6).
    pub is_translated: bool,
    /// Set when no occurrence of the row's words in the text is free of doubt.
    pub doubt: Option<StatusDoubt>,
}

impl StatusReading {
    /// A word that no piece of text decided.
    fn of(word: StatusWord) -> Self {
        Self { word, matched: "", is_translated: false, doubt: None }
    }
}

/// One row of the table: the substrings, in the order they are tried, and their word.
struct Row {
    word: StatusWord,
    substrings: &'static [&'static str],
}

/// Section 8: the first row that matches gives the word.
const ROWS: &[Row] = &[
    Row { word: StatusWord::Paused, substrings: &["paused", "stopped"] },
    Row { word: StatusWord::Executing, substrings: &["executing", "in progress"] },
    Row { word: StatusWord::Planning, substrings: &["planning", "ready to plan"] },
    Row { word: StatusWord::Discussing, substrings: &["discussing"] },
    Row { word: StatusWord::Verifying, substrings: &["verif"] },
    Row { word: StatusWord::Completed, substrings: &["complete", "done"] },
    Row { word: StatusWord::Executing, substrings: &["ready to execute"] },
];

/// 10.6: the rows of the other languages, tried in the same order when the table above gives `unknown`.
const TRANSLATED_ROWS: &[(StatusWord, Term)] = &[
    (StatusWord::Paused, Term::Paused),
    (StatusWord::Executing, Term::Executing),
    (StatusWord::Planning, Term::Planning),
    (StatusWord::Discussing, Term::Discussing),
    (StatusWord::Verifying, Term::Verifying),
    (StatusWord::Completed, Term::Completed),
];

/// The words that turn a match around when they stand directly before it.
const NEGATIONS: &[&str] = &["not", "no", "never", "isn't"];

/// Reads a body status text that no pause overrides (S-40).
#[must_use]
pub fn read_status(text: &str) -> StatusReading {
    let folded = text.to_lowercase();
    for row in ROWS {
        if let Some(reading) = read_row(&folded, row.word, row.substrings.iter().copied()) {
            return reading;
        }
    }
    for (word, term) in TRANSLATED_ROWS {
        let spellings = language::spellings(*term).map(|(_, spelling)| spelling);
        if let Some(reading) = read_row(&folded, *word, spellings) {
            // The stems of other languages are flexed, and their negations are their own: a doubt is not decided here.
            return StatusReading { doubt: None, is_translated: true, ..reading };
        }
    }
    StatusReading::of(StatusWord::Unknown)
}

/// Reads a status text together with the pause point: `paused` whatever the text when the point is set (D15).
#[must_use]
pub fn read_status_with_pause(text: &str, is_paused: bool) -> StatusReading {
    if is_paused {
        return StatusReading::of(StatusWord::Paused);
    }
    read_status(text)
}

/// The canonical word of a status text (S-40).
#[must_use]
pub fn normalise(text: &str) -> StatusWord {
    read_status(text).word
}

/// Texts of verbs that give no word and are meant so.
const MEANT: &[&str] = &["awaiting next milestone", "defining requirements"];

/// What is to be said about a status text that no row of the table matches (`status-unknown`); `None` for any other.
pub(crate) fn without_word(text: &str) -> Option<String> {
    let is_meant = MEANT.contains(&text.trim().to_lowercase().as_str());
    let words = "`discussing`, `planning`, `executing`, `verifying`, `complete` or `paused`";
    (!is_meant && normalise(text) == StatusWord::Unknown)
        .then(|| format!("the status `{text}` gives no word; use one of {words} in it"))
}

fn read_row(
    folded: &str,
    word: StatusWord,
    substrings: impl Iterator<Item = &'static str>,
) -> Option<StatusReading> {
    let mut doubtful = None;
    for substring in substrings {
        for (start, matched) in folded.match_indices(substring) {
            let doubt = doubt_about(folded, start, matched);
            let reading = StatusReading { matched: substring, doubt, ..StatusReading::of(word) };
            if doubt.is_none() {
                return Some(reading);
            }
            doubtful = doubtful.or(Some(reading));
        }
    }
    doubtful
}

fn doubt_about(folded: &str, start: usize, matched: &str) -> Option<StatusDoubt> {
    let before = folded.get(..start).unwrap_or_default();
    let behind = folded.get(start + matched.len()..).unwrap_or_default();
    if stands_in_path(before, behind) {
        return Some(StatusDoubt::InsidePath);
    }
    if before.chars().next_back().is_some_and(is_word_letter) || grows_behind(matched, behind) {
        return Some(StatusDoubt::InsideWord);
    }
    let word_before = before
        .trim_end()
        .rsplit(|character: char| !character.is_alphanumeric() && !is_apostrophe(character))
        .next()
        .unwrap_or_default();
    let is_negated = NEGATIONS.iter().any(|negation| same_letters(negation, word_before));
    is_negated.then_some(StatusDoubt::Negated)
}

/// Whether the word goes on behind the match; letters behind `verif` and the `d` of `completed` do not count.
fn grows_behind(matched: &str, behind: &str) -> bool {
    let rest = match matched {
        "verif" => return false,
        "complete" => behind.strip_prefix('d').unwrap_or(behind),
        _ => behind,
    };
    rest.chars().next().is_some_and(is_word_letter)
}

/// Whether the run of characters around the match, up to blanks and brackets, is a path.
fn stands_in_path(before: &str, behind: &str) -> bool {
    let head = before.rsplit(ends_token).next().unwrap_or_default();
    let tail = behind.split(ends_token).next().unwrap_or_default();
    head.contains(['/', '\\']) || tail.contains(['/', '\\']) || head == "."
}

fn ends_token(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '(' | ')' | '[' | ']' | '<' | '>' | '`' | '"' | ',' | ';')
}

/// A letter of a script that writes blanks between its words; CJK text touches a word without being part of it.
fn is_word_letter(character: char) -> bool {
    character.is_alphabetic() && character < '\u{2e80}'
}

fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '\u{2019}')
}

fn same_letters(left: &str, right: &str) -> bool {
    let plain = |character: char| if is_apostrophe(character) { '\'' } else { character };
    left.chars().eq(right.chars().map(plain))
}

#[cfg(test)]
mod tests;
