//! What is there before a set-up, read from the disk and from git.

use std::path::{Path, PathBuf};

use cairn_git::Repository;
use cairn_plan::RelativePath;
use cairn_state::facts::PlanningFile;
use cairn_state::failure::Failure;
use cairn_state::verbs::{Init, Verb as _};
use cairn_vault::{Root, VaultError, is_failing};
use std::os::unix::ffi::OsStrExt;

use super::kept::{self, Kept};
use super::{
    Base, Found, FoundFile, FoundFolder, FoundHook, FoundSetting, NotOurs, Part, Place, attributes, hook,
    settings,
};
use crate::disk::try_read_plain;
use crate::failures::{of_git, of_vault};
use crate::location::Location;
use crate::planning_tree::LARGEST_DOCUMENT;
use crate::session::Session;
use crate::workplace::Workplace;

impl Workplace<'_> {
    /// Looks at everything that a set-up is about. With `is_removal` a hook that was written elsewhere is the one that counts.
    ///
    /// # Errors
    /// A file cannot be read, or git cannot be asked.
    pub fn find_set_up(&self, is_removal: bool) -> Result<Found, Failure> {
        if let Some(error) = &self.refused {
            // Hooks and keys may be there.
            return Err(of_git(&self.folder, error));
        }
        let kept = self.kept_set_up()?;
        let location = self.planned_location();
        let state = self.found_file(self.own_place(&format!("{}/STATE.md", location.base_folder()))?)?;
        let template = match (&state.bytes, is_removal) {
            (None, false) => self.template(location)?,
            _ => Vec::new(),
        };
        let repository = self.repository.as_ref().filter(|repository| repository.work_tree().is_some());
        let hook = match repository {
            Some(repository) => Some(self.found_hook(repository, &kept, is_removal)?),
            None => None,
        };
        let configuration = match repository {
            Some(repository) => Some(own_settings(repository)?),
            None => None,
        };
        let mut folders = Vec::new();
        for folder in &kept.folders {
            if let Some(place) = self.place_of(&folder.target)? {
                folders.extend(self.found_folder(folder.part, place)?);
            }
        }
        Ok(Found {
            state,
            template,
            attributes: self.found_file(self.own_place(attributes::FILE)?)?,
            hook,
            settings: self.found_file(self.own_place(settings::FILE)?)?,
            has_settings_folder: self.folder.join(settings::FOLDER).is_dir(),
            configuration,
            folders,
            kept,
        })
    }

    /// What earlier runs of `init` found; nothing when that is not kept or cannot be understood.
    ///
    /// # Errors
    /// The system fails at the file: whoever went on without it would forget what was found.
    pub(crate) fn kept_set_up(&self) -> Result<Kept, Failure> {
        let Some(file) = self.home()?.map(|home| home.folder().join(kept::FILE)) else {
            return Ok(Kept::default());
        };
        match try_read_plain(&file, LARGEST_DOCUMENT) {
            Ok(bytes) => Ok(bytes.and_then(|bytes| Kept::read(&bytes)).unwrap_or_default()),
            Err(source) if is_failing(&source) => {
                Err(of_vault(&self.root, &VaultError::Io { operation: "read", path: file, source }))
            }
            Err(_) => Ok(Kept::default()),
        }
    }

    /// The project, or the one that would be made here.
    fn planned_location(&self) -> Location {
        self.location.clone().unwrap_or_else(|| Location {
            root: self.folder.clone(),
            workstream: None,
            warnings: Vec::new(),
            is_new: true,
        })
    }

    fn template(&self, location: Location) -> Result<Vec<u8>, Failure> {
        let (session, verb) = (Session::at(self.context, location)?, Init::default());
        // What the template says of the project is written down.
        let done = session.read_with(&verb, session.whole_facts(verb.needs())?)?;
        Ok(done.outcome.content(PlanningFile::State).unwrap_or_default().to_vec())
    }

    fn own_place(&self, path: &str) -> Result<Place, Failure> {
        let path =
            RelativePath::new(path).map_err(|fault| Failure::invalid_value("path", fault.to_string()))?;
        Ok(Place { base: Base::Project, target: path.to_string(), path })
    }

    /// The folder of the hooks, links evaluated; asked for once.
    fn hooks(&self, repository: &Repository) -> Result<&Path, Failure> {
        if self.hooks.get().is_none() {
            let folder = repository.hooks_folder().map_err(|error| of_git(repository.git_dir(), &error))?;
            let _first = self.hooks.set(existing(&folder));
        }
        Ok(self.hooks.get_or_init(PathBuf::new))
    }

    /// The folder that places of a base are seen from; `None` when there is no such base.
    ///
    /// # Errors
    /// Git cannot be asked where hooks are.
    fn base(&self, base: Base) -> Result<Option<PathBuf>, Failure> {
        match (base, &self.repository) {
            (Base::Project, _) => Ok(Some(self.folder.clone())),
            (Base::Repository, None) => Ok(None),
            (Base::Repository, Some(repository)) => {
                let hooks = self.hooks(repository)?;
                Ok(self.repository_folders().into_iter().find(|folder| hooks.starts_with(folder)))
            }
        }
    }

    /// The root that places of a base are seen from.
    ///
    /// # Errors
    /// Git cannot be asked where hooks are, or the folder cannot be opened.
    pub(crate) fn root_of(&self, base: Base) -> Result<Root, Failure> {
        let folder = self.base(base)?.unwrap_or_else(|| self.folder.clone());
        Root::open(&folder).map_err(|error| of_vault(&self.root, &error))
    }

    /// The work tree and the git directory, links evaluated.
    fn repository_folders(&self) -> Vec<PathBuf> {
        let Some(repository) = &self.repository else { return Vec::new() };
        let folders = repository.work_tree().into_iter().chain([repository.common_dir()]);
        folders.map(existing).collect()
    }

    /// A place by what output calls it.
    fn place_of(&self, target: &str) -> Result<Option<Place>, Failure> {
        let at = Path::new(target);
        let base = if at.is_absolute() { Base::Repository } else { Base::Project };
        let path = match base {
            Base::Project => Some(at),
            Base::Repository => self.base(base)?.and_then(|folder| at.strip_prefix(folder).ok()),
        };
        let path = path.and_then(|path| RelativePath::new(path.as_os_str().as_bytes()).ok());
        Ok(path.map(|path| Place { base, path, target: target.to_owned() }))
    }

    fn found_file(&self, place: Place) -> Result<FoundFile, Failure> {
        let root = self.root_of(place.base)?;
        read_place(&root, place).map_err(|error| of_vault(&self.root, &error))
    }

    fn found_hook(
        &self,
        repository: &Repository,
        kept: &Kept,
        is_removal: bool,
    ) -> Result<FoundHook, Failure> {
        for file in kept.files_of(Part::Hooks).filter(|_| is_removal) {
            if let Some(place) = self.place_of(&file.target)? {
                return self.found_file(place).map(FoundHook::File);
            }
        }
        let path = self.hooks(repository)?.join(hook::NAME);
        let not_ours = |why| FoundHook::NotOurs { target: path.display().to_string(), why };
        let folders =
            [(Base::Project, Some(self.folder.clone())), (Base::Repository, self.base(Base::Repository)?)];
        let place = folders.into_iter().find_map(|(base, folder)| {
            let below = path.strip_prefix(folder?).ok()?;
            let below = RelativePath::new(below.as_os_str().as_bytes()).ok()?;
            let target = if base == Base::Project { below.to_string() } else { path.display().to_string() };
            Some(Place { base, path: below, target })
        });
        let Some(place) = place else { return Ok(not_ours(NotOurs::Outside)) };
        let other_tool = repository.work_tree().is_some_and(|tree| tree.join(hook::OTHER_TOOL).exists());
        if other_tool && !is_removal {
            return Ok(FoundHook::NotOurs { target: place.target, why: NotOurs::OtherTool });
        }
        match read_place(&self.root_of(place.base)?, place) {
            Ok(file) => Ok(FoundHook::File(file)),
            Err(VaultError::OutsideRoot(_)) => Ok(not_ours(NotOurs::Outside)),
            Err(error) => Err(of_vault(&self.root, &error)),
        }
    }

    fn found_folder(&self, part: Part, place: Place) -> Result<Option<FoundFolder>, Failure> {
        let root = self.root_of(place.base)?;
        match root.list(Some(&place.path)) {
            Ok(listed) => {
                let inside = listed.iter().filter_map(|entry| place.path.join(&entry.name).ok());
                let entries = inside.map(|path| target(&root, place.base, &path)).collect();
                Ok(Some(FoundFolder { part, place, entries }))
            }
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(of_vault(&self.root, &error)),
        }
    }
}

