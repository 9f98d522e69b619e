//! The hand-over file of the last session: the newest `.continue-here*.md` below `.planning` (S-69, D23).

use cairn_plan::RelativePath;
use cairn_state::facts::PLANNING_FOLDER;
use cairn_vault::{Kind, Root};

/// Folders below folders that are looked into: phase folders lie three deep in a workstream.
const DEEPEST: usize = 6;

/// The path from the root of the newest one; of two of one age the first by name. Links are not followed.
pub(crate) fn newest(root: &Root) -> Option<String> {
    let mut found: Vec<((i64, u32), RelativePath)> = Vec::new();
    let mut folders = vec![(RelativePath::new(PLANNING_FOLDER).ok()?, 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in root.list(Some(&folder)).unwrap_or_default() {
            let Ok(path) = folder.join(&entry.name) else { continue };
            let is_ours = entry.name.starts_with(b".continue-here") && entry.name.ends_with(b".md");
            match entry.kind {
                Kind::Folder if depth < DEEPEST => folders.push((path, depth + 1)),
                Kind::File if is_ours => {
                    if let Ok(Some(status)) = root.status(&path) {
                        found.push((status.modified, path));
                    }
                }
                _ => {}
            }
        }
    }
    let newest = found.into_iter().max_by(|one, other| one.0.cmp(&other.0).then_with(|| other.1.cmp(&one.1)));
    newest.map(|(_, path)| path.to_string())
}
