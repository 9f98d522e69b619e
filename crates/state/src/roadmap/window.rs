//! The window: which bytes of ROADMAP.md speak of one milestone (9.3, S-17).

use super::version::{has_milestone_mark, holds_version, is_closed, version_tokens};
use super::{Roadmap, VersionHeading, title};
use bstr::ByteSlice;
use cairn_text::{Span, outline::Details};

/// The parts of a document that belong to a milestone, ascending and apart from each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Window {
    spans: Vec<Span>,
    /// The selected version heading's section, without the text in front of the first one.
    section: Option<Span>,
}

impl Window {
    /// Whether the byte at `offset` belongs to it.
    pub fn contains(&self, offset: usize) -> bool {
        let place = self.spans.partition_point(|span| span.end <= offset);
        self.spans.get(place).is_some_and(|span| span.contains(offset))
    }

    /// Its parts.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The section of the milestone's own heading; none for a document without version headings.
    pub fn section(&self) -> Option<Span> {
        self.section
    }

    /// The end of the part around `offset`; `offset` itself when it lies in none.
    pub fn run_end(&self, offset: usize) -> usize {
        let place = self.spans.partition_point(|span| span.end <= offset);
        self.spans.get(place).filter(|span| span.contains(offset)).map_or(offset, |span| span.end)
    }

    /// The last place in `span` that belongs to it, or the start of `span` when none does.
    pub fn end_within(&self, span: Span) -> usize {
        let before = self.spans.partition_point(|part| part.start < span.end).checked_sub(1);
        before
            .and_then(|index| self.spans.get(index))
            .map_or(span.start, |part| part.end.min(span.end))
            .max(span.start)
    }
}

