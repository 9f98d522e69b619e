//! `cairn recover` (cairn 9, G5).

use cairn_project::context::Context;
use cairn_project::recovery::{Direction, Recovery};
use clap::Args;
use serde::Serialize;

use super::command_line::GlobalFlags;
use super::envelope::Answer;
use super::workplace;
use crate::output::failure::Failure;

/// Deal with what a crash left behind.
///
/// A transaction that was cut short is finished or taken back; locks and temporary files of dead processes go. What a living
/// process holds is not touched, and what holds something of neither side stays and is named.
#[derive(Debug, Args)]
pub struct RecoverArgs {}

#[derive(Debug, Serialize)]
struct Recovered {
    changed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dry_run: bool,
    recovered: Vec<Transaction>,
    removed: Vec<String>,
    kept: Vec<Kept>,
}

#[derive(Debug, Serialize)]
struct Transaction {
    id: String,
    action: &'static str,
}

#[derive(Debug, Serialize)]
struct Kept {
    path: String,
    reason: String,
}

pub(crate) fn run(flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    let place = workplace::as_it_is(context, flags)?;
    let recovery = place.recover(flags.dry_run)?;
    let text = text(&recovery, flags.dry_run);
    let left = !recovery.kept.is_empty();
    let wire = Recovered {
        changed: recovery.changed() && !flags.dry_run,
        dry_run: flags.dry_run,
        recovered: recovery
            .recovered
            .iter()
            .map(|(id, direction)| Transaction { id: id.to_string(), action: action(*direction) })
            .collect(),
        removed: recovery.removed,
        kept: recovery.kept.into_iter().map(|(path, reason)| Kept { path, reason }).collect(),
    };
    Ok(Answer::new(&wire, text).with_findings(left))
}

fn action(direction: Direction) -> &'static str {
    match direction {
        Direction::RolledBack => "rolled_back",
        Direction::RolledForward => "rolled_forward",
    }
}

fn text(recovery: &Recovery, dry_run: bool) -> String {
    let would = if dry_run { "would be " } else { "" };
    let mut text = String::new();
    for (id, direction) in &recovery.recovered {
        let done = match direction {
            Direction::RolledBack => "taken back",
            Direction::RolledForward => "finished",
        };
        text.push_str(&format!("{would}{done}: transaction {id}\n"));
    }
    for path in &recovery.removed {
        text.push_str(&format!("{would}removed: {path}\n"));
    }
    for (path, reason) in &recovery.kept {
        text.push_str(&format!("kept: {path}: {reason}\n"));
    }
    if text.is_empty() {
        text.push_str("nothing to recover\n");
    }
    text
}
