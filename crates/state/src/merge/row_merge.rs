//! The merge of one table row (contract 6.7, 6.10).

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};

use super::Kind;
use super::choice::{Choice, Side, Three};
use super::content::Surroundings;
use super::markers::{ConflictKind, Open, Piece};
use super::merger::Merger;
use super::plan_count::{PlanCount, counted};
use super::row::{Columns, TableRow};
use crate::derive::number_at_start;
use crate::status::{StatusWord, read_status};

impl Merger<'_> {
    /// What becomes of a row.
    pub(super) fn row<'t>(
        &mut self,
        versions: Three<Option<&TableRow<'t>>>,
        columns: Columns,
        around: Surroundings<'_>,
    ) -> Option<Piece<'t>> {
        let is_position =
            [versions.ours, versions.theirs].into_iter().flatten().any(|row| row.position.is_some());
        if is_position {
            return versions.of(self.rules.leading).map(|row| Piece::line(row.line));
        }
        let (ours, theirs) = match (versions.ours, versions.theirs) {
            (None, None) => return None,
            (Some(left), None) | (None, Some(left)) => {
                let is_removed = versions.base.is_some_and(|base| base.cells == left.cells);
                return (!is_removed).then(|| Piece::line(left.line));
            }
            (Some(ours), Some(theirs)) => (ours, theirs),
        };
        let is_progress = self.rules.kind == Kind::Roadmap && columns.is_by_phase && columns.plans.is_some();
        let both_changed =
            versions.base.is_none_or(|base| base.cells != ours.cells && base.cells != theirs.cells);
        if is_progress && both_changed {
            return Some(self.progress_row(versions.base, ours, theirs, columns));
        }
        match versions.map(|row| row.map(|row| &row.cells)).choose() {
            Choice::Ours => Some(Piece::line(ours.line)),
            Choice::Theirs => Some(Piece::line(theirs.line)),
            Choice::Conflict if around.is_metrics && columns.is_by_phase && columns.plans.is_some() => {
                Some(self.computed_row(ours, theirs, columns))
            }
            Choice::Conflict => Some(conflict(versions.base, ours, theirs)),
        }
    }

    /// A By Phase row that both sides changed: the one with more plans, to be computed again.
    fn computed_row<'t>(
        &mut self,
        ours: &TableRow<'t>,
        theirs: &TableRow<'t>,
        columns: Columns,
    ) -> Piece<'t> {
        self.recomputed.extend(ours.phase());
        let plans = |row: &TableRow<'t>| row.cell(columns.plans).and_then(number_at_start);
        let further = plans(ours).cmp(&plans(theirs)).then_with(|| ours.cells.cmp(&theirs.cells));
        Piece::line(if further == Ordering::Less { theirs.line } else { ours.line })
    }

    /// A Progress row of ROADMAP.md that both sides changed.
    fn progress_row<'t>(
        &self,
        base: Option<&TableRow<'t>>,
        ours: &TableRow<'t>,
        theirs: &TableRow<'t>,
        columns: Columns,
    ) -> Piece<'t> {
        let was_done = base.is_some_and(|base| is_done(base, columns));
        let (ours_done, theirs_done) = (is_done(ours, columns), is_done(theirs, columns));
        let further = if ours.cells == theirs.cells {
            Ordering::Equal
        } else if ours_done != theirs_done {
            // Opened again on purpose by one side.
            if ours_done == was_done { Ordering::Less } else { Ordering::Greater }
        } else if ours_done {
            let date = |row: &TableRow<'t>| {
                let date = row.cell(columns.completed).map(str::to_owned);
                Reverse((date.as_ref().is_none_or(String::is_empty), date))
            };
            date(ours).cmp(&date(theirs))
        } else {
            let count = |row: &TableRow<'t>| row.cell(columns.plans).and_then(PlanCount::read);
            count(ours).cmp(&count(theirs))
        };
        let winner = match further {
            Ordering::Equal if ours.cells != theirs.cells => return conflict(base, ours, theirs),
            Ordering::Less => Side::Theirs,
            Ordering::Equal | Ordering::Greater => Side::Ours,
        };
        let row = if winner == Side::Ours { ours } else { theirs };
        let boxes = row.phase().and_then(|phase| self.rules.plans.get(&phase));
        let again =
            boxes.filter(|_| !is_done(row, columns)).zip(columns.plans).and_then(|(boxes, column)| {
                let text = counted(row.cell(Some(column))?, *boxes, false)?;
                Some(row.with_cell(column, &text))
            });
        Piece::Line(again.map_or(Cow::Borrowed(row.line), Cow::Owned))
    }
}

/// Whether a row says that its phase is complete.
fn is_done(row: &TableRow<'_>, columns: Columns) -> bool {
    match row.cell(columns.status) {
        Some(status) => read_status(status).word == StatusWord::Completed,
        None => {
            row.cell(columns.completed).is_some_and(|date| date.starts_with(|c: char| c.is_ascii_digit()))
        }
    }
}

fn conflict<'t>(base: Option<&TableRow<'t>>, ours: &TableRow<'t>, theirs: &TableRow<'t>) -> Piece<'t> {
    Piece::Conflict(Open {
        kind: ConflictKind::Item,
        what: ours.cells.first().cloned().unwrap_or_default(),
        base: base.map(|row| Cow::Borrowed(row.line)).into_iter().collect(),
        ours: vec![Cow::Borrowed(ours.line)],
        theirs: vec![Cow::Borrowed(theirs.line)],
    })
}
