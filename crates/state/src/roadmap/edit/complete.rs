//! What the completion of plans and phases changes: boxes, the `Plans` line, the Progress row (section 15).

use super::super::{MentionKind, PlanBox, ProgressRow, Roadmap, RoadmapPhase, Window};
use crate::phase_files::PhasePlans;
use bstr::ByteSlice;
use cairn_text::table::Cell;
use cairn_text::{Edit, Span};

/// How far a phase is, as its row and its `Plans` line say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanTally {
    /// Plans with a summary.
    pub completed: usize,
    /// Plans.
    pub total: usize,
    /// Whether the phase is called complete, be it by force.
    pub is_complete: bool,
}

impl PlanTally {
    /// The tally of a phase as its files have it.
    pub fn of(plans: &PhasePlans) -> Self {
        Self { completed: plans.completed(), total: plans.total(), is_complete: plans.is_complete() }
    }

    /// `1/3`.
    pub fn fraction(&self) -> String {
        format!("{}/{}", self.completed, self.total)
    }

    /// The phase status word of section 16.
    pub fn status(&self) -> &'static str {
        match self {
            Self { is_complete: true, .. } => "Complete",
            Self { completed: 1.., .. } => "In Progress",
            Self { total: 1.., .. } => "Planned",
            _ => "Not Started",
        }
    }

    /// The word in the column `Status`; a phase without plans is spelled there as in the template of roadmaps.
    fn row_status(&self) -> &'static str {
        if self.total == 0 && !self.is_complete { "Not started" } else { self.status() }
    }

    fn plans_line(&self) -> String {
        match self {
            Self { is_complete: true, .. } => format!("{} plans complete", self.fraction()),
            Self { completed: 1.., .. } => format!("{} plans executed", self.fraction()),
            Self { total: 1, .. } => "1 plan".to_owned(),
            Self { total, .. } => format!("{total} plans"),
        }
    }
}

impl Roadmap<'_> {
    /// Ticks the bullets of a phase and adds ` (completed DATE)` behind each that has no such remark.
    pub fn tick_phase(&self, phase: &RoadmapPhase, date: &str) -> Vec<Edit> {
        let mut edits = Vec::new();
        for mention in phase.bullets.iter().filter_map(|&index| self.mentions().get(index)) {
            let MentionKind::Bullet(bullet) = mention.kind else { continue };
            edits.extend((!bullet.ticked).then(|| Edit::replace(bullet.mark, *b"x")));
            if !bullet.text.of(self.source()).to_str_lossy().to_lowercase().contains("(completed ") {
                edits.push(Edit::insert(bullet.text.end, format!(" (completed {date})")));
            }
        }
        edits
    }

    /// Ticks the boxes of exactly the plans that have a summary. A plan without a phase in its name is looked for in the block
    /// of its phase alone.
    pub fn tick_plans(&self, window: &Window, phase: &RoadmapPhase, plans: &PhasePlans) -> Vec<Edit> {
        let open = self.plan_boxes_of(window, phase).into_iter().filter(|plan| !plan.checkbox.ticked);
        let executed = open.filter(|open| {
            plans.plans.iter().any(|plan| plan.summary.is_some() && open.is_of(&plan.file, &plan.id))
        });
        executed.map(|plan| Edit::replace(plan.checkbox.mark, *b"x")).collect()
    }

    /// The boxes that may be of plans of a phase: those in its blocks, and those of the window that name their phase.
    pub fn plan_boxes_of(&self, window: &Window, phase: &RoadmapPhase) -> Vec<&PlanBox> {
        let blocks: Vec<Span> = phase.headings.iter().filter_map(|&index| self.block_span(index)).collect();
        let belongs = |plan: &PlanBox| {
            let at = plan.plan_span.start;
            let names_its_phase =
                plan.plan.starts_with(|c: char| c.is_ascii_digit()) && plan.plan.contains('-');
            blocks.iter().any(|block| block.contains(at)) || names_its_phase && window.contains(at)
        };
        self.plan_boxes().iter().filter(|plan| belongs(plan)).collect()
    }

    /// The count `n/m` that the phase's `Plans` line states; `None` for any other form.
    pub fn stated_plans(&self, phase: &RoadmapPhase) -> Option<(usize, usize)> {
        let field = self.block(phase)?.plans?;
        let (completed, total) = PlansCount::read(field.value.of(self.source()))?.numbers?;
        Some((completed, total?))
    }

    /// Sets the count at the start of the phase's `Plans` line; text behind the count stays, and a line that begins with something
    /// else is left alone. A line that says as much in other words (`3 plans`, `0/3 plans executed`) stays too.
    pub fn set_plans_line(&self, phase: &RoadmapPhase, tally: &PlanTally) -> Vec<Edit> {
        let Some(field) = self.block(phase).and_then(|block| block.plans) else { return Vec::new() };
        let value = field.value.of(self.source());
        let Some(count) = PlansCount::read(value) else { return Vec::new() };
        let says_it = match count.numbers {
            Some((completed, Some(total))) => {
                (completed, total) == (tally.completed, tally.total)
                    && count.says_complete == tally.is_complete
            }
            Some((total, None)) => total == tally.total && tally.completed == 0,
            None => tally.total == 0,
        };
        if says_it {
            return Vec::new();
        }
        vec![Edit::replace(
            Span::new(field.value.start, field.value.start + count.length),
            tally.plans_line(),
        )]
    }

    /// Sets the cells of the phase's Progress row. A complete phase gets `date` in the column `Completed`, unless the row said
    /// before that it is complete, and when.
    pub fn set_progress_row(
        &self,
        phase: &RoadmapPhase,
        version: Option<&str>,
        tally: &PlanTally,
        date: &str,
    ) -> Vec<Edit> {
        let rows = self.progress_rows();
        let row = self.progress_row_of(&rows, &phase.id, version);
        row.map(|row| self.set_cells_of(row, tally, date)).unwrap_or_default()
    }

    /// The same for a row that was found.
    pub(crate) fn set_cells_of(&self, row: &ProgressRow, tally: &PlanTally, date: &str) -> Vec<Edit> {
        let source = self.source();
        let text = |cell: Option<Cell>| {
            cell.map(|cell| cell.value(source).to_str_lossy().into_owned()).unwrap_or_default()
        };
        // A phase without plans has nothing to say against `0/TBD`.
        if tally.total == 0
            && !tally.is_complete
            && PlansCount::read(text(row.plans).as_bytes()).is_none_or(PlansCount::is_nothing)
        {
            return Vec::new();
        }
        let was_complete =
            text(row.status).eq_ignore_ascii_case("Complete") && !is_empty_cell(&text(row.completed));
        let date_cell = row.completed.filter(|_| tally.is_complete && !was_complete);
        let cells = [
            (row.plans, tally.fraction()),
            (row.status, tally.row_status().to_owned()),
            (date_cell, date.to_owned()),
        ];
        let differs = |cell: &Cell, value: &str| !cell.value(source).eq_ignore_ascii_case(value.as_bytes());
        cells
            .into_iter()
            .filter_map(|(cell, value)| cell.filter(|cell| differs(cell, &value))?.set(source, &value))
            .collect()
    }
}

