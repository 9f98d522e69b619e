//! The folder that `cairn`'s own commands are about: the root of the project, else of the git work tree; with the
//! operation log that both engines write there (cairn 1, 8).

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use bstr::BStr;
use cairn_git::{Blobs, ObjectId, Repository, TreeEntry};
use cairn_plan::RelativePath;
use cairn_state::failure::Failure;
pub use cairn_vault::{Direction, Operation, Reversal, ReversalRefusal};
use cairn_vault::{Lock, Locks, OperationLog, Outcome, Recovered, Root, StateHome, Writer};

use crate::context::Context;
use crate::disk::resolved;
use crate::failures::{of_commit, of_git, of_vault, unfinished};
use crate::healing::finished_before;
use crate::location::{Location, Request, locate, locate_as_it_is, start_folder};
use crate::own_repository::state_home;

/// The scope of what is taken back or done again: all of a project at a time.
pub(crate) const REVERSAL: &str = "reversal";

/// Where `cairn` works.
pub struct Workplace<'c> {
    /// The world around the command.
    pub context: &'c Context,
    /// The root, absolute.
    pub folder: PathBuf,
    /// The opened root.
    pub root: Root,
    /// The planning project in it.
    pub location: Option<Location>,
    /// The repository that it lies in; `None`, too, when git refuses to say anything about it.
    pub repository: Option<Repository>,
    /// What git said instead.
    pub(crate) refused: Option<cairn_git::Error>,
    /// The folder of the hooks, once it was asked for.
    pub(crate) hooks: OnceCell<PathBuf>,
}

