//! The repositories that the archive is measured in.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The Spec.
pub(super) const SLUG: &str = "0042-sample";

/// Its tasks; with the other files of the Spec they are 50.
const TASKS: usize = 30;
const MEASUREMENTS: usize = 17;

/// Documents in one folder.
const IN_A_FOLDER: usize = 100;

/// A repository with one finished Spec, everything committed.
pub(super) struct Repository {
    pub(super) root: PathBuf,
}

impl Repository {
    /// With so many documents, of which the first `citing` cite the Spec.
    pub(super) fn make(root: PathBuf, documents: usize, citing: usize) -> Result<Self, String> {
        let repository = Self { root };
        repository
            .write(documents, citing)
            .map_err(|error| format!("{}: {error}", repository.root.display()))?;
        repository.git(&["init", "--quiet", "--initial-branch=main"])?;
        repository.commit()?;
        Ok(repository)
    }

    /// Everything as HEAD holds it, after an archive without a commit.
    pub(super) fn restore(&self) -> Result<(), String> {
        self.git(&["checkout", "--quiet", "--", "."])?;
        self.git(&["clean", "--quiet", "-fd"])
    }

    fn commit(&self) -> Result<(), String> {
        self.git(&["add", "-A"])?;
        self.git(&["commit", "--quiet", "-m", "documents"])
    }

    fn git(&self, words: &[&str]) -> Result<(), String> {
        let mut command = Command::new("git");
        command.args(words).current_dir(&self.root).stdout(Stdio::null()).env_remove("GIT_DIR");
        for (name, value) in [
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_CONFIG_NOSYSTEM", "1"),
            ("GIT_AUTHOR_NAME", "Keeper"),
            ("GIT_AUTHOR_EMAIL", "keeper@example.org"),
            ("GIT_COMMITTER_NAME", "Keeper"),
            ("GIT_COMMITTER_EMAIL", "keeper@example.org"),
        ] {
            command.env(name, value);
        }
        let status = command.status().map_err(|error| format!("git: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("git {}: {status}", words.join(" "))) }
    }

    fn write(&self, documents: usize, citing: usize) -> std::io::Result<()> {
        write_spec(&self.root.join("docs/specs").join(SLUG))?;
        let text =
            "The lamp turns once in ten seconds, and [its keeper](keeper.md) writes down when it does not.\n"
                .repeat(77);
        for number in 0..documents {
            let folder = self.root.join(format!("docs/notes/{:03}", number / IN_A_FOLDER));
            if number.is_multiple_of(IN_A_FOLDER) {
                fs::create_dir_all(&folder)?;
            }
            let citation = if number < citing {
                format!("See [the timings](../../specs/{SLUG}/_prd.md).\n")
            } else {
                String::new()
            };
            fs::write(
                folder.join(format!("{number:05}.md")),
                format!("# Note {number}\n\n{citation}{text}"),
            )?;
        }
        Ok(())
    }
}

fn write_spec(folder: &Path) -> std::io::Result<()> {
    for inner in ["qa", "measurement"] {
        fs::create_dir_all(folder.join(inner))?;
    }
    let prd = "---\nstatus: active\ncreated: 2026-10-01\n---\n\n# A sample capability\n\nListing is one pass now.\n";
    fs::write(folder.join("_prd.md"), prd)?;
    let mut nodes = String::new();
    for task in 1..=TASKS {
        let needs = if task == 1 { String::new() } else { format!("task_{:02}", task.saturating_sub(1)) };
        nodes += &format!("    - {{id: task_{task:02}, file: task_{task:02}.md, needs: [{needs}]}}\n");
        let kind = if task == TASKS { "qa" } else { "backend" };
        let text =
            format!("---\nstatus: completed\ntype: {kind}\n---\n\n# Task {task:02}\n\n## Result\n\nWorks.\n");
        fs::write(folder.join(format!("task_{task:02}.md")), text)?;
    }
    let tasks = format!("---\nschema: spec-tasks/v1\nqa: task_{TASKS:02}\ngraph:\n  nodes:\n{nodes}---\n");
    fs::write(folder.join("_tasks.md"), tasks)?;
    let report = "---\nverdict: pass\n---\n\n## Results\n\n| # | Status | Provenance |\n| - | --- | --- |\n| 1 | pass | Requirement 1 |\n";
    fs::write(folder.join("qa/qa-report-2026-10-05.md"), report)?;
    for number in 1..=MEASUREMENTS {
        fs::write(folder.join(format!("measurement/{number:02}.md")), "# Timings\n\n12 ms\n".repeat(200))?;
    }
    Ok(())
}
