//! What the commands of `cairn` ask first: where they work, and numbers of their arguments.

use cairn_project::context::Context;
use cairn_project::status::has_specs;
use cairn_project::workplace::Workplace;

use super::command_line::GlobalFlags;
use crate::output::failure::Failure;

/// The project or work tree that the caller means; `project_not_found` without one.
pub(crate) fn required<'c>(context: &'c Context, flags: &GlobalFlags) -> Result<Workplace<'c>, Failure> {
    Workplace::find(context, flags.request())?.ok_or_else(|| not_found(context, flags))
}

/// The same, and there is something to remember: a planning folder, Specs or records.
pub(crate) fn with_memory<'c>(context: &'c Context, flags: &GlobalFlags) -> Result<Workplace<'c>, Failure> {
    remembering(required(context, flags)?, context, flags)
}

/// The place when there is something to remember in it.
pub(crate) fn remembering<'c>(
    place: Workplace<'c>,
    context: &Context,
    flags: &GlobalFlags,
) -> Result<Workplace<'c>, Failure> {
    if place.location.is_some() || has_specs(&place) { Ok(place) } else { Err(not_found(context, flags)) }
}

/// The same as a crash left it; nothing is put right on the way.
pub(crate) fn as_it_is<'c>(context: &'c Context, flags: &GlobalFlags) -> Result<Workplace<'c>, Failure> {
    Workplace::find_as_it_is(context, flags.request())?.ok_or_else(|| not_found(context, flags))
}

fn not_found(context: &Context, flags: &GlobalFlags) -> Failure {
    let folder = flags.cwd.as_deref().or(flags.project_dir.as_deref()).unwrap_or(&context.current_folder);
    let path = folder.display().to_string();
    Failure::not_done("project_not_found", format!("no project in `{path}` or the folders above it"))
        .fact("path", path)
        .hint("`cairn init` makes one here")
}

/// A number from 1.
pub(crate) fn count(text: &str) -> Result<usize, Failure> {
    text.parse()
        .ok()
        .filter(|number| *number > 0)
        .ok_or_else(|| Failure::usage(format!("`{text}` is no number from 1")).fact("expected", "N"))
}
