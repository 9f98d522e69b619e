//! `msd-tools progress`, `stats`, `state-snapshot`, `list-todos` (msd-tools 16).

pub(crate) mod run;
mod words;

pub use words::{ListTodosArgs, ProgressArgs, StatsArgs};
