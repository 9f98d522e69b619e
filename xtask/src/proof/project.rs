//! A project under proof: commands of ours run in it, and it is looked at afterwards.

use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use cairn_testkit::repository::TestRepository;
use cairn_testkit::writing::{WritingCommand, copy};

/// The binaries.
#[derive(Clone, Debug)]
pub(crate) struct Programs {
    /// The folder that they lie in.
    pub(crate) folder: PathBuf,
}

/// Every path below a root with its content: links as their target, folders with a `/` behind them.
pub(crate) type Tree = BTreeMap<String, Vec<u8>>;

impl Programs {
    /// A command of ours in a project.
    pub(crate) fn command(&self, root: &Path, home: &Path, program: &str, words: &[&str]) -> Command {
        let mut command = Command::new(self.folder.join(program));
        command.args(words);
        within(&mut command, root, home);
        command
    }

    /// Makes the project of a writing command.
    pub(crate) fn prepare(&self, command: &WritingCommand) -> TestRepository {
        command.prepare(&|repository, program, words| {
            let run = self.command(repository.root(), &repository.beside("home"), program, words).output();
            let succeeded = run.as_ref().is_ok_and(|output| output.status.success());
            assert!(succeeded, "{program} {words:?}: {run:?}");
        })
    }

    /// The codes and places of what `cairn doctor` finds.
    pub(crate) fn findings(&self, root: &Path, home: &Path) -> Result<Vec<String>, String> {
        let output = answered(&mut self.command(root, home, "cairn", &["doctor", "--format", "json"]))?;
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout)
            .map_err(|error| format!("cairn doctor: {error}: {}", said(&output)))?;
        let findings = answer.get("findings").and_then(serde_json::Value::as_array);
        let shown = findings.into_iter().flatten().map(|finding| {
            let text = |key| finding.get(key).and_then(serde_json::Value::as_str).unwrap_or_default();
            format!("{} {}", text("code"), text("path"))
        });
        Ok(shown.collect())
    }
}

/// The same frozen world for every command: the sample's own environment, a home of its own, nothing else.
pub(crate) fn within(command: &mut Command, root: &Path, home: &Path) {
    command.current_dir(root).env_clear().envs(cairn_testkit::frozen::ENVIRONMENT).env("HOME", home);
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default()).stdin(Stdio::null());
}

/// Runs a command to its end.
pub(crate) fn answered(command: &mut Command) -> Result<Output, String> {
    command.output().map_err(|error| format!("{command:?}: {error}"))
}

/// What a command said, for messages.
pub(crate) fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    format!("{} {} {}", output.status, text(&output.stdout), text(&output.stderr))
}

/// A fresh copy of a project in `folder`.
pub(crate) fn copied(template: &TestRepository, folder: &Path) -> PathBuf {
    let root = folder.join("work");
    copy(template.root(), &root);
    root
}

/// Everything of the project but git's own memory and ours; hooks are a part of it.
pub(crate) fn tree(root: &Path) -> Result<Tree, String> {
    let mut tree = Tree::new();
    read(root, "", &mut tree)?;
    read(&root.join(".git/hooks"), ".git/hooks/", &mut tree)?;
    Ok(tree)
}

fn read(folder: &Path, name: &str, tree: &mut Tree) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = entry.path();
        let kind = entry.file_type().map_err(failed)?;
        let below = format!("{name}{}", entry.file_name().to_string_lossy());
        if kind.is_symlink() {
            let target = std::fs::read_link(&path).map_err(failed)?;
            tree.insert(below, target.as_os_str().as_bytes().to_vec());
        } else if kind.is_file() {
            tree.insert(below, std::fs::read(&path).map_err(failed)?);
        } else if below != ".git" {
            tree.insert(format!("{below}/"), Vec::new());
            read(&path, &format!("{below}/"), tree)?;
        }
    }
    Ok(())
}

/// What a project is before and after a command, and what `cairn doctor` finds in both.
#[derive(Clone, Debug)]
pub(crate) struct Sides {
    pub(crate) old: Tree,
    pub(crate) new: Tree,
    pub(crate) findings: Vec<String>,
}

impl Sides {
    /// Runs the command undisturbed on a copy.
    pub(crate) fn of(
        programs: &Programs,
        one: &WritingCommand,
        template: &TestRepository,
    ) -> Result<Self, String> {
        let stage = stage()?;
        let root = copied(template, stage.path());
        let old = tree(&root)?;
        let mut findings = programs.findings(&root, stage.path())?;
        let output = answered(&mut programs.command(&root, stage.path(), one.program, one.words))?;
        if !output.status.success() {
            return Err(format!("{}: {}", one.shown(), said(&output)));
        }
        findings.extend(programs.findings(&root, stage.path())?);
        Ok(Self { old, new: tree(&root)?, findings })
    }

