//! Projects that a gate lets pass, or stops.

use std::fs;
use std::path::Path;
use std::process::Command;

use cairn_testkit::repository::TestRepository;

pub(crate) const STATE: &str = ".planning/STATE.md";

const CLEAN: &str = "---\nmsd_state_version: '1.0'\nmilestone: v1.0\nmilestone_name: First\ncurrent_phase: \"1\"\nstatus: executing\nlast_updated: \"2026-10-01T09:00:00.000Z\"\nprogress:\n  total_phases: 1\n  completed_phases: 0\n  total_plans: 0\n  completed_plans: 0\n  percent: 0\n---\n\n# Project State\n\n## Current Position\n\nPhase: 1 of 1 (Setup)\nPlan: Not started\nStatus: Ready to execute\nLast activity: 2026-10-01\n\nProgress: [░░░░░░░░░░] 0%\n\n## Session Continuity\n\nLast session: 2026-10-01\nStopped at: nowhere\nResume file: None\n";
const ROADMAP: &str =
    "# Roadmap\n\n## v1.0 First\n\n- [ ] **Phase 1: Setup**\n\n### Phase 1: Setup\n\n**Goal:** Base\n";

/// A project without a finding.
pub(crate) fn clean() -> TestRepository {
    let repository = TestRepository::new();
    repository.write(STATE, CLEAN);
    repository.write(".planning/ROADMAP.md", ROADMAP);
    repository.commit_all(0, "base");
    repository
}

/// The same with a warning: a byte-order mark.
pub(crate) fn doubtful() -> TestRepository {
    let repository = clean();
    repository.write(STATE, format!("\u{feff}{CLEAN}"));
    repository
}

/// The same with an error: a conflict marker in line 16.
pub(crate) fn broken() -> TestRepository {
    let repository = clean();
    repository.write(STATE, CLEAN.replacen("# Project State\n", "<<<<<<< ours\n# Project State\n", 1));
    repository
}

/// What a shell script came to.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs `script` with bash as a service does: stopped by the first failure. `cairn` is on the PATH.
pub(crate) fn bash(
    folder: &Path,
    repository: &TestRepository,
    script: &str,
    more: &[(String, String)],
) -> Ran {
    let file = repository.beside("step.sh");
    fs::write(&file, script).unwrap();
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc", "-e", "-o", "pipefail"]).arg(&file).current_dir(folder);
    command.env_clear().envs(repository.environment());
    let ours = Path::new(env!("CARGO_BIN_EXE_cairn")).parent().unwrap().display().to_string();
    let path = format!("{ours}:{}", std::env::var("PATH").unwrap_or_default());
    command.env("PATH", path).envs(more.iter().map(|(name, value)| (name, value)));
    let output = command.output().unwrap();
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The text of a file of this repository.
pub(crate) fn own_file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}
