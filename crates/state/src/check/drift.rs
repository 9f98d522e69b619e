//! Rules that compare Progress rows and `Plans` lines with the disk, and the edits that put them right (msd-tools 9.4, 15).
//!
//! The edits are those of `roadmap update-plan-progress`, so that a fix and the command never differ.

use bstr::ByteSlice;
use cairn_text::Edit;

use super::subject::{Place, Subject};
use crate::planning::PhaseView;
use crate::roadmap::edit::PlanTally;
use crate::roadmap::{ProgressRow, Roadmap, RoadmapPhase};

/// A Progress row whose count or status word differs.
pub(super) fn rows(subject: &Subject<'_>) -> Vec<Place> {
    let Some(roadmap) = subject.roadmap() else { return Vec::new() };
    let rows = roadmap.progress_rows();
    let place = |(phase, planned): (&PhaseView, &RoadmapPhase)| {
        let (row, _) = row_edits(subject, roadmap, &rows, phase, planned, "")?;
        let tally = PlanTally::of(&phase.plans);
        let message = format!(
            "the row of phase {} should say `{}` and `{}`",
            planned.id.as_str(),
            tally.fraction(),
            tally.status()
        );
        Some(subject.in_roadmap(row.line.content.trim(roadmap.source()), message).fix(command(planned)))
    };
    counted(subject).filter_map(place).collect()
}

/// A `Plans` line with a count `n/m` that differs.
pub(super) fn plans_lines(subject: &Subject<'_>) -> Vec<Place> {
    let Some(roadmap) = subject.roadmap() else { return Vec::new() };
    let place = |(phase, planned): (&PhaseView, &RoadmapPhase)| {
        plans_edits(roadmap, phase, planned)?;
        let field = roadmap.block(planned)?.plans?;
        let fraction = PlanTally::of(&phase.plans).fraction();
        let message = format!(
            "phase {} has {fraction} plans executed, the line says `{}`",
            planned.id.as_str(),
            field.value.of(roadmap.source()).to_str_lossy()
        );
        Some(subject.in_roadmap(field.line.content.trim(roadmap.source()), message).fix(command(planned)))
    };
    counted(subject).filter_map(place).collect()
}

/// The edits that put right what `codes` name.
pub(super) fn edits(subject: &Subject<'_>, codes: &[&str], date: &str) -> Vec<Edit> {
    let Some(roadmap) = subject.roadmap() else { return Vec::new() };
    let rows = roadmap.progress_rows();
    let mut edits = Vec::new();
    for (phase, planned) in counted(subject) {
        if codes.contains(&"roadmap-row-drift") {
            edits.extend(
                row_edits(subject, roadmap, &rows, phase, planned, date)
                    .into_iter()
                    .flat_map(|(_, edits)| edits),
            );
        }
        if codes.contains(&"roadmap-plans-drift") {
            edits.extend(plans_edits(roadmap, phase, planned).into_iter().flatten());
        }
    }
    edits
}

/// The phases that ROADMAP.md names and whose plans are counted.
fn counted<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = (&'s PhaseView, &'s RoadmapPhase)> {
    let phases = subject.view.phases.iter().filter(|_| subject.view.scope.is_trusted());
    phases.filter_map(|phase| Some((phase, phase.roadmap.as_ref()?)))
}

fn command(phase: &RoadmapPhase) -> String {
    format!("msd-tools roadmap update-plan-progress {}", phase.id.as_str())
}

/// The edits of a row whose count or status differs; a date alone is no drift.
fn row_edits<'r>(
    subject: &Subject<'_>,
    roadmap: &Roadmap<'_>,
    rows: &'r [ProgressRow],
    phase: &PhaseView,
    planned: &RoadmapPhase,
    date: &str,
) -> Option<(&'r ProgressRow, Vec<Edit>)> {
    let version = subject.view.milestone.version.as_deref();
    let row = roadmap.progress_row_of(rows, &planned.id, version)?;
    let edits = roadmap.set_cells_of(row, &PlanTally::of(&phase.plans), date);
    let counts = [row.plans, row.status];
    let differs = edits.iter().any(|edit| counts.iter().flatten().any(|cell| cell.raw.covers(edit.span)));
    differs.then_some((row, edits))
}

/// The edits of a `Plans` line that states a count `n/m` other than the disk's.
fn plans_edits(roadmap: &Roadmap<'_>, phase: &PhaseView, planned: &RoadmapPhase) -> Option<Vec<Edit>> {
    let tally = PlanTally::of(&phase.plans);
    let stated = roadmap.stated_plans(planned)?;
    (stated != (tally.completed, tally.total)).then(|| roadmap.set_plans_line(planned, &tally))
}
