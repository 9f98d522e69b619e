//! The workstreams of a project.

use cairn_project::context::Context;
use cairn_project::location::locate_required;
use cairn_project::session::Session;
use cairn_project::workstreams;

use super::{WorkstreamArgs, WorkstreamVerb};
use crate::msd_tools::answer::Answer;
use crate::msd_tools::command_line::GlobalFlags;
use crate::msd_tools::run::request;
use crate::output::failure::Failure;

/// `msd-tools workstream …`.
pub(crate) fn run(args: &WorkstreamArgs, flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    let session = Session::at(context, locate_required(context, request(flags))?)?;
    match &args.verb {
        WorkstreamVerb::List => Ok(Answer::of_report(&session, workstreams::list(&session)?)),
        WorkstreamVerb::Status { name } => {
            Ok(Answer::of_report(&session, workstreams::status(&session, name)?))
        }
        WorkstreamVerb::Get => Ok(Answer::of_report(&session, workstreams::get(&session)?)),
        WorkstreamVerb::Set { name } => {
            let done = workstreams::set(&session, flags.dry_run, name)?;
            Ok(Answer::of_session(&session, done, flags))
        }
        WorkstreamVerb::Create { name } => {
            let done = workstreams::create(&session, flags.dry_run, name)?;
            Ok(Answer::of_session(&session, done, flags))
        }
    }
}
