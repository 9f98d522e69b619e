//! The records of a project with what git knows of them.

use std::collections::{BTreeMap, BTreeSet};

use bstr::{BStr, ByteSlice};
use cairn_git::{HistoryChange, HistoryChangeKind, ObjectId};
use cairn_plan::RelativePath;
use cairn_spec::check::{RecordFacts, RevisionState, check_record};
use cairn_spec::list::{FoundRecord, ListSnapshot};
use cairn_spec::presence::Presence;
use cairn_spec::record::{Record, reading};
use cairn_spec::{Cause, frontmatter};
use cairn_state::validate::text_findings;
use cairn_text::links::{FoundLocator, find_locators};

use super::SpecCheck;
use crate::specs::failure::SpecFailure;
use crate::specs::places;
use crate::specs::repository::SpecRepository;

/// A record file and what it says.
pub(super) struct ReadRecord<'l> {
    pub(super) found: &'l FoundRecord,
    pub(super) record: Result<Record, Vec<Cause>>,
    at: RelativePath,
    locators: Vec<FoundLocator>,
}

/// Reads every record. A readme of the folder is none.
pub(super) fn read<'l>(repository: &SpecRepository<'_>, list: &'l ListSnapshot) -> Vec<ReadRecord<'l>> {
    let records = list.records.iter().filter(|found| {
        let is_readme = found.slug.as_str().eq_ignore_ascii_case("readme");
        !(is_readme && found.bytes.as_deref().is_some_and(|bytes| frontmatter::split(bytes).is_err()))
    });
    let read = |found: &'l FoundRecord| {
        let record = match &found.bytes {
            Some(bytes) => Record::parse(&found.path, bytes, &found.slug),
            None => Err(vec![Cause::whole(found.path.as_str(), "is no regular file that can be read")]),
        };
        let mut locators = find_locators(found.bytes.as_deref().unwrap_or_default());
        locators.retain(|locator| locator.is_commit);
        ReadRecord { found, record, at: repository.roots.record(&found.slug), locators }
    };
    records.map(read).collect()
}

