//! `roundfix`: archives finished Specs as small records, and brings them back.
//!
//! [`run`] is the program; [`run_command`] is one command of it, for `cairn archive …` and its like: same words, same answers.

pub mod answer;
pub mod command_line;
mod commands;
pub mod examples;
mod failure;
mod onlooker;
mod refusal;
mod run;
pub mod wire;

pub use run::{Manner, run, run_command};
