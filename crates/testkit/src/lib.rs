//! Test support of the workspace, never part of a released binary.
//!
//! [`cases`] runs the acceptance cases of `tests/cases`: TOML files that say what the product does, step by step.
//! [`pages`] plays the commands of the documentation, [`repository`] makes throw-away git repositories, [`sample`] one that holds
//! the bundled samples, [`frozen`] holds the environment of all. [`writing`] is every command that writes, with a project for each.
//! [`trials`] runs tests that are made of files.
//!
//! This crate judges and builds scenes. It decides nothing about the product: no rule of `STATE.md` or of a Spec is
//! written down here a second time.

#![allow(
    clippy::disallowed_methods,
    reason = "scenes are made and judged on a real file system, by real processes"
)]

pub mod cases;
pub mod corpus;
pub mod crowd;
pub mod frozen;
pub mod pages;
pub mod repository;
pub mod sample;
pub mod trials;
pub mod writing;
