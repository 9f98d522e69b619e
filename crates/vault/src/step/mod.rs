//! A change as it is carried out, kept and taken back: both sides of it, with everything needed to make either.

mod observe;
mod patch;
mod stored;

use crate::fs::Identity;
use cairn_plan::{ContentHash, FileMode, RelativePath};
pub(crate) use observe::{Observed, hash_at, holds, listing, observe};
pub(crate) use patch::Patch;
use std::sync::Arc;
pub(crate) use stored::{decode, encode};

/// One reversible step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A file's content: made, rewritten, removed.
    File {
        path: RelativePath,
        before: Option<FileState>,
        after: Option<FileState>,
        /// Between the two contents, where they are not kept whole.
        patch: Option<Patch>,
    },
    /// A symbolic link: made or removed.
    Link { path: RelativePath, before: Option<Vec<u8>>, after: Option<Vec<u8>> },
    /// Another name. `identity` tells which file or folder it was, `entries` what it held, to see later whether someone
    /// changed it.
    Move { from: RelativePath, to: RelativePath, identity: Option<Identity>, entries: Vec<TreeEntry> },
    /// A folder with everything in it: `appears` or goes.
    Tree { path: RelativePath, appears: bool, entries: Vec<TreeEntry> },
    /// An empty folder: `appears` or goes.
    Folder { path: RelativePath, appears: bool },
}

/// A file on one side of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileState {
    pub(crate) hash: ContentHash,
    pub(crate) mode: FileMode,
    pub(crate) content: Content,
}

/// Where the bytes of a file are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Here.
    Bytes(Arc<[u8]>),
    /// In git, under this revision and path.
    Git { revision: String, path: RelativePath },
    /// Nowhere but in the file itself, or in the step's patch.
    Elsewhere,
}

/// One thing in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TreeEntry {
    /// Relative to the folder.
    pub(crate) path: RelativePath,
    pub(crate) state: EntryState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EntryState {
    File(FileState),
    Link(Vec<u8>),
    Folder,
}

impl FileState {
    pub(crate) fn new(bytes: impl Into<Arc<[u8]>>, mode: FileMode) -> Self {
        let bytes = bytes.into();
        Self { hash: ContentHash::of(&bytes), mode, content: Content::Bytes(bytes) }
    }

    /// The bytes, when they are here.
    pub(crate) fn bytes(&self) -> Option<&Arc<[u8]>> {
        match &self.content {
            Content::Bytes(bytes) => Some(bytes),
            Content::Git { .. } | Content::Elsewhere => None,
        }
    }
}

impl Step {
    /// A rewritten file, kept as the difference.
    #[cfg(test)]
    pub(crate) fn rewritten(path: RelativePath, before: &[u8], after: &[u8], mode: u32) -> Self {
        let patch = Patch::between(before, after);
        Self::patched(path, ContentHash::of(before), ContentHash::of(after), patch, mode)
    }

    /// A rewritten file, kept as the difference `patch`.
    pub(crate) fn patched(
        path: RelativePath,
        before: ContentHash,
        after: ContentHash,
        patch: Patch,
        mode: u32,
    ) -> Self {
        let side = |hash| FileState { hash, mode: FileMode::Exact(mode), content: Content::Elsewhere };
        Self::File { path, before: Some(side(before)), after: Some(side(after)), patch: Some(patch) }
    }

    /// The same with the whole new content beside the difference.
    pub(crate) fn with_new_content(mut self, bytes: &[u8]) -> Self {
        if let Self::File { after: Some(after), .. } = &mut self {
            after.content = Content::Bytes(Arc::from(bytes));
        }
        self
    }

    /// The step that takes this one back.
    pub(crate) fn inverse(&self) -> Self {
        match self.clone() {
            Self::File { path, before, after, patch } => {
                Self::File { path, before: after, after: before, patch: patch.map(|patch| patch.inverse()) }
            }
            Self::Link { path, before, after } => Self::Link { path, before: after, after: before },
            Self::Move { from, to, identity, entries } => {
                Self::Move { from: to, to: from, identity, entries }
            }
            Self::Tree { path, appears, entries } => Self::Tree { path, appears: !appears, entries },
            Self::Folder { path, appears } => Self::Folder { path, appears: !appears },
        }
    }

    /// The place it is about; of a move the old name.
    pub(crate) fn path(&self) -> &RelativePath {
        match self {
            Self::File { path, .. }
            | Self::Link { path, .. }
            | Self::Move { from: path, .. }
            | Self::Tree { path, .. }
            | Self::Folder { path, .. } => path,
        }
    }

    /// Every place it names.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &RelativePath> {
        let second = match self {
            Self::Move { to, .. } => Some(to),
            _ => None,
        };
        std::iter::once(self.path()).chain(second)
    }
}

impl Step {
    /// The content that a rewritten file has afterwards, when it is here.
    pub(crate) fn left_in_rewritten(&self) -> Option<&[u8]> {
        match self {
            Self::File {
                before: Some(_),
                after: Some(FileState { content: Content::Bytes(bytes), .. }),
                ..
            } => Some(bytes),
            _ => None,
        }
    }

    /// The same step with less to keep: a rewritten file as a difference, a file that `in_git` knows as a reference.
    pub(crate) fn compact(&self, in_git: &dyn Fn(&RelativePath) -> Option<(String, RelativePath)>) -> Self {
        let mut step = self.clone();
        if let Self::File { path, before, after, patch } = &mut step {
            let both =
                before.as_ref().and_then(FileState::bytes).zip(after.as_ref().and_then(FileState::bytes));
            if let Some((old, new)) = both {
                *patch = Some(Patch::between(old, new));
            }
            let reference = in_git(path).map(|(revision, path)| Content::Git { revision, path });
            let content = if patch.is_some() { Some(Content::Elsewhere) } else { reference };
            for state in [before, after].into_iter().flatten() {
                if let Some(content) = &content {
                    state.content = content.clone();
                }
            }
        }
        step
    }
}
