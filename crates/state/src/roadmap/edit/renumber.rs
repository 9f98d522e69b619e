//! What a removed phase does to the numbers of the others (section 15, `phase remove`).

use super::super::{Roadmap, Window};
use crate::phase_id::{PhaseId, readings};
use cairn_text::{Edit, Span};
use std::collections::BTreeSet;

/// A removed phase, and the rule by which later ones move down by one.
///
/// A whole phase takes later whole phases along, with everything inserted behind them; a decimal takes the later decimals of its base
/// alone; a phase with a letter takes none. Sentinels and letter ids (`B7`) never move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renumbering {
    removed: PhaseId,
    /// The phase before the removed one, which takes its place in `Depends on`.
    before: Option<PhaseId>,
}

impl Renumbering {
    /// The removal of `removed`; `before` is the phase of the window in front of it.
    pub fn new(removed: PhaseId, before: Option<PhaseId>) -> Self {
        Self { removed, before }
    }

    /// The removed phase.
    pub fn removed(&self) -> &PhaseId {
        &self.removed
    }

    /// The phase before the removed one.
    pub fn before(&self) -> Option<&PhaseId> {
        self.before.as_ref()
    }

    /// The new id of a phase that moves, in its own spelling; `aligned` keeps the width of its number, for names of folders and files.
    /// None for a phase that stays.
    pub fn moved(&self, id: &PhaseId, aligned: bool) -> Option<PhaseId> {
        let depth = self.removed.depth() - 1;
        let (limit, number) = (self.removed.number_at(depth)?, id.number_at(depth)?);
        let is_sibling = match self.removed.parent() {
            Some(parent) => id.is_below(&parent) && id.kind_at(depth) == self.removed.kind_at(depth),
            None => self.removed.whole_number().is_some() && id.whole_number().is_some() && !id.is_sentinel(),
        };
        (is_sibling && number > limit).then(|| id.with_number_at(depth, number - 1, aligned))?
    }
}

impl Roadmap<'_> {
    /// Renumbers what stays of the window: headings, bullets, rows, plan boxes, `Depends on`. `gone` are spans that are deleted; no
    /// edit falls into them.
    pub fn renumber(&self, window: &Window, renumbering: &Renumbering, gone: &[Span]) -> Vec<Edit> {
        let stays =
            |span: Span| window.contains(span.start) && !gone.iter().any(|gone| gone.contains(span.start));
        let mut ids: BTreeSet<(usize, usize, String)> = BTreeSet::new();
        let mut renumber = |id: &PhaseId, span: Span| {
            if let Some(moved) = renumbering.moved(id, false).filter(|_| stays(span)) {
                ids.insert((span.start, span.end, moved.spelled().to_owned()));
            }
        };
        for mention in self.mentions() {
            renumber(&mention.id, mention.id_span);
        }
        for row in self.progress_rows() {
            renumber(&row.id, row.id_span);
        }
        let mut edits: Vec<Edit> =
            ids.into_iter().map(|(start, end, text)| Edit::replace(Span::new(start, end), text)).collect();
        let boxes = self.plan_boxes().iter().filter(|plan| stays(plan.plan_span));
        edits.extend(boxes.filter_map(|plan| {
            let renamed = renamed(&plan.plan, renumbering)?;
            Some(Edit::replace(plan.plan_span, renamed))
        }));
        // A list of other phases stays where the block above it goes, and so does a field below that list.
        for index in 0..self.mentions().len() {
            let depends_on = self.block_at(index).and_then(|block| block.depends_on);
            if let Some(field) = depends_on.filter(|field| stays(field.value) && !field.value.is_empty()) {
                edits.extend(self.depend_anew(field.value, renumbering));
            }
        }
        edits
    }
}

/// A plan's file name or id whose phase moves: `04-01-PLAN.md` becomes `03-01-PLAN.md`.
fn renamed(name: &str, renumbering: &Renumbering) -> Option<String> {
    // `04-01` reads as a milestone-prefixed id as well; the phase is the id in front of the plan's number.
    let (moved, length) =
        readings(name).into_iter().find_map(|(id, length)| Some((renumbering.moved(&id, true)?, length)))?;
    Some(format!("{}{}", moved.spelled(), name.get(length..)?))
}
