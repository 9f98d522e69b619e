//! What a folder held at a commit.

use bstr::{BStr, BString, ByteSlice};

use crate::question::parts;
use crate::{Error, ObjectId, Repository};

/// An entry of a tree, or of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeEntry {
    /// Relative to the root of the repository.
    pub path: BString,
    /// File, executable file, link or submodule.
    pub kind: EntryKind,
    /// The content: a blob, or the commit of a submodule.
    pub id: ObjectId,
    /// Bytes of the blob; `None` for a submodule.
    pub size: Option<u64>,
}

/// What git keeps about a path besides its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A file.
    File,
    /// A file that may be executed.
    Executable,
    /// A symbolic link; the blob is its target.
    Link,
    /// Another repository, of which a commit is named.
    Submodule,
}

impl EntryKind {
    /// Reads git's octal mode.
    pub(crate) fn from_mode(mode: &[u8]) -> Option<Self> {
        match mode {
            // The second is from very old repositories.
            b"100644" | b"100664" => Some(Self::File),
            b"100755" => Some(Self::Executable),
            b"120000" => Some(Self::Link),
            b"160000" => Some(Self::Submodule),
            _ => None,
        }
    }
}

impl Repository {
    /// Every file in or below `path` at `commit`, in the order of paths as bytes; empty when there is nothing. The root is the empty path.
    ///
    /// # Errors
    /// Git cannot be asked, or `commit` is not here.
    pub fn tree(&self, commit: &ObjectId, path: &BStr) -> Result<Vec<TreeEntry>, Error> {
        let question = self.question("ls-tree").args(["-r", "-z", "-l", "--full-tree", commit.as_str()]);
        let paths: &[&BStr] = if path.is_empty() { &[] } else { &[path] };
        let output = question.paths(paths).ask()?;
        let mut entries = Vec::new();
        for part in parts(&output) {
            entries.push(entry(part).ok_or_else(|| self.unreadable("ls-tree", part))?);
        }
        entries.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(entries)
    }
}

/// `MODE TYPE ID SIZE<tab>PATH`, the size padded with blanks.
fn entry(part: &BStr) -> Option<TreeEntry> {
    let (facts, path) = part.split_once_str("\t")?;
    let mut facts = facts.split_str(" ").filter(|fact| !fact.is_empty());
    let kind = EntryKind::from_mode(facts.next()?)?;
    let id = ObjectId::parse(facts.nth(1)?)?;
    let size = facts.next()?.to_str().ok()?.parse().ok();
    Some(TreeEntry { path: path.into(), kind, id, size })
}
