//! Reading by path, for what lies on the way to a project: folders and small pointer files. Everything below a root that
//! was found is read through the vault's handles instead.

use std::fs::OpenOptions;
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use cairn_state::project_root::Folders;

/// Longer than any path, short enough to read without a thought.
const LONGEST_POINTER: u64 = 8 * 1024;

/// The disk as the search for a project asks it (msd-tools 3).
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl Folders for Disk {
    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }

    fn read_pointer(&self, path: &Path) -> Option<Vec<u8>> {
        read_plain(path, LONGEST_POINTER)
    }
}

/// The bytes of a plain file of at most `limit` bytes; a link to one is followed, and nothing blocks on a pipe.
#[allow(clippy::disallowed_methods, reason = "this is the reader of files outside a project")]
pub fn read_plain(path: &Path, limit: u64) -> Option<Vec<u8>> {
    let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
    let file = OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path).ok()?;
    let metadata = file.metadata().ok()?;
    if !metadata.is_file() || metadata.len() > limit {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// `path` made absolute from `current`, links resolved where it exists: walks compare paths as text.
pub fn resolved(current: &Path, path: &Path) -> PathBuf {
    let absolute = current.join(path);
    absolute.canonicalize().unwrap_or(absolute)
}
