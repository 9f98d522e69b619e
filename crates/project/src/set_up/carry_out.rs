//! A set-up carried out: what was found is kept first, then everything is written or nothing.

use cairn_git::Repository;
use cairn_plan::{Change, ContentHash, FileMode, Plan, RelativePath};
use cairn_state::failure::{Failure, Reason};
use cairn_vault::{
    Commit, CommitError, Exclusive, Fs, Lock, Locks, RealFs, Root, StateHome, TransactionKind, VaultError,
    Writer,
};

use super::kept::{self, Kept};
use super::{Base, Place, SetUp, SettingEdit};
use crate::failures::{of_commit, of_git, of_vault};
use crate::workplace::Workplace;

/// What stopped the writing.
struct NotWritten {
    failure: Failure,
    /// Nothing is left of what was written before: what was found need not be kept for it.
    is_taken_back: bool,
}

impl Workplace<'_> {
    /// Writes what was decided. What was found is kept before the first write and forgotten behind the last one; when a step
    /// fails, the earlier ones are taken back.
    ///
    /// # Errors
    /// Something changed since it was looked at, or cannot be written; or another process holds the lock.
    pub fn carry_out_set_up(&self, set_up: &SetUp, is_removal: bool) -> Result<(), Failure> {
        let home = self.home()?.ok_or_else(|| {
            Failure::new(
                Reason::Io,
                "there is no place to keep what was found; set `HOME` or `XDG_STATE_HOME`",
            )
        })?;
        let before = self.kept_set_up()?;
        if set_up.changes() {
            let locks = self.set_up_locks()?;
            if !is_removal {
                self.keep(&home, &locks, &set_up.kept)?;
            }
            if let Err(NotWritten { failure, is_taken_back }) = self.write_set_up(set_up, &home, &locks) {
                if !is_removal && is_taken_back {
                    // What could not be written needs no taking back; that this fails too is the smaller news.
                    let _ = self.keep(&home, &locks, &before);
                }
                return Err(failure);
            }
        }
        if is_removal {
            // The folders go without the locks of those in them, whose files lie there.
            let lock = self.root_lock()?;
            self.remove_folders(&set_up.folders, &home, &lock)?;
            self.keep(&home, &lock, &set_up.kept)?;
        }
        Ok(())
    }

    fn write_set_up(&self, set_up: &SetUp, home: &StateHome, locks: &Locks) -> Result<(), NotWritten> {
        let mut repository = self.repository_anew();
        let mut done: Vec<&SettingEdit> = Vec::new();
        let mut written = Ok(());
        for edit in &set_up.settings {
            // One that failed may have been set before it did.
            done.push(edit);
            written = set(repository.as_mut(), edit.key, edit.after.as_deref());
            if written.is_err() {
                break;
            }
        }
        let written = match written {
            Ok(()) => self.write_files(set_up, home, locks),
            Err(failure) => Err(NotWritten { failure, is_taken_back: true }),
        };
        written.map_err(|mut not_written| {
            for edit in done {
                // The first failure is the one that is told.
                let back = set(repository.as_mut(), edit.key, edit.before.as_deref());
                // Without a repository nothing was set.
                not_written.is_taken_back &= repository.is_none() || back.is_ok();
            }
            not_written
        })
    }

    /// The hook first, when it lies elsewhere: the files of the project are one transaction behind it.
    fn write_files(&self, set_up: &SetUp, home: &StateHome, locks: &Locks) -> Result<(), NotWritten> {
        let mut done: Option<Plan> = None;
        for base in [Base::Repository, Base::Project] {
            let edits = || set_up.files.iter().filter(move |edit| edit.place.base == base);
            let mut plan = Plan::new("init");
            let mut back = Plan::new("init taken back");
            for edit in edits() {
                let path = || edit.place.path.clone();
                let mode = if edit.is_executable { FileMode::Exact(0o755) } else { FileMode::Plain };
                plan.changes.extend(change(path(), edit.before.as_deref(), edit.after.as_deref(), mode));
                back.changes.extend(change(path(), edit.after.as_deref(), edit.before.as_deref(), mode));
            }
            if let Err(failure) = self.commit_set_up(base, &plan, home, locks) {
                // The first failure is the one that is told.
                let back = done.map(|back| self.commit_set_up(Base::Repository, &back, home, locks));
                return Err(NotWritten { failure, is_taken_back: back.is_none_or(|back| back.is_ok()) });
            }
            done = Some(back).filter(|back| !back.is_empty());
        }
        Ok(())
    }

    fn remove_folders(&self, folders: &[Place], home: &StateHome, lock: &Lock) -> Result<(), Failure> {
        for base in [Base::Repository, Base::Project] {
            let mut plan = Plan::new(FOLDERS);
            for place in folders.iter().filter(|place| place.base == base) {
                plan.push(Change::RemoveTree { path: place.path.clone(), entries: Vec::new() });
            }
            match self.commit_in(base, &plan, home, lock)? {
                // Somebody put something there meanwhile.
                Ok(()) | Err(CommitError::NotDone(VaultError::ChangedMeanwhile(_))) => {}
                // Or took it away.
                Err(CommitError::NotDone(error)) if error.is_not_found() => {}
                Err(error) => return Err(of_commit(&self.root, &error)),
            }
        }
        Ok(())
    }

    fn commit_set_up(
        &self,
        base: Base,
        plan: &Plan,
        home: &StateHome,
        lock: &dyn Exclusive,
    ) -> Result<(), Failure> {
        self.commit_in(base, plan, home, lock)?.map_err(|error| of_commit(&self.root, &error))
    }

    fn commit_in(
        &self,
        base: Base,
        plan: &Plan,
        home: &StateHome,
        lock: &dyn Exclusive,
    ) -> Result<Result<(), CommitError>, Failure> {
        if plan.is_empty() {
            return Ok(Ok(()));
        }
        let root = self.root_of(base)?;
        let interrupt = &self.context.interrupt;
        let writer = Writer { root: &root, home: Some(home), lock, scope: scope(base), interrupt };
        // What an earlier run left is finished first; files that this changes no longer are what was decided for.
        writer.recover().map_err(|error| of_vault(&self.root, &error))?;
        let how = Commit { kind: TransactionKind::Verb, note: None, in_git: &|_| None };
        Ok(writer.commit(plan, &how).map(|_| ()))
    }

    /// Writes what is kept beside the operation log; no file when nothing is.
    fn keep(&self, home: &StateHome, lock: &dyn Exclusive, kept: &Kept) -> Result<(), Failure> {
        let failed = |error: VaultError| of_vault(&self.root, &error);
        let folder = home.folder();
        if kept.is_empty() && !folder.exists() {
            return Ok(());
        }
        let dir = RealFs.make_absolute(folder).map_err(|errno| {
            failed(VaultError::Io { operation: "make", path: folder.to_owned(), source: errno.into() })
        })?;
        let root = Root::at(RealFs, dir, folder);
        let path = RelativePath::new(kept::FILE)
            .map_err(|fault| Failure::invalid_value("path", fault.to_string()))?;
        let before = match root.read(&path, u64::MAX) {
            Ok(file) => Some(file.bytes),
            Err(error) if error.is_not_found() => None,
            Err(error) => return Err(failed(error)),
        };
        let after = (!kept.is_empty()).then(|| kept.written());
        let mut plan = Plan::new("kept facts of init");
        plan.changes.extend(change(path, before.as_deref(), after.as_deref(), FileMode::Plain));
        let interrupt = &self.context.interrupt;
        let writer = Writer { root: &root, home: None, lock, scope: "init facts", interrupt };
        // A run that was killed right here.
        writer.clear_own_temporaries().map_err(failed)?;
        if plan.is_empty() {
            return Ok(());
        }
        let how = Commit { kind: TransactionKind::Verb, note: None, in_git: &|_| None };
        writer.commit(&plan, &how).map_err(|error| of_commit(&self.root, &error))?;
        Ok(())
    }

    fn set_up_locks(&self) -> Result<Locks, Failure> {
        let mut locks = self.locks(&[])?;
        if self.location.is_none() {
            locks.push(self.root_lock()?);
        }
        Ok(locks)
    }

    pub(crate) fn root_lock(&self) -> Result<Lock, Failure> {
        Lock::of_state(&self.root, None, &self.context.waiting).map_err(|error| of_vault(&self.root, &error))
    }
}

