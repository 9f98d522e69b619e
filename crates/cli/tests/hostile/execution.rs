//! G8 from outside: a repository that names programs wherever git and editors know such a place, and all commands in it.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::commands::{READING, WRITING};
use crate::project::Project;

/// Settings of git that name a program.
const SETTINGS: &[&str] = &[
    "core.fsmonitor",
    "core.pager",
    "core.editor",
    "core.askPass",
    "core.sshCommand",
    "core.gitProxy",
    "core.alternateRefsCommand",
    "sequence.editor",
    "credential.helper",
    "diff.external",
    "diff.trap.command",
    "diff.trap.textconv",
    "filter.trap.clean",
    "filter.trap.smudge",
    "filter.trap.process",
    "merge.trap.driver",
    "gpg.program",
    "gpg.ssh.program",
    "interactive.diffFilter",
    "pager.log",
    "pager.diff",
    "pager.status",
    "alias.log",
    "alias.status",
    "alias.cat-file",
    "uploadpack.packObjectsHook",
    "trailer.trap.command",
    "remote.origin.uploadpack",
];

/// Hooks that calls of git may run.
const HOOKS: &[&str] = &[
    "pre-commit",
    "commit-msg",
    "prepare-commit-msg",
    "post-commit",
    "post-checkout",
    "post-index-change",
    "post-rewrite",
    "reference-transaction",
    "fsmonitor-watchman",
    "pre-auto-gc",
];

/// Names of programs that a careless tool looks for on a path that leads through the current folder.
const PROGRAMS: &[&str] = &["git", "sh", "less", "cat", "ssh", "gpg", "cairn", "msd-tools", "roundfix"];

struct Trap {
    project: Project,
    marker: PathBuf,
}

impl Trap {
    fn new() -> Trap {
        let project = Project::new(|| b"text".to_vec());
        let repository = &project.repository;
        let marker = repository.beside("was-here");
        let script = format!("#!/bin/sh\necho \"$0 $*\" >>'{}'\nexit 1\n", marker.display());
        let run = |path: PathBuf| {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &script).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        };
        // Committed, so that no command finds anything untracked.
        for name in PROGRAMS {
            run(repository.root().join(name));
            run(repository.root().join(".planning").join(name));
        }
        repository.write(".gitattributes", "*.md diff=trap merge=trap\n*.svg filter=lfs\n");
        repository.commit_all(60, "traps");
        for name in HOOKS {
            run(repository.root().join(".git/hooks").join(name));
        }
        let trap = repository.beside("trap");
        run(trap.clone());
        for setting in SETTINGS {
            let value = if setting.starts_with("alias") {
                format!("!{}", trap.display())
            } else {
                trap.display().to_string()
            };
            repository.git(&["config", setting, &value]);
        }
        repository.git(&["config", "log.showSignature", "true"]);
        repository.git(&["config", "commit.gpgSign", "true"]);
        repository.git(&["config", "diff.trap.cachetextconv", "true"]);
        // Preparing the scene has sprung some of the traps.
        let _not_there = fs::remove_file(&marker);
        Trap { project, marker }
    }

    fn command(&self, program: &str, words: &[&str]) -> Command {
        let words: Vec<Vec<u8>> = words.iter().map(|word| word.replace('@', "horn").into_bytes()).collect();
        let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
        let mut command = self.project.command(program, &words);
        let path = std::env::var("PATH").unwrap_or_default();
        // The current folder first: in the words of a shell, as an empty entry, and as a relative one.
        command.env("PATH", format!(".::.planning:{path}"));
        command.stdin(Stdio::null());
        command
    }

    fn sprung(&self) -> Option<String> {
        fs::read_to_string(&self.marker).ok()
    }
}

/// G8, fault kind "execution": no command starts anything that the repository, its configuration or its hooks name.
#[test]
fn g8_no_command_executes_anything_of_the_repository() {
    let trap = Trap::new();
    let mut succeeded = BTreeSet::new();
    for (program, words) in READING.iter().chain(WRITING).chain(READING) {
        // This one is told to make a hook of its own call `cairn`, and never runs it.
        let output = trap.command(program, words).output().unwrap();
        if output.status.success() {
            succeeded.insert((program, words));
        }
        assert_eq!(trap.sprung(), None, "{program} {words:?}");
    }
    // The traps must not simply have kept everything from working.
    for needed in [("cairn", "status"), ("cairn", "history"), ("cairn", "search"), ("roundfix", "list")] {
        let found = succeeded
            .iter()
            .any(|(program, words)| (**program, words.first().copied().unwrap_or_default()) == needed);
        assert!(found, "{needed:?} did not succeed");
    }
    assert!(succeeded.len() > READING.len() / 2, "{succeeded:?}");
}

/// The traps work: git itself, asked carelessly, springs one.
#[test]
fn g8_the_traps_are_set() {
    let trap = Trap::new();
    let mut command = Command::new("git");
    command.args(["status"]).current_dir(trap.project.repository.root());
    command.env_clear().envs(trap.project.repository.environment());
    command.output().unwrap();
    assert!(trap.sprung().is_some());
}
