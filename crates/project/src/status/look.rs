//! Reads what a status shows. Takes no lock and writes nothing.

use std::cmp::Reverse;

use cairn_plan::RelativePath;
use cairn_spec::list::{Listed, State};
use cairn_state::answer::Value;
use cairn_state::document::StateDocument;
use cairn_state::failure::{Failure, Reason};
use cairn_state::verbs::Overview;

use super::{ActiveSpec, ArchivedSpec, Doubt, StateView, Status};
use crate::planning_tree::LARGEST_DOCUMENT;
use crate::session::Session;
use crate::specs::{Nobody, SpecFailure, SpecRepository};
use crate::workplace::Workplace;

/// How many records are shown.
const NEWEST: usize = 5;

/// Whether the work tree holds Specs or records of Specs.
pub fn has_specs(place: &Workplace<'_>) -> bool {
    let context = place.context_here();
    SpecRepository::open(&context).is_ok_and(|specs| {
        specs.require_root().is_ok() || matches!(specs.root.status(&specs.roots.archive_root), Ok(Some(_)))
    })
}

impl Workplace<'_> {
    /// Where the project stands.
    ///
    /// # Errors
    /// STATE.md cannot be read.
    pub fn status(&self) -> Result<Status, Failure> {
        let project = self.folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let mut status = Status { project: project.unwrap_or_default(), ..Status::default() };
        self.look_at_state(&mut status)?;
        let context = self.context_here();
        match SpecRepository::open(&context) {
            Ok(specs) => look_at_specs(&specs, &mut status),
            Err(failure) if is_absence(&failure) => {}
            Err(failure) => status.doubt("specs-unreadable", failure.to_string()),
        }
        Ok(status)
    }

    fn look_at_state(&self, status: &mut Status) -> Result<(), Failure> {
        let Some(location) = &self.location else { return Ok(()) };
        let session = Session::at(self.context, location.clone())?;
        let mut warnings = session.warnings();
        if let Some(bytes) = session.state_bytes()? {
            status.doubts.extend(unwritable(&bytes, &session.state_path()?.to_string()));
            let overview = session.read(&Overview)?.outcome;
            warnings.extend(overview.warnings.clone());
            status.state = Some(StateView::of(&overview));
        }
        let roadmap = RelativePath::new(format!("{}/ROADMAP.md", location.base_folder())).ok();
        // What cannot be read as a file is a matter of `check`.
        if let Some((path, file)) =
            roadmap.and_then(|path| Some((path.to_string(), self.root.read(&path, LARGEST_DOCUMENT).ok()?)))
        {
            let doubt = unwritable(&file.bytes, &path);
            status.doubts.extend(doubt.filter(|doubt| doubt.code == Reason::MergeConflict.token()));
        }
        for warning in warnings {
            status.doubt(warning.code.as_str(), warning.message);
        }
        Ok(())
    }
}

impl Status {
    fn doubt(&mut self, code: &str, message: String) {
        self.doubts.push(Doubt { code: code.to_owned(), message, line: None });
    }
}

/// Why a document is not written, with the line.
fn unwritable(bytes: &[u8], path: &str) -> Option<Doubt> {
    let refusal = StateDocument::parse(bytes).check_writable(path).err()?;
    let line = match refusal.facts.get("line") {
        Some(Value::Number(line)) => Some(*line),
        _ => None,
    };
    Some(Doubt { code: refusal.reason.token().to_owned(), message: refusal.message, line })
}

/// No git, no repository, no Spec Root: there are no Specs, and nothing is wrong.
fn is_absence(failure: &SpecFailure) -> bool {
    let SpecFailure::Refused(refused) = failure else { return false };
    let absent = ["git_missing", "no_repository", "root_missing"];
    refused.refusal.reasons.iter().all(|reason| absent.contains(&&*reason.code))
}

fn look_at_specs(specs: &SpecRepository<'_>, status: &mut Status) {
    let listed = match specs.list(false, &Nobody) {
        Ok(listed) => listed,
        Err(failure) => return status.doubt("specs-unreadable", failure.to_string()),
    };
    let mut records = Vec::new();
    for one in listed {
        match one.state {
            State::Active => active(specs, one, status),
            State::Unreadable => {
                let message = one.problem.unwrap_or_else(|| format!("`{}` cannot be read", one.path));
                status.doubt("record-invalid", message);
            }
            State::Archived | State::Cancelled => records.extend(archived(one)),
            State::Inactive => {}
        }
    }
    records.sort_by_key(|record| Reverse((record.archived.clone(), record.slug.clone())));
    records.truncate(NEWEST);
    status.archived = records;
}

fn active(specs: &SpecRepository<'_>, listed: Listed, status: &mut Status) {
    let tasks = match specs.task_counts(&listed.slug) {
        Ok(tasks) => tasks,
        Err(causes) => {
            let causes: Vec<String> = causes.iter().map(ToString::to_string).collect();
            let message = format!("the Task Graph of `{}` is broken: {}", listed.slug, causes.join("; "));
            status.doubt("spec-graph-invalid", message);
            None
        }
    };
    let slug = listed.slug.to_string();
    let title = listed.title.unwrap_or_else(|| slug.clone());
    status.specs.push(ActiveSpec { slug, title, tasks });
}

/// A record; `None` for an older archive, which is a folder.
fn archived(listed: Listed) -> Option<ArchivedSpec> {
    Some(ArchivedSpec {
        slug: listed.slug.to_string(),
        title: listed.title?,
        archived: listed.archived?,
        disposition: listed.disposition?.as_str().to_owned(),
    })
}
