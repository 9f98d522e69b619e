//! `msd-tools`: reads and changes STATE.md and what it is derived from.

pub mod answer;
pub mod command_line;
pub mod commands;
pub mod examples;
pub mod run;
pub mod values;

pub use run::{DIALECT, run};
