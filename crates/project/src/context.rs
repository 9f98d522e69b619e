//! What a command knows of the world around it: environment, clock, current folder, interruption. Made once in `main`,
//! handed down by reference.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cairn_git::Git;
use cairn_text::git_arguments::Caller;
pub use cairn_vault::{Interrupt, Waiting};

use crate::clock::Clock;
use crate::environment::Environment;

/// The world around one command.
#[derive(Debug, Clone)]
pub struct Context {
    /// Environment variables.
    pub environment: Environment,
    /// The instant of the command.
    pub clock: Clock,
    /// The folder that the command was started in, absolute.
    pub current_folder: PathBuf,
    /// How long to wait for locks.
    pub waiting: Waiting,
    /// The words of the command as given, program first, for the operation log.
    pub words: Vec<String>,
    /// Set by Ctrl-C.
    pub interrupt: Interrupt,
}

impl Context {
    /// The process's own.
    #[allow(clippy::disallowed_methods, reason = "the one place that asks for the current folder")]
    pub fn of_process(words: Vec<String>) -> std::io::Result<Context> {
        let environment = Environment::read();
        let interrupt = Interrupt::new();
        Ok(Context {
            clock: Clock::of(&environment),
            current_folder: std::env::current_dir()?,
            environment,
            waiting: Waiting::new(Duration::from_secs(5), interrupt.clone()),
            words,
            interrupt,
        })
    }

    /// The user's git, when there is one. Looked for when it is needed, and only then.
    pub fn git(&self) -> Option<Git> {
        let environment = &self.environment;
        // Git names the index for its hooks; a user who sets `GIT_DIR` alone does not decide which repository is meant.
        let in_hook = environment.inherited.iter().any(|(name, _)| name == "GIT_INDEX_FILE");
        let caller = if in_hook { Caller::Hook } else { Caller::Ordinary };
        let git = Git::find(&environment.search_path, &self.current_folder, &environment.inherited, caller)?;
        Some(match environment.git_patience {
            Some(patience) => git.with_patience(patience),
            None => git,
        })
    }

    /// Locks are waited for `limit` long, all that the command takes together.
    pub fn wait_for_locks(&mut self, limit: Duration) {
        self.waiting = Waiting::new(limit, self.interrupt.clone());
    }

    /// `path` seen from the current folder.
    pub fn absolute(&self, path: &Path) -> PathBuf {
        self.current_folder.join(path)
    }
}
