//! A throw-away git repository with frozen identity, dates and configuration.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A repository in a temporary folder, removed when dropped.
///
/// Every method panics with git's own words when something does not work: it prepares a test, and is never what is tested.
#[derive(Debug)]
pub struct TestRepository {
    temporary: TempDir,
    root: PathBuf,
}

impl TestRepository {
    /// An empty repository whose first branch is `main`.
    #[must_use]
    pub fn new() -> Self {
        Self::with(&[])
    }

    /// The same, with more arguments for `git init`, such as `--object-format=sha256`.
    #[must_use]
    pub fn with(arguments: &[&str]) -> Self {
        let repository = Self::folder();
        repository.git(&[&["init", "--quiet", "--initial-branch=main"], arguments].concat());
        repository
    }

    /// A folder that is no repository yet.
    #[must_use]
    pub fn folder() -> Self {
        let temporary = prepared(tempfile::Builder::new().prefix("cairn-git-").tempdir());
        let home = prepared(temporary.path().canonicalize());
        let root = home.join("work");
        prepared(fs::create_dir(&root));
        Self { temporary, root }
    }

    /// The root of the work tree, absolute, without links.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A place beside the work tree, removed with it.
    #[must_use]
    pub fn beside(&self, name: &str) -> PathBuf {
        self.root.with_file_name(name)
    }

    /// The environment that [`TestRepository::command`] gives: nothing of the user's but `PATH`.
    #[must_use]
    pub fn environment(&self) -> Vec<(String, String)> {
        let mut environment: Vec<_> = crate::frozen::ENVIRONMENT
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()))
            .collect();
        environment.push(("HOME".into(), self.temporary.path().display().to_string()));
        environment.push(("PATH".into(), std::env::var("PATH").unwrap_or_default()));
        environment
    }

    /// A program in the root, in that environment.
    #[must_use]
    pub fn command(&self, program: &str, words: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(words).current_dir(&self.root).env_clear().envs(self.environment());
        command
    }

    /// Runs git in the root, and returns its output without the final line end.
    pub fn git(&self, arguments: &[&str]) -> String {
        self.git_at(0, arguments)
    }

    /// The same, `seconds` later on the frozen clock: commits get this date.
    pub fn git_at(&self, seconds: u64, arguments: &[&str]) -> String {
        let output = self.run(seconds, arguments);
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim_end_matches('\n').to_owned()
    }

    /// Runs git where a failure is expected too.
    pub fn run(&self, seconds: u64, arguments: &[&str]) -> Output {
        let date = format!("{} +0000", crate::frozen::COMMIT_TIME + seconds);
        let mut command = self.command("git", arguments);
        command.env("GIT_AUTHOR_DATE", &date).env("GIT_COMMITTER_DATE", &date);
        prepared(command.output())
    }

    /// Writes a file, and the folders above it.
    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.root.join(path);
        prepared(fs::create_dir_all(path.parent().unwrap_or(&self.root)));
        prepared(fs::write(path, bytes));
    }

    /// Stages everything and commits it, `seconds` later on the frozen clock; returns the full name of the commit.
    pub fn commit_all(&self, seconds: u64, subject: &str) -> String {
        self.git(&["add", "--all"]);
        self.git_at(seconds, &["commit", "--quiet", "--allow-empty", "--message", subject]);
        self.git(&["rev-parse", "HEAD"])
    }
}

impl Default for TestRepository {
    fn default() -> Self {
        Self::new()
    }
}

fn prepared<T>(result: std::io::Result<T>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => unprepared(&error),
    }
}

#[expect(clippy::panic, reason = "a scene that cannot be prepared ends the test")]
fn unprepared(error: &std::io::Error) -> ! {
    panic!("the scene cannot be prepared: {error}")
}
