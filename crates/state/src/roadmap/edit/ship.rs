//! The heading of a closed milestone: ` (SHIPPED DATE)` behind it (section 15, S-42).

use super::super::{Roadmap, version::is_closed};
use cairn_text::{Edit, Span};

impl Roadmap<'_> {
    /// Marks the milestone's version heading as shipped, or the `<summary>` it stands in. A heading that is closed already stays.
    pub fn ship(&self, version: &str, date: &str) -> Vec<Edit> {
        let remark = format!(" (SHIPPED {date})");
        if let Some(heading) = self.version_heading(version) {
            let text = self.outline().headings().get(heading.index).map(|found| found.text);
            return text
                .filter(|_| !heading.closed)
                .map(|text| self.close(text, &heading.text, &remark))
                .unwrap_or_default();
        }
        let summary = self.details_of(version).and_then(|details| details.summary);
        summary
            .map(|span| {
                self.close(
                    span.trim(self.source()),
                    &String::from_utf8_lossy(span.of(self.source())),
                    &remark,
                )
            })
            .unwrap_or_default()
    }

    /// Adds the remark, and takes away what says that the milestone goes on: `🚧`, `🔄`, `(In Progress)`.
    fn close(&self, text: Span, shown: &str, remark: &str) -> Vec<Edit> {
        if is_closed(shown) {
            return Vec::new();
        }
        let mut edits = vec![Edit::insert(text.end, remark.to_owned())];
        let bytes = text.of(self.source());
        let source = String::from_utf8_lossy(bytes);
        if source.len() != bytes.len() {
            return edits;
        }
        edits.extend(
            open_marks(&source)
                .map(|(start, end)| Edit::delete(Span::new(text.start + start, text.start + end))),
        );
        edits
    }
}

/// What calls a milestone open, each with the blank that sets it apart.
fn open_marks(text: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut behind = 0;
    text.char_indices().filter_map(move |(at, _)| {
        let rest = text.get(at..).filter(|_| at >= behind)?;
        let mark = OPEN_MARKS
            .iter()
            .find(|mark| rest.get(..mark.len()).is_some_and(|head| head.eq_ignore_ascii_case(mark)))?;
        let mut end = at + mark.len();
        end += usize::from(text.get(end..)?.starts_with('\u{fe0f}')) * '\u{fe0f}'.len_utf8();
        let blank_behind = text.get(end..)?.starts_with(' ');
        let blank_before = at > behind && text.get(..at)?.ends_with(' ');
        let start = if !blank_behind && blank_before { at - 1 } else { at };
        behind = end + usize::from(blank_behind);
        Some((start, behind))
    })
}

const OPEN_MARKS: [&str; 6] = ["🚧", "🔄", "(in progress)", "(wip)", "(active)", "(started)"];
