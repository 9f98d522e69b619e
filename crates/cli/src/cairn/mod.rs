//! `cairn`: one door to both engines, and what spans them.

pub mod check;
pub mod command_line;
pub mod envelope;
pub mod explain;
pub mod log;
pub mod reversal;
mod run;
mod workplace;

pub use run::run;
