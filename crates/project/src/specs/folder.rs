//! A Spec folder read from the disk, entry by entry, by directory handles; no link is followed.

use std::os::unix::fs::FileTypeExt;

use cairn_plan::{ContentHasher, RelativePath};
use cairn_spec::folder::{FolderEntry, FolderFile, Odd, SpecFolder};
use cairn_spec::presence::Presence;
use cairn_vault::{Errno, Fs, Kind, RealFs, Root, VaultError};

use super::places::{Folder, LargeFile, Read, failed, presence, read_file};

/// Files above this are not held in memory: they are archived by their hash, and cannot be promoted. Larger than any text, a
/// size at which nobody wants a copy in `docs/references/`.
const LARGEST_HELD: u64 = 64 << 20;

/// All files together that are held in memory. Beyond it only the hash of a file is kept, unless it is Markdown.
const MOST_HELD: u64 = 512 << 20;

/// What stands at the place of a Spec.
#[derive(Debug)]
pub(super) struct FoundFolder {
    /// What kind of thing.
    pub(super) presence: Presence,
    /// What it holds; nothing where it is no folder.
    pub(super) folder: SpecFolder,
}

impl Default for FoundFolder {
    fn default() -> Self {
        Self { presence: Presence::Absent, folder: SpecFolder::new() }
    }
}

/// Reads the folder at `at`.
pub(super) fn read(root: &Root, at: &RelativePath) -> Result<FoundFolder, VaultError> {
    let presence = presence(root, at);
    let mut folder = SpecFolder::new();
    if presence == Presence::Folder {
        let dir = root.fs().open_beneath(root.dir(), at).map_err(|errno| failed(root, "open", at, errno))?;
        let mut reader = Reader { root, at, folder: &mut folder, held: 0 };
        reader.read(dir)?;
        // A link that leads somewhere makes the index apply, although no entry says so.
        folder.index_reachable = root.full(at).join(cairn_spec::index::FILE).exists();
    }
    Ok(FoundFolder { presence, folder })
}

/// A submodule that is not checked out looks like an empty folder; only git knows.
pub(super) fn mark_submodules(folder: &mut SpecFolder, submodules: &[RelativePath]) {
    for path in submodules {
        folder.insert(path.clone(), FolderEntry::Odd(Odd::Repository));
    }
}

struct Reader<'r> {
    root: &'r Root,
    at: &'r RelativePath,
    folder: &'r mut SpecFolder,
    held: u64,
}

impl Reader<'_> {
    fn read(&mut self, top: Folder) -> Result<(), VaultError> {
        // Folders still to be read, each with its path below the Spec.
        let mut ahead: Vec<(Option<RelativePath>, Folder)> = vec![(None, top)];
        while let Some((below, dir)) = ahead.pop() {
            let here = below.as_ref().map_or_else(|| self.at.clone(), |below| self.full(below));
            let entries = RealFs.read_dir(&dir).map_err(|errno| failed(self.root, "list", &here, errno))?;
            for entry in entries {
                let path = match &below {
                    Some(below) => below.join(&entry.name),
                    None => RelativePath::new(entry.name.as_slice()),
                };
                let Ok(path) = path else { continue };
                match entry.kind {
                    // What git calls so is never part of the repository around it.
                    _ if entry.name == b".git" => {
                        self.folder.insert(path, FolderEntry::Odd(Odd::Repository));
                    }
                    Kind::Folder => match self.inner(&dir, &entry.name, &path)? {
                        Some(inner) => {
                            self.folder.insert(path.clone(), FolderEntry::Folder);
                            ahead.push((Some(path), inner));
                        }
                        None => self.folder.insert(path, FolderEntry::Odd(Odd::Repository)),
                    },
                    Kind::File => self.file(&dir, &entry.name, path)?,
                    Kind::Link => {
                        let target = RealFs.read_link(&dir, &entry.name);
                        let target =
                            target.map_err(|errno| failed(self.root, "read", &self.full(&path), errno))?;
                        self.folder.insert(path, FolderEntry::Link(target));
                    }
                    Kind::Other => {
                        let odd = odd(&self.root.full(&self.full(&path)));
                        self.folder.insert(path, FolderEntry::Odd(odd));
                    }
                }
            }
        }
        Ok(())
    }

    /// A folder of the Spec, opened; `None` when it is a repository of its own.
    fn inner(&self, dir: &Folder, name: &[u8], path: &RelativePath) -> Result<Option<Folder>, VaultError> {
        let fail = |operation| move |errno| failed(self.root, operation, &self.full(path), errno);
        let inner = RealFs.open_dir(dir, name).map_err(fail("open"))?;
        match RealFs.status(&inner, b".git") {
            Ok(_) => Ok(None),
            Err(Errno::NOENT) => Ok(Some(inner)),
            Err(errno) => Err(fail("look into")(errno)),
        }
    }

    fn file(&mut self, dir: &Folder, name: &[u8], path: RelativePath) -> Result<(), VaultError> {
        let full = self.full(&path);
        let fail = |operation| {
            let (root, full) = (self.root, full.clone());
            move |errno| failed(root, operation, &full, errno)
        };
        let text = cairn_spec::relink::live::is_markdown(&path);
        let limit = match MOST_HELD.saturating_sub(self.held).min(LARGEST_HELD) {
            _ if text => LARGEST_HELD,
            limit => limit,
        };
        let mut bytes = Vec::new();
        let entry = match read_file(dir, name, limit, &mut bytes).map_err(fail("read"))? {
            Read::Whole { length, mode } => {
                bytes.truncate(length);
                self.held = self.held.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
                FolderEntry::File(FolderFile::new(bytes, is_executable(mode)))
            }
            Read::TooLarge(large) => FolderEntry::File(hashed(*large).map_err(fail("read"))?),
            Read::NotRegular => FolderEntry::Odd(odd(&self.root.full(&full))),
        };
        self.folder.insert(path, entry);
        Ok(())
    }

    fn full(&self, below: &RelativePath) -> RelativePath {
        self.at.join(below).unwrap_or_else(|_| self.at.clone())
    }
}

/// Git's only distinction.
fn is_executable(mode: u32) -> bool {
    mode & 0o100 != 0
}

/// A file by its hash alone.
fn hashed(mut large: LargeFile) -> Result<FolderFile, Errno> {
    let mut hasher = ContentHasher::new();
    let mut buffer = vec![0; 1 << 20];
    let mut size = 0;
    loop {
        let count = RealFs.read(&mut large.file, &mut buffer)?;
        let Some(piece) = buffer.get(..count).filter(|piece| !piece.is_empty()) else { break };
        hasher.update(piece);
        size += u64::try_from(count).unwrap_or(u64::MAX);
    }
    Ok(FolderFile {
        executable: is_executable(large.mode),
        size: size.max(large.size),
        hash: hasher.finish(),
        bytes: None,
    })
}

/// Which kind of thing that is neither file, folder nor link.
fn odd(path: &std::path::Path) -> Odd {
    match path.symlink_metadata().map(|found| found.file_type()) {
        Ok(kind) if kind.is_socket() => Odd::Socket,
        Ok(kind) if kind.is_fifo() => Odd::Fifo,
        _ => Odd::Device,
    }
}
