//! Temporary files that a dead process left beside a file: removed when it is sure that nothing is lost with them.
//!
//! After a crash a temporary file may hold our new content, whole or unfinished; the old content; or, when the crash fell
//! between the exchange and the look at what was displaced, what an editor had written. Only the last one is worth
//! keeping, and it is kept: under its name, for `cairn doctor` to show.

use crate::VaultError;
use crate::fs::{Fs, Kind, Place, Root};
use crate::operations::OperationLog;
use crate::step::{Content, EntryState, FileState, Step};
use crate::temporary::maker;
use cairn_plan::{ContentHash, RelativePath};
use std::collections::BTreeMap;

/// A temporary file larger than this is not judged, and so kept.
const LARGEST: u64 = 1 << 30;

/// Remove what is surely ours beside `place`. The caller holds the lock, so no living process of ours has one there.
pub(crate) fn clear<F: Fs>(
    root: &Root<F>,
    place: &Place<F::Dir>,
    log: &OperationLog<F>,
) -> Result<(), VaultError> {
    let mut known = None;
    for name in beside(root, place)? {
        let known = known.get_or_insert_with(|| Known::of_steps(root, &log.recent_steps()));
        if known.covers(root, place, &name) {
            root.fs().unlink(&place.dir, &name).map_err(root.io("remove a leftover of", &place.path))?;
        }
    }
    Ok(())
}

/// The same beside every file that the steps are about: what a crashed transaction left.
pub(crate) fn clear_beside_all<F: Fs>(root: &Root<F>, steps: &[Step]) -> Result<(), VaultError> {
    let known = Known::of_steps(root, steps);
    let mut folders: BTreeMap<RelativePath, Vec<Vec<u8>>> = BTreeMap::new();
    let mut top = Vec::new();
    for path in steps.iter().flat_map(file_paths) {
        match path.parent() {
            Some(folder) => folders.entry(folder).or_default().push(path.file_name().to_vec()),
            None => top.push(path.file_name().to_vec()),
        }
    }
    let here = |folder: Option<RelativePath>, names| (folder, names);
    let all = folders.into_iter().map(|(folder, names)| here(Some(folder), names)).chain([here(None, top)]);
    for (folder, names) in all {
        let dir = match &folder {
            None => root.dir().clone(),
            Some(folder) => match root.folder(folder) {
                Ok(dir) => dir,
                Err(error) if error.is_not_found() => continue,
                Err(error) => return Err(error),
            },
        };
        let Some(path) = folder.or_else(|| RelativePath::new(names.first()?.as_slice()).ok()) else {
            continue;
        };
        for entry in root.fs().read_dir(&dir).map_err(root.io("list", &path))? {
            let place = Place { dir: dir.clone(), name: Vec::new(), path: path.clone() };
            let ours = maker(&entry.name).is_some()
                && names.iter().any(|name| crate::temporary::is_for(&entry.name, name));
            if ours && known.covers(root, &place, &entry.name) {
                root.fs().unlink(&dir, &entry.name).map_err(root.io("remove a leftover in", &path))?;
            }
        }
    }
    Ok(())
}

/// The files that a step makes, rewrites or removes, those inside folders included.
fn file_paths(step: &Step) -> Vec<RelativePath> {
    match step {
        Step::File { path, .. } => vec![path.clone()],
        Step::Tree { path, entries, .. } => {
            let files = entries.iter().filter(|entry| matches!(entry.state, EntryState::File(_)));
            files.filter_map(|entry| path.join(&entry.path).ok()).collect()
        }
        Step::Link { .. } | Step::Move { .. } | Step::Folder { .. } => Vec::new(),
    }
}

/// The temporary files for `place`.
pub(crate) fn beside<F: Fs>(root: &Root<F>, place: &Place<F::Dir>) -> Result<Vec<Vec<u8>>, VaultError> {
    let listed = root.fs().read_dir(&place.dir).map_err(root.io("list the folder of", &place.path))?;
    let names = listed.into_iter().filter(|entry| entry.kind == Kind::File).map(|entry| entry.name);
    Ok(names.filter(|name| crate::temporary::is_for(name, &place.name) && maker(name).is_some()).collect())
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

    /// Is this file one of the contents, or an unfinished copy of one?
    pub(crate) fn covers<F: Fs>(&self, root: &Root<F>, place: &Place<F::Dir>, name: &[u8]) -> bool {
        let at = Place { dir: place.dir.clone(), name: name.to_vec(), path: place.path.clone() };
        let Ok(file) = root.read_at(&at, LARGEST) else { return false };
        file.bytes.is_empty()
            || self.hashes.contains(&ContentHash::of(&file.bytes))
            || self.contents.iter().any(|content| is_unfinished(&file.bytes, content))
    }
}

/// A power loss leaves of a file that was not flushed some of its bytes, and zeros for the others.
fn is_unfinished(found: &[u8], content: &[u8]) -> bool {
    found.len() <= content.len()
        && found.iter().zip(content).all(|(found, byte)| found == byte || *found == 0)
}
