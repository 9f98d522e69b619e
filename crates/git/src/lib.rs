//! Facts of a git repository, asked safely, and the one act: a commit of exactly the given paths.
//!
//! Git is asked through the user's own program, since attributes, ignore rules, linked work trees, reftable and SHA-256
//! repositories are exactly its answers. [`Git::find`] looks for the program, [`Repository::discover`] for the
//! repository of a folder; everything else is a method of [`Repository`], one file a subject.
//!
//! **Asking executes nothing of the repository's choice** (G8). Every call that asks takes its arguments and
//! environment from [`cairn_text::git_arguments`], and switches off the filter programs that the configuration names
//! (`filter.*.clean` and the like), which `status` would start otherwise. No hook, pager, file system monitor, external
//! diff, textconv, signature check or transport is started, no lock is taken, nothing is fetched.
//!
//! **Paths** are bytes relative to the root of the work tree, with `/` between components, as git prints them with `-z`.
//! **Revisions** are [`ObjectId`]s; no text of the user's is ever read as a revision.
//!
//! # What it refuses to do
//!
//! It writes nothing but what [`Repository::commit`] and [`Repository::set_configuration`] say, never fetches or pushes,
//! and reads no file of the work tree: whoever decides about a file has its bytes already, and [`Blobs::fidelity`]
//! compares exactly those, so that what is judged is what will be deleted.
//!
//! # Limitations
//!
//! Paths with a line feed cost one process each where git has no `-z` for its input. A filter whose name holds `=` cannot
//! be switched off on the command line: such a repository is refused.

#![allow(
    clippy::disallowed_methods,
    reason = "this crate starts git, and reads HEAD where that is plain files"
)]

mod answer;
mod attributes;
mod blobs;
mod checkout;
mod commit;
mod configuration;
mod default_branch;
mod error;
mod folder;
mod head;
mod history;
mod ignored;
mod index;
mod locator;
mod object_id;
mod operation;
mod program;
mod question;
mod repository;
mod status;
mod tree;

pub use blobs::{Blobs, Fidelity};
pub use checkout::CheckedOut;
pub use configuration::Configuration;
pub use default_branch::DefaultBranch;
pub use error::Error;
pub use head::{Head, head_of_root};
pub use history::{FileVersion, HistoryChange, HistoryChangeKind};
pub use ignored::IgnoreRule;
pub use index::{HiddenEdit, IndexEntry};
pub use locator::Place;
pub use object_id::{ObjectFormat, ObjectId};
pub use operation::Operation;
pub use program::Git;
pub use repository::Repository;
pub use status::{Change, State};
pub use tree::{EntryKind, TreeEntry};
