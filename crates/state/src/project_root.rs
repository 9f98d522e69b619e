//! Which project a folder belongs to, and which of its workstreams is active (contract msd-tools 3 and 17).
//!
//! The commands and the status line answer both questions with these functions, so that they show the same project.
//! The module decides and reads nothing itself: what it wants to know of the disk it asks through [`Folders`]. It does
//! not handle `--project-dir`, which names the root and needs no walk, and it never repairs a pointer.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

/// How many folders the walk visits, the start included: a project further up is not meant by a command given here.
pub const FOLDERS_WALKED: usize = 10;

/// The folder that makes its parent a project root.
pub const PLANNING_FOLDER: &str = ".planning";

/// The file in the planning folder that names the active workstream.
pub const WORKSTREAM_POINTER: &str = "active-workstream";

/// The folder in the planning folder that holds the workstreams.
pub const WORKSTREAMS_FOLDER: &str = "workstreams";

/// What the walk asks of the disk. Symbolic links are followed; whatever cannot be read is not there.
pub trait Folders {
    /// Whether `path` is a folder.
    fn is_folder(&self, path: &Path) -> bool;

    /// The bytes of the plain file `path` that holds a name or a path; `None` for anything but a plain file of at
    /// most some kilobytes.
    fn read_pointer(&self, path: &Path) -> Option<Vec<u8>>;
}

/// The folders that the walk visits: `start` and its ancestors, at most [`FOLDERS_WALKED`], none behind `home`.
///
/// Both paths are absolute and compared as they are written: a caller whose paths may go through links resolves both.
pub fn folders_upwards<'a>(start: &'a Path, home: Option<&'a Path>) -> impl Iterator<Item = &'a Path> {
    let mut is_past_home = false;
    start.ancestors().take(FOLDERS_WALKED).take_while(move |folder| {
        let is_visited = !is_past_home;
        is_past_home |= Some(*folder) == home;
        is_visited
    })
}

/// The root of the project that `start` lies in: the nearest folder on the way up that holds a planning folder; if there
/// is none, the main worktree of a linked worktree on the way, when that holds one.
#[must_use]
pub fn find_root(start: &Path, home: Option<&Path>, disk: &impl Folders) -> Option<PathBuf> {
    let holds_planning = |folder: &Path| disk.is_folder(&folder.join(PLANNING_FOLDER));
    if let Some(root) = folders_upwards(start, home).find(|folder| holds_planning(folder)) {
        return Some(root.to_path_buf());
    }
    folders_upwards(start, home)
        .filter_map(|folder| main_worktree(folder, disk))
        .find(|main_worktree| holds_planning(main_worktree))
}

/// The main worktree of the linked worktree whose top is `worktree`; `None` when `worktree` is no such folder (a plain
/// folder, a main worktree, a submodule) or the repository has no main worktree.
///
/// Read from files, as git lays them out: `.git` leads to the administrative folder (`gitdir:`), its `commondir` to the
/// common git directory, and that is `.git` of the main worktree.
#[must_use]
pub fn main_worktree(worktree: &Path, disk: &impl Folders) -> Option<PathBuf> {
    let pointer = disk.read_pointer(&worktree.join(".git"))?;
    let administrative = join_lexically(worktree, path_of_bytes(pointer.strip_prefix(b"gitdir:")?)?);
    let common = disk.read_pointer(&administrative.join("commondir"))?;
    let common = join_lexically(&administrative, path_of_bytes(&common)?);
    if common.file_name() != Some(OsStr::new(".git")) {
        return None;
    }
    common.parent().map(Path::to_path_buf)
}

/// The path that a pointer file holds: its only line, without blanks in front.
fn path_of_bytes(bytes: &[u8]) -> Option<&Path> {
    let line = bytes.trim_ascii_start();
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.is_empty() || line.contains(&0) {
        return None;
    }
    path_from_line(line)
}

#[cfg(unix)]
fn path_from_line(line: &[u8]) -> Option<&Path> {
    use std::os::unix::ffi::OsStrExt as _;
    Some(Path::new(OsStr::from_bytes(line)))
}

