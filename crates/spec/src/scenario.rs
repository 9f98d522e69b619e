//! A Spec that would be archived, to be changed by a test: the counterpart of the acceptance fixture `archive-base`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use cairn_plan::{Change, Plan, RelativePath};

use crate::archive::{ArchiveDecision, archive};
use crate::cancel::{CancelDecision, cancel};
use crate::folder::{FolderEntry, FolderFile, SpecFolder};
use crate::preconditions::Refused;
use crate::presence::Presence;
use crate::request::{ArchiveRequest, CancelRequest, OverrideRequest};
use crate::roots::{RootKind, Roots};
use crate::snapshot::{ChangeKind, FolderGit, HomeRepository, SearchedFile, Snapshot};
use crate::standing::Standings;
use crate::{Slug, date};

pub(crate) const HEAD: &str = "5f0e1d2c3b4a59687766554433221100ffeeddcc";

pub(crate) const PRD: &str = "---\nspec: 0042-sample\nstatus: active\ncreated: 2026-10-01\n---\n\n# A sample capability\n\nListing is one pass now.\n\n## Decisions\n\n- One writer only.\n";

pub(crate) const TASKS: &str = "---\nschema: spec-tasks/v1\nqa: task_02\ngraph:\n  nodes:\n    - {id: task_01, file: task_01.md, needs: []}\n    - {id: task_02, file: task_02.md, needs: [task_01]}\n---\n";

pub(crate) const REPORT: &str = "---\nverdict: pass\nrows_blocked_environment: 0\n---\n\n# QA report\n\n## Results\n\n| # | Status | Provenance |\n| - | --- | --- |\n| 1 | pass | Requirement 1 |\n";

pub(crate) const INDEX: &str = "# Adopted sources\n\n| source | type | owner | adopted date | path |\n| --- | --- | --- | --- | --- |\n| docs/backlog/2026-09-30-faster.md | backlog | 0042 | 2026-10-01 | 2026-09-30-faster.md |\n| docs/findings/2026-09-28-slow.md | finding | 0042 | 2026-10-01 | 2026-09-28-slow.md |\n| docs/_inbox/2026-09-27-note.md | inbox | 0042 | 2026-10-01 | 2026-09-27-note.md |\n";

pub(crate) fn path(text: &str) -> RelativePath {
    RelativePath::new(text).unwrap()
}

/// The home repository of a scenario.
#[derive(Default)]
pub(crate) struct FakeRepository {
    pub(crate) places: BTreeMap<RelativePath, Presence>,
    pub(crate) ignored: BTreeSet<RelativePath>,
    /// The commit that holds everything; `None`: no commit is reachable.
    pub(crate) commit: Option<String>,
    /// Paths that no commit holds.
    pub(crate) unheld: BTreeSet<RelativePath>,
}

impl HomeRepository for FakeRepository {
    fn presence(&self, path: &RelativePath) -> Presence {
        self.places.get(path).copied().unwrap_or(Presence::Absent)
    }

    fn would_ignore(&self, path: &RelativePath) -> bool {
        self.ignored.contains(path)
    }

    fn commit_holding(&self, path: &RelativePath) -> Option<String> {
        self.commit.clone().filter(|_| !self.unheld.contains(path))
    }
}

pub(crate) struct Scenario {
    pub(crate) slug: String,
    pub(crate) roots: Roots,
    pub(crate) folder: SpecFolder,
    pub(crate) folder_presence: Presence,
    pub(crate) git: FolderGit,
    pub(crate) files: Vec<SearchedFile>,
    pub(crate) standings: Standings,
    pub(crate) required_by: Vec<Slug>,
    pub(crate) staged: Vec<RelativePath>,
    pub(crate) operation: Option<String>,
    pub(crate) pull_request: Option<u64>,
    pub(crate) repository: FakeRepository,
}

pub(crate) fn task(status: &str, kind: &str) -> String {
    format!("---\nstatus: {status}\ntype: {kind}\n---\n\n# Task\n\n## Result\n\nWorks.\n")
}

impl Scenario {
    /// One active Spec, everything committed, both Tasks completed, the newest report passes.
    pub(crate) fn finished() -> Self {
        let mut scenario = Self {
            slug: "0042-sample".to_owned(),
            roots: Roots {
                kind: RootKind::BuiltIn,
                spec_root: Some(path("docs/specs")),
                archive_root: path("docs/history/specs"),
            },
            folder: SpecFolder::new(),
            folder_presence: Presence::Folder,
            git: FolderGit::default(),
            files: Vec::new(),
            standings: Standings::default(),
            required_by: Vec::new(),
            staged: Vec::new(),
            operation: None,
            pull_request: None,
            repository: FakeRepository { commit: Some(HEAD.to_owned()), ..FakeRepository::default() },
        };
        scenario.write("_prd.md", PRD);
        scenario.write("_tasks.md", TASKS);
        scenario.write("task_01.md", &task("completed", "backend"));
        scenario.write("task_02.md", &task("completed", "qa"));
        scenario.write("qa/qa-report-2026-10-05.md", REPORT);
        scenario.write("measurement/list.md", "# Timings\n\n## Cold\n\n12 ms\n");
        scenario
    }

