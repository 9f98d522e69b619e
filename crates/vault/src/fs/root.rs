//! A project root, opened once; everything else is reached from its handle.

use super::place::{self, Last, Resolved};
use super::{Claim, Errno, Fs, FsResult, Kind, Listed, Place, RealFs, Status};
use crate::VaultError;
use cairn_plan::{Contents, RelativePath};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// An open root folder. Paths below it are [`RelativePath`]s; symbolic links on the way are followed only while they stay
/// inside (G8).
#[derive(Clone, Debug)]
pub struct Root<F: Fs = RealFs> {
    fs: F,
    dir: F::Dir,
    path: PathBuf,
    /// Something of ours could not be removed below it.
    untidy: Arc<AtomicBool>,
}

/// A file as it was read.
#[derive(Clone, Debug)]
pub struct ReadFile {
    /// The whole content.
    pub bytes: Contents,
    /// What the system said of the open file.
    pub status: Status,
}

/// The path as the operating system takes it.
pub(crate) fn os_path(path: &RelativePath) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(path.as_bytes()))
}

impl Root<RealFs> {
    /// Open the folder `path`; links in `path` itself are followed.
    pub fn open(path: &Path) -> Result<Self, VaultError> {
        Self::open_in(RealFs, path)
    }
}

impl<F: Fs> Root<F> {
    /// Open the folder `path` of `fs`.
    pub fn open_in(fs: F, path: &Path) -> Result<Self, VaultError> {
        let dir = fs.open_absolute(path).map_err(|errno| VaultError::io("open", path, errno))?;
        Ok(Self::at(fs, dir, path))
    }

    /// A root over an open folder; `path` is what messages call it.
    pub fn at(fs: F, dir: F::Dir, path: impl Into<PathBuf>) -> Self {
        Self { fs, dir, path: path.into(), untidy: Arc::default() }
    }

    /// A temporary file of ours stays, because it could not be removed or looked at.
    pub(crate) fn note_leftover(&self) {
        self.untidy.store(true, Ordering::Relaxed);
    }

    /// Does one stay? From now on only those that come count.
    pub(crate) fn take_leftovers(&self) -> bool {
        self.untidy.swap(false, Ordering::Relaxed)
    }

    /// The file system.
    pub fn fs(&self) -> &F {
        &self.fs
    }

    /// The open folder.
    pub fn dir(&self) -> &F::Dir {
        &self.dir
    }

    /// What messages call the root.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What messages call a place below the root.
    pub fn full(&self, path: &RelativePath) -> PathBuf {
        self.path.join(os_path(path))
    }

    pub(crate) fn io(
        &self,
        operation: &'static str,
        path: &RelativePath,
    ) -> impl FnOnce(Errno) -> VaultError {
        let path = self.full(path);
        move |errno| VaultError::io(operation, path, errno)
    }

    /// Where `path` leads, a link at its end followed. Missing folders are `NOENT`.
    pub fn resolve(&self, path: &RelativePath) -> Result<Place<F::Dir>, VaultError> {
        self.find(path, Last::Follow)
    }

    /// Where `path` stands, a link at its end taken as the link.
    pub fn locate(&self, path: &RelativePath) -> Result<Place<F::Dir>, VaultError> {
        self.find(path, Last::Keep)
    }

    fn find(&self, path: &RelativePath, last: Last) -> Result<Place<F::Dir>, VaultError> {
        match self.walk(path, last)? {
            Claim::Place(place) => Ok(place),
            Claim::Unclaimed(_) => Err(VaultError::io("open", self.full(path), Errno::NOENT)),
        }
    }

    /// Like [`Self::locate`], but tells which folders are missing.
    pub fn claim(&self, path: &RelativePath) -> Result<Claim<F::Dir>, VaultError> {
        self.walk(path, Last::Keep)
    }

    fn walk(&self, path: &RelativePath, last: Last) -> Result<Claim<F::Dir>, VaultError> {
        let canonical =
            || std::fs::canonicalize(&self.path).ok().map(|path| path.as_os_str().as_bytes().to_vec());
        match place::resolve(&self.fs, &self.dir, path, last, canonical) {
            Ok(Resolved::Inside(claim)) => Ok(claim),
            Ok(Resolved::Outside) | Err(Errno::LOOP) => Err(VaultError::OutsideRoot(self.full(path))),
            Err(errno) => Err(VaultError::io("open", self.full(path), errno)),
        }
    }

