//! Everything below a folder, as a plan that removes or moves the folder must know it. Links are named, never followed.

use cairn_plan::{ContentHash, Entry, EntryKind, RelativePath};
use cairn_state::failure::Failure;
use cairn_vault::{Fs, Kind, Root, VaultError};

use crate::failures::of_vault;
use crate::planning_tree::LARGEST_DOCUMENT;

/// The entries below `folder`, folders included, each relative to it, in byte order.
pub(crate) fn entries_below(root: &Root, folder: &RelativePath) -> Result<Vec<Entry>, Failure> {
    let mut entries = Vec::new();
    let mut open = vec![folder.clone()];
    while let Some(here) = open.pop() {
        for listed in root.list(Some(&here)).map_err(|error| of_vault(root, &error))? {
            let Ok(full) = here.join(&listed.name) else { continue };
            let kind = match listed.kind {
                Kind::Folder => {
                    open.push(full.clone());
                    EntryKind::Folder
                }
                Kind::Link => {
                    EntryKind::Link(link_target(root, &full).map_err(|error| of_vault(root, &error))?)
                }
                Kind::File => {
                    let file = root.read(&full, LARGEST_DOCUMENT).map_err(|error| of_vault(root, &error))?;
                    EntryKind::File(ContentHash::of(&file.bytes))
                }
                Kind::Other => {
                    return Err(of_vault(root, &VaultError::NotRegular(root.full(&full))));
                }
            };
            if let Some(path) = full.below(folder) {
                entries.push(Entry { path, kind });
            }
        }
    }
    entries.sort_by(|one, other| one.path.as_bytes().cmp(other.path.as_bytes()));
    Ok(entries)
}

fn link_target(root: &Root, path: &RelativePath) -> Result<Vec<u8>, VaultError> {
    let place = root.locate(path)?;
    root.fs().read_link(&place.dir, &place.name).map_err(|errno| VaultError::Io {
        operation: "read",
        path: root.full(path),
        source: errno.into(),
    })
}
