//! `roundfix pull-request` (roundfix 11b).

use cairn_project::context::Context;
use cairn_project::specs::{Done, SpecFailure, SpecRepository};
use cairn_spec::Slug;
use cairn_spec::pull_request::PullRequestDecision;
use cairn_spec::request::pull_request;
use serde::Serialize;

use super::report::ended;
use super::{misused, slug};
use crate::output::streams::Streams;
use crate::roundfix::answer::Answer;
use crate::roundfix::command_line::PullRequestArgs;
use crate::roundfix::failure::failed;
use crate::roundfix::onlooker::Onlooker;
use crate::roundfix::run::Manner;

const COMMAND: &str = "pull-request";

#[derive(Debug, Serialize)]
struct PullRequestWire {
    command: &'static str,
    slug: String,
    ok: bool,
    record: String,
    pull_request: String,
    changed: bool,
    copies: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(
    args: &PullRequestArgs,
    manner: Manner,
    context: &Context,
    streams: &mut Streams,
) -> Answer {
    let slug = match slug(COMMAND, &args.slug) {
        Ok(slug) => slug,
        Err(answer) => return answer,
    };
    let number = match pull_request("the number", &args.number) {
        Ok(number) => number,
        Err(error) => return misused(COMMAND, &slug, error.to_string()),
    };
    match name(&slug, number, context, streams) {
        Err(failure) => failed(COMMAND, Some(slug.as_str()), manner, context, &failure),
        Ok((done, record)) => {
            let decision = &done.report;
            let changed = !decision.plan.is_empty();
            let wire = PullRequestWire {
                command: COMMAND,
                slug: slug.to_string(),
                ok: true,
                record: record.clone(),
                pull_request: number.to_string(),
                changed,
                copies: decision.copies.iter().map(ToString::to_string).collect(),
            };
            let mut lines = vec![match changed {
                true => format!("{record} names the pull request {number} now"),
                false => format!("{record} names the pull request {number} already"),
            }];
            lines.extend(wire.copies.iter().map(|copy| format!("{copy} names it in its locators")));
            ended(Answer::done(lines, &wire), &done)
        }
    }
}

/// The decision, and the record as messages call it.
fn name(
    slug: &Slug,
    number: u64,
    context: &Context,
    streams: &mut Streams,
) -> Result<(Done<PullRequestDecision>, String), SpecFailure> {
    let home = SpecRepository::open(context)?;
    let done = home.name_pull_request(slug, number, &Onlooker::new(streams))?;
    Ok((done, home.roots.shown_record(slug, &home.home)))
}
