//! `phase remove N`: a phase goes, and later ones move down in every file and folder at once (section 15, S-17).

use super::decision::{Decision, StateStep, apply, edit_roadmap, path_from_root};
use super::phase_add::writable_window;
use super::{phase_not_in, wanted_roadmap};
use crate::answer::{Answer, Value};
use crate::failure::{Failure, Reason};
use crate::phase_files::{FileHead, HEAD_LENGTH, is_summary};
use crate::phase_id::{PhaseId, readings};
use crate::planning::{Focus, MilestoneView, PHASES_FOLDER, PhaseFolder, PlanningSnapshot};
use crate::roadmap::edit::Renumbering;
use cairn_plan::{Change, Entry};
use cairn_text::frontmatter::Content;
use cairn_text::{Edit, Frontmatter, Span};

/// What must be read for it.
pub fn focus(stored: Option<&str>, phase: &PhaseId) -> Vec<Focus> {
    vec![Focus::Stored(stored.map(str::to_owned)), Focus::Phase(phase.clone()), Focus::EveryFolder]
}

/// The folder that goes, as a path below the base folder: the caller walks it for the entries that [`run`] is given. None when
/// the phase has no folder.
pub fn folder(snapshot: &PlanningSnapshot, phase: &PhaseId) -> Option<String> {
    snapshot
        .folders_in(PHASES_FOLDER)
        .into_iter()
        .find(|folder| folder.id == *phase)
        .map(|folder| folder.path())
}

/// The decision. `entries` is everything in [`folder`], as it is removed; it may be empty when there is none.
///
/// # Errors
/// `phase_not_found`; `phase_has_summaries`, which `force` skips; `phase_has_insertions`;
/// `roadmap_not_found`, `progress_scope` and refusals of the file.
pub fn run(
    snapshot: &PlanningSnapshot,
    stored: Option<&str>,
    id: &PhaseId,
    force: bool,
    entries: Vec<Entry>,
) -> Result<Decision, Failure> {
    wanted_roadmap(snapshot)?;
    let view = MilestoneView::new(snapshot, stored);
    let named = view
        .roadmap
        .as_ref()
        .zip(view.window.as_ref())
        .map(|(roadmap, window)| roadmap.phases(window))
        .unwrap_or_default();
    let planned = named.iter().find(|phase| phase.id == *id);
    let folders = snapshot.folders_in(PHASES_FOLDER);
    let folder = folders.iter().find(|folder| folder.id == *id);
    if id.is_sentinel() || planned.is_none() && folder.is_none() {
        return Err(phase_not_in(&view, id, format!("there is no phase `{id}`")));
    }
    if let Some(folder) = folder.filter(|_| !force) {
        check_no_summaries(snapshot, id, folder)?;
    }
    let (roadmap, window) = writable_window(snapshot, &view)?;
    let all: Vec<&PhaseId> =
        named.iter().map(|phase| &phase.id).chain(folders.iter().map(|folder| &folder.id)).collect();
    check_nothing_inserted(id, &all)?;

    let before = view.phases.iter().map(|phase| &phase.id).rfind(|other| *other < id).cloned();
    let renumbering = Renumbering::new(id.clone(), before);
    let gone =
        planned.map(|phase| roadmap.spans_of_phase(phase, |at| window.contains(at))).unwrap_or_default();
    let mut edits = roadmap.renumber(window, &renumbering, &gone);
    edits.extend(gone.into_iter().map(Edit::delete));

    let mut after = snapshot.clone();
    let mut changes = Vec::new();
    if let Some(folder) = folder {
        changes.push(Change::RemoveTree { path: path_from_root(snapshot, &folder.path())?, entries });
        after.remove_folder(&folder.path());
    }
    let belongs = |folder: &&PhaseFolder| named.is_empty() || named.iter().any(|phase| phase.id == folder.id);
    let mut moving: Vec<(&PhaseFolder, PhaseId)> = folders
        .iter()
        .filter(belongs)
        .filter_map(|folder| Some((folder, renumbering.moved(&folder.id, true)?)))
        .collect();
    // Downwards one at a time: the place of each is free when its turn comes.
    moving.sort_by(|(left, _), (right, _)| left.id.cmp(&right.id).then_with(|| left.name.cmp(&right.name)));
    let mut moves = Moves {
        snapshot,
        after: &mut after,
        changes: &mut changes,
        writes: Vec::new(),
        folders: Vec::new(),
        files: Vec::new(),
    };
    for (folder, new_id) in moving {
        moves.folder(folder, &new_id)?;
    }
    let (renamed_folders, renamed_files, writes) = (moves.folders, moves.files, moves.writes);
    changes.extend(writes);
    changes.extend(edit_roadmap(snapshot, &mut after, edits)?);
    let answer = Answer::new()
        .with("removed", planned.map_or(id, |phase| &phase.id).as_str())
        .with("directory_deleted", Value::from(folder.map(|folder| snapshot.from_root(&folder.path()))))
        .with("renamed_directories", Value::List(renamed_folders))
        .with("renamed_files", Value::List(renamed_files));
    Ok(Decision {
        description: format!("phase remove {id}"),
        changes,
        after,
        step: StateStep::Renumber(renumbering),
        answer,
        raw: None,
        warnings: view.warnings(),
        tail: Answer::new(),
        moved: Vec::new(),
    })
}

