//! Temporary files that a dead process left beside a file: removed when it is sure that nothing is lost with them.
//!
//! After a crash a temporary file may hold our new content, whole or unfinished; the old content; or, when the crash fell
//! between the exchange and the look at what was displaced, what an editor had written. Only the last one is worth
//! keeping, and it is kept: under its name, for `cairn doctor` to show.

use crate::VaultError;
use crate::fs::{Errno, Fs, Kind, Place, Root};
use crate::leftovers::is_dead_temporary;
use crate::operations::OperationLog;
use crate::step::{Content, EntryState, FileState, Step, hash_at};
use crate::temporary::maker;
use cairn_plan::{ContentHash, RelativePath};
use std::collections::BTreeMap;

/// A temporary file larger than this is not judged, and so kept.
const LARGEST: u64 = 1 << 30;

/// Remove what is surely ours beside `place`, and of no living process: one that has let go of the lock may not be done with its own.
pub(crate) fn clear<F: Fs>(
    root: &Root<F>,
    place: &Place<F::Dir>,
    log: &OperationLog<F>,
) -> Result<(), VaultError> {
    let mut known = None;
    for name in abandoned(root, place)? {
        let known = known.get_or_insert_with(|| Known::of_steps(root, &log.recent_steps()));
        if known.covers(root, place, &name)? {
            root.fs().unlink(&place.dir, &name).map_err(root.io("remove a leftover of", &place.path))?;
        }
    }
    Ok(())
}

/// Whether nobody has use for the temporary file `name` any more. While a process looks for others' it has none of its own.
fn is_abandoned<F: Fs>(fs: &F, dir: &F::Dir, name: &[u8]) -> bool {
    maker(name) == Some(std::process::id()) || is_dead_temporary(fs, dir, name)
}

/// The same beside every file that the steps are about: what a crashed transaction left. A file that was about to go and had
/// got another name for that gets its own back.
pub(crate) fn clear_beside_all<F: Fs>(root: &Root<F>, steps: &[Step]) -> Result<(), VaultError> {
    let known = Known::of_steps(root, steps);
    let mut folders: BTreeMap<Option<RelativePath>, Vec<Target>> = BTreeMap::new();
    for target in steps.iter().flat_map(|step| targets(root, step)) {
        folders.entry(target.path.parent()).or_default().push(target);
    }
    for (folder, targets) in folders {
        let dir = match &folder {
            None => root.dir().clone(),
            Some(folder) => match root.folder(folder) {
                Ok(dir) => dir,
                Err(error) if error.is_not_found() => continue,
                Err(error) => return Err(error),
            },
        };
        for entry in root.list(folder.as_ref())? {
            let target = targets.iter().find(|target| {
                maker(&entry.name).is_some() && crate::temporary::is_for(&entry.name, target.path.file_name())
            });
            if let Some(target) = target {
                clear_one(root, &dir, &entry.name, target, &known)?;
            }
        }
    }
    Ok(())
}

fn clear_one<F: Fs>(
    root: &Root<F>,
    dir: &F::Dir,
    name: &[u8],
    target: &Target,
    known: &Known,
) -> Result<(), VaultError> {
    let fs = root.fs();
    if !is_abandoned(fs, dir, name) {
        return Ok(());
    }
    let place = Place { dir: dir.clone(), name: name.to_vec(), path: target.path.clone() };
    let goes_back = match (target.going, target.going.map(|_| hash_at(root, &place))) {
        (Some(hash), Some(Ok(found))) => found == hash,
        (_, Some(Err(error))) if !is_no_file(&error) => return Err(error),
        _ => false,
    };
    if goes_back {
        match fs.rename_new(dir, name, dir, target.path.file_name()) {
            Ok(()) => return fs.sync_dir(dir).map_err(root.io("flush the folder of", &target.path)),
            // The name is taken: this one is a copy.
            Err(Errno::EXIST) => {}
            Err(errno) => return Err(root.io("put back", &target.path)(errno)),
        }
    }
    if known.covers(root, &place, name)? {
        fs.unlink(dir, name).map_err(root.io("remove a leftover of", &target.path))?;
    }
    Ok(())
}

/// A file that a step makes, rewrites or removes, those inside folders included.
struct Target {
    path: RelativePath,
    /// Its content, when the step removes it.
    going: Option<ContentHash>,
}

