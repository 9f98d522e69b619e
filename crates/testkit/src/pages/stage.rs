//! A stage: a copy of a sample, and one session of `sh` in it.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::cases::process::{self, Environment};
use crate::frozen::ENVIRONMENT;
use crate::writing::try_copy;

/// The stage of some blocks.
#[derive(Debug)]
pub(super) struct Stage {
    /// The line of the comment that sets it.
    pub(super) line: usize,
    /// A folder of `examples/`, or `empty`; with ` in git` behind it, a repository with one commit.
    pub(super) sample: String,
    /// What `sh` does there before the first block, unseen.
    pub(super) preparation: String,
}

/// What came of one command.
#[derive(Debug)]
pub struct Played {
    /// The lines it printed, on both outputs, without blank ones at the end.
    pub output: Vec<String>,
    /// Its exit status.
    pub status: i32,
}

/// A session that stands on no page.
#[derive(Debug, Clone, Copy)]
pub struct Session<'a> {
    /// A folder of `examples/`, or `empty`; with ` in git` behind it, a repository with one commit.
    pub sample: &'a str,
    /// What `sh` does there before the first command.
    pub preparation: &'a str,
    /// The commands of one shell, in order.
    pub commands: &'a [&'a str],
}

/// Plays a session with the binaries in `binaries` and the samples below `root`: an answer for each command, up to where the
/// shell ended.
///
/// # Errors
/// A stage that cannot be set: a message for people.
pub fn session(root: &Path, binaries: &Path, session: &Session<'_>) -> Result<Vec<Played>, String> {
    let stage =
        Stage { line: 1, sample: session.sample.to_owned(), preparation: session.preparation.to_owned() };
    stage.play(root, binaries, session.commands)
}

/// Folders after the one with the built binaries.
const SYSTEM_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A guard against a command that waits for something. Far beyond what any stage takes, also on a busy machine.
const TIME_LIMIT: Duration = Duration::from_secs(300);

/// Where samples lie on the stage. Pages show this path and never that of the temporary folder.
const PROJECTS: &str = "projects";

/// Behind the output of each command, and behind its exit status. No command prints it.
const MARK: char = '\u{1e}';

const OVERRIDES: [(&str, &str); 6] = [
    ("GIT_AUTHOR_NAME", "Kim"),
    ("GIT_AUTHOR_EMAIL", "kim@example.org"),
    ("GIT_COMMITTER_NAME", "Kim"),
    ("GIT_COMMITTER_EMAIL", "kim@example.org"),
    ("NO_COLOR", "1"),
    ("TERM", "dumb"),
];

impl Stage {
    /// Plays `commands` one after the other in one shell; an answer for each, up to where the shell ended.
    pub(super) fn play(
        &self,
        root: &Path,
        binaries: &Path,
        commands: &[&str],
    ) -> Result<Vec<Played>, String> {
        let failed = |error: io::Error| format!("the stage `{}` cannot be set: {error}", self.sample);
        let temporary = tempfile::Builder::new().prefix("page-").tempdir().map_err(failed)?;
        let top = temporary.path().canonicalize().map_err(failed)?;
        let (name, in_git) = match self.sample.strip_suffix(" in git") {
            Some(name) => (name, true),
            None => (self.sample.as_str(), false),
        };
        let project = top.join(PROJECTS).join(if name == "empty" { "project" } else { name });
        std::fs::create_dir_all(&project).map_err(failed)?;
        std::fs::create_dir(top.join("home")).map_err(failed)?;
        if name != "empty" {
            try_copy(&root.join("examples").join(name), &project).map_err(failed)?;
        }
        let environment = environment(&top, binaries);
        let mut preparation = String::new();
        if in_git {
            preparation.push_str("git init -q -b main\n");
            if name != "empty" {
                preparation.push_str("git add -A\ngit commit -q -m 'the first day'\n");
            }
        }
        preparation.push_str(&self.preparation);
        let script = format!("set -e\n{preparation}");
        let prepared = shell(&top, &project, &environment, &script).map_err(failed)?;
        if prepared.status != 0 {
            return Err(format!("the preparation of the stage fails:\n{}", prepared.text));
        }
        let session = shell(&top, &project, &environment, &script_of(commands)).map_err(failed)?;
        let shown = session.text.replace(&top.display().to_string(), "");
        let mut parts = shown.split(MARK);
        let mut played = Vec::new();
        while let (Some(output), Some(Ok(status))) = (parts.next(), parts.next().map(str::parse)) {
            let mut output: Vec<String> = output.lines().map(str::to_owned).collect();
            while output.last().is_some_and(|line| line.trim().is_empty()) {
                output.pop();
            }
            played.push(Played { output, status });
        }
        Ok(played)
    }
}

/// The script of a session: each command, then its exit status between marks. `$?` is as the command left it.
fn script_of(commands: &[&str]) -> String {
    let mut script = String::new();
    for command in commands {
        script.push_str(command);
        script.push_str("\nended=$?; printf '\\036%s\\036' \"$ended\"; (exit \"$ended\")\n");
    }
    script
}

fn environment(top: &Path, binaries: &Path) -> Environment {
    let mut environment: Environment = BTreeMap::new();
    for (name, value) in ENVIRONMENT.into_iter().chain(OVERRIDES) {
        environment.insert(name.to_owned(), value.to_owned());
    }
    environment.insert("HOME".to_owned(), top.join("home").display().to_string());
    environment.insert("PATH".to_owned(), format!("{}:{SYSTEM_PATH}", binaries.display()));
    environment
}

struct Ended {
    status: i32,
    text: String,
}

/// Runs a script of `sh`; both outputs come as one, in the order in which they were written.
fn shell(top: &Path, folder: &Path, environment: &Environment, script: &str) -> io::Result<Ended> {
    let file = top.join("script");
    std::fs::write(&file, format!("exec 2>&1\n{script}"))?;
    let words = ["sh".to_owned(), file.display().to_string()];
    let finished = process::start(&words, folder, environment, Vec::new())?.finish(TIME_LIMIT)?;
    let finished = finished.ok_or_else(|| io::Error::other("a command did not end in time"))?;
    Ok(Ended { status: finished.code, text: String::from_utf8_lossy(&finished.stdout).into_owned() })
}
