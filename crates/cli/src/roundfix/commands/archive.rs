//! `roundfix archive`.

use cairn_project::context::Context;
use cairn_project::specs::{SpecFailure, SpecRepository};
use cairn_spec::Slug;
use cairn_spec::request::{ArchiveRequest, OverrideRequest, UsageError, free_text, pull_request};

use super::report::{self, Words};
use super::{misused, plan, slug};
use crate::output::streams::Streams;
use crate::roundfix::answer::Answer;
use crate::roundfix::command_line::ArchiveArgs;
use crate::roundfix::failure::failed;
use crate::roundfix::onlooker::Onlooker;
use crate::roundfix::run::Manner;
use crate::roundfix::wire::ArchiveWire;

const COMMAND: &str = "archive";

/// Runs the command.
pub(crate) fn run(args: &ArchiveArgs, manner: Manner, context: &Context, streams: &mut Streams) -> Answer {
    match asked(args) {
        Err(answer) => answer,
        Ok((slug, Asked::Plan)) => plan::run(&slug, manner, context, streams),
        Ok((slug, Asked::Archive(request))) => {
            let is_terminal = streams.stderr_is_terminal;
            let done = archive(&slug, &request, context, streams);
            match done {
                Err(failure) => failed(COMMAND, Some(slug.as_str()), manner, context, &failure),
                Ok(done) => {
                    let commit = done.commit.as_ref().map(ToString::to_string);
                    let wire = ArchiveWire::new(COMMAND, &done.report, commit);
                    let mut answer = Answer::done(lines(&done.report), &wire);
                    report::tell(&mut answer, &done.report, Words { is_terminal, commits: request.commit });
                    report::ended(answer, &done)
                }
            }
        }
    }
}

fn archive(
    slug: &Slug,
    request: &ArchiveRequest,
    context: &Context,
    streams: &mut Streams,
) -> Result<cairn_project::specs::Done<cairn_spec::archive::ArchiveReport>, SpecFailure> {
    SpecRepository::open(context)?.archive(slug, request, &Onlooker::new(streams))
}

/// What was asked for.
enum Asked {
    Plan,
    Archive(ArchiveRequest),
}

/// Check 1: the words alone.
fn asked(args: &ArchiveArgs) -> Result<(Slug, Asked), Answer> {
    let slug = slug(COMMAND, &args.slug)?;
    let misused = |message: String| misused(COMMAND, &slug, message);
    let given = [
        ("--promote", !args.promote.is_empty()),
        ("--qa-override", args.qa_override),
        ("--approval", args.approval.is_some()),
        ("--reason", args.reason.is_some()),
        ("--pull-request", args.pull_request.is_some()),
        ("--commit", args.commit),
    ];
    if args.plan {
        return match given.iter().find(|(_, given)| *given) {
            Some((flag, _)) => Err(misused(format!("`--plan` writes nothing and takes no `{flag}`"))),
            None => Ok((slug, Asked::Plan)),
        };
    }
    let qa_override = exception(args).map_err(&misused)?;
    let number = args.pull_request.as_deref().map(|value| pull_request("--pull-request", value));
    let request = ArchiveRequest {
        promote: args.promote.clone(),
        qa_override,
        pull_request: number.transpose().map_err(|error| misused(error.to_string()))?,
        commit: args.commit,
    };
    Ok((slug, Asked::Archive(request)))
}

/// The override with both its texts, or nothing of it.
fn exception(args: &ArchiveArgs) -> Result<Option<OverrideRequest>, String> {
    let said = |error: UsageError| error.to_string();
    match (args.qa_override, &args.approval, &args.reason) {
        (false, None, None) => Ok(None),
        (false, ..) => Err("`--approval` and `--reason` belong to `--qa-override`".to_owned()),
        (true, Some(approval), Some(reason)) => {
            let approval = free_text("--approval", approval).map_err(said)?;
            let reason = free_text("--reason", reason).map_err(said)?;
            Ok(Some(OverrideRequest { approval, reason }))
        }
        (true, ..) => Err("`--qa-override` needs `--approval <source>` and `--reason <text>`".to_owned()),
    }
}

fn lines(report: &cairn_spec::archive::ArchiveReport) -> Vec<String> {
    let overridden = match report.disposition {
        cairn_spec::record::Disposition::QaOverride => " with QA override",
        _ => "",
    };
    let mut lines = vec![format!(
        "archived {}{overridden} -> {}; {}{}",
        report.slug,
        report.record,
        report::removed(report),
        report::moved(report),
    )];
    lines.extend(report::follow_ups(&report.follow_ups));
    lines
}
