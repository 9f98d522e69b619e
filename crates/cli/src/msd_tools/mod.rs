//! `msd-tools`: reads and changes STATE.md and what it is derived from.

pub mod answer;
pub mod command_line;
pub mod commands;
pub mod run;

pub use run::run;
