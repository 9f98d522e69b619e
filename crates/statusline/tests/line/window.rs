//! A project in a fresh folder, and the window of an agent that asks for its line.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A fresh home folder with the project `p` in it.
pub(crate) struct Window {
    home: TempDir,
    variables: Vec<(String, String)>,
    fields: String,
}

impl Window {
    /// An empty project.
    pub(crate) fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir_all(home.path().join("p/.planning")).unwrap();
        Self { home, variables: Vec::new(), fields: String::new() }
    }

    /// A path in the project.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.home.path().join("p").join(path)
    }

    /// Writes a file of the project.
    pub(crate) fn write(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Makes a FIFO in the project; whoever waits for it waits for ever.
    pub(crate) fn fifo(self, path: &str) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let made = Command::new("mkfifo").arg(path).status().unwrap();
        assert!(made.success());
        self
    }

    /// Makes a symbolic link in the project.
    pub(crate) fn link(self, path: &str, target: impl AsRef<Path>) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, path).unwrap();
        self
    }

    /// Sets a variable of the hook's environment.
    pub(crate) fn variable(mut self, name: &str, value: impl Into<String>) -> Self {
        self.variables.push((name.to_owned(), value.into()));
        self
    }

    /// Adds fields, `"name":value`, to the object on standard input.
    pub(crate) fn field(mut self, field: &str) -> Self {
        self.fields = format!("{},{field}", self.fields);
        self
    }

    /// The hook, ready to be started from the home folder.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_msd-statusline"));
        command
            .current_dir(self.home.path())
            .env_clear()
            .env("HOME", self.home.path())
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("NO_COLOR", "1")
            // The switches of `docs/mutants.md` reach the program too.
            .envs(std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CAIRN_MUTANT")))
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// The object on standard input for a window on `folder`, a path in the project.
    pub(crate) fn input(&self, folder: &str) -> String {
        let folder = self.path(folder);
        format!(
            r#"{{"model":{{"display_name":"M"}},"workspace":{{"current_dir":{folder:?}}}{}}}"#,
            self.fields
        )
    }

    /// The line of a window on `folder`.
    pub(crate) fn line(&self, folder: &str) -> String {
        finish(self.command(), self.input(folder).as_bytes())
    }

    /// Asserts the line of a window on the project's root.
    pub(crate) fn check(&self, expected: &str) {
        assert_eq!(self.line(""), expected);
    }
}

/// Runs the hook on `input` and gives what it prints: exit status 0 and an empty standard error, whatever happens.
pub(crate) fn finish(mut command: Command, input: &[u8]) -> String {
    let mut child = command.spawn().unwrap();
    // The hook may end without reading all of it.
    let _ = child.stdin.take().unwrap().write_all(input);
    text_of(&child.wait_with_output().unwrap())
}

/// What the hook printed.
pub(crate) fn text_of(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout.clone()).unwrap()
}
