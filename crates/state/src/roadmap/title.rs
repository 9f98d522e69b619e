//! How a heading, a bullet or a table cell names a phase: `Phase ID: Name` and its real-life relatives (9.3).
//!
//! Works on one line's text and gives back ranges into it, so that an edit can name the bytes of the id alone.

use super::version::is_emoji;
use super::{bold, marks};
use crate::language::{Term, spellings};
use crate::phase_id::PhaseId;
use bstr::ByteSlice;
use std::ops::Range;

/// A phase named in a line of text. Ranges are byte offsets into that text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PhaseTitle {
    pub(crate) id: PhaseId,
    pub(crate) id_range: Range<usize>,
    pub(crate) name: String,
    pub(crate) struck: bool,
}

/// Where a title stands, which decides where its name ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The name is the rest of the line.
    Heading,
    /// The name ends with its bold or link, else where a description begins.
    Bullet,
}

/// Remarks in parentheses behind a name that are no part of it.
const REMARKS: [&str; 4] = ["INSERTED", "completed", "COMPLETE", "SHIPPED"];

/// Reads `Phase ID: Name`, with an optional `(tag)` before the colon, with `—`, `–` or `-` for the colon, plain, bold, struck out,
/// or with a mark in front. A heading may leave the name out.
pub(crate) fn read_title(text: &[u8], place: Place) -> Option<PhaseTitle> {
    let (start, front) = skip_decoration(text, 0);
    let word = phase_word(text.get(start..)?)?;
    let (id_start, between) = skip_decoration(text, start + word);
    let (id, length) = read_id(text, id_start)?;
    let id_range = id_start..id_start + length;
    let mut open = front.plus(between);
    let mut at = skip_marks(text, id_range.end);
    open.close(text.get(id_range.end..at)?);
    if let Some(tag) = tag_length(text.get(at..)?) {
        at = skip_marks(text, at + tag);
    }
    let name_start = match separator_length(text.get(at..)?) {
        Some(length) => at + length,
        None if text.get(at..)?.iter().all(u8::is_ascii_whitespace) => text.len(),
        None => return None,
    };
    // `Phase 1-3` is a range of phases, not phase 1 with the name `3`.
    let is_range = at == id_range.end
        && !text.get(at..)?.starts_with(b":")
        && text.get(name_start).is_some_and(u8::is_ascii_digit);
    if is_range {
        return None;
    }
    let (front, rest) = text.split_at_checked(name_start)?;
    let name = read_name(rest, place, &open, front, at < name_start);
    Some(PhaseTitle { id, id_range, name, struck: open.struck })
}

/// The id at the start of a table cell: `2`, `**2. Core Engine**`, `Phase 2: Core Engine`, `[2](…)`. With its range in the cell, and
/// whether it is struck out.
pub(crate) fn read_cell(cell: &[u8]) -> Option<(PhaseId, Range<usize>, bool)> {
    let (mut start, mut marks) = skip_decoration(cell, 0);
    if let Some(word) = phase_word(cell.get(start..)?) {
        let (behind, more) = skip_decoration(cell, start + word);
        (start, marks) = (behind, marks.plus(more));
    }
    let (id, length) = read_id(cell, start)?;
    Some((id, start..start + length, marks.struck))
}

/// The name behind the id of a table cell: `Core Engine` of `2. Core Engine`.
pub(crate) fn cell_name(cell: &[u8], id_range: &Range<usize>) -> String {
    let is_mark = |byte: &u8| matches!(byte, b'~' | b'*' | b'_' | b'`');
    // Marks behind the id close what was opened in front of it, else they open the name.
    let is_marked = cell.iter().take(id_range.start).any(is_mark);
    let at = if is_marked { skip_marks(cell, id_range.end) } else { id_range.end };
    let (front, rest) = cell.split_at_checked(at).unwrap_or_default();
    let rest = rest.to_str_lossy();
    let name = rest.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, '.' | ':' | '：' | '-' | '–' | '—' | ']')
    });
    clean(name, &front.to_str_lossy())
}

