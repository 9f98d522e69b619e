//! The Spec domain: what a finished Spec is, and what becomes of it (`roundfix`, seed 2).
//!
//! A Spec is a folder of Markdown files with a PRD, a Task Graph and QA Reports. This crate reads those files, judges them by one
//! table of checks and one QA policy, and decides what an archive, a cancel, an unarchive, a settling or a late pull request number
//! changes. Every decision is a pure function from a snapshot and a request to a report with a [`cairn_plan::Plan`], or to a refusal
//! that names every failed check with file and line.
//!
//! Guarantees: no input makes it panic; time is linear in what it is given; nothing is decided on anything but the snapshot; a file
//! that is edited changes only in the bytes of the values and destinations that are named.
//!
//! It does no I/O, reads no clock, starts no git and prints nothing. It knows no commit but those it is told, and no link grammar
//! but that of `cairn_text::links`.
//!
//! | decision | module |
//! |---|---|
//! | `archive`, `archive --plan` | [`archive`], [`plan_report`] |
//! | `cancel` | [`cancel`] |
//! | `unarchive`, `pull-request` | [`unarchive`], [`pull_request`] |
//! | `settle`, `qa-report` | [`settle`], [`qa`] |
//! | `list` | [`list`] |
//!
//! What they share: [`snapshot`] (the moment), [`situation`] (what follows from it), [`preconditions`] (the checks), [`relink`]
//! (citations, promotions, copies), [`compose`] and [`record`] (the Archive Record), [`index`] (self-containment).

pub mod archive;
pub mod authorization;
pub mod cancel;
pub mod cause;
pub mod check;
pub mod compose;
pub mod configuration;
pub mod date;
pub mod declaration;
pub mod document;
pub mod entry;
pub mod finish;
pub mod folder;
pub mod follow_up;
pub mod frontmatter;
#[cfg(test)]
mod fuzz;
pub mod graph;
pub mod index;
pub mod list;
pub mod plan_report;
pub mod prd;
pub mod preconditions;
pub mod presence;
pub mod pull_request;
pub mod qa;
pub mod record;
pub mod relink;
pub mod request;
pub mod roots;
#[cfg(test)]
mod scenario;
pub mod settle;
pub mod situation;
pub mod slug;
pub mod snapshot;
pub mod standing;
pub mod subject;
pub mod supersession;
pub mod task;
pub mod unarchive;
pub mod warning;
pub mod yaml;

pub use cause::Cause;
pub use folder::{FolderEntry, FolderFile, Measure, Odd, SpecFolder};
pub use graph::TaskGraph;
pub use prd::Prd;
pub use roots::{RootKind, Roots};
pub use slug::{Slug, SlugError};
pub use standing::{Standing, Standings};
