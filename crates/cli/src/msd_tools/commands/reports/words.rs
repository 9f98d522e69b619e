//! `msd-tools progress`, `stats`, `list-todos` (msd-tools 16): the words.

use clap::Args;

use crate::msd_tools::command_line::ReportForm;

/// Progress of the milestone.
#[derive(Debug, Args)]
pub struct ProgressArgs {
    /// The form of `--raw`.
    #[arg(value_enum)]
    pub form: Option<ReportForm>,
}

/// Progress with phase counts and the last activity.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// The form of `--raw`: json or table.
    #[arg(value_enum)]
    pub form: Option<ReportForm>,
}

/// Pending todos.
#[derive(Debug, Args)]
pub struct ListTodosArgs {
    /// Only those of this area.
    pub area: Option<String>,
}
