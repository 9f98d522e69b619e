//! A file that holds conflict markers, taken apart into the versions it was made from (contract 7.3).
//!
//! Labels and width do not matter. What cannot be understood for sure (a marker without its partner, out of order, inside another
//! hunk) is refused: to guess would lose a side.

use cairn_text::lines;
use cairn_text::outline::{LineClass, Outline};

use super::markers::{MarkerStyle, USUAL_WIDTH};

/// The versions behind a file with markers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunks {
    /// How many there are.
    pub count: usize,
    /// Width and labels of the first one; the base is shown when it is there.
    pub style: MarkerStyle,
    /// The file with the first part of each hunk.
    pub ours: Vec<u8>,
    /// The file with the last part of each hunk.
    pub theirs: Vec<u8>,
    /// The file with the middle part of each hunk, when every hunk has one.
    pub base: Option<Vec<u8>>,
    /// The file without its hunks.
    pub outside: Vec<u8>,
}

/// Markers that do not fit together, by their lines, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tangled {
    /// Every line that looks like a marker.
    pub lines: Vec<usize>,
}

impl Hunks {
    /// Takes a file apart; `Ok(None)` when it holds no marker. Markers in code fences are text.
    ///
    /// # Errors
    /// [`Tangled`] when the markers do not fit together.
    pub fn read(source: &[u8]) -> Result<Option<Self>, Tangled> {
        let outline = Outline::parse(source);
        let mut in_fence: Vec<usize> = outline
            .lines(source, outline.body())
            .filter(|line| line.class == LineClass::Fence)
            .map(|line| line.line.content.start)
            .collect();
        in_fence.reverse();
        let mut reading = Reading::default();
        for line in lines(source) {
            let start = line.content.start;
            let is_code = in_fence.pop_if(|fence| *fence == start).is_some() && reading.part == Part::Outside;
            reading.line(line.content.of(source), line.full().of(source), is_code);
        }
        reading.finish()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Outside,
    Ours,
    Base,
    Theirs,
}

#[derive(Debug, Default)]
struct Reading {
    part: Part,
    number: usize,
    /// Lines of everything that looks like a marker.
    markers: Vec<usize>,
    is_tangled: bool,
    /// The width of the hunk that is open.
    width: usize,
    has_base: bool,
    lacks_base: bool,
    count: usize,
    first: Option<(usize, String)>,
    base_label: Option<String>,
    their_label: Option<String>,
    outside: Vec<u8>,
    ours: Vec<u8>,
    base: Vec<u8>,
    theirs: Vec<u8>,
}

impl Reading {
    fn line(&mut self, text: &[u8], full: &[u8], is_code: bool) {
        self.number += 1;
        let marker = marker(text).filter(|_| !is_code);
        let marker = marker.filter(|(mark, width, label)| match self.part {
            // Eight marks and more are a ruler or the border of a table, unless a label stands behind them.
            Part::Outside => *width == USUAL_WIDTH || *mark == b'<' && !label.is_empty(),
            _ => *width == self.width,
        });
        let Some((mark, width, label)) = marker else { return self.text(full) };
        self.markers.push(self.number);
        match (self.part, mark) {
            (Part::Outside, b'<') => {
                (self.part, self.width, self.has_base) = (Part::Ours, width, false);
                self.first.get_or_insert((width, label));
            }
            (Part::Ours, b'|') => {
                (self.part, self.has_base) = (Part::Base, true);
                self.base_label.get_or_insert(label);
            }
            (Part::Ours | Part::Base, b'=') => self.part = Part::Theirs,
            (Part::Theirs, b'>') => {
                self.part = Part::Outside;
                self.count += 1;
                self.lacks_base |= !self.has_base;
                self.their_label.get_or_insert(label);
            }
            // The line below a heading of the other form.
            (Part::Outside, b'=') => self.text(full),
            _ => self.is_tangled = true,
        }
    }

    fn text(&mut self, full: &[u8]) {
        match self.part {
            Part::Outside => {
                for text in [&mut self.outside, &mut self.ours, &mut self.base, &mut self.theirs] {
                    text.extend_from_slice(full);
                }
            }
            Part::Ours => self.ours.extend_from_slice(full),
            Part::Base => self.base.extend_from_slice(full),
            Part::Theirs => self.theirs.extend_from_slice(full),
        }
    }

