//! What `archive` and `cancel` say alike (roundfix 4.5, 10).

use cairn_project::specs::Done;
use cairn_spec::archive::{ArchiveReport, TaskFollowUp};
use cairn_spec::warning::Warning;

use crate::output::NOT_RECORDED;
use crate::roundfix::answer::{Answer, clean};
use crate::roundfix::failure::fallen_short;

/// `removed 6 file(s) (1480 bytes) kept in Git at 5f0e1d2c3b4a`
pub(super) fn removed(report: &ArchiveReport) -> String {
    let short: String = report.source_revision.chars().take(12).collect();
    let removed = report.removed;
    format!("removed {} file(s) ({} bytes) kept in Git at {short}", removed.files, removed.bytes)
}

/// `; promoted 1 file(s) to docs/references/; relinked 2 file(s)`, each part only when there is one.
pub(super) fn moved(report: &ArchiveReport) -> String {
    let mut text = String::new();
    if !report.promoted.is_empty() {
        let folder = cairn_spec::relink::promotion::FOLDER;
        text.push_str(&format!("; promoted {} file(s) to {folder}/", report.promoted.len()));
    }
    if !report.relinked.is_empty() {
        text.push_str(&format!("; relinked {} file(s)", report.relinked.len()));
    }
    text
}

/// One line each.
pub(super) fn follow_ups(follow_ups: &[TaskFollowUp]) -> impl Iterator<Item = String> {
    follow_ups.iter().map(|one| format!("follow-up: {}: {}", clean(&one.task), clean(&one.follow_up.text)))
}

/// What decides which notes are useful.
pub(super) struct Words {
    /// Somebody reads stderr.
    pub(super) is_terminal: bool,
    /// The command commits by itself.
    pub(super) commits: bool,
}

/// Warnings and notes of an archive or a cancel.
pub(super) fn tell(answer: &mut Answer, report: &ArchiveReport, words: Words) {
    warn(answer, &report.warnings);
    if report.merged == Some(false) {
        let short: String = report.source_revision.chars().take(12).collect();
        answer.say(format!(
            "note: {short} is not merged into the default branch yet; a pull request for it can be opened when you want one"
        ));
    }
    if words.is_terminal && !words.commits {
        answer.say(format!(
            "note: nothing is staged or committed; `{}` is the subject to commit it with",
            report.subject
        ));
    }
}

/// One line each.
pub(super) fn warn(answer: &mut Answer, warnings: &[Warning]) {
    for warning in warnings {
        answer.say(format!("warning: {}", clean(&warning.line())));
    }
}

/// The answer with what is missing for the end, and with the truth about `undo`.
pub(super) fn ended<R>(mut answer: Answer, done: &Done<R>) -> Answer {
    if !done.undoable {
        answer = answer.with("undo", false);
        answer.say(NOT_RECORDED);
    }
    match &done.shortfall {
        Some(shortfall) => fallen_short(answer, shortfall),
        None => answer,
    }
}
