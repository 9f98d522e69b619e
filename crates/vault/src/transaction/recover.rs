//! What a crashed transaction left is finished, in the direction that its kind asks for.

use super::apply::StepFailure;
use super::journal::{Found, Journal, Progress, Purpose, find, numbers};
use super::run::{Stop, back, forward};
use super::stages::is_removal;
use super::{OperationLog, TransactionKind};
use crate::fs::{Fs, Root};
use crate::home::{Part, StateHome};
use crate::orphan::clear_beside_all;
use crate::step::{Observed, Step, TreeEntry, observe};
use crate::{VaultError, Writer};
use cairn_plan::RelativePath;
use std::path::PathBuf;

/// A crashed transaction that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The number of its journal.
    pub id: u64,
    /// What it was for.
    pub kind: TransactionKind,
    /// The description of its plan.
    pub description: String,
    /// What was done about it.
    pub outcome: Outcome,
}

/// What was done about a crashed transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything is as it was before.
    RolledBack,
    /// Everything is done.
    RolledForward,
    /// A folder was being removed: nothing is undone, nothing more is removed. Left alone until the folder is gone.
    RemovalBegun {
        /// The folder.
        folder: RelativePath,
        /// What in it is not as the transaction knew it; with any, no command that removes the folder may be printed.
        foreign: Vec<RelativePath>,
    },
    /// These places hold something that belongs to neither side. Left alone, as is the journal, which keeps every version.
    Stopped {
        /// The places.
        paths: Vec<RelativePath>,
        /// The folder of the journal.
        journal: PathBuf,
    },
}

