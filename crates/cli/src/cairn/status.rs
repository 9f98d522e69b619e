//! `cairn status`, and the bare `cairn` (cairn 4).

use cairn_project::context::Context;
use cairn_project::status::{Next, Progress, StateView, Status};
use cairn_text::escape::escaped;
use clap::Args;
use serde::Serialize;

use super::command_line::GlobalFlags;
use super::envelope::Answer;
use super::{status_text, workplace};
use crate::output::failure::{Failure, Warning};

/// Where the project stands, on one screen.
///
/// The position and the counters of STATE.md, blockers, the next step, active Specs with their Tasks, and the five newest
/// records. A bare `cairn` is this.
#[derive(Debug, Args)]
pub struct StatusArgs {}

#[derive(Debug, Serialize)]
struct WireStatus<'s> {
    project: &'s str,
    state: Option<WireState<'s>>,
    next: Option<WireNext<'s>>,
    specs: Vec<WireSpec<'s>>,
    archived: Vec<WireArchived<'s>>,
    warnings: Vec<WireWarning<'s>>,
}

#[derive(Debug, Serialize)]
struct WireState<'s> {
    milestone: Option<&'s str>,
    milestone_name: Option<&'s str>,
    phase: Option<&'s str>,
    phase_name: Option<&'s str>,
    plan: Option<i64>,
    total_plans_in_phase: Option<i64>,
    status: Option<&'s str>,
    progress: Option<WireProgress>,
    blockers: &'s [String],
    stopped_at: Option<&'s str>,
    last_session: Option<&'s str>,
    resume_file: Option<&'s str>,
    last_updated: Option<&'s str>,
}

#[derive(Debug, Serialize)]
struct WireProgress {
    total_phases: Option<i64>,
    completed_phases: Option<i64>,
    total_plans: Option<i64>,
    completed_plans: Option<i64>,
    percent: Option<i64>,
}

#[derive(Debug, Serialize)]
struct WireNext<'s> {
    action: &'s str,
    phases: &'s [String],
}

#[derive(Debug, Serialize)]
struct WireSpec<'s> {
    slug: &'s str,
    title: &'s str,
    tasks: Option<WireTasks>,
}

#[derive(Debug, Serialize)]
struct WireTasks {
    total: usize,
    completed: usize,
}

#[derive(Debug, Serialize)]
struct WireArchived<'s> {
    slug: &'s str,
    title: &'s str,
    archived: &'s str,
    disposition: &'s str,
}

#[derive(Debug, Serialize)]
struct WireWarning<'s> {
    code: &'s str,
    message: &'s str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<i64>,
}

pub(crate) fn run(flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    let place = workplace::with_memory(context, flags)?;
    let status = place.status()?;
    let mut answer = Answer::new(&wire(&status), status_text::screen(&status));
    let warning = |code: &str, message: &str| Warning { code: code.to_owned(), message: message.to_owned() };
    answer.warnings =
        status.doubts.iter().map(|doubt| warning(&doubt.code, &escaped(&doubt.message))).collect();
    Ok(answer)
}

fn wire(status: &Status) -> WireStatus<'_> {
    WireStatus {
        project: &status.project,
        state: status.state.as_ref().map(WireState::from),
        next: status.state.as_ref().and_then(|state| state.next.as_ref()).map(WireNext::from),
        specs: status
            .specs
            .iter()
            .map(|spec| WireSpec {
                slug: &spec.slug,
                title: &spec.title,
                tasks: spec.tasks.map(|tasks| WireTasks { total: tasks.total, completed: tasks.completed }),
            })
            .collect(),
        archived: status
            .archived
            .iter()
            .map(|record| WireArchived {
                slug: &record.slug,
                title: &record.title,
                archived: &record.archived,
                disposition: &record.disposition,
            })
            .collect(),
        warnings: status
            .doubts
            .iter()
            .map(|doubt| WireWarning { code: &doubt.code, message: &doubt.message, line: doubt.line })
            .collect(),
    }
}

impl<'s> From<&'s StateView> for WireState<'s> {
    fn from(state: &'s StateView) -> Self {
        Self {
            milestone: state.milestone.as_deref(),
            milestone_name: state.milestone_name.as_deref(),
            phase: state.phase.as_deref(),
            phase_name: state.phase_name.as_deref(),
            plan: state.plan,
            total_plans_in_phase: state.total_plans_in_phase,
            status: state.status.as_deref(),
            progress: state.progress.map(WireProgress::from),
            blockers: &state.blockers,
            stopped_at: state.stopped_at.as_deref(),
            last_session: state.last_session.as_deref(),
            resume_file: state.resume_file.as_deref(),
            last_updated: state.last_updated.as_deref(),
        }
    }
}

impl From<Progress> for WireProgress {
    fn from(progress: Progress) -> Self {
        Self {
            total_phases: progress.total_phases,
            completed_phases: progress.completed_phases,
            total_plans: progress.total_plans,
            completed_plans: progress.completed_plans,
            percent: progress.percent,
        }
    }
}

impl<'s> From<&'s Next> for WireNext<'s> {
    fn from(next: &'s Next) -> Self {
        Self { action: &next.action, phases: &next.phases }
    }
}
