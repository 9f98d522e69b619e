//! Bare paths: the repository path of a folder, and more behind it, in text that is not a destination (8.3).

use super::edge;
use super::folder::{Entry, Folder};
use super::locator;
use crate::span::Span;
use memchr::memmem;

/// A path of a folder where it stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PathToken {
    /// The path, with `./` or `/` in front and `/` at its end as written, without a fragment.
    pub(super) path: Span,
    /// The fragment directly behind it; empty when there is none.
    pub(super) fragment: Span,
    /// The path below the folder, normalised; empty for the folder itself.
    pub(super) below: Vec<u8>,
    /// What stands there.
    pub(super) entry: Option<Entry>,
    /// Whether it is no path but a pattern of paths: `F/*.md`, `F/<name>.md`. One cannot be rewritten.
    pub(super) is_pattern: bool,
    /// Whether what stands before it lets it be rewritten, and not only reported.
    pub(super) has_left_edge: bool,
}

/// Where a token may stand in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// Where the text around it ends that it may not go beyond.
    pub(super) end: usize,
    /// Where its line ends.
    pub(super) line_end: usize,
}

/// The token whose folder is named at `at` of `text`, and the offset to look for the next one from.
///
/// No token when what stands there is a longer name, part of one, a git locator, or leads out of the folder.
pub(super) fn token(text: &[u8], at: usize, room: Room, folder: &Folder) -> (Option<PathToken>, usize) {
    let start = at + folder.path().as_bytes().len();
    let before = text.get(..at).unwrap_or_default();
    if start > room.end || !edge::is_loose_left_edge(before) {
        return (None, start);
    }
    let rest = line(text, start, room.line_end);
    let most = rest.len().min(room.end - start);
    let Some(found) = below(rest, most, folder) else { return (None, start) };
    let prefix = prefix(before);
    let path = Span::new(at - prefix.unwrap_or_default(), start + found.length);
    // A name alone is no path (8.2).
    let is_name = folder.path().components().nth(1).is_none() && path.start == at && !rest.starts_with(b"/");
    let is_locator = locator::follows(rest.get(found.length..).unwrap_or_default());
    let Some(entry) = found.entry.filter(|_| !is_name && !is_locator) else { return (None, path.end) };
    let behind = rest.get(found.length..most).unwrap_or_default();
    let fragment = behind.get(..edge::fragment(behind)).unwrap_or_default();
    // What names another path or an address is no fragment: it is looked at by itself.
    let is_other =
        [folder.path().as_bytes(), b"://"].iter().any(|mark| memmem::find(fragment, mark).is_some());
    let fragment = if is_other { 0 } else { fragment.len() };
    let token = PathToken {
        path,
        fragment: Span::new(path.end, path.end + fragment),
        below: found.below,
        entry,
        is_pattern: found.is_pattern,
        has_left_edge: prefix.is_some(),
    };
    (Some(token), path.end)
}

/// The rest at `start` of the line that ends at `end`.
fn line(text: &[u8], start: usize, end: usize) -> &[u8] {
    let line = text.get(start..end).unwrap_or_default();
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Length of the `./` or `/` that belongs to the path behind `before`; `None` when what stands before is no left edge.
fn prefix(before: &[u8]) -> Option<usize> {
    let candidates = [b"./".as_slice(), b"/", b""];
    let fits = |prefix: &&[u8]| before.strip_suffix(*prefix).is_some_and(edge::is_left_edge);
    candidates.into_iter().find(fits).map(<[u8]>::len)
}

/// What stands behind the folder's own path.
#[derive(Default)]
struct Below {
    length: usize,
    below: Vec<u8>,
    /// What stands there, if anything; `None` when it leads out of the folder, or is a git locator.
    entry: Option<Option<Entry>>,
    is_pattern: bool,
}

impl Below {
    fn existing(length: usize, below: &[u8], entry: Entry) -> Self {
        Self { length, below: below.to_vec(), entry: Some(Some(entry)), ..Self::default() }
    }
}

/// The longest path that exists; else the run up to what cannot be part of a path (8.3). It takes no more than `most` bytes of
/// `rest`, the rest of the line; what stands behind them still decides whether it ends there.
fn below(rest: &[u8], most: usize, folder: &Folder) -> Option<Below> {
    let kind = folder.entry(b"")?;
    let behind = rest.strip_prefix(b"/").filter(|_| kind == Entry::Directory);
    let Some(behind) = behind else {
        return edge::is_right_edge(rest, kind).then(|| Below::existing(0, b"", kind));
    };
    let most = most.checked_sub(1)?.min(behind.len());
    let ends = |length: usize, entry: Entry| end_of(behind, length, entry).is_some_and(|end| end <= most);
    if let Some((length, entry)) = folder.longest(behind.get(..most)?, ends) {
        let path = behind.get(..length)?;
        return Some(Below::existing(1 + end_of(behind, length, entry)?, path, entry));
    }
    if edge::is_right_edge_behind_slash(behind) {
        return Some(Below::existing(1, b"", Entry::Directory));
    }
    run_below(behind, most, folder)
}

/// The path that does not exist, or not as it is written: `measurement/../_prd.md` does.
fn run_below(behind: &[u8], most: usize, folder: &Folder) -> Option<Below> {
    let length = edge::run(behind.get(..most)?);
    let (run, rest) = behind.split_at_checked(length)?;
    let length = 1 + length;
    if memchr::memchr_iter(b'@', run).any(|at| locator::follows(behind.get(at..).unwrap_or_default())) {
        return Some(Below { length, ..Below::default() });
    }
    let joined = folder.path().join(run);
    let Some(below) = joined.as_ref().and_then(|joined| joined.below(folder.path())) else {
        return Some(Below { length, ..Below::default() });
    };
    let is_odd = run.is_empty()
        || run.iter().any(|byte| matches!(byte, b'*' | b'$'))
        || memmem::find(run, b"://").is_some();
    let is_pattern = is_odd || edge::opens(rest);
    let entry = folder.entry(below).filter(|_| !is_pattern);
    Some(Below { length, below: below.to_vec(), entry: Some(entry), is_pattern })
}

/// Where the path to `entry` that is the first `length` bytes of `text` ends, its final `/` included; `None` when it does not end
/// at an edge.
fn end_of(text: &[u8], length: usize, entry: Entry) -> Option<usize> {
    let behind = text.get(length..)?;
    if edge::is_right_edge(behind, entry) {
        return Some(length);
    }
    let behind = behind.strip_prefix(b"/").filter(|_| entry == Entry::Directory)?;
    edge::is_right_edge_behind_slash(behind).then_some(length + 1)
}
