//! One file a group of commands.

pub mod frontmatter;
pub mod phases;
pub mod reports;
pub mod roadmap;
pub mod state;
pub mod workstream;
