//! Checks 5, 6 and 13: git holds exactly what is deleted.

use std::collections::{BTreeMap, BTreeSet};

use cairn_plan::Reason;

use crate::folder::FolderEntry;
use crate::situation::Situation;
use crate::snapshot::ChangeKind;

/// Every path that differs from HEAD, or could without git saying so.
pub(super) fn committed(situation: &Situation<'_>) -> Vec<Reason> {
    let git = &situation.snapshot.git;
    // One line a path: the first word of a path is the one git's own status gives.
    let mut changes = BTreeMap::new();
    for (path, kind) in &git.changes {
        let kept: &mut ChangeKind = changes.entry(path).or_insert(*kind);
        if *kept == ChangeKind::Modified {
            *kept = *kind;
        }
    }
    let flagged: BTreeSet<_> = git.hidden.iter().collect();
    let uncommitted = changes.into_iter().filter(|(path, _)| !flagged.contains(path)).map(|(path, kind)| {
        let message = format!("{path}: {}", kind.word());
        Reason::new("committed", "uncommitted", message).at(path.clone())
    });
    let hidden = git.hidden.iter().map(|path| {
        let message =
            format!("{path}: git was told to overlook edits of it (assume-unchanged or skip-worktree)");
        Reason::new("committed", "hidden_edit", message).at(path.clone())
    });
    uncommitted.chain(hidden).collect()
}

/// Every file that git ignores.
pub(super) fn ignored(situation: &Situation<'_>) -> Vec<Reason> {
    let ignored = situation.snapshot.git.ignored.iter();
    ignored
        .map(|path| {
            Reason::new("ignored", "ignored_file", format!("{path}: ignored by git, so git does not keep it"))
                .at(path.clone())
        })
        .collect()
}

/// What git cannot keep.
pub(super) fn odd_files(situation: &Situation<'_>) -> Vec<Reason> {
    let odd = situation.snapshot.folder.entries().filter_map(|(path, entry)| match entry {
        FolderEntry::Odd(odd) => Some((situation.inside(path), odd.name())),
        _ => None,
    });
    odd.map(|(path, name)| {
        Reason::new("odd-files", "odd_file", format!("{path}: is {name}, which git does not keep")).at(path)
    })
    .collect()
}
