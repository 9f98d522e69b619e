//! One turn under the repository's lock: what a crashed command left is dealt with, then a plan is carried out, then committed
//! (roundfix 3.4, 4.2, 15).

use std::path::Path;

use bstr::BStr;
use cairn_git::{Error, ObjectId};
use cairn_plan::{Plan, Reason, Refusal, RelativePath};
use cairn_spec::preconditions::Refused;
use cairn_spec::{Slug, finish};
use cairn_state::failure::Failure;
use cairn_vault::{
    Commit, CommitError, Committed, Lock, OperationLog, OperationNote, Outcome, Recovered, StateHome,
    TransactionKind, Writer,
};

use super::failure::SpecFailure;
use super::repository::SpecRepository;
use super::watch::{Recovery, Watch};
use crate::failures::give_back;
use crate::healing::has_reversal;
use crate::location::Request;
use crate::workplace::Workplace;

/// The name of what the lock covers.
const SCOPE: &str = "specs";

/// A turn under the lock.
pub(super) struct Turn<'t, 'c> {
    repository: &'t SpecRepository<'c>,
    writer: Writer<'t>,
    home: &'t StateHome,
    /// Folders whose removal a crashed command had begun, and whether something in them is not as it was known.
    begun: Vec<(RelativePath, bool)>,
}

/// What is still to be done after the writes; they stay (A-41, D66).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shortfall {
    /// The folder could not be deleted.
    Deletion {
        /// Why.
        cause: String,
        /// The command that finishes it, exactly.
        finish: String,
    },
    /// The commit did not come about.
    Commit {
        /// Why.
        cause: String,
        /// The command that finishes it.
        finish: String,
    },
}

/// A plan that was carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done<R> {
    /// What the decision reports.
    pub report: R,
    /// False when something changed and could not be recorded for `undo`.
    pub undoable: bool,
    /// The commit that was made.
    pub commit: Option<ObjectId>,
    /// What is still to be done.
    pub shortfall: Option<Shortfall>,
}

/// How to carry out a plan.
pub(super) struct Act<'a> {
    pub(super) kind: TransactionKind,
    /// Where git holds the bytes of a file that goes or comes.
    pub(super) in_git: &'a dyn Fn(&RelativePath) -> Option<(String, RelativePath)>,
    /// The paths and the subject of the commit, when one is wanted.
    pub(super) commit: Option<(Vec<RelativePath>, &'a str)>,
}

impl<'c> SpecRepository<'c> {
    /// Does something as the only one in this repository, all linked work trees included.
    pub(super) fn exclusively<T>(
        &self,
        watch: &dyn Watch,
        act: impl FnOnce(&Turn<'_, 'c>) -> Result<T, SpecFailure>,
    ) -> Result<T, SpecFailure> {
        let context = self.context;
        let home = StateHome::new(self.git.git_dir().join("cairn"));
        self.finish_reversals(&home, watch)?;
        let lock = Lock::of_repository(&self.git.common_dir().join("cairn"), &context.waiting)?;
        let writer = Writer {
            root: &self.root,
            home: Some(&home),
            lock: &lock,
            scope: SCOPE,
            interrupt: &context.interrupt,
        };
        let begun = told(&writer.recover()?, watch)?;
        // Letting go of the lock cannot undo what was done, so a failure of that is none of the command.
        act(&Turn { repository: self, writer, home: &home, begun })
    }

    /// An undo or redo that was cut short is finished first: nobody may build on half of it. It wants every lock, not this
    /// repository's alone.
    fn finish_reversals(&self, home: &StateHome, watch: &dyn Watch) -> Result<(), SpecFailure> {
        if !has_reversal(home) {
            return Ok(());
        }
        let stuck = |failure: Failure| {
            // Who holds a lock may well be finishing the undo.
            SpecFailure::of_waiting(self.root.path(), &failure).unwrap_or_else(|| {
                let reason = Reason::new("recovery", "unfinished_reversal", failure.message);
                SpecFailure::refused(reason, "finish the undo that was cut short: `cairn recover`")
            })
        };
        let place = Workplace::find_as_it_is(self.context, Request::default()).map_err(stuck)?;
        let Some(place) = place else { return Ok(()) };
        // A planning project without a repository of its own has its memory elsewhere.
        let memory = place.home().map_err(stuck)?;
        if memory.is_none_or(|memory| memory.folder() != home.folder()) {
            return Ok(());
        }
        told(&place.finish_reversals().map_err(stuck)?, watch).map(drop)
    }
}