impl Roadmap<'_> {
    /// The window of `version`. None when the document has version headings and the milestone is not among them, or none is known.
    pub fn window(&self, version: Option<&str>) -> Option<Window> {
        if let Some(heading) = version.and_then(|version| self.version_heading(version)) {
            return Some(self.window_of(heading, version.unwrap_or_default()));
        }
        let folded = version.and_then(|version| self.details_of(version));
        if self.versions().is_empty() {
            // Without version headings all of it is the window; only a milestone in work may be folded up as a whole.
            let open =
                folded.filter(|details| !self.summary(details).is_some_and(|summary| is_closed(&summary)));
            return Some(match open {
                Some(details) => self.window_of_details(details),
                None => self.window_of_parts(vec![self.outline().body()], None, None),
            });
        }
        folded.map(|details| self.window_of_details(details))
    }

    fn window_of(&self, heading: &VersionHeading, version: &str) -> Window {
        let body = self.outline().body();
        let first = self.versions().first().map_or(body.end, |first| first.line.content.start);
        let section = Span::new(heading.line.content.start, self.section_end(heading, version));
        let mut parts = vec![Span::new(body.start, first), section];
        let later = self
            .versions()
            .iter()
            .filter(|later| later.line.content.start >= section.end && later.holds(version));
        for details in later.filter(|later| later.text.to_lowercase().contains("phase details")) {
            parts.push(Span::new(details.line.content.start, self.section_end(details, version)));
        }
        self.window_of_parts(parts, Some(section), Some((first, version)))
    }

    /// Up to the next version heading of the same or a higher level, or one that is marked as a milestone of its own.
    fn section_end(&self, heading: &VersionHeading, version: &str) -> usize {
        let later = self.outline().headings().iter().enumerate().skip(heading.index + 1);
        let mut later = later.filter(|(_, later)| later.details.is_none());
        let end = later.find(|(_, later)| {
            let text = self.outline().heading_text(self.source(), later).to_str_lossy().into_owned();
            if later.level > 3 || title::begins_with_phase(&text) {
                return false;
            }
            let (is_version, is_marked) = (version_tokens(&text).next().is_some(), has_milestone_mark(&text));
            if later.level <= heading.level {
                is_version || is_marked
            } else {
                is_version && is_marked && !holds_version(&text, version)
            }
        });
        end.map_or(self.outline().body().end, |(_, later)| later.line.content.start)
    }

    fn window_of_details(&self, details: &Details) -> Window {
        let inside = details.summary.map_or(details.span.start, |summary| summary.end);
        let span = Span::new(inside, details.span.end);
        Window {
            spans: self.without_details(vec![span], |other| {
                other.span.start >= inside && self.is_foreign(other, None)
            }),
            section: Some(span),
        }
    }

    /// `preamble` is the end of the text in front of the first version heading, and the version whose window this is.
    fn window_of_parts(
        &self,
        parts: Vec<Span>,
        section: Option<Span>,
        preamble: Option<(usize, &str)>,
    ) -> Window {
        let spans = self.without_details(parts, |details| {
            preamble.is_some_and(|(end, _)| details.span.start < end)
                || self.is_foreign(details, preamble.map(|(_, version)| version))
        });
        Window { spans, section }
    }

    /// Closed, or of another milestone.
    fn is_foreign(&self, details: &Details, version: Option<&str>) -> bool {
        self.summary(details).is_some_and(|summary| {
            let names_another = version.is_some_and(|version| {
                version_tokens(&summary).next().is_some() && !holds_version(&summary, version)
            });
            is_closed(&summary) || names_another
        })
    }

    /// Whether a block folds up a milestone: its summary is closed in the sense of 9.2, or names a version.
    pub(super) fn is_milestone(&self, details: &Details) -> bool {
        self.summary(details)
            .is_some_and(|summary| is_closed(&summary) || version_tokens(&summary).next().is_some())
    }

    pub(super) fn details_of(&self, version: &str) -> Option<&Details> {
        let mut held =
            self.outline().details().iter().filter(|details| {
                self.summary(details).is_some_and(|summary| holds_version(&summary, version))
            });
        held.clone()
            .find(|details| !self.summary(details).is_some_and(|summary| is_closed(&summary)))
            .or_else(|| held.next())
    }

    fn summary(&self, details: &Details) -> Option<String> {
        details.summary.map(|span| self.outline().text(self.source(), span).to_str_lossy().into_owned())
    }

    /// `parts`, sorted and merged, less the blocks that `leaves_out` names. One pass over both.
    fn without_details(&self, mut parts: Vec<Span>, leaves_out: impl Fn(&Details) -> bool) -> Vec<Span> {
        parts.sort_unstable();
        let mut holes = self
            .outline()
            .details()
            .iter()
            .filter(|details| leaves_out(details))
            .map(|details| details.span)
            .peekable();
        let mut spans: Vec<Span> = Vec::new();
        for part in parts {
            let mut from = part.start.max(spans.last().map_or(0, |last| last.end));
            while let Some(hole) = holes.peek().copied().filter(|hole| hole.start < part.end) {
                spans.push(Span::new(from, hole.start));
                from = from.max(hole.end);
                if hole.end >= part.end {
                    break;
                }
                holes.next();
            }
            spans.push(Span::new(from, part.end));
        }
        spans.retain(|span| !span.is_empty());
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-17: places in a window of two parts.
    #[test]
    fn s17_places_in_a_window() {
        let window = Window { spans: vec![Span::new(10, 20), Span::new(30, 40)], section: None };
        for (start, end, last) in
            [(0, 5, 0), (0, 10, 0), (12, 15, 15), (12, 25, 20), (22, 28, 22), (22, 35, 35), (22, 50, 40)]
        {
            assert_eq!(window.end_within(Span::new(start, end)), last, "{start} to {end}");
        }
        for (offset, contained, end) in
            [(9, false, 9), (10, true, 20), (19, true, 20), (20, false, 20), (35, true, 40), (40, false, 40)]
        {
            assert_eq!((window.contains(offset), window.run_end(offset)), (contained, end), "{offset}");
        }
    }

    /// S-17, 9.3: the text in front of the first version heading and the section of the milestone, each without what is folded away.
    #[test]
    fn s17_parts_of_a_window() {
        let source =
            "# R\n<details>\n<summary>Notes</summary>\n</details>\n\n## v1.0 A\n\na\n\n## v2.0 B\n\nb\n";
        let roadmap = Roadmap::parse(source.as_bytes());
        let window = roadmap.window(Some("v2.0")).unwrap();
        let parts: Vec<String> = window
            .spans()
            .iter()
            .map(|span| span.of(source.as_bytes()).to_str_lossy().into_owned())
            .collect();
        assert_eq!(parts.concat().replace('\n', ""), "# R## v2.0 Bb");
        let section = window.section().unwrap();
        assert_eq!(section.of(source.as_bytes()).to_str_lossy(), "## v2.0 B\n\nb\n");
    }
}
