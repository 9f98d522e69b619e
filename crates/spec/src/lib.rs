//! The Spec domain: task graph, QA policy, reference index, relink, records.

pub mod authorization;
pub mod cause;
pub mod configuration;
pub mod date;
pub mod declaration;
pub mod document;
pub mod folder;
pub mod follow_up;
pub mod frontmatter;
pub mod graph;
pub mod index;
pub mod prd;
pub mod presence;
pub mod qa;
pub mod record;
pub mod roots;
pub mod slug;
pub mod standing;
pub mod supersession;
pub mod task;
pub mod yaml;

pub use cause::Cause;
pub use folder::{FolderEntry, FolderFile, Measure, Odd, SpecFolder};
pub use graph::TaskGraph;
pub use prd::Prd;
pub use roots::{RootKind, Roots};
pub use slug::{Slug, SlugError};
pub use standing::{Standing, Standings};
