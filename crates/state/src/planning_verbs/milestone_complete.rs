//! `milestone complete V`: a milestone is closed and archived, its folders move, and links follow them (section 15, S-42).

use super::decision::{Decision, StateStep, apply, check_writable, checked_title, path_from_root};
use super::milestones_file::ClosedMilestone;
use super::relink::{LinkLeft, LinkedDocument, MovedFolder, Relinker};
use super::wanted_roadmap;
use crate::answer::{Answer, Value};
use crate::failure::{Failure, Reason, Warning, WarningCode};
use crate::milestone::is_file_name;
use crate::planning::{
    Document, Focus, MILESTONES_FOLDER, MilestoneView, PHASES_FOLDER, PhaseFolder, PlanningSnapshot,
    archive_folder,
};
use cairn_plan::{Change, RelativePath};
use std::collections::BTreeSet;

/// The arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CloseMilestone {
    /// V.
    pub version: String,
    /// `--name`.
    pub name: Option<String>,
    /// `--confirm`, or a dry run.
    pub is_confirmed: bool,
    /// `--force`: although a phase is not complete.
    pub force: bool,
    /// `--no-archive-phases`: the phase folders stay.
    pub keeps_phases: bool,
}

/// What the disk has besides the snapshot; it may be empty while [`folders_to_move`] names nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkSources {
    /// The project's tracked Markdown, and every Markdown file in the folders that move. The documents of the snapshot and STATE.md
    /// need not be among them.
    pub documents: Vec<LinkedDocument>,
    /// Every file in the folders that move, as paths below the base folder.
    pub moved_files: Vec<String>,
}

/// What must be read for it; REQUIREMENTS.md and MILESTONES.md as well.
pub fn focus(stored: Option<&str>, version: &str) -> Vec<Focus> {
    vec![
        Focus::Stored(stored.map(str::to_owned)),
        Focus::Version(version.to_owned()),
        Focus::Archives,
        Focus::EveryFolder,
    ]
}

/// The phase folders that would move, as paths below the base folder.
pub fn folders_to_move(snapshot: &PlanningSnapshot, version: &str) -> Vec<String> {
    moving_folders(snapshot, version).iter().map(PhaseFolder::path).collect()
}

/// The decision. `stored` and `stored_name` are what STATE.md stores. STATE.md itself is edited behind it, by [`StateStep`], and its
/// links by [`Decision::relink`].
///
/// # Errors
/// `confirmation_required`, `invalid_value`, `roadmap_not_found`, `milestone_not_found`; `milestone_incomplete`, which `force` skips;
/// `io` when the archive holds a folder of the same name; refusals of the files.
pub fn run(
    snapshot: &PlanningSnapshot,
    stored: Option<&str>,
    stored_name: Option<&str>,
    close: &CloseMilestone,
    sources: &LinkSources,
    date: &str,
) -> Result<Decision, Failure> {
    let version = close.version.as_str();
    if !is_file_name(version) {
        let message =
            format!("`{version}` cannot name files: a version has letters, digits, `.`, `-` and `_`");
        return Err(Failure::invalid_value("version", message));
    }
    let given_name = close.name.as_deref().map(|name| checked_title("name", name)).transpose()?;
    if !close.is_confirmed {
        let message = format!(
            "closing milestone `{version}` moves folders: run it again with `--confirm`, or with `--dry-run` to see what it does"
        );
        return Err(Failure::new(Reason::ConfirmationRequired, message));
    }
    let source = wanted_roadmap(snapshot)?;
    check_writable(&snapshot.from_root("ROADMAP.md"), source)?;
    let current = MilestoneView::new(snapshot, stored);
    let is_current =
        current.milestone.version.as_deref().is_some_and(|current| current.eq_ignore_ascii_case(version));
    let view = MilestoneView::of(snapshot, version);
    check_held(snapshot, &view, version, is_current)?;
    check_complete(&view, version, close.force)?;

    let stored_name = stored_name.filter(|_| is_current).map(str::to_owned);
    let name = given_name.or_else(|| view.milestone.name.clone()).or(stored_name);
    let folders = if close.keeps_phases { Vec::new() } else { moving_folders(snapshot, version) };
    let mut closing = Closing::new(snapshot, version, &folders, sources)?;
    closing.move_folders(&folders)?;
    let archived_roadmap = closing.copy("ROADMAP.md", &snapshot.roadmap)?;
    let archived_requirements = closing.copy("REQUIREMENTS.md", &snapshot.requirements)?;
    closing.ship(&view, version, date)?;
    let entry = ClosedMilestone {
        version,
        name: name.as_deref(),
        date,
        phases: view.counters.completed_phases,
        plans: view.counters.completed_plans,
    };
    let milestones_updated = closing.record(&entry)?;
    closing.relink_documents(sources)?;
    closing.relinked.sort();

    let archived = Answer::new()
        .with("roadmap", archived_roadmap)
        .with("requirements", archived_requirements)
        .with("phases", !folders.is_empty());
    let answer = Answer::new()
        .with("version", version)
        .with("name", Value::from(name.clone()))
        .with("date", date)
        .with("phases", entry.phases)
        .with("plans", entry.plans)
        .with("archived", archived.into_map())
        .with("milestones_updated", milestones_updated);
    let mut warnings = view.warnings();
    warnings.extend(
        closing.left.iter().map(|left| Warning::new(WarningCode::LinkNotRewritten, left.to_string())),
    );
    let step = if is_current {
        StateStep::CompleteMilestone { version: version.to_owned(), name }
    } else {
        StateStep::Nothing
    };
    Ok(Decision {
        description: format!("milestone complete {version}"),
        changes: closing.changes,
        after: closing.after,
        step,
        answer,
        tail: Answer::new().with("relinked", closing.relinked),
        raw: None,
        warnings,
        moved: closing.moved,
    })
}

