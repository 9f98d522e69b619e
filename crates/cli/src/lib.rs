//! The command line of Cairn: the binaries `msd-tools`, `roundfix` and `cairn` in one library.
//!
//! A command is a file: a clap `Args` struct whose doc comment is the manual, and a function that calls into
//! `cairn-project` and turns its result into the contract's JSON or text. What was typed is normalised first
//! ([`arguments`]); what leaves the process passes [`output`]. No rule of the domains stands here.

pub mod arguments;
pub mod cairn;
pub mod completion;
pub mod help;
pub mod msd_tools;
pub mod output;
pub mod process;
pub mod roundfix;