/// Whether a heading is about a phase or the phases, behind whatever decorates it.
pub(crate) fn begins_with_phase(text: &str) -> bool {
    let (start, _) = skip_decoration(text.as_bytes(), 0);
    text.get(start..).is_some_and(|text| {
        spellings(Term::Phase).any(|(_, word)| {
            text.get(..word.len())
                .is_some_and(|head| cairn_text::caseless::same(head.as_bytes(), word.as_bytes()))
        })
    })
}

/// The id at `start`, and its length. A `_` is a part of a word (`02_core`), but behind a word that one opened it is a mark.
fn read_id(text: &[u8], start: usize) -> Option<(PhaseId, usize)> {
    let (front, rest) = text.split_at_checked(start)?;
    let is_word = |at: usize| {
        let behind = rest.get(at..).and_then(|behind| behind.chars().next());
        behind.is_some_and(|character| character.is_alphanumeric() || character == '_')
    };
    let closing = rest.find_iter("_").find(|at| front.contains(&b'_') && !is_word(at + 1));
    let word = closing.and_then(|at| rest.get(..at)).map(|word| word.trim_end_with(|mark| mark == '_'));
    PhaseId::read(word.unwrap_or(rest))
}

/// What was opened in front of the id.
#[derive(Clone, Copy, Debug, Default)]
struct Opened {
    struck: bool,
    /// The mark: `**` or `__`.
    bold: Option<&'static str>,
    link: bool,
}

impl Opened {
    /// Takes in the marks behind the id.
    fn close(&mut self, marks: &[u8]) {
        self.bold = self.bold.filter(|mark| !marks.contains_str(mark));
    }

    fn plus(self, other: Self) -> Self {
        Self {
            struck: self.struck || other.struck,
            bold: self.bold.or(other.bold),
            link: self.link || other.link,
        }
    }
}

/// Skips blanks, emphasis, strikes, an opening bracket, code marks and pictures.
fn skip_decoration(text: &[u8], from: usize) -> (usize, Opened) {
    let mut opened = Opened::default();
    let mut at = from;
    while let Some(rest) = text.get(at..) {
        let (character, length) = bstr::decode_utf8(rest);
        match character {
            Some('~') => opened.struck |= rest.starts_with(b"~~"),
            Some('*' | '_') => {
                opened.bold = opened.bold.or_else(|| bold::mark(rest));
            }
            Some('[') => opened.link = true,
            Some('`') => {}
            Some(character) if character.is_whitespace() || is_emoji(character) => {}
            _ => break,
        }
        at += length.max(1);
    }
    (at, opened)
}

/// Skips what may close behind an id: blanks, emphasis, strikes, code marks. A single `-` or `:` stays.
fn skip_marks(text: &[u8], from: usize) -> usize {
    let marks = text.get(from..).unwrap_or_default().iter();
    from + marks.take_while(|byte| matches!(byte, b' ' | b'\t' | b'*' | b'_' | b'~' | b'`' | b']')).count()
}

/// Length of the word `Phase` in any language, with a blank or mark behind it.
fn phase_word(text: &[u8]) -> Option<usize> {
    spellings(Term::Phase).find_map(|(_, word)| {
        let head = text.get(..word.len())?;
        let behind = text.get(word.len()).copied();
        let ends = behind.is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'*' | b'_' | b'~'));
        (ends && cairn_text::caseless::same(head, word.as_bytes())).then_some(word.len())
    })
}

fn tag_length(text: &[u8]) -> Option<usize> {
    let close = text.starts_with(b"(").then(|| text.find_byte(b')')).flatten()?;
    Some(close + 1)
}

/// Length of a colon or of dashes.
fn separator_length(text: &[u8]) -> Option<usize> {
    for mark in [":", "：", "—", "–"] {
        if text.starts_with(mark.as_bytes()) {
            return Some(mark.len());
        }
    }
    let dashes = text.iter().take_while(|byte| **byte == b'-').count();
    (dashes > 0).then_some(dashes)
}

