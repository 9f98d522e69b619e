//! Fills a [`PlanningSnapshot`] from the disk: answers what it wants until it wants nothing. Each folder is listed once and
//! kept open while its files are read; a file is opened only when its content decides something (G10).

use std::collections::HashMap;

use bstr::ByteSlice;
use cairn_plan::RelativePath;
use cairn_state::phase_files::{FileHead, HEAD_LENGTH};
use cairn_state::planning::{Document, Focus, FolderEntry, Listing, PlanningSnapshot, Wanted};
use cairn_vault::{Errno, Fs, Kind, RealFs, Root, VaultError};

/// The largest Markdown document that is read: far above any real one, far below what would hurt (G10).
pub const LARGEST_DOCUMENT: u64 = 512 * 1024 * 1024;

/// Reads below one base folder.
pub struct PlanningTree<'r> {
    root: &'r Root,
    base: String,
    /// Open folders by their path below the base folder, and the kinds of what is in them.
    folders: HashMap<String, OpenFolder>,
}

struct OpenFolder {
    handle: <RealFs as Fs>::Dir,
    kinds: HashMap<Vec<u8>, Kind>,
}

impl<'r> PlanningTree<'r> {
    /// The tree of the base folder `base`, a path from the root.
    pub fn new(root: &'r Root, base: &str) -> PlanningTree<'r> {
        PlanningTree { root, base: base.to_owned(), folders: HashMap::new() }
    }

    /// A document of the base folder.
    pub fn document(&self, name: &str) -> Document {
        document(self.root, &format!("{}/{name}", self.base))
    }

    /// Answers everything that the questions in `focus` want.
    pub fn fill(&mut self, snapshot: &mut PlanningSnapshot, focus: &[Focus]) {
        loop {
            let wanted = snapshot.wanted(focus);
            if wanted.is_empty() {
                return;
            }
            for want in wanted {
                match want {
                    Wanted::Folder(path) => {
                        let listing = self.list(&path);
                        snapshot.set_listing(path, listing);
                    }
                    Wanted::Head(path) => {
                        let head = self.head(&path);
                        snapshot.set_head(path, head);
                    }
                }
            }
        }
    }

    fn list(&mut self, path: &str) -> Listing {
        let Ok(full) = RelativePath::new(format!("{}/{path}", self.base)) else { return Listing::Absent };
        let opened = self.root.folder(&full).and_then(|handle| {
            let listed = self.root.fs().read_dir(&handle);
            listed.map(|listed| (handle, listed)).map_err(|errno| VaultError::Io {
                operation: "list",
                path: self.root.full(&full),
                source: errno.into(),
            })
        });
        let (handle, listed) = match opened {
            Ok(opened) => opened,
            Err(error) if error.is_not_found() => return Listing::Absent,
            Err(_) => return Listing::Unreadable,
        };
        let entries = listed
            .iter()
            .filter_map(|entry| {
                let name = entry.name.to_str().ok()?.to_owned();
                Some(FolderEntry { name, is_folder: entry.kind == Kind::Folder })
            })
            .collect();
        let kinds = listed.into_iter().map(|entry| (entry.name, entry.kind)).collect();
        self.folders.insert(path.to_owned(), OpenFolder { handle, kinds });
        Listing::Entries(entries)
    }

    fn head(&self, path: &str) -> FileHead {
        let read = || {
            let (folder, name) = path.rsplit_once('/')?;
            let folder = self.folders.get(folder)?;
            // A link is followed by its path, which keeps it inside the root; pipes and devices are never opened.
            match folder.kinds.get(name.as_bytes())? {
                Kind::File => read_head(self.root.fs(), &folder.handle, name.as_bytes()).ok(),
                Kind::Link => {
                    let full = RelativePath::new(format!("{}/{path}", self.base)).ok()?;
                    let mut bytes = self.root.read(&full, LARGEST_DOCUMENT).ok()?.bytes;
                    bytes.truncate(HEAD_LENGTH);
                    Some(bytes)
                }
                Kind::Folder | Kind::Other => None,
            }
        };
        read().map_or(FileHead::Unreadable, FileHead::Read)
    }
}

/// The first [`HEAD_LENGTH`] bytes. Begins with a small buffer: most frontmatter is short, most of these files are too.
fn read_head(fs: &RealFs, folder: &<RealFs as Fs>::Dir, name: &[u8]) -> Result<Vec<u8>, Errno> {
    let mut file = fs.open_file(folder, name)?;
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 8 * 1024];
    while bytes.len() < HEAD_LENGTH {
        let length = fs.read(&mut file, &mut buffer)?;
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
        Ok(file) => Document::Read(file.bytes),
        Err(error) if error.is_not_found() => Document::Absent,
        Err(_) => Document::Unreadable,
    }
}
