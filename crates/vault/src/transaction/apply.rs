//! One step carried out on the disk: judged first, done only from its old side, harmless when it was done already.

use crate::VaultError;
use crate::fs::{Claim, Errno, Fs, Kind, Place, Root};
use crate::step::{Content, EntryState, FileState, Observed, Step, TreeEntry, hash_at, observe};
use crate::swap::{Expected, Swap, Swapped};
use crate::temporary::Temporary;
use cairn_plan::{ContentHash, FileMode, RelativePath};
use std::collections::BTreeMap;

/// Why a step was not done.
#[derive(Debug)]
pub(crate) enum StepFailure {
    /// These places hold something else; they were left alone.
    Foreign(Vec<RelativePath>),
    /// The system refused.
    Vault(VaultError),
}

impl From<VaultError> for StepFailure {
    fn from(error: VaultError) -> Self {
        Self::Vault(error)
    }
}

pub(super) type Applied = Result<(), StepFailure>;

/// Folders with changed names, to be flushed once.
pub(crate) struct Unflushed<F: Fs>(BTreeMap<Vec<u8>, F::Dir>);

impl<F: Fs> Unflushed<F> {
    pub(crate) fn new() -> Self {
        Self(BTreeMap::new())
    }

    pub(super) fn add(&mut self, place: &Place<F::Dir>) {
        let folder = place.path.parent().map(|folder| folder.as_bytes().to_vec()).unwrap_or_default();
        self.0.entry(folder).or_insert_with(|| place.dir.clone());
    }

    /// Everything so far reaches the disk.
    pub(crate) fn flush(self, root: &Root<F>) -> Result<(), VaultError> {
        let dirs: Vec<&F::Dir> = self.0.values().collect();
        root.fs().sync_dirs(&dirs).map_err(|errno| VaultError::io("flush folders below", root.path(), errno))
    }
}

/// Carry out one step.
pub(crate) fn apply<F: Fs>(root: &Root<F>, step: &Step, unflushed: &mut Unflushed<F>) -> Applied {
    // A folder that goes is checked entry by entry on its way.
    if let Step::Tree { path, appears: false, entries } = step {
        return remove_tree(root, path, entries, unflushed);
    }
    match observe(root, step)? {
        Observed::After => return Ok(()),
        Observed::Foreign(paths) => return Err(StepFailure::Foreign(paths)),
        Observed::Before | Observed::Partly => {}
    }
    match step {
        Step::File { path, before: None, after: Some(after), .. } => {
            create_file(root, path, after, unflushed)
        }
        Step::File { path, before: Some(before), after: Some(after), .. } => {
            rewrite_file(root, path, before.hash, after, unflushed)
        }
        Step::File { path, before: Some(before), after: None, .. } => {
            delete_file(root, path, before.hash, unflushed)
        }
        Step::File { before: None, after: None, .. } => Ok(()),
        Step::Link { path, after: Some(target), .. } => create_link(root, path, target, unflushed),
        Step::Link { path, after: None, .. } => {
            let place = root.locate(path)?;
            root.fs().unlink(&place.dir, &place.name).map_err(root.io("remove", path))?;
            unflushed.add(&place);
            Ok(())
        }
        Step::Move { from, to, .. } => rename(root, from, to, unflushed),
        Step::Tree { path, entries, .. } => create_tree(root, path, entries, unflushed),
        Step::Folder { path, appears: true } => make_folder(root, path, unflushed),
        Step::Folder { path, appears: false } => remove_folder(root, path, unflushed),
    }
}

fn bytes_of<'state>(path: &RelativePath, state: &'state FileState) -> Result<&'state [u8], StepFailure> {
    match &state.content {
        Content::Bytes(bytes) => Ok(bytes),
        Content::Git { .. } | Content::Elsewhere => Err(StepFailure::Foreign(vec![path.clone()])),
    }
}

/// The umask applies to the ordinary modes only.
fn creation_mode(mode: FileMode) -> u32 {
    match mode {
        FileMode::Plain => 0o666,
        FileMode::Executable => 0o777,
        FileMode::Exact(_) => 0o600,
    }
}

fn create_file<F: Fs>(
    root: &Root<F>,
    path: &RelativePath,
    after: &FileState,
    unflushed: &mut Unflushed<F>,
) -> Applied {
    let place = root.locate(path)?;
    create_at(root, &place, after)?;
    unflushed.add(&place);
    Ok(())
}

/// The content of a new file in a temporary one, not flushed yet.
pub(super) fn create_new<'root, F: Fs>(
    root: &'root Root<F>,
    place: &Place<F::Dir>,
    after: &FileState,
) -> Result<Temporary<'root, F>, StepFailure> {
    let bytes = bytes_of(&place.path, after)?;
    let mut temporary = Temporary::create(root, place, creation_mode(after.mode))?;
    temporary.write(bytes)?;
    if let FileMode::Exact(mode) = after.mode {
        root.fs().set_mode(temporary.file(), mode).map_err(root.io("set the mode of", &place.path))?;
    }
    Ok(temporary)
}

