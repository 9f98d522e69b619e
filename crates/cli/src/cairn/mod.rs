//! `cairn`: one door to both engines, and what spans them.

pub mod check;
pub mod command_line;
pub mod completions;
mod confirmation;
pub mod doctor;
pub mod envelope;
pub mod examples;
pub mod explain;
pub mod history;
pub mod init;
pub mod log;
pub mod merge;
pub mod merge_driver;
pub mod recover;
pub mod resolve;
pub mod reversal;
mod run;
pub mod search;
pub mod status;
mod status_text;
pub mod statusline;
mod workplace;

pub use run::run;