fn check_held(
    snapshot: &PlanningSnapshot,
    view: &MilestoneView<'_>,
    version: &str,
    is_current: bool,
) -> Result<(), Failure> {
    let Some(roadmap) = &view.roadmap else { return Ok(()) };
    // A document without version headings is all of one milestone: the one in work.
    if roadmap.holds_version(version) || roadmap.versions().is_empty() && is_current {
        return Ok(());
    }
    let available = roadmap.version_names();
    let path = snapshot.from_root("ROADMAP.md");
    let known = if available.is_empty() {
        "it names no version".to_owned()
    } else {
        format!("it has {}", available.join(", "))
    };
    let message = format!("`{path}` does not hold milestone `{version}`: {known}");
    Err(Failure::new(Reason::MilestoneNotFound, message).with("available", available))
}

fn check_complete(view: &MilestoneView<'_>, version: &str, force: bool) -> Result<(), Failure> {
    let open: Vec<&str> = view
        .phases
        .iter()
        .filter(|phase| !phase.plans.is_complete())
        .map(|phase| phase.id.as_str())
        .collect();
    if open.is_empty() || force {
        return Ok(());
    }
    let names = open.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
    let message = format!(
        "milestone `{version}` has open phases: {names}; complete them, or close it anyway with `--force`"
    );
    Err(Failure::new(Reason::MilestoneIncomplete, message).with("outstanding_phases", open))
}

/// The folders in `phases/` of every phase that the window names, struck ones and second folders of one id included.
fn moving_folders(snapshot: &PlanningSnapshot, version: &str) -> Vec<PhaseFolder> {
    let view = MilestoneView::of(snapshot, version);
    let named = view
        .roadmap
        .as_ref()
        .zip(view.window.as_ref())
        .map(|(roadmap, window)| roadmap.phases(window))
        .unwrap_or_default();
    let ids: BTreeSet<_> = named.iter().map(|phase| &phase.id).collect();
    let mut folders = snapshot.folders_in(PHASES_FOLDER);
    let names_none = ids.is_empty() && view.scope.is_trusted();
    folders.retain(|folder| !folder.id.is_sentinel() && (names_none || ids.contains(&folder.id)));
    folders
}

/// The changes of one closing, as they are collected: moves first, then files under their new names.
struct Closing<'s> {
    snapshot: &'s PlanningSnapshot,
    version: &'s str,
    after: PlanningSnapshot,
    changes: Vec<Change>,
    moved: Vec<MovedFolder>,
    relinker: Relinker,
    relinked: Vec<String>,
    left: Vec<LinkLeft>,
}

impl<'s> Closing<'s> {
    fn new(
        snapshot: &'s PlanningSnapshot,
        version: &'s str,
        folders: &[PhaseFolder],
        sources: &LinkSources,
    ) -> Result<Self, Failure> {
        let archive = archive_folder(version);
        let taken: BTreeSet<String> =
            snapshot.folders_in(&archive).into_iter().map(|folder| folder.name).collect();
        if let Some(folder) = folders.iter().find(|folder| taken.contains(&folder.name)) {
            let path = snapshot.from_root(&format!("{archive}/{}", folder.name));
            let message =
                format!("`{path}` exists already: rename it or `{}`", snapshot.from_root(&folder.path()));
            return Err(Failure::new(Reason::Io, message).with("path", path));
        }
        let moved: Vec<MovedFolder> = folders
            .iter()
            .map(|folder| {
                let inside = format!("{}/", folder.path());
                MovedFolder {
                    from: snapshot.from_root(&folder.path()),
                    to: snapshot.from_root(&format!("{archive}/{}", folder.name)),
                    files: sources
                        .moved_files
                        .iter()
                        .filter_map(|file| file.strip_prefix(&inside))
                        .map(str::to_owned)
                        .collect(),
                }
            })
            .collect();
        let relinker = Relinker::new(&moved);
        Ok(Self {
            snapshot,
            version,
            after: snapshot.clone(),
            changes: Vec::new(),
            moved,
            relinker,
            relinked: Vec::new(),
            left: Vec::new(),
        })
    }

