//! Contents of many megabytes: read and compared by two threads, since what that costs is the copying of memory; written in
//! pieces, since the disk has time for one while the next is copied.

use super::{Errno, FsResult};
use rustix::fd::OwnedFd;
use rustix::io::retry_on_intr;

/// A content below this is worked through before a thread has begun.
pub(super) const LARGE: usize = 1 << 20;

/// Reads of a file that go on at the same time: what they cost is the copying of memory. How many bytes there are from the
/// beginning on.
pub(super) fn read(file: &OwnedFd, buffer: &mut [u8]) -> FsResult<usize> {
    let middle = buffer.len() / 2;
    let (first, second) = buffer.split_at_mut(middle);
    std::thread::scope(|scope| {
        let behind = std::thread::Builder::new().spawn_scoped(scope, move || read_from(file, second, middle));
        let front = read_from(file, first, 0)?;
        match behind.map(|behind| behind.join().unwrap_or(Err(Errno::IO))) {
            // No thread to be had, or an end where none was: the rest is read as any file is.
            Err(_) => Ok(front),
            Ok(_) if front < middle => Ok(front),
            Ok(behind) => Ok(front.saturating_add(behind?)),
        }
    })
}

/// The first piece of `bytes` at the end of what was written, on its way to the disk already: the flush behind the last piece
/// has less to wait for.
pub(super) fn write(file: &OwnedFd, bytes: &[u8]) -> FsResult<usize> {
    const PIECE: usize = 1 << 21;
    let piece = bytes.get(..PIECE).unwrap_or(bytes);
    let count = retry_on_intr(|| rustix::io::write(file, piece))?;
    send_on(file, count);
    Ok(count)
}

/// Asks for the last `count` bytes to be taken to the disk, without waiting. What is on its way stays in memory for whoever reads
/// it next. A system that cannot be asked does it when the file is flushed.
#[cfg(target_os = "linux")]
fn send_on(file: &OwnedFd, count: usize) {
    let count = u64::try_from(count).unwrap_or_default();
    if let Ok(end) = rustix::fs::tell(file) {
        let length = std::num::NonZeroU64::new(count);
        let _only_slower =
            rustix::fs::fadvise(file, end.saturating_sub(count), length, rustix::fs::Advice::DontNeed);
    }
}

#[cfg(not(target_os = "linux"))]
fn send_on(_file: &OwnedFd, _count: usize) {}

/// Does the file hold exactly `expected`?
pub(super) fn holds(file: &OwnedFd, expected: &[u8]) -> FsResult<bool> {
    let (front, behind) = expected.split_at(expected.len() / 2);
    std::thread::scope(|scope| {
        let holds_behind = || holds_from(file, behind, front.len());
        let other = std::thread::Builder::new().spawn_scoped(scope, holds_behind);
        let is_front = holds_from(file, front, 0)?;
        // No thread to be had: then it is done now.
        let is_behind = match other {
            Ok(other) => other.join().unwrap_or(Err(Errno::IO))?,
            Err(_) => holds_behind()?,
        };
        let is_end = || Ok(read_from(file, &mut [0], expected.len())? == 0);
        Ok(is_front && is_behind && is_end()?)
    })
}

/// Do the bytes from `offset` on begin with `expected`?
fn holds_from(file: &OwnedFd, expected: &[u8], offset: usize) -> FsResult<bool> {
    /// As much as stays near the processor between reading and comparing.
    const PIECE: usize = 1 << 17;
    let mut buffer = vec![0; PIECE.min(expected.len())];
    let mut at = offset;
    for piece in expected.chunks(PIECE) {
        let Some(space) = buffer.get_mut(..piece.len()) else { return Ok(false) };
        if read_from(file, space, at)? != piece.len() || space != piece {
            return Ok(false);
        }
        at = at.saturating_add(piece.len());
    }
    Ok(true)
}

/// The bytes from `offset` on, as many as fit or as there are.
fn read_from(file: &OwnedFd, buffer: &mut [u8], offset: usize) -> FsResult<usize> {
    let mut filled = 0;
    while let Some(space) = buffer.get_mut(filled..).filter(|space| !space.is_empty()) {
        let at = u64::try_from(offset.saturating_add(filled)).unwrap_or(u64::MAX);
        match retry_on_intr(|| rustix::io::pread(file, &mut *space, at))? {
            0 => break,
            count => filled += count,
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G3, G10: the same content is found to be the same, and a difference is found wherever it is, in either half, at the end and
    /// behind it.
    #[test]
    fn a_difference_is_found_wherever_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.md");
        let bytes: Vec<u8> = (0..LARGE + 300_001).map(|place| u8::try_from(place % 251).unwrap()).collect();
        let holds_now = || holds(&OwnedFd::from(std::fs::File::open(&path).unwrap()), &bytes).unwrap();
        std::fs::write(&path, &bytes).unwrap();
        assert!(holds_now());
        for place in [0, 1, bytes.len() / 2 - 1, bytes.len() / 2, bytes.len() - 1] {
            let mut other = bytes.clone();
            other[place] ^= 1;
            std::fs::write(&path, &other).unwrap();
            assert!(!holds_now(), "{place}");
        }
        for length in [0, bytes.len() / 2, bytes.len() - 1] {
            std::fs::write(&path, &bytes[..length]).unwrap();
            assert!(!holds_now(), "{length}");
        }
        std::fs::write(&path, [bytes.as_slice(), b"more"].concat()).unwrap();
        assert!(!holds_now());
    }
}
