//! Diagnostics as data, and their renderers: text, JSON, SARIF, GitHub, JUnit.
//!
//! A rule makes [`Diagnostic`]s and knows no format; a renderer knows no rule. A [`Report`] is what a run of rules came to, and
//! [`Report::render`] writes it in one of the [`Format`]s. Every text that may come from a file goes through
//! [`cairn_text::escape`] on its way (G9).
//!
//! # What it refuses to do
//!
//! It prints nothing, reads no file, and decides no severity. Refusals of `roundfix` and failures of commands are no
//! diagnostics: they have forms of their own.

mod diagnostic;
mod github;
mod json;
mod junit;
mod report;
mod sarif;
mod text;

pub use diagnostic::{Counts, Diagnostic, Fix, Severity, sort};
pub use json::Finding;
pub use report::{Format, Report, Rule, Tool};
