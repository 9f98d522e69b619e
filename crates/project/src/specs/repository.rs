//! The repository that holds a project's Specs, opened: where it is, where Specs and records live, what HEAD is.

use std::path::{Path, PathBuf};

use cairn_git::{Git, ObjectId, Repository};
use cairn_plan::Reason;
use cairn_spec::roots::{RootKind, Roots};
use cairn_vault::Root;

use super::failure::SpecFailure;
use super::settings::{self, Evaluated};
use crate::context::Context;

/// The home repository of a project's Specs (roundfix 2.2).
pub struct SpecRepository<'c> {
    /// The world around the command.
    pub context: &'c Context,
    /// The repository that holds the Spec Root: records, promotions, lock and commit are there.
    pub git: Repository,
    /// Its work tree, absolute, links evaluated.
    pub home: PathBuf,
    /// The work tree, opened.
    pub root: Root,
    /// Where Specs and records live.
    pub roots: Roots,
    /// HEAD; `None` before the first commit.
    pub head: Option<ObjectId>,
    /// The repository of the current folder, where that is another one: only searched for citations (roundfix 8.6).
    pub elsewhere: Option<Repository>,
    /// The Spec Root; `Some` when nothing stands there.
    missing_root: Option<PathBuf>,
}

impl<'c> SpecRepository<'c> {
    /// Opens the repository of the current folder, from any folder of its work tree (D68).
    ///
    /// The built-in Spec Root may be missing, since git does not keep an empty folder; see [`Self::require_root`].
    ///
    /// # Errors
    /// Checks 2 and 3 of roundfix 4.1; that there is a commit is asked by [`Self::require_head`].
    pub fn open(context: &'c Context) -> Result<Self, SpecFailure> {
        let git = context.git().ok_or_else(no_git)?;
        let here = discover(&git, &context.current_folder)?;
        let (here, work_tree) = here.ok_or_else(|| no_repository(&context.current_folder))?;
        let setting = settings::read(context, &work_tree)?;
        let path = setting.resolve(&work_tree, context.environment.home.as_deref());
        let (spec_root, exists) = match settings::evaluate(&path, &setting)? {
            Evaluated::Folder(real) => (real, true),
            Evaluated::Missing(real) => (real, false),
        };
        let other = match belongs_to(&spec_root, &work_tree) {
            true => None,
            false if !exists => return Err(settings::root_missing(&path)),
            false => Some(discover(&git, &spec_root)?.ok_or_else(|| no_repository(&spec_root))?),
        };
        let other = other.filter(|(_, holder)| *holder != work_tree);
        let holder = other.as_ref().map(|(_, holder)| holder.as_path());
        let roots =
            Roots::decide(&setting, &spec_root, &work_tree, holder).map_err(|_| no_repository(&spec_root))?;
        if !exists && roots.kind != RootKind::BuiltIn {
            return Err(settings::root_missing(&path));
        }
        let missing_root = (!exists).then(|| spec_root.clone());
        let (git, home, elsewhere) = match other {
            Some((other, holder)) => (other, holder, Some(here)),
            None => (here, work_tree, None),
        };
        let head = git.head()?.commit;
        let root = Root::open(&home)?;
        Ok(Self { context, git, home, root, roots, head, elsewhere, missing_root })
    }

    /// Refuses when there is no Spec Root.
    ///
    /// # Errors
    /// Check `config`.
    pub fn require_root(&self) -> Result<(), SpecFailure> {
        self.missing_root.as_deref().map_or(Ok(()), |root| Err(settings::root_missing(root)))
    }

    /// HEAD, which an archive cannot do without.
    ///
    /// # Errors
    /// Check `git`, code `no_commit`.
    pub fn require_head(&self) -> Result<&ObjectId, SpecFailure> {
        self.head.as_ref().ok_or_else(|| {
            let message =
                format!("the repository `{}` has no commit yet, so git keeps nothing", self.home.display());
            SpecFailure::refused(Reason::new("git", "no_commit", message), "commit the Spec first")
        })
    }
}

/// Whether the repository of `work_tree` itself holds `folder`: not one outside of it, and not one nested in it, such as a
/// submodule.
fn belongs_to(folder: &Path, work_tree: &Path) -> bool {
    let inside = folder.ancestors().take_while(|one| *one != work_tree);
    folder.starts_with(work_tree)
        && !inside.into_iter().any(|one| one.join(".git").symlink_metadata().is_ok())
}

/// The repository of a folder with its work tree.
fn discover(git: &Git, folder: &Path) -> Result<Option<(Repository, PathBuf)>, SpecFailure> {
    let found = Repository::discover(git, folder).map_err(|error| {
        let reason = Reason::new("git", "repository_unreadable", error.to_string());
        SpecFailure::refused(reason, "`git status` there says what is wrong with the repository")
    })?;
    Ok(found.and_then(|repository| {
        let work_tree = repository.work_tree()?;
        let real = work_tree.canonicalize().unwrap_or_else(|_| work_tree.to_owned());
        Some((repository, real))
    }))
}

fn no_git() -> SpecFailure {
    let message = "there is no `git` on the search path outside the current folder";
    SpecFailure::refused(Reason::new("git", "git_missing", message), "install git")
}

fn no_repository(folder: &Path) -> SpecFailure {
    let message = format!("`{}` is in no git work tree", folder.display());
    let step = "run the command in the work tree of a git repository; `git init` makes one";
    SpecFailure::refused(Reason::new("git", "no_repository", message), step)
}
