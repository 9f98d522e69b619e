//! A folder whose citations are looked for, and what exists in it.

use super::repository_path::RepositoryPath;
use std::collections::BTreeMap;
use std::ops::Bound;

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A regular file.
    File,
    /// A folder.
    Directory,
    /// A symbolic link.
    Symlink,
}

/// A folder `F` of the repository with everything below it; a Spec folder, or the folder of a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    path: RepositoryPath,
    /// What stands at `path` itself.
    kind: Entry,
    /// By path below the folder; the folders between them too.
    entries: BTreeMap<Vec<u8>, Entry>,
}

impl Folder {
    /// The folder at `path`, with `entries` below it, each by its path from there (`qa/evidence/1.txt`). Folders that hold an entry
    /// need not be listed.
    pub fn new<P: Into<Vec<u8>>>(
        path: RepositoryPath,
        entries: impl IntoIterator<Item = (P, Entry)>,
    ) -> Self {
        let mut folder = Self { path, kind: Entry::Directory, entries: BTreeMap::new() };
        for (path, entry) in entries {
            let path: Vec<u8> = path.into();
            for end in memchr::memchr_iter(b'/', &path) {
                let parent = path.get(..end).unwrap_or_default();
                if !folder.entries.contains_key(parent) {
                    folder.entries.insert(parent.to_vec(), Entry::Directory);
                }
            }
            folder.entries.insert(path, entry);
        }
        folder
    }

    /// A single file whose citations are looked for: a folder without anything in it, but for the edges of its path.
    pub fn of_file(path: RepositoryPath) -> Self {
        Self { path, kind: Entry::File, entries: BTreeMap::new() }
    }

    /// Where it stands.
    pub fn path(&self) -> &RepositoryPath {
        &self.path
    }

    /// What stands at `below`; at the folder itself for an empty path. `None`: nothing.
    pub fn entry(&self, below: &[u8]) -> Option<Entry> {
        if below.is_empty() { Some(self.kind) } else { self.entries.get(below).copied() }
    }

    /// The longest path below the folder that `text` begins with and that `ends` accepts; `ends` is given its length and what it is.
    pub(super) fn longest(&self, text: &[u8], ends: impl Fn(usize, Entry) -> bool) -> Option<(usize, Entry)> {
        let mut text = text;
        // Each turn shortens `text`, at first to no more than the longest path there is.
        loop {
            let (path, entry) =
                self.entries.range::<[u8], _>((Bound::Unbounded, Bound::Included(text))).next_back()?;
            let shared = path.iter().zip(text).take_while(|(own, other)| own == other).count();
            if shared == path.len() && ends(shared, *entry) {
                return Some((shared, *entry));
            }
            let length = if shared == path.len() { shared.checked_sub(1)? } else { shared };
            text = text.get(..length)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 8.3: the longest path that exists; one that the text does not accept gives way to a shorter one.
    #[test]
    fn a_10_longest_path() {
        let files = ["a.md", "a.md.bak", "my notes.md", "qa/evidence/1.txt", "qa/evidence/10.txt"];
        let folder = Folder::new(RepositoryPath::new("f").unwrap(), files.map(|file| (file, Entry::File)));
        for (text, expected) in [
            ("a.md is", Some("a.md")),
            ("a.md.bak", Some("a.md.bak")),
            ("a.md.b", Some("a.md")),
            ("my notes.md.", Some("my notes.md")),
            ("qa/evidence/1.txt0", Some("qa/evidence/1.txt")),
            ("qa/evidence/2.txt", Some("qa/evidence")),
            ("qb", None),
            ("", None),
        ] {
            let found = folder.longest(text.as_bytes(), |_, _| true).map(|(length, _)| &text[..length]);
            assert_eq!(found, expected, "{text:?}");
        }
        assert_eq!(folder.longest(b"a.md.bak", |length, _| length < 8), Some((4, Entry::File)));
        assert_eq!(folder.entry(b"qa/evidence"), Some(Entry::Directory));
        assert_eq!(folder.entry(b""), Some(Entry::Directory));
        assert_eq!(folder.entry(b"qa/ev"), None);
    }
}
