//! Which steps may be under way together.
//!
//! The steps of one stage are independent of each other: after a crash each can be judged by what stands at its own
//! place. Between two stages everything is flushed and the journal says so. Hence a step whose place an earlier one moves,
//! removes or writes begins a new stage. So does the first removal: everything before it is on the disk, and read back,
//! before anything goes (G4). And so does a move into a folder that is new: were the move on the disk and the folder not, what
//! was moved would be nowhere.

use crate::step::Step;
use cairn_plan::RelativePath;
use std::collections::BTreeSet;

/// The length of each stage, in order; their sum is the number of steps.
pub(super) fn stages(steps: &[Step]) -> Vec<usize> {
    let mut lengths = Vec::new();
    let mut stage = Stage::default();
    for step in steps {
        if stage.length > 0 && stage.conflicts(step) {
            lengths.push(stage.length);
            stage = Stage::default();
        }
        stage.add(step);
    }
    if stage.length > 0 {
        lengths.push(stage.length);
    }
    lengths
}

/// The places of the steps so far, each as its path with a `/` behind it, so that everything below a folder follows it.
#[derive(Default)]
struct Stage {
    length: usize,
    removes: bool,
    /// Moved or removed with everything below.
    whole: BTreeSet<Vec<u8>>,
    /// Files and links.
    single: BTreeSet<Vec<u8>>,
    /// Made folders: what is made inside them later does not conflict.
    folders: BTreeSet<Vec<u8>>,
}

impl Stage {
    fn conflicts(&self, step: &Step) -> bool {
        if self.removes != is_removal(step) {
            return true;
        }
        if let Step::Move { to, .. } = step
            && above(to).any(|folder| self.folders.contains(&folder))
        {
            return true;
        }
        step.paths().any(|path| {
            let key = key(path);
            let inside_whole = above(path).chain([key.clone()]).any(|key| self.whole.contains(&key));
            match step {
                Step::File { .. } | Step::Link { .. } => inside_whole || self.single.contains(&key),
                Step::Folder { .. } => inside_whole,
                Step::Move { .. } | Step::Tree { .. } => {
                    inside_whole
                        || [&self.whole, &self.single, &self.folders].iter().any(|set| holds_below(set, &key))
                }
            }
        })
    }

    fn add(&mut self, step: &Step) {
        let set = match step {
            Step::File { .. } | Step::Link { .. } => &mut self.single,
            Step::Folder { .. } => &mut self.folders,
            Step::Move { .. } | Step::Tree { .. } => &mut self.whole,
        };
        set.extend(step.paths().map(key));
        self.length += 1;
        self.removes = is_removal(step);
    }
}

/// Something goes.
pub(super) fn is_removal(step: &Step) -> bool {
    matches!(
        step,
        Step::Tree { appears: false, .. }
            | Step::Folder { appears: false, .. }
            | Step::File { after: None, .. }
            | Step::Link { after: None, .. }
    )
}

fn key(path: &RelativePath) -> Vec<u8> {
    let mut key = path.as_bytes().to_vec();
    key.push(b'/');
    key
}

fn above(path: &RelativePath) -> impl Iterator<Item = Vec<u8>> + '_ {
    path.ancestors().map(|folder| key(&folder))
}

fn holds_below(set: &BTreeSet<Vec<u8>>, key: &[u8]) -> bool {
    set.range(key.to_vec()..).next().is_some_and(|found| found.starts_with(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> RelativePath {
        RelativePath::new(text).unwrap()
    }

    fn file(at: &str) -> Step {
        Step::rewritten(path(at), b"a", b"b", 0o644)
    }

    fn moved(from: &str, to: &str) -> Step {
        Step::Move { from: path(from), to: path(to), identity: None, entries: vec![] }
    }

    fn tree(at: &str) -> Step {
        Step::Tree { path: path(at), appears: false, entries: vec![] }
    }

    fn folder(at: &str) -> Step {
        Step::Folder { path: path(at), appears: true }
    }

    #[test]
    fn what_may_be_under_way_together() {
        let check = |steps: &[Step], expected: &[usize]| assert_eq!(stages(steps), expected);
        check(&[], &[]);
        check(&[file("a"), file("b"), file("a-b"), tree("c")], &[3, 1]);
        check(&[file("a"), file("a")], &[1, 1]);
        check(&[folder("d"), file("d/a"), folder("d/e"), file("d/e/a")], &[4]);
        check(&[folder("m"), moved("p/1", "m/1"), moved("p/2", "m/2")], &[1, 2]);
        check(&[moved("p/1", "m/1"), file("m/1/a")], &[1, 1]);
        check(&[file("p/1/a"), moved("p/1", "m/1")], &[1, 1]);
        check(&[tree("p/5"), moved("p/6", "p/5"), moved("p/7", "p/6")], &[1, 1, 1]);
        check(&[file("s/a"), tree("s")], &[1, 1]);
        check(&[file("s-x"), tree("s"), tree("s.x"), file("s.y")], &[1, 2, 1]);
        check(&[tree("s"), folder("s"), file("s/a")], &[1, 2]);
    }
}
