//! What an operation left in a file, byte for byte, to show what someone changed since.

use super::{Operation, OperationLog, file_name};
use crate::fs::{Fs, Listed, write_all};
use crate::step::Step;
use cairn_plan::{ContentHash, RelativePath};
use std::collections::HashSet;

/// Larger files get no image: their difference is told, not shown.
const LARGEST: usize = 8 << 20;

/// Digits of the hash in the name: enough to find it, the whole hash is compared after reading.
const SHORT: usize = 16;

const ENDING: &[u8] = b".left";

impl<F: Fs> OperationLog<F> {
    /// Keep `bytes` as what operation `id` left. Not flushed, and a failure is no failure: nothing depends on it.
    pub(super) fn keep_image(&self, id: u64, bytes: &[u8]) {
        if bytes.len() > LARGEST {
            return;
        }
        let name = file_name(id, &format!("-{}.left", short(ContentHash::of(bytes))));
        if let Ok(mut file) = self.root.fs().create(self.root.dir(), name.as_bytes(), 0o600) {
            let _comfort = write_all(self.root.fs(), &mut file, bytes);
        }
    }

    /// Once the next operation starts from these contents, they can be computed from what it left in turn.
    /// `seen` is a listing of the log.
    pub(super) fn drop_images_of(&self, seen: &[Listed], hashes: impl Iterator<Item = ContentHash>) {
        let gone: HashSet<Vec<u8>> = hashes.map(|hash| short(hash).into_bytes()).collect();
        if !gone.is_empty() {
            self.drop_images(seen, |_, hash| gone.contains(hash));
        }
    }

    pub(super) fn drop_images_up_to(&self, seen: &[Listed], id: u64) {
        self.drop_images(seen, |number, _| number <= id);
    }

    fn drop_images(&self, seen: &[Listed], goes: impl Fn(u64, &[u8]) -> bool) {
        for entry in seen {
            if parts(&entry.name).is_some_and(|(id, hash)| goes(id, hash)) {
                let _comfort = self.root.fs().unlink(self.root.dir(), &entry.name);
            }
        }
    }

    /// The content with this hash: from a record or an image that holds it whole, or from such a one and the patches between.
    pub(crate) fn content(&self, wanted: ContentHash, operations: &[Operation]) -> Option<Vec<u8>> {
        // At most one step for each operation, newest first.
        let mut patches = Vec::new();
        let mut hash = wanted;
        for _ in 0..=operations.len() {
            if let Some(bytes) = recorded(hash, operations).or_else(|| self.image(hash)) {
                let back = patches
                    .iter()
                    .rev()
                    .try_fold(bytes, |bytes, patch: &crate::step::Patch| patch.forward(&bytes));
                return back.filter(|bytes| ContentHash::of(bytes) == wanted);
            }
            let (next, patch) =
                operations.iter().flat_map(|operation| &operation.steps).find_map(|step| match step {
                    Step::File { before: Some(before), after: Some(after), patch: Some(patch), .. }
                        if before.hash == hash =>
                    {
                        Some((after.hash, patch.inverse()))
                    }
                    _ => None,
                })?;
            patches.push(patch);
            hash = next;
        }
        None
    }

    fn image(&self, hash: ContentHash) -> Option<Vec<u8>> {
        let wanted = short(hash);
        let entries = self.root.list(None).ok()?;
        let named = entries
            .iter()
            .filter(|entry| parts(&entry.name).is_some_and(|(_, found)| found == wanted.as_bytes()));
        named
            .filter_map(|entry| {
                let path = RelativePath::new(entry.name.clone()).ok()?;
                self.root.read(&path, LARGEST as u64).ok()
            })
            .map(|file| file.bytes.into_vec())
            .find(|bytes| ContentHash::of(bytes) == hash)
    }
}

/// The content with this hash where the record of an operation holds what it left.
fn recorded(hash: ContentHash, operations: &[Operation]) -> Option<Vec<u8>> {
    operations.iter().flat_map(|operation| &operation.steps).find_map(|step| match step {
        Step::File { before: Some(_), after: Some(after), .. } if after.hash == hash => {
            after.bytes().map(|bytes| bytes.to_vec())
        }
        _ => None,
    })
}

fn short(hash: ContentHash) -> String {
    hash.to_string().chars().take(SHORT).collect()
}

/// `<id>-<hash>.left`
fn parts(name: &[u8]) -> Option<(u64, &[u8])> {
    let stem = name.strip_suffix(ENDING)?;
    let dash = stem.iter().position(|byte| *byte == b'-')?;
    let (id, hash) = stem.split_at_checked(dash)?;
    Some((std::str::from_utf8(id).ok()?.parse().ok()?, hash.get(1..)?))
}
