//! The moment that an archive or a cancel is decided on, taken from disk and git in one go.
//!
//! What does not depend on each other runs side by side: the search through the documents, git's view of the Spec folder, the
//! place of HEAD in history.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};

use bstr::BStr;
use cairn_git::ObjectId;
use cairn_plan::RelativePath;
use cairn_spec::Slug;
use cairn_spec::list::ListSnapshot;
use cairn_spec::preconditions::active_spec;
use cairn_spec::relink::live;
use cairn_spec::snapshot::{HomeRepository, SearchedFile, Snapshot};
use cairn_spec::warning::Warning;
use cairn_text::links::{Mentions, RepositoryPath};

use super::beside::beside;
use super::failure::SpecFailure;
use super::folder::{self, FoundFolder};
use super::history::History;
use super::home::Home;
use super::kept::{Kept, kept};
use super::repository::SpecRepository;
use super::search::{Found, Searched, search};
use super::standings;
use super::watch::Watch;

/// An active Spec as it was found.
pub(super) struct FoundSpec {
    /// Which.
    pub(super) slug: Slug,
    /// Its folder.
    pub(super) found: FoundFolder,
}

impl FoundSpec {
    /// Reads the folder of a Spec. Check 4, which stops at once.
    pub(super) fn read(repository: &SpecRepository<'_>, slug: &Slug) -> Result<Self, SpecFailure> {
        let at = repository.roots.folder(slug);
        let found = folder::read(&repository.root, &at)?;
        active_spec(slug, &at, found.presence, &found.folder)?;
        Ok(Self { slug: slug.clone(), found })
    }
}

/// Everything known about some active Specs.
pub(super) struct Survey<'r, 'c> {
    repository: &'r SpecRepository<'c>,
    head: &'r ObjectId,
    specs: BTreeMap<Slug, (FoundFolder, Kept)>,
    list: ListSnapshot,
    files: Vec<SearchedFile>,
    /// Files that could not be searched.
    pub(super) unread: Vec<Warning>,
    history: History,
    staged: Vec<RelativePath>,
    operation: Option<String>,
}

impl<'r, 'c> Survey<'r, 'c> {
    /// Looks at everything. `commits` says whether a commit is wanted.
    pub(super) fn take(
        repository: &'r SpecRepository<'c>,
        specs: Vec<FoundSpec>,
        commits: bool,
        watch: &dyn Watch,
    ) -> Result<Self, SpecFailure> {
        let head = repository.require_head()?;
        let folders: Vec<RelativePath> =
            specs.iter().map(|spec| repository.roots.folder(&spec.slug)).collect();
        let specs = Mutex::new(specs);
        let (searched, asked, history) = std::thread::scope(|scope| {
            let asked = beside(scope, || {
                let specs = std::mem::take(&mut *specs.lock().unwrap_or_else(PoisonError::into_inner));
                ask(repository, head, specs, commits)
            });
            let history = beside(scope, || History::of(&repository.git, head));
            (search_all(repository, &folders, watch), asked.join(), history.join())
        });
        watch.searched();
        let (asked, (files, unread)) = (asked?, searched?);
        let files = with_dirt(repository, head, files)?;
        Ok(Self {
            repository,
            head,
            specs: asked.specs,
            list: asked.list,
            files,
            unread,
            history: history?,
            staged: asked.staged,
            operation: asked.operation,
        })
    }

    /// HEAD.
    pub(super) fn head(&self) -> &ObjectId {
        self.head
    }

    /// What answers while a Spec is decided on.
    pub(super) fn home(&self) -> Home<'r, 'c> {
        let held = self.specs.values().flat_map(|(_, kept)| kept.tree.keys());
        Home::with_locators(self.repository, self.head.clone(), self.history.clone(), held)
    }

    /// What git holds of a Spec that was looked at.
    pub(super) fn kept(&self, slug: &Slug) -> Option<&Kept> {
        self.specs.get(slug).map(|(_, kept)| kept)
    }

    /// The snapshot of one Spec. It takes the folder along, so that nothing is held twice.
    pub(super) fn snapshot<'s>(&mut self, slug: &Slug, home: &'s dyn HomeRepository) -> Snapshot<'s> {
        let alone = self.specs.len() == 1;
        let (found, kept) = self.specs.entry(slug.clone()).or_default();
        let files = if alone {
            std::mem::take(&mut self.files)
        } else {
            let mentions = cairn_spec::relink::mentions(&self.repository.roots.folder(slug));
            self.files.iter().filter(|file| mentions.may_be_in(&file.bytes)).cloned().collect()
        };
        Snapshot {
            slug: slug.clone(),
            roots: self.repository.roots.clone(),
            home: self.repository.home.clone(),
            folder_presence: found.presence,
            folder: std::mem::take(&mut found.folder),
            head: self.head.to_string(),
            git: kept.facts.clone(),
            files,
            standings: self.list.standings(),
            required_by: self.list.required_by(slug),
            staged: self.staged.clone(),
            operation: self.operation.clone(),
            today: self.repository.context.clock.now().today,
            pull_request: self.history.pull_request,
            merged: self.history.merged,
            repository: home,
        }
    }
}

