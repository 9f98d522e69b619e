//! The gate for CI from outside (cairn 10, L6): the formats of reports held against what their readers demand, and the steps of
//! `action.yml` and `.pre-commit-hooks.yaml` run as their services run them, in throw-away repositories and without a network.

#![allow(clippy::disallowed_methods, reason = "a test makes projects, and runs programs")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test")]

mod action;
mod formats;
mod hooks;
mod project;
mod schema;