/// Tells what became of leftover journals, and gives the folders whose removal had begun; refuses over those that nobody could finish.
fn told(recovered: &[Recovered], watch: &dyn Watch) -> Result<Vec<(RelativePath, bool)>, SpecFailure> {
    let mut begun = Vec::new();
    let mut refusal = Refusal::new();
    for recovered in recovered {
        if let Some(recovery) = Recovery::of(recovered) {
            watch.recovered(&recovered.description, &recovery);
        }
        match &recovered.outcome {
            Outcome::RolledBack | Outcome::RolledForward => {}
            Outcome::RemovalBegun { folder, foreign } => begun.push((folder.clone(), !foreign.is_empty())),
            Outcome::Stopped { paths, journal } => {
                stopped(&recovered.description, paths, journal, &mut refusal)
            }
        }
    }
    if refusal.is_empty() { Ok(begun) } else { Err(Refused::from(refusal).into()) }
}

fn stopped(what: &str, paths: &[RelativePath], journal: &Path, refusal: &mut Refusal) {
    for path in paths {
        let message = format!(
            "{path}: changed since `{what}` was cut short there, so that cannot be finished by itself"
        );
        refusal.push(Reason::new("recovery", "foreign_change", message).at(path.clone()));
    }
    refusal.remedy(give_back(journal));
}

impl Turn<'_, '_> {
    /// Refuses a command for a slug whose folder a crashed command had begun to remove. The finishing command is printed only
    /// when nothing in the folder can be lost by it.
    pub(super) fn refuse_begun_removal(&self, slug: &Slug) -> Result<(), SpecFailure> {
        let folder = self.repository.roots.folder(slug);
        let Some((_, foreign)) = self.begun.iter().find(|(begun, _)| *begun == folder) else {
            return Ok(());
        };
        let message = format!("{folder}: its removal was cut short, and a part of it is gone");
        let reason = Reason::new("destination", "deletion_unfinished", message).at(folder.clone());
        let mut refused = Refused::from(Refusal::because(reason));
        if *foreign {
            refused.refusal.remedy("move what was changed in the folder to another place, then try again");
        } else {
            let command = finish::command(&self.repository.root.full(&folder));
            refused.refusal.remedy(command.clone());
            refused.finish = Some(command);
        }
        Err(refused.into())
    }

    /// Carries out a plan, all of it or nothing, and commits it when that is wanted.
    pub(super) fn carry_out<R>(&self, plan: &Plan, act: &Act<'_>, report: R) -> Result<Done<R>, SpecFailure> {
        let note = OperationNote {
            time: self.repository.context.clock.stamp(),
            command: crate::shell_words::joined(&self.repository.context.words),
            fields: Vec::new(),
        };
        let how = Commit { kind: act.kind, note: Some(&note), in_git: act.in_git };
        let (committed, shortfall) = match self.writer.commit(plan, &how) {
            Ok(committed) => (committed, None),
            Err(CommitError::DeletionFailed { cause, folder, committed }) => {
                let finish = finish::command(&self.repository.root.full(&folder));
                (committed, Some(Shortfall::Deletion { cause: cause.to_string(), finish }))
            }
            Err(error) => return Err(error.into()),
        };
        let mut done = Done { report, undoable: committed.undoable, commit: None, shortfall };
        if let (Some((paths, subject)), None) = (&act.commit, &done.shortfall) {
            match self.commit(paths, subject, committed) {
                Ok(commit) => done.commit = Some(commit),
                Err(shortfall) => done.shortfall = Some(shortfall),
            }
        }
        Ok(done)
    }

    fn commit(
        &self,
        paths: &[RelativePath],
        subject: &str,
        committed: Committed,
    ) -> Result<ObjectId, Shortfall> {
        let paths: Vec<&BStr> = paths.iter().map(|path| BStr::new(path.as_bytes())).collect();
        let commit = self.repository.git.commit(&paths, subject).map_err(|error| {
            let home = finish::quote(&self.repository.home.to_string_lossy());
            let commit = format!("git -C {home} commit -m {}", finish::quote(subject));
            let staged = matches!(&error, Error::Failed { operation, .. } if operation == "commit");
            let add = |path: &&BStr| finish::quote(&path.to_string());
            let finish = match staged {
                true => commit,
                false => {
                    let paths: Vec<String> = paths.iter().map(add).collect();
                    format!("git -C {home} add -A -- {} && {commit}", paths.join(" "))
                }
            };
            Shortfall::Commit { cause: error.to_string(), finish }
        })?;
        if let (Some(id), Ok(log)) = (committed.operation, OperationLog::make(self.home)) {
            // Without the mark `undo` takes the files back and leaves the commit to git: no loss.
            let _ = log.mark_committed(id);
        }
        Ok(commit)
    }
}
