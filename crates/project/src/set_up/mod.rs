//! Setting a clone up, and taking it back (`cairn init`, cairn 5, G7, G8).
//!
//! What was found on the disk is a value ([`Found`]); what is to be done about it is another one ([`SetUp`]), decided purely by
//! [`install`] and [`remove`]. [`Workplace`](crate::workplace::Workplace) reads the one and carries the other out.
//!
//! It never writes to the user's own files outside the project, nor to git's global configuration.

pub(crate) mod attributes;
mod block;
mod carry_out;
mod find;
pub(crate) mod hook;
mod install;
pub mod kept;
mod removal;
pub(crate) mod settings;
#[cfg(test)]
mod tests;

use cairn_plan::RelativePath;
use serde::{Deserialize, Serialize};

pub(crate) use self::carry_out::{FOLDERS, scope};
pub use self::install::install;
use self::kept::Kept;
pub use self::removal::remove;

/// What is set up, each for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// STATE.md.
    State,
    /// The merge driver: attributes and the clone's configuration.
    Git,
    /// The hook before a commit.
    Hooks,
    /// The status line of the agent.
    Claude,
}

impl Part {
    /// Every part, in the order in which they are done.
    pub const ALL: [Part; 4] = [Part::State, Part::Git, Part::Hooks, Part::Claude];

    /// The word of the flag.
    pub fn word(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::Git => "git",
            Self::Hooks => "hooks",
            Self::Claude => "claude",
        }
    }
}

/// What is done with one target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// A new file.
    Create,
    /// A file gets other bytes.
    Edit,
    /// A key of the configuration gets its value.
    Set,
    /// Nothing.
    Keep,
    /// A file that init made goes.
    Delete,
    /// A file gets the bytes back that it had before.
    Restore,
    /// A key of the configuration gets back what it had before.
    Unset,
}

impl Action {
    /// The word of the output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Edit => "edit",
            Self::Set => "set",
            Self::Keep => "keep",
            Self::Delete => "delete",
            Self::Restore => "restore",
            Self::Unset => "unset",
        }
    }
}

/// One line of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// For which part.
    pub part: Part,
    /// The file as output calls it, or the key of the configuration.
    pub target: String,
    /// What is done.
    pub action: Action,
    /// What to know about it.
    pub note: Option<String>,
}

/// The folder that a path is seen from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Base {
    /// The root of the project.
    Project,
    /// The work tree or the git directory, for a hook that does not lie in the root.
    Repository,
}

/// A place that may be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// From where.
    pub base: Base,
    /// The path below it.
    pub path: RelativePath,
    /// The same as output calls it: from the root, or absolute.
    pub target: String,
}

/// A file as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFile {
    /// Where.
    pub place: Place,
    /// Its bytes; `None` when nothing stands there.
    pub bytes: Option<Vec<u8>>,
    /// The folders that a new file needs made, as output calls them, the outermost first.
    pub missing_folders: Vec<String>,
}

/// The hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundHook {
    /// A file that may be written.
    File(FoundFile),
    /// One that is not ours to write.
    NotOurs {
        /// The file as output calls it.
        target: String,
        /// Why it is not.
        why: NotOurs,
    },
}

/// Why a hook is not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotOurs {
    /// The hooks folder lies outside the repository.
    Outside,
    /// Another tool writes the hooks.
    OtherTool,
}

/// A folder that an earlier `init` made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFolder {
    /// For which part.
    pub part: Part,
    /// Where.
    pub place: Place,
    /// What stands in it, as output calls it.
    pub entries: Vec<String>,
}

/// A key of the clone's own configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundSetting {
    /// The key.
    pub key: &'static str,
    /// Its value; `None` when it is not set.
    pub value: Option<Vec<u8>>,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// STATE.md.
    pub state: FoundFile,
    /// What STATE.md would be made of.
    pub template: Vec<u8>,
    /// `.gitattributes`.
    pub attributes: FoundFile,
    /// The hook; `None` without a git work tree.
    pub hook: Option<FoundHook>,
    /// `.claude/settings.json`.
    pub settings: FoundFile,
    /// Whether the folder of the settings exists.
    pub has_settings_folder: bool,
    /// The keys of the clone's own configuration that a part sets; `None` without a git work tree.
    pub configuration: Option<Vec<FoundSetting>>,
    /// The folders that earlier runs made, as far as they are there.
    pub folders: Vec<FoundFolder>,
    /// What earlier runs found.
    pub kept: Kept,
}

impl Found {
    /// The parts that are meant when none is named: of `init`, or of `init --remove`.
    pub fn usual_parts(&self, is_removal: bool) -> Vec<Part> {
        let is_meant = |part: &Part| match part {
            _ if is_removal => true,
            Part::State => true,
            Part::Git | Part::Hooks => self.configuration.is_some(),
            Part::Claude => self.has_settings_folder,
        };
        Part::ALL.into_iter().filter(is_meant).collect()
    }
}

/// New bytes for a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEdit {
    /// Where.
    pub place: Place,
    /// What it was decided for.
    pub before: Option<Vec<u8>>,
    /// What it becomes; `None` removes it.
    pub after: Option<Vec<u8>>,
    /// A new file may be run.
    pub is_executable: bool,
}

/// A new value of a key of the clone's configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingEdit {
    /// The key.
    pub key: &'static str,
    /// What it was decided for.
    pub before: Option<Vec<u8>>,
    /// What it becomes; `None` unsets it.
    pub after: Option<Vec<u8>>,
}

/// What is to be done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SetUp {
    /// The plan as it is shown.
    pub steps: Vec<Step>,
    /// Files to write.
    pub files: Vec<FileEdit>,
    /// Empty folders to remove, the innermost first.
    pub folders: Vec<Place>,
    /// Keys to set.
    pub settings: Vec<SettingEdit>,
    /// What is kept afterwards.
    pub kept: Kept,
}

impl SetUp {
    /// Whether anything of the project, its hooks or its configuration changes.
    pub fn changes(&self) -> bool {
        !self.files.is_empty() || !self.settings.is_empty() || !self.folders.is_empty()
    }

    fn step(&mut self, part: Part, target: &str, action: Action, note: Option<&str>) {
        self.steps.push(Step { part, target: target.to_owned(), action, note: note.map(str::to_owned) });
    }
}

/// Why a part cannot be set up; nothing is written then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetUpFault {
    /// The settings are no JSON object.
    #[error("`{0}` is no JSON object, so it was not touched")]
    SettingsUnreadable(String),
    /// The hook is no shell script.
    #[error("`{0}` is no shell script, so it was not touched")]
    HookNotAShellScript(String),
    /// Attributes, driver and hook live in a git work tree.
    #[error("`{}` is set up in a git work tree, and there is none here", .0.word())]
    NotARepository(Part),
}
