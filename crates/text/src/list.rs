//! Lists: bullets and numbered items with their boxes, and how far each item reaches.
//!
//! An item holds the lines below it that are indented further than its marker, nested items and blank lines between them included.
//! A line that goes on at the margin is not taken for a part of it: whoever moves or removes an item must not take more than is
//! surely its own.

use crate::lines::Line;
use crate::outline::{BodyLine, LineClass, Outline, indentation, is_rule, list_marker};
use crate::span::Span;
use std::borrow::Cow;

/// What the box of an item says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxState {
    /// `[ ]`
    Open,
    /// `[x]` or `[X]`
    Done,
    /// `[~]`
    Partial,
}

/// The box of an item, `[ ]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListBox {
    /// The box with its brackets; the character between them is its second byte.
    pub span: Span,
    /// What it says.
    pub state: BoxState,
}

/// One item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListItem {
    /// Its full lines: the marker's, and all that belong to it.
    pub span: Span,
    /// The line of its marker.
    pub line: Line,
    /// Column of its marker, from 0; tabs are stops of four.
    pub column: usize,
    /// How many items it lies in.
    pub depth: usize,
    /// Its marker: `-`, `*`, `+`, `1.`, `1)`.
    pub marker: Span,
    /// Its box.
    pub check: Option<ListBox>,
    /// The text of its first line, behind marker and box, without blanks and without comments at its ends.
    pub text: Span,
}

impl ListItem {
    /// The text of its first line, without comments inside it.
    pub fn text<'s>(&self, outline: &Outline, source: &'s [u8]) -> Cow<'s, [u8]> {
        outline.text(source, self.text)
    }
}

/// The items of `span`, nested ones too, in the order of the file. Items in fences and comments are none.
pub fn list_items(outline: &Outline, source: &[u8], span: Span) -> Vec<ListItem> {
    let mut reader = Reader { items: Vec::new(), open: Vec::new(), end: span.start, in_fence: false };
    for line in outline.lines(source, span) {
        reader.read(&line);
    }
    reader.close(0);
    reader.items
}

struct Reader {
    items: Vec<ListItem>,
    /// Columns and indices of the items that the next line may belong to, the outermost first.
    open: Vec<(usize, usize)>,
    /// Offset behind the last line that is not blank and belongs to an open item.
    end: usize,
    /// Whether the line before is code of an item.
    in_fence: bool,
}

impl Reader {
    fn read(&mut self, line: &BodyLine<'_>) {
        let Some((offset, column)) = indentation(line.bytes()) else { return };
        if line.class == LineClass::Fence {
            // Code of an item is often indented with little care; where its first line belongs all of it does.
            if !self.in_fence {
                self.close(column);
            }
            self.in_fence = true;
            self.end = line.line.full().end;
            return;
        }
        self.in_fence = false;
        self.close(column);
        self.end = line.line.full().end;
        if line.class != LineClass::Text || (self.open.is_empty() && column > 3) {
            return;
        }
        let masked = line.masked();
        let text = masked.get(offset..).unwrap_or_default();
        if let Some(length) = list_marker(text)
            && !is_rule(text)
        {
            self.begin(line.line, &masked, offset, length, column);
        }
    }

    fn begin(&mut self, line: Line, masked: &[u8], offset: usize, length: usize, column: usize) {
        let base = line.content.start;
        let moved = |span: Span| Span::new(base.saturating_add(span.start), base.saturating_add(span.end));
        let marker = Span::new(offset, offset.saturating_add(length));
        let behind = Span::new(marker.end, masked.len()).trim(masked);
        let check = list_box(behind.of(masked));
        let text_start = if check.is_some() { behind.start.saturating_add(BOX_LENGTH) } else { behind.start };
        self.open.push((column, self.items.len()));
        self.items.push(ListItem {
            span: line.full(),
            line,
            column,
            depth: self.open.len().saturating_sub(1),
            marker: moved(marker),
            check: check.map(|state| ListBox {
                span: moved(Span::new(behind.start, behind.start.saturating_add(BOX_LENGTH))),
                state,
            }),
            text: moved(Span::new(text_start, behind.end).trim(masked)),
        });
    }

    /// Ends the items whose marker does not stand further out than `column`.
    fn close(&mut self, column: usize) {
        while let Some((_, index)) = self.open.pop_if(|(marker, _)| *marker >= column) {
            if let Some(item) = self.items.get_mut(index) {
                item.span.end = self.end;
            }
        }
    }
}