fn read_name(text: &[u8], place: Place, open: &Opened, front: &[u8], has_separator: bool) -> String {
    let (text, front) = (text.to_str_lossy(), front.to_str_lossy());
    let bold = open.bold.filter(|_| has_separator);
    let (bold, text) = match bold.map(|mark| (mark, bold::closing(&text, mark))) {
        // `**Phase 3:** Name`: the bold closes behind the separator and holds no name.
        Some((_, Some((name, behind)))) if name.trim().is_empty() => (None, behind),
        Some((mark, None)) => (None, text.strip_prefix(mark).unwrap_or(&text)),
        Some((_, closed)) => (closed, &*text),
        None => (None, &*text),
    };
    let name = match place {
        _ if open.struck => text.split("~~").next().unwrap_or_default(),
        Place::Heading => match bold {
            Some((name, behind)) => return clean(&[name, behind].concat(), &front),
            None => text,
        },
        Place::Bullet => match bold {
            Some((name, _)) => name,
            None if open.link && text.contains(']') => text.split(']').next().unwrap_or_default(),
            None => [" - ", " — ", " – ", " -- "]
                .iter()
                .filter_map(|dash| text.find(dash))
                .min()
                .and_then(|end| text.get(..end))
                .unwrap_or(text),
        },
    };
    clean(name, &front)
}

/// Takes off blanks, pictures, remarks and the marks around the name, which stands behind `front`.
fn clean(name: &str, front: &str) -> String {
    marks::peeled(name, front, without_remarks).to_owned()
}

