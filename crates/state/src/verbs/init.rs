//! `state init [--milestone V] [--name N]`: STATE.md from the template (S-01, S-10, S-60 to S-69, D28, contract 5).

use cairn_plan::Receipt;

use super::{Needs, Verb};
use crate::answer::Answer;
use crate::arguments::{one_text, version};
use crate::core_value::read_core_value;
use crate::dates::Now;
use crate::facts::{PlanningFacts, PlanningFile, ProgressScope, ProjectFacts};
use crate::failure::{Failure, Reason};
use crate::input::{FileEdit, StateInput, VerbOutcome};
use crate::position::write_phase;
use crate::writing::{Reading, write_reading};

/// Creates the file; one that is there is never overwritten.
#[derive(Debug, Clone, Default)]
pub struct Init {
    /// The milestone; `None` takes the configured one or the one found in ROADMAP.md.
    pub milestone: Option<String>,
    /// Its name.
    pub name: Option<String>,
}

impl Verb for Init {
    fn name(&self) -> &'static str {
        "init"
    }

    fn needs(&self) -> Needs {
        Needs { project_file: true, ..Needs::default() }
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let path = input.project.state_path();
        if input.document.is_some() {
            let message = format!("`{path}` exists already; it is never overwritten");
            return Err(Failure::new(Reason::StateExists, message).with("path", path));
        }
        let milestone = self.milestone.as_deref().map(version).transpose()?;
        let name = self.name.as_deref().map(|name| one_text("name", name)).transpose()?;
        let facts = match milestone {
            Some(milestone) => input.planning.facts_of(milestone),
            None => input.planning.facts(None),
        };
        if facts.scope == ProgressScope::Unreadable {
            let base = &input.project.base_folder;
            let message = format!(
                "the plan cannot be read; nothing was written: make `{base}/ROADMAP.md` and `{base}/phases` readable and run the command again"
            );
            return Err(Failure::new(Reason::Io, message).with("path", base.as_str()));
        }
        let body = template(&facts, input.project, &input.now);
        let mut outcome = with_frontmatter(input, &body, facts, milestone, name)?;
        outcome.answer = Answer::new().with("created", true).with("path", path.as_str());
        outcome.receipt = Some(Receipt::of(vec![path]));
        Ok(outcome)
    }
}

/// The body with the frontmatter that the pass derives from it.
fn with_frontmatter(
    input: &StateInput<'_>,
    body: &str,
    facts: PlanningFacts,
    milestone: Option<&str>,
    name: Option<&str>,
) -> Result<VerbOutcome, Failure> {
    let found = input.document.is_none().then_some(body.as_bytes());
    let mut reading = Reading::strict(&StateInput { document: found, ..*input })?;
    let version = milestone.map(str::to_owned).or_else(|| facts.milestone.clone());
    reading.facts = facts;
    let mut outcome = write_reading(reading, "state init", |_, draft| {
        draft.always_synchronises = true;
        draft.given.milestone = version.map(|version| (version, name.map(str::to_owned)));
        Ok(Answer::new())
    })?;
    if outcome.files.is_empty() {
        outcome
            .files
            .push(FileEdit { file: PlanningFile::State, content: Some(body.as_bytes().to_vec().into()) });
    }
    Ok(outcome)
}

/// The body of a new STATE.md; `[…]` stands for what is not known yet.
fn template(facts: &PlanningFacts, project: &ProjectFacts, now: &Now) -> String {
    let first = facts.first_open_phase().filter(|_| facts.scope.is_trusted());
    let phase = match first {
        Some(phase) => write_phase(&phase.id, facts.phase_total(), phase.name.as_deref()),
        None => "[X] of [Y] ([Phase name])".to_owned(),
    };
    let core_value = project.file(PlanningFile::Project).and_then(read_core_value);
    TEMPLATE
        .replace("{core value}", core_value.as_deref().unwrap_or("[one line, from PROJECT.md]"))
        .replace("{phase}", &phase)
        .replace("{today}", &now.date())
        .replace("{now}", &now.stamp())
}

const TEMPLATE: &str = "\
# Project State

## Project Reference

See: .planning/PROJECT.md

**Core value:** {core value}
**Current focus:** [the active phase]

## Current Position

Phase: {phase}
Plan: [A] of [B] in current phase
Status: Ready to plan
Last activity: {today}

Progress: [░░░░░░░░░░] 0%

## Performance Metrics

**Velocity:**

- Total plans completed: 0
- Average duration: -
- Total execution time: -

**By Phase:**

| Phase | Plans | Total | Avg/Plan |
|-------|-------|-------|----------|
| - | - | - | - |

**Recent Trend:**

- Last 5 plans: -
- Trend: Stable

**Per-Plan Metrics:**

| Plan | Duration | Tasks | Files |
|------|----------|-------|-------|

## Accumulated Context

### Decisions

The full log is in PROJECT.md; here are the recent ones.

None yet.

### Pending Todos

See .planning/todos/pending/.

None yet.

### Blockers/Concerns

None yet.

## Session Continuity

Last session: {now}
Stopped at: Project state created
Resume file: None
";
