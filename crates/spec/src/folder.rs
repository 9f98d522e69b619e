//! A Spec folder as it was found: every entry, and which of them are core files (roundfix 2.3).
//!
//! A snapshot, taken by others without following a link. Nothing here looks at the disk again.

use std::collections::BTreeMap;

use bstr::ByteSlice;
use cairn_plan::{ContentHash, RelativePath};

/// The folder `F` of one Spec.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpecFolder {
    entries: BTreeMap<RelativePath, FolderEntry>,
    /// Whether `references/_index.md` exists when links are followed. A link that leads somewhere makes the reference index
    /// apply although no entry says so.
    pub index_reachable: bool,
}

/// What stands at a place of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FolderEntry {
    /// A regular file.
    File(FolderFile),
    /// A symbolic link, with what it says.
    Link(Vec<u8>),
    /// A folder of the Spec.
    Folder,
    /// Something git does not keep. What lies below it is not part of the snapshot.
    Odd(Odd),
}

/// A regular file of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderFile {
    /// Whether its owner may execute it: git's only distinction.
    pub executable: bool,
    /// Bytes on disk.
    pub size: u64,
    /// Hash of the content.
    pub hash: ContentHash,
    /// The content. `None` only where the file is too large to be held; such a file can be archived, not promoted or read.
    pub bytes: Option<Vec<u8>>,
}

impl FolderFile {
    /// A file with this content.
    pub fn new(bytes: impl Into<Vec<u8>>, executable: bool) -> Self {
        let bytes = bytes.into();
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        Self { executable, size, hash: ContentHash::of(&bytes), bytes: Some(bytes) }
    }
}

/// Kinds of entries that stop an archive (check `odd-files`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Odd {
    /// A named pipe.
    Fifo,
    /// A socket.
    Socket,
    /// A block or character device.
    Device,
    /// A folder that is a git repository of its own, or a submodule.
    Repository,
}

impl Odd {
    /// How messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fifo => "a FIFO",
            Self::Socket => "a socket",
            Self::Device => "a device",
            Self::Repository => "a repository of its own",
        }
    }
}

impl SpecFolder {
    /// A folder without entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an entry; paths are relative to the folder.
    pub fn insert(&mut self, path: RelativePath, entry: FolderEntry) {
        if path.as_bytes() == b"references/_index.md" && matches!(entry, FolderEntry::File(_)) {
            self.index_reachable = true;
        }
        self.entries.insert(path, entry);
    }

    /// Every entry, in byte order of the paths.
    pub fn entries(&self) -> impl Iterator<Item = (&RelativePath, &FolderEntry)> {
        self.entries.iter()
    }

    /// Every regular file, in byte order of the paths.
    pub fn files(&self) -> impl Iterator<Item = (&RelativePath, &FolderFile)> {
        self.entries.iter().filter_map(|(path, entry)| match entry {
            FolderEntry::File(file) => Some((path, file)),
            _ => None,
        })
    }

    /// What stands at a path.
    pub fn get(&self, path: impl AsRef<[u8]>) -> Option<&FolderEntry> {
        self.entries.get(path.as_ref())
    }

    /// The regular file at a path.
    pub fn file(&self, path: impl AsRef<[u8]>) -> Option<&FolderFile> {
        match self.get(path) {
            Some(FolderEntry::File(file)) => Some(file),
            _ => None,
        }
    }

    /// The content of the regular file at a path.
    pub fn bytes(&self, path: impl AsRef<[u8]>) -> Option<&[u8]> {
        self.file(path).and_then(|file| file.bytes.as_deref())
    }

