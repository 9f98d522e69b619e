//! A bullet: its first line taken apart, the lines that belong to it, and what it is known by (contract 6.7, 6.10).

use std::ops::Range;

use bstr::ByteSlice;
use cairn_text::list::{BoxState, ListItem};

use super::Kind;
use super::text::folded;
use super::token::Token;
use crate::body_field::BodyField;
use crate::dates;
use crate::performance_metrics::is_computed_label;
use crate::phase_id::PhaseId;
use crate::roadmap::title::{Place, read_title};
use crate::roadmap::version::version_tokens;

/// One bullet of one side.
#[derive(Clone, Debug)]
pub(super) struct Bullet<'t> {
    /// The marker's line.
    pub(super) first: &'t [u8],
    /// The box, with its place in the first line.
    pub(super) check: Option<(BoxState, Range<usize>)>,
    /// The place of the text behind marker and box, without a remark `(completed D)`.
    pub(super) text: Range<usize>,
    /// The date of that remark.
    pub(super) completed: Option<&'t str>,
    /// The lines that continue the first one, before nested items.
    pub(super) continuation: Vec<&'t [u8]>,
    /// Everything from the first nested item on.
    pub(super) nested: Vec<Token<'t>>,
    /// All lines below the first, as they stand.
    pub(super) below: Vec<&'t [u8]>,
    /// Set when the first line is a field of the position.
    pub(super) position: Option<BodyField>,
    pub(super) role: Role,
    /// The id at its start, or the text when there is none.
    pub(super) key: String,
    /// Its text, which it is known by when its id stands twice.
    pub(super) text_key: String,
}

/// What a bullet stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Plain,
    /// A phase or a plan of ROADMAP.md: its box and its completion mean something.
    Step,
    /// A line that is computed from others.
    Computed,
}

/// The lines of a bullet and where it was read.
pub(super) struct BulletLines<'t> {
    pub(super) first: &'t [u8],
    pub(super) continuation: Vec<&'t [u8]>,
    pub(super) nested: Vec<Token<'t>>,
    pub(super) below: Vec<&'t [u8]>,
    pub(super) position: Option<BodyField>,
}

impl<'t> Bullet<'t> {
    pub(super) fn new(item: &ListItem, lines: BulletLines<'t>, kind: Kind, in_metrics: bool) -> Self {
        let start = item.line.content.start;
        let moved = |from: usize, to: usize| from.saturating_sub(start)..to.saturating_sub(start);
        let check = item.check.map(|check| (check.state, moved(check.span.start, check.span.end)));
        let mut text = moved(item.text.start, item.text.end);
        let said = lines.first.get(text.clone()).unwrap_or_default();
        let id = id_of(said, kind, item.check.is_some());
        let is_step = matches!(id, Some(Id::Step(_)));
        let mut completed = None;
        if is_step && let Some((length, date)) = completion(said) {
            completed = Some(date);
            text.end = text.start + length;
        }
        let text_key = format!("text:{}", folded(lines.first.get(text.clone()).unwrap_or_default()));
        let (role, key) = match id {
            Some(Id::Step(key)) => (Role::Step, key),
            Some(Id::Other(key)) => (Role::Plain, key),
            None => match computed_label(said).filter(|_| in_metrics) {
                Some(label) => (Role::Computed, format!("computed:{label}")),
                None => (Role::Plain, text_key.clone()),
            },
        };
        let key = lines.position.map_or(key, |field| format!("position:{}", field.name()));
        Self {
            first: lines.first,
            check,
            text,
            completed,
            continuation: lines.continuation,
            nested: lines.nested,
            below: lines.below,
            position: lines.position,
            role,
            key,
            text_key,
        }
    }

    pub(super) fn said(&self) -> &'t [u8] {
        self.first.get(self.text.clone()).unwrap_or_default()
    }

    pub(super) fn state(&self) -> Option<BoxState> {
        self.check.as_ref().map(|(state, _)| *state)
    }

    pub(super) fn is_done(&self) -> bool {
        self.state() == Some(BoxState::Done)
    }

    /// Whether it lists something, so that no placeholder is needed beside it.
    pub(super) fn is_listed(&self) -> bool {
        self.position.is_none() && self.role != Role::Computed
    }

    /// Whether both say the same, blanks apart.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let same_lines = || {
            self.below.len() == other.below.len() && self.below.iter().zip(&other.below).all(|(a, b)| a == b)
        };
        self.state() == other.state()
            && self.completed == other.completed
            && folded(self.said()) == folded(other.said())
            && same_lines()
    }

    /// All lines.
    pub(super) fn lines(&self) -> Vec<&'t [u8]> {
        std::iter::once(self.first).chain(self.below.iter().copied()).collect()
    }
}

enum Id {
    /// A phase or plan of ROADMAP.md.
    Step(String),
    Other(String),
}

/// The id that a text begins with.
fn id_of(text: &[u8], kind: Kind, has_box: bool) -> Option<Id> {
    if kind == Kind::Roadmap
        && let Some(title) = read_title(text, Place::Bullet)
    {
        return Some(Id::Step(format!("phase:{}", title.id.plain())));
    }
    let is_mark = |byte: &u8| matches!(byte, b'*' | b'_' | b'`' | b'[' | b'(' | b'~' | b' ');
    let skipped = text.iter().take_while(|byte| is_mark(byte)).count();
    let text = text.get(skipped..).unwrap_or_default();
    if let Some(plan) = plan_id(text) {
        let key = format!("plan:{plan}");
        return Some(if kind == Kind::Roadmap && has_box { Id::Step(key) } else { Id::Other(key) });
    }
    if let Some(id) = dashed_id(text) {
        return Some(Id::Other(format!("id:{id}")));
    }
    if kind == Kind::Roadmap {
        let text = text.to_str_lossy();
        let token = version_tokens(&text).next()?;
        let before = text.split(token).next().unwrap_or_default();
        let begins = !before.contains(char::is_alphanumeric);
        return begins.then(|| Id::Other(format!("version:{}", token.to_lowercase())));
    }
    None
}

