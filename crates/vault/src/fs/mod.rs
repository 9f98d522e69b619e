//! The few operations that all protocols are made of.

mod large;
mod place;
mod real;
mod root;

pub use place::{Claim, Place, Unclaimed};
pub use real::RealFs;
pub use root::{ReadFile, Root};
pub(crate) use root::{os_path, read_to_end, write_all};
pub use rustix::io::Errno;

use cairn_plan::RelativePath;
use std::fmt::Debug;
use std::path::Path;

/// The answer of one operation.
pub type FsResult<T> = Result<T, Errno>;

/// A file system, seen through directory handles.
///
/// Every `name` is one component of a path, never with a `/`. No operation follows a symbolic link at its last
/// component, and [`Fs::open_beneath`] follows none at all; so nothing that is done through a handle can leave the folder
/// it was opened for (G8).
pub trait Fs: Clone + Debug {
    /// An open folder.
    type Dir: Clone + Debug;
    /// An open file.
    type File: Debug;

    /// A folder named by the user, links followed: the one door into the file system.
    fn open_absolute(&self, path: &Path) -> FsResult<Self::Dir>;
    /// The same, made with its parents where they are missing, each flushed into its own parent.
    fn make_absolute(&self, path: &Path) -> FsResult<Self::Dir>;
    /// The folder `path` below `dir`, every component a real folder.
    fn open_beneath(&self, dir: &Self::Dir, path: &RelativePath) -> FsResult<Self::Dir>;
    /// The folder `name` in `dir`.
    fn open_dir(&self, dir: &Self::Dir, name: &[u8]) -> FsResult<Self::Dir>;
    /// The file `name` for reading. Never waits: a pipe without a writer opens at once; the caller looks at its status.
    fn open_file(&self, dir: &Self::Dir, name: &[u8]) -> FsResult<Self::File>;
    /// A new file for writing; `EXIST` when anything stands there. The process's mask applies to `mode`.
    fn create(&self, dir: &Self::Dir, name: &[u8], mode: u32) -> FsResult<Self::File>;
    /// A new file for writing in `dir` that has no name yet, for a content of `length` bytes; a crash takes it away. `NOTSUP`
    /// where that cannot be done, or where it costs more than the content is worth.
    fn create_nameless(&self, _dir: &Self::Dir, _mode: u32, _length: usize) -> FsResult<Self::File> {
        Err(Errno::NOTSUP)
    }
    /// Gives a file without a name one in `dir`, the folder it was made in; `EXIST` when anything stands there.
    fn give_name(&self, _file: &Self::File, _dir: &Self::Dir, _name: &[u8]) -> FsResult<()> {
        Err(Errno::NOTSUP)
    }
    /// The next bytes of the file; 0 at its end.
    fn read(&self, file: &mut Self::File, buffer: &mut [u8]) -> FsResult<usize>;
    /// So many of the first bytes of a file that was not read yet as can be had faster than by [`Self::read`]; mostly none.
    fn read_at_once(&self, _file: &mut Self::File, _buffer: &mut [u8]) -> FsResult<usize> {
        Ok(0)
    }
    /// Does a file that was not read yet hold exactly `expected`? `None` when that is told no faster than by [`Self::read`].
    fn holds_at_once(&self, _file: &Self::File, _expected: &[u8]) -> FsResult<Option<bool>> {
        Ok(None)
    }
    /// Some of `bytes` at the end of what was written.
    fn write(&self, file: &mut Self::File, bytes: &[u8]) -> FsResult<usize>;
    /// Give the file the owner (as far as allowed) and the permission bits of `like`.
    fn copy_attributes(&self, file: &Self::File, like: &Status) -> FsResult<()>;
    /// Set the permission bits.
    fn set_mode(&self, file: &Self::File, mode: u32) -> FsResult<()>;
    /// What is open.
    fn file_status(&self, file: &Self::File) -> FsResult<Status>;
    /// Content and attributes reach the disk before this returns.
    fn sync_file(&self, file: &Self::File) -> FsResult<()>;
    /// The names in the folder reach the disk before this returns.
    fn sync_dir(&self, dir: &Self::Dir) -> FsResult<()>;
    /// [`Self::sync_file`] of all of them, in any order or at the same time; the first failure is the answer.
    fn sync_files(&self, files: &[&Self::File]) -> FsResult<()> {
        files.iter().try_for_each(|file| self.sync_file(file))
    }
    /// [`Self::sync_dir`] of all of them, likewise.
    fn sync_dirs(&self, dirs: &[&Self::Dir]) -> FsResult<()> {
        dirs.iter().try_for_each(|dir| self.sync_dir(dir))
    }
    /// Another name; replaces a file at `to`.
    fn rename(&self, dir: &Self::Dir, name: &[u8], to_dir: &Self::Dir, to: &[u8]) -> FsResult<()>;
    /// Another name; `EXIST` when anything stands at `to`.
    fn rename_new(&self, dir: &Self::Dir, name: &[u8], to_dir: &Self::Dir, to: &[u8]) -> FsResult<()>;
    /// Two files of one folder trade names at one instant.
    fn exchange(&self, dir: &Self::Dir, name: &[u8], other: &[u8]) -> FsResult<()>;
    /// Remove a file or a link.
    fn unlink(&self, dir: &Self::Dir, name: &[u8]) -> FsResult<()>;
    /// A new folder.
    fn make_dir(&self, dir: &Self::Dir, name: &[u8]) -> FsResult<()>;
    /// Remove an empty folder.
    fn remove_dir(&self, dir: &Self::Dir, name: &[u8]) -> FsResult<()>;
    /// A new symbolic link that says `target`.
    fn symlink(&self, target: &[u8], dir: &Self::Dir, name: &[u8]) -> FsResult<()>;
    /// What a symbolic link says.
    fn read_link(&self, dir: &Self::Dir, name: &[u8]) -> FsResult<Vec<u8>>;
    /// What stands at `name`, a link as a link.
    fn status(&self, dir: &Self::Dir, name: &[u8]) -> FsResult<Status>;
    /// Everything in the folder but `.` and `..`, in byte order.
    fn read_dir(&self, dir: &Self::Dir) -> FsResult<Vec<Listed>>;
    /// Take the advisory lock of an open folder, without waiting. False when another handle has it. The lock ends with
    /// the handle.
    fn try_lock_dir(&self, dir: &Self::Dir) -> FsResult<bool>;
    /// The same together with others that only look.
    fn try_share_dir(&self, dir: &Self::Dir) -> FsResult<bool>;
    /// Give back what [`Self::try_lock_dir`] or [`Self::try_share_dir`] took, also where others still have the open folder.
    fn unlock_dir(&self, dir: &Self::Dir);
    /// [`Self::try_lock_dir`] for a file.
    fn try_lock_file(&self, file: &Self::File) -> FsResult<bool>;
}

/// What stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A pipe, socket or device.
    Other,
}

/// Which thing it is, whatever its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// The device it lies on.
    pub device: u64,
    /// Its number there.
    pub number: u64,
}

/// What a file system says about one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// File, folder, link or something else.
    pub kind: Kind,
    /// The permission bits, `0o7777`.
    pub mode: u32,
    /// Length in bytes.
    pub size: u64,
    /// Which thing it is.
    pub identity: Identity,
    /// Numbers of owner and group.
    pub owner: (u32, u32),
    /// Last change of the content: seconds since 1970 and nanoseconds.
    pub modified: (i64, u32),
}

/// One entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name, one component.
    pub name: Vec<u8>,
    /// What it is.
    pub kind: Kind,
}

#[cfg(test)]
mod tests;