#[cfg(not(unix))]
fn path_from_line(line: &[u8]) -> Option<&Path> {
    std::str::from_utf8(line).ok().map(Path::new)
}

/// `path` seen from `base`, `.` and `..` resolved in the text alone: the form in which the walk wants its start folder.
#[must_use]
pub fn join_lexically(base: &Path, path: &Path) -> PathBuf {
    let mut joined = PathBuf::new();
    for component in base.join(path).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                joined.pop();
            }
            other => joined.push(other),
        }
    }
    joined
}

/// The name of a workstream: letters (of any script), digits, `-`, `_`, `.`; not `.` or `..` (contract 17). It is one
/// path component, so that no name leads out of the workstreams folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkstreamName(String);

impl WorkstreamName {
    /// The name, if `text` is one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_allowed =
            |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '.');
        let is_name = !text.is_empty() && text != "." && text != ".." && text.chars().all(is_allowed);
        is_name.then(|| Self(text.to_owned()))
    }

    /// The name as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its folder below the planning folder `planning`.
    #[must_use]
    pub fn folder(&self, planning: &Path) -> PathBuf {
        planning.join(WORKSTREAMS_FOLDER).join(&self.0)
    }
}

/// What a caller was told about the workstream.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WorkstreamRequest<'a> {
    /// The flag `--ws`; beats the other two. An empty text is an invalid name.
    pub flag: Option<&'a str>,
    /// `MSD_WORKSTREAM`; beats the pointer file. An empty text counts as none.
    pub environment: Option<&'a str>,
}

/// Who named a workstream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkstreamSource {
    /// The flag `--ws`.
    Flag,
    /// `MSD_WORKSTREAM`.
    Environment,
    /// The pointer file.
    Pointer,
}

/// The answer to "which workstream".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Workstream {
    /// None is named: the planning folder itself is the base.
    None,
    /// The named one exists.
    Active(WorkstreamName, WorkstreamSource),
    /// The named one does not exist. By the flag this is `workstream_not_found`; else the base is the planning folder
    /// and the commands warn (`workstream_pointer`).
    Missing(WorkstreamName, WorkstreamSource),
    /// The text is no name (`invalid_value`).
    Invalid(String, WorkstreamSource),
}

impl Workstream {
    /// The base folder (contract 3): the workstream's when one is active, else the planning folder.
    #[must_use]
    pub fn base_folder(&self, planning: &Path) -> PathBuf {
        match self {
            Self::Active(name, _) => name.folder(planning),
            Self::None | Self::Missing(..) | Self::Invalid(..) => planning.to_path_buf(),
        }
    }
}

/// The workstream that `request`, else the pointer file in the planning folder `planning` names (contract 17). The first
/// that names one decides: a missing one never makes way for the next.
#[must_use]
pub fn active_workstream(request: WorkstreamRequest<'_>, planning: &Path, disk: &impl Folders) -> Workstream {
    let named = |text: Option<&str>, source| {
        let text = text.map(str::trim).filter(|text| !text.is_empty())?;
        Some((text.to_owned(), source))
    };
    let flag = request.flag.map(|text| (text.to_owned(), WorkstreamSource::Flag));
    let requested = flag.or_else(|| named(request.environment, WorkstreamSource::Environment));
    let (text, source) = match requested {
        Some(requested) => requested,
        None => match named(stored_name(planning, disk).as_deref(), WorkstreamSource::Pointer) {
            Some(stored) => stored,
            None => return Workstream::None,
        },
    };
    match WorkstreamName::parse(&text) {
        None => Workstream::Invalid(text, source),
        Some(name) if disk.is_folder(&name.folder(planning)) => Workstream::Active(name, source),
        Some(name) => Workstream::Missing(name, source),
    }
}

/// The text of the pointer file, a byte-order mark left out.
fn stored_name(planning: &Path, disk: &impl Folders) -> Option<String> {
    let bytes = disk.read_pointer(&planning.join(WORKSTREAM_POINTER))?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    Some(String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests;