    fn move_folders(&mut self, folders: &[PhaseFolder]) -> Result<(), Failure> {
        for folder in folders {
            let to = format!("{}/{}", archive_folder(self.version), folder.name);
            self.changes.push(Change::Move {
                from: path_from_root(self.snapshot, &folder.path())?,
                to: path_from_root(self.snapshot, &to)?,
            });
            self.after.move_folder(&folder.path(), &to);
        }
        Ok(())
    }

    /// Copies a document to `milestones/V-NAME`, its links adapted to that place. A copy that is there already stays.
    fn copy(&mut self, name: &str, document: &Document) -> Result<bool, Failure> {
        let Document::Read(bytes) = document else { return Ok(false) };
        let copy = format!("{}-{name}", self.version);
        if self.snapshot.has_entry(MILESTONES_FOLDER, &copy) {
            return Ok(false);
        }
        let path = format!("{MILESTONES_FOLDER}/{copy}");
        let relinked =
            self.relinker.copy(&self.snapshot.from_root(name), &self.snapshot.from_root(&path), bytes);
        self.left.extend(relinked.left);
        let bytes = relinked.bytes.unwrap_or_else(|| bytes.clone());
        self.changes.push(Change::create(path_from_root(self.snapshot, &path)?, bytes));
        Ok(true)
    }

    /// ROADMAP.md: the heading says when the milestone was shipped, and links follow the folders.
    fn ship(&mut self, view: &MilestoneView<'_>, version: &str, date: &str) -> Result<(), Failure> {
        let (Document::Read(bytes), Some(roadmap)) = (&self.snapshot.roadmap, &view.roadmap) else {
            return Ok(());
        };
        let shipped = apply(bytes, roadmap.ship(version, date))?.unwrap_or_else(|| bytes.clone());
        let written = self.write("ROADMAP.md", bytes, shipped)?;
        self.after.roadmap = Document::Read(written);
        Ok(())
    }

    /// MILESTONES.md.
    fn record(&mut self, entry: &ClosedMilestone<'_>) -> Result<bool, Failure> {
        let path = self.snapshot.from_root("MILESTONES.md");
        match &self.snapshot.milestones {
            Document::Absent => {
                let bytes = entry.new_document();
                self.changes
                    .push(Change::create(path_from_root(self.snapshot, "MILESTONES.md")?, bytes.clone()));
                self.after.milestones = Document::Read(bytes);
                Ok(true)
            }
            Document::Unreadable => {
                Err(Failure::new(Reason::Io, format!("`{path}` cannot be read: check its permissions"))
                    .with("path", path))
            }
            Document::Read(bytes) => {
                check_writable(&path, bytes)?;
                let recorded = apply(bytes, entry.add_to(bytes).into_iter().collect())?;
                let is_recorded = recorded.is_some();
                let written =
                    self.write("MILESTONES.md", bytes, recorded.unwrap_or_else(|| bytes.clone()))?;
                self.after.milestones = Document::Read(written);
                Ok(is_recorded)
            }
        }
    }

    /// Writes a document of the base folder that other edits were made to, its links adapted.
    fn write(&mut self, name: &str, before: &[u8], edited: Vec<u8>) -> Result<Vec<u8>, Failure> {
        let path = self.snapshot.from_root(name);
        let relinked = self.relinker.document(&path, &edited);
        self.left.extend(relinked.left);
        if relinked.bytes.is_some() {
            self.relinked.push(path);
        }
        let bytes = relinked.bytes.unwrap_or(edited);
        if bytes != before {
            self.changes.push(Change::write(path_from_root(self.snapshot, name)?, before, bytes.clone()));
        }
        Ok(bytes)
    }

    /// Every other document. STATE.md is left to whoever edits it.
    fn relink_documents(&mut self, sources: &LinkSources) -> Result<(), Failure> {
        if self.moved.is_empty() {
            return Ok(());
        }
        let own: Vec<String> = ["STATE.md", "ROADMAP.md", "MILESTONES.md"]
            .iter()
            .map(|name| self.snapshot.from_root(name))
            .collect();
        let mut documents: Vec<(&RelativePath, &[u8])> =
            sources.documents.iter().map(|document| (&document.path, document.bytes.as_slice())).collect();
        let requirements = path_from_root(self.snapshot, "REQUIREMENTS.md")?;
        if let Document::Read(bytes) = &self.snapshot.requirements {
            documents.push((&requirements, bytes));
        }
        documents.sort();
        documents.dedup_by(|left, right| left.0 == right.0);
        for (path, bytes) in documents {
            let Ok(text) = std::str::from_utf8(path.as_bytes()) else { continue };
            if own.iter().any(|own| own == text) {
                continue;
            }
            let relinked = self.relinker.document(text, bytes);
            self.left.extend(relinked.left);
            let Some(changed) = relinked.bytes else { continue };
            let place =
                cairn_text::links::RepositoryPath::new(text).map(|place| self.relinker.new_place(&place));
            let Some(place) = place.and_then(|place| RelativePath::new(place.as_bytes()).ok()) else {
                continue;
            };
            self.relinked.push(place.to_string());
            self.changes.push(Change::write(place, bytes, changed));
        }
        Ok(())
    }
}
