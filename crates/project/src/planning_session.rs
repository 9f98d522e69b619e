//! The verbs over ROADMAP.md and phase folders, run on the disk: a reading one over a snapshot, a writing one as one
//! transaction with what STATE.md says about it.

use cairn_plan::{Entry, EntryKind, Plan, RelativePath};
use cairn_state::answer::Value;
use cairn_state::document::StateDocument;
use cairn_state::facts::{Counters, PLANNING_FOLDER};
use cairn_state::failure::{Failure, Reason};
use cairn_state::input::VerbOutcome;
use cairn_state::planning::{Focus, PlanningSnapshot};
use cairn_state::planning_verbs::milestone_complete::LinkSources;
use cairn_state::planning_verbs::progress_report::StoredProgress;
use cairn_state::planning_verbs::todos::TodoFile;
use cairn_state::planning_verbs::{Decision, PlannedWrite, Report, StateSide, needs};
use cairn_state::schema::Key;

use crate::folder_entries::entries_below;
use crate::linked_documents::documents_that_cite;
use crate::session::{Done, Session};

/// What a writing verb over phases is given: the tree, and what STATE.md stores.
pub struct Planned<'s> {
    /// The tree, filled for the verb's focus.
    pub snapshot: &'s PlanningSnapshot,
    /// What STATE.md stores.
    pub stored: &'s StoredProgress,
}

impl Planned<'_> {
    /// The stored milestone.
    pub fn milestone(&self) -> Option<&str> {
        self.stored.milestone.as_deref()
    }
}

impl Session<'_> {
    /// What STATE.md stores about the milestone; nothing without one.
    pub fn stored(&self) -> Result<StoredProgress, Failure> {
        Ok(stored_in(self.state_bytes()?.as_deref()))
    }

    /// Answers a question about phases.
    pub fn report(
        &self,
        focus: impl FnOnce(Option<&str>) -> Vec<Focus>,
        question: impl FnOnce(&Planned<'_>) -> Result<Report, Failure>,
    ) -> Result<Report, Failure> {
        let stored = self.stored()?;
        let snapshot = self.planning().snapshot(&focus(stored.milestone.as_deref()));
        question(&Planned { snapshot: &snapshot, stored: &stored })
    }

    /// Carries out a decision about phases, with what STATE.md says about it, as one transaction (all of it or nothing).
    /// A dry run takes no lock and writes nothing.
    pub fn carry_out(
        &self,
        dry_run: bool,
        focus: impl Fn(Option<&str>) -> Vec<Focus>,
        decide: impl Fn(&Planned<'_>) -> Result<Decision, Failure>,
    ) -> Result<Done, Failure> {
        let prepare = || {
            let bytes = self.state_bytes()?;
            let stored = stored_in(bytes.as_deref());
            let snapshot = self.planning().with_documents().snapshot(&focus(stored.milestone.as_deref()));
            if let Some(path) = snapshot.unread() {
                return Err(unread(&path));
            }
            let decision = decide(&Planned { snapshot: &snapshot, stored: &stored })?;
            let project = self.whole_facts(needs(&decision.step))?;
            let side = StateSide { document: bytes.as_deref(), project: &project, now: self.now() };
            decision.with_state(&side).map(into_outcome)
        };
        self.commit_prepared(dry_run, prepare)
    }
}

impl Session<'_> {
    /// Every file in a folder below the base folder, as a plan that removes the folder must know it.
    pub fn entries(&self, folder: &str) -> Result<Vec<Entry>, Failure> {
        entries_below(&self.root, &self.path(&format!("{}/{folder}", self.location.base_folder()))?)
    }

    /// What links to folders that move, and what moves with them.
    pub fn link_sources(&self, folders: &[String]) -> Result<LinkSources, Failure> {
        let base = self.location.base_folder();
        let mut moved_files = Vec::new();
        let mut moving = Vec::new();
        for folder in folders {
            let path = self.path(&format!("{base}/{folder}"))?;
            for entry in entries_below(&self.root, &path)? {
                if entry.kind != EntryKind::Folder {
                    moved_files.push(format!("{folder}/{}", entry.path));
                }
            }
            moving.push(path);
        }
        let documents = match moving.is_empty() {
            true => Vec::new(),
            false => documents_that_cite(self.context, &self.root, &moving)?,
        };
        Ok(LinkSources { documents, moved_files })
    }

    /// The pending todos as files.
    pub fn todo_files(&self) -> Vec<TodoFile> {
        let Ok(folder) = RelativePath::new(format!("{PLANNING_FOLDER}/todos/pending")) else {
            return Vec::new();
        };
        let listed = self.root.list(Some(&folder)).unwrap_or_default();
        let read = |name: Vec<u8>| {
            let bytes = self.root.read(&folder.join(&name).ok()?, LARGEST_TODO).ok()?.bytes;
            Some(TodoFile { name: String::from_utf8(name).ok()?, bytes: bytes.into_vec() })
        };
        listed
            .into_iter()
            .filter(|entry| entry.name.ends_with(b".md"))
            .filter_map(|entry| read(entry.name))
            .collect()
    }
}

/// What could not be read, so that nothing was decided.
fn unread(path: &str) -> Failure {
    let message =
        format!("`{path}` cannot be read; nothing was written: make it readable and run the command again");
    Failure::new(Reason::Io, message).with("path", path)
}

/// A todo is a note; a longer file is something else.
const LARGEST_TODO: u64 = 1 << 20;

fn into_outcome(write: PlannedWrite) -> (Plan, VerbOutcome) {
    let mut answer = write.answer;
    if write.always_lists_warnings && write.warnings.is_empty() {
        answer.push("warnings", Value::List(Vec::new()));
    }
    let outcome = VerbOutcome {
        description: write.plan.description.clone(),
        receipt: Some(write.receipt),
        answer,
        raw: write.raw,
        warnings: write.warnings,
        ..VerbOutcome::default()
    };
    (write.plan, outcome)
}

fn stored_in(bytes: Option<&[u8]>) -> StoredProgress {
    let Some(bytes) = bytes else { return StoredProgress::default() };
    let document = StateDocument::parse(bytes);
    let text = |key| document.key_text(key).map(str::to_owned);
    let number = |key| {
        let digits: String = document.key_text(key)?.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    };
    let has_counters =
        document.entry(Key::TotalPhases).is_some() || document.entry(Key::TotalPlans).is_some();
    let counters = Counters {
        total_phases: number(Key::TotalPhases).unwrap_or_default(),
        completed_phases: number(Key::CompletedPhases).unwrap_or_default(),
        total_plans: number(Key::TotalPlans).unwrap_or_default(),
        completed_plans: number(Key::CompletedPlans).unwrap_or_default(),
        percent: number(Key::Percent).and_then(|percent| u8::try_from(percent).ok()),
    };
    StoredProgress {
        milestone: text(Key::Milestone),
        milestone_name: text(Key::MilestoneName),
        counters: has_counters.then_some(counters),
        last_activity: text(Key::LastActivity),
    }
}