    /// The same with a backlog entry, a finding and an inbox note adopted.
    pub(crate) fn adopted() -> Self {
        let mut scenario = Self::finished();
        scenario.write("references/_index.md", INDEX);
        scenario.write(
            "references/2026-09-30-faster.md",
            "---\ntype: perf\nstatus: promoted\nspec: 0042-sample\n---\n\n# Slow\n",
        );
        scenario.write(
            "references/2026-09-28-slow.md",
            "---\nstatus: done\nupdated_at: 2026-10-01\n---\n\n# Slow\n",
        );
        scenario.write("references/2026-09-27-note.md", "# Raw note\n");
        scenario
    }

    pub(crate) fn write(&mut self, at: &str, text: &str) {
        self.insert(at, FolderEntry::File(FolderFile::new(text, false)));
    }

    pub(crate) fn insert(&mut self, at: &str, entry: FolderEntry) {
        let at = path(at);
        for folder in at.ancestors() {
            if self.folder.get(&folder).is_none() {
                self.folder.insert(folder, FolderEntry::Folder);
            }
        }
        self.folder.insert(at, entry);
    }

    /// Takes files away.
    pub(crate) fn remove(&mut self, names: &[&str]) {
        let mut kept = SpecFolder::new();
        for (at, entry) in self.folder.entries() {
            if !names.iter().any(|name| at.is_within(&path(name))) {
                kept.insert(at.clone(), entry.clone());
            }
        }
        self.folder = kept;
    }

    /// A tracked, clean file of the home repository.
    pub(crate) fn document(&mut self, at: &str, text: &str) {
        let bytes = text.as_bytes().to_vec();
        self.files.push(SearchedFile { path: path(at), bytes, tracked: true, dirty: false, home: true });
    }

    pub(crate) fn place(&mut self, at: &str, presence: Presence) {
        self.repository.places.insert(path(at), presence);
    }

    pub(crate) fn change(&mut self, at: &str, kind: ChangeKind) {
        self.git.changes.push((path(at), kind));
    }

    pub(crate) fn snapshot(&self) -> Snapshot<'_> {
        Snapshot {
            slug: Slug::new(&self.slug).unwrap(),
            roots: self.roots.clone(),
            home: PathBuf::from("/repo"),
            folder_presence: self.folder_presence,
            folder: self.folder.clone(),
            head: HEAD.to_owned(),
            git: self.git.clone(),
            files: self.files.clone(),
            standings: self.standings.clone(),
            required_by: self.required_by.clone(),
            staged: self.staged.clone(),
            operation: self.operation.clone(),
            today: date::parse("2026-10-07").unwrap(),
            pull_request: self.pull_request,
            merged: Some(true),
            repository: &self.repository,
        }
    }

    pub(crate) fn archive(&self, request: &ArchiveRequest) -> Result<ArchiveDecision, Refused> {
        archive(&self.snapshot(), request)
    }

    pub(crate) fn archived(&self) -> ArchiveDecision {
        self.archive(&ArchiveRequest::default()).unwrap()
    }

    pub(crate) fn cancel(&self) -> Result<CancelDecision, Refused> {
        let request =
            CancelRequest { reason: "nobody needs it".to_owned(), pull_request: None, commit: false };
        cancel(&self.snapshot(), &request)
    }
}

pub(crate) fn override_request() -> ArchiveRequest {
    let texts = OverrideRequest { approval: "maintainer".to_owned(), reason: "the host is gone".to_owned() };
    ArchiveRequest { qa_override: Some(texts), ..ArchiveRequest::default() }
}

pub(crate) fn codes(refused: &Refused) -> Vec<String> {
    let reasons = refused.refusal.reasons.iter();
    reasons
        .map(|reason| {
            let place = reason.path.as_ref().map(|path| path.to_string()).unwrap_or_default();
            let line = reason.line.map(|line| format!(":{line}")).unwrap_or_default();
            format!("{} {} {place}{line}", reason.check, reason.code)
        })
        .collect()
}

/// What a plan does, one line a step.
pub(crate) fn steps(plan: &Plan) -> Vec<String> {
    plan.changes
        .iter()
        .map(|change| match change {
            Change::Create { path, .. } => format!("create {path}"),
            Change::Write { path, .. } => format!("write {path}"),
            Change::RemoveTree { path, entries } => format!("remove {path} ({})", entries.len()),
            Change::Delete { path, .. } => format!("delete {path}"),
            Change::CreateLink { path, .. } => format!("link {path}"),
            other => format!("other {}", other.path()),
        })
        .collect()
}

/// The text a plan gives a file.
pub(crate) fn written(plan: &Plan, at: &str) -> String {
    String::from_utf8(written_bytes(plan, at)).unwrap()
}

/// The bytes a plan gives a file.
pub(crate) fn written_bytes(plan: &Plan, at: &str) -> Vec<u8> {
    let found = plan.changes.iter().find_map(|change| match change {
        Change::Create { path, bytes, .. } | Change::Write { path, bytes, .. } if *path == self::path(at) => {
            Some(bytes)
        }
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{at} is not written")).clone()
}