fn check_no_summaries(
    snapshot: &PlanningSnapshot,
    id: &PhaseId,
    folder: &PhaseFolder,
) -> Result<(), Failure> {
    let count = snapshot.files_of(&folder.path()).iter().filter(|file| is_summary(file)).count();
    if count == 0 {
        return Ok(());
    }
    let path = snapshot.from_root(&folder.path());
    let noun = if count == 1 { "summary" } else { "summaries" };
    let message =
        format!("phase `{id}` was worked on: `{path}` holds {count} {noun}; `--force` removes it anyway");
    Err(Failure::new(Reason::PhaseHasSummaries, message).with("phase", id.as_str()))
}

/// What is inserted behind a phase has its number, which the next phase gets: it must go first.
fn check_nothing_inserted(id: &PhaseId, all: &[&PhaseId]) -> Result<(), Failure> {
    let mut inserted: Vec<&PhaseId> = all.iter().copied().filter(|other| other.is_below(id)).collect();
    inserted.sort();
    inserted.dedup();
    if inserted.is_empty() {
        return Ok(());
    }
    let names = inserted.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
    let message = match inserted.as_slice() {
        [_] => format!("phase {names} is inserted behind phase `{id}`: remove it first"),
        _ => format!("phases {names} are inserted behind phase `{id}`: remove them first"),
    };
    let inserted = Value::texts(inserted.iter().map(|id| id.as_str()));
    Err(Failure::new(Reason::PhaseHasInsertions, message)
        .with("phase", id.as_str())
        .with("inserted", inserted))
}

/// Renames folders and the files in them.
struct Moves<'a> {
    snapshot: &'a PlanningSnapshot,
    after: &'a mut PlanningSnapshot,
    changes: &'a mut Vec<Change>,
    /// Edits of files under their new names, behind all moves.
    writes: Vec<Change>,
    folders: Vec<Value>,
    files: Vec<Value>,
}

