//! `phase next-decimal N`: the id that a phase inserted behind N would get (section 15).

use super::{Report, phase_not_in};
use crate::answer::Answer;
use crate::failure::Failure;
use crate::phase_id::PhaseId;
use crate::planning::{Focus, MilestoneView, PlanningSnapshot};

/// What must be read for it.
pub fn focus(stored: Option<&str>) -> Vec<Focus> {
    vec![Focus::Stored(stored.map(str::to_owned))]
}

/// The answer; raw is the id alone.
///
/// # Errors
/// `phase_not_found` when neither ROADMAP.md nor a folder knows N.
pub fn run(snapshot: &PlanningSnapshot, stored: Option<&str>, base: &PhaseId) -> Result<Report, Failure> {
    let view = MilestoneView::new(snapshot, stored);
    let found = next_decimal(snapshot, &view, base)?;
    let existing: Vec<&str> = found.existing.iter().map(PhaseId::as_str).collect();
    let answer = Answer::new()
        .with("found", true)
        .with("base_phase", found.base.as_str())
        .with("next", found.next.as_str())
        .with("existing", existing);
    Ok(Report { answer, raw: Some(found.next.as_str().to_owned()), warnings: view.warnings() })
}

/// A base phase and what is inserted behind it.
pub(crate) struct NextDecimal {
    /// The base as ROADMAP.md spells it, else without padding.
    pub(crate) base: PhaseId,
    pub(crate) next: PhaseId,
    pub(crate) existing: Vec<PhaseId>,
}

/// The highest decimal of headings, bullets, tables and folders, plus one.
pub(crate) fn next_decimal(
    snapshot: &PlanningSnapshot,
    view: &MilestoneView<'_>,
    base: &PhaseId,
) -> Result<NextDecimal, Failure> {
    let folders = snapshot.folders(view.milestone.version.as_deref());
    let named = view.roadmap.as_ref().map(|roadmap| roadmap.all_phases()).unwrap_or_default();
    let spelled = view
        .phase(base)
        .map(|phase| phase.id.clone())
        .or_else(|| named.iter().find(|phase| phase.id == *base).map(|phase| phase.id.clone()));
    let on_disk = folders
        .iter()
        .find(|folder| folder.id == *base)
        .and_then(|folder| PhaseId::parse(&folder.id.plain()));
    let Some(base) = spelled.or(on_disk).filter(|base| !base.is_sentinel()) else {
        return Err(phase_not_in(view, base, format!("there is no phase `{base}`")));
    };
    let mut existing = view.roadmap.as_ref().map(|roadmap| roadmap.decimals_of(&base)).unwrap_or_default();
    existing.extend(folders.into_iter().map(|folder| folder.id).filter(|id| id.decimal_of(&base).is_some()));
    existing.sort();
    existing.dedup();
    let highest = existing.iter().filter_map(|id| id.decimal_of(&base)).max().unwrap_or_default();
    let next = base.with_decimal(highest.saturating_add(1));
    Ok(NextDecimal { base, next, existing })
}
