//! The four programs in projects that wish them ill: nothing from a file drives the terminal (G9), nothing that a
//! repository names is executed (G8), no special file makes a command hang (G10).

#![allow(clippy::disallowed_methods, reason = "a test of processes")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may say what must hold by panicking"
)]

mod commands;
mod execution;
mod project;
mod special_files;
mod terminal;
