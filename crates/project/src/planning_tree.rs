//! Fills a [`PlanningSnapshot`] from the disk: answers what it wants until it wants nothing. Each folder is listed once and
//! kept open (as long as there are not too many) while its files are read; a file is opened only when its content decides something (G10).

use std::collections::HashMap;

use bstr::ByteSlice;
use cairn_plan::RelativePath;
use cairn_state::phase_files::{FileHead, HEAD_LENGTH};
use cairn_state::planning::{Document, FolderEntry, Listing, PlanningSnapshot, Questions, Wanted};
use cairn_vault::{Errno, Fs, Kind, Listed, RealFs, Root, VaultError};

/// The largest Markdown document that is read: far above any real one, far below what would hurt (G10).
pub const LARGEST_DOCUMENT: u64 = 512 * 1024 * 1024;

/// Reads below one base folder.
pub struct PlanningTree<'r> {
    root: &'r Root,
    base: String,
    /// What was listed, by its path below the base folder; the base folder itself is the empty path.
    folders: HashMap<String, Folder>,
    /// Room for the head of one file.
    buffer: Vec<u8>,
}

type Handle = <RealFs as Fs>::Dir;

struct Folder {
    /// Kept as long as not too many are.
    handle: Option<Handle>,
    /// In byte order of their names.
    entries: Vec<Listed>,
}

/// A process may have a thousand files open by default; real projects have fewer phases than this.
const MOST_HANDLES: usize = 400;

/// Most frontmatter is short, most of these files are too.
const FIRST_READ: usize = 8 * 1024;

