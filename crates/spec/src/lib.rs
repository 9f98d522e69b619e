//! The Spec domain: task graph, QA policy, reference index, relink, records.

pub mod archive;
pub mod authorization;
pub mod cancel;
pub mod cause;
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
pub mod graph;
pub mod index;
pub mod plan_report;
pub mod prd;
pub mod preconditions;
pub mod presence;
pub mod qa;
pub mod record;
pub mod relink;
pub mod request;
pub mod roots;
#[cfg(test)]
mod scenario;
pub mod situation;
pub mod slug;
pub mod snapshot;
pub mod standing;
pub mod subject;
pub mod supersession;
pub mod task;
pub mod warning;
pub mod yaml;

pub use cause::Cause;
pub use folder::{FolderEntry, FolderFile, Measure, Odd, SpecFolder};
pub use graph::TaskGraph;
pub use prd::Prd;
pub use roots::{RootKind, Roots};
pub use slug::{Slug, SlugError};
pub use standing::{Standing, Standings};
