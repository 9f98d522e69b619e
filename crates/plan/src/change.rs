//! One change of one place below a root.

use crate::{ContentHash, RelativePath};

/// One step of a [`crate::Plan`].
///
/// Folders that a new place needs are made by whoever carries the change out, and taken away again when the change is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// A new file; nothing may stand at `path`, not even a dangling link.
    Create {
        /// Where.
        path: RelativePath,
        /// Its whole content.
        bytes: Vec<u8>,
        /// Its permission bits.
        mode: FileMode,
    },
    /// New content for a file that is there. Its mode is kept; a symbolic link at `path` is kept and its target is
    /// written, as long as that lies inside the root.
    Write {
        /// Where.
        path: RelativePath,
        /// The hash of the bytes this change was made for.
        before: ContentHash,
        /// The whole new content.
        bytes: Vec<u8>,
    },
    /// A file goes.
    Delete {
        /// Where.
        path: RelativePath,
        /// The hash of the bytes this change was made for.
        before: ContentHash,
    },
    /// A file or a whole folder gets another name; nothing may stand at `to`.
    Move {
        /// The old name.
        from: RelativePath,
        /// The new name.
        to: RelativePath,
    },
    /// A folder goes with exactly these entries. Links are removed as links and never followed; anything else found in
    /// the folder stops the removal.
    RemoveTree {
        /// The folder.
        path: RelativePath,
        /// Everything below it, folders included, each relative to the folder.
        entries: Vec<Entry>,
    },
    /// A new, empty folder; nothing happens when it is there already.
    MakeFolder {
        /// Where.
        path: RelativePath,
    },
    /// A new symbolic link; nothing may stand at `path`.
    CreateLink {
        /// Where.
        path: RelativePath,
        /// What it says, as it is.
        target: Vec<u8>,
    },
    /// A symbolic link goes, its target stays.
    DeleteLink {
        /// Where.
        path: RelativePath,
        /// What it said when the change was made.
        target: Vec<u8>,
    },
}

/// The permission bits of a new file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileMode {
    /// Read and write, less the process's mask.
    #[default]
    Plain,
    /// Read, write and execute, less the process's mask.
    Executable,
    /// Exactly these of the bits `0o7777`, mask or not.
    Exact(u32),
}

impl FileMode {
    /// Git's only distinction.
    pub fn executable(executable: bool) -> Self {
        if executable { Self::Executable } else { Self::Plain }
    }
}

/// One thing below a folder that a [`Change::RemoveTree`] removes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where, relative to the folder.
    pub path: RelativePath,
    /// What it is.
    pub kind: EntryKind,
}

/// What stands at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file with this content.
    File(ContentHash),
    /// A symbolic link that says this.
    Link(Vec<u8>),
    /// A folder.
    Folder,
}

impl Change {
    /// A new file with the ordinary permission bits.
    pub fn create(path: RelativePath, bytes: impl Into<Vec<u8>>) -> Self {
        Self::Create { path, bytes: bytes.into(), mode: FileMode::Plain }
    }

    /// New content for the file that held `before`.
    pub fn write(path: RelativePath, before: &[u8], bytes: impl Into<Vec<u8>>) -> Self {
        Self::Write { path, before: ContentHash::of(before), bytes: bytes.into() }
    }

    /// The place it is about; of a move the old name.
    pub fn path(&self) -> &RelativePath {
        match self {
            Self::Create { path, .. }
            | Self::Write { path, .. }
            | Self::Delete { path, .. }
            | Self::Move { from: path, .. }
            | Self::RemoveTree { path, .. }
            | Self::MakeFolder { path }
            | Self::CreateLink { path, .. }
            | Self::DeleteLink { path, .. } => path,
        }
    }

    /// Every place it names: both names of a move.
    pub fn paths(&self) -> impl Iterator<Item = &RelativePath> {
        let second = match self {
            Self::Move { to, .. } => Some(to),
            _ => None,
        };
        std::iter::once(self.path()).chain(second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move has two names, every other change one.
    #[test]
    fn names_of_a_change() {
        let path = |text: &str| RelativePath::new(text).unwrap();
        let moved = Change::Move { from: path("a"), to: path("b") };
        assert_eq!(moved.paths().collect::<Vec<_>>(), [&path("a"), &path("b")]);
        let made = Change::create(path("a"), *b"x");
        assert_eq!(made.paths().collect::<Vec<_>>(), [&path("a")]);
    }

    #[test]
    fn the_mode_of_git() {
        assert_eq!([true, false].map(FileMode::executable), [FileMode::Executable, FileMode::Plain]);
    }
}
