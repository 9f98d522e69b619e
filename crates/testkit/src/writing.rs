//! Every command that writes, each with a project in which it has something to do: what the proofs of crashes, faults and
//! real disks run through (L1, L2, L3 of reliability.md).
//!
//! The list is data ([`COMMANDS`]); a test of `cairn-cli` compares it with the command lines as clap knows them, so that a new
//! command that writes cannot be forgotten.

mod commands;

use std::path::Path;
use std::sync::OnceLock;

pub use self::commands::{COMMANDS, READING};
use crate::repository::TestRepository;

/// A writing command on a project of its own.
#[derive(Clone, Copy, Debug)]
pub struct WritingCommand {
    /// The command as clap names it below its binary: `state update`, `phase complete`.
    pub command: &'static str,
    /// The binary.
    pub program: &'static str,
    /// The words behind it.
    pub words: &'static [&'static str],
    /// What is done to the sample before, in order.
    pub scene: &'static [Edit],
}

/// One preparation of the sample project.
#[derive(Clone, Copy, Debug)]
pub enum Edit {
    /// A file gets this content.
    Put(&'static str, &'static str),
    /// A file goes.
    Remove(&'static str),
    /// A text in a file becomes another one; it must be there.
    Change(&'static str, &'static str, &'static str),
    /// Everything is committed.
    Commit,
    /// A command of ours is run, and must end with exit status 0.
    Run(&'static str, &'static [&'static str]),
}

impl WritingCommand {
    /// Is there a record of what it writes (cairn 8)? Without one nobody can tell what a temporary file of a dead process was.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        !matches!(self.command, "init" | "merge-driver") && !self.words.contains(&"--write-baseline")
    }

    /// The command as it is typed.
    #[must_use]
    pub fn shown(&self) -> String {
        let words = self
            .words
            .iter()
            .map(|word| if word.contains(' ') { format!("{word:?}") } else { (*word).to_owned() });
        std::iter::once(self.program.to_owned()).chain(words).collect::<Vec<_>>().join(" ")
    }

    /// The project in which the command has something to do: a tidy planning tree and two Specs, committed. `run` runs
    /// another command of ours in a folder: program and words.
    ///
    /// # Panics
    /// When the scene cannot be made.
    #[must_use]
    pub fn prepare(&self, run: &dyn Fn(&TestRepository, &str, &[&str])) -> TestRepository {
        let repository = sample();
        for edit in self.scene {
            edit.make(&repository, run);
        }
        repository
    }
}

impl Edit {
    fn make(&self, repository: &TestRepository, run: &dyn Fn(&TestRepository, &str, &[&str])) {
        match self {
            Self::Put(path, text) => repository.write(path, text),
            Self::Remove(path) => removed(&repository.root().join(path)),
            Self::Change(path, from, to) => {
                let full = repository.root().join(path);
                let text = std::fs::read_to_string(&full).unwrap_or_default();
                assert!(text.contains(from), "{path} does not hold {from:?}");
                repository.write(path, text.replace(from, to));
            }
            Self::Commit => drop(repository.commit_all(1, "another one")),
            Self::Run(program, words) => run(repository, program, words),
        }
    }
}

fn removed(path: &Path) {
    let gone = std::fs::remove_file(path);
    assert!(gone.is_ok(), "{}: {gone:?}", path.display());
}

/// The bundled samples in one repository: the planning tree of one, the Specs of the other, everything committed.
///
/// # Panics
/// When it cannot be made.
#[must_use]
pub fn sample() -> TestRepository {
    static COMMITTED: OnceLock<TestRepository> = OnceLock::new();
    let committed = COMMITTED.get_or_init(|| {
        let repository = TestRepository::new();
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        for (from, to) in [
            ("tide-table/.planning", ".planning"),
            ("lantern/docs", "docs"),
            ("lantern/README.md", "README.md"),
        ] {
            copy(&examples.join(from), &repository.root().join(to));
        }
        repository.commit_all(0, "a harbour");
        repository
    });
    let repository = TestRepository::folder();
    copy(committed.root(), repository.root());
    // The index knows the files by numbers that a copy has not.
    repository.git(&["update-index", "-q", "--refresh"]);
    repository
}

/// Copies a file or a folder; permission bits and links stay what they are.
///
/// # Panics
/// When it cannot be copied.
pub fn copy(from: &Path, to: &Path) {
    let copied = try_copy(from, to);
    assert!(copied.is_ok(), "{} to {}: {copied:?}", from.display(), to.display());
}

/// The same, where a failure is told in other words.
///
/// # Errors
/// It cannot be copied.
pub fn try_copy(from: &Path, to: &Path) -> std::io::Result<()> {
    let kind = std::fs::symlink_metadata(from)?.file_type();
    if kind.is_symlink() {
        return std::os::unix::fs::symlink(std::fs::read_link(from)?, to);
    }
    if kind.is_file() {
        if let Some(parent) = to.parent() {
            std::fs::create_dir_all(parent)?;
        }
        return std::fs::copy(from, to).map(drop);
    }
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        try_copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
