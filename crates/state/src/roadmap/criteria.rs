//! The list below `Success Criteria`: which lines of a phase block are criteria, and which go on with the one above.

use bstr::ByteSlice;
use cairn_text::outline::{heading_level, indentation, is_rule, list_marker};

/// The list, while it lasts.
#[derive(Debug)]
pub(super) struct Criteria {
    /// The item that the label is, if it is one: what stands beside it is no criterion.
    label: Option<Item>,
    /// The criterion that a line can go on with.
    last: Option<Item>,
    /// Whether the line before was blank.
    gap: bool,
    /// Whether the line before was text of a criterion, so that one that is not indented goes on with it.
    flows: bool,
}

/// What a line of the block is to its list.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A criterion.
    Criterion(String),
    /// More of the last one.
    More(String),
    /// A blank line.
    Nothing,
}

#[derive(Clone, Copy, Debug)]
struct Item {
    /// The last byte of its marker; `None` for the text behind the label.
    marker: Option<u8>,
    column: usize,
    /// The column from which on a line belongs to it whatever it says.
    content: usize,
}

impl Criteria {
    /// The list below `label`, a whole line; `is_filled` when a criterion stands on that line.
    pub(super) fn below(label: &[u8], is_filled: bool) -> Self {
        let item = Item::read(label).map(|(item, _)| item);
        let column = indentation(label).map_or(0, |(_, column)| column);
        let last = is_filled.then_some(Item { marker: None, column, content: usize::MAX });
        Self { label: item, last, gap: false, flows: is_filled }
    }

    /// Code or a comment stands between the line before and the next one.
    pub(super) fn interrupt(&mut self) {
        self.flows = false;
    }

    /// What `line` is to the list; `None` where it ends. A criterion may have a colon; so `is_label` says that the line reads like a
    /// field of any name, and `is_field` that it would be one that is looked for.
    pub(super) fn read(&mut self, line: &[u8], is_label: bool, is_field: bool) -> Option<Part> {
        let flows = std::mem::take(&mut self.flows);
        let Some((offset, column)) = indentation(line) else {
            self.gap = true;
            return Some(Part::Nothing);
        };
        let gap = std::mem::take(&mut self.gap);
        let text = line.get(offset..).unwrap_or_default();
        let Some((item, text)) = Item::read(line) else {
            let last = self.last?;
            let least = match () {
                () if gap || is_field => last.content,
                () if flows && !is_label && !begins_another_block(text) => 0,
                () => last.column.saturating_add(1),
            };
            self.flows = column >= least;
            return self.flows.then(|| Part::More(trimmed(text)));
        };
        let is_beside_label =
            self.label.is_some_and(|label| item.marker == label.marker && item.column <= label.column);
        if (is_label && is_beside_label) || (is_field && !self.goes_on_with(item)) {
            return None;
        }
        if self.last.is_none_or(|last| item.column <= last.column) {
            self.last = Some(item);
        }
        let text = trimmed(text);
        self.flows = !text.is_empty();
        Some(Part::Criterion(text))
    }

    /// Whether `item` is of the list as it stands so far; a list that begins with it is taken for one of criteria when it is numbered,
    /// for fields are not.
    fn goes_on_with(&self, item: Item) -> bool {
        match self.last {
            Some(last) => {
                item.column > last.column || (item.column == last.column && item.marker == last.marker)
            }
            None => matches!(item.marker, Some(b'.' | b')')),
        }
    }
}

impl Item {
    /// A line that is an item, with its text.
    fn read(line: &[u8]) -> Option<(Self, &[u8])> {
        let (offset, column) = indentation(line)?;
        let (marker, text) = line.get(offset..)?.split_at_checked(list_marker(line.get(offset..)?)?)?;
        let content = column.saturating_add(marker.len()).saturating_add(1);
        Some((Self { marker: marker.last().copied(), column, content }, text))
    }
}

/// Whether a line is something of its own below a text: a heading, its underline, a rule, a row of a table, a quote or a tag.
fn begins_another_block(text: &[u8]) -> bool {
    let is_underline = text.trim_ascii_end().iter().all(|byte| *byte == b'=');
    let is_other = matches!(text.first(), Some(b'|' | b'>' | b'<'));
    is_other || is_underline || is_rule(text) || heading_level(text).is_some()
}

fn trimmed(text: &[u8]) -> String {
    text.trim().to_str_lossy().into_owned()
}
