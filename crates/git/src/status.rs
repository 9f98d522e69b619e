//! What differs from HEAD, in the index and on disk.

use bstr::{BStr, BString, ByteSlice};

use crate::question::{parts, portions};
use crate::{Error, Repository};

/// A path that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Relative to the root of the work tree.
    pub path: BString,
    /// HEAD against the index: what is staged.
    pub staged: State,
    /// The index against the disk.
    pub unstaged: State,
    /// Where the file was, when it was renamed or copied.
    pub from: Option<BString>,
}

/// How one side differs from the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It does not.
    Same,
    /// Other content or another executable bit.
    Modified,
    /// A link became a file, a file a link.
    TypeChanged,
    /// Not there before.
    Added,
    /// Not there any more.
    Deleted,
    /// There under another name.
    Renamed,
    /// A copy of another file.
    Copied,
    /// A merge left it undecided.
    Unmerged,
    /// Git does not know the path.
    Untracked,
    /// Git does not know the path, and it is a repository of its own.
    UntrackedRepository,
}

impl Change {
    /// The one word for people: `untracked`, `unmerged`, `deleted`, `renamed`, `modified` or `staged`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match (self.staged, self.unstaged) {
            (_, State::Untracked | State::UntrackedRepository) => "untracked",
            (State::Unmerged, _) | (_, State::Unmerged) => "unmerged",
            (State::Deleted, _) | (_, State::Deleted) => "deleted",
            (State::Renamed, _) | (_, State::Renamed) => "renamed",
            (_, State::Same) => "staged",
            _ => "modified",
        }
    }

    /// Whether the index differs from HEAD here.
    #[must_use]
    pub fn is_staged(&self) -> bool {
        self.staged != State::Same
    }
}

impl Repository {
    /// Everything in or below `paths` that differs from HEAD; without paths in the whole work tree. Ignored files are
    /// left out (see [`Repository::ignored_files`]), as is what happens inside submodules.
    ///
    /// Filter programs are off: a file behind one whose time stamps changed counts as modified.
    ///
    /// # Errors
    /// Git cannot be asked, or there is no work tree.
    pub fn status<P: AsRef<BStr>>(&self, paths: &[P]) -> Result<Vec<Change>, Error> {
        self.changes("--untracked-files=all", paths)
    }

    fn changes<P: AsRef<BStr>>(&self, untracked: &str, paths: &[P]) -> Result<Vec<Change>, Error> {
        let whole: [&[P]; 1] = [&[]];
        let portions = if paths.is_empty() { whole.to_vec() } else { portions(paths) };
        let mut changes = Vec::new();
        for portion in portions {
            let question = self.work_tree_question("status")?.args([
                "--porcelain=v2",
                "-z",
                untracked,
                "--ignored=no",
                "--ignore-submodules=dirty",
                "--find-renames",
                "--no-ahead-behind",
            ]);
            let output = question.paths(portion).ask()?;
            changes.extend(parse(&output).ok_or_else(|| self.unreadable("status", &output))?);
        }
        changes.sort_by(|one, other| one.path.cmp(&other.path));
        changes.dedup();
        Ok(changes)
    }

    /// Every path that is staged, sorted.
    ///
    /// # Errors
    /// Git cannot be asked, or there is no work tree.
    pub fn staged_paths(&self) -> Result<Vec<BString>, Error> {
        let changes = self.changes::<&BStr>("--untracked-files=no", &[])?;
        let staged = changes.into_iter().filter(Change::is_staged);
        let mut paths: Vec<BString> =
            staged.flat_map(|change| [Some(change.path), change.from]).flatten().collect();
        paths.sort();
        Ok(paths)
    }
}

/// Reads `status --porcelain=v2 -z`.
fn parse(output: &[u8]) -> Option<Vec<Change>> {
    let mut changes = Vec::new();
    let mut records = parts(output);
    while let Some(record) = records.next() {
        let (kind, rest) = record.split_at_checked(2)?;
        let change = match kind {
            b"1 " => ordinary(rest, 7, None)?,
            b"2 " => ordinary(rest, 8, Some(records.next()?))?,
            b"u " => {
                let path = field(rest, 9)?.into();
                Change { path, staged: State::Unmerged, unstaged: State::Unmerged, from: None }
            }
            b"? " => {
                let (path, unstaged) = match rest.strip_suffix(b"/") {
                    Some(folder) => (folder, State::UntrackedRepository),
                    None => (rest, State::Untracked),
                };
                Change { path: path.into(), staged: State::Same, unstaged, from: None }
            }
            b"# " | b"! " => continue,
            _ => return None,
        };
        changes.push(change);
    }
    Some(changes)
}

/// `XY …`, the path being field `at`.
fn ordinary(rest: &[u8], at: usize, from: Option<&BStr>) -> Option<Change> {
    let (staged, unstaged) = (state(*rest.first()?)?, state(*rest.get(1)?)?);
    let renamed = [staged, unstaged].iter().any(|side| matches!(side, State::Renamed | State::Copied));
    Some(Change {
        path: field(rest, at)?.into(),
        staged,
        unstaged,
        from: from.filter(|_| renamed).map(BString::from),
    })
}

/// Field `at` of fields separated by a blank, and all that follows it.
fn field(rest: &[u8], at: usize) -> Option<&[u8]> {
    rest.splitn_str(at + 1, " ").nth(at)
}

fn state(letter: u8) -> Option<State> {
    Some(match letter {
        b'.' => State::Same,
        b'M' => State::Modified,
        b'T' => State::TypeChanged,
        b'A' => State::Added,
        b'D' => State::Deleted,
        b'R' => State::Renamed,
        b'C' => State::Copied,
        b'U' => State::Unmerged,
        _ => return None,
    })
}
