//! One folder a group of commands: the words, and what they do.

pub mod frontmatter;
pub mod phases;
pub mod reports;
pub mod roadmap;
pub mod state;
pub mod workstream;
