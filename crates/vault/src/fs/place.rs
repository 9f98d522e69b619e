//! Where a path really leads: an open folder and a name in it.

use super::{Errno, Fs, FsResult, Kind, Status};
use cairn_plan::RelativePath;
use std::collections::VecDeque;

/// One name in one open folder, all links on the way resolved.
#[derive(Clone, Debug)]
pub struct Place<D> {
    /// The open folder.
    pub dir: D,
    /// The name in it.
    pub name: Vec<u8>,
    /// The way from the root without links.
    pub path: RelativePath,
}

/// A path whose folders are not all there yet.
#[derive(Clone, Debug)]
pub struct Unclaimed<D> {
    /// The deepest folder that is there.
    pub dir: D,
    /// Its way from the root; `None` for the root itself.
    pub path: Option<RelativePath>,
    /// The names that are missing below it, the last one being the file's; never empty.
    pub missing: Vec<Vec<u8>>,
}

/// Where a new file or folder would stand.
#[derive(Clone, Debug)]
pub enum Claim<D> {
    /// Every folder on the way is there.
    Place(Place<D>),
    /// A folder is missing.
    Unclaimed(Unclaimed<D>),
}

/// The answer of [`resolve`].
pub(super) enum Resolved<D> {
    Inside(Claim<D>),
    /// A link leads out of the root, or links go in a circle.
    Outside,
}

/// What to do with a link at the very end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Follow,
    Keep,
}

/// More links than any honest path has; the kernel's own limit.
const MOST_LINKS: usize = 40;

/// Walk from `root` along `path`. Links are followed as long as they stay below the root; `root_path` tells which absolute
/// targets do.
pub(super) fn resolve<F: Fs>(
    fs: &F,
    root: &F::Dir,
    path: &RelativePath,
    last: Last,
    root_path: impl FnOnce() -> Option<Vec<u8>>,
) -> FsResult<Resolved<F::Dir>> {
    if let Some(place) = without_links(fs, root, path, last)? {
        return Ok(Resolved::Inside(Claim::Place(place)));
    }
    let walk = Walk { fs, root, open: Vec::new(), ahead: components(path.as_bytes()), links: 0 };
    walk.run(last, root_path)
}

/// The common case in two system calls: no link anywhere.
fn without_links<F: Fs>(
    fs: &F,
    root: &F::Dir,
    path: &RelativePath,
    last: Last,
) -> FsResult<Option<Place<F::Dir>>> {
    let dir = match path.parent() {
        None => root.clone(),
        Some(parent) => match fs.open_beneath(root, &parent) {
            Ok(dir) => dir,
            Err(Errno::LOOP | Errno::NOTDIR | Errno::NOENT | Errno::XDEV) => return Ok(None),
            Err(errno) => return Err(errno),
        },
    };
    let name = path.file_name().to_vec();
    if last == Last::Follow && status(fs, &dir, &name)?.is_some_and(|status| status.kind == Kind::Link) {
        return Ok(None);
    }
    Ok(Some(Place { dir, name, path: path.clone() }))
}

/// `None` when nothing stands there.
pub(super) fn status<F: Fs>(fs: &F, dir: &F::Dir, name: &[u8]) -> FsResult<Option<Status>> {
    match fs.status(dir, name) {
        Ok(status) => Ok(Some(status)),
        Err(Errno::NOENT) => Ok(None),
        Err(errno) => Err(errno),
    }
}

fn components(bytes: &[u8]) -> VecDeque<Vec<u8>> {
    bytes
        .split(|byte| *byte == b'/')
        .filter(|name| !matches!(*name, b"" | b"."))
        .map(<[u8]>::to_vec)
        .collect()
}

/// A walk under way: the folders open so far, the names still ahead.
struct Walk<'walk, F: Fs> {
    fs: &'walk F,
    root: &'walk F::Dir,
    open: Vec<(Vec<u8>, F::Dir)>,
    ahead: VecDeque<Vec<u8>>,
    links: usize,
}

impl<F: Fs> Walk<'_, F> {
    fn run(mut self, last: Last, root_path: impl FnOnce() -> Option<Vec<u8>>) -> FsResult<Resolved<F::Dir>> {
        let mut root_path = Some(root_path);
        while let Some(name) = self.ahead.pop_front() {
            if name == b".." {
                if self.open.pop().is_none() {
                    return Ok(Resolved::Outside);
                }
                continue;
            }
            let dir = self.here();
            let at_end = self.ahead.is_empty();
            match status(self.fs, &dir, &name)? {
                Some(found) if found.kind == Kind::Link && !(at_end && last == Last::Keep) => {
                    let target = self.fs.read_link(&dir, &name)?;
                    if !self.follow(&target, &mut root_path) {
                        return Ok(Resolved::Outside);
                    }
                }
                Some(_) if at_end => return Ok(self.place(dir, name)),
                Some(_) => {
                    let opened = self.fs.open_dir(&dir, &name)?;
                    self.open.push((name, opened));
                }
                None => return Ok(self.unclaimed(dir, name)),
            }
        }
        // Only a link to the root itself, or to a folder named by `..`, ends here: no file has that name.
        Ok(Resolved::Outside)
    }

    fn here(&self) -> F::Dir {
        self.open.last().map_or_else(|| self.root.clone(), |(_, dir)| dir.clone())
    }

    /// Put the link's target ahead; false when it leads out or in a circle.
    fn follow(&mut self, target: &[u8], root_path: &mut Option<impl FnOnce() -> Option<Vec<u8>>>) -> bool {
        self.links += 1;
        if self.links > MOST_LINKS {
            return false;
        }
        let mut rest = target;
        if target.starts_with(b"/") {
            // The root's own path is asked for once; a second absolute link on one way is nobody's project.
            let inner = root_path
                .take()
                .and_then(|root_path| root_path())
                .and_then(|root| target.strip_prefix(root.as_slice()).filter(|rest| rest.starts_with(b"/")));
            let Some(inner) = inner else { return false };
            rest = inner;
            self.open.clear();
        }
        for name in components(rest).into_iter().rev() {
            self.ahead.push_front(name);
        }
        true
    }

    fn way(&self, names: &[Vec<u8>]) -> Option<RelativePath> {
        let all: Vec<&[u8]> = self
            .open
            .iter()
            .map(|(name, _)| name.as_slice())
            .chain(names.iter().map(Vec::as_slice))
            .collect();
        RelativePath::new(all.join(&b'/')).ok()
    }

    fn place(&self, dir: F::Dir, name: Vec<u8>) -> Resolved<F::Dir> {
        match self.way(std::slice::from_ref(&name)) {
            Some(path) => Resolved::Inside(Claim::Place(Place { dir, name, path })),
            None => Resolved::Outside,
        }
    }

    fn unclaimed(mut self, dir: F::Dir, name: Vec<u8>) -> Resolved<F::Dir> {
        let missing: Vec<_> = std::iter::once(name).chain(std::mem::take(&mut self.ahead)).collect();
        if missing.iter().any(|name| name == b"..") {
            return Resolved::Outside;
        }
        if let [name] = missing.as_slice() {
            return self.place(dir, name.clone());
        }
        let path = self.way(&[]);
        Resolved::Inside(Claim::Unclaimed(Unclaimed { dir, path, missing }))
    }
}
