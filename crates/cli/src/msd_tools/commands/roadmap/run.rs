//! The commands over ROADMAP.md and milestones.

use cairn_project::context::Context;
use cairn_project::session::Session;
use cairn_state::planning_verbs::milestone_complete::{self, CloseMilestone};
use cairn_state::planning_verbs::{roadmap_analyze, roadmap_get_phase, update_plan_progress};

use super::{MilestoneArgs, MilestoneVerb, RoadmapArgs, RoadmapVerb};
use crate::msd_tools::answer::Answer;
use crate::msd_tools::command_line::GlobalFlags;
use crate::msd_tools::run::request;
use crate::msd_tools::values::phase;
use crate::output::failure::Failure;

/// `msd-tools roadmap …`.
pub(crate) fn roadmap(args: &RoadmapArgs, flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    let session = Session::open(context, request(flags))?;
    match &args.verb {
        RoadmapVerb::GetPhase { phase: id } => {
            let id = phase("phase", id)?;
            let report = session.report(
                |_| roadmap_get_phase::focus(),
                |planned| roadmap_get_phase::run(planned.snapshot, planned.milestone(), &id),
            )?;
            Ok(Answer::of_report(&session, report))
        }
        RoadmapVerb::Analyze => {
            let report = session.report(roadmap_analyze::focus, |planned| {
                roadmap_analyze::run(planned.snapshot, planned.milestone(), planned.stored.counters)
            })?;
            Ok(Answer::of_report(&session, report))
        }
        RoadmapVerb::UpdatePlanProgress { phase: id } => {
            let (id, today) = (phase("phase", id)?, context.clock.today());
            let done = session.carry_out(
                flags.dry_run,
                |stored| update_plan_progress::focus(stored, &id),
                |planned| update_plan_progress::run(planned.snapshot, planned.milestone(), &id, &today),
            )?;
            Ok(Answer::of_session(&session, done, flags))
        }
    }
}

/// `msd-tools milestone complete`.
pub(crate) fn milestone(
    args: &MilestoneArgs,
    flags: &GlobalFlags,
    context: &Context,
) -> Result<Answer, Failure> {
    let MilestoneVerb::Complete { version, confirm, name, force, no_archive_phases } = &args.verb;
    let session = Session::open(context, request(flags))?;
    let close = CloseMilestone {
        version: version.clone(),
        name: name.clone(),
        is_confirmed: *confirm || flags.dry_run,
        force: *force,
        keeps_phases: *no_archive_phases,
    };
    let today = context.clock.today();
    let done = session.carry_out(
        flags.dry_run,
        |stored| milestone_complete::focus(stored, version),
        |planned| {
            let folders = milestone_complete::folders_to_move(planned.snapshot, version);
            let sources = session.link_sources(&folders)?;
            let stored_name = planned.stored.milestone_name.as_deref();
            milestone_complete::run(
                planned.snapshot,
                planned.milestone(),
                stored_name,
                &close,
                &sources,
                &today,
            )
        },
    )?;
    Ok(Answer::of_session(&session, done, flags))
}