    /// The whole content of a regular file of at most `limit` bytes; never waits for a pipe. A link is followed while it
    /// stays inside.
    pub fn read(&self, path: &RelativePath, limit: u64) -> Result<ReadFile, VaultError> {
        let place = self.resolve(path)?;
        self.read_at(&place, limit)
    }

    pub(crate) fn read_at(&self, place: &Place<F::Dir>, limit: u64) -> Result<ReadFile, VaultError> {
        let mut file = self.fs.open_file(&place.dir, &place.name).map_err(|errno| match errno {
            // What cannot be opened without waiting or through a link is no regular file.
            Errno::NXIO | Errno::LOOP | Errno::NODEV => VaultError::NotRegular(self.full(&place.path)),
            errno => VaultError::io("open", self.full(&place.path), errno),
        })?;
        let status = self.fs.file_status(&file).map_err(self.io("look at", &place.path))?;
        if status.kind != Kind::File {
            return Err(VaultError::NotRegular(self.full(&place.path)));
        }
        let too_large = |size| VaultError::TooLarge { path: self.full(&place.path), size, limit };
        if status.size > limit {
            return Err(too_large(status.size));
        }
        let bytes =
            read_to_end(&self.fs, &mut file, status.size, limit).map_err(self.io("read", &place.path))?;
        match u64::try_from(bytes.len()) {
            Ok(size) if size <= limit => Ok(ReadFile { bytes, status }),
            _ => Err(too_large(limit.saturating_add(1))),
        }
    }

    /// What stands at `path`, a link as a link; `None` when nothing does.
    pub fn status(&self, path: &RelativePath) -> Result<Option<Status>, VaultError> {
        match self.claim(path)? {
            Claim::Unclaimed(_) => Ok(None),
            Claim::Place(place) => {
                place::status(&self.fs, &place.dir, &place.name).map_err(self.io("look at", &place.path))
            }
        }
    }

    /// Does anything stand where `path` leads, a link at its end followed? Nothing is opened.
    pub fn leads_somewhere(&self, path: &RelativePath) -> Result<bool, VaultError> {
        let place = match self.resolve(path) {
            Ok(place) => place,
            Err(error) if error.is_not_found() => return Ok(false),
            Err(error) => return Err(error),
        };
        let found = place::status(&self.fs, &place.dir, &place.name);
        found.map(|found| found.is_some()).map_err(self.io("look at", &place.path))
    }

    /// The entries of the folder at `path`, or of the root.
    pub fn list(&self, path: Option<&RelativePath>) -> Result<Vec<Listed>, VaultError> {
        let Some(path) = path else {
            return self.fs.read_dir(&self.dir).map_err(|errno| VaultError::io("list", &self.path, errno));
        };
        let dir = self.folder(path)?;
        self.fs.read_dir(&dir).map_err(self.io("list", path))
    }

    /// The open folder at `path`, links inside the root followed.
    pub fn folder(&self, path: &RelativePath) -> Result<F::Dir, VaultError> {
        let place = self.resolve(path)?;
        self.fs.open_dir(&place.dir, &place.name).map_err(self.io("open", path))
    }
}

/// Everything from where the file stands; one byte past `limit` at most. `expected` sizes the buffer.
pub(crate) fn read_to_end<F: Fs>(
    fs: &F,
    file: &mut F::File,
    expected: u64,
    limit: u64,
) -> FsResult<Contents> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    // One byte more than expected, so that the end of the file is seen without growing the buffer.
    let expected = usize::try_from(expected).unwrap_or(0).min(limit);
    let mut bytes = Contents::zeroed(expected.saturating_add(1));
    let mut filled = fs.read_at_once(file, &mut bytes)?;
    loop {
        let Some(space) = bytes.get_mut(filled..).filter(|space| !space.is_empty()) else {
            if filled > limit {
                break;
            }
            bytes.resize(filled.saturating_mul(2).max(4096));
            continue;
        };
        match fs.read(file, space)? {
            0 => break,
            count => filled += count,
        }
    }
    bytes.resize(filled);
    Ok(bytes)
}

/// All of `bytes`, however many calls that takes.
pub(crate) fn write_all<F: Fs>(fs: &F, file: &mut F::File, mut bytes: &[u8]) -> FsResult<()> {
    while !bytes.is_empty() {
        match fs.write(file, bytes)? {
            0 => return Err(Errno::IO),
            count => bytes = bytes.get(count..).unwrap_or_default(),
        }
    }
    Ok(())
}
