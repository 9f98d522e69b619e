//! `cairn`: one door to both engines, and what spans them.

pub mod command_line;
pub mod envelope;
pub mod log;
pub mod reversal;
mod run;
mod workplace;

pub use run::run;
