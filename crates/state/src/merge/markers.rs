//! Pieces of a merged text, and conflict markers (contract 6.9).

use std::borrow::Cow;

/// How conflicts are marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkerStyle {
    /// How many characters a marker has.
    pub width: usize,
    /// What stands behind the marker of the base.
    pub base: String,
    /// What stands behind the marker of ours.
    pub ours: String,
    /// What stands behind the marker of theirs.
    pub theirs: String,
    /// Whether the lines of the base are shown.
    pub shows_base: bool,
}

/// The width of markers when nobody asks for another.
pub const USUAL_WIDTH: usize = 7;

impl Default for MarkerStyle {
    fn default() -> Self {
        Self {
            width: USUAL_WIDTH,
            base: "base".to_owned(),
            ours: "ours".to_owned(),
            theirs: "theirs".to_owned(),
            shows_base: false,
        }
    }
}

/// What a conflict is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConflictKind {
    /// An entry of the frontmatter.
    Entry,
    /// A bullet, a row, a label line.
    Item,
    /// Other lines.
    Prose,
    /// A heading with what stands below it.
    Section,
}

impl ConflictKind {
    /// The word in results.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Entry => "entry",
            Self::Item => "item",
            Self::Prose => "prose",
            Self::Section => "section",
        }
    }
}

/// A conflict that is left in a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The line of its `<` marker, from 1.
    pub line: usize,
    /// How many lines it takes, markers included.
    pub lines: usize,
    /// What it is about.
    pub kind: ConflictKind,
    /// Its key, label or first line.
    pub what: String,
}

pub(super) type LineText<'t> = Cow<'t, [u8]>;

/// A part of a merged text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    Line(LineText<'t>),
    Conflict(Open<'t>),
}

/// A conflict that is not yet written. Lines of the base are `None` where there was nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Open<'t> {
    pub(super) kind: ConflictKind,
    pub(super) what: String,
    pub(super) base: Vec<LineText<'t>>,
    pub(super) ours: Vec<LineText<'t>>,
    pub(super) theirs: Vec<LineText<'t>>,
}

impl<'t> Piece<'t> {
    pub(super) fn line(text: &'t [u8]) -> Self {
        Self::Line(Cow::Borrowed(text))
    }

    pub(super) fn is_blank(&self) -> bool {
        matches!(self, Self::Line(text) if text.trim_ascii().is_empty())
    }
}

/// Borrowed lines as the lines of a piece.
pub(super) fn borrowed<'t>(lines: &[&'t [u8]]) -> Vec<LineText<'t>> {
    lines.iter().map(|line| Cow::Borrowed(*line)).collect()
}

/// The text of `pieces`, each line with a line feed, and its conflicts.
pub(super) fn render(pieces: &[Piece<'_>], style: &MarkerStyle) -> (Vec<u8>, Vec<Conflict>) {
    let mut writer = Writer { text: Vec::new(), line: 1 };
    let mut conflicts = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Line(text) => writer.line(text),
            Piece::Conflict(open) => {
                let line = writer.line;
                writer.conflict(open, style);
                conflicts.push(Conflict {
                    line,
                    lines: writer.line - line,
                    kind: open.kind,
                    what: open.what.clone(),
                });
            }
        }
    }
    (writer.text, conflicts)
}

/// The text of `pieces` as it would be with every conflict decided for ours, of sections that are in conflict the heading alone:
/// for whoever counts what is merged already.
pub(super) fn render_ours(pieces: &[Piece<'_>]) -> Vec<u8> {
    let mut writer = Writer { text: Vec::new(), line: 1 };
    for piece in pieces {
        match piece {
            Piece::Line(text) => writer.line(text),
            Piece::Conflict(open) if open.kind == ConflictKind::Section => {
                open.ours.first().or(open.theirs.first()).into_iter().for_each(|text| writer.line(text));
            }
            Piece::Conflict(open) => open.ours.iter().for_each(|text| writer.line(text)),
        }
    }
    writer.text
}

struct Writer {
    text: Vec<u8>,
    line: usize,
}

impl Writer {
    fn line(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
        self.text.push(b'\n');
        self.line += 1;
    }

    fn marker(&mut self, mark: u8, width: usize, label: &str) {
        let mut text = vec![mark; width];
        if !label.is_empty() {
            text.push(b' ');
            text.extend_from_slice(label.as_bytes());
        }
        self.line(&text);
    }

    fn conflict(&mut self, open: &Open<'_>, style: &MarkerStyle) {
        self.marker(b'<', style.width, &style.ours);
        open.ours.iter().for_each(|text| self.line(text));
        if style.shows_base {
            self.marker(b'|', style.width, &style.base);
            open.base.iter().for_each(|text| self.line(text));
        }
        self.marker(b'=', style.width, "");
        open.theirs.iter().for_each(|text| self.line(text));
        self.marker(b'>', style.width, &style.theirs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// L6, 6.9: of a section in conflict only the heading counts, of any other conflict ours.
    #[test]
    fn ours_of_conflicts() {
        let conflict = |kind, ours: &[&'static [u8]], theirs: &[&'static [u8]]| {
            let what = String::new();
            Piece::Conflict(Open {
                kind,
                what,
                base: Vec::new(),
                ours: borrowed(ours),
                theirs: borrowed(theirs),
            })
        };
        let pieces = [
            Piece::line(b"a"),
            conflict(ConflictKind::Section, &[b"## S", b"x"], &[b"## S", b"y"]),
            conflict(ConflictKind::Section, &[], &[b"## T", b"y"]),
            conflict(ConflictKind::Prose, &[b"p", b"q"], &[b"r"]),
            conflict(ConflictKind::Item, &[], &[b"s"]),
        ];
        assert_eq!(render_ours(&pieces), b"a\n## S\n## T\np\nq\n");
    }
}
