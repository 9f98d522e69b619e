//! The projects that the planning engine is measured on.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A written project.
pub(super) struct Project {
    /// Its root, the folder that holds `.planning`.
    pub(super) root: PathBuf,
}

impl Project {
    /// Its STATE.md.
    pub(super) fn state(&self) -> PathBuf {
        self.root.join(".planning/STATE.md")
    }
}

/// Three phases, five plans, three of them done; a STATE.md of some 60 lines.
pub(super) fn small(root: PathBuf) -> Result<Project, String> {
    write(root, &[(2, 2), (3, 1), (0, 0)], &decisions(20))
}

/// 300 phases of six plans, half of the phases done; a STATE.md of 5,000 lines.
pub(super) fn large(root: PathBuf) -> Result<Project, String> {
    let phases: Vec<_> = (0..300).map(|phase| (6, if phase < 150 { 6 } else { 0 })).collect();
    write(root, &phases, &decisions(4_960))
}

/// The small project with a STATE.md of 50 MB, nearly all of it decisions.
pub(super) fn huge(root: PathBuf) -> Result<Project, String> {
    let line = decisions(1).len();
    write(root, &[(2, 2), (3, 1), (0, 0)], &decisions(50_000_000 / line))
}

fn decisions(count: usize) -> String {
    "- [Phase 4]: Tables start at midnight — the harbour office does\n".repeat(count)
}

/// Writes a project of phases with so many plans and summaries.
fn write(root: PathBuf, phases: &[(usize, usize)], decisions: &str) -> Result<Project, String> {
    let planning = root.join(".planning");
    let written = (|| {
        let mut roadmap = String::from("# Roadmap: Demo\n\n## v2.0 Code Quality\n\n");
        for (index, (plans, summaries)) in phases.iter().enumerate() {
            let number = index.saturating_add(1);
            roadmap += &format!(
                "### Phase {number}: Part {number}\n**Goal:** It works\n**Plans:** {plans} plans\n\n"
            );
            let folder = planning.join(format!("phases/{number:02}-part-{number}"));
            fs::create_dir_all(&folder)?;
            for plan in 1..=*plans {
                fs::write(folder.join(format!("{number:02}-{plan:02}-PLAN.md")), "# Plan\n\nDo it.\n")?;
                if plan <= *summaries {
                    fs::write(
                        folder.join(format!("{number:02}-{plan:02}-SUMMARY.md")),
                        "# Summary\n\nDone.\n",
                    )?;
                }
            }
        }
        fs::write(planning.join("ROADMAP.md"), roadmap)?;
        write_state(&planning.join("STATE.md"), phases.len(), decisions)
    })();
    written.map_err(|error: std::io::Error| format!("{}: {error}", planning.display()))?;
    Ok(Project { root })
}

fn write_state(path: &Path, phases: usize, decisions: &str) -> std::io::Result<()> {
    let head = format!(
        "---\ngsd_state_version: '1.0'\nmilestone: v2.0\nmilestone_name: Code Quality\nstatus: executing\n\
         owner: Kim # asks first\n---\n\n# Project State\n\n## Current Position\n\nPhase: 2 of {phases} (Part 2)\n\
         Plan: 2 of 3 in current phase\nStatus: Ready to execute\nLast activity: 2026-06-20 — did a thing\n\n\
         Progress: [███░░░░░░░] 33%\n\n## Accumulated Context\n\n### Decisions\n\n"
    );
    let tail = "\n### Blockers/Concerns\n\nNone yet.\n\n## Session Continuity\n\nLast session: 2026-06-20 10:00\n\
                Stopped at: Phase 2 P1 done\nResume file: None\n";
    let mut file = fs::File::create(path)?;
    file.write_all(head.as_bytes())?;
    file.write_all(decisions.as_bytes())?;
    file.write_all(tail.as_bytes())?;
    file.sync_all()
}
