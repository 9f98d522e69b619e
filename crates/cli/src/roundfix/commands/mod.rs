//! One command a file: from typed words to an answer.

pub(super) mod archive;
pub(super) mod cancel;
pub(super) mod list;
mod plan;
pub(super) mod pull_request;
pub(super) mod qa_report;
mod report;
pub(super) mod settle;
pub(super) mod unarchive;

use cairn_spec::Slug;

use super::answer::{Answer, usage};
use crate::output::failure::Failure;

/// The slug as typed (roundfix 3.1); checked before anything is looked at, never guessed.
fn slug(command: &str, typed: &str) -> Result<Slug, Answer> {
    Slug::new(typed).map_err(|error| {
        let failure = Failure::usage(format!("`{typed}`: {error}"));
        // The completion of a shell ends the path of a folder with `/`; the name is shown, never taken.
        let last = typed.trim_end_matches('/').rsplit('/').next().filter(|last| *last != typed);
        let failure = match last.and_then(|last| Slug::new(last).ok()) {
            Some(last) => failure.hint(format!("write the name alone: `{last}`")),
            None => failure.hint("a slug is the name of a Spec's folder, such as `0042-sample`"),
        };
        usage(Some(command), Some(typed), failure)
    })
}

/// A word that is no usable value.
fn misused(command: &str, slug: &Slug, message: impl Into<String>) -> Answer {
    let failure =
        Failure::usage(message).hint(format!("`roundfix {command} --help` shows the forms there are"));
    usage(Some(command), Some(slug.as_str()), failure)
}
