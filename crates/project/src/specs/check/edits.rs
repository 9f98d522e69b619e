//! Records that were changed after a commit added them (cairn 11, `record-edited`).
//!
//! What git tracks of a record that is not touched in the work tree is its content there, whatever line ends a checkout writes;
//! so most records cost the comparison of two object names. A few processes of git, however many records there are.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use bstr::{BStr, BString};
use cairn_git::{Blobs, HistoryChange, HistoryChangeKind, ObjectId, State};
use cairn_plan::RelativePath;
use cairn_spec::record::reading;

use super::records::ReadRecord;
use crate::specs::failure::SpecFailure;
use crate::specs::repository::SpecRepository;

/// A commit that added a record, and with what content.
type Addition<'h> = (&'h ObjectId, &'h ObjectId);

/// The records that were edited, each with the newest commit that added it.
pub(super) fn edited(
    repository: &SpecRepository<'_>,
    records: &[ReadRecord<'_>],
    history: &[HistoryChange],
) -> Result<BTreeMap<RelativePath, ObjectId>, SpecFailure> {
    let mut edited = BTreeMap::new();
    let added = additions(records, history);
    if added.is_empty() {
        return Ok(edited);
    }
    let untouched = untouched(repository)?;
    let mut blobs = repository.git.blobs()?;
    let mut touched = Vec::new();
    let mut judge = |one: &ReadRecord<'_>, additions: &[Addition<'_>], same: &[Option<bool>]| {
        if let Some(commit) = edited_since(repository, additions, same)? {
            edited.insert(one.at.clone(), commit.clone());
        }
        Ok::<(), SpecFailure>(())
    };
    for one in records {
        let Some(additions) = added.get(&one.at) else { continue };
        match untouched.get(one.at.as_bytes()) {
            Some(kept) if additions.first().is_some_and(|(_, blob)| *blob == kept) => {}
            Some(kept) => judge(one, additions, &as_tracked(&mut blobs, one, kept, additions)?)?,
            None => touched.push((one, additions.as_slice())),
        }
    }
    for (same, (one, additions)) in as_on_disk(repository, &mut blobs, &touched)?.iter().zip(&touched) {
        judge(one, additions, same)?;
    }
    Ok(edited)
}

/// The newest of `additions` when the record is none of them; `same` tells for each whether it is, `None` where that is not
/// known. Where two branches added the record, a merge took one of both; an addition that a later one replaced is no excuse.
fn edited_since<'h>(
    repository: &SpecRepository<'_>,
    additions: &[Addition<'h>],
    same: &[Option<bool>],
) -> Result<Option<&'h ObjectId>, SpecFailure> {
    let Some((newest, _)) = additions.first() else { return Ok(None) };
    for ((commit, _), same) in additions.iter().zip(same) {
        match same {
            None => return Ok(None),
            Some(true) if commit == newest || !repository.git.is_reachable(commit, newest)? => {
                return Ok(None);
            }
            Some(_) => {}
        }
    }
    Ok(Some(newest))
}

/// For each record the commits that added it, newest first. There are several after a revert, and where two branches archived
/// the same Spec.
fn additions<'h>(
    records: &[ReadRecord<'_>],
    history: &'h [HistoryChange],
) -> BTreeMap<RelativePath, Vec<Addition<'h>>> {
    let known: BTreeSet<&[u8]> = records.iter().map(|one| one.at.as_bytes()).collect();
    let mut added: BTreeMap<RelativePath, Vec<Addition<'h>>> = BTreeMap::new();
    for change in history {
        if let HistoryChangeKind::Added(blob) = &change.kind
            && known.contains(change.path.as_slice())
            && let Ok(path) = RelativePath::new(change.path.as_slice())
        {
            added.entry(path).or_default().push((&change.commit, blob));
        }
    }
    added
}

/// What git tracks of the archive root where the work tree holds just that.
fn untouched(repository: &SpecRepository<'_>) -> Result<BTreeMap<BString, ObjectId>, SpecFailure> {
    let git = &repository.git;
    let root = [BStr::new(repository.roots.archive_root.as_bytes())];
    let changes = git.status(&root)?.into_iter().filter(|change| change.unstaged != State::Same);
    let mut touched: HashSet<BString> = changes.map(|change| change.path).collect();
    touched.extend(git.hidden_edits(&root)?.into_iter().map(|hidden| hidden.path));
    let tracked = git.tracked(&root)?.into_iter();
    let untouched = tracked.filter(|entry| entry.stage == 0 && !touched.contains(&entry.path));
    Ok(untouched.map(|entry| (entry.path, entry.id)).collect())
}

/// For each addition whether it is blob `kept`, but for a pull request that was named later.
fn as_tracked(
    blobs: &mut Blobs<'_>,
    one: &ReadRecord<'_>,
    kept: &ObjectId,
    additions: &[Addition<'_>],
) -> Result<Vec<Option<bool>>, SpecFailure> {
    let now = blobs.get(kept)?;
    let mut same = Vec::new();
    for (_, blob) in additions {
        let before = if *blob == kept { None } else { blobs.get(blob)? };
        same.push(match (&before, &now) {
            _ if *blob == kept => Some(true),
            (Some(before), Some(now)) => Some(is_numbered_later(one, before, now)),
            _ => None,
        });
    }
    Ok(same)
}

/// For each record and each of its additions whether the bytes on disk are the blob or what a checkout writes for it. What a
/// filter program would make of them is not asked, so nothing is known of a record behind one.
fn as_on_disk(
    repository: &SpecRepository<'_>,
    blobs: &mut Blobs<'_>,
    touched: &[(&ReadRecord<'_>, &[Addition<'_>])],
) -> Result<Vec<Vec<Option<bool>>>, SpecFailure> {
    let paths: Vec<&BStr> = touched.iter().map(|(one, _)| BStr::new(one.at.as_bytes())).collect();
    let filtered = repository.git.filtered(&paths)?;
    let wanted: Vec<(&ObjectId, &BStr)> = touched
        .iter()
        .zip(&paths)
        .flat_map(|((_, additions), path)| additions.iter().map(|(_, blob)| (*blob, *path)))
        .collect();
    let mut checked_out = repository.git.checkout_contents(&wanted)?.into_iter();
    let mut same = Vec::new();
    for ((one, additions), path) in touched.iter().zip(paths) {
        let mut of_one = Vec::new();
        for (_, blob) in *additions {
            let written = checked_out.next().flatten().map(|content| content.bytes);
            let forms = [blobs.get(blob)?, written];
            let is_it = |form: &Vec<u8>| form == one.bytes() || is_numbered_later(one, form, one.bytes());
            let is_known = forms.iter().all(Option::is_some) && !filtered.contains(path);
            of_one.push(is_known.then(|| forms.iter().flatten().any(is_it)));
        }
        same.push(of_one);
    }
    Ok(same)
}

fn is_numbered_later(one: &ReadRecord<'_>, before: &[u8], now: &[u8]) -> bool {
    let number = one.record().and_then(|record| record.pull_request.as_deref()?.parse().ok());
    number.is_some_and(|number| reading::is_numbered_later(before, now, number))
}
