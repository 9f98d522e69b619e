//! What many folders hold, asked of one process: trees are read as the objects that they are.

use std::fmt::Write;

use bstr::{BStr, BString, ByteSlice};

use crate::tree::{EntryKind, TreeEntry};
use crate::{Blobs, Error, ObjectFormat, ObjectId};

/// An entry of a tree object, as git stores it.
struct RawEntry<'t> {
    mode: &'t [u8],
    name: &'t [u8],
    id: ObjectId,
}

impl Blobs<'_> {
    /// Every file below the tree `id`, `path` in front of its name, in the order of paths as bytes, without sizes; `None` when `id` is no
    /// tree or not here.
    ///
    /// # Errors
    /// The process broke off, or a tree is broken or missing.
    pub fn files_below(&mut self, id: &ObjectId, path: &BStr) -> Result<Option<Vec<TreeEntry>>, Error> {
        let Some(top) = self.tree_object(id)? else { return Ok(None) };
        let mut files = Vec::new();
        let mut open = vec![(path.to_owned(), top)];
        while let Some((folder, tree)) = open.pop() {
            let raw = raw_entries(&tree, self.id_length());
            for entry in raw.ok_or_else(|| self.unreadable(&tree))? {
                let path = joined(&folder, entry.name);
                if entry.mode == b"40000" {
                    let Some(below) = self.tree_object(&entry.id)? else {
                        return Err(self.unreadable(&path));
                    };
                    open.push((path, below));
                } else if let Some(kind) = EntryKind::from_mode(entry.mode) {
                    files.push(TreeEntry { path, kind, id: entry.id, size: None });
                } else {
                    return Err(self.unreadable(entry.mode));
                }
            }
        }
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(Some(files))
    }

    /// Bytes of an object's name in a tree.
    fn id_length(&self) -> usize {
        match self.format() {
            ObjectFormat::Sha1 => 20,
            ObjectFormat::Sha256 => 32,
        }
    }
}

fn joined(folder: &BString, name: &[u8]) -> BString {
    let mut path = folder.clone();
    if !path.is_empty() {
        path.push(b'/');
    }
    path.extend_from_slice(name);
    path
}

/// `MODE NAME<NUL>ID`, one behind the other; `None` when it is something else.
fn raw_entries(tree: &[u8], id_length: usize) -> Option<Vec<RawEntry<'_>>> {
    let mut entries = Vec::new();
    let mut rest = tree;
    while !rest.is_empty() {
        let (mode, behind) = rest.split_once_str(" ")?;
        let (name, behind) = behind.split_once_str("\0")?;
        let (id, behind) = behind.split_at_checked(id_length)?;
        let digits = id.iter().fold(String::new(), |mut digits, byte| {
            // Writing to a string cannot fail.
            let _ = write!(digits, "{byte:02x}");
            digits
        });
        entries.push(RawEntry { mode, name, id: ObjectId::parse(digits)? });
        rest = behind;
    }
    Some(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree is read whole or not at all.
    #[test]
    fn raw_trees() {
        let tree = [&b"100644 a b\0"[..], &[0xAB; 20], b"40000 c\0", &[1; 20]].concat();
        let entries = raw_entries(&tree, 20).unwrap();
        let shown: Vec<_> = entries.iter().map(|entry| (entry.mode, entry.name, entry.id.as_str())).collect();
        assert_eq!(
            shown,
            [(&b"100644"[..], &b"a b"[..], &*"ab".repeat(20)), (b"40000", b"c", &"01".repeat(20))]
        );
        assert!(raw_entries(&tree, 32).is_none());
        assert!(raw_entries(&tree[..tree.len() - 1], 20).is_none());
        assert!(raw_entries(b"", 20).unwrap().is_empty());
    }
}
