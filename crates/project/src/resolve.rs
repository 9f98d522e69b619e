//! `cairn resolve`: a planning file that holds conflict markers, merged by its meaning (cairn 7.3).

use std::path::Path;

use bstr::BStr;
use cairn_git::Repository;
use cairn_plan::{Change, Plan, RelativePath};
use cairn_state::document::StateDocument;
use cairn_state::facts::{Planning as _, ProgressScope};
use cairn_state::failure::{Failure, Reason};
use cairn_state::input::StateInput;
use cairn_state::merge::{Conflict, Hunks, Kind, Merged, Tangled, Versions, merge};
use cairn_state::planning::Document;
use cairn_state::schema::Key;
use cairn_state::validate::repair;
use cairn_state::verbs::Needs;
use cairn_vault::{Decision, RewriteError};

use crate::disk::resolved;
use crate::failures::{of_git, of_vault};
use crate::merge_files::repository_shows_base;
use crate::planning_tree::{LARGEST_DOCUMENT, document};
use crate::session::Session;

/// What became of a file with markers.
#[derive(Debug)]
pub struct Resolution {
    /// The file, from the root.
    pub path: RelativePath,
    /// Whether it was written.
    pub changed: bool,
    /// How many conflicts it held.
    pub hunks: usize,
    /// What is left to decide.
    pub left: Vec<Conflict>,
    /// Why it was merged line by line.
    pub unreadable: Vec<String>,
    /// The counters are as they were merged, as ROADMAP.md or a phase cannot be read.
    pub uncounted: bool,
    /// The difference, of a dry run.
    pub diff: Option<String>,
    /// False when something was written and could not be recorded.
    pub undoable: bool,
}

/// Markers that cannot be understood.
#[derive(Debug)]
pub struct NotUnderstood {
    /// The file, from the root.
    pub path: RelativePath,
    /// The lines of its markers.
    pub lines: Vec<usize>,
}

/// A file as it would be.
struct Resolved {
    bytes: Option<Vec<u8>>,
    hunks: usize,
    left: Vec<Conflict>,
    unreadable: Vec<String>,
    uncounted: bool,
}

/// The counters of a merged STATE.md.
enum Counted {
    /// The file with new ones.
    New(Vec<u8>),
    /// They are right, or nothing tells.
    AsMerged,
    /// What they are counted from cannot be read.
    Unreadable,
}

enum Stop {
    Tangled(Tangled),
    Failed(Failure),
}

/// Merges the hunks of `file`, seen from the current folder, under the lock of its base folder. `Ok(Err(…))` when its
/// markers cannot be understood.
///
/// # Errors
/// `io` without the file, `invalid_value` for one outside the project, whatever the lock and the vault say.
pub fn resolve(
    session: &Session<'_>,
    repository: Option<&Repository>,
    file: &str,
    dry_run: bool,
) -> Result<Result<Resolution, NotUnderstood>, Failure> {
    let path = session.inside(file)?;
    let bytes = match session.root.read(&path, LARGEST_DOCUMENT) {
        Ok(read) => read.bytes,
        Err(error) if error.is_not_found() => {
            let message = format!("there is no file `{path}`; paths are looked up from the current folder");
            return Err(Failure::new(Reason::Io, message).with("path", path.to_string()));
        }
        Err(error) => return Err(of_vault(&session.root, &error)),
    };
    let session = session.guarding(&path);
    let resolver = Resolver { session: &session, repository, path: &path };
    let resolved = match resolver.decide(&bytes) {
        Ok(resolved) => resolved,
        Err(Stop::Tangled(tangled)) => return Ok(Err(NotUnderstood { path, lines: tangled.lines })),
        Err(Stop::Failed(failure)) => return Err(failure),
    };
    let diff = resolved.bytes.as_ref().filter(|_| dry_run).map(|new| {
        let mut plan = Plan::new(format!("resolve {path}"));
        plan.push(Change::write(path.clone(), &bytes, new.clone()));
        session.diff(&plan)
    });
    if dry_run || resolved.bytes.is_none() {
        return Ok(Ok(of(path, resolved, diff)));
    }
    resolver.write()
}

fn of(path: RelativePath, resolved: Resolved, diff: Option<String>) -> Resolution {
    let Resolved { hunks, left, unreadable, uncounted, .. } = resolved;
    Resolution { path, changed: false, hunks, left, unreadable, uncounted, diff, undoable: true }
}

struct Resolver<'r, 'c> {
    session: &'r Session<'c>,
    repository: Option<&'r Repository>,
    path: &'r RelativePath,
}

