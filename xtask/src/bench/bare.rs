//! The least that the system takes for the same work: what times are held against.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

/// Replaces the file at `path` by its own bytes, durably: temporary file, fsync, rename, fsync of the folder.
pub(crate) fn durable_write(path: &Path) -> Result<Duration, String> {
    let replace = || {
        let bytes = fs::read(path)?;
        let begin = Instant::now();
        let folder = path.parent().unwrap_or(Path::new("."));
        let fresh = folder.join("bare.tmp");
        let mut file = File::create(&fresh)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        fs::rename(&fresh, path)?;
        File::open(folder)?.sync_all()?;
        Ok(begin.elapsed())
    };
    replace().map_err(|error: io::Error| format!("{}: {error}", path.display()))
}

/// [`durable_write`] with a record of it in `log` before, durable too: the flushes of an update whose undo survives a power loss.
pub(crate) fn recorded_write(path: &Path, log: &Path, number: usize) -> Result<Duration, String> {
    let record = || {
        fs::create_dir_all(log)?;
        let begin = Instant::now();
        let mut file = File::create(log.join(number.to_string()))?;
        file.write_all(&[b'.'; 700])?;
        file.sync_all()?;
        File::open(log)?.sync_all()?;
        Ok(begin.elapsed())
    };
    let recorded: Duration = record().map_err(|error: io::Error| format!("{}: {error}", log.display()))?;
    durable_write(path).map(|written| recorded.saturating_add(written))
}

/// Copies the file at `path` beside it, with an fsync, and removes the copy; the removal is not timed.
pub(crate) fn copy(path: &Path) -> Result<Duration, String> {
    let target = path.with_extension("copy");
    let copy = || {
        let begin = Instant::now();
        fs::copy(path, &target)?;
        File::options().write(true).open(&target)?.sync_all()?;
        let time = begin.elapsed();
        fs::remove_file(&target)?;
        Ok(time)
    };
    copy().map_err(|error: io::Error| format!("{}: {error}", path.display()))
}

/// Reads every name in the folders below `root`, one level after the other.
pub(crate) fn read_names(root: &Path) -> Result<Duration, String> {
    let read = || {
        let begin = Instant::now();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    folders.push(entry.path());
                }
            }
        }
        Ok(begin.elapsed())
    };
    read().map_err(|error: io::Error| format!("{}: {error}", root.display()))
}

/// Writes `count` new files, each flushed with its folder before the next, and removes them; the removal is not timed.
pub(crate) fn write_files(folder: &Path, count: usize) -> Result<Duration, String> {
    let write = || {
        fs::create_dir_all(folder)?;
        let handle = File::open(folder)?;
        let text = "a line of a document\n".repeat(360);
        let begin = Instant::now();
        for number in 0..count {
            let mut file = File::create(folder.join(number.to_string()))?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            handle.sync_all()?;
        }
        let time = begin.elapsed();
        fs::remove_dir_all(folder)?;
        Ok(time)
    };
    write().map_err(|error: io::Error| format!("{}: {error}", folder.display()))
}
