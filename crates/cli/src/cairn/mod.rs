//! `cairn`: one door to both engines, and what spans them.

pub mod check;
pub mod command_line;
pub mod envelope;
pub mod explain;
pub mod history;
pub mod log;
pub mod merge;
pub mod merge_driver;
pub mod resolve;
pub mod reversal;
mod run;
pub mod search;
mod workplace;

pub use run::run;
