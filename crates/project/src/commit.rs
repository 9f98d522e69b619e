//! The one way in which a decision about a project's planning files reaches the disk: under the lock of its base folder,
//! one file by the one-file protocol, several as one transaction.

use std::borrow::Cow;
use std::collections::BTreeSet;

use cairn_plan::{Change, ContentHash, Plan, Receipt, RelativePath, unified_diff};
use cairn_state::answer::Answer;
use cairn_state::facts::{PLANNING_FOLDER, PlanningFile};
use cairn_state::failure::Failure;
use cairn_state::input::{StateInput, VerbOutcome};
use cairn_state::verbs::Verb;
use cairn_vault::{
    Commit, CommitError, Decision, Lock, Locks, Outcome, RewriteError, Rewritten, VaultError, Writer,
};

use crate::failures::{file_not_found, of_commit, of_vault, unfinished};
use crate::own_repository::state_home;
use crate::planning_tree::LARGEST_DOCUMENT;
use crate::session::{Done, Session};

impl Session<'_> {
    /// Runs a verb under the lock and commits what it decides.
    pub fn write(&self, verb: &dyn Verb) -> Result<Done, Failure> {
        if !self.has_state()? {
            self.read(verb)?; // a verb that wants the file says so without touching anything
        }
        // `config.json` is shared by the workstreams.
        let also = verb.needs().configuration.then(|| PLANNING_FOLDER.to_owned());
        self.locked_for_rewrite(also, |writer| decided_anew(|| self.rewrite(writer, verb)))
    }

    /// Does something under the lock of the base folder. What a crashed command left is finished first (G5).
    pub fn locked<T>(&self, act: impl FnOnce(&Writer<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        self.locked_with(None, act)
    }

    /// The same, and under the lock of the base folder `also`.
    fn locked_with<T>(
        &self,
        also: Option<String>,
        act: impl FnOnce(&Writer<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.locked_for_rewrite(also, |writer| self.recover_rest(writer).and_then(|()| act(writer)))
    }

    /// The same without what a rewrite of one file does by itself ([`Self::recover_rest`]).
    fn locked_for_rewrite<T>(
        &self,
        also: Option<String>,
        act: impl FnOnce(&Writer<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let failed = |error: VaultError| of_vault(&self.root, &error);
        let scope = self.location.base_folder();
        // Nobody has to wait for what needs no lock.
        let home = state_home(self.context, &self.location.root)?;
        let mut locks = Locks::new();
        let mut take = |folder: Option<&RelativePath>| {
            Lock::of_state(&self.root, folder, &self.context.waiting)
                .map(|lock| locks.push(lock))
                .map_err(failed)
        };
        if self.location.is_new {
            // A project that is being made has no base folder yet: its root stands for it.
            take(None)?;
        } else {
            // In the order of their paths, as everyone takes several.
            for folder in BTreeSet::from_iter(also.into_iter().chain([scope.clone()])) {
                take(Some(&self.path(&folder)?))?;
            }
        }
        let writer = Writer {
            root: &self.root,
            home: home.as_ref(),
            lock: &locks,
            scope: &scope,
            interrupt: &self.context.interrupt,
        };
        for recovered in writer.recover_transactions().map_err(failed)? {
            if matches!(recovered.outcome, Outcome::Stopped { .. } | Outcome::RemovalBegun { .. }) {
                return Err(unfinished(&recovered));
            }
        }
        let done = act(&writer);
        let released = locks.release().map_err(failed);
        done.and_then(|done| released.map(|()| done))
    }

    /// Records and temporary files of dead processes are put in order.
    fn recover_rest(&self, writer: &Writer<'_>) -> Result<(), Failure> {
        writer.settle_records().map_err(|error| of_vault(&self.root, &error))?;
        let base = self.path(&self.location.base_folder())?;
        // What dead processes left beside the files goes as far as surely nothing is lost; `cairn doctor` names the rest.
        let _kept = writer.clear_temporaries(Some(&base).filter(|_| !self.location.is_new));
        Ok(())
    }

    fn decide(&self, verb: &dyn Verb, bytes: Option<&[u8]>) -> Result<VerbOutcome, Failure> {
        let (planning, facts) = (self.planning(), self.whole_facts(verb.needs())?);
        verb.run(&StateInput { document: bytes, planning: &planning, project: &facts, now: self.now() })
    }

    /// Lets the verb rewrite STATE.md; a decision about further files, or without a STATE.md, becomes a transaction instead.
    fn rewrite(&self, writer: &Writer<'_>, verb: &dyn Verb) -> Result<Done, NotDone> {
        let rewritten = writer.rewrite(&self.state_path()?, LARGEST_DOCUMENT, &self.note(), |bytes| {
            let mut outcome = self.decide(verb, Some(bytes)).map_err(Stop::Refused)?;
            if outcome.files.iter().any(|edit| edit.file != PlanningFile::State) && !outcome.is_dry_run {
                return Err(Stop::Several(Box::new(outcome)));
            }
            if outcome.is_dry_run {
                return Ok(Decision::Keep(outcome));
            }
            Ok(match outcome.take_content(PlanningFile::State) {
                None => Decision::Keep(outcome),
                Some(bytes) => Decision::Put {
                    bytes,
                    fields: outcome.receipt.clone().unwrap_or_default().updated,
                    answer: outcome,
                },
            })
        });
        if !matches!(&rewritten, Ok(Rewritten { changed: true, .. }) | Err(RewriteError::Vault(_))) {
            self.recover_rest(writer)?;
        }
        match rewritten {
            Ok(done) => Ok(Done {
                receipt: done.answer.receipt.clone(),
                outcome: done.answer,
                undoable: done.undoable,
                diff: None,
            }),
            Err(RewriteError::Refused(Stop::Refused(failure))) => Err(failure.into()),
            Err(RewriteError::Refused(Stop::Several(outcome))) => self.commit_outcome(writer, *outcome),
            Err(RewriteError::Vault(error)) if error.is_not_found() && !self.has_state()? => {
                self.recover_rest(writer)?;
                self.commit_outcome(writer, self.decide(verb, None)?)
            }
            // The vault has tried again by itself.
            Err(RewriteError::Vault(error)) => Err(of_vault(&self.root, &error).into()),
        }
    }

    fn commit_outcome(&self, writer: &Writer<'_>, outcome: VerbOutcome) -> Result<Done, NotDone> {
        let plan = self.plan_of(&outcome)?;
        self.commit(writer, &plan, outcome)
    }

    /// Carries out a plan over files of the project and records it.
    fn commit(&self, writer: &Writer<'_>, plan: &Plan, outcome: VerbOutcome) -> Result<Done, NotDone> {
        let receipt = outcome.receipt.clone();
        let fields = receipt.clone().unwrap_or_default().updated;
        let note = cairn_vault::OperationNote { fields, ..self.note() };
        let committed = writer.commit(plan, &Commit::verb(&note)).map_err(|error| {
            let failure = of_commit(&self.root, &error);
            match error {
                CommitError::NotDone(VaultError::ChangedMeanwhile(_) | VaultError::Exists(_)) => {
                    NotDone::Outdated(failure)
                }
                _ => NotDone::Failed(failure),
            }
        })?;
        Ok(Done { receipt, outcome, undoable: committed.undoable, diff: None })
    }

    /// Changes one file of the project other than STATE.md, under the same lock, without a sync pass. A file that lies
    /// elsewhere, where another workstream writes or all of them do, is guarded by the lock of that place too.
    pub fn edit_file(
        &self,
        dry_run: bool,
        path: &RelativePath,
        edit: impl Fn(&[u8]) -> Result<(Option<Change>, Answer), Failure>,
    ) -> Result<Done, Failure> {
        let prepare = || {
            let (change, answer) = edit(&self.file_bytes(path)?)?;
            let mut plan = Plan::new(format!("edit {path}"));
            let updated = change.is_some().then(|| path.to_string()).into_iter().collect();
            change.into_iter().for_each(|change| plan.push(change));
            let receipt = Some(Receipt::of(updated));
            Ok((plan, VerbOutcome { receipt, answer, ..VerbOutcome::default() }))
        };
        self.commit_under(Some(self.guarding(path).location.base_folder()), dry_run, prepare)
    }

    /// Carries out what `prepare` decides: shown by a dry run, refused before the lock is taken, decided again under it, and anew when
    /// a file was changed meanwhile by someone who asks for no lock.
    pub fn commit_prepared(
        &self,
        dry_run: bool,
        prepare: impl Fn() -> Result<(Plan, VerbOutcome), Failure>,
    ) -> Result<Done, Failure> {
        self.commit_under(None, dry_run, prepare)
    }

    /// The same under the lock of the base folder `also`, too.
    fn commit_under(
        &self,
        also: Option<String>,
        dry_run: bool,
        prepare: impl Fn() -> Result<(Plan, VerbOutcome), Failure>,
    ) -> Result<Done, Failure> {
        let (plan, outcome) = prepare()?;
        if dry_run {
            let diff = Some(self.diff(&plan));
            return Ok(Done { receipt: outcome.receipt.clone(), outcome, undoable: true, diff });
        }
        self.locked_with(also, |writer| {
            decided_anew(|| {
                let (plan, outcome) = prepare()?;
                self.commit(writer, &plan, outcome)
            })
        })
    }

    /// The bytes of a file of the project that must be there.
    pub fn file_bytes(&self, path: &RelativePath) -> Result<Vec<u8>, Failure> {
        match self.root.read(path, LARGEST_DOCUMENT) {
            Ok(file) => Ok(file.bytes.into_vec()),
            Err(error) if error.is_not_found() => Err(file_not_found(path)),
            Err(error) => Err(of_vault(&self.root, &error)),
        }
    }

    /// The files of an outcome as changes of what is there now.
    pub fn plan_of(&self, outcome: &VerbOutcome) -> Result<Plan, Failure> {
        let mut plan = Plan::new(outcome.description.clone());
        for edit in &outcome.files {
            let path = self.path(&self.file_path(edit.file))?;
            let before = match self.root.read(&path, LARGEST_DOCUMENT) {
                Ok(file) => Some(file.bytes),
                Err(error) if error.is_not_found() => None,
                Err(error) => return Err(of_vault(&self.root, &error)),
            };
            match (before.as_deref(), &edit.content) {
                (None, Some(content)) => plan.push(Change::create(path, content.clone())),
                (Some(before), Some(content)) => plan.push(Change::write(path, before, content.clone())),
                (Some(before), None) => plan.push(Change::Delete { path, before: ContentHash::of(before) }),
                (None, None) => {}
            }
        }
        Ok(plan)
    }

    /// A plan as a unified diff with paths from the root.
    pub fn diff(&self, plan: &Plan) -> String {
        let read = |path: &RelativePath| match self.root.read(path, LARGEST_DOCUMENT) {
            Ok(file) => Some(Cow::Owned(file.bytes.into_vec())),
            Err(_) => None,
        };
        String::from_utf8_lossy(&unified_diff(plan, read)).into_owned()
    }
}

/// How often something is decided before a file that others go on changing is left to them.
const ATTEMPTS: usize = 3;

/// Why a decision was not carried out; everything is as it was, or the failure says what is not.
enum NotDone {
    /// A file no longer holds what it was decided from.
    Outdated(Failure),
    /// Anything else.
    Failed(Failure),
}

impl From<Failure> for NotDone {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Decides and carries out, again from what is there by then when the files were changed in between.
fn decided_anew<T>(attempt: impl Fn() -> Result<T, NotDone>) -> Result<T, Failure> {
    let mut attempts = 1;
    loop {
        match attempt() {
            Ok(done) => return Ok(done),
            Err(NotDone::Outdated(_)) if attempts < ATTEMPTS => attempts += 1,
            Err(NotDone::Outdated(failure) | NotDone::Failed(failure)) => return Err(failure),
        }
    }
}

/// Why STATE.md was not rewritten by itself.
enum Stop {
    /// The verb refused.
    Refused(Failure),
    /// The verb decided about further files.
    Several(Box<VerbOutcome>),
}
