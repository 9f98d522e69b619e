//! `msd-tools workstream …` (msd-tools 17): the words.

use clap::{Args, Subcommand};

/// Workstreams.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
pub struct WorkstreamArgs {
    /// What to do.
    #[command(subcommand)]
    pub verb: WorkstreamVerb,
}

/// Verbs over workstreams.
#[derive(Debug, Subcommand)]
pub enum WorkstreamVerb {
    /// All workstreams by name
    List,
    /// One workstream
    Status {
        /// Its name.
        name: String,
    },
    /// The active workstream
    Get,
    /// Make a workstream the active one
    Set {
        /// Its name.
        name: String,
    },
    /// Make a new workstream and activate it; the first one takes over the root's files
    Create {
        /// Its name: letters, digits, `-`, `_`, `.`.
        name: String,
    },
}