/// Asks the rules about every record.
pub(super) fn check(
    repository: &SpecRepository<'_>,
    records: &[ReadRecord<'_>],
    history: &[HistoryChange],
    check: &mut SpecCheck,
) -> Result<(), SpecFailure> {
    let held = Held::ask(repository, records)?;
    let added = added(repository, records, history)?;
    let mut blobs = repository.git.blobs()?;
    for one in records {
        let bytes = one.found.bytes.as_deref().unwrap_or_default();
        let folder = repository.roots.folder(&one.found.slug);
        let is_left = places::presence(&repository.root, &folder) == Presence::Folder;
        let mut edited_since = None;
        if let Some((commit, Some(blob))) = added.get(&one.at)
            && !blobs.fidelity(blob, BStr::new(one.at.as_bytes()), bytes)?.is_recoverable()
            && !is_late_number(blobs.get(blob)?.as_deref(), one, bytes)
        {
            edited_since = Some(commit.as_str());
        }
        let dead: Vec<(usize, String)> = one
            .locators
            .iter()
            .filter(|locator| held.is_dead(locator))
            .map(|locator| (locator.line, locator.span.of(bytes).to_str_lossy().into_owned()))
            .collect();
        let facts = RecordFacts {
            found: one.found,
            read: &one.record,
            revision: held.revision(one.record.as_ref().ok()),
            is_shallow: repository.git.is_shallow(),
            dead_locators: &dead,
            folder: is_left.then_some(&folder),
            edited_since,
        };
        check.findings.extend(check_record(&facts));
        check.findings.extend(text_findings(&one.found.path, bytes));
        check.files.insert(one.found.path.clone());
    }
    Ok(())
}

/// Whether the only difference is a pull request that was named later (roundfix 11b).
fn is_late_number(before: Option<&[u8]>, one: &ReadRecord<'_>, now: &[u8]) -> bool {
    let number = one.record.as_ref().ok().and_then(|record| record.pull_request.as_deref()?.parse().ok());
    let patched = before
        .zip(number)
        .and_then(|(before, number)| Some(reading::with_pull_request(before, number)?.apply(before)));
    patched.as_deref() == Some(now)
}

/// The newest commit that added each record, and what it added.
fn added(
    repository: &SpecRepository<'_>,
    records: &[ReadRecord<'_>],
    history: &[HistoryChange],
) -> Result<BTreeMap<RelativePath, (ObjectId, Option<ObjectId>)>, SpecFailure> {
    let known: BTreeSet<&RelativePath> = records.iter().map(|one| &one.at).collect();
    let mut added: BTreeMap<RelativePath, ObjectId> = BTreeMap::new();
    for change in history.iter().filter(|change| change.kind == HistoryChangeKind::Added) {
        if let Ok(path) = RelativePath::new(change.path.as_slice())
            && known.contains(&path)
        {
            added.entry(path).or_insert_with(|| change.commit.clone());
        }
    }
    let places: Vec<(&ObjectId, &BStr)> =
        added.iter().map(|(path, commit)| (commit, BStr::new(path.as_bytes()))).collect();
    let blobs = repository.git.objects_at(&places)?;
    Ok(added.into_iter().zip(blobs).map(|((path, commit), blob)| (path, (commit, blob))).collect())
}

/// What of all that records name is here.
struct Held {
    commits: BTreeMap<String, bool>,
    paths: BTreeMap<(String, Vec<u8>), bool>,
}

impl Held {
    fn ask(repository: &SpecRepository<'_>, records: &[ReadRecord<'_>]) -> Result<Self, SpecFailure> {
        let mut held = Self { commits: BTreeMap::new(), paths: BTreeMap::new() };
        for one in records {
            if let Ok(record) = &one.record {
                held.want(record.source_revision.as_bytes(), record.source.as_bytes());
            }
            one.locators.iter().for_each(|locator| held.want(&locator.revision, &locator.path));
        }
        let known: Vec<(ObjectId, Vec<u8>)> = held
            .paths
            .keys()
            .filter_map(|(commit, path)| Some((ObjectId::parse(commit)?, path.clone())))
            .collect();
        let asked: Vec<(&ObjectId, &BStr)> =
            known.iter().map(|(commit, path)| (commit, BStr::new(path))).collect();
        let objects = repository.git.objects_at(&asked)?;
        for ((commit, path), object) in known.into_iter().zip(objects) {
            if object.is_some() {
                held.commits.insert(commit.to_string(), true);
                held.paths.insert((commit.to_string(), path), true);
            }
        }
        let doubtful: Vec<ObjectId> = held
            .commits
            .iter()
            .filter(|(_, is_here)| !**is_here)
            .filter_map(|(commit, _)| ObjectId::parse(commit))
            .collect();
        let here = repository.git.have_commits(&doubtful.iter().collect::<Vec<_>>())?;
        for (commit, is_here) in doubtful.iter().zip(here) {
            held.commits.insert(commit.to_string(), is_here);
        }
        Ok(held)
    }

    fn want(&mut self, commit: &[u8], path: &[u8]) {
        let commit = commit.to_str_lossy().to_lowercase();
        self.commits.insert(commit.clone(), false);
        self.paths.insert((commit, path.to_vec()), false);
    }

    fn state(&self, commit: &[u8], path: &[u8]) -> RevisionState {
        let commit = commit.to_str_lossy().to_lowercase();
        let is_here = self.commits.get(&commit).copied();
        match (is_here, self.paths.get(&(commit, path.to_vec()))) {
            (Some(false), _) => RevisionState::NoCommit,
            (Some(true), Some(false)) => RevisionState::NoSource,
            (Some(true), Some(true)) => RevisionState::Held,
            _ => RevisionState::Unknown,
        }
    }

    fn revision(&self, record: Option<&Record>) -> RevisionState {
        record.map_or(RevisionState::Unknown, |record| {
            self.state(record.source_revision.as_bytes(), record.source.as_bytes())
        })
    }

    fn is_dead(&self, locator: &FoundLocator) -> bool {
        self.state(&locator.revision, &locator.path) == RevisionState::NoSource
    }
}
