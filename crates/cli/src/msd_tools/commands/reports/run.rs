//! The reports.

use cairn_project::context::Context;
use cairn_project::session::Session;
use cairn_state::planning_verbs::progress_report::{self, ProgressForm};
use cairn_state::planning_verbs::todos;
use cairn_state::verbs::StateSnapshot;

use super::{ListTodosArgs, ProgressArgs, StatsArgs};
use crate::msd_tools::answer::Answer;
use crate::msd_tools::command_line::{GlobalFlags, ReportForm};
use crate::msd_tools::commands::state;
use crate::msd_tools::run::request;
use crate::output::failure::Failure;

/// `msd-tools progress`.
pub(crate) fn progress(
    args: &ProgressArgs,
    flags: &GlobalFlags,
    context: &Context,
) -> Result<Answer, Failure> {
    let session = Session::open(context, request(flags))?;
    let report = session.report(progress_report::focus, |planned| {
        Ok(progress_report::run(planned.snapshot, planned.stored, form(args.form)))
    })?;
    Ok(Answer::of_report(&session, report))
}

/// `msd-tools stats`.
pub(crate) fn stats(args: &StatsArgs, flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    if args.form == Some(ReportForm::Bar) {
        return Err(Failure::usage("`stats` has no bar").fact("expected", "json | table"));
    }
    let session = Session::open(context, request(flags))?;
    let report = session.report(progress_report::focus, |planned| {
        Ok(progress_report::stats(planned.snapshot, planned.stored, form(args.form)))
    })?;
    Ok(Answer::of_report(&session, report))
}

fn form(form: Option<ReportForm>) -> ProgressForm {
    match form {
        None | Some(ReportForm::Json) => ProgressForm::Json,
        Some(ReportForm::Bar) => ProgressForm::Bar,
        Some(ReportForm::Table) => ProgressForm::Table,
    }
}

/// `msd-tools state-snapshot`.
pub(crate) fn snapshot(flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    let session = Session::open(context, request(flags))?;
    state::deliver(&session, &StateSnapshot, flags)
}

/// `msd-tools list-todos`.
pub(crate) fn list_todos(
    args: &ListTodosArgs,
    flags: &GlobalFlags,
    context: &Context,
) -> Result<Answer, Failure> {
    let session = Session::open(context, request(flags))?;
    let report = todos::run(&session.todo_files(), args.area.as_deref());
    Ok(Answer::of_report(&session, report))
}
