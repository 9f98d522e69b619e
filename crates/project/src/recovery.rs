//! What crashes left is dealt with (`cairn recover`, cairn 9, G5): transactions go forward or back, locks and temporary files of
//! dead processes go. What belongs to the living, and what nobody can vouch for, stays.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cairn_plan::RelativePath;
use cairn_spec::finish;
use cairn_state::failure::Failure;
use cairn_vault::{
    Exclusive, Kind, Leftover, Lock, Locks, Outcome, Recovered, Root, StateHome, TransactionKind, Writer,
    begun_removals, leftovers_in, stale_repository_lock, unfinished_transactions, unsettled_records,
};

use crate::failures::{of_vault, shown};
use crate::set_up::{Base, FOLDERS, scope, settings};
use crate::specs::SpecRepository;
use crate::workplace::Workplace;

/// What was done, or would be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recovery {
    /// Transactions by the number of their journal.
    pub recovered: Vec<(u64, Direction)>,
    /// Locks and temporary files that are gone, as output calls them.
    pub removed: Vec<String>,
    /// What stays, and why.
    pub kept: Vec<(String, String)>,
}

/// Where a transaction was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Everything is as it was before.
    RolledBack,
    /// Everything is done.
    RolledForward,
}

impl Recovery {
    /// Whether anything is different now.
    pub fn changed(&self) -> bool {
        !self.recovered.is_empty() || !self.removed.is_empty()
    }
}

/// An archive that was cut short while its folder was removed; only the finishing command helps (roundfix 15).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutRemoval {
    /// The folder of its journal.
    pub journal: PathBuf,
    /// The folder that is left, as output calls it.
    pub folder: String,
    /// The command that finishes the removal; `None` when something in the folder would be lost by it.
    pub finish: Option<String>,
    /// What would be lost.
    pub foreign: Vec<String>,
}

/// A place of journals, and the root that they are about.
struct JournalHome {
    home: StateHome,
    root: Root,
}