impl<'r> PlanningTree<'r> {
    /// The tree of the base folder `base`, a path from the root.
    pub fn new(root: &'r Root, base: &str) -> PlanningTree<'r> {
        PlanningTree { root, base: base.to_owned(), folders: HashMap::new(), buffer: Vec::new() }
    }

    /// A document of the base folder.
    pub fn document(&self, name: &str) -> Document {
        document(self.root, &format!("{}/{name}", self.base))
    }

    /// Answers everything that `questions` want.
    pub fn fill(&mut self, snapshot: &mut PlanningSnapshot, questions: &Questions<'_>) {
        loop {
            let wanted = snapshot.wanted(questions);
            // What a file says makes nobody want another one, so a round without folders is the last.
            let is_last = !wanted.iter().any(|want| matches!(want, Wanted::Folder(_)));
            for want in wanted {
                match want {
                    Wanted::Folder(path) => {
                        let listing = self.list(&path);
                        snapshot.set_listing(path, listing);
                    }
                    Wanted::Head(path) => match self.head(&path) {
                        Ok(head) => {
                            snapshot.set_head(path, head.map_or(FileHead::Unreadable, FileHead::Read));
                        }
                        // Nobody knows what the file says, nor whether it counts.
                        Err(_) => {
                            if let Some((folder, _)) = path.rsplit_once('/') {
                                snapshot.set_listing(folder, Listing::Unreadable);
                            }
                            snapshot.set_head(path, FileHead::Unreadable);
                        }
                    },
                }
            }
            if is_last {
                return;
            }
        }
    }

    fn list(&mut self, path: &str) -> Listing {
        let listed = self.open(path).and_then(|handle| {
            let listed = self.root.fs().read_dir(&handle);
            listed.map(|entries| (handle, entries)).map_err(|errno| VaultError::Io {
                operation: "list",
                path: self.root.path().join(&self.base).join(path),
                source: errno.into(),
            })
        });
        let (handle, entries) = match listed {
            Ok(listed) => listed,
            Err(error) if error.is_not_found() => return Listing::Absent,
            Err(_) => return Listing::Unreadable,
        };
        let named = entries.iter().filter_map(|entry| {
            let name = entry.name.to_str().ok()?.to_owned();
            Some(FolderEntry { name, is_folder: entry.kind == Kind::Folder })
        });
        let listing = Listing::Entries(named.collect());
        let handle = Some(handle).filter(|_| self.folders.len() < MOST_HANDLES);
        self.folders.insert(path.to_owned(), Folder { handle, entries });
        listing
    }

    /// The open folder: by its name from the folder above when that one is open, else by its whole path, which also follows
    /// links within the root.
    fn open(&mut self, path: &str) -> Result<Handle, VaultError> {
        let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
        if above.is_empty() && !self.folders.contains_key(above) {
            let base = RelativePath::new(self.base.as_bytes()).ok();
            let handle = base.and_then(|base| self.root.folder(&base).ok());
            self.folders.insert(String::new(), Folder { handle, entries: Vec::new() });
        }
        let above = self.folders.get(above).and_then(|folder| folder.handle.as_ref());
        let missing = |errno: Errno| VaultError::Io {
            operation: "open",
            path: self.root.path().join(&self.base).join(path),
            source: errno.into(),
        };
        match above.map(|above| self.root.fs().open_dir(above, name.as_bytes())) {
            Some(Ok(handle)) => Ok(handle),
            Some(Err(Errno::NOENT)) => Err(missing(Errno::NOENT)),
            Some(Err(_)) | None => match RelativePath::new(format!("{}/{path}", self.base)) {
                Ok(full) => self.root.folder(&full),
                Err(_) => Err(missing(Errno::NOENT)),
            },
        }
    }

    /// The first bytes of a file; `None` when there are none to be had.
    ///
    /// # Errors
    /// The system fails.
    fn head(&mut self, path: &str) -> Result<Option<Vec<u8>>, VaultError> {
        match self.read(path) {
            Some(Err(error)) if error.is_failing_system() => Err(error),
            Some(read) => Ok(read.ok()),
            None => Ok(None),
        }
    }

    fn read(&mut self, path: &str) -> Option<Result<Vec<u8>, VaultError>> {
        let (folder, name) = path.rsplit_once('/')?;
        let found = self.folders.get(folder)?;
        let place =
            found.entries.binary_search_by(|entry| entry.name.as_slice().cmp(name.as_bytes())).ok()?;
        let kind = found.entries.get(place)?.kind;
        let full = RelativePath::new([&self.base, "/", path].concat()).ok()?;
        let failed = |errno: Errno| VaultError::Io {
            operation: "read",
            path: self.root.full(&full),
            source: errno.into(),
        };
        // A link is followed by its path, which keeps it inside the root; pipes and devices are never opened.
        match kind {
            Kind::File => {
                let file = match &found.handle {
                    Some(handle) => self.root.fs().open_file(handle, name.as_bytes()),
                    None => match self.root.locate(&full) {
                        Ok(place) => self.root.fs().open_file(&place.dir, &place.name),
                        Err(error) => return Some(Err(error)),
                    },
                };
                let fs = self.root.fs();
                Some(file.and_then(|file| read_head(fs, file, &mut self.buffer)).map_err(failed))
            }
            Kind::Link => Some(self.root.read(&full, LARGEST_DOCUMENT).map(|file| {
                let mut bytes = file.bytes.into_vec();
                bytes.truncate(HEAD_LENGTH);
                bytes
            })),
            Kind::Folder | Kind::Other => None,
        }
    }
}

/// The first [`HEAD_LENGTH`] bytes, by way of `buffer`, which is as long as the first read.
fn read_head(fs: &RealFs, mut file: <RealFs as Fs>::File, buffer: &mut Vec<u8>) -> Result<Vec<u8>, Errno> {
    buffer.resize(FIRST_READ, 0);
    let mut bytes = Vec::new();
    while bytes.len() < HEAD_LENGTH {
        let length = fs.read(&mut file, buffer)?;
        let Some(read) = buffer.get(..length).filter(|read| !read.is_empty()) else { break };
        bytes.extend_from_slice(read);
        if length < buffer.len() && bytes.len() < buffer.len() {
            break; // a short first read of a plain file is its end
        }
    }
    bytes.truncate(HEAD_LENGTH);
    Ok(bytes)
}

/// A document at a path from the root.
pub fn document(root: &Root, path: &str) -> Document {
    let Ok(path) = RelativePath::new(path) else { return Document::Unreadable };
    match root.read(&path, LARGEST_DOCUMENT) {
        Ok(file) => Document::Read(file.bytes.into_vec()),
        Err(error) if error.is_not_found() => Document::Absent,
        Err(_) => Document::Unreadable,
    }
}
