//! The file system of the machine.

use super::large::{self, LARGE};
use super::{Errno, Fs, FsResult, Identity, Kind, Listed, Status};
use cairn_plan::RelativePath;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, FileType, FlockOperation, Mode, OFlags, RenameFlags, SeekFrom, Stat};
use rustix::io::retry_on_intr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::sync::Arc;

/// [`Fs`] by system calls relative to directory handles.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealFs;

/// How a folder is opened: as a folder and nothing else, never through a link.
const DIRECTORY: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

impl RealFs {
    /// [`Fs::try_lock_dir`] that waits, however long it takes.
    pub(crate) fn lock_dir(&self, dir: &Arc<OwnedFd>) -> FsResult<()> {
        retry_on_intr(|| rustix::fs::flock(dir, FlockOperation::LockExclusive))
    }

    /// The same one component at a time, for systems without `openat2`.
    pub(super) fn walk(&self, dir: &Arc<OwnedFd>, path: &RelativePath) -> FsResult<Arc<OwnedFd>> {
        path.components().try_fold(Arc::clone(dir), |at, name| self.open_dir(&at, name))
    }
}

impl Fs for RealFs {
    type Dir = Arc<OwnedFd>;
    type File = OwnedFd;

    fn open_absolute(&self, path: &Path) -> FsResult<Self::Dir> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        retry_on_intr(|| rustix::fs::open(path, flags, Mode::empty())).map(Arc::new)
    }

    fn make_absolute(&self, path: &Path) -> FsResult<Self::Dir> {
        match self.open_absolute(path) {
            Err(Errno::NOENT) => {}
            other => return other,
        }
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return Err(Errno::NOENT) };
        let parent =
            self.make_absolute(if parent.as_os_str().is_empty() { Path::new(".") } else { parent })?;
        match self.make_dir(&parent, name.as_bytes()) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(errno) => return Err(errno),
        }
        self.sync_dir(&parent)?;
        self.open_absolute(path)
    }

    #[cfg(target_os = "linux")]
    fn open_beneath(&self, dir: &Self::Dir, path: &RelativePath) -> FsResult<Self::Dir> {
        use rustix::fs::ResolveFlags;
        let within = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        let opened =
            retry_on_intr(|| rustix::fs::openat2(dir, path.as_bytes(), DIRECTORY, Mode::empty(), within));
        match opened {
            // An old kernel, a filter in front of the system call, or a folder moved under the walk.
            Err(Errno::NOSYS | Errno::PERM | Errno::AGAIN) => self.walk(dir, path),
            other => other.map(Arc::new),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn open_beneath(&self, dir: &Self::Dir, path: &RelativePath) -> FsResult<Self::Dir> {
        self.walk(dir, path)
    }

    fn open_dir(&self, dir: &Self::Dir, name: &[u8]) -> FsResult<Self::Dir> {
        retry_on_intr(|| rustix::fs::openat(dir, name, DIRECTORY, Mode::empty())).map(Arc::new)
    }

    fn open_file(&self, dir: &Self::Dir, name: &[u8]) -> FsResult<Self::File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        retry_on_intr(|| rustix::fs::openat(dir, name, flags, Mode::empty()))
    }

    fn create(&self, dir: &Self::Dir, name: &[u8], mode: u32) -> FsResult<Self::File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        retry_on_intr(|| rustix::fs::openat(dir, name, flags, bits(mode)))
    }

    #[cfg(target_os = "linux")]
    fn create_nameless(&self, dir: &Self::Dir, mode: u32, length: usize) -> FsResult<Self::File> {
        // What it saves is the time in which the content is hashed; what it costs is one flush more.
        if length < LARGE {
            return Err(Errno::NOTSUP);
        }
        let flags = OFlags::RDWR | OFlags::TMPFILE | OFlags::CLOEXEC;
        retry_on_intr(|| rustix::fs::openat(dir, c".", flags, bits(mode)))
    }

    #[cfg(target_os = "linux")]
    fn give_name(&self, file: &Self::File, dir: &Self::Dir, name: &[u8]) -> FsResult<()> {
        use rustix::fd::AsRawFd as _;
        // The kernel links an open file by itself for privileged processes only; by this way, for whoever opened it.
        let open = format!("/proc/self/fd/{}", file.as_raw_fd());
        retry_on_intr(|| rustix::fs::linkat(rustix::fs::CWD, &open, dir, name, AtFlags::SYMLINK_FOLLOW))
    }

    fn read(&self, file: &mut Self::File, buffer: &mut [u8]) -> FsResult<usize> {
        retry_on_intr(|| rustix::io::read(&*file, &mut *buffer))
    }

    fn read_at_once(&self, file: &mut Self::File, buffer: &mut [u8]) -> FsResult<usize> {
        if buffer.len() < LARGE {
            return Ok(0);
        }
        let filled = large::read(file, buffer)?;
        rustix::fs::seek(&*file, SeekFrom::Start(u64::try_from(filled).unwrap_or(u64::MAX)))?;
        Ok(filled)
    }

    fn holds_at_once(&self, file: &Self::File, expected: &[u8]) -> FsResult<Option<bool>> {
        if expected.len() < LARGE {
            return Ok(None);
        }
        large::holds(file, expected).map(Some)
    }

    fn write(&self, file: &mut Self::File, bytes: &[u8]) -> FsResult<usize> {
        if bytes.len() >= LARGE {
            return large::write(file, bytes);
        }
        retry_on_intr(|| rustix::io::write(&*file, bytes))
    }

    fn copy_attributes(&self, file: &Self::File, like: &Status) -> FsResult<()> {
        let mine = self.file_status(file)?;
        if mine.owner != like.owner {
            // Only a privileged process may give files away; for everyone else the file becomes its own, as with any editor.
            let owner = rustix::fs::Uid::from_raw(like.owner.0);
            let group = rustix::fs::Gid::from_raw(like.owner.1);
            let _not_allowed = rustix::fs::fchown(file, Some(owner), Some(group));
        }
        self.set_mode(file, like.mode)
    }

    fn set_mode(&self, file: &Self::File, mode: u32) -> FsResult<()> {
        retry_on_intr(|| rustix::fs::fchmod(file, bits(mode)))
    }

    fn file_status(&self, file: &Self::File) -> FsResult<Status> {
        rustix::fs::fstat(file).map(|stat| status_of(&stat))
    }

    fn sync_file(&self, file: &Self::File) -> FsResult<()> {
        sync(file)
    }

    fn sync_dir(&self, dir: &Self::Dir) -> FsResult<()> {
        match sync(dir) {
            // Some network and foreign file systems cannot flush a folder and say so; nothing stronger is to be had there.
            Err(Errno::INVAL | Errno::NOTSUP) => Ok(()),
            other => other,
        }
    }

    fn sync_files(&self, files: &[&Self::File]) -> FsResult<()> {
        at_once(files, |file| self.sync_file(file))
    }

    fn sync_dirs(&self, dirs: &[&Self::Dir]) -> FsResult<()> {
        at_once(dirs, |dir| self.sync_dir(dir))
    }

    fn rename(&self, dir: &Self::Dir, name: &[u8], to_dir: &Self::Dir, to: &[u8]) -> FsResult<()> {
        retry_on_intr(|| rustix::fs::renameat(dir, name, to_dir, to))
    }

    fn rename_new(&self, dir: &Self::Dir, name: &[u8], to_dir: &Self::Dir, to: &[u8]) -> FsResult<()> {
        match rename_with(dir, name, to_dir, to, RenameFlags::NOREPLACE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                self.rename_new_by_steps(dir, name, to_dir, to)
            }
            other => other,
        }
    }

    fn exchange(&self, dir: &Self::Dir, name: &[u8], other: &[u8]) -> FsResult<()> {
        rename_with(dir, name, dir, other, RenameFlags::EXCHANGE)
    }

    fn unlink(&self, dir: &Self::Dir, name: &[u8]) -> FsResult<()> {
        retry_on_intr(|| rustix::fs::unlinkat(dir, name, AtFlags::empty()))
    }

    fn make_dir(&self, dir: &Self::Dir, name: &[u8]) -> FsResult<()> {
        retry_on_intr(|| rustix::fs::mkdirat(dir, name, bits(0o777)))
    }

    fn remove_dir(&self, dir: &Self::Dir, name: &[u8]) -> FsResult<()> {
        retry_on_intr(|| rustix::fs::unlinkat(dir, name, AtFlags::REMOVEDIR))
    }

    fn symlink(&self, target: &[u8], dir: &Self::Dir, name: &[u8]) -> FsResult<()> {
        retry_on_intr(|| rustix::fs::symlinkat(target, dir, name))
    }

    fn read_link(&self, dir: &Self::Dir, name: &[u8]) -> FsResult<Vec<u8>> {
        rustix::fs::readlinkat(dir, name, Vec::new()).map(std::ffi::CString::into_bytes)
    }

    fn status(&self, dir: &Self::Dir, name: &[u8]) -> FsResult<Status> {
        rustix::fs::statat(dir, name, AtFlags::SYMLINK_NOFOLLOW).map(|stat| status_of(&stat))
    }

    fn read_dir(&self, dir: &Self::Dir) -> FsResult<Vec<Listed>> {
        let mut listed = Vec::new();
        for_each_entry(dir, |name, file_type| {
            if matches!(name, b"." | b"..") {
                return Ok(());
            }
            // Some file systems do not tell the kind while listing.
            let kind = match file_type {
                FileType::Unknown => self.status(dir, name)?.kind,
                known => kind_of(known),
            };
            listed.push(Listed { name: name.to_vec(), kind });
            Ok(())
        })?;
        listed.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        Ok(listed)
    }

    fn try_lock_dir(&self, dir: &Self::Dir) -> FsResult<bool> {
        try_lock(dir, FlockOperation::NonBlockingLockExclusive)
    }

    fn try_share_dir(&self, dir: &Self::Dir) -> FsResult<bool> {
        try_lock(dir, FlockOperation::NonBlockingLockShared)
    }

    fn unlock_dir(&self, dir: &Self::Dir) {
        let _without_locks_there_was_none = retry_on_intr(|| rustix::fs::flock(dir, FlockOperation::Unlock));
    }

    fn try_lock_file(&self, file: &Self::File) -> FsResult<bool> {
        try_lock(file, FlockOperation::NonBlockingLockExclusive)
    }
}

