//! The user's git program, and how it is started.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::question::Call;
use cairn_text::git_arguments::{Caller, ENVIRONMENT, GLOBAL_ARGUMENTS, is_removed, program_candidates};

/// Inherited variables that name places of the repository a hook runs for.
const PLACES: [&str; 4] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"];

/// The program, and the environment its processes get.
#[derive(Debug, Clone)]
pub struct Git {
    program: PathBuf,
    inherited: Vec<(OsString, OsString)>,
    caller: Caller,
    current_folder: PathBuf,
    patience: Duration,
}

/// How long a call that asks may be silent, where nothing else is said. A status of a million files on a cold disk takes less.
const PATIENCE: Duration = Duration::from_secs(60);

impl Git {
    /// Looks for the program on `search_path`, outside `current_folder`; `None` when no git is installed.
    ///
    /// `inherited` is the whole environment of the process: a call that asks gets it without the `GIT_*` that would change the
    /// answer, the call that commits gets all of it. `caller` says whether git itself started us, as a hook.
    #[must_use]
    pub fn find(
        search_path: &OsStr,
        current_folder: &Path,
        inherited: &[(OsString, OsString)],
        caller: Caller,
    ) -> Option<Self> {
        let program = program_candidates(std::env::split_paths(search_path), current_folder)
            .filter(|candidate| is_program(candidate))
            // A link on the search path must not lead back into the current folder either.
            .find(|candidate| !leads_into(candidate, current_folder))?;
        Some(Self {
            program,
            inherited: inherited.to_vec(),
            caller,
            current_folder: current_folder.to_owned(),
            patience: PATIENCE,
        })
    }

    /// The same, where a call that asks may be silent for `patience` before it is ended with [`Error::Silent`](crate::Error).
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// The absolute path of the program.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// A call that asks, in `folder`, up to the global arguments.
    pub(crate) fn asking(&self, folder: &Path) -> Call {
        let mut call = self.reading_configuration(folder);
        call.command.args(GLOBAL_ARGUMENTS);
        call
    }

    /// The same for a subcommand that refuses `--literal-pathspecs`.
    pub(crate) fn asking_without_literal_paths(&self, folder: &Path) -> Call {
        let mut call = self.reading_configuration(folder);
        call.command.args(GLOBAL_ARGUMENTS.iter().filter(|argument| **argument != "--literal-pathspecs"));
        call
    }

    /// A call that asks for the configuration: without our own settings, which would be part of the answer. Reading the
    /// configuration starts none of the programs it names.
    pub(crate) fn reading_configuration(&self, folder: &Path) -> Call {
        let mut command = Command::new(&self.program);
        command.current_dir(folder).env_clear();
        let caller = self.caller_in(folder);
        for (name, value) in self.inherited.iter().filter(|(name, _)| !is_removed(name, caller)) {
            let is_place = PLACES.iter().any(|place| name == place) && !value.is_empty();
            // A hook's places are relative to the folder it was started in.
            let place = is_place.then(|| self.current_folder.join(value).into_os_string());
            command.env(name, place.as_ref().unwrap_or(value));
        }
        if caller == Caller::Hook && self.lacks_work_tree() {
            command.env("GIT_WORK_TREE", &self.current_folder);
        }
        command.envs(ENVIRONMENT);
        Call { command, patience: Some(self.patience) }
    }

    /// The call that acts, as the user would start it.
    pub(crate) fn acting(&self, folder: &Path) -> Call {
        let mut command = Command::new(&self.program);
        command
            .current_dir(folder)
            .env_clear()
            .envs(self.inherited.iter().map(|(name, value)| (name, value)));
        Call { command, patience: None }
    }

    /// A hook's variables hold for its own repository only: elsewhere they would lead back to it. Git starts hooks in the
    /// root of the work tree.
    fn caller_in(&self, folder: &Path) -> Caller {
        let own = self.place("GIT_WORK_TREE");
        let inside = folder.starts_with(own.as_deref().unwrap_or(&self.current_folder));
        if self.caller == Caller::Hook && inside { Caller::Hook } else { Caller::Ordinary }
    }

    /// With `GIT_DIR` alone git takes every folder it is asked in for the root of the work tree. Not so for a hook that runs in
    /// the git directory itself, as those of a bare repository do.
    fn lacks_work_tree(&self) -> bool {
        let elsewhere = |git_dir: PathBuf| git_dir.canonicalize().is_ok_and(|dir| dir != self.current_folder);
        self.place("GIT_WORK_TREE").is_none() && self.place("GIT_DIR").is_some_and(elsewhere)
    }

    fn place(&self, variable: &str) -> Option<PathBuf> {
        let found = self.inherited.iter().find(|(name, value)| name == variable && !value.is_empty());
        found.map(|(_, value)| self.current_folder.join(value))
    }
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

fn leads_into(path: &Path, folder: &Path) -> bool {
    folder.parent().is_some() && path.canonicalize().is_ok_and(|real| real.starts_with(folder))
}
