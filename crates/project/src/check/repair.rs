//! `cairn check --fix`: one plan with the edits of every fixable finding, committed once (cairn 10).

use cairn_plan::{Change, Plan};
use cairn_report::Diagnostic;
use cairn_state::facts::PlanningFile;
use cairn_state::failure::Failure;
use cairn_state::input::StateInput;
use cairn_state::validate::NEEDS;
use cairn_vault::{Commit, Outcome, Writer};

use super::planning::{snapshot, stored_milestone};
use crate::failures::{of_commit, of_vault, unfinished};
use crate::session::Session;
use crate::workplace::Workplace;

/// What a repair did.
#[derive(Debug, Clone, Default)]
pub struct Repaired {
    /// Whether a file was changed, or would be by a dry run.
    pub changed: bool,
    /// False when something was written and could not be recorded.
    pub undoable: bool,
    /// The diff of a dry run.
    pub diff: Option<String>,
}

impl Workplace<'_> {
    /// Puts right what `findings` marks as fixable, all of it or nothing, and nothing else. Every file is read again under the
    /// lock; a dry run takes none and writes nothing.
    ///
    /// # Errors
    ///
    /// The lock cannot be had, a file cannot be read or written.
    pub fn repair(&self, findings: &[Diagnostic], dry_run: bool) -> Result<Repaired, Failure> {
        let nothing = Repaired { changed: false, undoable: true, diff: dry_run.then(String::new) };
        let sessions = self.planning_sessions()?;
        let Some(first) = sessions.first().filter(|_| findings.iter().any(is_fixable)) else {
            return Ok(nothing);
        };
        let plan = || plan(&sessions, findings);
        if dry_run {
            let plan = plan()?;
            return Ok(Repaired {
                changed: !plan.changes.is_empty(),
                diff: Some(first.diff(&plan)),
                ..nothing
            });
        }
        let locks = self.locks(&[])?;
        let home = self.home()?;
        let scope = first.location.base_folder();
        let writer = Writer {
            root: &self.root,
            home: home.as_ref(),
            lock: &locks,
            scope: &scope,
            interrupt: &self.context.interrupt,
        };
        for recovered in writer.recover().map_err(|error| of_vault(&self.root, &error))? {
            if matches!(recovered.outcome, Outcome::Stopped { .. } | Outcome::RemovalBegun { .. }) {
                return Err(unfinished(&recovered));
            }
        }
        let note = first.note();
        let committed = writer.commit(&plan()?, &Commit::verb(&note));
        let committed = committed.map_err(|error| of_commit(&self.root, &error))?;
        Ok(Repaired { changed: committed.changed, undoable: committed.undoable, diff: None })
    }
}

fn is_fixable(finding: &Diagnostic) -> bool {
    finding.fix.as_ref().is_some_and(|fix| fix.automatic)
}

fn plan(sessions: &[Session<'_>], findings: &[Diagnostic]) -> Result<Plan, Failure> {
    let mut plan = Plan::new("check --fix");
    for session in sessions {
        for change in changes(session, findings)? {
            plan.push(change);
        }
    }
    Ok(plan)
}

fn changes(session: &Session<'_>, findings: &[Diagnostic]) -> Result<Vec<Change>, Failure> {
    let mut changes = Vec::new();
    let path = session.file_path(PlanningFile::State);
    let codes = codes_at(findings, &path);
    if let Some(bytes) = session.state_bytes()?.filter(|_| !codes.is_empty()) {
        let (planning, facts) = (session.planning(), session.whole_facts(NEEDS)?);
        let input =
            StateInput { document: Some(&bytes), planning: &planning, project: &facts, now: session.now() };
        if let Some(repaired) = cairn_state::validate::repair(&input, &codes) {
            changes.push(Change::write(session.path(&path)?, &bytes, repaired));
        }
    }
    let path = format!("{}/ROADMAP.md", session.location.base_folder());
    let codes = codes_at(findings, &path);
    if !codes.is_empty() {
        let stored = stored_milestone(session)?;
        let snapshot = snapshot(session, stored.as_deref());
        let date = session.now().date();
        let repaired = cairn_state::check::repair(&snapshot, stored.as_deref(), &codes, &date);
        if let (Some(before), Some(repaired)) = (snapshot.roadmap.bytes(), repaired) {
            changes.push(Change::write(session.path(&path)?, before, repaired));
        }
    }
    Ok(changes)
}

/// The codes of the fixable findings in one file, each once.
fn codes_at<'f>(findings: &'f [Diagnostic], path: &str) -> Vec<&'f str> {
    let mut codes: Vec<&str> =
        findings.iter().filter(|one| is_fixable(one) && one.path == path).map(|one| one.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}
