//! Reading by path, for what lies on the way to a project: folders and small pointer files. Everything below a root that
//! was found is read through the vault's handles instead.

use std::cell::RefCell;
use std::fs::OpenOptions;
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use cairn_state::project_root::Folders;
use cairn_vault::is_failing;

/// Longer than any path, short enough to read without a thought.
const LONGEST_POINTER: u64 = 8 * 1024;

/// The disk as the search for a project asks it (msd-tools 3). It remembers the first file that the system failed at.
#[derive(Debug, Default)]
pub struct Disk(RefCell<Option<(PathBuf, io::Error)>>);

impl Disk {
    /// The first file that the system failed at.
    pub(crate) fn failed(&self) -> Option<(PathBuf, io::Error)> {
        self.0.take()
    }
}

impl Folders for Disk {
    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }

    fn read_pointer(&self, path: &Path) -> Option<Vec<u8>> {
        match try_read_plain(path, LONGEST_POINTER) {
            Ok(bytes) => bytes,
            Err(error) => {
                if is_failing(&error) {
                    self.0.borrow_mut().get_or_insert((path.to_owned(), error));
                }
                None
            }
        }
    }
}

/// The bytes of a plain file of at most `limit` bytes; a link to one is followed, and nothing blocks on a pipe.
pub fn read_plain(path: &Path, limit: u64) -> Option<Vec<u8>> {
    try_read_plain(path, limit).ok().flatten()
}

/// The same; `None` when something else stands there.
///
/// # Errors
/// What the system says.
#[allow(clippy::disallowed_methods, reason = "this is the reader of files outside a project")]
pub(crate) fn try_read_plain(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
    let file = OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() || metadata.len() > limit {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// `path` made absolute from `current`, links resolved where it exists: walks compare paths as text.
pub fn resolved(current: &Path, path: &Path) -> PathBuf {
    let absolute = current.join(path);
    absolute.canonicalize().unwrap_or(absolute)
}