/// Flushes that wait together: a file system writes its journal once for all who wait for it at one time, where one after
/// the other each would wait for a write of its own.
fn at_once<T: Sync>(things: &[T], flush: impl Fn(&T) -> FsResult<()> + Sync) -> FsResult<()> {
    /// Threads that wait cost nothing but their start.
    const WAITERS: usize = 32;
    if let [] | [_] = things {
        return things.iter().try_for_each(flush);
    }
    let flush = &flush;
    std::thread::scope(|scope| {
        let mut answer = Ok(());
        let mut waiters = Vec::with_capacity(WAITERS);
        for portion in things.chunks(things.len().div_ceil(WAITERS)) {
            let work = move || portion.iter().try_for_each(flush);
            match std::thread::Builder::new().spawn_scoped(scope, work) {
                Ok(waiter) => waiters.push(waiter),
                // No thread to be had: then this one waits.
                Err(_) => answer = answer.and(work()),
            }
        }
        waiters.into_iter().map(|waiter| waiter.join().unwrap_or(Err(Errno::IO))).fold(answer, Result::and)
    })
}

/// Everything in the folder, by a handle of its own: how far a listing is belongs to the handle, which others may be using.
#[cfg(target_os = "linux")]
fn for_each_entry(dir: &OwnedFd, mut take: impl FnMut(&[u8], FileType) -> FsResult<()>) -> FsResult<()> {
    /// As much as the C library asks for at once: a folder of a thousand files.
    const ROOM: usize = 32 * 1024;
    let own = retry_on_intr(|| rustix::fs::openat(dir, c".", DIRECTORY, Mode::empty()))?;
    let mut room = Vec::with_capacity(ROOM);
    let mut entries = rustix::fs::RawDir::new(own, room.spare_capacity_mut());
    while let Some(entry) = entries.next() {
        let entry = entry?;
        take(entry.file_name().to_bytes(), entry.file_type())?;
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn for_each_entry(dir: &OwnedFd, mut take: impl FnMut(&[u8], FileType) -> FsResult<()>) -> FsResult<()> {
    for entry in rustix::fs::Dir::read_from(dir)? {
        let entry = entry?;
        take(entry.file_name().to_bytes(), entry.file_type())?;
    }
    Ok(())
}

impl RealFs {
    /// Where the system has no exclusive rename: files get a second name, which fails when it is taken; for folders the
    /// look before the rename is the best there is.
    pub(super) fn rename_new_by_steps(
        &self,
        dir: &Arc<OwnedFd>,
        name: &[u8],
        to_dir: &Arc<OwnedFd>,
        to: &[u8],
    ) -> FsResult<()> {
        if self.status(dir, name)?.kind == Kind::File
            && retry_on_intr(|| rustix::fs::linkat(dir, name, to_dir, to, AtFlags::empty())).is_ok()
        {
            return self.unlink(dir, name);
        }
        match self.status(to_dir, to) {
            Err(Errno::NOENT) => self.rename(dir, name, to_dir, to),
            Ok(_) => Err(Errno::EXIST),
            Err(errno) => Err(errno),
        }
    }
}

fn rename_with(
    dir: &Arc<OwnedFd>,
    name: &[u8],
    to_dir: &Arc<OwnedFd>,
    to: &[u8],
    flags: RenameFlags,
) -> FsResult<()> {
    retry_on_intr(|| rustix::fs::renameat_with(dir, name, to_dir, to, flags))
}

#[cfg(not(target_vendor = "apple"))]
fn sync(handle: impl AsFd) -> FsResult<()> {
    retry_on_intr(|| rustix::fs::fsync(&handle))
}

/// On Apple's systems `fsync` leaves the bytes in the drive's cache.
#[cfg(target_vendor = "apple")]
fn sync(handle: impl AsFd) -> FsResult<()> {
    match retry_on_intr(|| rustix::fs::fcntl_fullfsync(&handle)) {
        Err(Errno::NOTSUP | Errno::NOTTY | Errno::INVAL) => retry_on_intr(|| rustix::fs::fsync(&handle)),
        other => other,
    }
}

fn try_lock(handle: impl AsFd, how: FlockOperation) -> FsResult<bool> {
    match retry_on_intr(|| rustix::fs::flock(&handle, how)) {
        Ok(()) => Ok(true),
        Err(Errno::WOULDBLOCK) => Ok(false),
        Err(errno) => Err(errno),
    }
}

/// The permission bits of a number; the type differs between systems.
fn bits(mode: u32) -> Mode {
    #[allow(clippy::useless_conversion, reason = "the raw mode is 16 bits wide on some systems")]
    Mode::from_raw_mode((mode & 0o7777).try_into().unwrap_or(0o600))
}

fn kind_of(kind: FileType) -> Kind {
    match kind {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Folder,
        FileType::Symlink => Kind::Link,
        _ => Kind::Other,
    }
}

#[allow(clippy::useless_conversion, clippy::unnecessary_cast, reason = "the widths differ between systems")]
fn status_of(stat: &Stat) -> Status {
    Status {
        kind: kind_of(FileType::from_raw_mode(stat.st_mode)),
        mode: u32::from(stat.st_mode) & 0o7777,
        size: u64::try_from(stat.st_size).unwrap_or(0),
        identity: Identity { device: stat.st_dev as u64, number: stat.st_ino as u64 },
        owner: (stat.st_uid, stat.st_gid),
        modified: (stat.st_mtime as i64, u32::try_from(stat.st_mtime_nsec).unwrap_or(0)),
    }
}
