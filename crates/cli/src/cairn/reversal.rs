//! `cairn undo` and `cairn redo` (cairn 8, G7).

use cairn_project::context::Context;
use cairn_project::workplace::{Direction, Reversal, ReversalRefusal};
use clap::Args;
use serde::Serialize;

use super::command_line::GlobalFlags;
use super::envelope::Answer;
use super::workplace;
use crate::output::failure::Failure;

/// Take operations back, or do them again, to the byte.
///
/// Every file gets exactly its bytes, mode, link or absence from before the operation; a Spec folder comes back whole.
/// All of it or nothing: when somebody changed one of the files since, nothing is done and the difference is shown.
#[derive(Debug, Args)]
pub struct ReversalArgs {
    /// How many operations (default: 1).
    #[arg(value_name = "N")]
    pub number: Option<String>,
}

#[derive(Debug, Serialize)]
struct Reversed {
    changed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dry_run: bool,
    operations: Vec<OperationName>,
    files: Vec<String>,
}

#[derive(Debug, Serialize)]
struct OperationName {
    id: String,
    command: String,
}

#[derive(Debug, Serialize)]
struct Changed {
    path: String,
    diff: String,
}

pub(crate) fn undo(args: &ReversalArgs, flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    run(Direction::Undo, args, flags, context)
}

pub(crate) fn redo(args: &ReversalArgs, flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    run(Direction::Redo, args, flags, context)
}

fn run(
    direction: Direction,
    args: &ReversalArgs,
    flags: &GlobalFlags,
    context: &Context,
) -> Result<Answer, Failure> {
    let count = args.number.as_deref().map_or(Ok(1), workplace::count)?;
    let place = workplace::required(context, flags)?;
    match place.reverse(direction, count, flags.dry_run)? {
        Ok(reversal) => Ok(answer(&reversal, flags.dry_run)),
        Err(refusal) => Err(refused(direction, count, refusal)),
    }
}

fn answer(reversal: &Reversal, dry_run: bool) -> Answer {
    let done = match (reversal.direction, dry_run) {
        (Direction::Undo, false) => "undone",
        (Direction::Redo, false) => "done again",
        (Direction::Undo, true) => "would be undone",
        (Direction::Redo, true) => "would be done again",
    };
    let files: Vec<String> = reversal.files.iter().map(ToString::to_string).collect();
    let mut text = String::new();
    for (id, command) in &reversal.operations {
        text.push_str(&format!("{done}: {id}  {command}\n"));
    }
    for file in &files {
        text.push_str(&format!("  {file}\n"));
    }
    let operations = reversal.operations.iter();
    let operations = operations
        .map(|(id, command)| OperationName { id: id.to_string(), command: command.clone() })
        .collect();
    Answer::new(&Reversed { changed: !dry_run, dry_run, operations, files }, text)
}

fn refused(direction: Direction, wanted: usize, refusal: ReversalRefusal) -> Failure {
    match refusal {
        ReversalRefusal::TooFew(there) => {
            let (reason, word) = match direction {
                Direction::Undo => ("nothing_to_undo", "undone"),
                Direction::Redo => ("nothing_to_redo", "done again"),
            };
            let message =
                format!("{wanted} operation(s) asked for, {there} can be {word}; nothing was changed");
            Failure::not_done(reason, message).hint("`cairn log` lists what was done")
        }
        ReversalRefusal::ChangedSince(changed) => {
            let names: Vec<String> = changed.iter().map(|file| format!("`{}`", file.path)).collect();
            let files: Vec<Changed> = changed
                .iter()
                .map(|file| Changed {
                    path: file.path.to_string(),
                    diff: String::from_utf8_lossy(&file.diff).into_owned(),
                })
                .collect();
            let diffs: String = files.iter().map(|file| format!("\n{}", file.diff.trim_end())).collect();
            let message =
                format!("changed since the operation: {}; nothing was changed{diffs}", names.join(", "));
            Failure::not_done("changed_since", message)
                .fact("files", files)
                .hint("bring the file back to what the operation left, or edit it by hand")
        }
        ReversalRefusal::Committed { id, command } => {
            let message = format!("operation {id} (`{command}`) made a commit of its own");
            Failure::not_done("not_undoable", message)
                .fact("operation", id.to_string())
                .fact("reason", "committed")
                .hint("`git revert` takes that commit back")
        }
        ReversalRefusal::BlobMissing { id, revision, path } => {
            let message =
                format!("operation {id} needs `{path}` at {revision}, which git does not have here");
            Failure::not_done("not_undoable", message)
                .fact("operation", id.to_string())
                .fact("reason", "blob_missing")
                .hint(format!("`git fetch` the commit {revision}, then try again"))
        }
    }
}
