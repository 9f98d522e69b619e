//! The heading of a closed milestone: ` (SHIPPED DATE)` behind it (section 15, S-42).

use super::super::Roadmap;
use super::super::version::{is_closed, version_tokens};
use cairn_text::{Edit, Span};

impl Roadmap<'_> {
    /// Marks the milestone's version heading as shipped, or the `<summary>` it stands in. Headings that repeat the version, such as
    /// `v1.0 (Phase Details)`, follow: an open one would be taken for the milestone. A heading that is closed already stays.
    pub fn ship(&self, version: &str, date: &str) -> Vec<Edit> {
        let remark = format!(" (SHIPPED {date})");
        let selected = self.version_heading(version).map(|heading| heading.index);
        let headings = self.version_headings_of(version).into_iter().filter(|heading| {
            let names_another =
                version_tokens(&heading.text).any(|token| !token.eq_ignore_ascii_case(version));
            !heading.closed && (Some(heading.index) == selected || !names_another)
        });
        if selected.is_some() {
            let texts = headings
                .filter_map(|heading| Some((self.outline().headings().get(heading.index)?.text, heading)));
            return texts.flat_map(|(text, heading)| self.close(text, &heading.text, &remark)).collect();
        }
        let summary = self.details_of(version).and_then(|details| details.summary);
        let close = |span: Span| {
            let shown = String::from_utf8_lossy(span.of(self.source())).into_owned();
            self.close(span.trim(self.source()), &shown, &remark)
        };
        summary.map(close).unwrap_or_default()
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
