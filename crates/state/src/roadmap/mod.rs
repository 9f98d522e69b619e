//! ROADMAP.md as it is read: version headings, phases, plan boxes, each with the bytes it stands in (9.2, 9.3, section 3).
//!
//! Answers for what a roadmap names and where. One pass finds everything; a [`Window`] then says what belongs to a milestone.
//! Code fences and HTML comments are never read. It refuses nothing: a document of any bytes is a roadmap, if an empty one.

mod block;
mod bold;
mod checkbox;
mod criteria;
pub mod edit;
mod marks;
mod milestone;
mod phases;
mod plan_box;
mod progress_table;
mod table;
#[cfg(test)]
mod tests;
pub(crate) mod title;
pub(crate) mod version;
mod window;

pub use block::{BlockField, PhaseBlock};
pub use checkbox::Checkbox;
pub use milestone::{Milestone, MilestoneBullet, VersionHeading};
pub use phases::RoadmapPhase;
pub use plan_box::PlanBox;
pub use progress_table::ProgressRow;
pub use window::Window;

use crate::phase_id::PhaseId;
use bstr::{ByteSlice, Finder};
use cairn_text::outline::LineClass;
use cairn_text::table::{Table, tables};
use cairn_text::{Line, Outline, Span};
use title::{Place, read_title};

/// One place where the document names a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The phase, spelled as it stands there.
    pub id: PhaseId,
    /// The bytes of the id.
    pub id_span: Span,
    /// Its name there; empty when there is none.
    pub name: String,
    /// Whether it is struck out (`~~Phase 3: …~~`).
    pub struck: bool,
    /// The line.
    pub line: Line,
    /// Heading, bullet or table row.
    pub kind: MentionKind,
}

/// What a [`Mention`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MentionKind {
    /// A heading of level 2 to 4, by its index in the outline.
    Heading(usize),
    /// A checklist bullet.
    Bullet(Checkbox),
    /// A row of a table with a first column `Phase` and a column `Name`.
    Row,
}

/// A parsed ROADMAP.md.
#[derive(Clone, Debug)]
pub struct Roadmap<'s> {
    source: &'s [u8],
    outline: Outline,
    versions: Vec<VersionHeading>,
    bullets: Vec<MilestoneBullet>,
    mentions: Vec<Mention>,
    plan_boxes: Vec<PlanBox>,
    tables: Vec<Table>,
}

impl<'s> Roadmap<'s> {
    /// Reads a document. Never fails; linear in its length.
    pub fn parse(source: &'s [u8]) -> Self {
        let outline = Outline::parse(source);
        let mut roadmap = Self {
            versions: milestone::version_headings(&outline, source),
            source,
            outline,
            bullets: Vec::new(),
            mentions: Vec::new(),
            plan_boxes: Vec::new(),
            tables: Vec::new(),
        };
        roadmap.tables = tables(&roadmap.outline, source, roadmap.outline.body());
        roadmap.read_headings();
        roadmap.read_lines();
        roadmap.read_phase_tables();
        roadmap.mentions.sort_by_key(|mention| mention.id_span.start);
        roadmap
    }

    /// The bytes it was read from.
    pub fn source(&self) -> &'s [u8] {
        self.source
    }

    /// Its outline.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Its version headings, in order.
    pub fn versions(&self) -> &[VersionHeading] {
        &self.versions
    }

    /// Every place that names a phase, in order; sentinels and struck ones included.
    pub fn mentions(&self) -> &[Mention] {
        &self.mentions
    }

    /// Every box of a plan, in order.
    pub fn plan_boxes(&self) -> &[PlanBox] {
        &self.plan_boxes
    }

    fn tables(&self) -> &[Table] {
        &self.tables
    }

    fn read_headings(&mut self) {
        for (index, heading) in self.outline.headings().iter().enumerate() {
            if !(2..=4).contains(&heading.level) {
                continue;
            }
            let Some(title) = read_title(heading.text.of(self.source), Place::Heading) else { continue };
            self.mentions.push(Mention {
                id_span: Span::new(
                    heading.text.start + title.id_range.start,
                    heading.text.start + title.id_range.end,
                ),
                id: title.id,
                name: title.name,
                struck: title.struck,
                line: heading.line,
                kind: MentionKind::Heading(index),
            });
        }
    }

    fn read_lines(&mut self) {
        let (outline, source) = (&self.outline, self.source);
        let work_mark = Finder::new("🚧");
        for line in outline.lines(source, outline.body()).filter(|line| line.class == LineClass::Text) {
            if line.bytes().find_byte(b'[').is_none() && work_mark.find(line.bytes()).is_none() {
                continue;
            }
            let text = line.masked();
            self.bullets.extend(MilestoneBullet::read(outline, &text, line.line));
            let Some(checkbox) = Checkbox::read(&text, line.line.content.start) else { continue };
            let behind = text.get(checkbox.text.start - line.line.content.start..).unwrap_or_default();
            if let Some(title) = read_title(behind, Place::Bullet) {
                let at = checkbox.text.start;
                self.mentions.push(Mention {
                    id_span: Span::new(at + title.id_range.start, at + title.id_range.end),
                    id: title.id,
                    name: title.name,
                    struck: title.struck,
                    line: line.line,
                    kind: MentionKind::Bullet(checkbox),
                });
            } else {
                self.plan_boxes.extend(PlanBox::read(checkbox, behind, line.line));
            }
        }
    }

    fn read_phase_tables(&mut self) {
        let source = self.source;
        for table in &self.tables {
            let name = table::column(table, source, "Name")
                .filter(|_| table::column(table, source, "Phase") == Some(0));
            let Some(name) = name else { continue };
            for row in &table.rows {
                let Some(cell) = row.cells.first() else { continue };
                let Some((id, range, struck)) = title::read_cell(cell.text.of(source)) else { continue };
                self.mentions.push(Mention {
                    id,
                    id_span: Span::new(cell.text.start + range.start, cell.text.start + range.end),
                    name: row.cells.get(name).map(|cell| table::plain(cell, source)).unwrap_or_default(),
                    struck,
                    line: row.line,
                    kind: MentionKind::Row,
                });
            }
        }
    }
}
