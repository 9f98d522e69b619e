//! The workstreams of a project on the disk (msd-tools 17).

use cairn_plan::{Plan, Receipt, RelativePath};
use cairn_state::answer::{Answer, Value};
use cairn_state::facts::PLANNING_FOLDER;
use cairn_state::failure::Failure;
use cairn_state::input::{StateInput, VerbOutcome};
use cairn_state::planning::Focus;
use cairn_state::planning_verbs::Report;
use cairn_state::planning_verbs::workstreams::{self, MIGRATED, NewWorkstream, WorkstreamFiles};
use cairn_state::project_root::{WORKSTREAM_POINTER, WORKSTREAMS_FOLDER, WorkstreamName};
use cairn_state::verbs::{Init, Verb as _};

use crate::failures::of_vault;
use crate::location::{Location, not_found, workstream_names};
use crate::planning_tree::LARGEST_DOCUMENT;
use crate::session::{Done, Session};

/// `workstream list`.
pub fn list(session: &Session<'_>) -> Result<Report, Failure> {
    Ok(workstreams::list(&all(session)?))
}

/// `workstream status`.
pub fn status(session: &Session<'_>, name: &str) -> Result<Report, Failure> {
    workstreams::status(&all(session)?, name)
}

/// `workstream get`.
pub fn get(session: &Session<'_>) -> Result<Report, Failure> {
    let active = session.location.workstream.as_ref().map(|name| name.as_str().to_owned());
    let mode = if names(session)?.is_empty() { "flat" } else { "workstream" };
    let raw = active.clone().unwrap_or_default();
    let answer = Answer::new().with("active", Value::from(active)).with("mode", mode);
    Ok(Report { answer, raw: Some(raw), ..Report::default() })
}

/// `workstream set`: the pointer file.
pub fn set(session: &Session<'_>, dry_run: bool, name: &str) -> Result<Done, Failure> {
    let planning = session.location.root.join(PLANNING_FOLDER);
    if WorkstreamName::parse(name).is_none() {
        let message = format!("`{name}` is no name of a workstream: use letters, digits, `-`, `_` and `.`");
        return Err(Failure::invalid_value("workstream", message));
    }
    if !names(session)?.iter().any(|known| known == name) {
        return Err(not_found(name, &planning));
    }
    session.flat().commit_prepared(dry_run, || {
        let path = session.path(&format!("{PLANNING_FOLDER}/{WORKSTREAM_POINTER}"))?;
        let present = content(session, &path)?;
        let mut plan = Plan::new(format!("workstream set {name}"));
        let content = format!("{name}\n");
        if present.as_deref() != Some(content.as_bytes()) {
            plan.push(workstreams::pointer_change(path, present.as_deref(), name));
        }
        Ok(outcome(plan, Answer::new().with("active", name).with("set", true)))
    })
}

/// `workstream create`.
pub fn create(session: &Session<'_>, dry_run: bool, name: &str) -> Result<Done, Failure> {
    let flat = session.flat();
    flat.commit_prepared(dry_run, || {
        let stored = flat.stored()?;
        let mut root_files: Vec<&'static str> = Vec::new();
        for file in MIGRATED {
            if is_there(&flat, &flat.path(&format!("{PLANNING_FOLDER}/{file}"))?)? {
                root_files.push(file);
            }
        }
        let path = flat.path(&format!("{PLANNING_FOLDER}/{WORKSTREAM_POINTER}"))?;
        let new = NewWorkstream {
            name,
            existing: names(&flat)?,
            root_files,
            root_state: content(&flat, &flat.path(&format!("{PLANNING_FOLDER}/STATE.md"))?)?,
            milestone: (stored.milestone.clone(), stored.milestone_name.clone()),
            pointer: content(&flat, &path)?,
            state: template(&flat, name)?,
        };
        let (changes, answer) = workstreams::create(&new)?;
        let mut plan = Plan::new(format!("workstream create {name}"));
        changes.into_iter().for_each(|change| plan.push(change));
        Ok(outcome(plan, answer))
    })
}

fn outcome(plan: Plan, answer: Answer) -> (Plan, VerbOutcome) {
    let mut updated: Vec<String> = plan.paths().iter().map(ToString::to_string).collect();
    updated.dedup();
    let receipt = Some(Receipt::of(updated));
    (plan, VerbOutcome { receipt, answer, ..VerbOutcome::default() })
}

/// The new workstream's STATE.md: the template, without a plan of its own yet.
fn template(session: &Session<'_>, name: &str) -> Result<Vec<u8>, Failure> {
    let Some(workstream) = WorkstreamName::parse(name) else { return Ok(Vec::new()) };
    let inner = session.of_workstream(Some(workstream));
    let verb = Init { milestone: None, name: None };
    let (planning, facts) = (inner.planning(), inner.whole_facts(verb.needs())?);
    let input = StateInput { document: None, planning: &planning, project: &facts, now: inner.now() };
    let outcome = verb.run(&input)?;
    Ok(outcome.content(cairn_state::facts::PlanningFile::State).unwrap_or_default().to_vec())
}

impl<'c> Session<'c> {
    /// The project without a workstream: the pointer, the folders of all workstreams and the files that they share belong to it.
    pub(crate) fn flat(&self) -> Session<'c> {
        self.of_workstream(None)
    }

    /// The project whose lock guards the file at `path`, whatever workstream the caller is in: that of the workstream in whose folder
    /// it lies, else the one without.
    pub(crate) fn guarding(&self, path: &RelativePath) -> Session<'c> {
        let text = path.to_string();
        let name = text
            .strip_prefix(PLANNING_FOLDER)
            .and_then(|rest| rest.strip_prefix('/')?.strip_prefix(WORKSTREAMS_FOLDER)?.strip_prefix('/'))
            .and_then(|rest| rest.split_once('/'));
        self.of_workstream(name.and_then(|(name, _)| WorkstreamName::parse(name)))
    }

    fn of_workstream(&self, workstream: Option<WorkstreamName>) -> Session<'c> {
        Session {
            context: self.context,
            location: Location { workstream, ..self.location.clone() },
            root: self.root.clone(),
            configuration: self.configuration.clone(),
        }
    }
}

fn names(session: &Session<'_>) -> Result<Vec<String>, Failure> {
    workstream_names(&session.location.root.join(PLANNING_FOLDER))
}

/// The bytes of a file; `None` when nothing that has any stands there.
fn content(session: &Session<'_>, path: &RelativePath) -> Result<Option<Vec<u8>>, Failure> {
    match session.root.read(path, LARGEST_DOCUMENT) {
        Ok(file) => Ok(Some(file.bytes.into_vec())),
        Err(error) if error.is_failing_system() => Err(of_vault(&session.root, &error)),
        Err(_) => Ok(None),
    }
}

/// Does anything stand there?
fn is_there(session: &Session<'_>, path: &RelativePath) -> Result<bool, Failure> {
    let found = session.root.status(path).map_err(|error| of_vault(&session.root, &error))?;
    Ok(found.is_some())
}

fn all(session: &Session<'_>) -> Result<Vec<WorkstreamFiles>, Failure> {
    let files = names(session)?.into_iter().map(|name| {
        let inner = session.of_workstream(WorkstreamName::parse(&name));
        let state = inner.state_bytes()?;
        let stored = workstreams::stored_milestone(state.as_deref());
        let focus: Vec<Focus> = workstreams::focus(stored.as_deref());
        let snapshot = inner.planning().with_documents().snapshot(&focus);
        Ok(WorkstreamFiles { name, snapshot, state: state.map(Into::into) })
    });
    files.collect()
}
