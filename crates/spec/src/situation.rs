//! Everything that follows from a snapshot and a request before any check looks at it.
//!
//! Read once, judged by many: the checks, the record, the plan report. Nothing here refuses.

use std::collections::BTreeMap;

use cairn_plan::{Reason, RelativePath};

use crate::Cause;
use crate::folder::{FolderEntry, is_core_name};
use crate::graph::{self, TaskGraph};
use crate::index::{ReferenceIndex, SourceType};
use crate::prd::Prd;
use crate::qa::QaState;
use crate::relink::Relink;
use crate::request::{ArchiveRequest, CancelRequest};
use crate::snapshot::Snapshot;
use crate::supersession::{self, Supersession};

/// What is wanted.
#[derive(Debug, Clone, Copy)]
pub enum Intent<'a> {
    /// `roundfix archive`.
    Archive(&'a ArchiveRequest),
    /// `roundfix archive --plan`.
    Plan,
    /// `roundfix cancel`.
    Cancel(&'a CancelRequest),
}

/// Whether the Tasks of a Spec can be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Completion {
    /// There is a `_tasks.md`, sound or not.
    Graph(Result<TaskGraph, Vec<Cause>>),
    /// There is none, but a `_supersession.md`.
    Superseded(Result<Supersession, Vec<Cause>>),
    /// There is neither.
    Neither,
}

/// A snapshot, read.
pub struct Situation<'a> {
    /// What was found.
    pub snapshot: &'a Snapshot<'a>,
    /// What is wanted.
    pub intent: Intent<'a>,
    /// The PRD.
    pub prd: Prd,
    /// The Tasks.
    pub completion: Completion,
    /// The newest report.
    pub qa: QaState,
    /// The reference index.
    pub index: ReferenceIndex,
    /// What a cancel returns: from below the Spec folder to the home repository, in index order.
    pub returned: Vec<Returned>,
    /// Promotions, rewrites, warnings.
    pub relink: Relink,
    /// `--promote` values that name no file to promote.
    pub rejected: Vec<Reason>,
}

/// An adopted source that a cancel returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Returned {
    /// Its type; never inbox.
    pub kind: SourceType,
    /// Relative to the Spec folder.
    pub from: RelativePath,
    /// Relative to the home repository.
    pub to: RelativePath,
    /// 1-based line of the index.
    pub line: usize,
}

impl Intent<'_> {
    /// Whether the change is to be committed.
    pub fn commits(&self) -> bool {
        match self {
            Self::Archive(request) => request.commit,
            Self::Cancel(request) => request.commit,
            Self::Plan => false,
        }
    }

    /// Whether QA is overridden.
    pub fn overrides(&self) -> bool {
        matches!(self, Self::Archive(request) if request.qa_override.is_some())
    }

    fn promote(&self) -> &[String] {
        match self {
            Self::Archive(request) => &request.promote,
            Self::Cancel(_) | Self::Plan => &[],
        }
    }

    fn pull_request(&self) -> Option<u64> {
        match self {
            Self::Archive(request) => request.pull_request,
            Self::Cancel(request) => request.pull_request,
            Self::Plan => None,
        }
    }
}

impl<'a> Situation<'a> {
    /// Reads everything.
    pub fn new(snapshot: &'a Snapshot<'a>, intent: Intent<'a>) -> Self {
        let folder = &snapshot.folder;
        let prd = Prd::read(folder.bytes(crate::prd::FILE).unwrap_or_default());
        let completion = completion(snapshot);
        let at = snapshot.at();
        let index =
            ReferenceIndex::read(folder, &snapshot.slug, &at, &|path| snapshot.repository.presence(path));
        let returned = match intent {
            Intent::Cancel(_) => returned(snapshot, &index),
            Intent::Archive(_) | Intent::Plan => Vec::new(),
        };
        let places: BTreeMap<_, _> = returned.iter().map(|one| (one.from.clone(), one.to.clone())).collect();
        let graph = match &completion {
            Completion::Graph(Ok(graph)) => Some(graph),
            _ => None,
        };
        let is_core = |path: &[u8]| is_core_name(path) || graph.is_some_and(|graph| graph.names(path));
        let (requested, rejected) = requested(snapshot, intent.promote(), &is_core);
        let pull_request = intent.pull_request().or(snapshot.pull_request);
        let relink = Relink::decide(snapshot, &requested, &is_core, &places, pull_request);
        let qa = QaState::of(folder, &prd.declarations);
        Self { snapshot, intent, prd, completion, qa, index, returned, relink, rejected }
    }