impl<F: Fs> Writer<'_, F> {
    /// Finish what crashed transactions of this writer's scope left. Run it first thing under the lock: until it has
    /// answered [`Outcome::Stopped`] or nothing, the files may be halfway.
    ///
    /// Journals of living processes and of other scopes are not touched.
    pub fn recover(&self) -> Result<Vec<Recovered>, VaultError> {
        let recovered = self.recover_transactions()?;
        self.settle_records()?;
        Ok(recovered)
    }

    /// The part of [`Self::recover`] about the files. Whoever writes one file after it by [`Self::rewrite`] need not do the other,
    /// since that settles the records before it makes its own.
    pub fn recover_transactions(&self) -> Result<Vec<Recovered>, VaultError> {
        let Some(home) = self.home else { return Ok(Vec::new()) };
        let mut recovered = Vec::new();
        if let Some(all) = home.part(Part::Transactions)? {
            for id in numbers(&all)? {
                match find(&all, id, Purpose::Finish(self.scope))? {
                    Some(Found::Open(journal)) if journal.facts.scope == self.scope => {
                        recovered.push(self.finish(journal)?);
                    }
                    Some(Found::Rest(rest)) => rest.clear()?,
                    None | Some(Found::Busy | Found::Open(_) | Found::Damaged) => {}
                }
            }
        }
        Ok(recovered)
    }

    /// The part of [`Self::recover`] about the records of single files: those whose owner is gone are kept or dropped, by what is
    /// in the files. To be done before anything is written.
    pub fn settle_records(&self) -> Result<(), VaultError> {
        match self.home.map(OperationLog::open).transpose()?.flatten() {
            Some(log) => log.settle(self.root, || self.unfinished().unwrap_or_default()),
            None => Ok(()),
        }
    }

    fn finish(&self, mut journal: Journal<F>) -> Result<Recovered, VaultError> {
        clear_beside_all(self.root, &journal.steps)?;
        let outcome = match (journal.progress, journal.facts.kind) {
            (Progress::Back(stage), _) => self.go_back(&mut journal, stage)?,
            (Progress::Forward(stage), TransactionKind::Verb | TransactionKind::Reversal) => {
                self.go_forward(&mut journal, stage)?
            }
            (Progress::Forward(stage), TransactionKind::Unarchive) => {
                if self.is_all_done(&journal, stage)? {
                    Outcome::RolledForward
                } else {
                    self.go_back(&mut journal, stage)?
                }
            }
            (Progress::Forward(stage), TransactionKind::Archive | TransactionKind::Cancel) => {
                self.after_removal(&mut journal, stage)?
            }
            (Progress::Staged | Progress::Done, _) => Outcome::RolledBack,
        };
        let found = Recovered {
            id: journal.id,
            kind: journal.facts.kind,
            description: journal.facts.description.clone(),
            outcome,
        };
        if matches!(found.outcome, Outcome::RolledBack | Outcome::RolledForward) {
            journal.clear()?;
        }
        Ok(found)
    }

    /// The crash came between the last step and the end of the journal.
    fn is_all_done(&self, journal: &Journal<F>, stage: usize) -> Result<bool, VaultError> {
        if stage + 1 < journal.stages() {
            return Ok(false);
        }
        for step in journal.stage_steps(stage) {
            if observe(self.root, step)? != Observed::After {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn go_back(&self, journal: &mut Journal<F>, stage: usize) -> Result<Outcome, VaultError> {
        let ended = back(self.root, journal, stage, &[]);
        match ended.refused {
            Some(error) => Err(error),
            None if ended.left.is_empty() => Ok(Outcome::RolledBack),
            None => Ok(Outcome::Stopped { paths: ended.left, journal: journal.folder() }),
        }
    }

    fn go_forward(&self, journal: &mut Journal<F>, stage: usize) -> Result<Outcome, VaultError> {
        let foreign = foreign(self.root, journal.stage_steps(stage))?;
        if !foreign.is_empty() {
            return Ok(Outcome::Stopped { paths: foreign, journal: journal.folder() });
        }
        match forward(self.root, journal, stage, &|| self.last_look()) {
            Ok(()) => {
                self.set_marks(journal)?;
                Ok(Outcome::RolledForward)
            }
            Err(Stop { failure: StepFailure::Foreign(paths), .. }) => {
                Ok(Outcome::Stopped { paths, journal: journal.folder() })
            }
            Err(Stop { failure: StepFailure::Vault(error), .. }) => Err(error),
        }
    }

    /// The marks of the log that belong to a finished transaction.
    pub(crate) fn set_marks(&self, journal: &Journal<F>) -> Result<(), VaultError> {
        let (Some(home), false) = (self.home, journal.facts.marks.is_empty()) else { return Ok(()) };
        let log = OperationLog::make(home)?;
        log.change_marks(|marks| journal.facts.marks.iter().for_each(|change| marks.apply(*change)))
    }

    /// Roundfix 15: undone as long as nothing of the folder is gone; from then on neither undone nor finished unasked.
    fn after_removal(&self, journal: &mut Journal<F>, stage: usize) -> Result<Outcome, VaultError> {
        Ok(match removal(self.root, journal, stage)? {
            Removal::None => self.go_back(journal, stage)?,
            Removal::Done => Outcome::RolledForward,
            Removal::Begun { folder, foreign } => Outcome::RemovalBegun { folder, foreign },
            // The removal itself has nothing to take back.
            Removal::Ahead => match stage.checked_sub(1) {
                Some(earlier) => self.go_back(journal, earlier)?,
                None => Outcome::RolledBack,
            },
        })
    }
}

/// How far the removal of a folder came that is a part of a stage.
enum Removal {
    /// Nothing is removed in this stage.
    None,
    /// Everything is there still.
    Ahead,
    /// A part of it is gone.
    Begun { folder: RelativePath, foreign: Vec<RelativePath> },
    /// Nothing is there any more.
    Done,
}

fn removal<F: Fs>(root: &Root<F>, journal: &Journal<F>, stage: usize) -> Result<Removal, VaultError> {
    let mut begun = false;
    let mut still_there = None;
    let mut removes = false;
    for step in journal.stage_steps(stage).iter().filter(|step| is_removal(step)) {
        let Step::Tree { path, entries, .. } = step else { continue };
        removes = true;
        begun |= anything_missing(root, path, entries)?;
        if root.status(path)?.is_some() {
            still_there.get_or_insert(step);
        }
    }
    Ok(match still_there {
        _ if !removes => Removal::None,
        None => Removal::Done,
        Some(step) if begun => {
            let foreign = foreign(root, std::slice::from_ref(step))?;
            Removal::Begun { folder: step.path().clone(), foreign }
        }
        Some(_) => Removal::Ahead,
    })
}

/// An archive that was cut short while its folder was removed: recovery leaves it alone until the folder is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BegunRemoval {
    /// The folder of its journal.
    pub journal: PathBuf,
    /// The folder.
    pub folder: RelativePath,
    /// What in it is not as the transaction knew it; with any, no command that removes the folder may be printed.
    pub foreign: Vec<RelativePath>,
}

/// What [`Writer::recover`] would answer [`Outcome::RemovalBegun`] to. Looking changes nothing.
///
/// # Errors
/// A journal or the folder cannot be read.
pub fn begun_removals<F: Fs>(root: &Root<F>, home: &StateHome<F>) -> Result<Vec<BegunRemoval>, VaultError> {
    let Some(all) = home.part(Part::Transactions)? else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for id in numbers(&all)? {
        let Ok(Some(Found::Open(journal))) = find(&all, id, Purpose::Look) else { continue };
        if let (Progress::Forward(stage), TransactionKind::Archive | TransactionKind::Cancel) =
            (journal.progress, journal.facts.kind)
            && let Removal::Begun { folder, foreign } = removal(root, &journal, stage)?
        {
            found.push(BegunRemoval { journal: all.path().join(id.to_string()), folder, foreign });
        }
    }
    Ok(found)
}

fn foreign<F: Fs>(root: &Root<F>, steps: &[Step]) -> Result<Vec<RelativePath>, VaultError> {
    let mut foreign = Vec::new();
    for step in steps {
        if let Observed::Foreign(paths) = observe(root, step)? {
            foreign.extend(paths);
        }
    }
    Ok(foreign)
}

fn anything_missing<F: Fs>(
    root: &Root<F>,
    folder: &RelativePath,
    entries: &[TreeEntry],
) -> Result<bool, VaultError> {
    for entry in entries {
        if let Ok(path) = folder.join(&entry.path)
            && root.status(&path)?.is_none()
        {
            return Ok(true);
        }
    }
    Ok(root.status(folder)?.is_none())
}
