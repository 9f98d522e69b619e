//! The search for files that may cite a Spec (roundfix 8.1, 8.6): every file that git tracks or does not ignore, read once, in
//! several threads.
//!
//! A file is kept only when [`Mentions`] cannot rule it out; so ten thousand documents cost the reading of their bytes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use bstr::ByteSlice;
use cairn_git::{EntryKind, ObjectId, Repository};
use cairn_plan::RelativePath;
use cairn_text::links::Mentions;
use cairn_vault::{Errno, Fs, Interrupt, Root, is_failing};

use super::beside::beside;
use super::failure::SpecFailure;
use super::places::{Folder, LARGEST_TEXT, Read, failed, read_file};
use super::watch::Watch;

/// What the search came to.
#[derive(Default)]
pub(super) struct Searched {
    /// Files that may cite, sorted by path.
    pub(super) found: Vec<Found>,
    /// Files that could not be read.
    pub(super) unread: Vec<RelativePath>,
}

/// A file that may cite.
pub(super) struct Found {
    /// Where.
    pub(super) path: RelativePath,
    /// Its content.
    pub(super) bytes: Vec<u8>,
    /// Whether git tracks it, and it is there.
    pub(super) tracked: bool,
}

/// A file that is to be looked at.
struct Candidate {
    path: RelativePath,
    /// What git tracks of it; `None` for an untracked file.
    blob: Option<ObjectId>,
}

/// How many files a thread takes at a time: enough to share an open folder, few enough to keep all threads busy.
const PORTION: usize = 64;

/// More threads than this only wait for the same disk.
const MOST_THREADS: usize = 8;

/// Between two reports of progress.
const TICK: Duration = Duration::from_millis(100);

