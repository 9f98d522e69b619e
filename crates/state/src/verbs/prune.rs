//! `state prune [--keep-recent K]`: entries of old phases move to `STATE-ARCHIVE.md` (S-02, contract 14.5).

use std::collections::HashSet;

use cairn_text::list::ListItem;
use cairn_text::{Edit, Patch, Span, insert_lines, lines_in};

use super::{Needs, Verb};
use crate::answer::{Answer, Value};
use crate::document::StateDocument;
use crate::draft::Draft;
use crate::facts::PlanningFile;
use crate::failure::Failure;
use crate::input::{FileEdit, StateInput, VerbOutcome};
use crate::list_entry::ListEntry;
use crate::list_section::List;
use crate::performance_metrics::Metrics;
use crate::phase_id::PhaseId;
use crate::writing::{Reading, write};

/// Moves what belongs to phases that are long done; nothing is deleted.
#[derive(Debug, Clone, Copy)]
pub struct Prune {
    /// How many of the latest phases keep their entries.
    pub keep_recent: u32,
}

impl Default for Prune {
    fn default() -> Self {
        Self { keep_recent: 3 }
    }
}

/// What stands in a list that became empty.
const NOTHING_LEFT: &str = "None yet.";

/// The first line of a new archive.
const TITLE: &str = "# State Archive";

/// Lines that leave one section.
struct Moved {
    section: String,
    /// Lines that stand above the entries, such as the header of a table.
    above: Vec<Span>,
    /// The entries, each with all its lines.
    entries: Vec<Span>,
    /// Whether no entry stays.
    is_all: bool,
}

impl Verb for Prune {
    fn name(&self) -> &'static str {
        "prune"
    }

    fn needs(&self) -> Needs {
        Needs { state_archive: true, ..Needs::default() }
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        write(input, "state prune", |reading, draft| {
            let nothing = |reason: &str| Answer::new().with("pruned", false).with("reason", reason);
            let current = reading.document.current_phase().and_then(|phase| phase.whole_number());
            let Some(current) = current else { return Ok(nothing("no_phase")) };
            let Some(cutoff) = current.checked_sub(self.keep_recent).filter(|cutoff| *cutoff >= 1) else {
                return Ok(nothing("below_cutoff"));
            };
            let moved = moved(&reading.document, cutoff);
            if moved.is_empty() {
                return Ok(nothing("nothing_to_prune"));
            }
            moved.iter().for_each(|moved| remove(&reading.document, draft, moved));
            draft.files.push(self.archive(reading, cutoff, &moved));
            Ok(self.answer(reading, cutoff, &moved))
        })
    }
}

impl Prune {
    fn answer(&self, reading: &Reading<'_>, cutoff: u32, moved: &[Moved]) -> Answer {
        let sections = moved.iter().map(|moved| {
            Answer::new()
                .with("section", moved.section.as_str())
                .with("entries_archived", moved.entries.len())
                .into_map()
        });
        let total: usize = moved.iter().map(|moved| moved.entries.len()).sum();
        Answer::new()
            .with("pruned", true)
            .with("cutoff_phase", cutoff)
            .with("keep_recent", self.keep_recent)
            .with("sections", Value::List(sections.collect()))
            .with("total_archived", total)
            .with("archive_file", reading.project.path_of(PlanningFile::StateArchive))
    }

    /// The archive with the entries behind everything that it holds already.
    fn archive(&self, reading: &Reading<'_>, cutoff: u32, moved: &[Moved]) -> FileEdit {
        let source = reading.document.source();
        let present = reading.project.file(PlanningFile::StateArchive).unwrap_or_default();
        let mut lines: Vec<Vec<u8>> = Vec::new();
        let mut add = |line: &str| lines.push(line.as_bytes().to_vec());
        add(if present.is_empty() { TITLE } else { "" });
        if present.is_empty() {
            add("");
        }
        add(&format!(
            "## Pruned {} (phases 1-{cutoff}, kept recent {})",
            reading.now.date(),
            self.keep_recent
        ));
        for moved in moved {
            lines.extend([Vec::new(), format!("### {}", moved.section).into_bytes(), Vec::new()]);
            let spans = moved.above.iter().chain(&moved.entries);
            lines.extend(
                spans.flat_map(|span| lines_in(source, *span)).map(|line| line.content.of(source).to_vec()),
            );
        }
        let content = Patch::from(insert_lines(present, present.len(), lines)).apply(present);
        FileEdit { file: PlanningFile::StateArchive, content: Some(content.into()) }
    }
}

fn moved(document: &StateDocument<'_>, cutoff: u32) -> Vec<Moved> {
    let is_old = |phase: Option<PhaseId>| {
        phase.and_then(|phase| phase.whole_number()).is_some_and(|number| (1..=cutoff).contains(&number))
    };
    let decisions = of_list(document, List::Decisions, |entry| is_old(entry.leading_phase()));
    let blockers =
        of_list(document, List::Blockers, |entry| entry.is_settled() && is_old(entry.named_phase()));
    let metrics = Metrics::read(document)
        .plan_rows(|row| is_old(Some(row.phase.clone())))
        .map(|(section, above, entries)| Moved { section, above, entries, is_all: false });
    [decisions, blockers, metrics].into_iter().flatten().filter(|moved| !moved.entries.is_empty()).collect()
}

fn of_list(document: &StateDocument<'_>, list: List, is_old: impl Fn(&ListEntry) -> bool) -> Option<Moved> {
    let section = list.find(document)?;
    let items: Vec<ListItem> = list.items(document);
    let entries: Vec<Span> =
        items.iter().filter(|item| is_old(&ListEntry::read(document, item))).map(|item| item.span).collect();
    let heading = document.outline().heading_text(document.source(), &section.heading);
    let is_all = entries.len() == items.len();
    Some(Moved {
        section: String::from_utf8_lossy(&heading).trim().to_owned(),
        above: Vec::new(),
        entries,
        is_all,
    })
}

/// Takes the entries away; the first of a list that becomes empty leaves a line that says so.
fn remove(document: &StateDocument<'_>, draft: &mut Draft<'_, '_>, moved: &Moved) {
    let source = document.source();
    let mut seen = HashSet::new();
    for (place, entry) in moved.entries.iter().enumerate() {
        if !seen.insert(entry.start) {
            continue;
        }
        if moved.is_all && place == 0 {
            let first = lines_in(source, *entry).next().map_or(*entry, |line| line.content);
            draft.push(Edit::replace(first, NOTHING_LEFT));
            let rest = Span::new(
                lines_in(source, *entry).next().map_or(entry.end, |line| line.full().end),
                entry.end,
            );
            if !rest.is_empty() {
                draft.push(Edit::delete(rest));
            }
        } else {
            draft.push(Edit::delete(*entry));
        }
    }
}
