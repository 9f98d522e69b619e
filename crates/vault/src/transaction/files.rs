//! The files of one stage that are made or rewritten, many at a time: so that one wait for the disk serves them all.
//!
//! What stands at each place is judged as for a single file, and each appears at one instant. Only the flushes are put
//! together: first every new content is written, then all of them are flushed, then the names change, then the folders are
//! flushed, and only then do the old contents go. A crash at any point leaves each file on its old or on its new side, which
//! is all that the steps of one stage need.

use super::apply::{Applied, StepFailure, Unflushed, create_new, rewrite};
use crate::VaultError;
use crate::fs::{Errno, Fs, Place, Root};
use crate::step::{Observed, Step, observe};
use crate::swap::{Exchanged, InPlace, Swap};
use crate::temporary::Temporary;

/// Files that are open at one time, their folders beside them: well below the thousand that a process may have.
const AT_A_TIME: usize = 128;

/// How many steps at the front of `steps` go together: files that are made or rewritten, of which none waits for another.
pub(super) fn batch(steps: &[Step]) -> usize {
    steps.iter().take(AT_A_TIME).take_while(|step| matches!(step, Step::File { after: Some(_), .. })).count()
}

/// Carry out such steps. `last_look` is asked before each step that others can see.
pub(super) fn apply_files<F: Fs>(
    root: &Root<F>,
    steps: &[Step],
    last_look: &dyn Fn() -> Result<(), VaultError>,
    unflushed: &mut Unflushed<F>,
) -> Applied {
    let mut written = Vec::with_capacity(steps.len());
    for step in steps {
        written.extend(write(root, step)?);
    }
    let files: Vec<&F::File> = written.iter().map(Written::file).collect();
    root.fs()
        .sync_files(&files)
        .map_err(|errno| VaultError::io("flush new files below", root.path(), errno))?;
    let mut in_place = Vec::with_capacity(written.len());
    let appeared = written.into_iter().try_for_each(|file| {
        last_look()?;
        in_place.extend(file.appear(root, unflushed)?);
        Ok(())
    });
    let flushed = flush_folders(root, &in_place);
    for file in &in_place {
        unflushed.add(file.place());
    }
    // The old contents go with `in_place`: the journal has them, and whoever takes this back writes them anew.
    appeared.and_then(|()| Ok(flushed?))
}

/// A new content, written and not yet in its place.
enum Written<'step, F: Fs> {
    New(Place<F::Dir>, Temporary<'step, F>),
    Instead(&'step Step, Swap<'static, 'step, F>),
}

/// `None` when the step was done before.
fn write<'step, F: Fs>(
    root: &'step Root<F>,
    step: &'step Step,
) -> Result<Option<Written<'step, F>>, StepFailure> {
    match observe(root, step)? {
        Observed::After => return Ok(None),
        Observed::Foreign(paths) => return Err(StepFailure::Foreign(paths)),
        Observed::Before | Observed::Partly => {}
    }
    match step {
        Step::File { path, before: Some(before), after: Some(after), .. } => {
            rewrite(root, path, before.hash, after).map(|swap| Some(Written::Instead(step, swap)))
        }
        Step::File { path, after: Some(after), .. } => {
            let place = root.locate(path)?;
            create_new(root, &place, after).map(|temporary| Some(Written::New(place, temporary)))
        }
        _ => Ok(None),
    }
}

impl<'step, F: Fs> Written<'step, F> {
    fn file(&self) -> &F::File {
        match self {
            Self::New(_, temporary) => temporary.file(),
            Self::Instead(_, swap) => swap.file(),
        }
    }

    /// The step that others can see; the old content of a rewritten file is still there behind it.
    fn appear(
        self,
        root: &Root<F>,
        unflushed: &mut Unflushed<F>,
    ) -> Result<Option<InPlace<'step, F>>, StepFailure> {
        match self {
            Self::New(place, temporary) => match temporary.settle() {
                Ok(()) => {
                    unflushed.add(&place);
                    Ok(None)
                }
                Err(Errno::EXIST) => Err(StepFailure::Foreign(vec![place.path])),
                Err(errno) => Err(root.io("create", &place.path)(errno).into()),
            },
            Self::Instead(step, swap) => {
                let place = swap.place().clone();
                match swap.exchange(|| Ok(()))? {
                    Exchanged::Unflushed(in_place) => Ok(Some(in_place)),
                    Exchanged::Settled => {
                        unflushed.add(&place);
                        Ok(None)
                    }
                    // Two paths that lead to one file, by a link: the other step did it.
                    Exchanged::Foreign if observe(root, step)? == Observed::After => Ok(None),
                    Exchanged::Foreign => Err(StepFailure::Foreign(vec![place.path])),
                }
            }
        }
    }
}

/// The folders in which names were exchanged, each once.
fn flush_folders<F: Fs>(root: &Root<F>, files: &[InPlace<'_, F>]) -> Result<(), VaultError> {
    let mut folders = Unflushed::new();
    for file in files {
        folders.add(file.place());
    }
    folders.flush(root)
}
