//! The parts of the line, one file each. Each is made from plain values and gives the runs to draw, none when it is absent.

pub mod context;
pub mod folder;
pub mod freshness;
pub mod git;
pub mod last_command;
pub mod model;
pub mod task;