    /// The sound graph.
    pub fn graph(&self) -> Option<&TaskGraph> {
        match &self.completion {
            Completion::Graph(Ok(graph)) => Some(graph),
            _ => None,
        }
    }

    /// Whether a path below the Spec folder is a core file.
    pub fn is_core(&self, path: &[u8]) -> bool {
        is_core_name(path) || self.graph().is_some_and(|graph| graph.names(path))
    }

    /// The pull request the record names: the flag, else the one local ref (roundfix 4.8).
    pub fn pull_request(&self) -> Option<u64> {
        self.intent.pull_request().or(self.snapshot.pull_request)
    }

    /// A path below the Spec folder in the home repository.
    pub fn inside(&self, path: impl AsRef<[u8]>) -> RelativePath {
        let at = self.snapshot.at();
        at.join(path).unwrap_or(at)
    }
}

fn completion(snapshot: &Snapshot<'_>) -> Completion {
    let folder = &snapshot.folder;
    if folder.get(graph::FILE).is_some() {
        return Completion::Graph(TaskGraph::load(folder, &snapshot.slug));
    }
    match folder.get(supersession::FILE) {
        None => Completion::Neither,
        Some(_) => Completion::Superseded(match folder.bytes(supersession::FILE) {
            Some(bytes) => Supersession::read(bytes, &snapshot.slug, &snapshot.standings),
            None => Err(vec![Cause::whole(supersession::FILE, "is no regular file")]),
        }),
    }
}

/// The adopted findings and backlog entries, as far as the rows are sound.
fn returned(snapshot: &Snapshot<'_>, index: &ReferenceIndex) -> Vec<Returned> {
    let row = |row: &crate::index::IndexRow| {
        let kind = row.kind.filter(|kind| *kind != SourceType::Inbox)?;
        let from = RelativePath::new(format!("references/{}", row.path)).ok()?;
        snapshot.folder.file(&from)?;
        let to = RelativePath::new(row.source.as_str()).ok()?;
        Some(Returned { kind, from, to, line: row.line })
    };
    index.rows.iter().filter_map(row).collect()
}

/// Splits `--promote` values into files to promote and reasons of the check `promote`.
fn requested(
    snapshot: &Snapshot<'_>,
    values: &[String],
    is_core: &dyn Fn(&[u8]) -> bool,
) -> (Vec<RelativePath>, Vec<Reason>) {
    let (mut paths, mut rejected) = (Vec::new(), Vec::new());
    for value in values {
        match promotable(snapshot, value, is_core) {
            Ok(path) => paths.push(path),
            Err((code, message)) => {
                let shown = without_controls(value);
                let reason = Reason::new("promote", code, format!("--promote {shown}: {message}"));
                let path = RelativePath::new(value.as_str()).ok();
                let place = path.and_then(|path| snapshot.at().join(&path).ok());
                rejected.push(match place {
                    Some(place) => reason.at(place),
                    None => reason,
                });
            }
        }
    }
    (paths, rejected)
}

/// A typed value without control characters.
fn without_controls(value: &str) -> String {
    value.chars().filter(|one| !one.is_control()).collect()
}

fn promotable(
    snapshot: &Snapshot<'_>,
    value: &str,
    is_core: &dyn Fn(&[u8]) -> bool,
) -> Result<RelativePath, (&'static str, String)> {
    let invalid = |message: String| ("promote_invalid", message);
    let path = RelativePath::new(value).map_err(|fault| invalid(fault.to_string()))?;
    let folder = &snapshot.folder;
    let linked = path.ancestors().any(|one| matches!(folder.get(&one), Some(FolderEntry::Link(_))));
    if linked {
        return Err(invalid("a symbolic link is not followed".to_owned()));
    }
    match folder.get(&path) {
        None => Err(invalid(format!("no such file in `{}`", snapshot.at()))),
        Some(FolderEntry::Link(_)) => Err(invalid("a symbolic link is not promoted".to_owned())),
        Some(FolderEntry::Folder) => Err(invalid("is a folder".to_owned())),
        Some(FolderEntry::Odd(odd)) => Err(invalid(format!("is {}", odd.name()))),
        Some(FolderEntry::File(_)) if is_core(path.as_bytes()) => {
            Err(("promote_core", "a core file is not promoted".to_owned()))
        }
        Some(FolderEntry::File(_)) => Ok(path),
    }
}
