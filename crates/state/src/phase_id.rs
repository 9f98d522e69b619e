//! Phase ids: the one grammar, the one equality, the one order (`msd-tools.md` 9.1).
//!
//! Answers for what is an id (`2`, `02`, `2.10`, `3A`, `12A.1`, `B7`, `02-04`, each with or without a project code), when two
//! ids are the same phase, which comes first, which are sentinels, and which id a phase folder carries. It refuses to guess:
//! a number that runs on into letters (`30days`), a version (`v0.5`) or a bare word is no id.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

#[cfg(test)]
mod tests;

/// More digits than this are a date or a serial number, never a phase; nine digits always fit `u32`.
const LONGEST_NUMBER: usize = 9;

/// The whole numbers of parked phases, which are left out everywhere (`msd-tools.md` 9.1, D18).
const SENTINELS: [u32; 2] = [0, 999];

/// A phase id as it was spelled, comparing by what it means.
///
/// `05` equals `5`, `PROJ-5` equals `5`, `3a` equals `3A`, `2.1` differs from `2.10`; the order is
/// 2, 2.1, 2.2, 2.10, 2A, 2A.1, 3, and letter ids (`B7`) stand behind all numbers.
#[derive(Clone, Debug)]
pub struct PhaseId {
    text: String,
    code_length: usize,
    key: PhaseKey,
}

/// What two spellings of one phase share. Lexicographic: a phase stands before what is inserted behind it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct PhaseKey {
    letter: Option<u8>,
    parts: Vec<(Part, u32)>,
}

/// The kinds of parts in the order of 9.1: decimals come before letters, letters before members of a milestone prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Part {
    Whole,
    Decimal,
    Letter,
    Member,
}

impl PhaseId {
    /// Reads a text that is a phase id and nothing else, such as a command-line argument.
    pub fn parse(text: &str) -> Option<Self> {
        let (id, length) = Self::read(text.as_bytes())?;
        (length == text.len()).then_some(id)
    }

    /// Reads the id at the start of `text` and the number of bytes it takes. The id must end at a word border: the `2.` of
    /// `2. Setup` is the id 2, while `30days` and `2.1x2` hold none.
    pub fn read(text: &[u8]) -> Option<(Self, usize)> {
        read_plain(text, 0).or_else(|| {
            let code_length = code_length(text)?;
            read_plain(text, code_length)
        })
    }

    /// The id made of a whole number, spelled without padding.
    pub fn whole(number: u32) -> Self {
        Self {
            text: number.to_string(),
            code_length: 0,
            key: PhaseKey { letter: None, parts: vec![(Part::Whole, number)] },
        }
    }

    /// As spelled where it was read, without its project code: `02.1`.
    pub fn as_str(&self) -> &str {
        self.text.get(self.code_length..).unwrap_or(&self.text)
    }

    /// As spelled where it was read, project code included: `PROJ-02.1`.
    pub fn spelled(&self) -> &str {
        &self.text
    }

    /// The spelling without code and leading zeros, letters upper case: `2.1`, `12A`, `B7`, `2-04`. Equal ids have equal plain texts.
    pub fn plain(&self) -> String {
        self.render(0)
    }

    /// The spelling with whole numbers of at least two digits, for new folders and table cells: `02`, `02.1`, `12A`.
    pub fn padded(&self) -> String {
        self.render(2)
    }

    /// The whole number the id begins with; none for letter ids.
    pub fn whole_number(&self) -> Option<u32> {
        match (self.key.letter, self.key.parts.first()) {
            (None, Some(&(Part::Whole, number))) => Some(number),
            _ => None,
        }
    }

    /// The last decimal, when the id ends with one: 10 for `2.10`.
    pub fn last_decimal(&self) -> Option<u32> {
        match self.key.parts.last() {
            Some(&(Part::Decimal, number)) => Some(number),
            _ => None,
        }
    }

    /// Parked phases: whole number 0 or 999, with whatever stands behind it (`999.1`).
    pub fn is_sentinel(&self) -> bool {
        self.whole_number().is_some_and(|number| SENTINELS.contains(&number))
    }

    /// Whether the id is `base` with further parts behind it: `2.1`, `2.1.3` and `2A` lie below `2`.
    pub fn is_below(&self, base: &PhaseId) -> bool {
        self.key.letter == base.key.letter
            && self.key.parts.len() > base.key.parts.len()
            && self.key.parts.starts_with(&base.key.parts)
    }