/// `02-01`, `02-01-PLAN.md`, `2.1-03`: phase and number, without the zeros in front of both. A date is none.
fn plan_id(text: &[u8]) -> Option<String> {
    let dash = text.iter().take(16).position(|byte| *byte == b'-')?;
    let (head, tail) = (text.get(..dash)?.to_str().ok()?, text.get(dash + 1..)?);
    let digits = tail.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_date = text.get(..10).and_then(|date| dates::read_date(date.to_str().ok()?)).is_some();
    let ends = tail.get(digits).is_none_or(|next| !next.is_ascii_alphanumeric() && *next != b'%');
    if digits == 0
        || digits > 3
        || is_date
        || !ends
        || !head.starts_with(|first: char| first.is_ascii_digit())
    {
        return None;
    }
    let number: u32 = tail.get(..digits)?.to_str().ok()?.parse().ok()?;
    Some(format!("{}-{number}", PhaseId::parse(head)?.plain()))
}

/// `D-12`, `ADR-0007`: letters, a dash, digits, and further groups of digits.
fn dashed_id(text: &[u8]) -> Option<String> {
    let letters = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let mut end = letters;
    loop {
        let rest = text.get(end..)?.strip_prefix(b"-").unwrap_or_default();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            break;
        }
        end += 1 + digits;
    }
    let ends = text.get(end).is_none_or(|next| !next.is_ascii_alphanumeric() && *next != b'_');
    let id = text.get(..end)?.to_str().ok()?;
    (letters > 0 && end > letters && ends).then(|| id.to_uppercase())
}

/// The remark ` (completed D)` at the end: the length of the text in front of it, and the date.
fn completion(text: &[u8]) -> Option<(usize, &str)> {
    let text = text.to_str().ok()?;
    let open = text.rfind('(')?;
    let inner = text.get(open + 1..)?.strip_suffix(')')?;
    let (word, date) = inner.split_once(' ')?;
    let is_remark = word.eq_ignore_ascii_case("completed") && dates::read_date(date.trim()).is_some();
    is_remark.then(|| (text.get(..open).unwrap_or_default().trim_end().len(), date.trim()))
}

/// The label of a computed line, when the text begins with one.
fn computed_label(text: &[u8]) -> Option<String> {
    let text = text.to_str().ok()?;
    let label = text.split(':').next()?.replace("**", "").trim().to_lowercase();
    is_computed_label(&label).then_some(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str, kind: Kind, has_box: bool) -> Option<String> {
        id_of(text.as_bytes(), kind, has_box).map(|id| match id {
            Id::Step(key) | Id::Other(key) => key,
        })
    }

    /// L6, 6.7: ids at the start of a bullet.
    #[test]
    fn ids() {
        for (text, expected) in [
            ("**D-12**: x", Some("id:D-12")),
            ("ADR-0007 x", Some("id:ADR-0007")),
            ("`D-1` x", Some("id:D-1")),
            ("[D-1] x", Some("id:D-1")),
            ("PROJ-02-01 x", Some("id:PROJ-02-01")),
            ("02-01 x", Some("plan:2-1")),
            ("02-01-PLAN.md: x", Some("plan:2-1")),
            ("2.1-03: x", Some("plan:2.1-3")),
            ("2026-10-01 did x", None),
            ("[Phase 2]: x", None),
            ("well-known x", None),
            ("10-20% faster", None),
            ("02-123 x", Some("plan:2-123")),
            ("02-1234 x", None),
            ("D-12a x", None),
            ("D-12_x", None),
            ("-12 degrees", None),
            ("x", None),
        ] {
            assert_eq!(key(text, Kind::State, false).as_deref(), expected, "{text}");
        }
    }

    /// L6, 6.10: a plan of ROADMAP.md has a box.
    #[test]
    fn plans_are_steps_with_a_box() {
        let is_step = |kind, has_box| matches!(id_of(b"02-01 x", kind, has_box), Some(Id::Step(_)));
        assert!(is_step(Kind::Roadmap, true) && !is_step(Kind::Roadmap, false));
        assert!(!is_step(Kind::State, true) && !is_step(Kind::State, false));
    }

    /// L6, 6.10: what bullets of ROADMAP.md are known by.
    #[test]
    fn roadmap_ids() {
        for (text, expected) in [
            ("**Phase 02: Core** (completed 2026-10-01)", Some("phase:2")),
            ("02-01-PLAN.md", Some("plan:2-1")),
            ("🚧 **v2.0 Code Quality**", Some("version:v2.0")),
            ("Ships with v2.0", None),
        ] {
            assert_eq!(key(text, Kind::Roadmap, true).as_deref(), expected, "{text}");
        }
        assert_eq!(completion("Phase 2: x (completed 2026-10-01)".as_bytes()), Some((10, "2026-10-01")));
        assert_eq!(completion("Phase 2: x (completed soon)".as_bytes()), None);
    }
}