impl<'c> Workplace<'c> {
    /// The project that the caller means, else the git work tree around the start folder; `None` when there is neither.
    pub fn find(context: &'c Context, request: Request<'_>) -> Result<Option<Workplace<'c>>, Failure> {
        Workplace::around(context, request, locate(context, request)?)
    }

    /// The same as a crash left it: for `doctor`, which writes nothing, and `recover`, which says what it does.
    pub fn find_as_it_is(
        context: &'c Context,
        request: Request<'_>,
    ) -> Result<Option<Workplace<'c>>, Failure> {
        Workplace::around(context, request, locate_as_it_is(context, request)?)
    }

    fn around(
        context: &'c Context,
        request: Request<'_>,
        location: Option<Location>,
    ) -> Result<Option<Workplace<'c>>, Failure> {
        let start = start_folder(context, request)?;
        let around = location.as_ref().map_or(start.as_path(), |location| location.root.as_path());
        let (repository, refused) = match repository_around(context, around) {
            Ok(found) => (found, None),
            // Whoever went on would take the silence for an answer: no Specs, no hooks, no journals.
            Err(error) if error.is_silence() => return Err(of_git(around, &error)),
            Err(error) => (None, Some(error)),
        };
        let work_tree =
            repository.as_ref().and_then(Repository::work_tree).map(|path| resolved(Path::new("/"), path));
        let folder = location.as_ref().map(|location| location.root.clone()).or(work_tree);
        let Some(folder) = folder else { return Ok(None) };
        let root = opened(&folder)?;
        let hooks = OnceCell::new();
        Ok(Some(Workplace { context, folder, root, location, repository, refused, hooks }))
    }

    /// The same, and the start folder where there is neither: what `init` is about.
    pub fn find_or_start(context: &'c Context, request: Request<'_>) -> Result<Workplace<'c>, Failure> {
        if let Some(found) = Workplace::find(context, request)? {
            return Ok(found);
        }
        let folder = start_folder(context, request)?;
        let root = opened(&folder)?;
        let refused = repository_around(context, &folder).err();
        let hooks = OnceCell::new();
        Ok(Workplace { context, folder, root, location: None, repository: None, refused, hooks })
    }

    /// The repository once more, to be changed.
    pub(crate) fn repository_anew(&self) -> Option<Repository> {
        repository_around(self.context, &self.folder).ok()?
    }

    /// The world as a command that is started in the root sees it.
    pub(crate) fn context_here(&self) -> Context {
        Context { current_folder: self.folder.clone(), ..self.context.clone() }
    }

    /// Where the operation log and the journals live.
    ///
    /// # Errors
    /// The system fails at `.git`.
    pub fn home(&self) -> Result<Option<StateHome>, Failure> {
        state_home(self.context, &self.folder)
    }

    /// Every operation, newest first; empty when nothing was ever recorded.
    pub fn operations(&self) -> Result<Vec<Operation>, Failure> {
        let Some(home) = self.home()? else { return Ok(Vec::new()) };
        let failed = |error| of_vault(&self.root, &error);
        match OperationLog::open(&home).map_err(failed)? {
            Some(log) => log.list().map_err(failed),
            None => Ok(Vec::new()),
        }
    }

    /// The locks of everything that `operations` may have touched: every base folder, and the repository. A base folder that
    /// one of them made goes when it is taken back, so no lock file may stand in it; that nobody changed anything there since
    /// is checked all the same.
    pub(crate) fn locks(&self, operations: &[Operation]) -> Result<Locks, Failure> {
        let failed = |error| of_vault(&self.root, &error);
        let waiting = &self.context.waiting;
        let mut locks = Locks::new();
        let made = |base: &RelativePath| operations.iter().any(|operation| operation.files.contains(base));
        for base in self.base_folders()?.into_iter().filter(|base| !made(base)) {
            locks.push(Lock::of_state(&self.root, Some(&base), waiting).map_err(failed)?);
        }
        if let Some(repository) = &self.repository {
            let home = repository.common_dir().join("cairn");
            locks.push(Lock::of_repository(&home, waiting).map_err(failed)?);
        }
        Ok(locks)
    }

    /// The planning folder and the folder of every workstream, by path.
    ///
    /// # Errors
    /// The workstreams cannot be listed.
    pub fn base_folders(&self) -> Result<Vec<RelativePath>, Failure> {
        let Some(location) = &self.location else { return Ok(Vec::new()) };
        let flat = Location { workstream: None, ..location.clone() };
        let planning = self.folder.join(flat.base_folder());
        let streams = crate::location::workstream_names(&planning)?;
        let names = streams.into_iter().map(|name| format!("{}/workstreams/{name}", flat.base_folder()));
        let all = std::iter::once(flat.base_folder()).chain(names);
        Ok(all.filter_map(|path| RelativePath::new(path).ok()).collect())
    }

    /// Finishes an undo or redo that was cut short.
    pub(crate) fn finish_reversals(&self) -> Result<Vec<Recovered>, Failure> {
        let Some(home) = self.home()? else { return Ok(Vec::new()) };
        let locks = self.locks(&[])?;
        self.reversing(&home, &locks).recover().map_err(|error| of_vault(&self.root, &error))
    }

    fn reversing<'w>(&'w self, home: &'w StateHome, locks: &'w Locks) -> Writer<'w> {
        let interrupt = &self.context.interrupt;
        Writer { root: &self.root, home: Some(home), lock: locks, scope: REVERSAL, interrupt }
    }

    /// Takes the `count` newest operations back, or does them again: all of them or nothing. `Ok(Err(…))` says why not.
    pub fn reverse(
        &self,
        direction: Direction,
        count: usize,
        dry_run: bool,
    ) -> Result<Result<Reversal, ReversalRefusal>, Failure> {
        let failed = |error| of_vault(&self.root, &error);
        let Some(home) = self.home()? else { return Ok(Err(ReversalRefusal::TooFew(0))) };
        let Some(log) = OperationLog::open(&home).map_err(failed)? else {
            return Ok(Err(ReversalRefusal::TooFew(0)));
        };
        let mut blobs = GitBlobs::new(self.repository.as_ref());
        let mut read = |revision: &str, path: &RelativePath| blobs.read(revision, path);
        if dry_run {
            let planned = log.plan_reversal(&self.root, direction, count, &mut read).map_err(failed)?;
            return blobs.answered().map(|()| planned);
        }
        let all = log.list().map_err(failed)?;
        let undone: Vec<Operation> = match direction {
            Direction::Undo => all.into_iter().filter(|operation| !operation.undone).take(count).collect(),
            Direction::Redo => Vec::new(),
        };
        let locks = self.locks(&undone)?;
        let writer = self.reversing(&home, &locks);
        for recovered in writer.recover().map_err(failed)? {
            match recovered.outcome {
                Outcome::RolledBack => {}
                Outcome::RolledForward => return Err(finished_before(&recovered.description)),
                _ => return Err(unfinished(&recovered)),
            }
        }
        let planned = log.plan_reversal(&self.root, direction, count, &mut read).map_err(failed)?;
        blobs.answered()?;
        if let Ok(reversal) = &planned {
            writer.commit_reversal(reversal).map_err(|error| of_commit(&self.root, &error))?;
        }
        Ok(planned)
    }
}