    /// The decimal `n` when the id is exactly `base.n`.
    pub fn decimal_of(&self, base: &PhaseId) -> Option<u32> {
        (self.is_below(base) && self.key.parts.len() == base.key.parts.len() + 1)
            .then(|| self.last_decimal())?
    }

    /// The id `self.n`, in the spelling of `self`.
    pub fn with_decimal(&self, number: u32) -> Self {
        let mut key = self.key.clone();
        key.parts.push((Part::Decimal, number));
        Self { text: format!("{}.{number}", self.as_str()), code_length: 0, key }
    }

    /// The id with the number at `depth` (0 is the whole number, 1 the first part behind it, …) replaced, in the same
    /// spelling: project code and padding stay (`PROJ-04.1` at 0 with 3 is `PROJ-03.1`, `10` with 9 is `9`, and `09` when
    /// the digits are `aligned` as in names of folders and files). None when there is no such part.
    pub fn with_number_at(&self, depth: usize, number: u32, aligned: bool) -> Option<Self> {
        let (start, end) = digit_runs(&self.text, self.code_length).nth(self.digit_run_of(depth)?)?;
        let padded = self.text.as_bytes().get(start) == Some(&b'0') || aligned && depth == 0;
        let width = if padded { end - start } else { 0 };
        let text = format!("{}{number:0width$}{}", self.text.get(..start)?, self.text.get(end..)?);
        let mut key = self.key.clone();
        key.parts.get_mut(depth)?.1 = number;
        Some(Self { text, code_length: self.code_length, key })
    }

    /// The number at `depth`, counted as in [`PhaseId::with_number_at`].
    pub fn number_at(&self, depth: usize) -> Option<u32> {
        self.key.parts.get(depth).filter(|(part, _)| *part != Part::Letter).map(|&(_, number)| number)
    }

    /// Whether the part at `depth` is the whole number (0), a decimal (1), a letter (2) or behind a milestone prefix (3).
    pub(crate) fn kind_at(&self, depth: usize) -> Option<u8> {
        self.key.parts.get(depth).map(|(part, _)| *part as u8)
    }

    /// How many parts the id has: 1 for `2`, 2 for `2.1` and `2A`.
    pub fn depth(&self) -> usize {
        self.key.parts.len()
    }

    /// The id without its last part: `2.1` for `2.1.3`, `2` for `2A`; none for whole numbers.
    pub fn parent(&self) -> Option<Self> {
        let mut parts = self.key.parts.clone();
        parts.pop()?;
        if parts.is_empty() {
            return None;
        }
        let key = PhaseKey { letter: self.key.letter, parts };
        let mut parent = Self { text: String::new(), code_length: 0, key };
        parent.text = parent.render(0);
        Some(parent)
    }

    fn digit_run_of(&self, depth: usize) -> Option<usize> {
        let (part, _) = self.key.parts.get(depth)?;
        let letters_before =
            self.key.parts.iter().take(depth).filter(|(part, _)| *part == Part::Letter).count();
        (*part != Part::Letter).then(|| depth - letters_before)
    }

    fn render(&self, width: usize) -> String {
        let mut text: String = self.key.letter.map(char::from).into_iter().collect();
        for (part, number) in &self.key.parts {
            match part {
                Part::Whole if self.key.letter.is_none() => text.push_str(&format!("{number:0width$}")),
                Part::Whole => text.push_str(&number.to_string()),
                Part::Decimal => text.push_str(&format!(".{number}")),
                Part::Letter => text.extend(char::from_u32(*number)),
                Part::Member => text.push_str(&format!("-{number:02}")),
            }
        }
        text
    }
}

impl PartialEq for PhaseId {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for PhaseId {}

impl PartialOrd for PhaseId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PhaseId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl Hash for PhaseId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl fmt::Display for PhaseId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// The id and the slug of a phase folder (`ID-slug`, or an id alone), none for a folder that carries no id.
///
/// `project_code` is the configured one; it is taken off first, so that a code with digits or dashes is never read as an id.
pub fn read_folder_name<'n>(name: &'n str, project_code: Option<&str>) -> Option<(PhaseId, &'n str)> {
    let code = project_code.filter(|code| !code.is_empty()).and_then(|code| {
        let length = code.len() + 1;
        let (head, tail) = (name.get(..length)?, name.get(length..)?);
        let is_code = head.ends_with('-') && head.get(..code.len())?.eq_ignore_ascii_case(code);
        (is_code && tail.starts_with(|c: char| c.is_ascii_digit())).then_some(length)
    });
    let (id, length) = match code {
        Some(code_length) => read_plain(name.as_bytes(), code_length)?,
        None => PhaseId::read(name.as_bytes())?,
    };
    let rest = name.get(length..)?;
    match rest.strip_prefix('-') {
        Some(slug) => Some((id, slug)),
        None => rest.is_empty().then_some((id, "")),
    }
}

