//! `state validate`.
use super::ReportFormat;
use crate::msd_tools::answer::Answer;
use crate::output::failure::Failure;
pub(crate) fn run(
    _: &cairn_project::session::Session<'_>,
    _: bool,
    _: ReportFormat,
) -> Result<Answer, Failure> {
    Err(Failure::usage("not wired yet"))
}
