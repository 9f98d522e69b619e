//! The records of a project with what git knows of them.

use std::collections::BTreeMap;

use bstr::{BStr, ByteSlice};
use cairn_git::{HistoryChange, ObjectId};
use cairn_plan::RelativePath;
use cairn_spec::check::{RecordFacts, RevisionState, check_record};
use cairn_spec::list::{FoundRecord, ListSnapshot};
use cairn_spec::presence::Presence;
use cairn_spec::record::Record;
use cairn_state::validate::text_findings;
use cairn_text::links::{FoundLocator, find_locators};

use super::{SpecCheck, edits};
use crate::specs::failure::SpecFailure;
use crate::specs::places;
use crate::specs::repository::SpecRepository;

/// A record file and where it stands.
pub(super) struct ReadRecord<'l> {
    pub(super) found: &'l FoundRecord,
    pub(super) at: RelativePath,
    locators: Vec<FoundLocator>,
}

impl ReadRecord<'_> {
    /// What it says, when it can be read.
    pub(super) fn record(&self) -> Option<&Record> {
        self.found.read().as_ref().ok()
    }

    /// Its bytes; none when it is no file.
    pub(super) fn bytes(&self) -> &[u8] {
        self.found.bytes.as_deref().unwrap_or_default()
    }
}

/// Every record with its locators. A readme of the folder is none.
pub(super) fn read<'l>(repository: &SpecRepository<'_>, list: &'l ListSnapshot) -> Vec<ReadRecord<'l>> {
    let read = |found: &'l FoundRecord| {
        let mut locators = find_locators(found.bytes.as_deref().unwrap_or_default());
        locators.retain(|locator| locator.is_commit);
        ReadRecord { found, at: repository.roots.record(&found.slug), locators }
    };
    list.records.iter().filter(|found| !found.is_readme()).map(read).collect()
}

/// Asks the rules about every record.
pub(super) fn check(
    repository: &SpecRepository<'_>,
    records: &[ReadRecord<'_>],
    history: &[HistoryChange],
    check: &mut SpecCheck,
) -> Result<(), SpecFailure> {
    let held = Held::ask(repository, records)?;
    let edited = edits::edited(repository, records, history)?;
    for one in records {
        let folder = repository.roots.folder(&one.found.slug);
        let is_left = places::presence(&repository.root, &folder) == Presence::Folder;
        let dead: Vec<(usize, String)> = one
            .locators
            .iter()
            .filter(|locator| held.is_dead(locator))
            .map(|locator| (locator.line, locator.span.of(one.bytes()).to_str_lossy().into_owned()))
            .collect();
        let facts = RecordFacts {
            found: one.found,
            revision: held.revision(one.record()),
            is_shallow: repository.git.is_shallow(),
            dead_locators: &dead,
            folder: is_left.then_some(&folder),
            edited_since: edited.get(&one.at).map(|commit| commit.as_str()),
        };
        check.findings.extend(check_record(&facts));
        check.findings.extend(text_findings(&one.found.path, one.bytes()));
        check.files.insert(one.found.path.clone());
    }
    Ok(())
}

/// What of all that records name is here.
struct Held {
    commits: BTreeMap<String, bool>,
    paths: BTreeMap<(String, Vec<u8>), bool>,
    /// Whether the clone left objects out, so that nothing follows from a path that is not found.
    is_partial: bool,
}

impl Held {
    fn ask(repository: &SpecRepository<'_>, records: &[ReadRecord<'_>]) -> Result<Self, SpecFailure> {
        let is_partial = repository.git.is_partial();
        let mut held = Self { commits: BTreeMap::new(), paths: BTreeMap::new(), is_partial };
        for one in records {
            if let Some(record) = one.record() {
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
            (Some(true), Some(false)) if self.is_partial => RevisionState::Unknown,
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