/// What is asked beside the search.
struct Asked {
    specs: BTreeMap<Slug, (FoundFolder, Kept)>,
    list: ListSnapshot,
    staged: Vec<RelativePath>,
    operation: Option<String>,
}

fn ask(
    repository: &SpecRepository<'_>,
    head: &ObjectId,
    specs: Vec<FoundSpec>,
    commits: bool,
) -> Result<Asked, SpecFailure> {
    let git = &repository.git;
    let mut looked_at = BTreeMap::new();
    for FoundSpec { slug, mut found } in specs {
        let kept = kept(git, head, &repository.roots.folder(&slug), &found.folder)?;
        folder::mark_submodules(&mut found.folder, &kept.submodules);
        looked_at.insert(slug, (found, kept));
    }
    let (mut staged, mut operation) = (Vec::new(), None);
    if commits {
        let paths = git.staged_paths()?;
        staged = paths.into_iter().filter_map(|path| RelativePath::new(Vec::from(path)).ok()).collect();
        operation = git.operation()?.map(|operation| operation.name().to_owned());
    }
    let list = standings::found(repository)?;
    Ok(Asked { specs: looked_at, list, staged, operation })
}

/// The files of the home repository, and those of the repository of the current folder, that may cite any of the folders.
fn search_all(
    repository: &SpecRepository<'_>,
    folders: &[RelativePath],
    watch: &dyn Watch,
) -> Result<(Vec<SearchedFile>, Vec<Warning>), SpecFailure> {
    let names: Vec<RepositoryPath> =
        folders.iter().filter_map(|folder| RepositoryPath::new(folder.as_bytes())).collect();
    let mentions = Mentions::of(&names);
    let interrupt = &repository.context.interrupt;
    let home = search(&repository.git, &repository.root, &mentions, folders, interrupt, watch)?;
    let (mut files, mut unread) = (Vec::new(), Vec::new());
    let mut take = |searched: Searched, home: bool| {
        let file = |Found { path, bytes, tracked }| SearchedFile { path, bytes, tracked, dirty: false, home };
        files.extend(searched.found.into_iter().map(file));
        unread.extend(searched.unread.iter().map(unsearched));
    };
    take(home, true);
    if let Some(git) = &repository.elsewhere
        && let Some(work_tree) = git.work_tree()
    {
        let root = cairn_vault::Root::open(work_tree)?;
        take(search(git, &root, &mentions, &[], interrupt, watch)?, false);
    }
    Ok((files, unread))
}

fn unsearched(path: &RelativePath) -> Warning {
    Warning {
        file: path.to_string(),
        line: None,
        code: "unreadable",
        target: None,
        message: "cannot be read, so it was not searched for citations".to_owned(),
    }
}

/// Tells which Live Documents differ from HEAD. Only those that were found are asked about.
fn with_dirt(
    repository: &SpecRepository<'_>,
    head: &ObjectId,
    mut files: Vec<SearchedFile>,
) -> Result<Vec<SearchedFile>, SpecFailure> {
    let git = &repository.git;
    let is_document = |file: &SearchedFile| file.home && file.tracked && live::is_markdown(&file.path);
    let documents: Vec<&BStr> =
        files.iter().filter(|file| is_document(file)).map(|file| BStr::new(file.path.as_bytes())).collect();
    if documents.is_empty() {
        return Ok(files);
    }
    let mut dirty: HashSet<Vec<u8>> = HashSet::new();
    for change in git.status(&documents)? {
        dirty.insert(change.path.into());
    }
    // Git was told to overlook edits of these, so their bytes are compared.
    let hidden = git.hidden_edits(&documents)?;
    let mut blobs = if hidden.is_empty() { None } else { Some(git.blobs()?) };
    for one in hidden {
        let id = git.objects_at(&[(head, one.path.as_ref())])?.pop().flatten();
        let file = files.iter().find(|file| file.path.as_bytes() == one.path);
        let kept = match (&mut blobs, id, file) {
            (Some(blobs), Some(id), Some(file)) => {
                blobs.fidelity(&id, one.path.as_ref(), &file.bytes)?.is_recoverable()
            }
            _ => false,
        };
        if !kept {
            dirty.insert(one.path.into());
        }
    }
    for file in &mut files {
        file.dirty = file.home && dirty.contains(file.path.as_bytes());
    }
    Ok(files)
}