/// Both ways to read the id at the start of a name, with their lengths: `04-01` is phase 4 of plan 1, or the phase `04-01`. The shorter
/// one comes first.
pub(crate) fn readings(name: &str) -> Vec<(PhaseId, usize)> {
    let long = PhaseId::read(name.as_bytes());
    let short = long.as_ref().and_then(|(id, _)| {
        let parent =
            (id.kind_at(id.depth() - 1) == Some(Part::Member as u8)).then(|| id.spelled().rfind('-'))??;
        let (short, length) = PhaseId::read(name.get(..parent)?.as_bytes())?;
        (length == parent).then_some((short, length))
    });
    short.into_iter().chain(long).collect()
}

/// The project code in front of an id, with its dash: letters, digits and `_` behind a first letter, then a digit must follow.
fn code_length(text: &[u8]) -> Option<usize> {
    let length = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let first_is_letter = text.first()?.is_ascii_alphabetic();
    let is_code =
        first_is_letter && text.get(length) == Some(&b'-') && text.get(length + 1)?.is_ascii_digit();
    is_code.then_some(length + 1)
}

fn read_plain(text: &[u8], code_length: usize) -> Option<(PhaseId, usize)> {
    let mut at = code_length;
    let letter = text.get(at).copied().filter(u8::is_ascii_alphabetic).map(|byte| byte.to_ascii_uppercase());
    at += usize::from(letter.is_some());
    let (number, mut at) = read_number(text, at)?;
    let mut parts = vec![(Part::Whole, number)];
    at = read_suffixes(text, at, &mut parts);
    if let Some((member, behind)) = read_member(text, at) {
        parts.push((Part::Member, member));
        at = read_suffixes(text, behind, &mut parts);
    }
    let is_version = letter == Some(b'V') && parts.iter().any(|(part, _)| *part == Part::Decimal);
    if is_version || !is_border(text, at) {
        return None;
    }
    let spelled = std::str::from_utf8(text.get(..at)?).ok()?;
    Some((PhaseId { text: spelled.to_owned(), code_length, key: PhaseKey { letter, parts } }, at))
}

/// Letters and decimals behind a number. A letter counts only when no further letter or digit follows it.
fn read_suffixes(text: &[u8], mut at: usize, parts: &mut Vec<(Part, u32)>) -> usize {
    loop {
        if let Some(letter) =
            text.get(at).filter(|byte| byte.is_ascii_alphabetic() && is_border(text, at + 1))
        {
            parts.push((Part::Letter, u32::from(letter.to_ascii_uppercase())));
            at += 1;
        }
        match (text.get(at), read_number(text, at + 1)) {
            (Some(b'.'), Some((number, behind))) => {
                parts.push((Part::Decimal, number));
                at = behind;
            }
            _ => return at,
        }
    }
}

/// The `-04` of a milestone-prefixed id. Exactly two digits and then no letter or digit: `20-2024-report` is phase 20 and
/// `07-30d-window` phase 7, their numbers being words of the name.
fn read_member(text: &[u8], at: usize) -> Option<(u32, usize)> {
    let (number, behind) = read_number(text, at + 1)?;
    let is_member = text.get(at) == Some(&b'-') && behind == at + 3 && is_border(text, behind);
    is_member.then_some((number, behind))
}

fn read_number(text: &[u8], at: usize) -> Option<(u32, usize)> {
    let rest = text.get(at..)?;
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if length == 0 || length > LONGEST_NUMBER {
        return None;
    }
    let number = std::str::from_utf8(rest.get(..length)?).ok()?.parse().ok()?;
    Some((number, at + length))
}

/// Whether a word ends at `at`: what follows is no letter, digit or `_`, in any script.
fn is_border(text: &[u8], at: usize) -> bool {
    let (next, _) = bstr::decode_utf8(text.get(at..).unwrap_or_default());
    !next.is_some_and(|next| next.is_alphanumeric() || next == '_')
}

/// The byte ranges of the digit runs of an id behind its project code.
fn digit_runs(text: &str, from: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    (from..bytes.len()).filter(move |&at| is_digit(at) && (at == from || !is_digit(at - 1))).map(
        move |start| {
            let length = bytes.iter().skip(start).take_while(|byte| byte.is_ascii_digit()).count();
            (start, start + length)
        },
    )
}