/// Searches a whole work tree. `left_out` are folders that nobody asks about: the Specs themselves.
pub(super) fn search(
    git: &Repository,
    root: &Root,
    mentions: &Mentions,
    left_out: &[RelativePath],
    interrupt: &Interrupt,
    watch: &dyn Watch,
) -> Result<Searched, SpecFailure> {
    let mut candidates = candidates(git)?;
    candidates.retain(|one| !left_out.iter().any(|folder| one.path.is_within(folder)));
    let (mut found, mut outcome) = (Vec::new(), Portions::default());
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.min(MOST_THREADS).min(candidates.len().div_ceil(PORTION)).max(1);
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..threads {
            let (sender, candidates, next) = (sender.clone(), &candidates, &next);
            beside(scope, move || {
                let mut reader = Reader { root, mentions, folder: None, buffer: Vec::new() };
                let portions = reader.read(candidates, next, interrupt);
                // Whoever waits for it is in this very function.
                let _ = sender.send(portions);
            });
        }
        drop(sender);
        let mut running = threads;
        while running > 0 {
            match receiver.recv_timeout(TICK) {
                Ok(portions) => {
                    running -= 1;
                    outcome.append(portions);
                }
                Err(RecvTimeoutError::Timeout) => {
                    watch.searching(next.load(Ordering::Relaxed).min(candidates.len()), candidates.len());
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    interrupt.check()?;
    if let Some((path, errno)) = outcome.failing {
        return Err(failed(root, "read", &path, errno).into());
    }
    found.append(&mut outcome.found);
    found.extend(not_checked_out(git, &candidates, &outcome.missing, mentions)?);
    found.sort_by(|one, other| one.path.cmp(&other.path));
    outcome.unread.sort_unstable();
    Ok(Searched { found, unread: outcome.unread })
}

/// Every regular file that git tracks or does not ignore, in the order of paths, so that files of one folder follow each other.
fn candidates(git: &Repository) -> Result<Vec<Candidate>, SpecFailure> {
    let everything: [&bstr::BStr; 0] = [];
    let (tracked, untracked) = std::thread::scope(|scope| {
        let untracked = beside(scope, || git.untracked_files(&everything));
        let tracked = git.tracked(&everything);
        (tracked, untracked.join())
    });
    let mut candidates = Vec::new();
    for entry in tracked? {
        if matches!(entry.kind, EntryKind::File | EntryKind::Executable)
            && let Ok(path) = RelativePath::new(Vec::from(entry.path))
        {
            candidates.push(Candidate { path, blob: Some(entry.id) });
        }
    }
    for path in untracked? {
        // A repository of its own ends with `/` and is no path here.
        candidates.extend(RelativePath::new(Vec::from(path)).ok().map(|path| Candidate { path, blob: None }));
    }
    candidates.sort_by(|one, other| one.path.cmp(&other.path));
    // A path that a merge left undecided stands there up to three times.
    candidates.dedup_by(|one, other| one.path == other.path);
    Ok(candidates)
}

/// What one thread found.
#[derive(Default)]
struct Portions {
    found: Vec<Found>,
    unread: Vec<RelativePath>,
    /// The first file that the system failed at: it may cite, and nobody knows.
    failing: Option<(RelativePath, Errno)>,
    /// Positions of candidates that are not on the disk.
    missing: Vec<usize>,
}

impl Portions {
    fn append(&mut self, mut other: Portions) {
        self.found.append(&mut other.found);
        self.unread.append(&mut other.unread);
        self.failing = self.failing.take().or(other.failing);
        self.missing.append(&mut other.missing);
    }
}

struct Reader<'s> {
    root: &'s Root,
    mentions: &'s Mentions,
    /// The folder that was opened last.
    folder: Option<(Option<RelativePath>, Folder)>,
    buffer: Vec<u8>,
}

impl Reader<'_> {
    fn read(&mut self, candidates: &[Candidate], next: &AtomicUsize, interrupt: &Interrupt) -> Portions {
        let mut portions = Portions::default();
        loop {
            let start = next.fetch_add(PORTION, Ordering::Relaxed);
            let some = candidates.iter().enumerate().skip(start).take(PORTION);
            if start >= candidates.len() || interrupt.check().is_err() {
                return portions;
            }
            for (position, candidate) in some {
                match self.look(&candidate.path) {
                    Ok(Some(bytes)) => portions.found.push(Found {
                        path: candidate.path.clone(),
                        bytes,
                        tracked: candidate.blob.is_some(),
                    }),
                    Ok(None) => {}
                    Err(Errno::NOENT) => portions.missing.push(position),
                    // Behind a link, or no folder any more: whatever stands there is not the file that git means.
                    Err(Errno::LOOP | Errno::NOTDIR) => {}
                    Err(errno) if is_failing(&errno.into()) => {
                        portions.failing.get_or_insert((candidate.path.clone(), errno));
                    }
                    Err(_) => portions.unread.push(candidate.path.clone()),
                }
            }
        }
    }

    /// The bytes of a file that may cite.
    fn look(&mut self, path: &RelativePath) -> Result<Option<Vec<u8>>, Errno> {
        let folder = self.folder(path.parent())?;
        let length = match read_file(&folder, path.file_name(), LARGEST_TEXT, &mut self.buffer)? {
            Read::Whole { length, .. } => length,
            Read::NotRegular | Read::TooLarge(_) => return Ok(None),
        };
        let bytes = self.buffer.get(..length).unwrap_or_default();
        Ok(may_cite(self.mentions, bytes).then(|| bytes.to_vec()))
    }

    /// The open folder; the one that was opened last is kept.
    fn folder(&mut self, parent: Option<RelativePath>) -> Result<Folder, Errno> {
        if let Some((known, dir)) = &self.folder
            && *known == parent
        {
            return Ok(dir.clone());
        }
        let root = self.root;
        let dir = match &parent {
            None => root.dir().clone(),
            Some(parent) => root.fs().open_beneath(root.dir(), parent)?,
        };
        self.folder = Some((parent, dir.clone()));
        Ok(dir)
    }
}

/// A file with a NUL byte is no text.
fn may_cite(mentions: &Mentions, bytes: &[u8]) -> bool {
    mentions.may_be_in(bytes) && bytes.find_byte(0).is_none()
}

/// In a sparse checkout documents can be tracked and not there. They cannot be rewritten, so they are told of like any file that
/// is no Live Document.
fn not_checked_out(
    git: &Repository,
    candidates: &[Candidate],
    missing: &[usize],
    mentions: &Mentions,
) -> Result<Vec<Found>, SpecFailure> {
    if !git.is_sparse() || missing.is_empty() {
        return Ok(Vec::new());
    }
    let mut blobs = git.blobs()?;
    let mut found = Vec::new();
    for candidate in missing.iter().filter_map(|position| candidates.get(*position)) {
        let Some(blob) = &candidate.blob else { continue };
        let bytes = blobs.get(blob)?.unwrap_or_default();
        if may_cite(mentions, &bytes) {
            found.push(Found { path: candidate.path.clone(), bytes, tracked: false });
        }
    }
    Ok(found)
}
