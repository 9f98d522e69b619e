//! `roundfix settle` (roundfix 13).

use cairn_project::context::Context;
use cairn_project::specs::{Done, SpecFailure, SpecRepository};
use cairn_spec::Slug;
use cairn_spec::settle::Settlement;
use serde::Serialize;

use super::report::ended;
use super::slug;
use crate::output::exit::Exit;
use crate::output::streams::Streams;
use crate::roundfix::answer::Answer;
use crate::roundfix::command_line::SettleArgs;
use crate::roundfix::failure::failed;
use crate::roundfix::onlooker::Onlooker;
use crate::roundfix::run::Manner;

const COMMAND: &str = "settle";

#[derive(Debug, Serialize)]
struct SettleWire {
    command: &'static str,
    slug: String,
    ok: bool,
    task: String,
    file: String,
    report: Option<String>,
    verdict: Option<&'static str>,
    eligible: bool,
    cause: Option<String>,
    changed: bool,
}

/// Runs the command.
pub(crate) fn run(args: &SettleArgs, manner: Manner, context: &Context, streams: &mut Streams) -> Answer {
    let slug = match slug(COMMAND, &args.slug) {
        Ok(slug) => slug,
        Err(answer) => return answer,
    };
    match settle(&slug, context, streams) {
        Err(failure) => failed(COMMAND, Some(slug.as_str()), manner, context, &failure),
        Ok((done, folder)) => {
            let answer = answer(&slug, &done.report, &folder);
            ended(answer, &done)
        }
    }
}

/// The settlement, and the folder of the Spec as messages call it.
fn settle(
    slug: &Slug,
    context: &Context,
    streams: &mut Streams,
) -> Result<(Done<Settlement>, String), SpecFailure> {
    let home = SpecRepository::open(context)?;
    let done = home.settle(slug, &Onlooker::new(streams))?;
    Ok((done, home.roots.folder(slug).to_string()))
}

fn answer(slug: &Slug, settlement: &Settlement, folder: &str) -> Answer {
    let wire = SettleWire {
        command: COMMAND,
        slug: slug.to_string(),
        ok: settlement.is_eligible(),
        task: settlement.task.clone(),
        file: settlement.file.to_string(),
        report: settlement.report.clone(),
        verdict: settlement.verdict.map(cairn_spec::qa::Verdict::as_str),
        eligible: settlement.is_eligible(),
        cause: settlement.cause.as_ref().map(|cause| cause.message.clone()),
        changed: settlement.is_changed(),
    };
    let task = &settlement.task;
    let report = settlement.report.as_deref().unwrap_or_default();
    let mut answer = match &settlement.cause {
        None => {
            let verdict = wire.verdict.unwrap_or_default();
            let line = match settlement.is_changed() {
                true => format!("settled {slug}: {task} is completed now ({report}: {verdict})"),
                false => format!("settled {slug}: {task} was completed already ({report}: {verdict})"),
            };
            Answer::done(vec![line], &wire)
        }
        Some(cause) => {
            let error = match (&settlement.report, &settlement.verdict) {
                (None, _) => "missing",
                (Some(_), None) => "unreadable",
                (Some(_), Some(_)) => "not_eligible",
            };
            let message = format!("{folder}/{cause}; {task} is left as it is");
            let mut answer = Answer::failed(Exit::NotDone, error, &message, &wire);
            answer.say(format!("error: {message}"));
            answer.say("  hint: run the QA gate again, then settle");
            answer
        }
    };
    for remark in &settlement.remarks {
        answer.say(format!("warning: {folder}/{}", remark.cause));
    }
    answer
}
