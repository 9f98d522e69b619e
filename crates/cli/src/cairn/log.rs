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

/// How many files of an operation its line names; an archive may have deleted hundreds.
const MOST_FILES: usize = 5;

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
        let more = match self.files.len().saturating_sub(MOST_FILES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let files = self.files.iter().take(MOST_FILES).map(String::as_str).collect::<Vec<_>>().join(" ");
        format!("{}  {}  {}  {files}{more}{undone}\n", self.id, self.time, self.command)
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
    let note = operations.is_empty().then_some("no operation is recorded for this project yet");
    Ok(Answer::new(&Log { operations }, text).note(note))
}
