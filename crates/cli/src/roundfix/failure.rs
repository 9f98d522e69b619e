//! Failures of the archive engine in the words and exit statuses of the contract (roundfix 3.2, 3.3).

use cairn_project::specs::{Shortfall, SpecFailure};

use super::answer::{Answer, head};
use super::refusal::refused;
use super::run::Manner;
use crate::output::exit::Exit;

/// The answer to a command that was not done.
pub(super) fn failed(command: &str, slug: Option<&str>, manner: Manner, failure: &SpecFailure) -> Answer {
    let known = head(Some(command), slug);
    let (exit, error, hints): (Exit, &'static str, Vec<String>) = match failure {
        SpecFailure::Refused(reasons) => return refused(command, slug, manner, reasons),
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