fn targets<F: Fs>(root: &Root<F>, step: &Step) -> Vec<Target> {
    match step {
        // A rewritten file is where its link leads.
        Step::File { path, before: Some(_), after: Some(_), .. } => {
            let place = root.resolve(path).ok();
            place.map(|place| Target { path: place.path, going: None }).into_iter().collect()
        }
        Step::File { path, before, .. } => {
            vec![Target { path: path.clone(), going: before.as_ref().map(|before| before.hash) }]
        }
        Step::Tree { path, appears, entries } => {
            let files = entries.iter().filter_map(|entry| match &entry.state {
                EntryState::File(state) => Some((path.join(&entry.path).ok()?, state.hash)),
                EntryState::Link(_) | EntryState::Folder => None,
            });
            files.map(|(path, hash)| Target { path, going: (!appears).then_some(hash) }).collect()
        }
        Step::Link { .. } | Step::Move { .. } | Step::Folder { .. } => Vec::new(),
    }
}

/// The temporary files for `place` that nobody has use for.
fn abandoned<F: Fs>(root: &Root<F>, place: &Place<F::Dir>) -> Result<Vec<Vec<u8>>, VaultError> {
    let listed = root.fs().read_dir(&place.dir).map_err(root.io("list the folder of", &place.path))?;
    let names = listed.into_iter().filter(|entry| entry.kind == Kind::File).map(|entry| entry.name);
    let names = names.filter(|name| crate::temporary::is_for(name, &place.name));
    Ok(names.filter(|name| is_abandoned(root.fs(), &place.dir, name)).collect())
}

/// Contents that are kept elsewhere, so that a copy may go.
#[derive(Default)]
pub(crate) struct Known {
    hashes: Vec<ContentHash>,
    contents: Vec<Vec<u8>>,
}

impl Known {
    /// Both sides of every file that the steps are about.
    pub(crate) fn of_steps<F: Fs>(root: &Root<F>, steps: &[Step]) -> Self {
        let mut known = Self::default();
        for step in steps {
            let Step::File { path, before, after, patch } = step else {
                known.add_entries(step);
                continue;
            };
            for state in [before, after].into_iter().flatten() {
                known.add(state);
            }
            // A patched file: its old side on the disk gives the new one.
            if let Some(patch) = patch
                && let Ok(now) = root.read(path, LARGEST)
            {
                known.contents.extend(patch.forward(&now.bytes));
            }
        }
        known
    }

    fn add_entries(&mut self, step: &Step) {
        let Step::Tree { entries, .. } = step else { return };
        for entry in entries {
            if let EntryState::File(state) = &entry.state {
                self.add(state);
            }
        }
    }

    fn add(&mut self, state: &FileState) {
        self.hashes.push(state.hash);
        if let Content::Bytes(bytes) = &state.content {
            self.contents.push(bytes.to_vec());
        }
    }

    /// Is this file one of the contents, or an unfinished copy of one? What cannot be read for a moment is an error: nobody
    /// comes back to it once the journal is gone, and it would keep its folder from going.
    pub(crate) fn covers<F: Fs>(
        &self,
        root: &Root<F>,
        place: &Place<F::Dir>,
        name: &[u8],
    ) -> Result<bool, VaultError> {
        let at = Place { dir: place.dir.clone(), name: name.to_vec(), path: place.path.clone() };
        let file = match root.read_at(&at, LARGEST) {
            Ok(file) => file,
            Err(error) if is_no_file(&error) => return Ok(false),
            Err(error) => return Err(error),
        };
        Ok(file.bytes.is_empty()
            || self.hashes.contains(&ContentHash::of(&file.bytes))
            || self.contents.iter().any(|content| is_unfinished(&file.bytes, content)))
    }
}

/// Nothing that could be a copy of a file's content.
fn is_no_file(error: &VaultError) -> bool {
    error.is_not_found() || matches!(error, VaultError::NotRegular(_) | VaultError::TooLarge { .. })
}

/// A power loss leaves of a file that was not flushed some of its bytes, and zeros for the others.
fn is_unfinished(found: &[u8], content: &[u8]) -> bool {
    found.len() <= content.len()
        && found.iter().zip(content).all(|(found, byte)| found == byte || *found == 0)
}