fn without_remarks(name: &str) -> &str {
    let mut name = name;
    loop {
        let before = name.len();
        name = name.trim_matches(|c: char| c.is_whitespace() || is_emoji(c));
        let open = name.ends_with(')').then(|| name.rfind('(')).flatten();
        let remark = open.and_then(|open| name.get(open + 1..)).unwrap_or_default();
        if REMARKS
            .iter()
            .any(|word| remark.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word)))
        {
            name = name.get(..open.unwrap_or_default()).unwrap_or_default();
        }
        if name.len() == before {
            return name;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, place: Place, expected: Option<(&str, &str, bool)>) {
        let found = read_title(text.as_bytes(), place);
        let found =
            found.as_ref().map(|title| (&text[title.id_range.clone()], title.name.as_str(), title.struck));
        assert_eq!(found, expected, "{text}");
    }

    /// S-17, 9.3: phase headings.
    #[test]
    fn headings() {
        for (text, expected) in [
            ("Phase 1: Setup", Some(("1", "Setup", false))),
            ("Phase 2 (Water Group): Tide Tables", Some(("2", "Tide Tables", false))),
            ("Phase 4 (INSERTED): Fog Horn", Some(("4", "Fog Horn", false))),
            ("Phase 2.2: Hot fix (INSERTED)", Some(("2.2", "Hot fix", false))),
            ("Phase 4 — Name - with dash", Some(("4", "Name - with dash", false))),
            ("Phase 4 – Name", Some(("4", "Name", false))),
            ("Phase 3 - Pilot", Some(("3", "Pilot", false))),
            ("Phase 3-Pilot", Some(("3", "Pilot", false))),
            ("Phase 2-01: Tides", Some(("2-01", "Tides", false))),
            ("~~Phase 3: Polish~~ (folded)", Some(("3", "Polish", true))),
            ("✅ **Phase 12A: Name** ✅", Some(("12A", "Name", false))),
            ("__Phase 3__: Name", Some(("3", "Name", false))),
            ("Phase __3A__: Name_x", Some(("3A", "Name_x", false))),
            ("__Phase MY_APP-02__: Name", Some(("MY_APP-02", "Name", false))),
            ("__Phase 3_core__: Name", None),
            ("__Phase 3: Name__ (INSERTED)", Some(("3", "Name", false))),
            ("__Phase 3: The __init__ file__ (INSERTED)", Some(("3", "The __init__ file", false))),
            ("**Phase 3: Name**: more", Some(("3", "Name: more", false))),
            ("Phase PROJ-02: Name", Some(("PROJ-02", "Name", false))),
            ("Phase 5", Some(("5", "", false))),
            ("Phase 5 (tag)", Some(("5", "", false))),
            ("phase 5: `x`", Some(("5", "x", false))),
            ("`Phase 5`: x", Some(("5", "x", false))),
            ("`Phase 5: x`", Some(("5", "x", false))),
            ("`Phase 5:` x", Some(("5", "x", false))),
            ("`Phase 5`: Use `x`", Some(("5", "Use `x`", false))),
            ("Phase 5: Use `x`", Some(("5", "Use `x`", false))),
            ("Phase 5: `x` and `y` (INSERTED) ✅", Some(("5", "`x` and `y`", false))),
            ("Phase 5: ``a `x` b``", Some(("5", "a `x` b", false))),
            ("Phase 5: `**x**`", Some(("5", "**x**", false))),
            ("Phase 5: The **x**", Some(("5", "The **x**", false))),
            ("Phase 5: **x** y", Some(("5", "**x** y", false))),
            ("Phase 5: **x** and **y**", Some(("5", "**x** and **y**", false))),
            ("Phase 5: **x** ✅", Some(("5", "x", false))),
            ("Phase 5: ***The `x`***", Some(("5", "The `x`", false))),
            ("Phase 5: ~~old~~ new", Some(("5", "~~old~~ new", false))),
            ("Phase 5: ~~old~~", Some(("5", "old", false))),
            ("Phase 5: ~5 days of C*", Some(("5", "~5 days of C*", false))),
            ("*Phase 5: Name* (INSERTED)", Some(("5", "Name", false))),
            ("*Phase 5:* Name", Some(("5", "Name", false))),
            ("*Phase 5: The *x**", Some(("5", "The *x*", false))),
            ("*Phase 5*: The *x*", Some(("5", "The *x*", false))),
            ("***Phase 5: Name***", Some(("5", "Name", false))),
            ("**Phase 5: The **x****", Some(("5", "The **x**", false))),
            ("~~**Phase 5**: The **x**~~", Some(("5", "The **x**", true))),
            ("Phase 5:2nd try", Some(("5", "2nd try", false))),
            ("Phase 5 -2nd try", Some(("5", "2nd try", false))),
            ("Phase 5:__init__ files", Some(("5", "__init__ files", false))),
            ("阶段 2：设置", Some(("2", "设置", false))),
            ("Phase 5: Ends (completed 2026-01-01)", Some(("5", "Ends", false))),
            ("Phase 1-3: Overview", None),
            ("Phase 1–3: Overview", None),
            ("Phases 1: x", None),
            ("Phase Details", None),
            ("Phase 5 notes", None),
            ("Phase2: x", None),
            ("Phase v2.0: x", None),
            ("Setup of Phase 1: x", None),
        ] {
            check(text, Place::Heading, expected);
        }
    }

    /// S-17, 9.3: checklist bullets, behind their box.
    #[test]
    fn bullets() {
        for (text, expected) in [
            ("**Phase 1: Setup** - base", Some(("1", "Setup", false))),
            ("**Phase 3 — Polish**", Some(("3", "Polish", false))),
            ("**Phase 2.1: Spring Tides** (INSERTED) - the high ones", Some(("2.1", "Spring Tides", false))),
            ("Phase 3: Pilot Rota - who is on duty", Some(("3", "Pilot Rota", false))),
            ("**Phase 3: Ask - and tell** - who is on duty", Some(("3", "Ask - and tell", false))),
            ("__Phase 3: Ask - and tell__ - who is on duty", Some(("3", "Ask - and tell", false))),
            ("__Phase 3: snake__case - name__ - x", Some(("3", "snake__case - name", false))),
            ("__Phase 3: The __init__ - file__ - x", Some(("3", "The __init__ - file", false))),
            ("**Phase 3: The **new** - rota** - x", Some(("3", "The **new** - rota", false))),
            ("__Phase 3:__init__ - file__ - x", Some(("3", "__init__ - file", false))),
            ("__Phase 3:__init - x", Some(("3", "init", false))),
            ("**Phase 3: **new** rota** - x", Some(("3", "**new** rota", false))),
            ("**Phase 3: the **new**** - x", Some(("3", "the **new**", false))),
            ("Phase 3: the **new** - x", Some(("3", "the **new**", false))),
            ("*Phase 3: Rota* - x", Some(("3", "Rota", false))),
            ("*Phase 3: Rota * - x", Some(("3", "Rota", false))),
            ("**Phase 3**: The **new** rota", Some(("3", "The **new** rota", false))),
            ("**Phase 3**: The **new** rota - **x**", Some(("3", "The **new** rota", false))),
            ("**Phase 3** (tag): The new** rota", Some(("3", "The new** rota", false))),
            ("__Phase 3:__ Pilot Rota — who", Some(("3", "Pilot Rota", false))),
            ("__Phase 3: Rota - **who** is on duty", Some(("3", "Rota", false))),
            ("Phase 3: Rota **new** team - who", Some(("3", "Rota **new** team", false))),
            ("**Phase 3: Rota - who is on duty", Some(("3", "Rota", false))),
            ("Phase 3: Rota [new] team - who", Some(("3", "Rota [new] team", false))),
            ("**Phase 3:** Pilot Rota — who", Some(("3", "Pilot Rota", false))),
            ("**Phase 3: ** Pilot Rota — who", Some(("3", "Pilot Rota", false))),
            ("**Phase 3:** Pilot **new** Rota — who", Some(("3", "Pilot **new** Rota", false))),
            ("**Phase 3**: Pilot Rota", Some(("3", "Pilot Rota", false))),
            ("[Phase 3: Rota](phases/03-rota/) - x", Some(("3", "Rota", false))),
            ("~~**Phase 3: Polish**~~ folded into 2", Some(("3", "Polish", true))),
            ("**~~Phase 3: Polish~~** - gone", Some(("3", "Polish", true))),
            ("**Phase 2: Core** (completed 2026-01-02)", Some(("2", "Core", false))),
            ("Phase 2: Core (completed 2026-01-02)", Some(("2", "Core", false))),
            ("02-01-PLAN.md", None),
        ] {
            check(text, Place::Bullet, expected);
        }
    }

    /// 3, 9.3: first cells of phase and Progress tables.
    #[test]
    fn cells() {
        for (cell, id, name) in [
            ("2. Core Engine", "2", "Core Engine"),
            ("**2. Core Engine**", "2", "Core Engine"),
            ("__2__", "2", ""),
            ("_2_. Core", "2", "Core"),
            ("Phase 2: Core", "2", "Core"),
            ("Phase **2**: Core", "2", "Core"),
            ("2", "2", ""),
            ("02.1 - Patch", "02.1", "Patch"),
            ("**2.** Core", "2", "Core"),
            ("**2**. The **core**", "2", "The **core**"),
            ("2. **Core** engine", "2", "**Core** engine"),
            ("2 **Core**", "2", "Core"),
            ("2. Use `core`", "2", "Use `core`"),
            ("`2. Core`", "2", "Core"),
            ("[3A](x)", "3A", "(x)"),
        ] {
            let (found, range, _) = read_cell(cell.as_bytes()).unwrap();
            assert_eq!((&cell[range.clone()], found.spelled()), (id, id), "{cell}");
            assert_eq!(cell_name(cell.as_bytes(), &range), name, "{cell}");
        }
        assert!(read_cell("Total".as_bytes()).is_none() && read_cell("~~3~~".as_bytes()).unwrap().2);
    }
}