fn create_at<F: Fs>(root: &Root<F>, place: &Place<F::Dir>, after: &FileState) -> Applied {
    let temporary = create_new(root, place, after)?;
    temporary.flush()?;
    match temporary.settle() {
        Ok(()) => Ok(()),
        Err(Errno::EXIST) => Err(StepFailure::Foreign(vec![place.path.clone()])),
        Err(errno) => Err(root.io("create", &place.path)(errno).into()),
    }
}

/// The new content of a file in a temporary one, not flushed yet.
pub(super) fn rewrite<'step, F: Fs>(
    root: &'step Root<F>,
    path: &RelativePath,
    before: ContentHash,
    after: &'step FileState,
) -> Result<Swap<'static, 'step, F>, StepFailure> {
    let place = root.resolve(path)?;
    let status = root.fs().status(&place.dir, &place.name).map_err(root.io("look at", path))?;
    let bytes = bytes_of(path, after)?;
    Ok(Swap::prepare(root, &place, Expected::Hash(before), &status, bytes)?)
}

/// The swap flushes the folder itself; the later flush is for the removal of the old content.
fn rewrite_file<F: Fs>(
    root: &Root<F>,
    path: &RelativePath,
    before: ContentHash,
    after: &FileState,
    unflushed: &mut Unflushed<F>,
) -> Applied {
    let swap = rewrite(root, path, before, after)?;
    let place = swap.place().clone();
    match swap.finish(|| Ok(()))? {
        Swapped::Done => {
            unflushed.add(&place);
            Ok(())
        }
        Swapped::Foreign => Err(StepFailure::Foreign(vec![path.clone()])),
    }
}

fn delete_file<F: Fs>(
    root: &Root<F>,
    path: &RelativePath,
    before: ContentHash,
    unflushed: &mut Unflushed<F>,
) -> Applied {
    let place = root.locate(path)?;
    remove_file(root, &place, before)?;
    unflushed.add(&place);
    Ok(())
}

/// The file gets a name that no editor knows, is looked at once more, and goes; or comes back, when it is not what was to go.
fn remove_file<F: Fs>(root: &Root<F>, place: &Place<F::Dir>, expected: ContentHash) -> Applied {
    let fs = root.fs();
    let aside = Place { name: crate::temporary::name_beside(&place.name), ..place.clone() };
    fs.rename_new(&place.dir, &place.name, &place.dir, &aside.name)
        .map_err(root.io("remove", &place.path))?;
    let failure = match hash_at(root, &aside) {
        Ok(hash) if hash == expected => match fs.unlink(&place.dir, &aside.name) {
            Ok(()) => return Ok(()),
            Err(errno) => root.io("remove", &place.path)(errno).into(),
        },
        Ok(_) | Err(VaultError::NotRegular(_)) => StepFailure::Foreign(vec![place.path.clone()]),
        Err(error) => error.into(),
    };
    // Someone may have made a new file under the name meanwhile; then both stay.
    fs.rename_new(&place.dir, &aside.name, &place.dir, &place.name)
        .map_err(root.io("put back", &place.path))?;
    // Taking back what was done will find the file in its place and have nothing to flush.
    fs.sync_dir(&place.dir).map_err(root.io("put back", &place.path))?;
    Err(failure)
}

fn create_link<F: Fs>(
    root: &Root<F>,
    path: &RelativePath,
    target: &[u8],
    unflushed: &mut Unflushed<F>,
) -> Applied {
    let place = root.locate(path)?;
    match root.fs().symlink(target, &place.dir, &place.name) {
        Ok(()) => unflushed.add(&place),
        Err(Errno::EXIST) => return Err(StepFailure::Foreign(vec![path.clone()])),
        Err(errno) => return Err(root.io("create", path)(errno).into()),
    }
    Ok(())
}

fn rename<F: Fs>(
    root: &Root<F>,
    from: &RelativePath,
    to: &RelativePath,
    unflushed: &mut Unflushed<F>,
) -> Applied {
    let (old, new) = (root.locate(from)?, root.locate(to)?);
    match root.fs().rename_new(&old.dir, &old.name, &new.dir, &new.name) {
        Ok(()) => {}
        Err(Errno::EXIST) => return Err(StepFailure::Foreign(vec![to.clone()])),
        Err(errno) => return Err(root.io("move", from)(errno).into()),
    }
    unflushed.add(&old);
    unflushed.add(&new);
    Ok(())
}

fn make_folder<F: Fs>(root: &Root<F>, path: &RelativePath, unflushed: &mut Unflushed<F>) -> Applied {
    let place = root.locate(path)?;
    match root.fs().make_dir(&place.dir, &place.name) {
        Ok(()) | Err(Errno::EXIST) => unflushed.add(&place),
        Err(errno) => return Err(root.io("make", path)(errno).into()),
    }
    Ok(())
}

