//! A file that is the caller's own, replaced at one instant: no lock, no record in the operation log.
//!
//! For the files that git gives to its merge driver. Whatever belongs to a project is written through [`crate::Writer`].

use cairn_plan::RelativePath;

use crate::VaultError;
use crate::fs::{Fs, ReadFile, Root};
use crate::swap::{Expected, Swapped, swap};

impl<F: Fs> Root<F> {
    /// Puts `new` in the place of the file at `path`, which was read as `before`; its mode stays.
    ///
    /// # Errors
    /// [`VaultError::ChangedMeanwhile`] when the file holds something else by now; it is left alone then.
    pub fn replace(&self, path: &RelativePath, before: &ReadFile, new: &[u8]) -> Result<(), VaultError> {
        #[cfg(feature = "simulation")]
        self.keep_replace(path, &before.bytes, new);
        let place = self.resolve(path)?;
        match swap(self, &place, Expected::Bytes(&before.bytes), &before.status, new, || Ok(()))? {
            Swapped::Done => {
                // The old content went with its temporary name: for good, since no record would tell later what a leftover is.
                let _only_a_leftover = self.fs().sync_dir(&place.dir);
                Ok(())
            }
            Swapped::Foreign => Err(VaultError::ChangedMeanwhile(vec![path.clone()])),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// L6, G1: the content changes, the mode stays, nothing else appears; a file that changed since is left alone.
    #[test]
    fn replaces_what_was_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.md");
        std::fs::write(&file, "old\n").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
        let root = Root::open(folder.path()).unwrap();
        let path = RelativePath::new("a.md").unwrap();
        let before = root.read(&path, 100).unwrap();
        root.replace(&path, &before, b"new\n").unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"new\n");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(matches!(root.replace(&path, &before, b"third\n"), Err(VaultError::ChangedMeanwhile(_))));
        assert_eq!(std::fs::read(&file).unwrap(), b"new\n");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
