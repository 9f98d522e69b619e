//! `msd-tools frontmatter get|set` (msd-tools 16): the words.

use clap::{Args, Subcommand};

/// The frontmatter of a file.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
pub struct FrontmatterArgs {
    /// What to do.
    #[command(subcommand)]
    pub verb: FrontmatterVerb,
}

/// Verbs over the frontmatter of a file.
#[derive(Debug, Subcommand)]
pub enum FrontmatterVerb {
    /// The whole frontmatter, or one field of it
    Get {
        /// The file, inside the project.
        file: String,
        /// Dotted name of one field.
        #[arg(long)]
        field: Option<String>,
    },
    /// Set one field; on STATE.md the rules of `state update` hold
    Set {
        /// The file, inside the project.
        file: String,
        /// Dotted name of the field.
        #[arg(long, required = true)]
        field: String,
        /// JSON for a list, a map, an integer, true or false; `null` removes the key; else text.
        #[arg(long, required = true, allow_hyphen_values = true)]
        value: String,
    },
}