impl Workplace<'_> {
    /// Deals with what crashes left. Nothing is locked when there is nothing.
    ///
    /// # Errors
    /// Another process holds the lock, or a file cannot be read or removed.
    pub fn recover(&self, dry_run: bool) -> Result<Recovery, Failure> {
        let left = self.leftovers()?;
        if dry_run {
            return self.foreseen(&left);
        }
        let mut recovery = Recovery::default();
        if self.finish_folders(&left, &mut recovery)? {
            // Where the locks of the rest lie may be gone with them; what is left then is for the next look.
            return Ok(recovery);
        }
        if left.iter().all(|one| matches!(one, Leftover::Rejected { .. })) {
            return Ok(recovery);
        }
        let locks = self.locks_over(&left)?;
        for home in self.journal_homes()? {
            self.recover_home(&home, &locks, &mut recovery)?;
        }
        self.cut_removals()?.iter().for_each(|one| recovery.keep_removal(one));
        self.clear_temporaries(&left, &locks, &mut recovery)?;
        drop(locks);
        for one in &left {
            match one {
                Leftover::StaleLock { path, .. } | Leftover::Record { path } if !path.exists() => {
                    recovery.removed.push(shown(&self.folder, path));
                }
                Leftover::Temporary { path } if !self.root.full(path).exists() => {
                    recovery.removed.push(path.to_string());
                }
                _ => {}
            }
        }
        Ok(recovery)
    }

    /// The folders that `init --remove` had begun to take away go without the locks of those in them, whose files lie there.
    fn finish_folders(&self, left: &[Leftover], recovery: &mut Recovery) -> Result<bool, Failure> {
        let is_begun = |one: &Leftover| matches!(one, Leftover::Transaction { about: Some(about), .. } if about.description == FOLDERS);
        let Some(home) = self.home()?.filter(|_| left.iter().any(is_begun)) else { return Ok(false) };
        let lock = self.root_lock()?;
        for base in [Base::Repository, Base::Project] {
            self.recover_scope(scope(base), &self.root, &home, &lock, recovery)?;
        }
        Ok(recovery.changed())
    }

    /// Everything that crashes left: in the root, anywhere below `.planning`, among Specs and records, in git's folder.
    pub(crate) fn leftovers(&self) -> Result<Vec<Leftover>, Failure> {
        let failed = |error| of_vault(&self.root, &error);
        let mut found = Vec::new();
        for folder in self.written_folders()? {
            found.extend(leftovers_in(&self.root, folder.as_ref()).map_err(failed)?);
        }
        if let Some(repository) = &self.repository {
            let home = repository.common_dir().join("cairn");
            found.extend(stale_repository_lock(&home).map_err(failed)?);
        }
        for journals in self.journal_homes()? {
            found.extend(unfinished_transactions(&journals.home).map_err(failed)?);
            found.extend(unsettled_records(&journals.home).map_err(failed)?);
        }
        Ok(found)
    }

    /// What no recovery takes further.
    pub(crate) fn cut_removals(&self) -> Result<Vec<CutRemoval>, Failure> {
        let mut found = Vec::new();
        for at in self.journal_homes()? {
            let begun = begun_removals(&at.root, &at.home).map_err(|error| of_vault(&self.root, &error))?;
            for one in begun {
                let folder = at.root.full(&one.folder);
                found.push(CutRemoval {
                    journal: one.journal,
                    folder: shown(&self.folder, &folder),
                    finish: one.foreign.is_empty().then(|| finish::command(&folder)),
                    foreign: one
                        .foreign
                        .iter()
                        .map(|path| shown(&self.folder, &at.root.full(path)))
                        .collect(),
                });
            }
        }
        Ok(found)
    }

    fn written_folders(&self) -> Result<BTreeSet<Option<RelativePath>>, Failure> {
        let mut folders = BTreeSet::from([None]);
        let path = |text: &str| RelativePath::new(text).ok();
        let mut ahead: Vec<RelativePath> = path(cairn_state::facts::PLANNING_FOLDER).into_iter().collect();
        let context = self.context_here();
        if let Ok(specs) = SpecRepository::open(&context)
            && specs.home == self.folder
        {
            // Tasks are written in the folders of Specs.
            match specs.roots.spec_root.clone() {
                Some(root) => ahead.push(root),
                None => drop(folders.insert(None)),
            }
            folders.insert(Some(specs.roots.archive_root.clone()));
        }
        while let Some(folder) = ahead.pop() {
            match self.root.list(Some(&folder)) {
                Ok(entries) => {
                    let inner = entries.iter().filter(|entry| entry.kind == Kind::Folder);
                    ahead.extend(inner.filter_map(|entry| folder.join(&entry.name).ok()));
                    folders.insert(Some(folder));
                }
                Err(error) if error.is_not_found() => {}
                Err(error) => return Err(of_vault(&self.root, &error)),
            }
        }
        folders.extend(path(settings::FOLDER).map(Some));
        Ok(folders)
    }

    /// The project's own, and that of the work tree around a project that is a part of it.
    fn journal_homes(&self) -> Result<Vec<JournalHome>, Failure> {
        let failed = |error| of_vault(&self.root, &error);
        let mut homes = Vec::new();
        if let Some(home) = self.home()? {
            homes.push(JournalHome { home, root: Root::open(&self.folder).map_err(failed)? });
        }
        let around = self.repository.as_ref().and_then(|repository| {
            let tree = repository.work_tree()?.canonicalize().ok()?;
            Some((StateHome::new(repository.git_dir().join("cairn")), tree))
        });
        if let Some((home, tree)) = around.filter(|(_, tree)| *tree != self.folder) {
            homes.push(JournalHome { home, root: Root::open(&tree).map_err(failed)? });
        }
        Ok(homes)
    }

    fn locks_over(&self, left: &[Leftover]) -> Result<Locks, Failure> {
        let mut locks = self.locks(&[])?;
        let in_root = |one: &Leftover| matches!(one, Leftover::StaleLock { path, .. } if path.parent() == Some(&self.folder));
        if left.iter().any(in_root) {
            let lock = Lock::of_state(&self.root, None, &self.context.waiting);
            locks.push(lock.map_err(|error| of_vault(&self.root, &error))?);
        }
        Ok(locks)
    }

    fn recover_home(&self, at: &JournalHome, locks: &Locks, recovery: &mut Recovery) -> Result<(), Failure> {
        let failed = |error| of_vault(&self.root, &error);
        // One that nobody has: what is left of transactions that were taken back or finished goes with any.
        let mut scopes = BTreeSet::from(["recovery".to_owned()]);
        for one in unfinished_transactions(&at.home).map_err(failed)? {
            match one {
                Leftover::Transaction { about: Some(about), .. } => {
                    scopes.insert(about.scope);
                }
                Leftover::Transaction { journal, .. } => {
                    let reason = "the journal cannot be read; look at the files in it and remove it";
                    recovery.kept.push((shown(&self.folder, &journal), reason.to_owned()));
                }
                _ => {}
            }
        }
        for name in scopes {
            self.recover_scope(&name, &at.root, &at.home, locks, recovery)?;
        }
        Ok(())
    }

    fn recover_scope(
        &self,
        name: &str,
        root: &Root,
        home: &StateHome,
        lock: &dyn Exclusive,
        recovery: &mut Recovery,
    ) -> Result<(), Failure> {
        let failed = |error| of_vault(&self.root, &error);
        let is_about_hooks = name == scope(Base::Repository);
        let other = is_about_hooks.then(|| self.root_of(Base::Repository)).transpose()?;
        let root = other.as_ref().unwrap_or(root);
        let interrupt = &self.context.interrupt;
        let writer = Writer { root, home: Some(home), lock, scope: name, interrupt };
        for one in writer.recover().map_err(failed)? {
            recovery.take(&one, root, &self.folder);
        }
        Ok(())
    }

    fn clear_temporaries(
        &self,
        left: &[Leftover],
        locks: &Locks,
        recovery: &mut Recovery,
    ) -> Result<(), Failure> {
        let home = self.home()?;
        let interrupt = &self.context.interrupt;
        let writer =
            Writer { root: &self.root, home: home.as_ref(), lock: locks, scope: "recovery", interrupt };
        let folders: BTreeSet<Option<RelativePath>> = left
            .iter()
            .filter_map(|one| match one {
                Leftover::Temporary { path } => Some(path.parent()),
                _ => None,
            })
            .collect();
        for folder in folders {
            let cleared =
                writer.clear_temporaries(folder.as_ref()).map_err(|error| of_vault(&self.root, &error))?;
            for path in cleared.kept {
                let reason =
                    "it may hold the only copy of what an editor wrote; compare it with the file beside it";
                recovery.kept.push((path.to_string(), reason.to_owned()));
            }
        }
        Ok(())
    }

    fn foreseen(&self, left: &[Leftover]) -> Result<Recovery, Failure> {
        let mut recovery = Recovery::default();
        let cut = self.cut_removals()?;
        cut.iter().for_each(|one| recovery.keep_removal(one));
        for one in left {
            match one {
                Leftover::StaleLock { path, .. } | Leftover::Record { path } => {
                    recovery.removed.push(shown(&self.folder, path));
                }
                Leftover::Temporary { path } => recovery.removed.push(path.to_string()),
                Leftover::Transaction { journal, .. } if cut.iter().any(|one| one.journal == *journal) => {}
                Leftover::Transaction { id, about: Some(about), .. } => {
                    let direction = match about.kind {
                        TransactionKind::Verb | TransactionKind::Reversal => Direction::RolledForward,
                        TransactionKind::Archive | TransactionKind::Cancel | TransactionKind::Unarchive => {
                            Direction::RolledBack
                        }
                    };
                    recovery.recovered.push((*id, direction));
                }
                _ => {}
            }
        }
        Ok(recovery)
    }
}

impl Recovery {
    fn take(&mut self, one: &Recovered, root: &Root, from: &Path) {
        match &one.outcome {
            Outcome::RolledBack => self.recovered.push((one.id, Direction::RolledBack)),
            Outcome::RolledForward => self.recovered.push((one.id, Direction::RolledForward)),
            Outcome::Stopped { paths, journal } => {
                for path in paths {
                    let reason = format!(
                        "it holds neither what was there before `{}` nor what that wrote; `{}` keeps every version",
                        one.description,
                        shown(from, journal)
                    );
                    self.kept.push((shown(from, &root.full(path)), reason));
                }
            }
            // Told of by `keep_removal`.
            Outcome::RemovalBegun { .. } => {}
        }
    }

    fn keep_removal(&mut self, cut: &CutRemoval) {
        if let Some(command) = &cut.finish {
            let reason = format!("its removal was cut short; finish it with `{command}`");
            self.kept.push((cut.folder.clone(), reason));
        }
        for path in &cut.foreign {
            let reason = "it was changed in a folder whose removal was cut short; move it to another place";
            self.kept.push((path.clone(), reason.to_owned()));
        }
    }
}
