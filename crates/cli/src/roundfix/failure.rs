//! Failures of the archive engine in the words and exit statuses of the contract (roundfix 3.2, 3.3).

use cairn_project::context::Context;
use cairn_project::specs::{Nobody, Shortfall, SpecFailure, SpecRepository};
use cairn_spec::list::State;
use cairn_spec::preconditions::Refused;

use super::answer::{Answer, head};
use super::refusal::refused;
use super::run::Manner;
use crate::output::exit::Exit;
use crate::output::nearest::nearest;

/// The answer to a command that was not done.
pub(super) fn failed(
    command: &str,
    slug: Option<&str>,
    manner: Manner,
    context: &Context,
    failure: &SpecFailure,
) -> Answer {
    let known = head(Some(command), slug);
    let (exit, error, hints): (Exit, &'static str, Vec<String>) = match failure {
        SpecFailure::Refused(reasons) => {
            let near = slug.and_then(|slug| near_slug(slug, reasons, context));
            return refused(command, slug, manner, &with_near(reasons, near));
        }
        SpecFailure::Locked { .. } => {
            let hint = "wait for it, or give it longer with `--lock-timeout SECS`";
            (Exit::Locked, "locked", vec![hint.to_owned()])
        }
        SpecFailure::Interrupted => (Exit::Interrupted, "interrupted", Vec::new()),
        SpecFailure::Git(_) => (Exit::NotDone, "io", vec!["nothing was changed".to_owned()]),
        SpecFailure::Io(_) => (Exit::NotDone, "io", vec!["everything is as it was before".to_owned()]),
        SpecFailure::LeftChanged { journal, .. } => {
            let hint = format!("`{}` keeps every version of these files", journal.display());
            (Exit::NotDone, "io", vec![hint])
        }
    };
    let mut answer = Answer::failed(exit, error, failure.to_string(), &known);
    if let SpecFailure::LeftChanged { left, .. } = failure {
        answer = answer.with("left", left.iter().map(ToString::to_string).collect::<Vec<_>>());
    }
    answer.say(format!("error: {failure}"));
    for hint in hints {
        answer.say(format!("  hint: {hint}"));
    }
    answer
}

/// The slug that a name of no Spec, or of no record, was probably meant to be.
fn near_slug(slug: &str, refused: &Refused, context: &Context) -> Option<String> {
    let is_there = |code: &str| refused.refusal.reasons.iter().any(|reason| reason.code == code);
    let wanted = |state: State| match state {
        State::Active | State::Inactive => is_there("spec_not_found"),
        State::Archived | State::Cancelled => is_there("record_missing"),
        State::Unreadable => false,
    };
    if !is_there("spec_not_found") && !is_there("record_missing") {
        return None;
    }
    // The refusal stands whatever comes of this look.
    let listed = SpecRepository::open(context).and_then(|home| home.list(false, &Nobody)).ok()?;
    let known = listed.iter().filter(|one| wanted(one.state)).map(|one| one.slug.as_str());
    nearest(slug, known).map(str::to_owned)
}

fn with_near(refused: &Refused, near: Option<String>) -> Refused {
    let mut refused = refused.clone();
    if let Some(near) = near {
        refused.refusal.remedies.insert(0, format!("did you mean `{near}`?"));
    }
    refused
}

/// The answer of a command whose writes stay, but whose end is missing (A-41, D66). `done` is what it would have answered.
pub(super) fn fallen_short(done: Answer, shortfall: &Shortfall) -> Answer {
    let (error, cause, finish, then) = match shortfall {
        Shortfall::Deletion { cause, finish } => (
            "deletion_failed",
            cause,
            finish,
            "everything is written, but the folder could not be deleted; this command finishes it:",
        ),
        Shortfall::Commit { cause, finish } => (
            "commit_failed",
            cause,
            finish,
            "the archive stays, but it could not be committed; this command finishes it:",
        ),
    };
    let mut answer = Answer::failed(Exit::NotDone, error, cause, &done.json).with("finish", finish);
    answer.said = done.said;
    answer.say(format!("error: {cause}"));
    answer.say(then);
    answer.say(finish);
    answer
}
