//! The built program in folders of its own, for the rules that hold for a process, and what the library finds there. With this
//! test cargo builds the program for every test run, as the acceptance cases of the workspace need it.

#![allow(clippy::disallowed_methods, reason = "starts the built program in folders of its own")]
#![allow(clippy::unwrap_used, reason = "a test may say what must hold by panicking")]

mod disk;
mod git;
mod place;
mod process;
mod window;
