//! A plan shown as a unified diff.
//!
//! Paths stand as they are from the root, without `a/` and `b/`. The search is Myers' over whole lines, with the
//! size-dependent search limit that `similar` takes from git: near-linear on any input, the same result on every run (no deadline).

use crate::{Change, ContentHash, Plan, RelativePath};
use bstr::ByteSlice;
use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write as _;

/// Lines shown around each change, as everywhere.
const CONTEXT: usize = 3;

/// One side of a comparison.
#[derive(Clone, Copy, Debug)]
pub enum Side<'bytes> {
    /// There is no such file.
    Absent,
    /// The file holds these bytes.
    Present(&'bytes [u8]),
}

impl<'bytes> Side<'bytes> {
    fn bytes(self) -> &'bytes [u8] {
        match self {
            Self::Absent => b"",
            Self::Present(bytes) => bytes,
        }
    }

    fn name(self, path: &RelativePath) -> String {
        match self {
            Self::Absent => "/dev/null".to_owned(),
            Self::Present(_) => path.to_string(),
        }
    }
}

/// The whole plan as one unified diff; `before` gives the bytes that stand at a path now (`None`: unknown, shown as a
/// note). Bytes come out as they went in; whoever shows them escapes them.
pub fn unified_diff<'bytes>(
    plan: &Plan,
    mut before: impl FnMut(&RelativePath) -> Option<Cow<'bytes, [u8]>>,
) -> Vec<u8> {
    let mut out = Vec::new();
    for change in &plan.changes {
        match change {
            Change::Create { path, bytes, .. } => {
                out.extend(diff_of(path, Side::Absent, Side::Present(bytes)))
            }
            Change::Write { path, bytes, .. } => match before(path) {
                Some(old) => out.extend(diff_of(path, Side::Present(&old), Side::Present(bytes))),
                None => note(&mut out, "rewritten", path),
            },
            Change::Delete { path, .. } => match before(path) {
                Some(old) => out.extend(diff_of(path, Side::Present(&old), Side::Absent)),
                None => note(&mut out, "deleted", path),
            },
            Change::Move { from, to } => {
                out.extend(format!("rename from {from}\nrename to {to}\n").into_bytes());
            }
            Change::RemoveTree { path, entries } => {
                out.extend(format!("deleted folder {path}, {} entries\n", entries.len()).into_bytes());
            }
            Change::MakeFolder { path } => note(&mut out, "new folder", path),
            Change::CreateLink { path, .. } => note(&mut out, "new link", path),
            Change::DeleteLink { path, .. } => note(&mut out, "deleted link", path),
        }
    }
    out
}

fn note(out: &mut Vec<u8>, what: &str, path: &RelativePath) {
    out.extend(format!("{what} {path}\n").into_bytes());
}

/// Two states of one file as a unified diff; empty when they are the same.
pub fn diff_of(path: &RelativePath, old: Side<'_>, new: Side<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let present = |side| matches!(side, Side::Present(_));
    if old.bytes() == new.bytes() && present(old) == present(new) {
        return out;
    }
    let (before, after) = (old.name(path), new.name(path));
    if old.bytes().contains(&0) || new.bytes().contains(&0) {
        out.extend(format!("Binary files {before} and {after} differ\n").into_bytes());
        return out;
    }
    out.extend(format!("--- {before}\n+++ {after}\n").into_bytes());
    let old_lines: Vec<&[u8]> = old.bytes().lines_with_terminator().collect();
    let new_lines: Vec<&[u8]> = new.bytes().lines_with_terminator().collect();
    for hunk in group_diff_ops(steps(&old_lines, &new_lines), CONTEXT) {
        write_hunk(&mut out, &hunk, &old_lines, &new_lines);
    }
    out
}

/// The edit script over lines, compared by number: each distinct line is hashed once.
fn steps(old: &[&[u8]], new: &[&[u8]]) -> Vec<DiffOp> {
    let mut numbers: HashMap<&[u8], usize> = HashMap::with_capacity(old.len());
    let mut number = |line| {
        let next = numbers.len();
        *numbers.entry(line).or_insert(next)
    };
    let old: Vec<usize> = old.iter().map(|line| number(*line)).collect();
    let new: Vec<usize> = new.iter().map(|line| number(*line)).collect();
    capture_diff_slices(Algorithm::Myers, &old, &new)
}

fn write_hunk(out: &mut Vec<u8>, hunk: &[DiffOp], old: &[&[u8]], new: &[&[u8]]) {
    let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { return };
    let old_range = first.old_range().start..last.old_range().end;
    let new_range = first.new_range().start..last.new_range().end;
    out.extend(format!("@@ -{} +{} @@\n", place(&old_range), place(&new_range)).into_bytes());
    for step in hunk {
        let (before, after) = (old.get(step.old_range()), new.get(step.new_range()));
        if let DiffOp::Equal { .. } = step {
            write_lines(out, b' ', before);
        } else {
            write_lines(out, b'-', before);
            write_lines(out, b'+', after);
        }
    }
}

/// `start,count` counted from 1; the line before an empty range; the count left out when it is 1.
fn place(range: &std::ops::Range<usize>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        count => format!("{},{count}", range.start + 1),
    }
}

fn write_lines(out: &mut Vec<u8>, sign: u8, lines: Option<&[&[u8]]>) {
    for line in lines.unwrap_or_default() {
        out.push(sign);
        out.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            let _infallible = out.write_all(b"\n\\ No newline at end of file\n");
        }
    }
}

impl Plan {
    /// [`unified_diff`] of this plan.
    pub fn unified_diff<'bytes>(
        &self,
        before: impl FnMut(&RelativePath) -> Option<Cow<'bytes, [u8]>>,
    ) -> Vec<u8> {
        unified_diff(self, before)
    }

    /// Does every write and deletion name the hash of what `before` gives? The first path that does not.
    pub fn stale<'bytes>(
        &self,
        mut before: impl FnMut(&RelativePath) -> Option<Cow<'bytes, [u8]>>,
    ) -> Option<&RelativePath> {
        self.changes.iter().find_map(|change| match change {
            Change::Write { path, before: expected, .. } | Change::Delete { path, before: expected } => {
                (before(path).map(|bytes| ContentHash::of(&bytes)) != Some(*expected)).then_some(path)
            }
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests;
