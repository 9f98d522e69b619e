//! Failures of the archive engine in the words and exit statuses of the contract (roundfix 3.2, 3.3).

use cairn_project::context::Context;
use cairn_project::specs::{Nobody, Shortfall, SpecFailure, SpecRepository};
use cairn_spec::list::{Listed, State};
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
            let hint = slug.and_then(|slug| meant(slug, reasons, manner.program, context));
            return refused(command, slug, manner, &with_hint(reasons, hint));
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

/// What the name of no Spec, or of no record, was probably meant to be.
fn meant(slug: &str, refused: &Refused, program: &str, context: &Context) -> Option<String> {
    let is_there = |code: &str| refused.refusal.reasons.iter().any(|reason| reason.code == code);
    let wants_folder = is_there("spec_not_found");
    if !wants_folder && !is_there("record_missing") {
        return None;
    }
    // The refusal stands whatever comes of this look.
    let listed = SpecRepository::open(context).and_then(|home| home.list(false, &Nobody)).ok()?;
    let (records, folders): (Vec<&Listed>, Vec<&Listed>) = listed
        .iter()
        .filter(|one| one.state != State::Unreadable)
        .partition(|one| matches!(one.state, State::Archived | State::Cancelled));
    let near = |specs: &[&Listed]| named(slug, specs).map(|one| format!("did you mean `{}`?", one.slug));
    if !wants_folder {
        return near(&records);
    }
    let gone = |record: &Listed| {
        let (name, state, path) = (&record.slug, record.state.as_str(), &record.path);
        let already = if name.as_str() == slug { " already" } else { "" };
        format!("`{name}` is {state}{already}: `{path}`; `{program} unarchive {name}` brings it back")
    };
    let same = records.iter().find(|one| one.slug.as_str() == slug).map(|one| gone(one));
    same.or_else(|| near(&folders)).or_else(|| named(slug, &records).map(gone))
}

/// The one Spec of this number, else the one whose name is a near miss.
fn named<'s>(typed: &str, specs: &[&'s Listed]) -> Option<&'s Listed> {
    let number = |text: &str| text.parse::<u32>().ok();
    if let Some(wanted) = number(typed) {
        let mut found = specs.iter().filter(|one| one.slug.number().and_then(number) == Some(wanted));
        if let (Some(one), None) = (found.next(), found.next()) {
            return Some(one);
        }
    }
    let near = nearest(typed, specs.iter().map(|one| one.slug.as_str()))?;
    specs.iter().find(|one| one.slug.as_str() == near).copied()
}

fn with_hint(refused: &Refused, hint: Option<String>) -> Refused {
    let mut refused = refused.clone();
    if let Some(hint) = hint {
        refused.refusal.remedies.insert(0, hint);
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
