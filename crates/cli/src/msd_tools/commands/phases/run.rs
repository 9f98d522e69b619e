//! The commands over phase folders.

use cairn_project::context::Context;
use cairn_project::session::Session;
use cairn_state::phase_id::PhaseId;
use cairn_state::planning_verbs::phases_list::FileKind;
use cairn_state::planning_verbs::{
    find_phase, next_decimal, phase_add, phase_complete, phase_remove, phases_list, plan_index,
};

use super::{FindPhaseArgs, PhaseArgs, PhaseFileKind, PhasePlanIndexArgs, PhaseVerb, PhasesArgs, PhasesVerb};
use crate::msd_tools::answer::Answer;
use crate::msd_tools::command_line::GlobalFlags;
use crate::msd_tools::run::request;
use crate::msd_tools::values::{optional_phase, phase};
use crate::output::failure::Failure;

/// `msd-tools phase …`.
pub(crate) fn phase_command(
    args: &PhaseArgs,
    flags: &GlobalFlags,
    context: &Context,
) -> Result<Answer, Failure> {
    let session = Session::open(context, request(flags))?;
    match &args.verb {
        PhaseVerb::Complete { phase: id, force } => complete(&session, flags, &phase("phase", id)?, *force),
        PhaseVerb::Add { title } => {
            let done = session.carry_out(flags.dry_run, phase_add::focus, |planned| {
                phase_add::add(planned.snapshot, planned.milestone(), title)
            })?;
            Ok(Answer::of_session(&session, done, flags))
        }
        PhaseVerb::Insert { after, title } => {
            let after = phase("after", after)?;
            let done = session.carry_out(flags.dry_run, phase_add::focus, |planned| {
                phase_add::insert(planned.snapshot, planned.milestone(), &after, title)
            })?;
            Ok(Answer::of_session(&session, done, flags))
        }
        PhaseVerb::Remove { phase: id, force } => {
            let id = phase("phase", id)?;
            let done = session.carry_out(
                flags.dry_run,
                |stored| phase_remove::focus(stored, &id),
                |planned| {
                    let folder = phase_remove::folder(planned.snapshot, &id);
                    let entries =
                        folder.map(|folder| session.entries(&folder)).transpose()?.unwrap_or_default();
                    phase_remove::run(planned.snapshot, planned.milestone(), &id, *force, entries)
                },
            )?;
            Ok(Answer::of_session(&session, done, flags))
        }
        PhaseVerb::NextDecimal { phase: id } => {
            let id = phase("phase", id)?;
            let report = session.report(next_decimal::focus, |planned| {
                next_decimal::run(planned.snapshot, planned.milestone(), &id)
            })?;
            Ok(Answer::of_report(&session, report))
        }
        PhaseVerb::ListPlans { phase: id } => {
            let id = phase("phase", id)?;
            let report = session.report(
                |stored| find_phase::focus(stored, &id),
                |planned| find_phase::list_plans(planned.snapshot, planned.milestone(), &id),
            )?;
            Ok(Answer::of_report(&session, report))
        }
    }
}

fn complete(
    session: &Session<'_>,
    flags: &GlobalFlags,
    id: &PhaseId,
    force: bool,
) -> Result<Answer, Failure> {
    let today = session.context.clock.today();
    let done = session.carry_out(
        flags.dry_run,
        |stored| phase_complete::focus(stored, id),
        |planned| phase_complete::run(planned.snapshot, planned.milestone(), id, force, &today),
    )?;
    Ok(Answer::of_session(session, done, flags))
}

/// `msd-tools phases list`.
pub(crate) fn phases_command(
    args: &PhasesArgs,
    flags: &GlobalFlags,
    context: &Context,
) -> Result<Answer, Failure> {
    let session = Session::open(context, request(flags))?;
    let PhasesVerb::List { kind, phase: id } = &args.verb;
    let id = optional_phase("phase", id.as_deref())?;
    let kind = kind.map(|kind| match kind {
        PhaseFileKind::Plans => FileKind::Plans,
        PhaseFileKind::Summaries => FileKind::Summaries,
    });
    let report = session.report(
        |stored| phases_list::focus(stored, id.as_ref()),
        |planned| phases_list::run(planned.snapshot, planned.milestone(), kind, id.as_ref()),
    )?;
    Ok(Answer::of_report(&session, report))
}

/// `msd-tools find-phase`.
pub(crate) fn find(args: &FindPhaseArgs, flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    let session = Session::open(context, request(flags))?;
    let id = phase("phase", &args.phase)?;
    let report = session.report(
        |stored| find_phase::focus(stored, &id),
        |planned| find_phase::run(planned.snapshot, planned.milestone(), &id),
    )?;
    Ok(Answer::of_report(&session, report))
}

/// `msd-tools phase-plan-index`.
pub(crate) fn index(
    args: &PhasePlanIndexArgs,
    flags: &GlobalFlags,
    context: &Context,
) -> Result<Answer, Failure> {
    let session = Session::open(context, request(flags))?;
    let id = phase("phase", &args.phase)?;
    let report = session.report(
        |stored| plan_index::focus(stored, &id),
        |planned| plan_index::run(planned.snapshot, planned.milestone(), &id),
    )?;
    Ok(Answer::of_report(&session, report))
}