    /// What is wrong after a command was disturbed, the next command ran, and `cairn recover` behind it: nothing may be lost or
    /// half done, and the doctor finds nothing that is not there in an undisturbed project. `cairn init` is no transaction, as
    /// it writes git's settings, too: run again it must come to its end.
    ///
    /// A removal that was begun is neither taken back nor finished unasked (roundfix 15): then either the whole folder is there,
    /// or everything that stays after it.
    pub(crate) fn healed(
        &self,
        programs: &Programs,
        one: &WritingCommand,
        root: &Path,
        home: &Path,
        leftovers: Leftovers,
    ) -> Result<Option<String>, String> {
        let next = match one.program {
            "roundfix" => ["roundfix", "list"],
            _ => ["cairn", "status"],
        };
        let seen = answered(&mut programs.command(root, home, next[0], &next[1..]))?;
        if !matches!(seen.status.code(), Some(0..=2)) {
            return Ok(Some(format!("the next command: {}", said(&seen))));
        }
        let mut wrong = self.recovered(programs, one, root, home, leftovers)?;
        if wrong.is_some() && one.command == "init" {
            let again = answered(&mut programs.command(root, home, one.program, one.words))?;
            if !again.status.success() {
                return Ok(Some(format!("run again: {}", said(&again))));
            }
            wrong = self.recovered(programs, one, root, home, leftovers)?;
        }
        if wrong.is_some() {
            // A lock file without a number counts as one in the making for a second.
            std::thread::sleep(std::time::Duration::from_millis(2100));
            wrong = self.recovered(programs, one, root, home, leftovers)?;
        }
        Ok(wrong)
    }

    fn recovered(
        &self,
        programs: &Programs,
        one: &WritingCommand,
        root: &Path,
        home: &Path,
        leftovers: Leftovers,
    ) -> Result<Option<String>, String> {
        let recovered = answered(&mut programs.command(root, home, "cairn", &["recover"]))?;
        if !matches!(recovered.status.code(), Some(0 | 1)) {
            return Ok(Some(format!("cairn recover: {}", said(&recovered))));
        }
        let mut now = tree(root)?;
        let findings = programs.findings(root, home)?;
        let mut added: Vec<&String> =
            findings.iter().filter(|found| !self.findings.contains(found)).collect();
        if leftovers != Leftovers::Nothing {
            let is_named = |path: &str| added.iter().any(|found| found.ends_with(path));
            now.retain(|path, _| {
                !((path.contains(".rej") || path.ends_with(".cairn-tmp")) && is_named(path))
            });
            added.retain(|found| !found.contains(".rej") && !found.ends_with(".cairn-tmp"));
        }
        // A new folder that holds nothing is no harm.
        let is_new_folder =
            |path: &str| path.ends_with('/') && !self.old.contains_key(path) && self.new.contains_key(path);
        let without_new_folders: Tree = now
            .iter()
            .filter(|(path, _)| !is_new_folder(path))
            .map(|(path, bytes)| (path.clone(), bytes.clone()))
            .collect();
        if without_new_folders == self.old {
            now = without_new_folders;
        }
        let removes = matches!(one.command, "archive" | "cancel");
        if now == self.old || now == self.new {
            return Ok((!added.is_empty()).then(|| format!("cairn doctor: {added:?}")));
        }
        let holds = |side: &Tree| side.iter().all(|entry| now.get(entry.0) == Some(entry.1));
        if removes && holds(&self.new) {
            return Ok(None);
        }
        if leftovers == Leftovers::Decided && now.keys().eq(self.new.keys()) && now.values().all(is_whole) {
            return Ok(None);
        }
        Ok(Some(format!("neither old nor new: {}; {}", difference(&self.old, &now), said(&recovered))))
    }
}

/// What may be left, beside the one side or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Leftovers {
    /// Nothing.
    Nothing,
    /// Files beside the real ones that the doctor names: where no call worked any more, or where no record tells what they are.
    Named,
    /// The same, and a file could not be read, and the command decided without it: other content, the same files, each whole.
    Decided,
}

/// Neither cut nor made of zeros: every text of the sample ends with a line.
#[allow(clippy::ptr_arg, reason = "it is asked of the values of a tree")]
fn is_whole(bytes: &Vec<u8>) -> bool {
    !bytes.contains(&0)
}

/// What `now` has otherwise than `old`.
pub(crate) fn difference(old: &Tree, now: &Tree) -> String {
    let changed =
        now.iter().filter(|(path, bytes)| old.get(*path) != Some(bytes)).map(|(path, _)| format!("+{path}"));
    let gone = old.keys().filter(|path| !now.contains_key(*path)).map(|path| format!("-{path}"));
    changed.chain(gone).collect::<Vec<_>>().join(" ")
}

/// Without temporary files and locks of a process that has ended: the next command that writes there takes them away.
pub(crate) fn without_leftovers(tree: &Tree) -> Tree {
    tree.iter()
        .filter(|(path, _)| !path.ends_with(".cairn-tmp") && !path.ends_with("STATE.md.lock"))
        .map(|(path, bytes)| (path.clone(), bytes.clone()))
        .collect()
}

/// A temporary folder.
pub(crate) fn stage() -> Result<tempfile::TempDir, String> {
    tempfile::Builder::new()
        .prefix("cairn-proof-")
        .tempdir()
        .map_err(|error| format!("no temporary folder: {error}"))
}