/// A folder that others filled meanwhile stays.
fn remove_folder<F: Fs>(root: &Root<F>, path: &RelativePath, unflushed: &mut Unflushed<F>) -> Applied {
    let place = root.locate(path)?;
    match root.fs().remove_dir(&place.dir, &place.name) {
        Ok(()) | Err(Errno::NOENT) => unflushed.add(&place),
        Err(Errno::NOTEMPTY | Errno::EXIST) => {}
        Err(errno) => return Err(root.io("remove", path)(errno).into()),
    }
    Ok(())
}

fn create_tree<F: Fs>(
    root: &Root<F>,
    path: &RelativePath,
    entries: &[TreeEntry],
    unflushed: &mut Unflushed<F>,
) -> Applied {
    make_folder(root, path, unflushed)?;
    // Folders before what they hold.
    let mut ordered: Vec<&TreeEntry> = entries.iter().collect();
    ordered.sort_by(|one, other| one.path.cmp(&other.path));
    for entry in ordered {
        let Ok(full) = path.join(&entry.path) else { continue };
        let place = root.locate(&full)?;
        let there = root.fs().status(&place.dir, &place.name);
        match (&entry.state, there) {
            // What is there already was judged before.
            (_, Ok(_)) => {}
            (EntryState::Folder, Err(_)) => make_folder(root, &full, unflushed)?,
            (EntryState::Link(target), Err(_)) => create_link(root, &full, target, unflushed)?,
            (EntryState::File(state), Err(_)) => {
                create_at(root, &place, state)?;
                unflushed.add(&place);
            }
        }
    }
    Ok(())
}

/// Remove exactly these entries, by directory handles, links as links. Stops at the first thing that is not in the list or
/// not as it says, and at the first error; modes are not changed to force anything.
fn remove_tree<F: Fs>(
    root: &Root<F>,
    path: &RelativePath,
    entries: &[TreeEntry],
    unflushed: &mut Unflushed<F>,
) -> Applied {
    let place = match root.claim(path)? {
        Claim::Place(place) => place,
        Claim::Unclaimed(_) => return Ok(()),
    };
    let fs = root.fs();
    let top = match fs.open_dir(&place.dir, &place.name) {
        Ok(dir) => dir,
        Err(Errno::NOENT) => return Ok(()),
        Err(Errno::LOOP | Errno::NOTDIR) => return Err(StepFailure::Foreign(vec![path.clone()])),
        Err(errno) => return Err(root.io("open", path)(errno).into()),
    };
    // What a folder holds before the folder.
    let mut ordered: Vec<&TreeEntry> = entries.iter().collect();
    ordered.sort_by(|one, other| other.path.cmp(&one.path));
    for entry in ordered {
        let full = path.join(&entry.path).unwrap_or_else(|_| path.clone());
        let dir = match entry.path.parent() {
            None => Ok(top.clone()),
            Some(parent) => fs.open_beneath(&top, &parent),
        };
        let dir = match dir {
            Ok(dir) => dir,
            // Its folder is gone already.
            Err(Errno::NOENT) => continue,
            Err(Errno::LOOP | Errno::NOTDIR) => return Err(StepFailure::Foreign(vec![full])),
            Err(errno) => return Err(root.io("open", &full)(errno).into()),
        };
        remove_entry(root, Place { dir, name: entry.path.file_name().to_vec(), path: full }, &entry.state)?;
    }
    match fs.remove_dir(&place.dir, &place.name) {
        Ok(()) => unflushed.add(&place),
        Err(Errno::NOTEMPTY | Errno::EXIST) => return Err(StepFailure::Foreign(vec![path.clone()])),
        Err(errno) => return Err(root.io("remove", path)(errno).into()),
    }
    Ok(())
}

fn remove_entry<F: Fs>(root: &Root<F>, place: Place<F::Dir>, expected: &EntryState) -> Applied {
    let fs = root.fs();
    let status = match fs.status(&place.dir, &place.name) {
        Ok(status) => status,
        Err(Errno::NOENT) => return Ok(()),
        Err(errno) => return Err(root.io("look at", &place.path)(errno).into()),
    };
    let removed = match expected {
        EntryState::File(state) if status.kind == Kind::File => return remove_file(root, &place, state.hash),
        EntryState::Link(target) if status.kind == Kind::Link => {
            let found = fs.read_link(&place.dir, &place.name).map_err(root.io("read", &place.path))?;
            if found != *target {
                return Err(StepFailure::Foreign(vec![place.path]));
            }
            fs.unlink(&place.dir, &place.name)
        }
        EntryState::Folder if status.kind == Kind::Folder => fs.remove_dir(&place.dir, &place.name),
        EntryState::File(_) | EntryState::Link(_) | EntryState::Folder => {
            return Err(StepFailure::Foreign(vec![place.path]));
        }
    };
    match removed {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(Errno::NOTEMPTY | Errno::EXIST) => Err(StepFailure::Foreign(vec![place.path])),
        Err(errno) => Err(root.io("remove", &place.path)(errno).into()),
    }
}
