//! Names and lives of our temporary files: `.NAME.<pid>.cairn-tmp`, beside the file they are for.

use crate::VaultError;
use crate::fs::{Errno, Fs, Place, Root, write_all};
use cairn_plan::RelativePath;
use std::sync::atomic::{AtomicU32, Ordering};

/// What all of them end in.
pub(crate) const SUFFIX: &str = ".cairn-tmp";

/// The longest part of the file's own name that is kept: names may have 255 bytes, and process ids have up to ten.
const LONGEST_NAME: usize = 200;

/// A name beside `name`, used by no other process and only once in this one.
pub(crate) fn name_beside(name: &[u8]) -> Vec<u8> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let kept = name.get(..LONGEST_NAME).unwrap_or(name);
    let mut temporary = vec![b'.'];
    temporary.extend_from_slice(kept);
    temporary.extend(format!(".{}", std::process::id()).into_bytes());
    // The first one has the plain form; more than one at a time is rare.
    match NEXT.fetch_add(1, Ordering::Relaxed) {
        0 => {}
        number => temporary.extend(format!("-{number}").into_bytes()),
    }
    temporary.extend_from_slice(SUFFIX.as_bytes());
    temporary
}

/// The process that made a temporary file, by its name; `None` when the name is none of ours.
pub(crate) fn maker(name: &[u8]) -> Option<u32> {
    let rest = name.strip_prefix(b".")?.strip_suffix(SUFFIX.as_bytes())?;
    let number = rest.rsplit(|byte| *byte == b'.').next()?;
    let digits = number.split(|byte| *byte == b'-').next()?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// The name without what tells the temporary files of one process apart.
#[cfg(feature = "simulation")]
pub(crate) fn without_number(name: &[u8]) -> &[u8] {
    let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'-';
    let ours = name.strip_suffix(SUFFIX.as_bytes()).filter(|_| maker(name).is_some());
    ours.and_then(|rest| rest.iter().rposition(|byte| !is_number(byte)))
        .and_then(|last| name.get(..=last))
        .unwrap_or(name)
}

/// Is it a temporary file for a file called `name`?
pub(crate) fn is_for(temporary: &[u8], name: &[u8]) -> bool {
    let kept = name.get(..LONGEST_NAME).unwrap_or(name);
    let rest = temporary.strip_prefix(b".").and_then(|rest| rest.strip_prefix(kept));
    rest.and_then(|rest| rest.strip_prefix(b".")).is_some_and(|rest| {
        let number = rest.strip_suffix(SUFFIX.as_bytes()).unwrap_or_default();
        !number.is_empty() && number.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-')
    })
}

/// A temporary file under way; removed when dropped, unless it got its place. Errors name the file it is for.
pub(crate) struct Temporary<'root, F: Fs> {
    root: &'root Root<F>,
    place: Place<F::Dir>,
    name: Vec<u8>,
    file: F::File,
    /// Whether the name stands in the folder.
    named: bool,
    kept: bool,
}

impl<'root, F: Fs> Temporary<'root, F> {
    /// A new, empty file beside `place`. The mask applies to `mode`.
    pub(crate) fn create(root: &'root Root<F>, place: &Place<F::Dir>, mode: u32) -> Result<Self, VaultError> {
        let name = name_beside(&place.name);
        let file = root.fs().create(&place.dir, &name, mode).map_err(root.io("create", &place.path))?;
        Ok(Self { root, place: place.clone(), name, file, named: true, kept: false })
    }

    /// The same without a name yet, for `length` bytes: whatever happens before [`Self::named`], nothing of it stays. `None`
    /// where the system has no such files, or for so little.
    pub(crate) fn nameless(
        root: &'root Root<F>,
        place: &Place<F::Dir>,
        mode: u32,
        length: usize,
    ) -> Option<Self> {
        let file = root.fs().create_nameless(&place.dir, mode, length).ok()?;
        let name = name_beside(&place.name);
        Some(Self { root, place: place.clone(), name, file, named: false, kept: false })
    }

    /// The name appears in the folder. The content has to be flushed before; it is flushed once more, since a file system with
    /// a log of single files (btrfs) has left out one without a name.
    ///
    /// `None` where the system does not name open files; the caller writes a file with a name then.
    pub(crate) fn named(mut self) -> Result<Option<Self>, VaultError> {
        if self.root.fs().give_name(&self.file, &self.place.dir, &self.name).is_err() {
            return Ok(None);
        }
        self.named = true;
        self.flush()?;
        Ok(Some(self))
    }

    fn io(&self, operation: &'static str) -> impl FnOnce(Errno) -> VaultError {
        self.root.io(operation, &self.place.path)
    }

    /// Write and flush the whole content.
    pub(crate) fn fill(&mut self, bytes: &[u8]) -> Result<(), VaultError> {
        self.write(bytes)?;
        self.flush()
    }

    /// Write the whole content; the flush is the caller's.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), VaultError> {
        write_all(self.root.fs(), &mut self.file, bytes).map_err(self.io("write"))
    }

    pub(crate) fn flush(&self) -> Result<(), VaultError> {
        self.root.fs().sync_file(&self.file).map_err(self.io("flush"))
    }

    /// The same file with its content on the disk.
    pub(crate) fn flushed(self) -> Result<Self, VaultError> {
        self.flush().map(|()| self)
    }

    pub(crate) fn name(&self) -> &[u8] {
        &self.name
    }

    pub(crate) fn file(&self) -> &F::File {
        &self.file
    }

    /// The file it is for.
    pub(crate) fn path(&self) -> &RelativePath {
        &self.place.path
    }

    /// Take the place, whatever stands there, and flush the folder.
    pub(crate) fn replace(mut self) -> Result<(), VaultError> {
        let dir = &self.place.dir;
        self.root.fs().rename(dir, &self.name, dir, &self.place.name).map_err(self.io("replace"))?;
        self.kept = true;
        self.root.fs().sync_dir(&self.place.dir).map_err(self.io("flush the folder of"))
    }

    /// Take the place if it is free; [`Errno::EXIST`] when it is not. The folder is not flushed.
    pub(crate) fn settle(mut self) -> Result<(), Errno> {
        let dir = &self.place.dir;
        self.root.fs().rename_new(dir, &self.name, dir, &self.place.name)?;
        self.kept = true;
        Ok(())
    }

    /// Trade names with what stands at the place.
    pub(crate) fn exchange(&self) -> Result<(), Errno> {
        self.root.fs().exchange(&self.place.dir, &self.name, &self.place.name)
    }

    /// Something else stands under the temporary name now, and it stays.
    pub(crate) fn leave(mut self) {
        self.kept = true;
    }
}

impl<F: Fs> Drop for Temporary<'_, F> {
    fn drop(&mut self) {
        if self.named && !self.kept {
            match self.root.fs().unlink(&self.place.dir, &self.name) {
                Ok(()) | Err(Errno::NOENT) => {}
                Err(_) => self.root.note_leftover(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_their_maker() {
        for _ in 0..3 {
            assert_eq!(maker(&name_beside(b"STATE.md")), Some(std::process::id()));
        }
        assert_eq!(maker(b".STATE.md.17.cairn-tmp"), Some(17));
        assert_eq!(maker(b".STATE.md.17-4.cairn-tmp"), Some(17));
        assert_eq!(maker(b"STATE.md.17.cairn-tmp"), None);
        assert_eq!(maker(b".STATE.md.x.cairn-tmp"), None);
        assert!(name_beside(&[b'a'; 255]).len() <= 255);
    }
}
