//! The hand-over file of the last session: the newest `.continue-here*.md` below `.planning` (S-69, D23).

use cairn_plan::RelativePath;
use cairn_state::facts::PLANNING_FOLDER;
use cairn_vault::{Kind, Root, VaultError};

/// Folders below folders that are looked into: phase folders lie three deep in a workstream.
const DEEPEST: usize = 6;

/// The path from the root of the newest one; of two of one age the first by name. Links are not followed.
///
/// # Errors
/// The system fails at a folder or a file.
pub(crate) fn newest(root: &Root) -> Result<Option<String>, VaultError> {
    let mut found: Vec<((i64, u32), RelativePath)> = Vec::new();
    let mut folders: Vec<_> =
        RelativePath::new(PLANNING_FOLDER).ok().map(|folder| (folder, 0)).into_iter().collect();
    while let Some((folder, depth)) = folders.pop() {
        let entries = match root.list(Some(&folder)) {
            Err(error) if error.is_failing_system() => return Err(error),
            listed => listed.unwrap_or_default(),
        };
        for entry in entries {
            let Ok(path) = folder.join(&entry.name) else { continue };
            let is_ours = entry.name.starts_with(b".continue-here") && entry.name.ends_with(b".md");
            match entry.kind {
                Kind::Folder if depth < DEEPEST => folders.push((path, depth + 1)),
                Kind::File if is_ours => match root.status(&path) {
                    Ok(Some(status)) => found.push((status.modified, path)),
                    Err(error) if error.is_failing_system() => return Err(error),
                    Ok(None) | Err(_) => {}
                },
                _ => {}
            }
        }
    }
    let newest = found.into_iter().max_by(|one, other| one.0.cmp(&other.0).then_with(|| other.1.cmp(&one.1)));
    Ok(newest.map(|(_, path)| path.to_string()))
}