/// Bytes of `[ ]`.
const BOX_LENGTH: usize = 3;

/// The box that `text` begins with; a blank or nothing stands behind it.
fn list_box(text: &[u8]) -> Option<BoxState> {
    let (found, rest) = text.split_at_checked(BOX_LENGTH)?;
    let state = match found {
        b"[ ]" => BoxState::Open,
        b"[x]" | b"[X]" => BoxState::Done,
        b"[~]" => BoxState::Partial,
        _ => return None,
    };
    rest.first().is_none_or(|byte| crate::span::is_blank(*byte)).then_some(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Each item as depth, marker, box, text, and its lines joined by `/`.
    fn check(source: &str, expected: &[(usize, &str, Option<BoxState>, &str, &str)]) {
        let outline = Outline::parse(source.as_bytes());
        let items = list_items(&outline, source.as_bytes(), outline.body());
        let found: Vec<_> = items
            .iter()
            .map(|item| {
                let text = |span: Span| String::from_utf8(span.of(source.as_bytes()).to_vec()).unwrap();
                (
                    item.depth,
                    text(item.marker),
                    item.check.map(|check| check.state),
                    String::from_utf8(item.text(&outline, source.as_bytes()).into_owned()).unwrap(),
                    text(item.span).replace('\n', "/"),
                )
            })
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(depth, marker, check, text, lines)| {
                (*depth, (*marker).to_owned(), *check, (*text).to_owned(), (*lines).to_owned())
            })
            .collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn items_with_markers_and_boxes() {
        use BoxState::*;
        check(
            "- a\n* b \n+ c\n1. d\n12) e\n",
            &[
                (0, "-", None, "a", "- a/"),
                (0, "*", None, "b", "* b /"),
                (0, "+", None, "c", "+ c/"),
                (0, "1.", None, "d", "1. d/"),
                (0, "12)", None, "e", "12) e/"),
            ],
        );
        check(
            "- [ ] a\n- [x] b\n- [X]\n- [~] c\n- [y] d\n- [x]e\n",
            &[
                (0, "-", Some(Open), "a", "- [ ] a/"),
                (0, "-", Some(Done), "b", "- [x] b/"),
                (0, "-", Some(Done), "", "- [X]/"),
                (0, "-", Some(Partial), "c", "- [~] c/"),
                (0, "-", None, "[y] d", "- [y] d/"),
                (0, "-", None, "[x]e", "- [x]e/"),
            ],
        );
        check("**a** b\n-c\n---\n* * *\n    - code\n", &[]);
        check("   - a\n", &[(0, "-", None, "a", "   - a/")]);
        check("- a <!-- b --> c\n", &[(0, "-", None, "a  c", "- a <!-- b --> c/")]);
        check("- a <!-- b -->\n<!-- - c -->\n```\n- d\n```\n", &[(0, "-", None, "a", "- a <!-- b -->/")]);
    }

    /// 14.5: continuation lines go with their item.
    #[test]
    fn items_reach_as_far_as_their_lines() {
        check(
            "- a\n  more\n\n  still\n\n- b\ntext\n",
            &[(0, "-", None, "a", "- a/  more//  still/"), (0, "-", None, "b", "- b/")],
        );
        check(
            "- a\n  - b\n    c\n- d",
            &[
                (0, "-", None, "a", "- a/  - b/    c/"),
                (1, "-", None, "b", "  - b/    c/"),
                (0, "-", None, "d", "- d"),
            ],
        );
        check(
            "- a\n  ```\nx\n- y\n  ```\n- b\n",
            &[(0, "-", None, "a", "- a/  ```/x/- y/  ```/"), (0, "-", None, "b", "- b/")],
        );
        check("- a\n```\n  x\n```\n", &[(0, "-", None, "a", "- a/")]);
        check("- a\n## H\n  x\n", &[(0, "-", None, "a", "- a/")]);
        check("- a\n\n\n", &[(0, "-", None, "a", "- a/")]);
        check("  - a\n- b\n", &[(0, "-", None, "a", "  - a/"), (0, "-", None, "b", "- b/")]);
    }

    proptest! {
        #[test]
        fn items_lie_in_the_source(source in "[-*\n \t`x\\[\\]~1.<>!]{0,80}") {
            let outline = Outline::parse(source.as_bytes());
            for item in list_items(&outline, source.as_bytes(), outline.body()) {
                prop_assert!(item.span.covers(item.marker.join(item.text)) && item.span.end <= source.len());
            }
        }
    }
}
