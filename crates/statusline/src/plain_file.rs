//! Files and folders, looked at without ever waiting for one: whatever is no plain file of bounded size is absent (D42).

use crate::deadline::Deadline;
use cairn_state::project_root::Folders;
use rustix::fd::OwnedFd;
use rustix::fs::{Dir, FileType, Mode, OFlags, Stat, fstat, open, stat};
use rustix::io::{Errno, pread};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

/// The largest STATE.md, configuration, todo file or transcript that counts, in bytes.
pub const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// The largest file that holds a name or a path, in bytes: four times the longest path.
const MOST_POINTER_BYTES: u64 = 16 * 1024;

/// How many bytes are read between two looks at the clock: a fraction of a millisecond.
const STEP: usize = 1024 * 1024;

/// How many folder entries are read between two looks at the clock.
const ENTRIES_A_LOOK: usize = 256;

/// The disk as the line sees it, until its time is over: behind the deadline everything is absent.
#[derive(Debug, Clone, Copy)]
pub struct Disk {
    /// When the time is over.
    pub deadline: Deadline,
}

impl Disk {
    /// The whole of the plain file `path`, links followed; `None` when it is absent, unreadable, no plain file, or larger
    /// than [`MOST_BYTES`].
    pub fn read(self, path: &Path) -> Option<Vec<u8>> {
        self.read_end(path, MOST_BYTES, MOST_BYTES)
    }

    /// The last `count` bytes of such a file, or all of it when it has fewer.
    pub fn read_last(self, path: &Path, count: u64) -> Option<Vec<u8>> {
        self.read_end(path, MOST_BYTES, count)
    }

    fn read_end(self, path: &Path, most_bytes: u64, count: u64) -> Option<Vec<u8>> {
        if self.deadline.is_over() {
            return None;
        }
        // A FIFO opened like this does not wait for a writer, a terminal does not become ours.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = open(path, flags, Mode::empty()).ok()?;
        let metadata = fstat(&file).ok()?;
        let size = u64::try_from(metadata.st_size).ok()?;
        if !is_plain(&metadata) || size > most_bytes {
            return None;
        }
        self.read_range(&file, size.saturating_sub(count), size)
    }

    /// The bytes `start..end` of `file`; fewer when it became shorter meanwhile.
    fn read_range(self, file: &OwnedFd, start: u64, end: u64) -> Option<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(end.saturating_sub(start)).ok()?];
        let mut filled = 0;
        while filled < bytes.len() {
            if self.deadline.is_over() {
                return None;
            }
            let step_end = filled.saturating_add(STEP).min(bytes.len());
            let room = bytes.get_mut(filled..step_end)?;
            match pread(file, room, start.saturating_add(u64::try_from(filled).ok()?)) {
                Ok(0) => break,
                Ok(length) => filled = filled.saturating_add(length),
                Err(Errno::INTR) => {}
                Err(_) => return None,
            }
        }
        bytes.truncate(filled);
        Some(bytes)
    }

    /// Whether anything at all stands at `path`.
    pub fn exists(self, path: &Path) -> bool {
        self.metadata(path).is_some()
    }

    /// When the plain file `path` was last changed, in seconds and nanoseconds; `None` when it is no plain file.
    pub fn changed_at(self, path: &Path) -> Option<(i64, i64)> {
        let metadata = self.metadata(path).filter(is_plain)?;
        Some((metadata.st_mtime, i64::try_from(metadata.st_mtime_nsec).ok()?))
    }

    /// Calls `visit` with the name of each entry of the folder `path` until it says that it has seen enough; `None` when
    /// the folder cannot be read to the end in time.
    pub fn visit_entries(self, path: &Path, mut visit: impl FnMut(&OsStr) -> Visit) -> Option<()> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let entries = Dir::new(open(path, flags, Mode::empty()).ok()?).ok()?;
        for (index, entry) in entries.enumerate() {
            if index % ENTRIES_A_LOOK == 0 && self.deadline.is_over() {
                return None;
            }
            let entry = entry.ok()?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            if name != "." && name != ".." && visit(name) == Visit::Enough {
                break;
            }
        }
        Some(())
    }

    fn metadata(self, path: &Path) -> Option<Stat> {
        if self.deadline.is_over() { None } else { stat(path).ok() }
    }
}

impl Folders for Disk {
    fn is_folder(&self, path: &Path) -> bool {
        self.metadata(path).is_some_and(|metadata| FileType::from_raw_mode(metadata.st_mode).is_dir())
    }

    fn read_pointer(&self, path: &Path) -> Option<Vec<u8>> {
        self.read_end(path, MOST_POINTER_BYTES, MOST_POINTER_BYTES)
    }
}

/// Whether a visit of a folder goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visit {
    /// With the next entry.
    GoOn,
    /// Not: what was looked for is found.
    Enough,
}

fn is_plain(metadata: &Stat) -> bool {
    FileType::from_raw_mode(metadata.st_mode).is_file()
}