/// The description of a plan that removes folders.
pub(crate) const FOLDERS: &str = "init --remove";

/// The scope of journals of `init`, one for each folder that they are about.
pub(crate) fn scope(base: Base) -> &'static str {
    match base {
        Base::Project => "init",
        Base::Repository => "init hooks",
    }
}

fn change(path: RelativePath, before: Option<&[u8]>, after: Option<&[u8]>, mode: FileMode) -> Option<Change> {
    match (before, after) {
        (None, Some(after)) => Some(Change::Create { path, bytes: after.to_vec(), mode }),
        (Some(before), Some(after)) if before != after => Some(Change::write(path, before, after)),
        (Some(before), None) => Some(Change::Delete { path, before: ContentHash::of(before) }),
        (Some(_), Some(_)) | (None, None) => None,
    }
}

fn set(repository: Option<&mut Repository>, key: &str, value: Option<&[u8]>) -> Result<(), Failure> {
    let Some(repository) = repository else {
        let message =
            format!("`{key}` cannot be written: git does not find the repository any more; try again");
        return Err(Failure::new(Reason::Io, message));
    };
    let done = match value {
        Some(value) => repository.set_configuration(key, value.into()),
        None => repository.unset_configuration(key).map(|_| ()),
    };
    done.map_err(|error| of_git(repository.git_dir(), &error))
}