    /// The entries directly in a folder of the Spec, in byte order: `b"qa"` gives those of `qa/`.
    pub fn children<'a>(&'a self, folder: &'a [u8]) -> impl Iterator<Item = (&'a [u8], &'a FolderEntry)> {
        self.entries.iter().filter_map(move |(path, entry)| {
            let name = path.as_bytes().strip_prefix(folder)?.strip_prefix(b"/")?;
            (!name.contains(&b'/')).then_some((name, entry))
        })
    }

    /// How many regular files and links the folder holds, and their bytes on disk (roundfix 4.5). A link counts as one
    /// file of the length of what it says, as git counts it.
    pub fn measure(&self) -> Measure {
        self.entries.values().fold(Measure::default(), |sum, entry| match entry {
            FolderEntry::File(file) => sum.plus(file.size),
            FolderEntry::Link(target) => sum.plus(u64::try_from(target.len()).unwrap_or(u64::MAX)),
            FolderEntry::Folder | FolderEntry::Odd(_) => sum,
        })
    }
}

/// A number of files and their bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Measure {
    /// Files.
    pub files: u64,
    /// Bytes.
    pub bytes: u64,
}

impl Measure {
    /// One more file.
    #[must_use]
    pub fn plus(self, bytes: u64) -> Self {
        Self { files: self.files + 1, bytes: self.bytes.saturating_add(bytes) }
    }
}

/// Whether a path of the folder is a core file by its name alone. Files that only the Task Graph names are core as well:
/// see [`crate::graph::TaskGraph::names`].
pub fn is_core_name(path: &[u8]) -> bool {
    let task = |name: &[u8]| {
        name.strip_prefix(b"task_")
            .and_then(|rest| rest.strip_suffix(b".md"))
            .is_some_and(|digits| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit))
    };
    match path.rfind_byte(b'/').and_then(|slash| path.split_at_checked(slash)) {
        None => task(path) || (path.starts_with(b"_") && path.ends_with(b".md")),
        Some((b"references", name)) => name == b"/_index.md",
        Some((b"qa", name)) => name.strip_prefix(b"/").is_some_and(is_report_name),
        Some(_) => false,
    }
}

/// Whether a name in `qa/` is that of a QA Report: `qa-report-*.md`.
pub fn is_report_name(name: &[u8]) -> bool {
    name.strip_prefix(b"qa-report-").is_some_and(|rest| rest.ends_with(b".md"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Roundfix 2.3, the column "core".
    #[test]
    fn core_by_name() {
        let check = |path: &str, core: bool| assert_eq!(is_core_name(path.as_bytes()), core, "{path}");
        for path in
            ["_prd.md", "_tasks.md", "_techspec.md", "_idea.md", "_other.md", "task_01.md", "task_123.md"]
        {
            check(path, true);
        }
        check("references/_index.md", true);
        check("qa/qa-report-2026-10-05.md", true);
        check("qa/qa-report-final.md", true);
        check("task_.md", false);
        check("task_1a.md", false);
        check("notes.md", false);
        check("_note.txt", false);
        check("references/x.md", false);
        check("references/_other.md", false);
        check("measurement/_prd.md", false);
        check("measurement/task_01.md", false);
        check("qa/evidence/qa-report-2026-10-05.md", false);
        check("qa/qa-report.md", false);
        check("qa/notes.md", false);
    }

    #[test]
    fn children_and_measure() {
        let mut folder = SpecFolder::new();
        let path = |text: &str| RelativePath::new(text).unwrap();
        folder.insert(path("qa"), FolderEntry::Folder);
        folder.insert(path("qa/b.md"), FolderEntry::File(FolderFile::new("1234", false)));
        folder.insert(path("qa/a"), FolderEntry::Link(b"xy".to_vec()));
        folder.insert(path("qa/deep/c.md"), FolderEntry::File(FolderFile::new("1", false)));
        folder.insert(path("qab"), FolderEntry::Folder);
        let names: Vec<_> = folder.children(b"qa").map(|(name, _)| name).collect();
        assert_eq!(names, [&b"a"[..], b"b.md"]);
        assert_eq!(folder.measure(), Measure { files: 3, bytes: 7 });
        assert!(!folder.index_reachable);
    }
}
