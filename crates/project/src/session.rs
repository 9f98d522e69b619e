//! One project, opened for one command: what verbs are given, and the one way in which what they decide is committed.

use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use cairn_plan::{Contents, Receipt, RelativePath};
use cairn_state::dates::Now;
use cairn_state::facts::{PLANNING_FOLDER, PlanningFile, ProjectFacts};
use cairn_state::failure::{Failure, Reason, Warning, WarningCode};
use cairn_state::input::{StateInput, VerbOutcome};
use cairn_state::planning::{Document, PlanningConfig, PlanningSnapshot};
use cairn_state::verbs::{Needs, Verb};
use cairn_vault::{OperationNote, Root, VaultError};

use crate::configuration::Configuration;
use crate::context::Context;
use crate::disk::resolved;
use crate::failures::{file_not_found, of_vault};
use crate::location::{Location, Request, locate_required, start_folder};
use crate::planning_facts::LazyPlanning;
use crate::planning_tree::{LARGEST_DOCUMENT, PlanningTree, document};

/// An open project.
pub struct Session<'c> {
    /// The world around the command.
    pub context: &'c Context,
    /// Root and workstream.
    pub location: Location,
    /// The opened root.
    pub root: Root,
    /// `.planning/config.json`.
    pub configuration: Configuration,
}

/// A verb that was carried out.
#[derive(Debug)]
pub struct Done {
    /// What it decided.
    pub outcome: VerbOutcome,
    /// What it changed, `None` for a reading verb.
    pub receipt: Option<Receipt>,
    /// False when something was written and could not be recorded.
    pub undoable: bool,
    /// The diff of a dry run.
    pub diff: Option<String>,
}

/// The longest file that becomes one line of STATE.md.
const LARGEST_TEXT: u64 = 1 << 20;

/// `..` and `.` resolved in the text; `None` when it climbs above the file system.
fn lexical(path: &Path) -> Option<PathBuf> {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                if !clean.pop() {
                    return None;
                }
            }
            Component::CurDir => {}
            other => clean.push(other),
        }
    }
    Some(clean)
}

