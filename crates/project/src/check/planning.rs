//! The planning folder and every workstream under the rules of `cairn_state`.

use cairn_state::check;
use cairn_state::document::StateDocument;
use cairn_state::facts::PlanningFile;
use cairn_state::failure::Failure;
use cairn_state::input::StateInput;
use cairn_state::planning::{Document, PHASES_FOLDER, PlanningSnapshot};
use cairn_state::project_root::WorkstreamName;
use cairn_state::schema::Key;
use cairn_state::validate::{NEEDS, text_findings, validate};

use super::Findings;
use crate::location::{Location, workstream_names};
use crate::session::Session;
use crate::workplace::Workplace;

impl<'c> Workplace<'c> {
    /// The project's own planning files and those of every workstream, each as a session.
    pub(super) fn planning_sessions(&self) -> Result<Vec<Session<'c>>, Failure> {
        let Some(location) = &self.location else { return Ok(Vec::new()) };
        let flat = Location { workstream: None, warnings: Vec::new(), ..location.clone() };
        let names = workstream_names(&self.folder.join(flat.base_folder()))?;
        let streams = names.iter().filter_map(|name| WorkstreamName::parse(name));
        let streams = streams.map(|name| Location { workstream: Some(name), ..flat.clone() });
        std::iter::once(flat.clone())
            .chain(streams)
            .map(|location| Session::at(self.context, location))
            .collect()
    }

    pub(super) fn check_planning(&self, found: &mut Findings) -> Result<(), Failure> {
        for session in self.planning_sessions()? {
            check_state(&session, found)?;
            check_plan(&session, found)?;
        }
        Ok(())
    }
}

fn check_state(session: &Session<'_>, found: &mut Findings) -> Result<(), Failure> {
    let Some(bytes) = session.state_bytes()? else { return Ok(()) };
    let (planning, facts) = (session.planning(), session.whole_facts(NEEDS)?);
    let input =
        StateInput { document: Some(&bytes), planning: &planning, project: &facts, now: session.now() };
    found.file(session.file_path(PlanningFile::State));
    found.extend(validate(&input)?.findings);
    Ok(())
}

fn check_plan(session: &Session<'_>, found: &mut Findings) -> Result<(), Failure> {
    let stored = stored_milestone(session)?;
    let snapshot = snapshot(session, stored.as_deref());
    if let Document::Read(bytes) = &snapshot.roadmap {
        let path = snapshot.from_root("ROADMAP.md");
        found.extend(text_findings(&path, bytes));
        found.file(path);
    }
    for folder in snapshot.folders_in(PHASES_FOLDER) {
        let path = folder.path();
        let files = snapshot.files_of(&path).into_iter().filter(|file| is_read(file));
        files.for_each(|file| found.file(snapshot.from_root(&format!("{path}/{file}"))));
    }
    found.extend(check::check(&snapshot, stored.as_deref()));
    Ok(())
}

/// Whether a rule looks at a file of a phase folder.
fn is_read(file: &str) -> bool {
    use cairn_state::phase_files::{is_plan, is_summary, is_verification};
    is_plan(file) || is_summary(file) || is_verification(file)
}

/// The milestone that STATE.md stores.
pub(super) fn stored_milestone(session: &Session<'_>) -> Result<Option<String>, Failure> {
    let Some(bytes) = session.state_bytes()? else { return Ok(None) };
    Ok(StateDocument::parse(&bytes).key_text(Key::Milestone).map(str::to_owned))
}

/// The tree as the rules of ROADMAP.md want it.
pub(super) fn snapshot(session: &Session<'_>, stored: Option<&str>) -> PlanningSnapshot {
    session.planning().snapshot(&check::focus(stored))
}
