//! All that is below a folder, the memory of git and ours included, as one number: so that a state is judged once.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// What is there, by its path from the folder.
#[derive(Debug, Default)]
pub(crate) struct Everything(BTreeMap<PathBuf, One>);

#[derive(Debug)]
struct One {
    mode: u32,
    content: u64,
    /// Number, length and last change: with the same ones it is the same content.
    stamp: (u64, u64, i64, i64),
}

impl Everything {
    /// Looks at the folder. What has not changed since `before` is not read again.
    pub(crate) fn below(folder: &Path, before: &Self) -> Result<Self, String> {
        let mut found = BTreeMap::new();
        let mut ahead = vec![PathBuf::new()];
        while let Some(inner) = ahead.pop() {
            let here = folder.join(&inner);
            let failed = |error: std::io::Error| format!("{}: {error}", here.display());
            for entry in std::fs::read_dir(&here).map_err(failed)? {
                let entry = entry.map_err(failed)?;
                // What `strace` writes.
                if entry.file_name() == "calls" {
                    continue;
                }
                let name = inner.join(entry.file_name());
                let metadata = entry.metadata().map_err(failed)?;
                let stamp = (metadata.ino(), metadata.len(), metadata.ctime(), metadata.ctime_nsec());
                let known = before.0.get(&name).filter(|one| one.stamp == stamp);
                let content = match known {
                    Some(one) => one.content,
                    None if metadata.is_dir() => 0,
                    None => content(&entry.path(), &metadata).map_err(failed)?,
                };
                if metadata.is_dir() {
                    ahead.push(name.clone());
                }
                found.insert(name, One { mode: metadata.mode(), content, stamp });
            }
        }
        Ok(Self(found))
    }

    /// Equal for equal contents.
    pub(crate) fn number(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for (path, one) in &self.0 {
            (path.as_os_str(), one.mode, one.content).hash(&mut hasher);
        }
        hasher.finish()
    }
}

fn content(path: &Path, metadata: &std::fs::Metadata) -> std::io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    if metadata.is_symlink() {
        std::fs::read_link(path)?.hash(&mut hasher);
    } else if metadata.is_file() {
        std::fs::read(path)?.hash(&mut hasher);
    }
    Ok(hasher.finish())
}
