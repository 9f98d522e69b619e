//! `roundfix cancel`.

use cairn_project::context::Context;
use cairn_project::specs::{Done, SpecFailure, SpecRepository};
use cairn_spec::Slug;
use cairn_spec::cancel::CancelReport;
use cairn_spec::index::SourceType;
use cairn_spec::request::{CancelRequest, free_text, pull_request};

use super::report::{self, Words};
use super::{misused, slug};
use crate::output::streams::Streams;
use crate::roundfix::answer::Answer;
use crate::roundfix::command_line::CancelArgs;
use crate::roundfix::failure::failed;
use crate::roundfix::onlooker::Onlooker;
use crate::roundfix::run::Manner;
use crate::roundfix::wire::ArchiveWire;

const COMMAND: &str = "cancel";

/// Runs the command.
pub(crate) fn run(args: &CancelArgs, manner: Manner, context: &Context, streams: &mut Streams) -> Answer {
    let (slug, request) = match asked(args) {
        Ok(asked) => asked,
        Err(answer) => return answer,
    };
    let is_terminal = streams.stderr_is_terminal;
    match cancel(&slug, &request, context, streams) {
        Err(failure) => failed(COMMAND, Some(slug.as_str()), manner, context, &failure),
        Ok(done) => {
            let archive = &done.report.archive;
            let commit = done.commit.as_ref().map(ToString::to_string);
            let wire = ArchiveWire::new(COMMAND, archive, commit)
                .returning(&done.report.returned, &done.report.left_in_git);
            let mut answer = Answer::done(lines(&done.report), &wire);
            for note in &done.report.left_in_git {
                answer.say(format!("note: {note}: an inbox note returns nowhere; it stays in git"));
            }
            report::tell(&mut answer, archive, Words { is_terminal, commits: request.commit });
            report::ended(answer, &done)
        }
    }
}

fn cancel(
    slug: &Slug,
    request: &CancelRequest,
    context: &Context,
    streams: &mut Streams,
) -> Result<Done<CancelReport>, SpecFailure> {
    SpecRepository::open(context)?.cancel(slug, request, &Onlooker::new(streams))
}

fn asked(args: &CancelArgs) -> Result<(Slug, CancelRequest), Answer> {
    let slug = slug(COMMAND, &args.slug)?;
    let misused = |error: cairn_spec::request::UsageError| misused(COMMAND, &slug, error.to_string());
    let reason = free_text("--reason", &args.reason).map_err(&misused)?;
    let number = args.pull_request.as_deref().map(|value| pull_request("--pull-request", value));
    let pull_request = number.transpose().map_err(&misused)?;
    Ok((slug, CancelRequest { reason, pull_request, commit: args.commit }))
}

fn lines(report: &CancelReport) -> Vec<String> {
    let count = |kind: SourceType| report.returned.iter().filter(|one| one.kind == kind).count();
    let archive = &report.archive;
    let mut lines = vec![format!(
        "cancelled {} -> {}; returned {} backlog entry(ies) and {} finding(s); {}{}",
        archive.slug,
        archive.record,
        count(SourceType::Backlog),
        count(SourceType::Finding),
        report::removed(archive),
        report::moved(archive),
    )];
    lines.extend(report::follow_ups(&archive.follow_ups));
    lines
}