impl Resolver<'_, '_> {
    fn write(&self) -> Result<Result<Resolution, NotUnderstood>, Failure> {
        let session = self.session;
        let path = self.path.clone();
        session.locked(|writer| {
            let rewritten = writer.rewrite(&path, LARGEST_DOCUMENT, &session.note(), |bytes| {
                let mut resolved = self.decide(bytes)?;
                Ok(match resolved.bytes.take() {
                    Some(bytes) => {
                        Decision::Put { bytes: bytes.into(), fields: Vec::new(), answer: resolved }
                    }
                    None => Decision::Keep(resolved),
                })
            });
            match rewritten {
                Ok(done) => Ok(Ok(Resolution {
                    changed: done.changed,
                    undoable: done.undoable,
                    ..of(path.clone(), done.answer, None)
                })),
                Err(RewriteError::Refused(Stop::Tangled(tangled))) => {
                    Ok(Err(NotUnderstood { path: path.clone(), lines: tangled.lines }))
                }
                Err(RewriteError::Refused(Stop::Failed(failure))) => Err(failure),
                Err(RewriteError::Vault(error)) => Err(of_vault(&session.root, &error)),
            }
        })
    }

    fn decide(&self, bytes: &[u8]) -> Result<Resolved, Stop> {
        let Some(hunks) = Hunks::read(bytes).map_err(Stop::Tangled)? else {
            let (left, unreadable) = (Vec::new(), Vec::new());
            return Ok(Resolved { bytes: None, hunks: 0, left, unreadable, uncounted: false });
        };
        let base = match hunks.base {
            Some(base) => base,
            None => self.staged_base().map_err(Stop::Failed)?.unwrap_or(hunks.outside),
        };
        let kind = Kind::of_path(self.path.as_bytes()).unwrap_or_else(|| Kind::of_content(&hunks.ours));
        let mut style = hunks.style;
        style.shows_base |= self.repository.is_some_and(repository_shows_base);
        let versions = Versions { base: &base, ours: &hunks.ours, theirs: &hunks.theirs };
        let Merged { bytes: mut merged, conflicts, unreadable, .. } = merge(kind, versions, &style);
        let mut uncounted = false;
        if conflicts.is_empty() && kind == Kind::State {
            match self.recounted(&merged) {
                Counted::New(recounted) => merged = recounted,
                Counted::AsMerged => {}
                Counted::Unreadable => uncounted = true,
            }
        }
        let unreadable = unreadable.into_iter().map(|version| version.cause).collect();
        Ok(Resolved { bytes: Some(merged), hunks: hunks.count, left: conflicts, unreadable, uncounted })
    }

    /// What git keeps of the common ancestor while the merge is undecided.
    fn staged_base(&self) -> Result<Option<Vec<u8>>, Failure> {
        let Some(repository) = self.repository else { return Ok(None) };
        let Some(work_tree) = repository.work_tree() else { return Ok(None) };
        let full = self.session.root.full(self.path);
        let Ok(path) = full.strip_prefix(resolved(Path::new("/"), work_tree)) else { return Ok(None) };
        let path = BStr::new(std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()));
        let failed = |error| of_git(repository.git_dir(), &error);
        let entries = repository.tracked(&[path]).map_err(failed)?;
        let base = entries.iter().find(|entry| entry.stage == 1 && entry.path == path);
        let Some(base) = base else { return Ok(None) };
        repository.blobs().and_then(|mut blobs| blobs.get(&base.id)).map_err(failed)
    }

    /// STATE.md of the project with its counters counted, unless ROADMAP.md is itself undecided.
    fn recounted(&self, bytes: &[u8]) -> Counted {
        let session = self.session;
        if session.state_path().ok().as_ref() != Some(self.path) {
            return Counted::AsMerged;
        }
        let roadmap = format!("{}/ROADMAP.md", session.location.base_folder());
        match document(&session.root, &roadmap) {
            Document::Read(roadmap) if !matches!(Hunks::read(&roadmap), Ok(None)) => {
                return Counted::AsMerged;
            }
            Document::Unreadable => return Counted::Unreadable,
            Document::Read(_) | Document::Absent => {}
        }
        let (planning, facts) = (session.planning(), session.facts(Needs::default()));
        let document = StateDocument::parse(bytes);
        if planning.facts(document.key_text(Key::Milestone)).scope == ProgressScope::Unreadable {
            return Counted::Unreadable;
        }
        let input =
            StateInput { document: Some(bytes), planning: &planning, project: &facts, now: session.now() };
        repair(&input, &["progress-drift"]).map_or(Counted::AsMerged, Counted::New)
    }
}