/// Empty, or dashes that stand for nothing.
fn is_empty_cell(cell: &str) -> bool {
    cell.chars().all(|c| c.is_whitespace() || matches!(c, '-' | '–' | '—'))
}

/// The count at the start of a `Plans` value: `3 plans`, `1/3 plans executed`, `3/3 plans complete`, `TBD`, `0/TBD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlansCount {
    /// The first number, and the one behind the slash; none for `TBD`.
    pub(crate) numbers: Option<(usize, Option<usize>)>,
    says_complete: bool,
    /// How many bytes the count and its words take.
    pub(crate) length: usize,
}

impl PlansCount {
    /// `TBD`, `0`, `0/0`, `0/TBD`.
    fn is_nothing(self) -> bool {
        self.numbers.is_none_or(|(first, second)| first == 0 && second.is_none_or(|second| second == 0))
    }

    /// Reads the start of a value; `None` when no count stands there.
    pub(crate) fn read(value: &[u8]) -> Option<Self> {
        let text = value.to_str_lossy();
        let (first, first_length) = read_number(&text)?;
        let mut numbers = first.map(|first| (first, None));
        let mut length = first_length;
        if let Some(rest) = text.get(length..)?.strip_prefix('/') {
            let (second, second_length) = read_number(rest)?;
            numbers = first.zip(second).map(|(first, second)| (first, Some(second)));
            length += 1 + second_length;
        }
        let mut says_complete = false;
        for words in [["plans", "plan"].as_slice(), &["executed", "completed", "complete"]] {
            let rest = text.get(length..)?;
            let blanks = rest.len() - rest.trim_start_matches(' ').len();
            let word =
                words.iter().find(|word| starts_with_word(rest.get(blanks..).unwrap_or_default(), word));
            if let Some(word) = word {
                says_complete = word.starts_with("complete");
                length += blanks + word.len();
            }
        }
        (!text.get(length..)?.starts_with(|c: char| c.is_alphanumeric() || c == '/')).then_some(Self {
            numbers,
            says_complete,
            length,
        })
    }
}

/// A number, or `TBD` for one that is not known.
fn read_number(text: &str) -> Option<(Option<usize>, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return Some((Some(text.get(..digits)?.parse().ok()?), digits));
    }
    starts_with_word(text, "TBD").then_some((None, 3))
}

fn starts_with_word(text: &str, word: &str) -> bool {
    let head = text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    head && !text.get(word.len()..).unwrap_or_default().starts_with(char::is_alphanumeric)
}