fn read_place(root: &Root, place: Place) -> Result<FoundFile, VaultError> {
    let bytes = match root.read(&place.path, LARGEST_DOCUMENT) {
        Ok(file) => Some(file.bytes),
        // A link that leads nowhere is something, and not ours to replace.
        Err(error) if error.is_not_found() => match root.status(&place.path)? {
            None => None,
            Some(_) => return Err(error),
        },
        Err(error) => return Err(error),
    };
    let mut missing_folders = Vec::new();
    for folder in place.path.ancestors() {
        if root.status(&folder)?.is_none() {
            missing_folders.push(target(root, place.base, &folder));
        }
    }
    Ok(FoundFile { place, bytes: bytes.map(Into::into), missing_folders })
}

/// What output calls a path below `root`.
fn target(root: &Root, base: Base, path: &RelativePath) -> String {
    match base {
        Base::Project => path.to_string(),
        Base::Repository => format!("{}/{path}", root.path().display()),
    }
}

/// The keys that the part `git` sets, as the clone's own configuration has them.
fn own_settings(repository: &Repository) -> Result<Vec<FoundSetting>, Failure> {
    let mut found = Vec::new();
    for (key, _) in attributes::SETTINGS {
        let value =
            repository.own_configuration(key).map_err(|error| of_git(repository.git_dir(), &error))?;
        found.push(FoundSetting { key, value: value.map(Vec::from) });
    }
    Ok(found)
}

/// `path` with its part that exists evaluated.
fn existing(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => existing(parent).join(name),
        _ => path.to_owned(),
    }
}