fn opened(folder: &Path) -> Result<Root, Failure> {
    Root::open(folder).map_err(|error| {
        Failure::new(cairn_state::failure::Reason::Io, format!("{error}; make the folder readable"))
            .with("path", folder.display().to_string())
    })
}

fn repository_around(context: &Context, folder: &Path) -> Result<Option<Repository>, cairn_git::Error> {
    context.git().map_or(Ok(None), |git| Repository::discover(&git, folder))
}

/// The contents that git holds, read through one process.
struct GitBlobs<'r> {
    repository: Option<&'r Repository>,
    blobs: Option<Blobs<'r>>,
    /// The files of folders that were asked for, by revision and folder.
    trees: HashMap<(String, Option<RelativePath>), Vec<TreeEntry>>,
    /// Why git gave no answer at all; that it does not have something would not follow.
    silence: Option<cairn_git::Error>,
}

impl<'r> GitBlobs<'r> {
    fn new(repository: Option<&'r Repository>) -> GitBlobs<'r> {
        GitBlobs { repository, blobs: None, trees: HashMap::new(), silence: None }
    }

    /// Everything that was asked for had an answer.
    fn answered(self) -> Result<(), Failure> {
        match (self.silence, self.repository) {
            (Some(error), Some(repository)) => Err(of_git(repository.git_dir(), &error)),
            _ => Ok(()),
        }
    }

    /// `None` is what git does not have, or did not answer.
    fn read(&mut self, revision: &str, path: &RelativePath) -> Option<Vec<u8>> {
        if self.silence.is_some() {
            return None;
        }
        self.ask(revision, path).unwrap_or_else(|error| {
            self.silence = Some(error).filter(cairn_git::Error::is_silence);
            None
        })
    }

    fn ask(&mut self, revision: &str, path: &RelativePath) -> Result<Option<Vec<u8>>, cairn_git::Error> {
        let (Some(repository), Some(commit)) = (self.repository, ObjectId::parse(revision.as_bytes())) else {
            return Ok(None);
        };
        let folder = path.parent();
        let key = (revision.to_owned(), folder.clone());
        if !self.trees.contains_key(&key) {
            let below = folder.as_ref().map(RelativePath::as_bytes).unwrap_or_default();
            let listed = repository.tree(&commit, BStr::new(below))?;
            self.trees.insert(key.clone(), listed);
        }
        let listed = self.trees.get(&key).into_iter().flatten();
        let Some(entry) = listed.into_iter().find(|entry| entry.path == path.as_bytes()) else {
            return Ok(None);
        };
        let blobs = match &mut self.blobs {
            Some(blobs) => blobs,
            none => none.insert(repository.blobs()?),
        };
        blobs.get(&entry.id)
    }
}
