//! `cairn log` (cairn 8).

use cairn_project::context::Context;
use cairn_project::workplace::Operation;
use clap::Args;
use serde::Serialize;

use super::command_line::GlobalFlags;
use super::envelope::Answer;
use super::workplace;
use crate::output::failure::Failure;

/// The newest operations: when, which command, which files.
///
/// Every write of `msd-tools`, of `roundfix` and of `cairn resolve` and `check --fix` is recorded outside the project's
/// files; the newest 200 are kept.
#[derive(Debug, Args)]
pub struct LogArgs {
    /// How many.
    #[arg(short = 'n', value_name = "N")]
    pub number: Option<String>,
}

#[derive(Debug, Serialize)]
struct Log {
    operations: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    id: String,
    time: String,
    command: String,
    files: Vec<String>,
    fields: Vec<String>,
    undone: bool,
    undoable: bool,
}

impl From<&Operation> for Entry {
    fn from(operation: &Operation) -> Entry {
        Entry {
            id: operation.id.to_string(),
            time: operation.note.time.clone(),
            command: operation.note.command.clone(),
            files: operation.files.iter().map(ToString::to_string).collect(),
            fields: operation.note.fields.clone(),
            undone: operation.undone,
            undoable: operation.is_undoable(),
        }
    }
}

impl Entry {
    fn line(&self) -> String {
        let undone = if self.undone { "  (undone)" } else { "" };
        format!("{}  {}  {}  {}{undone}\n", self.id, self.time, self.command, self.files.join(" "))
    }
}

pub(crate) fn run(args: &LogArgs, flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    let limit = match &args.number {
        None => usize::MAX,
        Some(number) => workplace::count(number)?,
    };
    let place = workplace::required(context, flags)?;
    let operations: Vec<Entry> = place.operations()?.iter().take(limit).map(Entry::from).collect();
    let text: String = operations.iter().map(Entry::line).collect();
    Ok(Answer::new(&Log { operations }, text))
}
