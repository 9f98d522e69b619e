//! Forward to the end, or back to the beginning.

use super::apply::{StepFailure, Unflushed, apply};
use super::files::{self, apply_files};
use super::journal::{Journal, Progress};
use super::stages::is_removal;
use crate::VaultError;
use crate::fs::{Fs, Root};
use crate::step::{Observed, Step, observe};
use cairn_plan::RelativePath;
use std::collections::HashSet;

/// Where going forward ended.
#[derive(Debug)]
pub(crate) struct Stop {
    pub(crate) failure: StepFailure,
    pub(crate) stage: usize,
    /// Was a removal of this stage begun, so that something may be gone?
    pub(crate) begun: bool,
}

/// Carry out the stages from `start` on. `last_look` is asked before each step that can still be taken back.
pub(crate) fn forward<F: Fs>(
    root: &Root<F>,
    journal: &mut Journal<F>,
    start: usize,
    last_look: &dyn Fn() -> Result<(), VaultError>,
) -> Result<(), Stop> {
    for stage in start..journal.stages() {
        let mut begun = false;
        run_stage(root, journal, stage, last_look, &mut begun).map_err(|failure| Stop {
            failure,
            stage,
            begun,
        })?;
    }
    Ok(())
}

fn run_stage<F: Fs>(
    root: &Root<F>,
    journal: &mut Journal<F>,
    stage: usize,
    last_look: &dyn Fn() -> Result<(), VaultError>,
    begun: &mut bool,
) -> Result<(), StepFailure> {
    journal.advance(Progress::Forward(stage))?;
    let steps = journal.stage_steps(stage);
    let removes = steps.iter().any(is_removal);
    if removes {
        last_look()?;
        read_back(root, journal, stage)?;
    }
    *begun = removes;
    let mut unflushed = Unflushed::new();
    let mut ahead = steps;
    while let Some((step, behind)) = ahead.split_first() {
        let (files, others) = ahead.split_at_checked(files::batch(ahead)).unwrap_or((&[], ahead));
        if files.len() > 1 {
            apply_files(root, files, last_look, &mut unflushed)?;
            ahead = others;
            continue;
        }
        // A removal that has begun goes on to its end.
        if !removes {
            last_look()?;
        }
        apply(root, step, &mut unflushed)?;
        ahead = behind;
    }
    Ok(unflushed.flush(root)?)
}

/// Before anything goes for good, everything that was written has to be there (G4). What a later step wrote again, moved or
/// removed is that step's own business, and so is what goes in this stage: after a crash it may be gone.
fn read_back<F: Fs>(root: &Root<F>, journal: &Journal<F>, stage: usize) -> Result<(), StepFailure> {
    let earlier: Vec<&Step> = (0..stage).flat_map(|earlier| journal.stage_steps(earlier)).collect();
    let going = journal.stage_steps(stage);
    let whole: Vec<&RelativePath> = earlier
        .iter()
        .copied()
        .chain(going)
        .filter(|step| matches!(step, Step::Move { .. } | Step::Tree { .. }))
        .flat_map(|step| step.paths())
        .collect();
    let mut seen: HashSet<&RelativePath> = going.iter().map(Step::path).collect();
    let mut missing = Vec::new();
    for step in earlier.iter().rev() {
        let written = matches!(step, Step::File { .. } | Step::Link { .. });
        let last = seen.insert(step.path()) && !whole.iter().any(|path| step.path().is_within(path));
        if written && last && observe(root, step)? != Observed::After {
            missing.push(step.path().clone());
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(StepFailure::Foreign(missing)) }
}

/// How far taking back came.
#[derive(Debug, Default)]
pub(crate) struct Back {
    /// The places that are not as they were.
    pub(crate) left: Vec<RelativePath>,
    /// What the system refused, when that is what stopped it.
    pub(crate) refused: Option<VaultError>,
}

/// Take back the stages from `start` down to the first. Stops behind the first stage of which something stays, because the
/// system refuses it or because something foreign stands there, and behind the first mark that cannot be set: the journal then
/// says where to go on, and whoever finds it does, when the disk answers again. The places in `expected` hold something
/// foreign that this transaction never touched; they are passed over.
pub(crate) fn back<F: Fs>(
    root: &Root<F>,
    journal: &mut Journal<F>,
    start: usize,
    expected: &[RelativePath],
) -> Back {
    let mut back = Back::default();
    for stage in (0..=start).rev() {
        // Without the mark a later process would go on from the wrong stage.
        if let Err(error) = journal.advance(Progress::Back(stage)) {
            back.stopped_before(journal, stage + 1, error);
            break;
        }
        let mut unflushed = Unflushed::new();
        for step in journal.stage_steps(stage).iter().rev() {
            match apply(root, &step.inverse(), &mut unflushed) {
                Ok(()) => {}
                Err(StepFailure::Foreign(paths)) => {
                    back.left.extend(paths.into_iter().filter(|path| !expected.contains(path)));
                }
                Err(StepFailure::Vault(error)) => {
                    back.left.push(step.path().clone());
                    back.refused.get_or_insert(error);
                }
            }
        }
        if let Err(error) = unflushed.flush(root) {
            back.stopped_before(journal, stage + 1, error);
            break;
        }
        if !back.left.is_empty() {
            back.left.extend(places(journal, stage));
            break;
        }
    }
    if back.left.is_empty() {
        remove_new_folders(root, journal);
    }
    back.left.sort_unstable();
    back.left.dedup();
    back
}

/// A folder that a leftover kept from going with its stage goes once that has gone, too. One that stays is no harm.
fn remove_new_folders<F: Fs>(root: &Root<F>, journal: &Journal<F>) {
    let mut unflushed = Unflushed::new();
    for step in journal.steps.iter().rev().filter(|step| matches!(step, Step::Folder { appears: true, .. })) {
        let _no_harm = apply(root, &step.inverse(), &mut unflushed);
    }
    let _no_harm = unflushed.flush(root);
}

impl Back {
    /// Everything of the stages below `stage` may still be as the transaction left it.
    fn stopped_before<F: Fs>(&mut self, journal: &Journal<F>, stage: usize, error: VaultError) {
        self.left.extend(places(journal, stage));
        self.refused.get_or_insert(error);
    }
}

/// The places of the stages below `stage`.
fn places<F: Fs>(journal: &Journal<F>, stage: usize) -> impl Iterator<Item = RelativePath> + '_ {
    (0..stage).flat_map(|earlier| journal.stage_steps(earlier)).map(|step| step.path().clone())
}
