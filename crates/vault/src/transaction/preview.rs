//! A plan looked at through the disk: every place checked, every preimage taken, before anything is written.

use super::overlay::{Overlay, There};
use crate::VaultError;
use crate::fs::{Fs, Kind, Root};
use crate::step::{Content, EntryState, FileState, Step, TreeEntry};
use cairn_plan::{Change, ContentHash, Entry, EntryKind, Plan, RelativePath};

/// Where git holds exactly the bytes of a file: a revision and the path in it. Whoever answers has proven it.
pub type GitSource<'source> = &'source dyn Fn(&RelativePath) -> Option<(String, RelativePath)>;

/// Turn the plan into steps with both sides; nothing is written. Every place that is not what the plan was made for is
/// collected: [`VaultError::ChangedMeanwhile`]; [`VaultError::Exists`] for the first one that is taken.
pub(super) fn preview<F: Fs>(
    root: &Root<F>,
    plan: &Plan,
    in_git: GitSource<'_>,
) -> Result<Vec<Step>, VaultError> {
    plan.check()?;
    let mut overlay = Overlay::new(root);
    for change in &plan.changes {
        take(&mut overlay, change, in_git)?;
    }
    if overlay.changed.is_empty() {
        Ok(overlay.steps)
    } else {
        Err(VaultError::ChangedMeanwhile(overlay.changed))
    }
}

fn take<F: Fs>(
    overlay: &mut Overlay<'_, F>,
    change: &Change,
    in_git: GitSource<'_>,
) -> Result<(), VaultError> {
    match change {
        Change::Create { path, bytes, mode } => {
            free(overlay, path)?;
            let after = FileState::new(bytes.as_slice(), *mode);
            push_file(overlay, path, None, Some(after));
        }
        Change::Write { path, before, bytes } => {
            let Some(old) = file(overlay, path, *before, true)? else { return Ok(()) };
            if old.hash != ContentHash::of(bytes) {
                let new = FileState::new(bytes.as_slice(), old.mode);
                push_file(overlay, path, Some(old), Some(new));
            }
        }
        Change::Delete { path, before } => {
            if let Some(old) = file(overlay, path, *before, false)? {
                push_file(overlay, path, Some(old), None);
            }
        }
        Change::Move { from, to } => take_move(overlay, from, to)?,
        Change::RemoveTree { path, entries } => take_tree(overlay, path, entries, in_git)?,
        Change::MakeFolder { path } => overlay.make_folders(path.ancestors().chain([path.clone()]))?,
        Change::CreateLink { path, target } => {
            free(overlay, path)?;
            let step = Step::Link { path: path.clone(), before: None, after: Some(target.clone()) };
            overlay.push(step, There::Link(target.clone()));
        }
        Change::DeleteLink { path, target } => match overlay.there(path, false)? {
            There::Link(found) if found == *target => {
                let step = Step::Link { path: path.clone(), before: Some(found), after: None };
                overlay.push(step, There::Nothing);
            }
            _ => overlay.change(path),
        },
        // The list of changes may grow; what is not known here is not done by halves.
        other => overlay.change(other.path()),
    }
    Ok(())
}

fn push_file<F: Fs>(
    overlay: &mut Overlay<'_, F>,
    path: &RelativePath,
    before: Option<FileState>,
    after: Option<FileState>,
) {
    let now = after.clone().map_or(There::Nothing, There::File);
    overlay.push(Step::File { path: path.clone(), before, after, patch: None }, now);
}

fn free<F: Fs>(overlay: &mut Overlay<'_, F>, path: &RelativePath) -> Result<(), VaultError> {
    if overlay.free(path)? { Ok(()) } else { Err(VaultError::Exists(path.clone())) }
}

/// The file as the plan expects it, or the path noted as changed.
fn file<F: Fs>(
    overlay: &mut Overlay<'_, F>,
    path: &RelativePath,
    expected: ContentHash,
    follow: bool,
) -> Result<Option<FileState>, VaultError> {
    match overlay.there(path, follow)? {
        There::File(state) if state.hash == expected => Ok(Some(state)),
        _ => {
            overlay.change(path);
            Ok(None)
        }
    }
}

fn take_move<F: Fs>(
    overlay: &mut Overlay<'_, F>,
    from: &RelativePath,
    to: &RelativePath,
) -> Result<(), VaultError> {
    let Some(status) = overlay.moved_status(from)? else {
        overlay.change(from);
        return Ok(());
    };
    free(overlay, to)?;
    let entries = if status.kind == Kind::Folder { overlay.inventory(from)? } else { Vec::new() };
    overlay.push_move(from, to, &status, entries);
    Ok(())
}

fn take_tree<F: Fs>(
    overlay: &mut Overlay<'_, F>,
    path: &RelativePath,
    expected: &[Entry],
    in_git: GitSource<'_>,
) -> Result<(), VaultError> {
    let mut entries = Vec::new();
    for entry in expected {
        let Ok(full) = path.join(&entry.path) else { continue };
        match overlay.there(&full, false)?.into_entry() {
            Some(mut state) if fits(&state, &entry.kind) => {
                if let (EntryState::File(file), Some((revision, path))) = (&mut state, in_git(&full)) {
                    file.content = Content::Git { revision, path };
                }
                entries.push(TreeEntry { path: entry.path.clone(), state });
            }
            found => {
                overlay.change(&full);
                // Named, though not as expected: not to be reported a second time as unexpected.
                let state = found.unwrap_or(EntryState::Folder);
                entries.push(TreeEntry { path: entry.path.clone(), state });
            }
        }
    }
    overlay.push_removal(path, entries)
}

fn fits(state: &EntryState, expected: &EntryKind) -> bool {
    match (state, expected) {
        (EntryState::File(state), EntryKind::File(hash)) => state.hash == *hash,
        (EntryState::Link(found), EntryKind::Link(target)) => found == target,
        (EntryState::Folder, EntryKind::Folder) => true,
        _ => false,
    }
}