impl Moves<'_> {
    fn folder(&mut self, folder: &PhaseFolder, new_id: &PhaseId) -> Result<(), Failure> {
        let (old_path, old_id) = (folder.path(), &folder.id);
        let Some(rest) = folder.name.get(old_id.spelled().len()..) else { return Ok(()) };
        let new_path = format!("{}/{}{rest}", folder.parent, new_id.spelled());
        self.rename(&old_path, &new_path)?;
        self.folders.push(rename_answer(&folder.name, &format!("{}{rest}", new_id.spelled())));
        let mut files = self.snapshot.files_of(&old_path);
        files.sort();
        self.after.move_folder(&old_path, &new_path);
        for file in files {
            let (place, name) =
                file.rsplit_once('/').map_or(("", file.as_str()), |(place, name)| (place, name));
            let Some(new_name) = renamed(name, old_id, new_id) else { continue };
            let new_file = if place.is_empty() { new_name } else { format!("{place}/{new_name}") };
            self.rename(&format!("{new_path}/{file}"), &format!("{new_path}/{new_file}"))?;
            self.after.rename_file(&new_path, &file, &new_file);
            self.files.push(rename_answer(&file, &new_file));
            self.renumber_plan(&format!("{new_path}/{new_file}"), old_id, new_id)?;
        }
        Ok(())
    }

    /// The frontmatter of a plan names its phase and the plans it depends on: a plan that was read whole follows.
    fn renumber_plan(&mut self, path: &str, old: &PhaseId, new: &PhaseId) -> Result<(), Failure> {
        let whole = match self.after.head(path) {
            Some(FileHead::Read(bytes)) if bytes.len() < HEAD_LENGTH => bytes.clone(),
            _ => return Ok(()),
        };
        let Some(changed) = apply(&whole, plan_edits(&whole, old, new))? else { return Ok(()) };
        self.writes.push(Change::write(path_from_root(self.snapshot, path)?, &whole, changed.clone()));
        self.after.set_head(path, FileHead::Read(changed));
        Ok(())
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), Failure> {
        self.changes.push(Change::Move {
            from: path_from_root(self.snapshot, from)?,
            to: path_from_root(self.snapshot, to)?,
        });
        Ok(())
    }
}

fn rename_answer(from: &str, to: &str) -> Value {
    Answer::new().with("from", from).with("to", to).into_map()
}

/// Edits of the values of `phase` and `depends_on` that begin with the phase's id.
fn plan_edits(source: &[u8], old: &PhaseId, new: &PhaseId) -> Vec<Edit> {
    let frontmatter = Frontmatter::parse(source);
    let mut values: Vec<Span> = Vec::new();
    for key in ["phase", "depends_on"] {
        match frontmatter.entry(key).map(|entry| (&entry.content, entry.value_span)) {
            Some((Content::List(items), _)) => values.extend(items.iter().map(|item| item.span)),
            Some((Content::Text(_), span)) => values.push(span),
            _ => {}
        }
    }
    let edits = values.into_iter().filter_map(|span| {
        let text = span.of(source);
        let quote = text.iter().take_while(|byte| matches!(byte, b'"' | b'\'')).count();
        let name = std::str::from_utf8(text.get(quote..)?).ok()?;
        let (id, length) = readings(name).into_iter().find(|(id, _)| id == old)?;
        let start = span.start + quote;
        Some(Edit::replace(Span::new(start, start + length), renumbered(&id, old, new)?.spelled().to_owned()))
    });
    edits.collect()
}

/// `id`, which equals `old`, with the number of `new` in its own spelling: padding and code stay as they are there.
fn renumbered(id: &PhaseId, old: &PhaseId, new: &PhaseId) -> Option<PhaseId> {
    let depth = (0..old.depth()).find(|&depth| old.number_at(depth) != new.number_at(depth))?;
    id.with_number_at(depth, new.number_at(depth)?, id.spelled().len() == old.spelled().len())
}

/// A file whose name begins with the phase's id: `04-01-PLAN.md` of phase 4.
fn renamed(name: &str, old: &PhaseId, new: &PhaseId) -> Option<String> {
    let (id, length) = readings(name).into_iter().find(|(id, _)| id == old)?;
    let rest = name.get(length..).filter(|rest| rest.starts_with('-'))?;
    Some(format!("{}{rest}", renumbered(&id, old, new)?.spelled()))
}
