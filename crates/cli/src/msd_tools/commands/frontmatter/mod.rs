//! `msd-tools frontmatter get|set` (msd-tools 16).

pub(crate) mod run;
mod words;

pub use words::{FrontmatterArgs, FrontmatterVerb};