    fn finish(self) -> Result<Option<Hunks>, Tangled> {
        if self.is_tangled || self.part != Part::Outside {
            return Err(Tangled { lines: self.markers });
        }
        let Some((width, ours)) = self.first else { return Ok(None) };
        let usual = MarkerStyle::default();
        let shown =
            |label: Option<String>, usual: String| label.filter(|label| !label.is_empty()).unwrap_or(usual);
        let style = MarkerStyle {
            width,
            ours: shown(Some(ours), usual.ours),
            theirs: shown(self.their_label, usual.theirs),
            base: shown(self.base_label, usual.base),
            shows_base: !self.lacks_base,
        };
        Ok(Some(Hunks {
            count: self.count,
            style,
            ours: self.ours,
            theirs: self.theirs,
            base: (!self.lacks_base).then_some(self.base),
            outside: self.outside,
        }))
    }
}

/// The mark, the width and the label of a marker: seven or more of one mark, then a blank and a label, or nothing.
fn marker(text: &[u8]) -> Option<(u8, usize, String)> {
    let mark = *text.first().filter(|mark| matches!(mark, b'<' | b'|' | b'=' | b'>'))?;
    let width = text.iter().take_while(|byte| **byte == mark).count();
    let behind = text.get(width..)?;
    let label = match behind.strip_prefix(b" ") {
        Some(label) if mark != b'=' => String::from_utf8_lossy(label).trim().to_owned(),
        _ if behind.is_empty() => String::new(),
        _ => return None,
    };
    (width >= USUAL_WIDTH).then_some((mark, width, label))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ours, theirs, base.
    type Parts<'t> = (&'t str, &'t str, Option<&'t str>);

    fn check(source: &str, expected: Result<Option<Parts<'_>>, &[usize]>) {
        let read = Hunks::read(source.as_bytes());
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let found = read
            .map(|hunks| {
                hunks
                    .map(|hunks| (text(&hunks.ours), text(&hunks.theirs), hunks.base.map(|base| text(&base))))
            })
            .map_err(|tangled| tangled.lines);
        let expected = expected
            .map(|found| {
                found
                    .map(|(ours, theirs, base)| (ours.to_owned(), theirs.to_owned(), base.map(str::to_owned)))
            })
            .map_err(<[usize]>::to_vec);
        assert_eq!(found, expected, "{source}");
    }

    /// L6, 7.3: hunks of any label and width.
    #[test]
    fn hunks_are_taken_apart() {
        check("a\nb\n", Ok(None));
        check("Title\n=======\n", Ok(None));
        check("```\n<<<<<<< x\n```\n", Ok(None));
        check("<<<<<<<x\n", Ok(None));
        check(
            "```\nx\n```\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\n",
            Ok(Some(("```\nx\n```\nb\n", "```\nx\n```\nc\n", None))),
        );
        check("<<<<<<< x\n======= b\n=======\nc\n>>>>>>> y\n", Ok(Some(("======= b\n", "c\n", None))));
        check("||||||||\n<<<<<<<<<\n>>>>>>>>\n==========\n", Ok(None));
        check(
            "a\n<<<<<<< Updated upstream\nb\n=======\nc\n>>>>>>> Stashed changes\nd\n",
            Ok(Some(("a\nb\nd\n", "a\nc\nd\n", None))),
        );
        check("<<<<<<<<< x\nb\n=========\nc\n>>>>>>>>> y\n", Ok(Some(("b\n", "c\n", None))));
        check(
            "<<<<<<<\r\nb\r\n|||||||\r\no\r\n=======\r\nc\r\n>>>>>>>\r\n",
            Ok(Some(("b\r\n", "c\r\n", Some("o\r\n")))),
        );
        check("<<<<<<< x\n=======\nc\n>>>>>>> y", Ok(Some(("", "c\n", None))));
        check(
            "<<<<<<< x\nb\n||||||| o\n<<<<<<<<< m\n1\n=========\n2\n>>>>>>>>> n\n=======\nc\n>>>>>>> y\n",
            Ok(Some(("b\n", "c\n", Some("<<<<<<<<< m\n1\n=========\n2\n>>>>>>>>> n\n")))),
        );
    }

    /// L6, 7.3: how many there are; labels and width of the first one, the usual words where it has none.
    #[test]
    fn number_and_style() {
        let hunk = |start: &str, middle: &str, end: &str| {
            format!("<<<<<<<{start}\na\n{middle}=======\nb\n>>>>>>>{end}\n")
        };
        let read = |text: String| Hunks::read(text.as_bytes()).unwrap().unwrap();
        let found = read(hunk(" x", "||||||| o\n", " y") + &hunk(" z", "|||||||\n", ""));
        let style = MarkerStyle {
            width: 7,
            ours: "x".into(),
            theirs: "y".into(),
            base: "o".into(),
            shows_base: true,
        };
        assert_eq!((found.count, found.style), (2, style));
        let found = read(hunk("", "", ""));
        assert_eq!((found.count, found.style), (1, MarkerStyle::default()));
    }

    /// L6, 7.3: half-removed and stacked markers are refused with their lines.
    #[test]
    fn tangled_markers_are_refused() {
        check("a\n=======\nb\n>>>>>>> t\n", Err(&[2, 4]));
        check("<<<<<<< a\nb\n", Err(&[1]));
        check("<<<<<<< a\nb\n=======\n", Err(&[1, 3]));
        check("<<<<<<< a\nb\n>>>>>>> t\n", Err(&[1, 3]));
        check("||||||| a\n", Err(&[1]));
        check(
            "<<<<<<< a\n<<<<<<< b\none\n=======\ntwo\n>>>>>>> b\n=======\nthree\n>>>>>>> a\n",
            Err(&[1, 2, 4, 6, 7, 9]),
        );
    }
}