impl<'c> Session<'c> {
    /// The project that `state init` is about to make, in the start folder.
    pub fn in_new_project(context: &'c Context, request: Request<'_>) -> Result<Session<'c>, Failure> {
        let root = start_folder(context, request)?;
        Session::at(context, Location { root, workstream: None, warnings: Vec::new(), is_new: true })
    }

    /// Opens the project that the caller means.
    pub fn open(context: &'c Context, request: Request<'_>) -> Result<Session<'c>, Failure> {
        Session::at(context, locate_required(context, request)?)
    }

    /// Opens a project that was found.
    pub fn at(context: &'c Context, location: Location) -> Result<Session<'c>, Failure> {
        let root = Root::open(&location.root).map_err(|error| {
            Failure::new(Reason::Io, format!("{error}; make the folder readable"))
                .with("path", location.root.display().to_string())
        })?;
        let path = format!("{PLANNING_FOLDER}/{}", PlanningFile::Configuration.name());
        let configuration = match document(&root, &path) {
            Document::Absent => Configuration::default(),
            Document::Read(bytes) => Configuration::read(Some(&bytes)),
            Document::Unreadable => Configuration::unreadable("cannot be read"),
        };
        Ok(Session { context, location, root, configuration })
    }

    /// What is doubtful about the project itself.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut warnings = self.location.warnings.clone();
        if let Some(problem) = &self.configuration.problem {
            let text =
                format!("`{PLANNING_FOLDER}/config.json` {problem}; defaults are used until it is mended");
            warnings.push(Warning::new(WarningCode::ConfigUnreadable, text));
        }
        warnings
    }

    /// ROADMAP.md, the documents beside it, and the phase folders.
    pub fn planning(&self) -> LazyPlanning<'_> {
        let tree = PlanningTree::new(&self.root, &self.location.base_folder());
        let configuration = &self.configuration;
        let text = |key| configuration.text(key).map(str::to_owned);
        let config = PlanningConfig {
            milestone: text("milestone"),
            milestone_name: text("milestone_name"),
            require_verification: configuration.is_true("workflow.require_verification"),
            auto_prune_state: configuration.is_true("workflow.auto_prune_state"),
            project_code: text("project_code"),
        };
        let snapshot =
            PlanningSnapshot::new(self.location.base_folder(), tree.document("ROADMAP.md"), config);
        LazyPlanning::new(tree, snapshot)
    }

    /// The facts that a verb needs: what nobody asks for is not read, and what cannot be read is not there.
    pub fn facts(&self, needs: Needs) -> ProjectFacts {
        self.gathered(needs, &mut |_| {})
    }

    /// The same for whoever writes or judges what it makes of them.
    ///
    /// # Errors
    /// The system fails at one of them.
    pub fn whole_facts(&self, needs: Needs) -> Result<ProjectFacts, Failure> {
        let mut failing = None;
        let facts = self.gathered(needs, &mut |error| {
            failing.get_or_insert(error);
        });
        match failing {
            Some(error) => Err(of_vault(&self.root, &error)),
            None => Ok(facts),
        }
    }

    fn gathered(&self, needs: Needs, failing: &mut dyn FnMut(VaultError)) -> ProjectFacts {
        let mut told = |error: VaultError| {
            if error.is_failing_system() {
                failing(error);
            }
        };
        let mut facts = ProjectFacts {
            base_folder: self.location.base_folder(),
            settings: self.configuration.state_settings(),
            state_head: self.state_head(),
            ..ProjectFacts::default()
        };
        if needs.pending_todos {
            match self.pending_todos() {
                Ok(count) => facts.pending_todos = count,
                Err(error) => told(error),
            }
        }
        if needs.continue_file {
            match crate::continue_file::newest(&self.root) {
                Ok(newest) => facts.continue_file = newest,
                Err(error) => told(error),
            }
        }
        if needs.configuration {
            facts.configuration = self.configuration.as_domain();
            match self.exists(&format!("{}/ROADMAP.md", self.location.base_folder())) {
                Ok(exists) => facts.has_roadmap = exists,
                Err(error) => told(error),
            }
        }
        let files = [
            (needs.project_file, PlanningFile::Project),
            (needs.configuration, PlanningFile::Configuration),
            (needs.state_archive, PlanningFile::StateArchive),
            (needs.waiting, PlanningFile::Waiting),
        ];
        for (_, file) in files.into_iter().filter(|(needed, _)| *needed) {
            let Ok(path) = RelativePath::new(facts.path_of(file)) else { continue };
            match self.root.read(&path, LARGEST_DOCUMENT) {
                Ok(read) => drop(facts.files.insert(file, read.bytes.into_vec())),
                Err(error) => told(error),
            }
        }
        facts
    }

    fn exists(&self, path: &str) -> Result<bool, VaultError> {
        let Ok(path) = RelativePath::new(path) else { return Ok(false) };
        Ok(self.root.status(&path)?.is_some())
    }

    /// The commit that STATE.md is written against: only of the root's own repository, and only when no nested ones are
    /// configured (S-26). What cannot be proven is absent.
    fn state_head(&self) -> Option<String> {
        if self.configuration.has_sub_repositories() {
            return None;
        }
        let head = cairn_git::head_of_root(|| self.context.git(), &self.location.root).ok()?;
        head.map(|id| id.to_string())
    }

    fn pending_todos(&self) -> Result<usize, VaultError> {
        let Ok(path) = RelativePath::new(format!("{PLANNING_FOLDER}/todos/pending")) else { return Ok(0) };
        let is_todo = |entry: &&cairn_vault::Listed| {
            entry.name.ends_with(b".md") && entry.kind != cairn_vault::Kind::Folder
        };
        Ok(self.root.list(Some(&path))?.iter().filter(is_todo).count())
    }

    /// The clock as verbs read it.
    pub fn now(&self) -> Now {
        self.context.clock.now()
    }

    /// A file of the engine, from the root.
    pub fn file_path(&self, file: PlanningFile) -> String {
        let folder =
            if file.is_in_base_folder() { self.location.base_folder() } else { PLANNING_FOLDER.to_owned() };
        format!("{folder}/{}", file.name())
    }

    /// The text of a file inside the project, for a flag that names one.
    pub fn text_of_file(&self, file: &str) -> Result<String, Failure> {
        let path = self.inside(file)?;
        match self.root.read(&path, LARGEST_TEXT) {
            Ok(read) => Ok(String::from_utf8_lossy(&read.bytes).into_owned()),
            Err(error) if error.is_not_found() => Err(file_not_found(&path)),
            Err(error) => Err(of_vault(&self.root, &error)),
        }
    }

    /// A path as a caller typed it, seen from the current folder, as a path from the root; anything outside is refused.
    pub fn inside(&self, typed: &str) -> Result<RelativePath, Failure> {
        let outside = || {
            let message = format!("`{typed}` is not inside the project `{}`", self.location.root.display());
            Failure::invalid_value("file", message)
        };
        let absolute = resolved(Path::new("/"), &self.context.current_folder).join(typed);
        let absolute = lexical(&absolute).ok_or_else(outside)?;
        let relative = absolute.strip_prefix(&self.location.root).map_err(|_| outside())?;
        RelativePath::new(relative.as_os_str().as_bytes()).map_err(|_| outside())
    }

    /// The path of STATE.md from the root.
    pub fn state_path(&self) -> Result<RelativePath, Failure> {
        self.path(&format!("{}/{}", self.location.base_folder(), PlanningFile::State.name()))
    }

    /// A path from the root that must be one.
    pub fn path(&self, path: &str) -> Result<RelativePath, Failure> {
        RelativePath::new(path).map_err(|fault| {
            Failure::invalid_value("path", format!("`{path}` is no path inside the project: {fault}"))
        })
    }

    /// The bytes of STATE.md; `None` when there is none.
    pub fn state_bytes(&self) -> Result<Option<Contents>, Failure> {
        match self.root.read(&self.state_path()?, LARGEST_DOCUMENT) {
            Ok(file) => Ok(Some(file.bytes)),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(of_vault(&self.root, &error)),
        }
    }

    /// Whether there is a STATE.md, or anything else in its place: it is not read for that. A link that leads nowhere is none.
    pub fn has_state(&self) -> Result<bool, Failure> {
        self.root.leads_somewhere(&self.state_path()?).map_err(|error| of_vault(&self.root, &error))
    }

    /// Runs a verb on what is there now and writes nothing.
    pub fn read(&self, verb: &dyn Verb) -> Result<Done, Failure> {
        self.read_with(verb, self.facts(verb.needs()))
    }

    /// The same with these facts.
    pub fn read_with(&self, verb: &dyn Verb, facts: ProjectFacts) -> Result<Done, Failure> {
        let bytes = self.state_bytes()?;
        let planning = self.planning();
        let input =
            StateInput { document: bytes.as_deref(), planning: &planning, project: &facts, now: self.now() };
        let outcome = verb.run(&input)?;
        let diff = match outcome.receipt {
            Some(_) => Some(self.diff(&self.plan_of(&outcome)?)),
            None => None,
        };
        Ok(Done { receipt: outcome.receipt.clone(), outcome, undoable: true, diff })
    }

    /// What the operation log keeps of the command.
    pub fn note(&self) -> OperationNote {
        note(self.context)
    }
}

/// What the operation log keeps of the command.
pub(crate) fn note(context: &Context) -> OperationNote {
    OperationNote {
        time: context.clock.stamp(),
        command: crate::shell_words::joined(&context.words),
        fields: Vec::new(),
    }
}
