//! Whether git holds exactly what a Spec folder has on the disk (checks `committed`, `ignored`; G4).
//!
//! Git's own status is asked, for its words, and believed in nothing: every file is compared, byte by byte, with what a checkout
//! of HEAD would write.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;

use bstr::{BStr, ByteSlice};
use cairn_git::{EntryKind, Fidelity, ObjectId, Repository, TreeEntry};
use cairn_plan::{ContentHasher, RelativePath};
use cairn_spec::folder::{FolderEntry, FolderFile, SpecFolder};
use cairn_spec::snapshot::{ChangeKind, FolderGit};

/// What git says of one Spec folder.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// For the checks.
    pub(super) facts: FolderGit,
    /// What HEAD holds of the folder, by repository path.
    pub(super) tree: BTreeMap<RelativePath, ObjectId>,
    /// Repository paths of the files whose bytes are the blob of HEAD.
    pub(super) same: HashSet<RelativePath>,
    /// Submodules, relative to the folder.
    pub(super) submodules: Vec<RelativePath>,
}

/// Asks git about the folder `at`, as it was read.
pub(super) fn kept(
    git: &Repository,
    head: &ObjectId,
    at: &RelativePath,
    folder: &SpecFolder,
) -> Result<Kept, cairn_git::Error> {
    let place = [BStr::new(at.as_bytes())];
    let tree = git.tree(head, place[0])?;
    let mut facts = FolderGit::default();
    for change in git.status(&place)? {
        let kind = match change.word() {
            "untracked" => ChangeKind::Untracked,
            "deleted" => ChangeKind::Deleted,
            "renamed" => ChangeKind::Renamed,
            "staged" => ChangeKind::Staged,
            _ => ChangeKind::Modified,
        };
        facts.changes.extend(path(&change.path).map(|path| (path, kind)));
    }
    facts.hidden = git.hidden_edits(&place)?.iter().filter_map(|hidden| path(&hidden.path)).collect();
    facts.ignored = git.ignored_files(&place)?.iter().filter_map(|ignored| path(ignored)).collect();
    let compared = compare(git, &tree, at, folder)?;
    let ignored: HashSet<&RelativePath> = facts.ignored.iter().collect();
    // An ignored file is not in HEAD either; the check `ignored` says so.
    let own = compared.differences.into_iter().filter(|difference| !ignored.contains(&difference.0));
    facts.changes.extend(own);
    let modules = tree.iter().filter(|entry| entry.kind == EntryKind::Submodule);
    let submodules = modules.filter_map(|entry| path(&entry.path)?.below(at)).collect();
    let tree = tree.into_iter().filter_map(|entry| Some((path(&entry.path)?, entry.id))).collect();
    Ok(Kept { facts, tree, same: compared.same, submodules })
}

/// A path of git's; a nested repository ends with `/` there.
fn path(bytes: &[u8]) -> Option<RelativePath> {
    RelativePath::new(bytes.strip_suffix(b"/").unwrap_or(bytes)).ok()
}

/// A folder against a tree of git.
pub(super) struct Comparison {
    /// Every path that differs, with how.
    pub(super) differences: Vec<(RelativePath, ChangeKind)>,
    /// The files whose bytes are the blob itself.
    pub(super) same: HashSet<RelativePath>,
}

/// Compares the folder `at`, as it was read, with a tree; all paths are those of the repository.
pub(super) fn compare(
    git: &Repository,
    tree: &[TreeEntry],
    at: &RelativePath,
    folder: &SpecFolder,
) -> Result<Comparison, cairn_git::Error> {
    // With this off the file system's executable bits mean nothing.
    let modes_count = git.configuration().get("core.filemode").is_none_or(|value| value != "false");
    let mut blobs = git.blobs()?;
    let mut comparison = Comparison { differences: Vec::new(), same: HashSet::new() };
    let mut known = HashSet::new();
    for entry in tree {
        let Some(place) = path(&entry.path) else { continue };
        let Some(below) = place.below(at) else { continue };
        known.insert(below.clone());
        let difference = match (folder.get(&below), entry.kind) {
            (None, _) => Some(ChangeKind::Deleted),
            (Some(FolderEntry::Link(target)), EntryKind::Link) => {
                (blobs.get(&entry.id)?.as_ref() != Some(target)).then_some(ChangeKind::Modified)
            }
            (Some(FolderEntry::File(file)), EntryKind::File | EntryKind::Executable) => {
                let fidelity = fidelity(&mut blobs, entry, file)?;
                let executable = entry.kind == EntryKind::Executable;
                if fidelity == Fidelity::Same {
                    comparison.same.insert(place.clone());
                }
                match fidelity {
                    Fidelity::Filtered => Some(ChangeKind::Filtered),
                    Fidelity::Missing => Some(ChangeKind::NotHere),
                    Fidelity::Different => Some(ChangeKind::Modified),
                    Fidelity::Same | Fidelity::SameAfterCheckout => {
                        (modes_count && file.executable != executable).then_some(ChangeKind::Modified)
                    }
                }
            }
            // The check `odd-files` says so.
            (Some(FolderEntry::Odd(_)), _) | (Some(FolderEntry::Folder), EntryKind::Submodule) => None,
            (Some(_), _) => Some(ChangeKind::Modified),
        };
        comparison.differences.extend(difference.map(|kind| (place, kind)));
    }
    for (below, entry) in folder.entries() {
        let counts = matches!(entry, FolderEntry::File(_) | FolderEntry::Link(_));
        if counts && !known.contains(below) {
            let place = at.join(below).unwrap_or_else(|_| at.clone());
            comparison.differences.push((place, ChangeKind::Untracked));
        }
    }
    Ok(comparison)
}

/// How a file relates to its blob. One that is not held in memory is compared by hash, and only with the blob itself.
fn fidelity(
    blobs: &mut cairn_git::Blobs<'_>,
    entry: &TreeEntry,
    file: &FolderFile,
) -> Result<Fidelity, cairn_git::Error> {
    if let Some(bytes) = &file.bytes {
        return blobs.fidelity(&entry.id, entry.path.as_bstr(), bytes);
    }
    let mut sink = HashSink(ContentHasher::new());
    Ok(match blobs.copy(&entry.id, &mut sink)? {
        None => Fidelity::Missing,
        Some(_) if sink.0.finish() == file.hash => Fidelity::Same,
        Some(_) => Fidelity::Different,
    })
}

struct HashSink(ContentHasher);

impl Write for HashSink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
