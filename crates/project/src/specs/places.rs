//! Reading below the work tree by directory handles, links never followed: what stands at a place, and what a file holds.

use std::io;

use cairn_plan::RelativePath;
use cairn_spec::presence::Presence;
use cairn_vault::{Errno, Fs, FsResult, Kind, RealFs, Root, VaultError};

/// A handle of an open folder.
pub(super) type Folder = <RealFs as Fs>::Dir;

/// Documents, records and Spec files above this are not read as text. Nobody writes a longer one by hand.
pub(super) const LARGEST_TEXT: u64 = 8 << 20;

/// What stands at a path.
pub(super) fn presence(root: &Root, path: &RelativePath) -> Presence {
    let fs = root.fs();
    let dir = match path.parent() {
        None => Ok(root.dir().clone()),
        Some(parent) => fs.open_beneath(root.dir(), &parent),
    };
    let status = dir.map(|dir| fs.status(&dir, path.file_name()));
    match status {
        Err(Errno::NOENT) | Ok(Err(Errno::NOENT)) => Presence::Absent,
        Err(_) | Ok(Err(_)) => Presence::Blocked,
        Ok(Ok(status)) => match status.kind {
            Kind::File => Presence::File,
            Kind::Folder => Presence::Folder,
            Kind::Link => Presence::Link,
            Kind::Other => Presence::Other,
        },
    }
}

/// The bytes of a regular file that is reached without a link; `None` when there is none of at most [`LARGEST_TEXT`] bytes.
///
/// # Errors
/// The system fails, so that nobody knows.
pub(super) fn text(root: &Root, path: &RelativePath) -> Result<Option<Vec<u8>>, VaultError> {
    let fs = root.fs();
    let dir = match path.parent() {
        None => Ok(root.dir().clone()),
        Some(parent) => fs.open_beneath(root.dir(), &parent),
    };
    let mut bytes = Vec::new();
    match dir.and_then(|dir| read_file(&dir, path.file_name(), LARGEST_TEXT, &mut bytes)) {
        Ok(Read::Whole { length, .. }) => {
            bytes.truncate(length);
            Ok(Some(bytes))
        }
        Ok(Read::NotRegular | Read::TooLarge(_)) => Ok(None),
        Err(errno) => {
            let error = failed(root, "read", path, errno);
            if error.is_failing_system() { Err(error) } else { Ok(None) }
        }
    }
}

/// What came of reading a file.
pub(super) enum Read {
    /// Everything: how many bytes, and the permission bits.
    Whole { length: usize, mode: u32 },
    /// Something else than a regular file stands there.
    NotRegular,
    /// It is larger than wanted, and open.
    TooLarge(Box<LargeFile>),
}

/// An open file that is not held in memory.
pub(super) struct LargeFile {
    /// The file.
    pub(super) file: <RealFs as Fs>::File,
    /// Its permission bits.
    pub(super) mode: u32,
    /// Its length.
    pub(super) size: u64,
}

/// Reads a file of an open folder into `buffer`; never waits for a pipe.
///
/// Of the buffer the first bytes are the file, as many as the answer says: what lies behind them is of earlier reads, so that a
/// buffer serves many files without being cleared.
pub(super) fn read_file(dir: &Folder, name: &[u8], limit: u64, buffer: &mut Vec<u8>) -> FsResult<Read> {
    let mut file = match RealFs.open_file(dir, name) {
        Ok(file) => file,
        // What cannot be opened without waiting or through a link is no regular file.
        Err(Errno::NXIO | Errno::LOOP | Errno::NODEV) => return Ok(Read::NotRegular),
        Err(errno) => return Err(errno),
    };
    let status = RealFs.file_status(&file)?;
    if status.kind != Kind::File {
        return Ok(Read::NotRegular);
    }
    if status.size > limit {
        return Ok(Read::TooLarge(Box::new(LargeFile { file, mode: status.mode, size: status.size })));
    }
    let expected = usize::try_from(status.size).unwrap_or(usize::MAX);
    if buffer.len() <= expected {
        buffer.resize(expected.saturating_add(1), 0);
    }
    let mut length = 0;
    loop {
        let Some(space) = buffer.get_mut(length..).filter(|space| !space.is_empty()) else {
            // It grows while it is read.
            buffer.resize(length.saturating_mul(2), 0);
            continue;
        };
        match RealFs.read(&mut file, space)? {
            0 => break,
            count => length += count,
        }
        // A regular file gives all it has; asking once more only for the zero is one call of four.
        if length == expected {
            break;
        }
    }
    Ok(Read::Whole { length, mode: status.mode })
}

/// The failure of a step at a path below the root.
pub(super) fn failed(root: &Root, operation: &'static str, path: &RelativePath, errno: Errno) -> VaultError {
    VaultError::Io { operation, path: root.full(path), source: io::Error::from(errno) }
}
