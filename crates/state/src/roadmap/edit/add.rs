//! New phases: a block and a Progress row (section 15, `phase add` and `phase insert`).

use super::super::progress_table::is_progress;
use super::super::table::plain;
use super::super::version::holds_version;
use super::super::{Mention, MentionKind, ProgressRow, Roadmap, RoadmapPhase, Window};
use crate::phase_id::PhaseId;
use bstr::ByteSlice;
use cairn_text::{Edit, Span, insert_lines};

/// A phase that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPhase<'a> {
    /// Its id.
    pub id: &'a PhaseId,
    /// Its name.
    pub title: &'a str,
    /// What it depends on.
    pub depends_on: Option<&'a PhaseId>,
    /// Whether the heading says ` (INSERTED)`.
    pub is_inserted: bool,
}

impl Roadmap<'_> {
    /// Adds a phase behind the last one of the window.
    pub fn add_phase(&self, window: &Window, version: Option<&str>, new: &NewPhase<'_>) -> Vec<Edit> {
        let last = self.headings_in(window).next_back();
        let place = last.and_then(|(index, _)| self.block_span(index)).map(|block| block.end);
        let place = place.unwrap_or_else(|| self.place_without_blocks(window, |_| true));
        self.add(place, last.map(|(_, mention)| mention), version, new, |_| true)
    }

    /// Adds a phase behind `base` and everything that is inserted behind it.
    pub fn insert_phase(
        &self,
        window: &Window,
        version: Option<&str>,
        base: &PhaseId,
        new: &NewPhase<'_>,
    ) -> Vec<Edit> {
        let is_family = |id: &PhaseId| id == base || id.is_below(base);
        let family = self.headings_in(window).rfind(|(_, mention)| is_family(&mention.id));
        let last = family.or_else(|| self.headings_in(window).rfind(|(_, mention)| mention.id < *base));
        let later = || self.headings_in(window).find(|(_, mention)| mention.id > *base);
        let place = match last.and_then(|(index, _)| self.block_span(index)) {
            Some(block) => block.end,
            None => match later() {
                Some((_, mention)) => mention.line.content.start,
                None => self.place_without_blocks(window, is_family),
            },
        };
        let like = last.or_else(later).map(|(_, mention)| mention);
        self.add(place, like, version, new, is_family)
    }

    fn add(
        &self,
        place: usize,
        like: Option<&Mention>,
        version: Option<&str>,
        new: &NewPhase<'_>,
        is_before: impl Fn(&PhaseId) -> bool,
    ) -> Vec<Edit> {
        let level = like.and_then(|mention| match mention.kind {
            MentionKind::Heading(index) => {
                self.outline().headings().get(index).map(|heading| usize::from(heading.level))
            }
            _ => None,
        });
        let remark = if new.is_inserted { " (INSERTED)" } else { "" };
        let depends_on = new.depends_on.map_or_else(|| "Nothing".to_owned(), |id| format!("Phase {id}"));
        let block = [
            format!("{} Phase {}: {}{remark}", "#".repeat(level.unwrap_or(3)), new.id, new.title),
            String::new(),
            "**Goal:** [To be planned]".to_owned(),
            format!("**Depends on:** {depends_on}"),
            "**Plans:** TBD".to_owned(),
        ];
        let mut edits = vec![self.insert_block(self.line_start(place), &block)];
        edits.extend(self.insert_row(version, new, is_before));
        edits
    }

    /// The start of the line that `place` lies in; the window may end at a `<details>` inside one. The end of the document stays.
    fn line_start(&self, place: usize) -> usize {
        if place >= self.source().len() {
            return place;
        }
        Span::new(0, place).of(self.source()).rfind_byte(b'\n').map_or(place, |feed| feed + 1)
    }

    /// Inserts lines as a paragraph of their own, with a blank line on either side.
    fn insert_block(&self, place: usize, block: &[String]) -> Edit {
        let source = self.source();
        let before = Span::new(0, place).of(source);
        let blank_before = before.is_empty() || before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n");
        let behind = source.get(place..).unwrap_or_default();
        let blank_behind = behind.is_empty() || behind.starts_with(b"\n") || behind.starts_with(b"\r\n");
        let front = (!blank_before).then_some("");
        let back = (!blank_behind).then_some("");
        insert_lines(source, place, front.into_iter().chain(block.iter().map(String::as_str)).chain(back))
    }

    /// Where a block goes when there is none beside it: behind the last line that names a phase, its list included, else at the end
    /// of the milestone's text in front of the Progress section.
    fn place_without_blocks(&self, window: &Window, is_before: impl Fn(&PhaseId) -> bool) -> usize {
        let mut listed = self.mentions().iter().filter(|mention| window.contains(mention.id_span.start));
        let progress = self.progress_section_start(window);
        if let Some(last) = listed.rfind(|mention| is_before(&mention.id)) {
            return self.end_of_paragraph(last.line.full().end, window);
        }
        progress
            .unwrap_or_else(|| window.end_within(window.section().unwrap_or_else(|| self.outline().body())))
    }

    fn progress_section_start(&self, window: &Window) -> Option<usize> {
        let sections = self.outline().find_all(self.source(), |_, text| is_progress(text));
        sections.map(|section| section.span.start).find(|&start| window.contains(start))
    }

    /// The end of the block of lines without a blank one or a heading that goes on at `from`, a line of the window.
    fn end_of_paragraph(&self, from: usize, window: &Window) -> usize {
        let headings = self.outline().headings();
        let next = headings.get(headings.partition_point(|heading| heading.line.content.start < from));
        let end = next.map_or(self.outline().body().end, |heading| heading.line.content.start);
        let rest = Span::new(from, end.min(window.run_end(from.saturating_sub(1))));
        let blank = self.outline().lines(self.source(), rest).find(|line| line.is_blank());
        blank.map_or(rest.end, |line| line.line.content.start)
    }

    fn insert_row(
        &self,
        version: Option<&str>,
        new: &NewPhase<'_>,
        is_before: impl Fn(&PhaseId) -> bool,
    ) -> Option<Edit> {
        let source = self.source();
        let rows = self.progress_rows();
        let ours = |row: &&ProgressRow| {
            row.milestone
                .as_deref()
                .zip(version)
                .is_none_or(|(milestone, version)| holds_version(milestone, version))
        };
        let last = rows.iter().filter(ours).rfind(|row| is_before(&row.id)).or(rows.iter().rfind(ours));
        let mut tables = self.tables_of_progress();
        let table = match last {
            Some(row) => tables.nth(row.table),
            None => tables.last(),
        }?;
        let cells = table.header.cells.iter().map(|cell| match plain(cell, source).to_lowercase().as_str() {
            "phase" => format!("{}. {}", new.id, new.title),
            "plans complete" | "plans" => "0/0".to_owned(),
            "status" => "Not started".to_owned(),
            "milestone" => version.unwrap_or("-").to_owned(),
            "name" => new.title.to_owned(),
            _ => String::new(),
        });
        let cells: Vec<String> = cells.collect();
        // The row is written as at the end of the table, and put behind its neighbour.
        let at_end = table.append(source, &cells);
        let place = last.map_or(table.span().end, |row| row.line.full().end);
        let row = at_end.replacement.trim_with(|c| matches!(c, '\n' | '\r')).to_vec();
        Some(insert_lines(source, place, [row]))
    }

    fn headings_in<'a>(
        &'a self,
        window: &'a Window,
    ) -> impl DoubleEndedIterator<Item = (usize, &'a Mention)> + 'a {
        let mentions = self.mentions().iter().enumerate();
        mentions.filter(|(_, mention)| {
            matches!(mention.kind, MentionKind::Heading(_))
                && !mention.id.is_sentinel()
                && window.contains(mention.id_span.start)
        })
    }

    /// The highest decimal of `base` that any place of the document gives, and all of them in order.
    pub fn decimals_of(&self, base: &PhaseId) -> Vec<PhaseId> {
        let rows = self.progress_rows();
        let ids = self.mentions().iter().map(|mention| &mention.id).chain(rows.iter().map(|row| &row.id));
        let mut decimals: Vec<PhaseId> = ids.filter(|id| id.decimal_of(base).is_some()).cloned().collect();
        decimals.sort();
        decimals.dedup();
        decimals
    }
}

impl RoadmapPhase {
    /// Whether the document has a block for it.
    pub fn has_block(&self) -> bool {
        !self.headings.is_empty()
    }
}
